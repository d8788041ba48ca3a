import { expect } from 'chai';
import type { Entity } from 'playcanvas';

import { turnBetween } from '../support/geometry';
import { addDefaultLook, around } from '../support/look-at-motion';
import { AT_ONCE, filledRows, onEachCharacter, type Actor } from '../support/look-at-stage';

/** Largest change of a bone's rate, in degrees per degree of the target, from one step of the target to the next. */
const KINK = 0.1;

/** Step of the target, degrees. */
const STEP = 0.1;

const EXACT = 0.1;
const OVER = 0.05;

onEachCharacter('a soft limit', (stage) => {
    function stand(softLimit?: number) {
        const [actor, twin] = [stage.add(), stage.add()];
        const target = stage.addEntity(around(actor, 0, 0, 20));
        const settings = softLimit === undefined ? {} : { softLimit };
        const look = addDefaultLook(actor, { targetObject: target, lookAtBlendSpeed: AT_ONCE, maxTurnSpeed: 0, giveUpAngle: 180, ...settings });
        stage.step();
        return { actor, twin, target, look };
    }

    /** Turns of the bones from the animation while the target goes to the left, degrees, a list for each step. */
    function sweep(actor: Actor, twin: Actor, target: Entity, bones: Entity[], end: number, check = () => {}): number[][] {
        const turns: number[][] = [];
        for (let left = 0; left <= end; left += STEP) {
            target.setPosition(around(actor, left, 0, 20));
            stage.step();
            turns.push(bones.map(bone => turnBetween(bone.getLocalRotation(), twin.same(bone, actor).getLocalRotation())));
            check();
        }
        return turns;
    }

    /** Largest change of the rate of a bone from one step to the next. */
    function kinkOf(turns: readonly number[][], bone: number): number {
        let most = 0;
        for (let i = 2; i < turns.length; i++) {
            const [a, b, c] = [turns[i - 2][bone], turns[i - 1][bone], turns[i][bone]];
            most = Math.max(most, Math.abs(c - 2 * b + a) / STEP);
        }
        return most;
    }

    const TWO = [{ boneName: 'head', rotationLimit: 30 }, { boneName: 'neck', rotationLimit: 60 }];

    it('is approached without a kink, ends exactly at the limit, and the next bone takes over with the gaze exact', function () {
        const { actor, twin, target, look } = stand();
        look.lookAtBones = TWO as never;
        stage.step();
        const bones = [actor.bone('head'), actor.bone('neck')];
        const turns = sweep(actor, twin, target, bones, 55, () => expect(look.residual).to.be.below(EXACT));
        const kinks = [0, 1].map(bone => kinkOf(turns, bone));
        this.test!.title += ` (the rates of two bones change by ${kinks.map(kink => (100 * kink).toFixed(1)).join(' and ')} % a tenth of a degree)`;
        kinks.forEach(kink => expect(kink).to.be.below(KINK));
        const [head, neck] = turns[turns.length - 1];
        expect(head).to.be.closeTo(30, OVER);
        expect(neck).to.be.above(15);
        // from 85 % of the limit on, less and less of what is asked for
        const begin = turns.findIndex(([, turn]) => turn > 0.01);
        expect(turns[begin][0]).to.be.closeTo(0.85 * 30, 0.5);
    });

    it('of the chain that is filled in has no kink either', function () {
        const { actor, twin, target, look } = stand();
        const bones = look.lookAtBones.map(row => row.bone!);
        const turns = sweep(actor, twin, target, bones, 85);
        const kinks = bones.map((_, bone) => kinkOf(turns, bone));
        this.test!.title += ` (at most ${(100 * Math.max(...kinks)).toFixed(1)} % a tenth of a degree)`;
        kinks.forEach((kink, bone) => expect(kink, bones[bone].name).to.be.below(KINK));
    });

    it('at 1 is hard: the bone goes on at full rate and stops', () => {
        const { actor, twin, target, look } = stand(1);
        look.lookAtBones = TWO as never;
        stage.step();
        const turns = sweep(actor, twin, target, [actor.bone('head'), actor.bone('neck')], 45);
        expect(kinkOf(turns, 0)).to.be.above(0.5);
        expect(turns[Math.round(29 / STEP)][1]).to.be.below(0.1);
        expect(turns[turns.length - 1][0]).to.be.closeTo(30, OVER);
    });

    it('is asked for in vain where the limit is 0', () => {
        const { actor, twin, target, look } = stand();
        look.lookAtBones = filledRows(look).map((row, i) => (i === 0 ? { ...row, rotationLimit: 0 } : row)) as never;
        const bone = look.lookAtBones[0].bone!;
        const turns = sweep(actor, twin, target, [bone], 10);
        expect(Math.max(...turns.map(([turn]) => turn))).to.be.below(0.01);
    });
});
