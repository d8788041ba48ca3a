import { arcQuat, crossVec, dotVec, multiplyQuat, normalizeVec, rotateVec, type Flat } from '../../core/math/flat-math';
import { clamp, RADIANS } from '../../core/math/scalars';
import type { RagdollSettings } from '../settings';

// Knees and elbows as they are shown: they end where they are straight, and bend to one side only.
//
// A hit turns a driven body past that in a step, and its drive brings it back in a few. Stops in the physics, as limp bodies have them, would
// put its neighbours elsewhere too, and their pins would throw them back. So it is only shown: a lower bone that is bent backwards or aside is
// turned back, but no further than the animation that it follows has it.

/** A hinge: unit vectors in the frames of bones. */
export interface Hinge {
    readonly body: number;
    readonly parent: number;
    /** Along the lower bone. */
    readonly lower: Flat;
    /** Along the upper bone, and at right angles to it to where the hinge bends. */
    readonly upper: Flat;
    readonly side: Flat;
    /** How far it bends aside, radians. */
    readonly play: number;
}

/** Least sine of the bend in the middle of a range that shows to which side a hinge bends. */
const BENT = 0.5;

const MIDDLE = Float64Array.of(1, 0, 0);

/** The hinges among the joints of a ragdoll. */
export function findHinges({ bodies }: RagdollSettings): Hinge[] {
    return bodies.flatMap(({ joint, parent }, body) => {
        if (!joint?.isHinge) return [];
        const upper = joint.parentAnchor.slice();
        const [lower, side] = [new Float64Array(3), new Float64Array(3)];
        rotateVec(lower, 0, joint.frame, 0, MIDDLE, 0);
        rotateVec(side, 0, joint.parentFrame, 0, MIDDLE, 0);
        if (!normalizeVec(upper, 0)) return [];
        const along = dotVec(side, 0, upper, 0);
        for (let i = 0; i < 3; i++) side[i] -= along * upper[i];
        return Math.hypot(...side) > BENT && normalizeVec(side, 0) ? [{ body, parent, lower, upper, side, play: joint.swingLimitY * RADIANS }] : [];
    });
}

const bone = new Float64Array(3);
const straight = new Float64Array(3);
const side = new Float64Array(3);
const allowed = new Float64Array(3);
const axis = new Float64Array(3);
const turn = new Float64Array(4);
/** In the plane of the hinge, below 0 backwards; and out of it; radians. */
const bend = new Float64Array(2);

export class ShownHinges {
    /** Hinge of each body, or null. */
    private readonly hinges: readonly (Hinge | null)[];

    /** Least bend of each body's hinge, and how far it may be bent aside, radians. */
    private readonly least: Flat;

    private readonly play: Flat;

    /**
     * @param hinges - The hinges.
     * @param bones - Index of each body's bone in the pose.
     */
    constructor(hinges: readonly Hinge[], private readonly bones: Int32Array) {
        this.hinges = Array.from(bones, (_, body) => hinges.find(hinge => hinge.body === body) ?? null);
        this.least = new Float64Array(bones.length);
        this.play = new Float64Array(bones.length);
    }

    /**
     * Looks how far the animation bends them backwards and aside.
     *
     * @param rotations - Rotations of the bones in the animation.
     * @param shares - How far each body follows it, 0..1.
     */
    look(rotations: Flat, shares: Flat) {
        const { hinges, bones, least, play } = this;
        for (let body = 0; body < hinges.length; body++) {
            const hinge = hinges[body];
            if (!hinge) continue;
            measureBend(hinge, rotations, 4 * bones[body], rotations, 4 * bones[hinge.parent]);
            least[body] = shares[body] * Math.min(0, bend[0]);
            play[body] = Math.max(hinge.play, shares[body] * Math.abs(bend[1]));
        }
    }

    /**
     * Turns a bone back that is bent backwards or aside.
     *
     * @param rotation - Its rotation, changed in place.
     * @param rotations - Rotations of the bones; that of the upper one is known.
     * @param body - Its body.
     */
    straighten(rotation: Flat, rotations: Flat, body: number) {
        const hinge = this.hinges[body];
        if (!hinge) return;
        measureBend(hinge, rotation, 0, rotations, 4 * this.bones[hinge.parent]);
        const bent = Math.max(this.least[body], bend[0]);
        const aside = clamp(bend[1], -this.play[body], this.play[body]);
        if (bent === bend[0] && aside === bend[1]) return;
        const x = Math.cos(aside) * Math.cos(bent), y = Math.cos(aside) * Math.sin(bent), z = Math.sin(aside);
        for (let i = 0; i < 3; i++) allowed[i] = x * straight[i] + y * side[i] + z * axis[i];
        arcQuat(turn, 0, bone, 0, allowed, 0, axis, 0);
        multiplyQuat(rotation, 0, turn, 0, rotation, 0);
    }
}

/** Measures the bend of a hinge. Its directions in the world are known then. */
function measureBend(hinge: Hinge, rotation: Flat, o: number, rotations: Flat, p: number): void {
    rotateVec(bone, 0, rotation, o, hinge.lower, 0);
    rotateVec(straight, 0, rotations, p, hinge.upper, 0);
    rotateVec(side, 0, rotations, p, hinge.side, 0);
    crossVec(axis, 0, straight, 0, side, 0);
    bend[0] = Math.atan2(dotVec(bone, 0, side, 0), dotVec(bone, 0, straight, 0));
    bend[1] = Math.asin(clamp(dotVec(bone, 0, axis, 0), -1, 1));
}
