import { expect } from 'chai';

import type { Ammo } from '../../scripts/physics/ammo';
import { heapLayoutOf } from '../../scripts/physics/heap-layout';
import { BUILDS, loadAmmo } from '../support/physics-app';

// Places in Ammo's memory, checked with Ammo's own getters on a body of the test.

/* eslint-disable @typescript-eslint/no-explicit-any -- Ammo as it comes */

/** Numbers of a body's memory that the test compares. */
const NUMBERS = 150;

for (const build of BUILDS) {
    describe(`places in the memory of ${build}`, () => {
        let ammo: any;
        let world: any;
        let body: any;
        const made: object[] = [];
        const keep = (object: any) => {
            made.unshift(object);
            return object;
        };

        before(async () => {
            ammo = await loadAmmo(build);
            const configuration = keep(new ammo.btDefaultCollisionConfiguration());
            const parts = [new ammo.btCollisionDispatcher(configuration), new ammo.btDbvtBroadphase(), new ammo.btSequentialImpulseConstraintSolver()].map(keep);
            world = keep(new ammo.btDiscreteDynamicsWorld(...parts, configuration));
            const info = keep(new ammo.btRigidBodyConstructionInfo(1, null, keep(new ammo.btSphereShape(1)), keep(new ammo.btVector3(1, 2, 4))));
            body = keep(new ammo.btRigidBody(info));
            world.addRigidBody(body);
        });
        after(() => {
            world.removeRigidBody(body);
            for (const object of made) ammo.destroy(object);
        });

        it('are where Ammo\'s getters read', () => {
            const layout = heapLayoutOf(ammo as Ammo)!;
            const at = ammo.getPointer(body) >> 2;
            ammo.HEAPF32.set([3, 4, 5], at + layout.linearVelocity);
            ammo.HEAPF32.set([6, 7, 8], at + layout.angularVelocity);
            ammo.HEAPF32.set([9, 10, 11], at + layout.origin);
            const [v, w, p] = [body.getLinearVelocity(), body.getAngularVelocity(), body.getWorldTransform().getOrigin()];
            const read = [v, w, p].flatMap(vector => [vector.x(), vector.y(), vector.z()]);
            expect(read).to.deep.equal([3, 4, 5, 6, 7, 8, 9, 10, 11]);
        });

        it('the flags of gyroscopic forces are those alone: without them a body keeps its spin, and with them it does not', () => {
            const { gyroscopic, angularVelocity } = heapLayoutOf(ammo as Ammo)!;
            const at = ammo.getPointer(body) >> 2;
            const turnsItself = () => {
                ammo.HEAPF32.set([1, 2, 3], at + angularVelocity);
                world.stepSimulation(1 / 60, 0);
                return ammo.HEAPF32[at + angularVelocity] !== 1;
            };
            // today's build has them off, and says so
            if (body.getFlags) expect(body.getFlags()).to.equal(0);
            expect(turnsItself()).to.equal(gyroscopic >= 0);
            if (gyroscopic < 0) return;
            const before = ammo.HEAP32.slice(at, at + NUMBERS);
            expect(before[gyroscopic]).to.equal(8);
            ammo.HEAP32[at + gyroscopic] = 0;
            expect(turnsItself()).to.equal(false);
            ammo.HEAP32[at + gyroscopic] = before[gyroscopic];
        });
    });
}
