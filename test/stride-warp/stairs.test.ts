import { expect } from 'chai';

import { findSteps, type StrideWarp } from '../../scripts/index';
import { sampled } from '../support/characters';
import { FRAME, onPeople, type Actor, type FootStage } from '../support/foot-stage';
import { boundOf, type Reached } from '../support/reached';
import { stairs } from '../support/scenery';
import { itFull } from '../support/skip';
import { catchWarnings } from '../support/warnings';

// Stairs up and down with mecFootPlacer: on which tread each foot comes down, where its ball is on it, and how fast knees go.

const COUNT = 9;

/** Height of the joint of the toes over the ground, metres on a person. */
const BALL_HEIGHT = 0.02;

/** What is reached of the ball on its tread going down, as a share of its depth: boots of 0.34 m are longer than treads. */
const REACHED_BALL: Reached = { Soldier: 1.36 };

/** What is reached of a knee's speed, as a multiple of the clip's; goal: 2. */
const REACHED_KNEE: Record<'up' | 'down', Reached> = {
    up: { mannequin: 3.4, Xbot: 2.6 }, down: { mannequin: 2.7, Xbot: 2.9, Soldier: 2.9 }
};

function kneeOf(actor: Actor, id: string): number {
    const [hip, knee, ankle] = actor.leg(id).map(bone => bone.getPosition());
    const a = hip.clone().sub(knee).normalize(), b = ankle.clone().sub(knee).normalize();
    return Math.acos(Math.max(-1, Math.min(1, a.dot(b)))) * 180 / Math.PI;
}

/** A foot a tenth of a second after it has come down: on which tread by its height, and how far on it its ball is, as a share of the depth. */
interface Footfall { id: string; tread: number; ball: number }

/** Walks over stairs at a share of the speed at which the clip's steps take one tread each. */
function climb(stage: FootStage, direction: 'up' | 'down', rise: number, tread: number, share: number, from: number, isFitting = true) {
    const up = stairs(rise, tread, COUNT, stage.size);
    const length = COUNT * up.tread;
    const line = (z: number) => (direction === 'up' ? up.line(z) : up.line(length - z));
    const hero = stage.add().play('walk');
    const twin = stage.add().play('walk');
    const { strideTime } = findSteps(twin.model, stage.clip('walk'))!;
    const speed = share * up.tread / (strideTime / 2);
    const start = -1.2 * stage.size - from * up.tread;
    // Soldier looks the other way
    if (stage.forward.z < 0) hero.holder.setEulerAngles(0, 180, 0);
    hero.model.addComponent('script');
    const warp = hero.model.script!.create('strideWarp', { attributes: { speed, stairs: isFitting } }) as StrideWarp;
    const { ground } = up;
    const flipped = new Float64Array(7);
    const placer = hero.place({ adjustPelvisVertically: true, dampPelvis: true }, direction === 'up' ? ground : {
        cast(hit, ray) {
            flipped.set(ray);
            flipped[2] = length - ray[2];
            flipped[5] = -ray[5];
            if (!ground.cast(hit, flipped)) return false;
            hit.point[2] = length - hit.point[2];
            hit.normal[2] = -hit.normal[2];
            return true;
        }
    });
    const falls: Footfall[] = [];
    const wasDown = new Map<string, number>();
    const bends = new Map<string, [number, number]>();
    const seen = { knee: 0, note: '', twinKnee: 0 };
    for (let time = 0; start + speed * time < length + 1.2 * stage.size; time += FRAME) {
        const z = start + speed * time;
        hero.holder.setPosition(0, line(z), z);
        stage.step(FRAME);
        for (const id of stage.feet) {
            const now: [number, number] = [kneeOf(hero, id), kneeOf(twin, id)];
            const before = bends.get(id);
            if (before && time > 0.5) {
                const knee = Math.abs(now[0] - before[0]) / FRAME;
                if (knee > seen.knee) Object.assign(seen, { knee, note: `${id} at ${time.toFixed(2)} s, ${(z / up.tread).toFixed(2)} treads, clip ${hero.time.toFixed(2)}` });
                seen.twinKnee = Math.max(seen.twinKnee, Math.abs(now[1] - before[1]) / FRAME);
            }
            bends.set(id, now);
            // a tenth of a second after it has come down
            const since = placer.isDown(id) ? (wasDown.get(id) ?? 0) + FRAME : 0;
            if (since >= 0.1 && (wasDown.get(id) ?? 0) < 0.1) {
                const ball = hero.bone(id === 'leftFoot' ? 'leftToes' : 'rightToes').getPosition();
                const steps = Math.round((ball.y - BALL_HEIGHT * stage.size) / up.rise);
                const on = direction === 'up' ? steps - 1 : COUNT - steps;
                falls.push({ id, tread: on, ball: ball.z / up.tread - on });
            }
            wasDown.set(id, since);
        }
    }
    return { falls, ...seen, problems: [...warp.problems(), ...placer.problems()], speed };
}

onPeople('strideWarp on stairs', (stage) => {
    catchWarnings();

    for (const direction of ['up', 'down'] as const) {
        for (const [rise, tread] of [[0.17, 0.29], [0.15, 0.32], [0.2, 0.26]].slice(0, sampled(3, 1))) {
            itFull(`takes one tread a step ${direction} stairs of ${rise} by ${tread} m, with the ball of the foot on it`, () => {
                for (const share of [1, 0.8, 1.3].slice(0, sampled(3, 1))) {
                    for (let i = 0; i < (share === 1 ? sampled(4, 1) : 1); i++) {
                        const seen = climb(stage, direction, rise, tread, share, 0.23 * (i + 1));
                        const [first, last] = direction === 'up' ? [0, COUNT - 2] : [1, COUNT - 1];
                        const on = seen.falls.filter(({ tread: number }) => number >= first && number <= last);
                        const note = `${share} times the pace from ${i}: ${on.map(({ tread: number, ball }) => `${number} at ${ball.toFixed(2)}`).join(', ')}`;
                        expect(on.map(({ tread: number }) => number), note).to.deep.equal(Array.from({ length: last - first + 1 }, (_, k) => first + k));
                        on.forEach(({ id }, k) => expect(id, note).to.not.equal(on[k - 1]?.id));
                        for (const { ball } of on) expect(ball, note).to.be.within(0.1, boundOf(stage, 1, direction === 'down' ? REACHED_BALL : {}));
                        expect(seen.knee / seen.twinKnee, seen.note).to.be.below(boundOf(stage, 2, REACHED_KNEE[direction]));
                        expect(seen.problems).to.deep.equal([]);
                        stage.clear();
                    }
                }
            });
        }
    }

    it('strides over treads as its clip does without Stairs', () => {
        const seen = climb(stage, 'up', 0.17, 0.29, 1.3, 0, false);
        const places = seen.falls.filter(({ tread }) => tread >= 0 && tread < COUNT - 1).map(({ ball }) => ball);
        expect(Math.max(...places) - Math.min(...places)).to.be.above(0.3);
    });
});
