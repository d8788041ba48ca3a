import type { ActiveRagdoll } from 'limber';
import type { Entity, Quat } from 'playcanvas';

import type { Character } from '../../frame/character';
import type { Twin } from '../../frame/twin';

// What the character differs by from a twin that plays the same clips without the script. Nothing is asked of the script but which bones
// have bodies.

/** What the character differs by from its animation. */
export interface TrackingError {
    /** Root mean square and largest of the turns against the parents, degrees. */
    readonly turn: number;
    readonly worstTurn: number;
    /** Mean and largest distance of bones, metres of the scene. */
    readonly distance: number;
    readonly worstDistance: number;
}

const DEGREES = 180 / Math.PI;

/** Angle between two rotations, degrees. */
function angleBetween(a: Quat, b: Quat): number {
    const { x, y, z, w } = a.clone().invert().mul(b);
    return 2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w)) * DEGREES;
}

export class Tracking {
    /** The bones that have a body, each with that of the twin. */
    private pairs: readonly (readonly [Entity, Entity])[] = [];

    constructor(private readonly character: Character, private readonly twin: Twin) {}

    /** Finds the bones that have a body; they stay known while the simulation is off. */
    findBones(script: ActiveRagdoll) {
        const bones = this.character.nodes.filter(node => script.getBoneState(node)?.bone === node);
        if (bones.length > 0) this.pairs = bones.map(bone => [bone, this.twin.same(bone)]);
    }

    /** Bodies of the character. */
    get bones(): number {
        return this.pairs.length;
    }

    /** What the character differs by now; null before there were bodies. */
    measure(): TrackingError | null {
        const { pairs } = this;
        if (pairs.length === 0) return null;
        let [squares, worstTurn, sum, worstDistance] = [0, 0, 0, 0];
        for (const [bone, same] of pairs) {
            const turn = angleBetween(bone.getLocalRotation(), same.getLocalRotation());
            const distance = bone.getPosition().distance(same.getPosition());
            squares += turn * turn;
            sum += distance;
            worstTurn = Math.max(worstTurn, turn);
            worstDistance = Math.max(worstDistance, distance);
        }
        return { turn: Math.sqrt(squares / pairs.length), worstTurn, distance: sum / pairs.length, worstDistance };
    }
}
