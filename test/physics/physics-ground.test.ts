import { expect } from 'chai';
import {
    BODYGROUP_DYNAMIC, BODYGROUP_KINEMATIC, BODYGROUP_STATIC, BODYGROUP_USER_1, BODYMASK_ALL, Entity, Quat, Vec3, type AppBase
} from 'playcanvas';

import { createGroundHit } from '../../scripts/core/ground/ground';
import { PhysicsGround } from '../../scripts/physics/physics-ground';
import { seededRandom } from '../support/geometry';
import { BUILDS, createPhysicsApp } from '../support/physics-app';
import { box, scene } from '../support/scenery';

/** Distance within which a ray of Ammo meets what geometry says: single precision. */
const NEAR = 2e-3;

/** What some of Bullet's rays on turned boxes are off by, whoever asks. */
const ROUGH = 0.012;

function addBody(app: AppBase, type: 'static' | 'dynamic' | 'kinematic', place: Vec3, half: Vec3, options: { rotation?: Quat; group?: number; trigger?: boolean; shape?: string } = {}): Entity {
    const entity = new Entity('body', app);
    app.root.addChild(entity);
    entity.setPosition(place);
    if (options.rotation) entity.setRotation(options.rotation);
    entity.addComponent('collision', options.shape === 'capsule' ? { type: 'capsule', radius: 0.3, height: 1.8 } : { type: 'box', halfExtents: half });
    if (!options.trigger) entity.addComponent('rigidbody', { type, mass: 1, ...(options.group ? { group: options.group, mask: BODYMASK_ALL } : {}) });
    return entity;
}

const down = (x: number, y: number, z: number, length: number) => Float64Array.of(x, y, z, 0, -1, 0, length);

for (const build of BUILDS) {
    describe(`ground of physics bodies on ${build}`, () => {
        let app: AppBase, owner: Entity, ground: PhysicsGround;
        const hit = createGroundHit();

        beforeEach(async () => {
            app = await createPhysicsApp(build);
            owner = new Entity('character', app);
            app.root.addChild(owner);
            ground = new PhysicsGround(app, owner);
        });
        afterEach(() => {
            ground.destroy();
            app.destroy();
        });

        it('meets turned boxes where geometry says, with their normals', () => {
            const random = seededRandom(3);
            const boxes = Array.from({ length: 12 }, () => box(
                [4 * random() - 2, 0.3 * random(), 4 * random() - 2], [0.4 + random(), 0.3, 0.4 + random()], [30 * random() - 15, 360 * random(), 30 * random() - 15]
            ));
            for (const { centre, half, rotation } of boxes) addBody(app, 'static', centre, half, { rotation });
            app.update(1 / 60);
            const truth = scene(boxes);
            let found = 0, exact = 0;
            for (let i = 0; i < 300; i++) {
                const [x, z] = [5 * random() - 2.5, 5 * random() - 2.5];
                const top = truth.heightAt(x, z);
                const met = ground.cast(hit, down(x, 2, z, 3));
                // Bullet rounds edges by its margin of 4 cm
                const sure = [[0.06, 0], [0, 0.06], [0.04, 0.04], [0.04, -0.04]].every(([dx, dz]) => Math.abs(truth.heightAt(x + dx, z + dz) + truth.heightAt(x - dx, z - dz) - 2 * top) < 1e-9 || top === -Infinity);
                if (!sure) continue;
                if (top === -Infinity) continue;
                found++;
                expect(met, `at ${x}, ${z}`).to.equal(true);
                const off = Math.abs(hit.point[1] - top);
                expect(off).to.be.at.most(ROUGH);
                if (off < NEAR) exact++;
                const slope = (truth.heightAt(x + 1e-4, z) - truth.heightAt(x - 1e-4, z)) / 2e-4;
                if (off < NEAR && Math.abs(slope) < 3) expect(-hit.normal[0] / hit.normal[1]).to.be.closeTo(slope, 0.03);
            }
            expect(found).to.be.above(60);
            expect(exact).to.be.above(0.9 * found);
        });

        it('meets nothing beyond the length of a ray, or where nothing is', () => {
            addBody(app, 'static', new Vec3(0, -0.5, 0), new Vec3(5, 0.5, 5));
            app.update(1 / 60);
            expect(ground.cast(hit, down(0, 2, 0, 1.9))).to.equal(false);
            expect(ground.cast(hit, down(0, 2, 0, 2.1))).to.equal(true);
            expect(ground.cast(hit, down(9, 2, 0, 5))).to.equal(false);
        });

        it('passes through what belongs to the character: its capsule, bodies on its bones, the capsule that carries it', () => {
            addBody(app, 'static', new Vec3(0, -0.5, 0), new Vec3(5, 0.5, 5));
            const carrier = addBody(app, 'dynamic', new Vec3(0, 0.9, 0), new Vec3(), { shape: 'capsule' });
            carrier.rigidbody!.linearFactor = new Vec3();
            carrier.rigidbody!.angularFactor = new Vec3();
            owner.reparent(carrier);
            const bone = addBody(app, 'kinematic', new Vec3(0, 0.4, 0), new Vec3(0.2, 0.1, 0.2));
            bone.reparent(owner);
            app.update(1 / 60);
            expect(ground.cast(hit, down(0, 1.5, 0, 3))).to.equal(true);
            expect(hit.point[1]).to.be.closeTo(0, NEAR);
            // somebody else's capsule is met
            const other = new PhysicsGround(app, new Entity('other', app));
            expect(other.cast(hit, down(0, 3, 0, 4))).to.equal(true);
            expect(hit.point[1]).to.be.above(0.4);
            other.destroy();
        });

        it('meets boxes of 30 to 1000 m within 2 mm, and one 10 km from the origin within 10 mm', () => {
            const floors = [[30, 0, 2e-3], [100, 0, 2e-3], [200, 0, 2e-3], [600, 0, 2e-3], [1000, 0, 2e-3], [20, 10000, 0.01]];
            const tilt = new Quat().setFromEulerAngles(2, 30, -1);
            for (const [size, away, most] of floors) {
                for (const rotation of [Quat.IDENTITY, tilt]) {
                    const centre = new Vec3(away, -0.5, -away);
                    const floor = addBody(app, 'static', centre, new Vec3(size / 2, 0.5, size / 2), { rotation });
                    app.update(1 / 60);
                    const up = rotation.transformVector(Vec3.UP, new Vec3());
                    const random = seededRandom(7);
                    for (let i = 0; i < 100; i++) {
                        const [x, z] = [away + 0.6 * size * (random() - 0.5), 0.6 * size * (random() - 0.5) - away];
                        // the plane of its upper face
                        const top = centre.y + (0.5 - (x - centre.x) * up.x - (z - centre.z) * up.z) / up.y;
                        expect(ground.cast(hit, down(x, top + 0.3 + random(), z, 3))).to.equal(true);
                        expect(Math.abs(hit.point[1] - top), `${size} m, at ${x}, ${z}`).to.be.at.most(most);
                        expect(hit.normal[1]).to.be.closeTo(up.y, 1e-4);
                    }
                    floor.destroy();
                }
            }
        });

        it('never misses a floor of 100 m, 1 km or 10 km, turned or not, and what stands on it comes first', () => {
            for (const size of [100, 1000, 10000]) {
                const random = seededRandom(7);
                const floor = addBody(app, 'static', new Vec3(0, -0.5, 0), new Vec3(size / 2, 0.5, size / 2), { rotation: new Quat().setFromEulerAngles(0, 33, 0) });
                const crate = addBody(app, 'static', new Vec3(3, 0.5, 0), new Vec3(0.5, 0.5, 0.5));
                app.update(1 / 60);
                for (let i = 0; i < 500; i++) {
                    const [x, y, z] = [20 * random() - 10, 1.2 + 2 * random(), 20 * random() - 10];
                    expect(ground.cast(hit, down(x, y, z, y + 1)), `${x} ${y} ${z}`).to.equal(true);
                    const isOn = Math.abs(x - 3) < 0.4 && Math.abs(z) < 0.4;
                    const isBeside = Math.abs(x - 3) > 0.6 || Math.abs(z) > 0.6;
                    if (isOn) expect(hit.point[1]).to.be.closeTo(1, NEAR);
                    if (isBeside) expect(hit.point[1]).to.be.closeTo(0, NEAR);
                }
                expect(ground.cast(hit, down(3, 3, 0, 4))).to.equal(true);
                expect(hit.point[1]).to.be.closeTo(1, NEAR);
                crate.destroy();
                floor.rigidbody!.enabled = false;
                expect(ground.cast(hit, down(3, 3, 0, 4)), 'a floor that is switched off').to.equal(false);
                floor.rigidbody!.enabled = true;
                floor.enabled = false;
                expect(ground.cast(hit, down(3, 3, 0, 4)), 'one whose entity is').to.equal(false);
                floor.destroy();
            }
        });

        it('passes through a capsule beside the character, but not through one elsewhere', () => {
            addBody(app, 'static', new Vec3(0, -0.5, 0), new Vec3(5, 0.5, 5));
            const player = new Entity('player', app);
            app.root.addChild(player);
            owner.reparent(player);
            addBody(app, 'kinematic', new Vec3(0, 0.9, 0), new Vec3(), { shape: 'capsule' }).reparent(player);
            app.update(1 / 60);
            expect(ground.cast(hit, down(0, 3, 0, 4))).to.equal(true);
            expect(hit.point[1]).to.be.closeTo(0, NEAR);
            owner.reparent(app.root);
            expect(ground.cast(hit, down(0, 3, 0, 4))).to.equal(true);
            expect(hit.point[1]).to.be.closeTo(1.8, NEAR);
        });

        it('passes through the groups that the mask leaves out, and through triggers', () => {
            addBody(app, 'static', new Vec3(0, -0.5, 0), new Vec3(5, 0.5, 5));
            addBody(app, 'static', new Vec3(0, 0.5, 0), new Vec3(1, 0.1, 1), { group: BODYGROUP_USER_1 });
            addBody(app, 'static', new Vec3(0, 1, 0), new Vec3(1, 0.1, 1), { trigger: true });
            app.update(1 / 60);
            expect(ground.cast(hit, down(0, 2, 0, 3))).to.equal(true);
            expect(hit.point[1]).to.be.closeTo(0.6, NEAR);
            ground.setMask(BODYMASK_ALL & ~BODYGROUP_USER_1);
            expect(ground.cast(hit, down(0, 2, 0, 3))).to.equal(true);
            expect(hit.point[1]).to.be.closeTo(0, NEAR);
            ground.setMask(BODYGROUP_DYNAMIC & ~1 | BODYGROUP_KINEMATIC);
            expect(ground.cast(hit, down(0, 2, 0, 3))).to.equal(false);
            ground.setMask(BODYGROUP_STATIC);
            expect(ground.cast(hit, down(0, 2, 0, 3))).to.equal(true);
        });

        it('names the body that was met, tells its place, and that it is gone', () => {
            const body = addBody(app, 'kinematic', new Vec3(1, 0, 0), new Vec3(1, 0.1, 1));
            app.update(1 / 60);
            expect(ground.cast(hit, down(1, 2, 0, 3))).to.equal(true);
            const place = new Float64Array(7);
            hit.body!.readPlace(place);
            expect([...place]).to.deep.equal([1, 0, 0, 0, 0, 0, 1]);
            expect(hit.body!.isThere()).to.equal(true);
            const met = hit.body!;
            expect(ground.cast(hit, down(1.5, 2, 0, 3))).to.equal(true);
            expect(hit.body, 'the same body is the same thing').to.equal(met);
            body.enabled = false;
            expect(met.isThere()).to.equal(false);
            body.enabled = true;
            body.destroy();
            expect(met.isThere()).to.equal(false);
        });

        it('meets a kinematic body where it is shown, not where physics had it', () => {
            const body = addBody(app, 'kinematic', new Vec3(0, 0, 0), new Vec3(2, 0.1, 2));
            for (let i = 1; i <= 20; i++) {
                body.setPosition(0, 0.05 * i, 0);
                app.update(1 / 60);
                expect(ground.cast(hit, down(0.3, 4, 0, 6))).to.equal(true);
                expect(hit.point[1], `frame ${i}`).to.be.closeTo(body.getPosition().y + 0.1, 0.005);
            }
        });

        it('uses its callback again: a thousand rays leave nothing in the memory of Ammo', () => {
            addBody(app, 'static', new Vec3(0, -0.5, 0), new Vec3(5, 0.5, 5));
            app.update(1 / 60);
            for (let i = 0; i < 1000; i++) {
                expect(ground.cast(hit, down((i % 10) / 5 - 1, 2, 0, 3))).to.equal(true);
                expect(hit.point[0]).to.be.closeTo((i % 10) / 5 - 1, 1e-4);
                expect(hit.point[1]).to.be.closeTo(0, NEAR);
            }
            expect(ground.cast(hit, down(20, 2, 0, 3))).to.equal(false);
        });

        it('can be destroyed and goes on when it is asked again', () => {
            addBody(app, 'static', new Vec3(0, -0.5, 0), new Vec3(5, 0.5, 5));
            app.update(1 / 60);
            ground.cast(hit, down(0, 2, 0, 3));
            ground.destroy();
            expect(ground.cast(hit, down(0, 2, 0, 3))).to.equal(true);
        });
    });
}

describe('ground of physics bodies without Ammo', () => {
    it('is not there, and meets nothing', async () => {
        const app = await createPhysicsApp(null);
        const ground = new PhysicsGround(app, new Entity('character', app));
        expect(ground.isThere).to.equal(false);
        expect(ground.cast(createGroundHit(), down(0, 2, 0, 3))).to.equal(false);
        ground.destroy();
        app.destroy();
    });
});
