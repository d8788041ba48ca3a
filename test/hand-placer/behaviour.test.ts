import { expect } from 'chai';
import { Entity, Quat, Vec3 } from 'playcanvas';

import { GNOME, MANNEQUIN } from '../support/characters';
import { angleOf, turnBetween } from '../support/geometry';
import { HandStage, seenFrom, SIDES, type Reacher } from '../support/hand-stage';
import { catchWarnings } from '../support/warnings';

const FRAME = 1 / 60;

const ACROSS_THE_BACK = new Vec3(-0.7, 0.37, -0.61);

/** Largest turn of a node's local rotation between two poses, degrees. */
function largestTurn(before: readonly Quat[], after: readonly Quat[]): number {
    return before.reduce((most, turn, i) => Math.max(most, turnBetween(turn, after[i])), 0);
}

/** Largest turn of a joint in each of some frames. */
function turnsOf(stage: HandStage, reacher: Reacher, frames: number, dt = FRAME): number[] {
    return Array.from({ length: frames }, () => {
        const before = reacher.pose();
        stage.step(dt);
        return largestTurn(before, reacher.pose());
    });
}

for (const file of [MANNEQUIN, GNOME]) {
    describe(`hands of ${file}`, () => {
        const stage = new HandStage();
        catchWarnings();
        before(() => stage.open(file));
        afterEach(() => stage.clear());
        after(() => stage.close());

        it('point at what is out of reach, stretched to 99 %', () => {
            for (const side of SIDES) {
                const reacher = stage.add({ hands: [{ hand: side, bodyShare: 0 }] });
                const target = stage.addTarget(reacher.fromShoulder(side, 0.1, 0.05, 0.2));
                reacher.hands.reach(side, target);
                stage.step();
                const { shoulder, elbow, hand } = reacher.arm(side)!;
                const palm = hand.getWorldTransform().clone().invert().transformPoint(target.getPosition(), new Vec3());
                for (const [x, y, z] of [[0.2, 0.1, 0.9], [0.9, -0.2, 0.2], [0.1, 0.9, 0.3]]) {
                    target.setPosition(reacher.fromShoulder(side, x, y, z));
                    stage.step();
                    const end = hand.getWorldTransform().transformPoint(palm, new Vec3());
                    const line = end.clone().sub(shoulder.getPosition());
                    const length = shoulder.getPosition().distance(elbow.getPosition()) + elbow.getPosition().distance(end);
                    expect(line.length() / length).to.be.closeTo(0.99, 0.001);
                    expect(angleOf(line, target.getPosition().clone().sub(shoulder.getPosition()))).to.be.below(0.1);
                }
                stage.clear();
            }
        });

        it('have no elbow that flips while a target goes around at 1 m/s', () => {
            for (const side of SIDES) {
                const reacher = stage.add({ hands: [{ hand: side, bodyShare: 0 }] });
                const target = stage.addTarget();
                const { shoulder, elbow } = reacher.arm(side)!;
                const radius = 0.7 * reacher.armLength(side) / reacher.height;
                const step = FRAME / (radius * reacher.height);
                reacher.hands.reach(side, target);
                let most = 0;
                // circles of latitude about the direction ahead, up to 110 degrees aside, and one through up and down
                for (const aside of [20, 50, 80, 110]) {
                    const [sine, cosine] = [Math.sin(aside * Math.PI / 180), Math.cos(aside * Math.PI / 180)];
                    for (let angle = 0; angle < 2 * Math.PI; angle += step / sine) {
                        const before = [shoulder, elbow].map(node => node.getRotation().clone());
                        const [x, y] = [sine * Math.cos(angle), sine * Math.sin(angle)];
                        // across the back, above the other shoulder, no arm gets
                        if (angleOf(new Vec3(x, y, cosine), ACROSS_THE_BACK) < 45) continue;
                        const from = target.getPosition().clone();
                        target.setPosition(reacher.fromShoulder(side, radius * x, radius * y, radius * cosine));
                        stage.step();
                        const moved = angleOf(from.sub(shoulder.getPosition()), target.getPosition().clone().sub(shoulder.getPosition()));
                        if (moved > 3 * step * 180 / Math.PI) continue;
                        most = Math.max(most, ...[shoulder, elbow].map((node, i) => turnBetween(before[i], node.getRotation()) / moved));
                    }
                }
                expect(most, side).to.be.within(0.9, 3);
                stage.clear();
            }
        });

        it('leave the animation alone at weight 0, and go half the way of each joint at 1/2', () => {
            const [reacher, twin] = [stage.add(), stage.addModel()];
            const hands = reacher.hands;
            for (const row of hands.hands) row.bodyShare = 0;
            const nodes = twin.find(() => true);
            const target = stage.addTarget(reacher.fromShoulder('right', 0.1, 0, 0.25));
            hands.reach('right', target);
            const shown = (weight: number) => {
                hands.hands[1].weight = weight;
                stage.step();
                return reacher.pose();
            };
            const [none, half, whole] = [shown(0), shown(0.5), shown(1)];
            expect(largestTurn(none, nodes.map(node => node.getLocalRotation()))).to.be.below(0.001);
            none.forEach((turn, i) => {
                const way = turnBetween(turn, whole[i]);
                expect(turnBetween(turn, half[i])).to.be.closeTo(way / 2, 0.01);
                expect(turnBetween(half[i], whole[i])).to.be.closeTo(way / 2, 0.01);
            });
            expect(largestTurn(none, whole)).to.be.above(20);
        });

        it('go over without a jump, at every frame rate', () => {
            for (const rate of [30, 60, 144]) {
                const reacher = stage.add({ blendTime: 0.5 });
                const target = stage.addTarget(reacher.fromShoulder('left', 0.1, 0.1, 0.25));
                const start = reacher.pose();
                stage.step(1 / rate, 2);
                reacher.hands.reach('left', target);
                const turns = turnsOf(stage, reacher, Math.ceil(0.6 * rate), 1 / rate);
                const way = largestTurn(start, reacher.pose());
                // eased in and out, a joint is at most twice as fast as on the mean
                expect(Math.max(...turns) * rate * 0.5 / way, `${rate} Hz`).to.be.below(2.2);
                expect(seenFrom(reacher.arm('left')!.hand, target.getPosition()).length() / reacher.height).to.be.below(0.1);
                stage.clear();
            }
        });

        it('are calm when they are switched off in mid-reach, and give the pose back', () => {
            const reacher = stage.add({ blendTime: 0.5 });
            const start = reacher.pose();
            stage.step(FRAME, 2);
            reacher.hands.reach('right', stage.addTarget(reacher.fromShoulder('right', 0.1, 0.1, 0.25)));
            const there = turnsOf(stage, reacher, 15);
            reacher.hands.enabled = false;
            const back = turnsOf(stage, reacher, 60);
            expect(Math.max(...back)).to.be.below(1.5 * Math.max(...there));
            expect(largestTurn(start, reacher.pose())).to.be.below(0.01);
        });

        it('let go of a target that is destroyed or goes behind, and say the first', () => {
            const reacher = stage.add({ blendTime: 0.4 });
            const { hands } = reacher;
            stage.step(FRAME, 2);
            const target = stage.addTarget(reacher.fromShoulder('right', 0.1, 0.1, 0.25));
            hands.reach('right', target);
            const there = turnsOf(stage, reacher, 40);
            expect(hands.isReached('right')).to.equal(true);
            target.setPosition(reacher.fromShoulder('right', -0.3, 0.2, -0.3));
            const behind = turnsOf(stage, reacher, 40);
            expect(hands.isReached('right')).to.equal(false);
            target.setPosition(reacher.fromShoulder('right', 0.1, 0.1, 0.25));
            turnsOf(stage, reacher, 40);
            expect(hands.isReached('right')).to.equal(true);
            target.destroy();
            const gone = turnsOf(stage, reacher, 40);
            for (const turns of [behind, gone]) expect(Math.max(...turns)).to.be.below(1.5 * Math.max(...there));
            expect(hands.problems().join()).to.include('was destroyed');
        });

        it('both come to one point, and tell so', () => {
            const reacher = stage.add();
            const told: string[] = [];
            reacher.hands.on('reached', (hand: string, reached: boolean) => told.push(`${hand} ${reached}`));
            const target = stage.addTarget(reacher.fromShoulder('right', -0.1, -0.1, 0.22));
            for (const side of SIDES) reacher.hands.reach(side, target, 0);
            stage.step(FRAME, 2);
            expect(told.sort()).to.deep.equal(['left true', 'right true']);
            const ways = SIDES.map(side => seenFrom(reacher.arm(side)!.hand, target.getPosition()).length());
            expect(ways[0]).to.be.closeTo(ways[1], 0.002 * reacher.height);
            reacher.hands.release('left', 0);
            stage.step();
            expect(told.at(-1)).to.equal('left false');
        });

        it('do the same on a character that is scaled and turned', () => {
            const poses = [1, 2.5].map((scale) => {
                const holder = new Entity('holder', stage.app);
                stage.app.root.addChild(holder);
                if (scale !== 1) {
                    holder.setLocalScale(scale, scale, scale);
                    holder.setPosition(3, 1, -2);
                    holder.setEulerAngles(20, 130, -15);
                }
                const reacher = stage.add({}, '', holder);
                const target = stage.addTarget();
                holder.addChild(target);
                target.setLocalPosition(0.2, 1.2, 0.3);
                reacher.hands.reach('left', target);
                stage.step(FRAME, 2);
                return reacher.pose();
            });
            expect(largestTurn(poses[0].slice(1), poses[1].slice(1))).to.be.below(0.05);
        });

        it('are on their targets while look-at, feet and springs work and a clip plays', () => {
            const clip = file === MANNEQUIN ? 'walk' : [...stage.clips.keys()][0];
            const model = stage.addModel(clip);
            const ball = stage.addTarget(new Vec3(1, 2, 2));
            for (const name of ['perfectLookAt', 'mecFootPlacer', 'handPlacer', 'springChain']) {
                model.script!.create(name, { attributes: name === 'perfectLookAt' ? { targetObject: ball } : name === 'handPlacer' ? { blendTime: 0 } : {} });
            }
            const hands = model.script!.get('handPlacer') as unknown as Reacher['hands'];
            const hand = model.findByName(hands.entity.findByName('mixamorig:RightHand') ? 'mixamorig:RightHand' : 'J_Bip_R_Hand')!;
            const target = stage.addTarget();
            target.reparent(model);
            target.setLocalPosition(-0.25, 1.1, 0.35);
            stage.step();
            hands.reach('right', target);
            stage.step(FRAME, 30);
            const palms = Array.from({ length: 60 }, () => {
                stage.step();
                return seenFrom(hand, target.getPosition());
            });
            const middle = palms.reduce((sum, palm) => sum.add(palm), new Vec3()).mulScalar(1 / palms.length);
            expect(Math.max(...palms.map(palm => palm.distance(middle)))).to.be.below(0.001);
            expect(hands.isReached('right')).to.equal(true);
        });
    });
}
