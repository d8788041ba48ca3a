import { Asset, type AppBase } from 'playcanvas';

import { unload, type Character } from './character';
import type { Stage } from './stage';

// Clips of the sample characters that stand in files of their own.

/** Stops waiting for clips. */
export type Cancel = () => void;

/** Names of files beside the samples, and what the names of their clips begin with, by the character's file. */
export type ClipFiles = Readonly<Record<string, Readonly<Record<string, string>>>>;

function load(app: AppBase, file: string): Promise<Asset> {
    const asset = new Asset(file, 'container', { url: file });
    return new Promise((resolve) => {
        asset.once('load', () => resolve(asset));
        app.assets.add(asset);
        app.assets.load(asset);
    });
}

/**
 * Adds the clips of files to a character, unless it has them.
 *
 * @param added - Called when they are there.
 */
export function loadMoreClips({ app }: Stage, character: Character, files: ClipFiles, added: () => void): Cancel {
    let isWanted = true;
    const clips = [...character.clips.keys()];
    const missing = Object.entries(files[character.name] ?? {}).filter(([, start]) => !clips.some(clip => clip.startsWith(start)));
    Promise.all(missing.map(([file]) => load(app, file))).then((assets) => {
        if (assets.length === 0) return;
        // another character may be there by now
        if (!isWanted || !character.entity.parent) {
            for (const asset of assets) unload(app, asset);
            return;
        }
        character.addClips(assets);
        added();
    });
    return () => {
        isWanted = false;
    };
}
