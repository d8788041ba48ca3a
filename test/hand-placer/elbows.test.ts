import { expect } from 'chai';
import type { GraphNode, Vec3 } from 'playcanvas';

import { furtherRig, GNOME, MANNEQUIN, sampled } from '../support/characters';
import { angleOf } from '../support/geometry';
import { findGrasp, HandStage, SIDES } from '../support/hand-stage';

// Elbows against those of clips: a twin plays a clip, and the hands of a character beside it are brought to where the twin's are. What the clip does
// with its arms has no say: the script keeps nothing of them.

/** Distance of an elbow from the arm's line, as a share of its length, from which on it is to be seen where the elbow is. */
const BENT = 0.08;

const FILES = [MANNEQUIN, GNOME, ...['Xbot.glb', 'Soldier.glb', 'Knight.glb', 'SkeletonMinion.glb', 'more/KnightQ.glb'].flatMap(file => furtherRig(file) ?? [])];

/** The direction of the elbow, at right angles to the arm's line; null where the arm is nearly straight. */
function elbowOf(shoulder: GraphNode, elbow: GraphNode, hand: GraphNode): Vec3 | null {
    const line = hand.getPosition().clone().sub(shoulder.getPosition());
    const aside = elbow.getPosition().clone().sub(shoulder.getPosition());
    const length = aside.length() + elbow.getPosition().distance(hand.getPosition());
    line.normalize();
    aside.sub(line.clone().mulScalar(aside.dot(line)));
    return aside.length() > BENT * length ? aside : null;
}

describe('elbows', () => {
    const all: number[] = [];

    for (const file of FILES) {
        it(`are compared with those of the clips of ${file}`, async function () {
            const stage = new HandStage();
            await stage.open(file);
            const off: number[] = [];
            for (const name of [...stage.clips.keys()].slice(0, sampled(100, 8))) {
                const model = stage.addModel(name);
                const twin = model.find(() => true);
                const reacher = stage.add({}, name);
                const same = (node: GraphNode) => twin[reacher.nodes.indexOf(node)];
                for (const character of [model, reacher.model]) character.anim!.speed = 0;
                const grasps = SIDES.map(side => findGrasp(stage, reacher, side));
                const targets = reacher.hands.hands.map(row => row.target!);
                for (const row of reacher.hands.hands) row.bodyShare = 0;
                for (let i = 0; i < 4; i++) {
                    for (const character of [model, reacher.model]) character.anim!.baseLayer!.activeStateCurrentTime = stage.clips.get(name)!.duration * (i + 0.5) / 4;
                    stage.step();
                    SIDES.forEach((side, k) => {
                        const hand = same(reacher.arm(side)!.hand);
                        const turn = hand.getRotation();
                        targets[k].setPosition(turn.transformVector(grasps[k].palm, targets[k].getPosition().clone()).add(hand.getPosition()));
                        targets[k].setRotation(turn.clone().mul(grasps[k].turn));
                    });
                    stage.step();
                    for (const side of SIDES) {
                        const { shoulder, elbow, hand } = reacher.arm(side)!;
                        const shown = elbowOf(same(shoulder), same(elbow), same(hand));
                        if (shown) off.push(angleOf(shown, elbowOf(shoulder, elbow, hand) ?? shown));
                    }
                }
                stage.clear();
            }
            stage.close();
            off.sort((a, b) => a - b);
            this.test!.title += ` (${off.length} arms, median ${off[off.length >> 1]?.toFixed(0)}, 90 % below ${off[Math.floor(0.9 * off.length)]?.toFixed(0)} degrees)`;
            all.push(...off);
        });
    }

    it('are within 15 degrees of them in half of the arms, within 30 in nine of ten', () => {
        all.sort((a, b) => a - b);
        expect(all.length).to.be.at.least(40);
        expect(all[all.length >> 1]).to.be.below(15);
        expect(all[Math.floor(0.9 * all.length)]).to.be.below(30);
    });
});
