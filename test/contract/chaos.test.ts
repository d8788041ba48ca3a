import { expect } from 'chai';

import { play, shrink, writeActions } from '../support/chaos';
import { FULL, furtherRig, GNOME, HOUND, MANNEQUIN } from '../support/characters';
import { catchWarnings } from '../support/warnings';

// Five characters to which random things are done, by seeds: nothing throws, no bone becomes what is no number, all sentences can be read, and no
// body is left. `LIMBER_CHAOS_SECONDS=300` goes on for a time, with further characters, and `LIMBER_CHAOS_SEED=17` begins with a seed.

const { LIMBER_CHAOS_SEED, LIMBER_CHAOS_SECONDS } = process.env;

const SECONDS = Number(LIMBER_CHAOS_SECONDS ?? 0);
const FIRST = Number(LIMBER_CHAOS_SEED ?? 1);
const IS_LONG = SECONDS > 0 || LIMBER_CHAOS_SEED !== undefined;

/** Seeds that are always played, and frames of each. */
const SEEDS = FULL && !IS_LONG ? 2 : 1;
const FRAMES = FULL || IS_LONG ? 600 : 60;

const FURTHER = [MANNEQUIN, HOUND, furtherRig('Knight.glb') ?? GNOME, furtherRig('Husky.glb') ?? HOUND, furtherRig('more/RobotExpressive.glb') ?? MANNEQUIN];

/** Characters on the stage: of a short run those with two legs. */
const FILES = IS_LONG || FULL ? FURTHER : [MANNEQUIN, MANNEQUIN];

/** What somebody needs to see it happen again. */
async function tell(seed: number): Promise<string | null> {
    const actions = writeActions(seed, FILES.length, FRAMES);
    const harm = await play(FILES, actions);
    if (!harm) return null;
    const kind = ({ what }: { what: string }) => what.split('\n')[0].replace(/\d+/g, '#');
    const least = await shrink(actions, async (some) => {
        const other = await play(FILES, some);
        return other !== null && kind(other) === kind(harm);
    });
    const list = least.map(({ frame, hero, what, choices }) => `    frame ${frame}, character ${hero}: ${what} (${choices.map(value => value.toFixed(4)).join(', ')})`);
    return `LIMBER_CHAOS_SEED=${seed}, frame ${harm.frame}: ${harm.what}\nThe shortest list of actions that does it:\n${list.join('\n')}`;
}

describe('chaos', () => {
    catchWarnings();

    it(`does no harm to ${FILES.length} characters${SECONDS > 0 ? ` for ${SECONDS} s` : ''}`, async function () {
        this.timeout(1000 * (2 * SECONDS + 1800));
        const end = Date.now() + 1000 * SECONDS;
        let seed = FIRST;
        do {
            const harm = await tell(seed++);
            if (harm) throw new Error(harm);
        } while (seed < FIRST + SEEDS || Date.now() < end);
        this.test!.title += ` (${seed - FIRST} seeds)`;
    });

    it('is made shorter while it does harm', async () => {
        const all = Array.from({ length: 40 }, (_, i) => i);
        let tries = 0;
        const least = await shrink(all, (some) => {
            tries++;
            return Promise.resolve(some.includes(7) && some.includes(31));
        });
        expect(least).to.deep.equal([7, 31]);
        expect(tries).to.be.below(60);
    });
});
