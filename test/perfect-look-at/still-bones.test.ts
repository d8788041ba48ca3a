import { expect } from 'chai';
import { Vec3, type GraphNode } from 'playcanvas';

import { angleOf } from '../support/geometry';
import { addDefaultLook, around } from '../support/look-at-motion';
import { filledRows, onEachCharacter } from '../support/look-at-stage';
import { skipBecause } from '../support/skip';

const numbersOf = (node: GraphNode) => {
    const { x, y, z, w } = node.getLocalRotation();
    return [x, y, z, w];
};

onEachCharacter('bones that do not turn', (stage) => {
    it('with a rotation limit of 0 are as their clip has them, bit for bit, linked bones too', () => {
        const [actor, twin] = [stage.add(), stage.add()];
        for (const instance of [actor, twin]) instance.play('walk').run();
        const look = addDefaultLook(actor, { targetObject: stage.addEntity(around(actor, 70, 20)) });
        const rows = filledRows(look);
        // the eyes, and every other bone below them
        const still = rows.filter((_, i) => i % 2 === 0);
        look.lookAtBones = rows.map((row, i) => (i % 2 === 0 ? { ...row, rotationLimit: 0 } : row)) as never;
        const bones = still.flatMap(({ bone, linkedBones }) => [bone!, ...linkedBones!]);
        let turned = 0;
        for (let i = 0; i < 90; i++) {
            stage.step();
            for (const bone of bones) expect(numbersOf(bone), `${bone.name} in frame ${i}`).to.deep.equal(numbersOf(twin.same(bone, actor)));
            const [, head] = rows.map(({ bone }) => bone!);
            turned = Math.max(turned, angleOf(actor.forwardOf(head), twin.forwardOf(twin.same(head, actor))));
        }
        expect(turned, 'the others turn').to.be.above(20);
    });

    it('eyes that carry no skin do not aim: the middle between them does', function () {
        if (stage.eyesAreSeen) {
            skipBecause(this, 'these carry skin');
        }
        const actor = stage.add();
        const [right, left] = [actor.bone('rightEye'), actor.bone('leftEye')];
        const target = stage.addEntity(around(actor, 15, 5, 0.6));
        const look = addDefaultLook(actor, { targetObject: target, maxTurnSpeed: 0, lookAtBlendSpeed: 1000 });
        for (let i = 0; i < 10; i++) stage.step();
        const middle = new Vec3().add2(right.getPosition(), left.getPosition()).mulScalar(0.5);
        expect(angleOf(actor.forwardOf(right), target.getPosition().clone().sub(middle))).to.be.below(0.1);
        expect(look.gazeOrigin.distance(middle)).to.be.below(1e-3 * stage.height);
        // with a limit that is given by hand they turn, and aim
        look.lookAtBones = [{ bone: right, rotationLimit: 30, linkedBones: [left] }, ...filledRows(look).slice(1)] as never;
        for (let i = 0; i < 10; i++) stage.step();
        expect(actor.gazeError(right, target.getPosition())).to.be.below(0.1);
    });
});
