import { expect } from 'chai';

import { createApp } from '../support/app';
import { furtherRig, GNOME, HOUND } from '../support/characters';
import { loadPlayer, retarget } from '../support/retarget-stage';

// What was made of one clip has no say in the next one, though both share how poses go over.

const CLIPS = ['walk', 'idle', 'sit-down'];

const PAIRS = [[GNOME, 'people'], [HOUND, 'animals'], [furtherRig('more/HorseBones.glb'), 'animals']] as const;

/** The numbers of clips that are made in an order. */
async function make(file: string, motions: string, order: readonly string[]): Promise<Map<string, number[]>> {
    const app = createApp();
    const { player: source, clips } = await loadPlayer(app, `templates/motions-${motions}.glb`);
    const { player } = await loadPlayer(app, file);
    const made = new Map(order.map(name => [name, retarget(clips.get(name)!, source, player).outputs.flatMap(({ data }) => Array.from(data as ArrayLike<number>))]));
    app.destroy();
    return made;
}

describe('retargetTrack makes the same of a clip', () => {
    for (const [file, motions] of PAIRS) {
        if (!file) continue;
        it(`for ${file}, whatever was made before`, async () => {
            const [once, again] = [await make(file, motions, CLIPS), await make(file, motions, [...CLIPS].reverse())];
            for (const [name, values] of once) {
                const others = again.get(name)!;
                expect(others.length).to.equal(values.length);
                expect(Math.max(...values.map((value, i) => Math.abs(value - others[i]))), name).to.be.below(1e-6);
            }
        });
    }
});
