import { expect } from 'chai';
import { Quat, Vec3 } from 'playcanvas';

import { turnBetween } from '../support/geometry';
import { onEachCharacter } from '../support/look-at-stage';

// A clip that squashes and stretches scales a bone by axis. Up to 30 % the look goes on with the mean scale; beyond, it lets go in its own time.

onEachCharacter('uneven scales', (stage) => {
    /** Looks while a bone is scaled, frame by frame, and answers the fastest turn of the head in degrees a frame, and the largest error of the gaze. */
    function look(boneId: 'head' | 'neck', scaleAt: (frame: number) => readonly [number, number, number], frames: number) {
        const actor = stage.add();
        const script = actor.addLook({ targetObject: stage.addEntity(new Vec3(1.5, 0.2, 1).add(stage.eyePoint)) });
        for (let i = 0; i < 90; i++) stage.step();
        const head = actor.bone('head'), bone = actor.bone(boneId), before = head.getLocalRotation().clone(), last = new Quat();
        let fastest = 0, error = 0;
        for (let i = 0; i < frames; i++) {
            const [x, y, z] = scaleAt(i);
            bone.setLocalScale(x, y, z);
            last.copy(head.getLocalRotation());
            stage.step();
            fastest = Math.max(fastest, turnBetween(last, head.getLocalRotation()));
            error = Math.max(error, script.residual);
        }
        return { fastest, error, script, turned: turnBetween(before, head.getLocalRotation()) };
    }

    for (const bone of ['head', 'neck'] as const) {
        it(`of the ${bone} up to 30 % leave the look on its target`, () => {
            const { fastest, error, script } = look(bone, (i) => {
                const squash = 0.12 * Math.sin(i / 60 * Math.PI);
                return [1 + squash, 1 - squash, 1 + squash];
            }, 60);
            expect(script.problems()).to.deep.equal([]);
            expect(fastest, 'degrees a frame').to.be.below(1);
            expect(error, 'degrees').to.be.below(6);
        });
    }

    it('beyond let go of the target, and take it up again, without a jump', () => {
        const { fastest, turned, script } = look('neck', i => (i >= 5 && i < 95 ? [1, 1.6, 1] : [1, 1, 1]), 200);
        expect(fastest, 'degrees a frame').to.be.below(6);
        expect(turned, 'degrees at the end').to.be.below(2);
        expect(script.problems()).to.deep.equal([]);
    });
});
