import { retargetTrack } from 'limber';
import { Asset, type AppBase, type Entity } from 'playcanvas';

import { readContainer, readTracks, type Character } from './character';

// The files with the pack's own motions, which animationRetarget loads when a character needs them, and of which pages take a clip.

const PEOPLE = 'motions-people.glb';

const FILES = [PEOPLE, 'motions-animals.glb'];

/** Lets animationRetarget find the files. */
export function offerOwnMotions(app: AppBase) {
    for (const file of FILES) if (!app.assets.find(file, 'container')) app.assets.add(new Asset(file, 'container', { url: file }));
}

/**
 * Gives a person one of the pack's own motions, made over for its proportions; an animal keeps what it has.
 *
 * @param name - Of the motion, and of the clip with the character.
 * @param done - Called when it is there.
 * @returns Stops waiting for it.
 */
export function addOwnMotion(app: AppBase, character: Character, name: string, done: () => void): () => void {
    let isWanted = character.model?.legs === 2;
    offerOwnMotions(app);
    const asset = app.assets.find(PEOPLE, 'container') as unknown as Asset;
    asset.ready(() => {
        if (!isWanted) return;
        const track = readTracks(asset).find(track => track.name === name)!;
        const source: Entity = readContainer(asset).instantiateRenderEntity();
        const made = retargetTrack(track, source, character.entity, { rootMotion: 'inPlace' }).track;
        source.destroy();
        if (!made) return;
        character.entity.anim?.assignAnimation(name, made);
        character.takeTracks(new Map([[name, made]]));
        done();
    });
    if (isWanted) app.assets.load(asset);
    return () => {
        isWanted = false;
    };
}
