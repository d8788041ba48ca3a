import { expect } from 'chai';
import type { Quat, Vec3 } from 'playcanvas';

import { bonesOf, BudgetWorld, frozenClock, turnBetween, type Scripts } from '../support/budget-stage';
import { HOUND, MANNEQUIN } from '../support/characters';
import { boundOf, type Reached } from '../support/reached';
import { itFull, itOnce } from '../support/skip';
import { catchWarnings } from '../support/warnings';

// What nobody may see: that scripts work more seldom. Three applications run side by side: with the budget, without it, and without scripts. What
// scripts turn and move each bone by in the world is the difference to the last one; its step from frame to frame is held against the largest
// that it has without the budget lately, as scripts move by themselves.

const DT = 1 / 60;

/** Bounds of what is asked for: degrees and metres beyond the scripts' own. */
const MAX_TURN = 2.4;
const MAX_SHIFT = 0.012;

/** What the hound reaches, with a margin: an idle in a walk shifts the paws that are in the air, at other moments with the budget. */
const HOUND_TURN: Reached = { idle: 5.6, all: 4.3 };
const HOUND_SHIFT: Reached = { feet: 0.019, all: 0.014 };

/** Frames in which a motion of the scripts may come later than without the budget. */
const LATE = 40;

/** Eyes and lids jump by themselves, at other moments with the budget. */
const JUMPS = /eye/i;

const ARM = { springChain: { chains: [{ boneName: 'leftUpperArm' }] } };
const SETS: Readonly<Record<string, Scripts>> = {
    look: { perfectLookAt: {} },
    feet: { mecFootPlacer: {} },
    springs: ARM,
    idle: { idleRandomizer: { seed: 1 } },
    all: { idleRandomizer: { seed: 1 }, perfectLookAt: {}, mecFootPlacer: {}, ...ARM }
};

/** How far away the camera is, metres: to and fro, and by cuts. */
const PATHS: Readonly<Record<string, (time: number) => number>> = {
    'glides away and comes back': time => 62 - 60 * Math.abs(1 - (time / 5) % 2),
    'is cut to other distances': time => [6, 25, 6, 39, 60, 6][Math.floor(time / 1.5)] ?? 6
};

const SECONDS = 10;

interface Offset { readonly turn: Quat; readonly shift: Vec3 }

/** What scripts make of each bone in the world. */
function offsetsOf(world: BudgetWorld, plain: BudgetWorld): Offset[] {
    const others = bonesOf(plain.heroes[0]);
    return bonesOf(world.heroes[0]).map((bone, i) => ({
        turn: bone.getRotation().clone().mul(others[i].getRotation().clone().invert()),
        shift: bone.getPosition().clone().sub(others[i].getPosition())
    }));
}

interface Step { readonly turn: number; readonly shift: number }

const stepsBetween = (now: Offset[], last: Offset[]): Step[] => now.map(({ turn, shift }, i) => ({
    turn: turnBetween(turn, last[i].turn), shift: shift.distance(last[i].shift)
}));

const largest = (lately: readonly Step[][], bone: number, what: keyof Step) => Math.max(...lately.map(steps => steps[bone][what]));

/** The largest step beyond those without a budget, of all bones. */
async function worstStep(file: string, clip: RegExp, speed: number, scripts: Scripts, distance: (time: number) => number): Promise<Step> {
    const [held, free, plain] = await Promise.all([scripts, scripts, {}].map(set => BudgetWorld.open(file, clip, set)));
    frozenClock(held.addBudget({ milliseconds: 16 }));
    const names = bonesOf(held.heroes[0]).map(({ name }) => name);
    const lately: Step[][] = [];
    let last: [Offset[], Offset[]] | null = null;
    let turn = 0, shift = 0;
    for (let frame = 0; frame < SECONDS / DT; frame++) {
        for (const world of [held, free, plain]) {
            world.walkTo(speed * frame * DT, 2 * Math.sin(frame * DT));
            world.lookFrom(distance(frame * DT));
            world.step(DT);
        }
        const now: [Offset[], Offset[]] = [offsetsOf(held, plain), offsetsOf(free, plain)];
        if (last) {
            // in the first second the scripts come on, and over a cut no picture is compared with the last
            const isCut = Math.abs(distance(frame * DT) - distance((frame - 1) * DT)) > 1;
            const count = frame > 60 && !isCut ? names.length : 0;
            lately.push(stepsBetween(now[1], last[1]));
            if (lately.length > LATE) lately.shift();
            const steps = stepsBetween(now[0], last[0]);
            for (let i = 0; i < count; i++) {
                if (JUMPS.test(names[i])) continue;
                turn = Math.max(turn, steps[i].turn - largest(lately, i, 'turn'));
                shift = Math.max(shift, steps[i].shift - largest(lately, i, 'shift'));
            }
        }
        last = now;
    }
    for (const world of [held, free, plain]) world.close();
    return { turn, shift };
}

describe('limberBudget, when the rate of a character changes', () => {
    catchWarnings();
    for (const { file, name, test } of [{ file: MANNEQUIN, name: 'the mannequin', test: itOnce }, { file: HOUND, name: 'the hound', test: itFull }]) {
        for (const [path, distance] of Object.entries(PATHS)) {
            for (const [kind, set] of Object.entries(SETS)) {
                if (file === HOUND && kind === 'springs') continue;
                test(`makes no visible step, ${kind} of ${name}, while the camera ${path}`, async function () {
                    this.timeout(60000);
                    const scripts = file === HOUND && kind === 'all' ? { ...set, springChain: {} } : set;
                    for (const [clip, speed] of [[/idle/i, 0], [/walk/i, 1.34]] as const) {
                        const { turn, shift } = await worstStep(file, clip, speed, scripts, distance);
                        this.test!.title += ` (${turn.toFixed(1)}°, ${(1000 * shift).toFixed(1)} mm)`;
                        expect(turn).to.be.below(file === HOUND ? boundOf({ name: kind }, MAX_TURN, HOUND_TURN) : MAX_TURN);
                        expect(shift).to.be.below(file === HOUND ? boundOf({ name: kind }, MAX_SHIFT, HOUND_SHIFT) : MAX_SHIFT);
                    }
                });
            }
        }
    }
});
