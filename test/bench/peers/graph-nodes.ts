import { Entity } from 'playcanvas';

import { BONES, CHAIN, POSES, TARGET_PLACES, frameOf, placeOf, targetOf } from '../work';

// Characters made of the engine's nodes, for the peers that work on PlayCanvas.

/** A character of the engine, and what it looks at. */
export interface Character {
    readonly root: Entity;
    readonly target: Entity;
    /** The bones, in the order of the rig. */
    readonly bones: Entity[];
}

/** Makes a character where the n-th one stands, in a scene. */
export function makeCharacter(index: number, scene: Entity): Character {
    const root = new Entity(`character ${index}`);
    const target = new Entity(`target ${index}`);
    scene.addChild(root);
    scene.addChild(target);
    const [x, z] = placeOf(index);
    root.setLocalPosition(x, 0, z);
    const bones = BONES.map(({ name }) => new Entity(name));
    BONES.forEach(({ parent, position }, bone) => {
        bones[bone].setLocalPosition(...position);
        (parent < 0 ? root : bones[parent]).addChild(bones[bone]);
    });
    return { root, target, bones };
}

/** Writes the clip's pose, and moves the target. */
export function writePose({ bones, target }: Character, index: number, frame: number): void {
    let o = 4 * BONES.length * frameOf(index, frame);
    for (let bone = 0; bone < bones.length; bone++, o += 4) {
        bones[bone].setLocalRotation(POSES[o], POSES[o + 1], POSES[o + 2], POSES[o + 3]);
    }
    const t = targetOf(index, frame);
    const [x, z] = placeOf(index);
    target.setLocalPosition(x + TARGET_PLACES[t], TARGET_PLACES[t + 1], z + TARGET_PLACES[t + 2]);
}

/** Brings the world matrices up to date, as the engine does before it renders. */
export function updateMatrices({ root, target }: Character): void {
    root.syncHierarchy();
    target.syncHierarchy();
}

/** Writes the clip's pose on the chain once more. */
export function writeChain({ bones }: Character, index: number, frame: number): void {
    const first = BONES.length * frameOf(index, frame);
    for (let i = 0; i < CHAIN.length; i++) {
        const o = 4 * (first + CHAIN[i]);
        bones[CHAIN[i]].setLocalRotation(POSES[o], POSES[o + 1], POSES[o + 2], POSES[o + 3]);
    }
}

/** Reads the local rotations of the chain. */
export function readChain({ bones }: Character, out: Float64Array): void {
    CHAIN.forEach((bone, i) => {
        const { x, y, z, w } = bones[bone].getLocalRotation();
        out.set([x, y, z, w], 4 * i);
    });
}
