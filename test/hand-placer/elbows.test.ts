import { expect } from 'chai';
import type { GraphNode } from 'playcanvas';

import { furtherRig, GNOME, MANNEQUIN, sampled } from '../support/characters';
import { angleOf } from '../support/geometry';
import { elbowOf, findGrasp, HandStage, SIDES } from '../support/hand-stage';

// Elbows against those of clips: a twin plays a clip, and the hands of a character beside it are brought to where the twin's are. What the clip does
// with its arms has no say: the script keeps nothing of them.

const FILES = [MANNEQUIN, GNOME, ...['Xbot.glb', 'Soldier.glb', 'Knight.glb', 'SkeletonMinion.glb', 'more/KnightQ.glb'].flatMap(file => furtherRig(file) ?? [])];

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
                        const arm = reacher.arm(side)!;
                        const shown = elbowOf({ shoulder: same(arm.shoulder), elbow: same(arm.elbow), hand: same(arm.hand) });
                        if (shown) off.push(angleOf(shown, elbowOf(arm) ?? shown));
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
