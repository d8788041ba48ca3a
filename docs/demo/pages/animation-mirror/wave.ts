import { retargetTrack } from 'limber';
import type { Asset, Entity } from 'playcanvas';

import { readContainer, readTracks, type Character } from '../../frame/character';
import { offerOwnMotions } from '../../frame/own-motions';
import type { Stage } from '../../frame/stage';

// A clip in which left and right are easily told apart: the pack's own wave, made over for the character.

const FILE = 'motions-people.glb';

/** Names of the clip in its file and with the character. */
export const WAVE = 'wave';

/**
 * Gives a person the clip; an animal keeps what it has.
 *
 * @param done - Called when it is there.
 * @returns Stops waiting for it.
 */
export function addWave({ app }: Stage, character: Character, done: () => void): () => void {
    let isWanted = character.model?.legs === 2;
    offerOwnMotions(app);
    const asset = app.assets.find(FILE, 'container') as unknown as Asset;
    asset.ready(() => {
        if (!isWanted) return;
        const track = readTracks(asset).find(({ name }) => name === WAVE)!;
        const source: Entity = readContainer(asset).instantiateRenderEntity();
        const made = retargetTrack(track, source, character.entity, { rootMotion: 'inPlace' }).track;
        source.destroy();
        if (!made) return;
        character.entity.anim?.assignAnimation(WAVE, made);
        character.takeTracks(new Map([[WAVE, made]]));
        done();
    });
    if (isWanted) app.assets.load(asset);
    return () => {
        isWanted = false;
    };
}
