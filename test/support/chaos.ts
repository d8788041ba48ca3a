import { ChaosStage, pick, WHATS, type Action, type What } from './chaos-stage';
import { seededRandom } from './geometry';
import type { SetupStage } from './setup-stage';

// Random things that are done to some characters, written down as a list, played, and made shorter while they still do harm.

/** A frame in which something is done, on the average one of so many. */
const SELDOM = 3;

/** What went wrong, and in which frame. */
export interface Harm {
    readonly frame: number;
    readonly what: string;
}

/**
 * Writes down what is done.
 *
 * @param seed - Another one, other actions.
 * @param heroes - How many characters there are.
 * @param frames - How long it lasts.
 * @param whats - What may be done.
 */
export function writeActions(seed: number, heroes: number, frames: number, whats: readonly What[] = WHATS): Action[] {
    const random = seededRandom(seed);
    const actions: Action[] = [];
    for (let frame = 0; frame < frames; frame++) {
        // at first each gets a script
        const isStart = frame < heroes;
        if (!isStart && SELDOM * random() >= 1) continue;
        const hero = isStart ? frame : Math.floor(heroes * random());
        actions.push({ frame, hero, what: isStart ? 'add a script' : pick(whats, random()), choices: [random(), random(), random()] });
    }
    return actions;
}

/**
 * Plays actions on a stage of their own, and some frames more. Answers the first harm; null: none.
 *
 * @param isBusy - Whether every character has all scripts from the beginning.
 * @param milliseconds - Budget of all scripts in a frame; 0: none.
 * @param own - A stage that goes on afterwards.
 */
export async function play(files: readonly string[], actions: readonly Action[], isBusy = false, milliseconds = 0, own?: SetupStage): Promise<Harm | null> {
    const stage = await ChaosStage.open(files, isBusy, milliseconds, own);
    const frames = (actions.at(-1)?.frame ?? 0) + AFTER;
    const said: string[] = [];
    const { error } = console;
    console.error = (...words: unknown[]) => { said.push(words.join(' ')); };
    let frame = 0;
    try {
        for (let next = 0; frame < frames; frame++) {
            stage.frame();
            for (; actions[next]?.frame === frame; next++) await stage.act(actions[next]);
            const what = stage.findHarm() ?? said[0];
            if (what) return { frame, what };
        }
        const left = stage.clear();
        return left === null ? null : { frame, what: left };
    } catch (thrown) {
        return { frame, what: (thrown as Error).stack ?? String(thrown) };
    } finally {
        console.error = error;
        stage.close();
    }
}

/** Frames after the last action. */
const AFTER = 60;

/**
 * Makes a list of actions shorter as long as it does harm: parts of it are left out, large ones first.
 *
 * Source: Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", IEEE Transactions on Software Engineering 28 (2), 2002.
 *
 * @param actions - Actions that do harm.
 * @param doHarm - Whether others do harm too.
 */
export async function shrink<T>(actions: readonly T[], doHarm: (some: readonly T[]) => Promise<boolean>): Promise<readonly T[]> {
    let left = actions;
    for (let size = Math.ceil(left.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
        for (let from = 0; from < left.length;) {
            const others = [...left.slice(0, from), ...left.slice(from + size)];
            if (others.length > 0 && await doHarm(others)) left = others;
            else from += size;
        }
    }
    return left;
}
