import { expect } from 'chai';
import { Quat, Vec3, type Entity } from 'playcanvas';

import { findCharacter } from '../../scripts/index';
import { charactersAtHand, MANNEQUIN, sampled } from '../support/characters';
import { seededRandom, turnBetween } from '../support/geometry';
import { findGrasp, HandStage, placeInReach, seenFrom, type Side } from '../support/hand-stage';
import { skipBecause } from '../support/skip';
import { catchWarnings } from '../support/warnings';

// A palm is some point of the hand: wherever the target is, it has to be the same one.

/** How far the points are apart, and the largest turn between rotations. */
function spread(points: readonly Vec3[], turns: readonly Quat[]): readonly [number, number] {
    const middle = points.reduce((sum, point) => sum.add(point), new Vec3()).mulScalar(1 / points.length);
    return [Math.max(...points.map(point => point.distance(middle))), Math.max(...turns.map(turn => turnBetween(turn, turns[0])))];
}

/** Whether bones or what is above them are scaled by axis: places of their poses are near the truth only. */
function isUneven(model: Entity): boolean {
    return model.find(() => true).some((node) => {
        const { x, y, z } = node.getLocalScale();
        return Math.max(x, y, z) > 1.001 * Math.min(x, y, z);
    });
}

/** Scripts that pose the character before hands reach. */
const BEFORE = ['perfectLookAt', 'mecFootPlacer'];

const files = [MANNEQUIN, ...charactersAtHand()];

for (const file of files) {
    describe(`a hand in reach: ${file}`, () => {
        const stage = new HandStage();
        catchWarnings();
        before(async function () {
            await stage.open(file).catch((error: unknown) => skipBecause(this, String(error)));
        });
        afterEach(() => stage.clear());
        after(() => stage.app && stage.close());

        const eachHand = (context: Mocha.Context, test: (side: Side) => void) => {
            const model = stage.addModel();
            const found = findCharacter(model) ? stage.add().hands.hands.map(({ hand }) => hand) : [];
            if (isUneven(model)) skipBecause(context, 'not supported: its scale differs by axis');
            if (found.length === 0) skipBecause(context, 'has no free arms with hands');
            stage.clear();
            for (const hand of found) test(hand);
        };

        it('is on its target, also with look-at, feet and springs', function () {
            eachHand(this, (side) => {
                const random = seededRandom(5);
                const target = stage.addTarget();
                const reacher = stage.add({ hands: [{ hand: side, target, bodyShare: 0 }] });
                const ball = stage.addTarget(reacher.fromShoulder('left', 1, 0.5, 2));
                for (const [ind, script] of BEFORE.entries()) reacher.model.script!.create(script, { ind, attributes: script === 'perfectLookAt' ? { targetObject: ball } : {} });
                reacher.model.script!.create('springChain');
                const points: Vec3[] = [];
                for (let i = 0; i < sampled(200, 60); i++) {
                    target.setPosition(placeInReach(reacher, side, random));
                    stage.step();
                    points.push(seenFrom(reacher.arm(side)!.hand, target.getPosition()));
                }
                const [apart] = spread(points, [Quat.IDENTITY]);
                expect(apart / reacher.height * 1750, `${side}, mm of a person`).to.be.below(1);
                expect(points[0].length() / reacher.height).to.be.below(0.12);
            });
        });

        it('is turned as its target is, where the wrist can', function () {
            eachHand(this, (side) => {
                const random = seededRandom(7);
                const target = stage.addTarget();
                const row = { hand: side, target, bodyShare: 0, turn: 0 };
                const reacher = stage.add({ hands: [row] });
                const [live] = reacher.hands.hands;
                const { hand } = reacher.arm(side)!;
                const seen = () => hand.getRotation().clone().invert().mul(target.getRotation());
                const { turn: grasp } = findGrasp(stage, reacher, side);
                live.target = target;
                const points: Vec3[] = [], turns: Quat[] = [];
                for (let i = 0; i < sampled(200, 60); i++) {
                    target.setPosition(placeInReach(reacher, side, random, 0.75));
                    live.turn = 0;
                    stage.step();
                    const aside = new Quat().setFromAxisAngle(new Vec3(random() - 0.5, random() - 0.5, random() - 0.5).normalize(), 8);
                    target.setRotation(aside.mul(hand.getRotation()).mul(grasp));
                    live.turn = 1;
                    stage.step();
                    points.push(seenFrom(hand, target.getPosition()));
                    turns.push(seen());
                }
                const [apart, turned] = spread(points, turns);
                expect(apart / reacher.height * 1750, `${side}, mm of a person`).to.be.below(1);
                expect(turned, `${side}, degrees`).to.be.below(0.5);
            });
        });
    });
}
