import { dropMisplaced, forEachRelation, nameOf, namesFit, reportFeet, reportMissing, reportSides } from './checks';
import { findEyeball, findEyePoint } from './eyes';
import { findFrame, findFrameOnFour } from './frame';
import { assignByShape, type Shape } from './geometry';
import { measureHeight, measureLeg } from './measures';
import { assignByName, assignSpine } from './named-bones';
import type { Rig } from './rig';
import { ARM_PARTS, LEG_PARTS, SIDED, type Role, type SidedRole } from './roles';
import type { Skeleton } from './skeleton';
import { createBoneTree, isAbove, isPartOf, type BoneTree } from './tree';

// Finds out which bone is what: by names, checked against the shape of the skeleton, and by shape alone where names say nothing.
//
// A name that the hierarchy contradicts is reported and its role stays empty. Where most names contradict it they are taken as
// meaningless. What names leave open is filled from the shape where that fits between the named bones.

export { forwardAxis, roleOf, type Rig } from './rig';

type Bones = Map<Role, number>;

/** Fewest bones that are called like a part of the body for it to be worth a word that their names mean nothing. */
const WORTH_A_WORD = 3;

/** Every role that a character can have but the further bones of spine and neck. */
const EXPECTED: Role[] = [
    'hips', 'spine', 'neck', 'head', 'jaw', ...SIDED.flatMap(part => [`left${part}`, `right${part}`] as const)
];

/** Gives roles to the bones of a skeleton, and finds its directions and sizes. */
export function detectRig(skeleton: Skeleton): Rig {
    const tree = createBoneTree(skeleton);
    const problems: string[] = [];
    const { bones: named, strays } = assignByName(tree);
    const shape = assignByShape(tree);
    const trusted = namesFit(tree, named, strays, shape);
    let bones: Bones;
    if (trusted) {
        bones = named;
        const misplaced = dropMisplaced(tree, bones, problems);
        if (shape) fillFromShape(tree, bones, shape, misplaced);
    } else {
        bones = shape?.bones ?? new Map();
        if (named.size >= WORTH_A_WORD) {
            problems.push(`the names of the bones do not fit the way they hang together in "${nameOf(tree, 0)}". ${shape ?
                'They were found by shape: check them, and set by hand those that are wrong.' : 'Set the bones by hand.'}`);
        }
    }
    if (shape?.legs === 4) dropLimbs(bones);

    const frame = shape?.legs === 4 ? findFrameOnFour(tree, shape.limbs) : findFrame(tree, bones, trusted);
    if (!trusted && frame.swapped) swapSides(bones, SIDED);
    for (const role of ['leftEye', 'rightEye'] as const) {
        if (bones.has(role)) bones.set(role, findEyeball(tree, bones.get(role)!));
    }
    reportSides(tree, bones, frame, problems);
    reportFeet(tree, bones, frame, problems);

    const legLengths = { left: measureLeg(tree, bones, 'left'), right: measureLeg(tree, bones, 'right') };
    const legs = shape?.legs === 4 ? 4 : legLengths.left > 0 && legLengths.right > 0 ? 2 : 0;
    reportMissing(tree, bones, legs, problems);
    const height = measureHeight(tree, bones, frame);
    const chain = (part: 'spine' | 'neck') => {
        const out: number[] = [];
        for (let role: Role = part; bones.has(role); role = `${part}${out.length}`) out.push(bones.get(role)!);
        return out;
    };
    return {
        skeleton,
        legs,
        bones,
        spine: chain('spine'),
        neck: chain('neck'),
        forward: frame.forward,
        up: frame.up,
        height,
        legLengths,
        eyePoint: findEyePoint(tree, bones, frame, height),
        missing: EXPECTED.filter(role => !bones.has(role) && !(legs === 4 && isOfLimb(role))),
        problems
    };
}

/** Gives the roles that names leave open to bones that the shape shows, where that fits between the named ones. */
function fillFromShape(tree: BoneTree, bones: Bones, shape: Shape, except: ReadonlySet<Role>): void {
    const found = new Map(shape.bones);
    for (const parts of [LEG_PARTS, ARM_PARTS]) {
        // sides of the shape are as they come: the named bones of the same limb tell which is which
        let same = 0;
        for (const part of parts) {
            for (const other of parts) {
                same += related(tree, found.get(`left${part}`), bones.get(`left${other}`)) - related(tree, found.get(`left${part}`), bones.get(`right${other}`));
            }
        }
        if (same < 0) swapSides(found, parts);
    }
    const used = new Set(bones.values());
    const hadHead = bones.has('head');
    for (const [role, node] of found) {
        if (/^(?:spine|neck)/.test(role) || except.has(role) || bones.has(role) || used.has(node)) continue;
        bones.set(role, node);
        let fits = true;
        forEachRelation(bones, (upper, lower) => {
            if ((upper === node || lower === node) && !isAbove(tree, upper, lower)) fits = false;
        });
        if (fits) used.add(node); else bones.delete(role);
    }
    if (hadHead || !bones.has('head') || !bones.has('hips')) return;
    for (const role of [...bones.keys()]) {
        if (/^(?:spine|neck)/.test(role)) bones.delete(role);
    }
    assignSpine(tree, bones, bones.get('hips')!, bones.get('head')!, { isNeck: () => false, isHelper: () => false });
}

function related(tree: BoneTree, a: number | undefined, b: number | undefined): number {
    return a !== undefined && b !== undefined && (isPartOf(tree, a, b) || isPartOf(tree, b, a)) ? 1 : 0;
}

function swapSides(bones: Bones, parts: readonly typeof SIDED[number][]): void {
    for (const part of parts) {
        const roles: SidedRole[] = [`left${part}`, `right${part}`];
        const nodes = roles.map(role => bones.get(role));
        roles.forEach((role, i) => {
            const node = nodes[1 - i];
            if (node === undefined) bones.delete(role); else bones.set(role, node);
        });
    }
}

/** The limbs of four legs have no roles yet. */
function dropLimbs(bones: Bones): void {
    for (const role of [...bones.keys()]) {
        if (isOfLimb(role)) bones.delete(role);
    }
}

function isOfLimb(role: Role): boolean {
    return [...LEG_PARTS, ...ARM_PARTS].some(part => role.endsWith(part));
}
