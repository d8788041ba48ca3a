import type { RagdollBoneRow } from '../attributes';
import { nameOfBone } from './default-rows';
import { copyVec, crossVec, dotVec, normalizeVec, subtractVec, type Flat } from '../../core/math/flat-math';
import type { Steps } from '../../core/timing/steps';
import { findAppendages } from '../../rig/appendages';
import { roleOf, type Rig } from '../../rig/rig';
import type { Role } from '../../rig/roles';
import { PIECE, readSkinSteps } from '../../skin/skin';
import type { PointSets } from '../shapes/fit-shape';

// Which body holds what: its vertices, and the direction in which its bone goes.
//
// Everything is in the space of the reference pose: model space times a scale.

/** A row with its bones found: what is to become a body. */
export interface Draft {
    readonly bone: number;
    /** Index of the draft that it hangs on; -1 for the root. */
    readonly parent: number;
    readonly row: RagdollBoneRow;
}

/** A body before it has a shape. */
export interface Plan extends Draft {
    readonly name: string;
    readonly role: Role | null;
    /** Place of the bone. */
    readonly joint: Flat;
    /** Unit vector along the bone. */
    readonly direction: Flat;
    /** Length of the bone; 0 where nothing shows it. */
    readonly length: number;
    /** Vertices of the bone and of all below it that have no body of their own, but for the eyes. */
    readonly points: Flat;
    /** Those among them that the bone itself holds. */
    readonly own: Flat;
}

/** Share of the height below which two joints are in one place. */
const SAME_PLACE = 1e-3;

/** Parts that lie inside of the head, often with more vertices than the rest of it. */
const EYES = /(?:Eye|Eyelid)$/;

/** Plans the bodies of a character. */
export function *planBodies(rig: Rig, drafts: readonly Draft[], scale: number): Steps<Plan[]> {
    const { positions } = rig.skeleton;
    const vertices = yield* collectPoints(rig, drafts, scale);
    const plans: Plan[] = [];
    drafts.forEach((draft, index) => {
        const joint = positions.slice(3 * draft.bone, 3 * draft.bone + 3).map(value => value * scale);
        const child = mainChild(rig, drafts, index);
        const direction = new Float64Array(3);
        let length = 0;
        const towards = (point: Flat): boolean => {
            subtractVec(direction, 0, point, 0, joint, 0);
            length = Math.hypot(...direction);
            return length > SAME_PLACE * rig.height * scale && normalizeVec(direction, 0);
        };
        const found = (child >= 0 && towards(positions.slice(3 * child, 3 * child + 3).map(value => value * scale))) ||
            (vertices[index].points.length > 0 && towards(middleOf(vertices[index].points)));
        if (!found) {
            length = 0;
            if (draft.parent >= 0) copyVec(direction, 0, plans[draft.parent].direction, 0);
            else direction.set(rig.up);
        } else if (child < 0) {
            length *= 2;
        }
        plans.push({ ...draft, name: nameOfBone(rig, draft.bone), role: roleOf(rig, draft.bone), joint, direction, length, ...vertices[index] });
    });
    return plans;
}

/** Vertices of a body: all of them, and those that its bone itself holds. */
interface Vertices { readonly points: Flat; readonly own: Flat }

/** Vertices of each body: a vertex belongs to the next bone upwards from its own that has a body. Hair and cloth swing: no body has to hold them. */
export function *collectPoints(rig: Rig, bodies: readonly Draft[], factor: number): Steps<Vertices[]> {
    const { skeleton } = rig;
    const { points: all, holders } = yield* readSkinSteps(skeleton);
    yield;
    const owner = new Int32Array(skeleton.nodes.length).fill(-1);
    bodies.forEach(({ bone }, body) => { owner[bone] = body; });
    const loose = new Set(findAppendages(rig).filter(({ kind }) => kind === 'hair' || kind === 'cloth').map(({ node }) => node));
    for (let node = 1; node < owner.length; node++) if (owner[node] < 0 && !loose.has(node)) owner[node] = owner[skeleton.parents[node]];
    const carried: number[][] = bodies.map(() => []);
    const held: number[][] = bodies.map(() => []);
    const eyes = new Set([...rig.bones].flatMap(([role, bone]) => (EYES.test(role) ? [bone] : [])));
    for (const [i, holder] of holders.entries()) {
        if (i % PIECE === 0) yield;
        const body = holder < 0 || eyes.has(holder) ? -1 : owner[holder];
        if (body < 0) continue;
        const x = all[3 * i] * factor, y = all[3 * i + 1] * factor, z = all[3 * i + 2] * factor;
        carried[body].push(x, y, z);
        if (holder === bodies[body].bone) held[body].push(x, y, z);
    }
    yield;
    return bodies.map((_, i) => ({ points: Float64Array.from(carried[i]), own: Float64Array.from(held[i]) }));
}

function middleOf(points: Flat): Flat {
    const out = new Float64Array(3);
    points.forEach((value, i) => { out[i % 3] += 3 * value / points.length; });
    return out;
}

/** The node that a bone goes to: of the bodies on it the one that goes on with the trunk, else the one that is furthest away; -1 for none. */
function mainChild(rig: Rig, drafts: readonly Draft[], index: number): number {
    const { positions } = rig.skeleton;
    const from = drafts[index].bone;
    let best = -1;
    let most = 0;
    for (const { bone, parent } of drafts) {
        if (parent !== index) continue;
        const offset = new Float64Array(3);
        subtractVec(offset, 0, positions, 3 * bone, positions, 3 * from);
        const trunk = /^(?:spine|neck|head)/.test(roleOf(rig, bone) ?? '');
        const weight = Math.sqrt(dotVec(offset, 0, offset, 0)) + (trunk ? 10 * rig.height : 0);
        if (weight > most) {
            most = weight;
            best = bone;
        }
    }
    return best;
}

/** Direction to a character's left, model space. */
export function leftOf({ up, forward }: Rig): Flat {
    const left = new Float64Array(3);
    crossVec(left, 0, up, 0, forward, 0);
    return left;
}

/**
 * A plan in smaller units.
 *
 * @param readVertices - Reads its vertices, when they are asked for.
 */
export function enlargePlan(plan: Omit<Plan, 'row' | keyof Vertices>, factor: number, row: RagdollBoneRow, readVertices: () => Vertices): Plan {
    const enlarge = (values: Flat) => values.map(value => value * factor);
    return {
        ...plan, row, joint: enlarge(plan.joint), length: plan.length * factor,
        get points() { return enlarge(readVertices().points); },
        get own() { return enlarge(readVertices().own); }
    };
}

/** The sets of points that a body has to hold; none where there are too few to tell. */
export function cloudOf({ points, own }: Plan, enough: number): PointSets {
    return [points, own].filter((set, i) => set.length >= 3 * enough && (i === 0 || set.length < points.length));
}
