import { expect } from 'chai';
import { Quat } from 'playcanvas';

import { MANNEQUIN } from '../support/characters';
import { turnBetween } from '../support/geometry';
import { onEachStage } from '../support/ragdoll-stage';

// Limbs that nothing drives, on a body that stands.

const ARM = ['rightUpperArm', 'rightForearm', 'rightHand'];

/** Degrees per frame of 1/60 s that count as rest. */
const AT_REST = 0.5;

onEachStage('loose limbs', (stage) => {
    afterEach(() => stage.app.systems.rigidbody!.gravity.set(0, -9.81, 0));

    for (const drive of ['velocity', 'springInertiaScaled'] as const) {
        for (const heldAt of ['everywhere', 'the hips']) {
            it(`an arm that is let go hangs down and comes to rest within 3 s: ${drive}, held at ${heldAt}`, () => {
                const actor = stage.add();
                const ragdoll = actor.add({ drive, rotationWeight: 1, translationWeight: 1 });
                stage.run(0.2);
                const before = ragdoll.getBoneState('rightHand')!.position.y;
                if (heldAt !== 'everywhere') {
                    for (const bone of actor.bodies) ragdoll.setBoneWeights(bone, 1, 0);
                    ragdoll.setBoneWeights('hips', 1, 1);
                }
                for (const bone of ARM) ragdoll.setBoneWeights(bone, 0, 0);
                stage.run(3);
                let last: Quat[] = [];
                let most = 0;
                stage.run(2, 60, () => {
                    const now = actor.bodies.map(bone => bone.getRotation().clone());
                    last.forEach((turn, i) => { most = Math.max(most, turnBetween(turn, now[i])); });
                    last = now;
                });
                expect(most, 'degrees per frame').to.be.below(AT_REST);
                expect(ragdoll.getBoneState('rightHand')!.position.y, 'height of the hand').to.be.below(before + 0.05);
            });
        }
    }
}, [MANNEQUIN, 'Xbot.glb', 'Soldier.glb', 'Knight.glb'].map(file => ({ name: file, file, clipFile: file, clip: /Soldier|Knight/.test(file) ? 'Idle' : 'idle' })));
