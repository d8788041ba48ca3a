import type { Evidence } from './evidence';
import type { Frame } from './frame';
import type { Shape } from './geometry';
import type { LimbPair } from './limb-pairs';
import { LIMB_NAMES, type LimbName, type RigLimb } from './rig';
import { ARM_PARTS, LEG_PARTS, type Role } from './roles';
import type { Skeleton } from './skeleton';
import { isAbove, isPartOf, type BoneTree } from './tree';
import { dotVec } from '../core/math/flat-math';

// What names say, held against how the bones hang together and where they stand. Contradictions are sentences with what, where and
// how to fix it.

type Bones = Map<Role, number>;

/** Parts that hang from one another, the upper one first; `*` stands for each side. */
const HANGS: [string, string][] = [
    ['hips', '*Thigh'], ['*Thigh', '*Shin'], ['*Shin', '*Foot'], ['*Foot', '*Toes'],
    ['hips', '*UpperArm'], ['*Clavicle', '*UpperArm'], ['*UpperArm', '*Forearm'], ['*Forearm', '*Hand'],
    ['hips', 'head'], ['head', '*Ear'], ['head', '*Eye'], ['head', 'jaw'], ['head', '*UpperEyelid'], ['head', '*LowerEyelid']
];

/** Share of the named bones that must hang as their names say, for the names to mean something. */
const TRUSTED = 0.6;

/** So many of so many relations hold only where names mean something; a body without face has 12. */
const NEARLY_ALL = 0.8;
const MANY_RELATIONS = 10;

/** Share of the named bones of limbs that must stand on the limbs that the shape shows. */
const ON_LIMBS = 0.75;

/** Confidence in a clip where the skin says otherwise. */
const SKIN_AGAINST_CLIP = 0.7;

const FEET_ASTRAY = 'feet are not below the legs';

export function nameOf(tree: BoneTree, node: number): string {
    return tree.skeleton.nodes[node].name;
}

/** Calls back for each pair of bones of which the second hangs from the first, by their roles. */
export function forEachRelation(bones: Bones, visit: (upper: number, lower: number, lowerRole: Role) => void): void {
    for (const side of ['left', 'right']) {
        for (const [upper, lower] of HANGS) {
            if (side === 'right' && !lower.includes('*')) continue;
            const lowerRole = lower.replace('*', side) as Role;
            const a = bones.get(upper.replace('*', side) as Role);
            const b = bones.get(lowerRole);
            if (a !== undefined && b !== undefined) visit(a, b, lowerRole);
        }
    }
}

/**
 * Whether names mean something: the bones hang together as they say, and stand on those limbs that the shape shows. Many names that
 * all hang together outweigh a shape that long hair or a skirt has led astray.
 */
export function namesFit(tree: BoneTree, bones: Bones, strays: number, shape: Shape | null): boolean {
    let right = 0;
    let all = strays;
    forEachRelation(bones, (upper, lower) => {
        // hips without a name of their own are found as what carries the limbs, so that this relation proves nothing
        if (upper === bones.get('hips')) return;
        all++;
        if (isAbove(tree, upper, lower)) right++;
    });
    if (!(right >= TRUSTED * all)) return false;
    if (!shape || (right >= NEARLY_ALL * all && all >= MANY_RELATIONS)) return true;
    let onLimb = 0;
    let limbBones = 0;
    const check = (node: number, limbs: LimbPair) => {
        limbBones++;
        if (limbs.some(([root]) => isPartOf(tree, node, root))) onLimb++;
    };
    for (const [role, node] of bones) {
        const [legs, arms] = shape.limbs;
        if (LEG_PARTS.some(part => role.endsWith(part))) check(node, legs);
        if (ARM_PARTS.some(part => role.endsWith(part))) check(node, arms);
    }
    return limbBones > 0 && onLimb >= ON_LIMBS * limbBones;
}

/** Takes away the roles of bones that do not hang where their names say, and says so. The roles stay empty: nothing is guessed. */
export function dropMisplaced(tree: BoneTree, bones: Bones, problems: string[]): Set<Role> {
    const misplaced = new Map<Role, [number, number]>();
    forEachRelation(bones, (upper, lower, role) => {
        const isBeside = role.endsWith('Ear') && isAbove(tree, tree.skeleton.parents[upper], lower);
        if (!isAbove(tree, upper, lower) && !isBeside) misplaced.set(role, [upper, lower]);
    });
    for (const [role, [upper, lower]] of misplaced) {
        bones.delete(role);
        // that it is loose is said already
        if (tree.skeleton.loose.some(({ node }) => node === nameOf(tree, lower))) continue;
        const where = `"${nameOf(tree, lower)}" does not hang from "${nameOf(tree, upper)}"`;
        problems.push(role.endsWith('Foot') ?
            `${FEET_ASTRAY}: ${where}. Set Foot Bone by hand, or attach the foot to the leg in the model.` :
            `${where}, so it is not taken as ${wordsOfRole(role)}. Set this bone by hand, or attach it there in the model.`);
    }
    const dropped = new Set(misplaced.keys());
    for (const side of ['left', 'right'] as const) {
        // toes go with their foot
        if (!dropped.has(`${side}Foot`)) continue;
        bones.delete(`${side}Toes`);
        dropped.add(`${side}Toes`);
    }
    return dropped;
}

/** A role in plain words: `left upper arm`. */
function wordsOfRole(role: Role): string {
    return role.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`);
}

/** Parts that hang from trunk and head: unlike hands and feet they are never crossed. */
const ROOTS = ['Thigh', 'Clavicle', 'UpperArm', 'Eye', 'UpperEyelid', 'LowerEyelid'] as const;

/** Says which bones called left are on the right. */
export function reportSides(tree: BoneTree, bones: Bones, frame: Frame, problems: string[]): void {
    const { positions } = tree.skeleton;
    const wrong: [number, number][] = [];
    let pairs = 0;
    for (const part of ROOTS) {
        const [left, right] = [bones.get(`left${part}`), bones.get(`right${part}`)];
        if (left === undefined || right === undefined) continue;
        pairs++;
        if (dotVec(positions, 3 * left, frame.left, 0) < dotVec(positions, 3 * right, frame.left, 0)) wrong.push([left, right]);
    }
    const fix = 'Rename the bones in the model, or set them by hand.';
    if (wrong.length > 1 && wrong.length === pairs) {
        const [left, right] = wrong[0];
        problems.push(`left and right are swapped: the character faces the way its feet point, and then "${nameOf(tree, left)}" is to the right of "${nameOf(tree, right)}". ${fix}`);
        return;
    }
    for (const [left, right] of wrong) {
        problems.push(`left and right are swapped: "${nameOf(tree, left)}" is to the right of "${nameOf(tree, right)}". ${fix}`);
    }
}

/** Takes away the roles of feet that stand above their legs, and says so. */
export function reportFeet(tree: BoneTree, bones: Bones, frame: Frame, problems: string[]): void {
    const { positions } = tree.skeleton;
    for (const side of ['left', 'right'] as const) {
        const [thigh, foot] = [bones.get(`${side}Thigh`), bones.get(`${side}Foot`)];
        if (thigh === undefined || foot === undefined) continue;
        if (dotVec(positions, 3 * foot, frame.up, 0) < dotVec(positions, 3 * thigh, frame.up, 0)) continue;
        bones.delete(`${side}Foot`);
        bones.delete(`${side}Toes`);
        problems.push(`${FEET_ASTRAY}: "${nameOf(tree, foot)}" stands above "${nameOf(tree, thigh)}". Set Foot Bone by hand.`);
    }
}

/** Says which of the parts that the scripts need most were not found. */
export function reportMissing(tree: BoneTree, bones: Bones, legs: number, problems: string[]): void {
    const lacks = (...roles: Role[]) => roles.some(role => !bones.has(role));
    // a body may have no arms at all
    const hasArms = lacks('head') || (['leftUpperArm', 'rightUpperArm', 'leftHand', 'rightHand'] as const).some(role => bones.has(role));
    const parts = [
        lacks('hips') && 'hips',
        lacks('head') && 'head',
        legs === 0 && !problems.some(problem => problem.startsWith(FEET_ASTRAY) || problem.includes(' legs, ')) && 'complete legs',
        legs !== 4 && hasArms && lacks('leftUpperArm', 'leftForearm', 'leftHand', 'rightUpperArm', 'rightForearm', 'rightHand') && 'complete arms'
    ].filter(part => part !== false);
    if (parts.length === 0) return;
    problems.push(`found no ${parts.join(', no ')} in "${nameOf(tree, 0)}", neither by name nor by shape. Set the bones by hand that a script needs.`);
}

/** Says which legs have too few bones to bend, or no foot. */
export function reportBareLegs(tree: BoneTree, limbs: Readonly<Record<LimbName, RigLimb | null>>, problems: string[]): void {
    const bare = LIMB_NAMES.map(name => limbs[name]).filter(limb => limb?.endsInMark);
    if (bare.length === 0) return;
    const stiff = bare.find(limb => limb!.bones.length === 2);
    const leg = `"${nameOf(tree, (stiff ?? bare[0])!.bones[0])}"`;
    problems.push(stiff ?
        `legs are of one bone, such as ${leg}: they aim at the ground and the body tilts with it, but they do not bend. Give each leg a thigh, a shin and a foot in the model for more.` :
        `legs have no feet, such as ${leg}: they reach the ground, but their soles do not turn to it. Give each leg a foot bone in the model for more.`);
}

/** Says what the skin shows as the end of a limb and a clip does not. */
export function reportLoose({ loose }: Skeleton, problems: string[], evidence: Evidence[]): void {
    for (const { node, end, clip } of loose) {
        problems.push(`"${node}" leaves "${end}" in the clip "${clip}", so it is no part of that limb. Leave the clip out, or keep the bone at the limb in it, if it is meant to be one.`);
        evidence.push({ question: node, answer: 'a thing of its own by its clips', against: `the skin, which shows it at "${end}"`, confidence: SKIN_AGAINST_CLIP });
    }
}
