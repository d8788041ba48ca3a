import type { Side } from './arm';
import type { TemplateBody } from './template-body';
import { multiplyQuatInverse, rotateVec, rotateVecInverse, subtractVec, type Flat } from '../../core/math/flat-math';
import type { FlatPose } from '../../core/pose/flat-pose';
import type { Skin } from '../../skin/skin';

// Points of the skin of a hand and its forearm that mean the same on every body: the outermost in each of some directions around, piece by piece along.

/** Pieces along a forearm and a hand, and directions around. */
const PIECES = [3, 8];
const AROUND = 8;

/** Points of a forearm and of a hand: the former come first. */
export const FOREARM_POINTS = PIECES[0] * AROUND;
export const ARM_POINTS = FOREARM_POINTS + PIECES[1] * AROUND;

const turn = new Float64Array(4);
const along = new Float64Array(3);

export class HandPoints {
    /** The bone of each; -1: there is no such point. */
    readonly bones = new Int32Array(ARM_POINTS).fill(-1);

    /** In the frame of the bone. */
    private readonly points = new Float64Array(3 * ARM_POINTS);

    /** Where they were placed last, three numbers each. */
    readonly placed = new Float64Array(3 * ARM_POINTS);

    /**
     * @param vertices - Where the vertices are in the reference pose, in body space.
     */
    constructor(body: TemplateBody, side: Side, skin: Skin, vertices: Flat) {
        const [forearm, hand] = (['Forearm', 'Hand'] as const).map(role => body.bones.get(`${side}${role}`)!);
        const away = side === 'left' ? 1 : -1;
        const partOf = new Int32Array(body.count).fill(-1);
        for (let bone = 0; bone < body.count; bone++) {
            const parent = body.parentOf(bone);
            partOf[bone] = bone === hand ? 1 : bone === forearm ? 0 : parent < body.count ? partOf[parent] : -1;
        }
        const { first } = body.space;
        const farthest = new Float64Array(ARM_POINTS).fill(-1);
        const lengths = [this.lengthOf(body, forearm, hand), 0];
        const held: number[] = [];
        skin.holders.forEach((holder, vertex) => {
            const part = holder < 0 ? -1 : partOf[first + holder];
            if (part < 0) return;
            held.push(vertex);
            if (part === 1) lengths[1] = Math.max(lengths[1], away * this.inTemplate(body, hand, vertices, vertex)[0]);
        });
        for (const vertex of held) {
            const holder = first + skin.holders[vertex];
            const part = partOf[holder];
            const [x, y, z] = this.inTemplate(body, part === 1 ? hand : forearm, vertices, vertex);
            const share = away * x / lengths[part];
            if (!(share >= 0 && share < 1.001)) continue;
            const piece = Math.min(PIECES[part] - 1, Math.floor(PIECES[part] * share));
            const direction = Math.floor((Math.atan2(y, z) / (2 * Math.PI) + 1) * AROUND + 0.5) % AROUND;
            const i = part * FOREARM_POINTS + piece * AROUND + direction;
            const distance = Math.hypot(y, z);
            if (!(distance > farthest[i])) continue;
            farthest[i] = distance;
            this.bones[i] = holder;
            subtractVec(this.points, 3 * i, vertices, 3 * vertex, body.places, 3 * holder);
            rotateVecInverse(this.points, 3 * i, body.rotations, 4 * holder, this.points, 3 * i);
        }
    }

    private lengthOf({ places }: TemplateBody, forearm: number, hand: number): number {
        subtractVec(along, 0, places, 3 * hand, places, 3 * forearm);
        return Math.hypot(along[0], along[1], along[2]);
    }

    /** A vertex from the joint of its part, as the part stands in the template's pose. */
    private inTemplate({ places, rotations, common }: TemplateBody, bone: number, vertices: Flat, vertex: number): Flat {
        subtractVec(along, 0, vertices, 3 * vertex, places, 3 * bone);
        multiplyQuatInverse(turn, 0, common, 4 * bone, rotations, 4 * bone);
        rotateVec(along, 0, turn, 0, along, 0);
        return along;
    }

    /** Finds where the points are in a pose. */
    place({ positions, rotations }: FlatPose): Flat {
        const { bones, points, placed } = this;
        for (let i = 0; i < ARM_POINTS; i++) {
            const bone = bones[i];
            if (bone < 0) continue;
            rotateVec(placed, 3 * i, rotations, 4 * bone, points, 3 * i);
            for (let k = 0; k < 3; k++) placed[3 * i + k] += positions[3 * bone + k];
        }
        return placed;
    }
}
