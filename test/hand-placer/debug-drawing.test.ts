import { expect } from 'chai';
import { Quat, Vec3, type Color } from 'playcanvas';

import { MANNEQUIN } from '../support/characters';
import { angleOf } from '../support/geometry';
import { elbowOf, HandStage } from '../support/hand-stage';

interface Line { from: Vec3; to: Vec3; color: string }

const nameOf = ({ r, g, b }: Color) => (b > 0.9 ? 'blue' : r > 0.9 ? (g > 0.8 ? 'yellow' : 'red') : 'green');

describe('drawing of hands', () => {
    const stage = new HandStage();
    before(() => stage.open(MANNEQUIN));
    afterEach(() => stage.clear());
    after(() => stage.close());

    /** Lines of the next frame. */
    const linesOf = (): Line[] => {
        const lines: Line[] = [];
        stage.app.drawLine = (from: Vec3, to: Vec3, color?: Color) => { lines.push({ from: from.clone(), to: to.clone(), color: nameOf(color!) }); };
        stage.step();
        return lines;
    };

    const alongOf = ({ from, to }: Line) => to.clone().sub(from);

    it('shows arm, elbow and goal of a hand that reaches; red where it does not get there; nothing while it is off', () => {
        const reacher = stage.add();
        const target = stage.addTarget(reacher.fromShoulder('right', 0.05, -0.05, 0.2), new Quat().setFromEulerAngles(10, 20, 30));
        reacher.hands.reach('right', target);
        expect(linesOf()).to.deep.equal([]);
        reacher.hands.drawDebugHands = true;
        const lines = linesOf();
        expect(lines.map(({ color }) => color)).to.deep.equal(['green', 'green', 'blue', 'yellow', 'yellow']);
        const [upper, lower, elbow, fingers, back] = lines;
        const arm = reacher.arm('right')!;
        expect(upper.from.distance(arm.shoulder.getPosition())).to.be.below(1e-4);
        for (const { from } of [lower, elbow]) expect(from.distance(arm.elbow.getPosition())).to.be.below(1e-4);
        // the palm is on the goal
        for (const point of [lower.to, fingers.from, back.from]) expect(point.distance(target.getPosition())).to.be.below(1e-4);
        expect(angleOf(alongOf(elbow), elbowOf(arm)!)).to.be.below(15);
        expect(angleOf(alongOf(fingers), target.forward)).to.be.below(0.1);
        expect(angleOf(alongOf(back), target.up)).to.be.below(0.1);
        target.setPosition(reacher.fromShoulder('right', 0, 0, 2));
        expect(linesOf().slice(0, 2).map(({ color }) => color)).to.deep.equal(['red', 'red']);
        reacher.hands.release('right');
        expect(linesOf()).to.deep.equal([]);
    });

    it('shows what aims up to its target', () => {
        const reacher = stage.add({ drawDebugHands: true });
        const target = stage.addTarget(reacher.fromShoulder('right', 0.3, 0.2, 2));
        reacher.hands.aims = [{ hand: 'right', boneName: 'head', barrel: null, axis: 'z', target, speed: 0, limit: 180, weight: 1, bodyShare: 0 }];
        const lines = linesOf();
        expect(lines.map(({ color }) => color)).to.deep.equal(['blue']);
        expect(lines[0].from.distance(reacher.roles.get('head')!.getPosition())).to.be.below(1e-4);
        expect(lines[0].to.distance(target.getPosition())).to.be.below(1e-3);
    });
});
