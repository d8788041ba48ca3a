import { BodyPoints } from './body-points';
import { distanceVec, dotVec, lengthVec, subtractVec } from '../../core/math/flat-math';
import type { FlatPose } from '../../core/pose/flat-pose';
import type { Rig } from '../../rig/rig';
import type { Role } from '../../rig/roles';
import type { Skin } from '../../skin/skin';
import type { ReferencePose } from '../clips/reference-pose';

// What an animal lies on: its trunk, and its haunches, which are about the hip joints however the thighs are turned.

/** Share of a thigh's length from the hip on that is the haunch. */
const HAUNCH = 0.3;

/** Joints from which an animal's legs hang. */
export const LEG_ROOT = /^(?:left|right)(?:Thigh|UpperArm)$/;

const line = new Float64Array(3);
const point = new Float64Array(3);

/** The character whose torso it is. */
interface Body {
    readonly rig: Rig;
    readonly bones: ReadonlyMap<Role, number>;
    readonly space: ReferencePose;
    readonly skin: Skin;
}

export class Torso {
    private readonly hips: readonly number[];

    /** How far the skin of the haunches is from the line of the thigh. */
    private readonly radius: number;

    /**
     * @param trunk - Points of what is above the legs.
     */
    constructor(body: Body, private readonly trunk: BodyPoints) {
        const thighs = (['left', 'right'] as const).flatMap((side) => {
            const [thigh, shin] = [body.bones.get(`${side}Thigh`), body.bones.get(`${side}Shin`)];
            return thigh === undefined || shin === undefined ? [] : [[thigh, shin] as const];
        });
        this.hips = thighs.map(([thigh]) => thigh);
        const distances = thighs.flatMap(([thigh, shin]) => haunch(body, thigh, shin)).sort((a, b) => a - b);
        this.radius = distances[distances.length >> 1] ?? 0;
    }

    /** The height of the lowest point, in body space. */
    lowest(pose: FlatPose): number {
        let lowest = this.trunk.lowest(pose, Infinity);
        for (const hip of this.hips) lowest = Math.min(lowest, pose.positions[3 * hip + 1] - this.radius);
        return lowest;
    }
}

/** Distances of the skin of a haunch from the line of its thigh. */
function haunch({ skin, space: { first, modelScale }, rig: { skeleton: { positions } } }: Body, thigh: number, shin: number): number[] {
    const [hip, knee] = [3 * (thigh - first), 3 * (shin - first)];
    const length = distanceVec(positions, hip, positions, knee);
    subtractVec(line, 0, positions, knee, positions, hip);
    const distances: number[] = [];
    skin.holders.forEach((holder, vertex) => {
        if (holder !== thigh - first) return;
        subtractVec(point, 0, skin.points, 3 * vertex, positions, hip);
        const along = dotVec(point, 0, line, 0) / length;
        if (along >= 0 && along < HAUNCH * length) distances.push(modelScale * Math.sqrt(Math.max(0, lengthVec(point, 0) ** 2 - along * along)));
    });
    return distances;
}
