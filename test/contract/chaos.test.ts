import { expect } from 'chai';

import { play, shrink, writeActions } from '../support/chaos';
import { FULL, furtherRig, GNOME, HOUND, MANNEQUIN } from '../support/characters';
import { catchWarnings } from '../support/warnings';

// Five characters to which random things are done, by seeds: nothing throws, no bone becomes what is no number, all sentences can be read, and no
// body is left. `LIMBER_CHAOS_SEED=17` plays one seed, `LIMBER_CHAOS_SECONDS=600` goes on for a time.

const { LIMBER_CHAOS_SEED, LIMBER_CHAOS_SECONDS } = process.env;

/** Seconds of the full counts. */
const SECONDS = Number(LIMBER_CHAOS_SECONDS ?? (FULL ? 300 : 0));

/** Frames of a seed. */
const FRAMES = SECONDS > 0 || LIMBER_CHAOS_SEED ? 600 : 150;

/** The seed that is always played, and the first of more. */
const FIRST = Number(LIMBER_CHAOS_SEED ?? 1);

const FILES = [MANNEQUIN, HOUND, furtherRig('Knight.glb') ?? GNOME, furtherRig('Husky.glb') ?? HOUND, furtherRig('more/RobotExpressive.glb') ?? MANNEQUIN];

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

    it(`does no harm${SECONDS > 0 ? ` for ${SECONDS} s` : ''}`, async function () {
        this.timeout(1000 * (2 * SECONDS + 1800));
        const end = Date.now() + 1000 * SECONDS;
        let seed = FIRST;
        do {
            const harm = await tell(seed++);
            if (harm) throw new Error(harm);
        } while (Date.now() < end);
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
