import { expect } from 'chai';
import { Vec3, type Quat } from 'playcanvas';

import { FULL } from '../support/characters';
import { turnBetween } from '../support/geometry';
import { BUILDS } from '../support/physics-app';
import { isAtHand, RagdollStage, SOURCES, WALKING } from '../support/ragdoll-stage';
import { itFull, skipBecause } from '../support/skip';

// The old build of Ammo and today's give the same answer.

describe('both builds of Ammo', () => {
    for (const source of FULL ? SOURCES : [WALKING]) {
        itFull(`show a walk, a push and what follows within 0.2 degrees of each other: ${source.name}`, async function compare() {
            if (!isAtHand(source)) skipBecause(this, `needs ${source.file} in the folder that LIMBER_RIGS names`);
            const runs: Quat[][] = [];
            for (const build of BUILDS) {
                const stage = new RagdollStage(source, build);
                await stage.open();
                const [actor, twin] = [stage.add().play(), stage.add().play()];
                const ragdoll = actor.add({ rotationWeight: 0.3, translationWeight: 0.3 });
                stage.run(0.5);
                ragdoll.addImpulse('spine1', ragdoll.getBoneState('spine1')!.position, new Vec3(2, 0, 10));
                const shown: Quat[] = [];
                const away: number[] = [];
                stage.run(0.8, 60, () => {
                    for (const bone of actor.bodies) {
                        shown.push(bone.getLocalRotation().clone());
                        away.push(turnBetween(bone.getLocalRotation(), twin.nodes[actor.nodes.indexOf(bone)].getLocalRotation()));
                    }
                });
                expect(Math.max(...away)).to.be.above(1);
                runs.push(shown);
                stage.close();
            }
            const apart = Math.max(...runs[0].map((rotation, i) => turnBetween(rotation, runs[1][i])));
            expect(apart).to.be.below(0.2);
        });
    }
});
