import { expect } from 'chai';
import { Entity, Quat, Vec3 } from 'playcanvas';

import { furtherRig, GNOME, MANNEQUIN } from '../support/characters';
import { turnBetween } from '../support/geometry';
import { findGrasp, HandStage, seenFrom, SIDES, type Grasp, type Reacher, type Side } from '../support/hand-stage';
import { catchWarnings } from '../support/warnings';

const FRAME = 1 / 60;

const MARKS = { left: 'gripLeft', right: 'gripRight' } as const;

const markOf = (prop: Entity, side: Side) => prop.findByName(MARKS[side]) as Entity;

/** Distance of a mark from the palm that is known, metres of a person. */
function offOf(reacher: Reacher, side: Side, { palm }: Grasp, mark: Vec3): number {
    return seenFrom(reacher.arm(side)!.hand, mark).distance(palm) / reacher.height * 1.75;
}

/** A mark in the scene where a hand has it. */
function putInto(node: Entity, reacher: Reacher, side: Side, { palm, turn }: Grasp) {
    const { hand } = reacher.arm(side)!;
    node.setPosition(hand.getRotation().transformVector(palm, new Vec3()).add(hand.getPosition()));
    node.setRotation(hand.getRotation().clone().mul(turn));
}

const FILES = [MANNEQUIN, GNOME, ...['Xbot.glb', 'Soldier.glb', 'Knight.glb', 'more/KnightQ.glb'].flatMap(file => furtherRig(file) ?? [])];

for (const file of FILES) {
    describe(`props in hands of ${file}`, () => {
        const stage = new HandStage();
        catchWarnings();
        before(() => stage.open(file));
        afterEach(() => stage.clear());
        after(() => stage.close());

        /** A character whose right hand goes where an entity is, and a pole with a mark for each hand there. */
        const addSwinger = (settings: { blendTime?: number } = {}) => {
            const reacher = stage.add();
            const grasps = { left: findGrasp(stage, reacher, 'left'), right: findGrasp(stage, reacher, 'right') };
            const lead = stage.addTarget(reacher.fromShoulder('right', -0.05, -0.1, 0.8 * reacher.armLength('right') / reacher.height));
            const [left, right] = reacher.hands.hands;
            for (const row of reacher.hands.hands) Object.assign(row, { turn: 0, bodyShare: 0 });
            right.target = lead;
            left.target = stage.addTarget(reacher.fromShoulder('left', -0.05, -0.1, 0.8 * reacher.armLength('left') / reacher.height));
            stage.step();
            const pole = stage.addTarget();
            putInto(pole, reacher, 'right', grasps.right);
            pole.rotateLocal(20, -40, 10);
            for (const side of SIDES) {
                const mark = new Entity(MARKS[side], stage.app);
                pole.addChild(mark);
                putInto(mark, reacher, side, grasps[side]);
            }
            left.target = null;
            Object.assign(reacher.hands, settings);
            return { reacher, grasps, lead, pole };
        };

        it('follow the hand in the frame that is shown, and a second hand follows them, at every frame rate', function () {
            const most = { leader: 0, turn: 0, second: 0 };
            for (const rate of [30, 60, 144]) {
                const { reacher, grasps: { left, right }, lead, pole } = addSwinger();
                reacher.hands.attach('right', pole);
                reacher.hands.attach('left', pole);
                stage.step(1 / rate, 3);
                const [from, before] = [lead.getPosition().clone(), pole.getPosition().clone()];
                let way = 0;
                for (let i = 0; i < 2 * rate; i++) {
                    const time = i / rate;
                    lead.setPosition(new Vec3(Math.sin(7 * time), Math.sin(5 * time), Math.sin(6 * time)).mulScalar(0.04 * reacher.armLength('right')).add(from));
                    stage.step(1 / rate);
                    way = Math.max(way, pole.getPosition().distance(before) / reacher.armLength('right'));
                    most.leader = Math.max(most.leader, offOf(reacher, 'right', right, markOf(pole, 'right').getPosition()));
                    most.turn = Math.max(most.turn, turnBetween(reacher.arm('right')!.hand.getRotation().clone().mul(right.turn), markOf(pole, 'right').getRotation()));
                    most.second = Math.max(most.second, offOf(reacher, 'left', left, markOf(pole, 'left').getPosition()));
                }
                expect(way).to.be.above(0.04);
                stage.clear();
            }
            this.test!.title += ` (${(1000 * most.leader).toFixed(2)} and ${(1000 * most.second).toFixed(2)} mm of a person)`;
            expect(most.leader).to.be.below(0.001);
            expect(most.turn).to.be.below(0.5);
            expect(most.second).to.be.below(0.001);
        });

        it('go from hand to hand without a jump, and stay where they are let go', () => {
            const { reacher, grasps, lead, pole } = addSwinger({ blendTime: 0.4 });
            const { hands } = reacher;
            const from = lead.getPosition().clone();
            let frame = 0;
            const play = (frames: number) => Array.from({ length: frames }, () => {
                const before = pole.getPosition().clone();
                lead.setPosition(new Vec3(0, 0.03 * reacher.height * Math.sin(0.1 * frame++), 0).add(from));
                stage.step(FRAME);
                return pole.getPosition().distance(before) / reacher.height;
            });
            hands.attach('right', pole);
            const carried = Math.max(...play(40));
            expect(carried).to.be.above(0.001);
            hands.attach('left', pole);
            play(60);
            const anchor = stage.addTarget();
            putInto(anchor, reacher, 'left', grasps.left);
            hands.hands[0].turn = 1;
            hands.reach('left', anchor);
            hands.detach('right');
            const passed = play(60);
            expect(Math.max(...passed)).to.be.below(2 * carried);
            expect(offOf(reacher, 'left', grasps.left, markOf(pole, 'left').getPosition())).to.be.below(0.001);
            hands.detach('left');
            play(1);
            expect(Math.max(...play(30))).to.be.below(1e-6);
            expect(hands.problems()).to.deep.equal([]);
        });

        it('without marks are held as they are to the hand', () => {
            const { reacher, lead } = addSwinger();
            const ball = stage.addTarget(lead.getPosition().clone().add(new Vec3(0, 0.05, 0.02)), new Quat().setFromEulerAngles(10, 20, 30));
            reacher.hands.attach('right', ball);
            stage.step();
            const { hand } = reacher.arm('right')!;
            const [place, turn] = [seenFrom(hand, ball.getPosition()), hand.getRotation().clone().invert().mul(ball.getRotation())];
            lead.translate(0.05 * reacher.height, 0.1 * reacher.height, 0);
            stage.step(FRAME, 2);
            expect(seenFrom(hand, ball.getPosition()).distance(place)).to.be.below(1e-4);
            expect(turnBetween(hand.getRotation().clone().invert().mul(ball.getRotation()), turn)).to.be.below(0.05);
        });

        it('are followed while the script is switched off, and let go calmly when they are destroyed', () => {
            const { reacher, lead, pole } = addSwinger({ blendTime: 0.4 });
            const { hands } = reacher;
            hands.attach('right', pole);
            hands.attach('left', pole);
            stage.step(FRAME, 60);
            const { hand } = reacher.arm('right')!;
            const place = seenFrom(hand, pole.getPosition());
            hands.enabled = false;
            stage.step(FRAME, 60);
            expect(seenFrom(hand, pole.getPosition()).distance(place)).to.be.below(1e-4);
            hands.enabled = true;
            stage.step(FRAME, 60);
            pole.destroy();
            const turns = Array.from({ length: 60 }, () => {
                const before = reacher.pose();
                stage.step(FRAME);
                return Math.max(...reacher.pose().map((turn, k) => turnBetween(turn, before[k])));
            });
            expect(Math.max(...turns)).to.be.below(15);
            expect(hands.problems().join()).to.include('the prop "target" of a hand was destroyed');
            expect(lead.getPosition().length()).to.be.above(0);
        });
    });
}

describe('what is wrong with a prop', () => {
    const stage = new HandStage();
    const warnings = catchWarnings();
    before(() => stage.open(MANNEQUIN));
    after(() => stage.close());

    it('is said in one sentence, and a reach for what the hand itself holds is left alone', () => {
        const reacher = stage.add();
        stage.step();
        const { hands } = reacher;
        const bone = reacher.roles.get('head') as Entity;
        for (const prop of [bone, null, stage.app.root] as Entity[]) {
            hands.attach('right', prop);
            expect(hands.problems().join()).to.include('attach() was called with the hand "right"');
        }
        const ball = stage.addTarget(reacher.fromShoulder('right', 0, 0, 0.2));
        hands.attach('right', ball);
        expect(hands.problems()).to.deep.equal([]);
        stage.step(FRAME, 2);
        const before = ball.getPosition().clone();
        hands.reach('right', ball);
        stage.step(FRAME, 30);
        expect(ball.getPosition().distance(before)).to.be.below(1e-4);
        hands.hands[1].prop = bone;
        hands.refresh();
        expect(hands.problems().join()).to.include('is a bone of the character itself, or above it');
        expect(warnings.length).to.be.above(0);
    });
});
