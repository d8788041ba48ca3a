import { expect } from 'chai';
import { Vec3, type Color } from 'playcanvas';

import { onEachStage, WALKING } from '../support/ragdoll-stage';

onEachStage('drawing', (stage) => {
    it('shows the bodies: white where the animation has them, green where they are, nothing while it is off', () => {
        const lines: { middle: Vec3; color: Color }[] = [];
        const app = stage.app as unknown as { drawLine(start: Vec3, end: Vec3, color: Color): void };
        app.drawLine = (start, end, color) => { lines.push({ middle: start.clone().add(end).mulScalar(0.5), color: color.clone() }); };
        const actor = stage.add().play();
        const ragdoll = actor.add({ rotationWeight: 1, translationWeight: 1, drawDebugRagdoll: true });
        stage.run(0.3);
        lines.length = 0;
        ragdoll.teleport(new Vec3(5, 0, 0));
        // what is pushed away is green beside the white
        ragdoll.rotationWeight = ragdoll.translationWeight = 0;
        for (let i = 0; i < 20; i++) stage.step();
        lines.length = 0;
        stage.step();
        const [white, green] = [true, false].map(isWhite => lines.filter(({ color }) => (color.r === color.g && color.g === color.b) === isWhite));
        expect(white.length).to.equal(green.length).and.above(20 * actor.bodies.length);
        const centre = (all: typeof lines) => all.reduce((sum, { middle }) => sum.add(middle), new Vec3()).mulScalar(1 / all.length);
        expect(Math.abs(centre(white).x - 5)).to.be.below(0.2);
        expect(centre(green).y).to.be.below(centre(white).y - 0.3);
        ragdoll.drawDebugRagdoll = false;
        lines.length = 0;
        stage.step();
        expect(lines).to.deep.equal([]);
    });
}, [WALKING], ['ammojs-typed']);
