import type { AppBase, Entity } from 'playcanvas';

import { createApp, loadGlb } from '../../../support/app';
import { MANNEQUIN } from '../../../support/characters';
import { BONES, CHAIN, GROUND, HIPS, LEGS, ROTATIONS, frameOf, groundOf, placeOf } from '../../feet-work';
import type { Peer } from '../../peer';

// The mannequin with its skin on the engine's nodes, for the peers of the pack.

/** Frames per second. */
export const RATE = 60;

/** Height of the ground under each foot, metres. */
export interface Levels { left: number; right: number }

/** A character of the engine. */
export interface Character {
    readonly app: AppBase;
    readonly root: Entity;
    /** Bones in the order of the tables. */
    readonly bones: Entity[];
    readonly levels: Levels;
}

/**
 * Makes a peer.
 *
 * @param count - Number of characters.
 * @param start - Called once, with the application.
 * @param attach - Called with each character; answers what brings its legs to the ground.
 */
export async function makeNodesPeer(count: number, start: (app: AppBase) => void, attach: (character: Character) => () => void): Promise<Peer> {
    const app = createApp();
    start(app);
    const mannequin = await loadGlb(app, MANNEQUIN);
    const characters = Array.from({ length: count }, (_, i) => {
        const root = mannequin.instantiate();
        const [x, z] = placeOf(i);
        root.setLocalPosition(x, 0, z);
        app.root.addChild(root);
        const bones = BONES.map(({ name }) => root.findByName(name) as Entity);
        const levels = { left: 0, right: 0 };
        return { root, bones, levels, step: attach({ app, root, bones, levels }) };
    });
    const writePose = (i: number, frame: number) => {
        const { bones, levels } = characters[i];
        const f = frameOf(i, frame), g = groundOf(i, frame);
        let o = 4 * BONES.length * f;
        for (let bone = 0; bone < bones.length; bone++, o += 4) {
            bones[bone].setLocalRotation(ROTATIONS[o], ROTATIONS[o + 1], ROTATIONS[o + 2], ROTATIONS[o + 3]);
        }
        bones[0].setLocalPosition(HIPS[3 * f], HIPS[3 * f + 1], HIPS[3 * f + 2]);
        levels.left = GROUND[g];
        levels.right = GROUND[g + 1];
    };
    return {
        pose(i, frame) {
            writePose(i, frame);
            characters[i].root.syncHierarchy();
        },
        solve(i, frame) {
            writePose(i, frame);
            characters[i].step();
            characters[i].root.syncHierarchy();
        },
        write(i, frame) {
            const { bones, root } = characters[i];
            writePose(i, frame);
            const first = BONES.length * frameOf(i, frame);
            for (const leg of LEGS) {
                for (const bone of leg) {
                    const o = 4 * (first + bone);
                    bones[bone].setLocalRotation(ROTATIONS[o], ROTATIONS[o + 1], ROTATIONS[o + 2], ROTATIONS[o + 3]);
                }
            }
            root.syncHierarchy();
        },
        endFrame() {
            app.frame++;
        },
        readChain(i, out) {
            CHAIN.forEach((bone, j) => {
                const { x, y, z, w } = characters[i].bones[bone].getLocalRotation();
                out.set([x, y, z, w], 4 * j);
            });
        }
    };
}
