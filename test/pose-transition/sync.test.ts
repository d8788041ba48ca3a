import { expect } from 'chai';

import { findSteps, type ClipSteps } from '../../scripts/index';
import { sampled } from '../support/characters';
import { seededRandom, turnBetween } from '../support/geometry';
import { skipBecause } from '../support/skip';
import { CHANGING, setTransitionStage } from '../support/transition-stage';

// States of one group go on with the same foot. The phases are the pack's; which foot comes down next is read from the stances of the clips.

/** Names of two clips with steps. */
const GAITS: Readonly<Record<string, readonly [string, string]>> = {
    mannequin: ['walk', 'run'], hound: ['walk', 'trot'], Xbot: ['walk', 'run'], Knight: ['Walking_A', 'Running_A'], Husky: ['Walk', 'Gallop'],
    bitmoji: ['bitmoji-walk', 'bitmoji-run']
};

/** Seconds from a time of a clip on in which the foot that comes down next may be either: half a frame of 30 Hz. */
const CLOSE = 1 / 60;

/** The first two feet by the seconds until they come down the next time. */
function nextFoot({ feet, duration }: ClipSteps, time: number): { foot: number, wait: number, other: number } {
    const waits = feet.slice(0, 2).map(({ stances }) => Math.min(...stances.map(({ strike }) => (((strike - time) % duration) + duration) % duration)));
    return waits[0] < waits[1] ? { foot: 0, wait: waits[0], other: waits[1] } : { foot: 1, wait: waits[1], other: waits[0] };
}

for (const [name, [a, b]] of Object.entries(GAITS)) {
    it(`poseTransition keeps the order of the feet of ${name} in every switch between synced states, and shows the pose of that phase at once`, async function () {
        if (!CHANGING[name].path) skipBecause(this, `needs ${name}.glb in the folder that LIMBER_RIGS names`);
        const random = seededRandom(3);
        const stage = (await setTransitionStage(name, {}))!;
        const find = (title: string) => [...stage.tracks.keys()].find(state => state.includes(title))!;
        const states = [find(a), find(b)];
        stage.script.syncStates = states.map(state => ({ state, group: 'gait' }));
        const steps = states.map(state => findSteps(stage.entity, stage.tracks.get(state)!)!);
        for (const step of steps) expect(step.speed).to.be.above(0);
        const layer = stage.entity.anim!.baseLayer!;
        layer.transition(states[0], 0);
        const timeOf = (state: number) => layer.activeStateCurrentTime % steps[state].duration;
        let count = 0;
        for (let i = 0; i < sampled(200, 40); i++) {
            const [from, to] = i % 2 === 0 ? [0, 1] : [1, 0];
            for (let k = 0; k < 5 + 40 * random(); k++) stage.frame();
            const time = timeOf(from) + 1 / 60;
            const before = nextFoot(steps[from], time);
            layer.transition(states[to], 0);
            stage.frame();
            const after = nextFoot(steps[to], timeOf(to));
            // where the one has just come down and the other comes next, or both come at once
            if (before.wait < CLOSE || steps[from].duration / 2 < before.wait + CLOSE) continue;
            count++;
            expect(after.foot, `${states[from]} at ${before.wait}`).to.equal(before.foot);
            const apart = Math.abs(steps[to].phaseAt(timeOf(to)) - steps[from].phaseAt(time));
            expect(Math.min(apart, 1 - apart)).to.be.below(1e-6);
        }
        // the pose of the frame is that of the phase: the twin is set to its time by hand
        stage.script.halfLife = 0;
        for (let k = 0; k < 150; k++) stage.frame();
        for (const [i, state] of states.entries()) {
            stage.both(({ anim }) => anim!.baseLayer!.transition(state, 0));
            stage.frame();
            const shown = stage.pose(stage.entity);
            stage.twin.anim!.baseLayer!.activeStateCurrentTime = timeOf(i);
            stage.frame(0);
            // eyes have no curves, and keep what they had
            stage.pose(stage.twin).forEach(({ turn, name: joint }, k) => /eye/i.test(joint) || expect(turnBetween(turn, shown[k].turn), joint).to.be.below(1e-3));
        }
        expect(count).to.be.above(sampled(200, 40) / 2);
        expect(stage.script.problems()).to.deep.equal([]);
        stage.app.destroy();
    });
}
