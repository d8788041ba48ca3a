import { Entity, Quat, Vec3 } from 'playcanvas';

import { ANKLES, BONES, CHAIN, FRAMES, GROUND, HIPS, LEGS, LIFTS, ROTATIONS, TURNS } from './feet-work';
import type { Peer } from './peer';
import { turnBetween } from '../support/geometry';

// What a peer's legs are worth: the same skeleton, with the peer's rotations on the legs, asked through the engine's world transforms.

/** Quality that a peer reaches. */
export interface FeetQuality {
    /** Mean and largest distance between ankle and target, millimetres. */
    readonly meanError: number;
    readonly maxError: number;
    /** Largest turn of a foot away from the walk's, over level ground; degrees. */
    readonly footTurn: number;
}

/** Frames for which a target is held: transitions are over then. */
const HOLD = 120;

/** Every n-th place of the ground is stood on. */
const STRIDE = 3;

const skeleton = BONES.map(({ name }) => new Entity(name));
BONES.forEach(({ parent, position }, bone) => {
    skeleton[bone].setLocalPosition(...position);
    if (parent >= 0) skeleton[parent].addChild(skeleton[bone]);
});

function setPose(frame: number, chain: Float64Array) {
    BONES.forEach((_, bone) => {
        const [x, y, z, w] = ROTATIONS.subarray(4 * (frame * BONES.length + bone));
        skeleton[bone].setLocalRotation(x, y, z, w);
    });
    skeleton[0].setLocalPosition(HIPS[3 * frame], HIPS[3 * frame + 1], HIPS[3 * frame + 2]);
    CHAIN.forEach((bone, i) => skeleton[bone].setLocalRotation(chain[4 * i], chain[4 * i + 1], chain[4 * i + 2], chain[4 * i + 3]));
}

/** Brings the feet to places of the ground one after the other, each held still, and judges what comes out. The peer has one character. */
export function judge(peer: Peer): FeetQuality {
    const chain = new Float64Array(4 * CHAIN.length);
    const errors: number[] = [];
    let footTurn = 0;
    for (let place = 0; place < LIFTS; place += STRIDE) {
        // the walk's frame that belongs to a place: FRAMES divides LIFTS
        const frame = place % FRAMES;
        for (let i = 0; i < HOLD; i++) {
            peer.solve(0, place);
            peer.endFrame?.();
        }
        peer.readChain(0, chain);
        setPose(frame, chain);
        for (const [leg, [, , foot]] of LEGS.entries()) {
            const [x, y, z] = ANKLES.subarray(6 * frame + 3 * leg);
            const [a, b, c, d] = TURNS.subarray(8 * frame + 4 * leg);
            errors.push(1000 * skeleton[foot].getPosition().distance(new Vec3(x, y + GROUND[2 * place + leg], z)));
            footTurn = Math.max(footTurn, turnBetween(skeleton[foot].getRotation(), new Quat(a, b, c, d)));
        }
    }
    return { meanError: errors.reduce((sum, error) => sum + error, 0) / errors.length, maxError: Math.max(...errors), footTurn };
}
