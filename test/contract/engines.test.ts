import { expect } from 'chai';
import * as current from 'playcanvas';
import type { Entity, GraphNode, Vec3 } from 'playcanvas';
import * as oldest from 'playcanvas-1.77';

import type { PerfectLookAt } from '../../scripts/index';
import { createApp, loadGlb, type Engine } from '../support/app';
import { runBuiltFile } from '../support/built-file';
import { MANNEQUIN } from '../support/characters';

// The built file on the oldest and the newest engine that it is made for: it registers, finds the character, and looks.

/** The engines by what `version` says; the older one is used through the types of the newer one. */
const ENGINES: Engine[] = [oldest as unknown as Engine, current];

/** Angle between two directions in degrees. */
function angleBetween(engine: Engine, a: Vec3, b: Vec3): number {
    return Math.atan2(new engine.Vec3().cross(a, b).length(), a.dot(b)) * engine.math.RAD_TO_DEG;
}

/** Direction in which a node's reference forward, the character's +Z at the start, points now. */
function carriedForward(engine: Engine, node: GraphNode, reference: Vec3): Vec3 {
    return node.getRotation().transformVector(reference, new engine.Vec3());
}

for (const engine of ENGINES) {
    describe(`build/limber.js on engine ${engine.version}`, () => {
        it('registers, makes an instance and looks at a target', async () => {
            const app = createApp(engine);
            await runBuiltFile(engine);
            const mannequin = (await loadGlb(app, MANNEQUIN, engine)).instantiate();
            const target = new engine.Entity('target', app);
            target.setLocalPosition(1.2, 1.9, 1.5);
            app.root.addChild(target);
            app.root.addChild(mannequin);
            const eye = mannequin.findByName('mixamorig:RightEye') as Entity;
            const head = mannequin.findByName('mixamorig:Head') as Entity;
            const forwardIn = (node: GraphNode) => node.getRotation().clone().invert().transformVector(engine.Vec3.BACK, new engine.Vec3());
            const eyeReference = forwardIn(eye);
            const headBefore = head.getRotation().clone();

            mannequin.addComponent('script');
            const look = mannequin.script!.create('perfectLookAt', { attributes: { targetObject: target } }) as unknown as PerfectLookAt;
            for (let frame = 0; frame < 300; frame++) app.update(1 / 60);

            const toTarget = target.getPosition().clone().sub(eye.getPosition());
            expect(angleBetween(engine, carriedForward(engine, eye, eyeReference), toTarget), 'degrees from the target').to.be.below(0.1);
            const turn = headBefore.clone().invert().mul2(head.getRotation(), headBefore.clone().invert());
            expect(2 * Math.acos(Math.min(1, Math.abs(turn.w))) * engine.math.RAD_TO_DEG, 'degrees that the head has turned').to.be.above(5);
            expect(look.problems()).to.deep.equal([]);
            expect(look.reached).to.equal(true);
            app.destroy();
        });
    });
}
