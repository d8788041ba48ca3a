import { dropMisplaced, forEachRelation, nameOf, namesFit, reportFeet, reportLoose, reportMissing, reportSides, reportBareLegs } from './checks';
import type { Evidence } from './evidence';
import { findEyeball, findEyePoint } from './eyes';
import { assignFourLegs, namedLegs, sortSides } from './four-legs';
import { findFrame, findFrameOnFour, levelOnScene, levelOnSoles, type Frame } from './frame';
import { assignByShape, type Shape } from './geometry';
import { countManyLegs, standsOnFour } from './limb-pairs';
import { measureBareLeg, measureHeight, measureLeg, measureLimb } from './measures';
import { assignByName, assignSpine } from './named-bones';
import { LIMB_NAMES, type LimbName, type Rig, type RigLimb } from './rig';
import { ARM_PARTS, LEG_PARTS, SIDED, type Role, type SidedRole } from './roles';
import type { Skeleton } from './skeleton';
import { extendTailAndEars, findTailAndEars } from './tail-and-ears';
import { createBoneTree, isAbove, isPartOf, meetingPoint, type BoneTree } from './tree';
import { dotVec } from '../core/math/flat-math';

// Finds out which bone is what: by names, checked against the shape of the skeleton, and by shape alone where names say nothing.
//
// A name that the hierarchy contradicts is reported and its role stays empty. Where most names contradict it they are taken as
// meaningless. What names leave open is filled from the shape where that fits between the named bones.

export { forwardAxis, roleOf, type Rig } from './rig';

type Bones = Map<Role, number>;

/** Fewest bones that are called like a part of the body for it to be worth a word that their names mean nothing. */
const WORTH_A_WORD = 3;

/** Parts that only some bodies have. */
const RARE: readonly string[] = ['Metatarsus', 'Metacarpus', 'Ear', 'Wing', 'Fin'];

/** Every role that a person can have but the further bones of spine and neck. */
const EXPECTED: Role[] = [
    'hips', 'spine', 'neck', 'head', 'jaw', ...SIDED.filter(part => !RARE.includes(part)).flatMap(part => [`left${part}`, `right${part}`] as const)
];

/** Every role that an animal can have; many have no collarbone and no toes of their own. */
const EXPECTED_ON_FOUR: Role[] = [...EXPECTED.filter(role => !/Clavicle|Toes/.test(role)), 'tail', 'leftEar', 'rightEar'];

/** Gives roles to the bones of a skeleton, and finds its directions and sizes. */
export function detectRig(skeleton: Skeleton): Rig {
    const tree = createBoneTree(skeleton);
    const problems: string[] = [];
    const evidence: Evidence[] = [];
    reportLoose(skeleton, problems, evidence);
    const { bones: named, strays } = assignByName(tree);
    const manyLegs = countManyLegs(tree);
    if (manyLegs > 0) {
        for (const role of [...named.keys()].filter(isOfLimb)) named.delete(role);
        problems.push(`"${nameOf(tree, 0)}" stands on ${manyLegs} legs, for which there are no words. Add rows to Feet by hand, one for each leg; the look-at works without.`);
    }
    const shape = manyLegs > 0 ? null : assignByShape(tree);
    const trusted = namesFit(tree, named, strays, shape);
    let bones: Bones;
    if (trusted) {
        const misplaced = dropMisplaced(tree, named, problems);
        bones = new Map(named);
        if (shape) fillFromShape(tree, bones, shape, misplaced);
    } else {
        bones = shape?.bones ?? new Map();
        if (named.size >= WORTH_A_WORD) {
            problems.push(`the names of the bones do not fit the way they hang together in "${nameOf(tree, 0)}". ${shape ?
                'They were found by shape: check them, and set by hand those that are wrong.' : 'Set the bones by hand.'}`);
        }
    }
    const { frame, onFour } = findStance(tree, bones, trusted ? named : null, shape, evidence);
    if (!onFour && !trusted && frame.swapped) swapSides(bones, SIDED);
    extendTailAndEars(tree, bones);
    if (onFour) findTailAndEars(tree, bones, frame);
    for (const role of ['leftEye', 'rightEye'] as const) {
        if (bones.has(role)) bones.set(role, findEyeball(tree, bones.get(role)!));
    }
    reportSides(tree, bones, frame, problems);
    reportFeet(tree, bones, frame, problems);

    const limbs = findLimbs(tree, bones, frame, onFour);
    const legLengths = { left: measureLeg(tree, bones, 'left'), right: measureLeg(tree, bones, 'right') };
    const stands = (names: readonly LimbName[]) => names.every(name => limbs[name] !== null);
    const legs = onFour ? stands(LIMB_NAMES) ? 4 : 0 : stands(['leftFoot', 'rightFoot']) ? 2 : 0;
    reportMissing(tree, bones, legs, problems);
    reportBareLegs(tree, limbs, problems);
    const height = measureHeight(tree, bones, frame);
    const chain = (part: 'spine' | 'neck') => {
        const out: number[] = [];
        for (let role: Role = part; bones.has(role); role = `${part}${out.length}`) out.push(bones.get(role)!);
        return out;
    };
    return {
        skeleton,
        legs,
        feet: legs === 4 ? ['leftHand', 'rightHand', 'leftFoot', 'rightFoot'] : legs === 2 ? ['leftFoot', 'rightFoot'] : [],
        bones,
        spine: chain('spine'),
        neck: chain('neck'),
        forward: frame.forward,
        up: frame.up,
        height,
        limbs,
        legLengths,
        eyePoint: findEyePoint(tree, bones, frame, height),
        missing: (onFour ? EXPECTED_ON_FOUR : EXPECTED).filter(role => !bones.has(role)),
        problems,
        evidence
    };
}

/** The directions of the character; where it stands on four legs their bones get their roles, by what their names say. */
function findStance(tree: BoneTree, bones: Bones, named: Bones | null, shape: Shape | null, evidence: Evidence[]): { frame: Frame; onFour: boolean } {
    const byName = named && namedLegs(tree, named);
    const legs = byName ?? shape?.limbs;
    if (!legs || !standsOnFour(tree, legs)) return { frame: findFrame(tree, bones, named !== null, evidence), onFour: false };
    const frame = findFrameOnFour(tree, legs, byName !== null);
    const anchors: Bones = new Map([...named ?? []].filter(([role]) => isOfLimb(role)));
    for (const role of [...bones.keys()]) {
        if (isOfLimb(role)) bones.delete(role);
    }
    assignFourLegs(tree, byName ?? sortSides(tree, legs, frame, anchors), frame, anchors, bones);
    divideTrunk(tree, bones, frame);
    const isLevel = levelOnSoles(tree, LIMB_NAMES.map(role => bones.get(role)), frame);
    levelOnScene(tree, frame, isLevel ? 'soles' : 'legs', evidence);
    evidence.push({ question: 'forward', answer: 'from the hind legs to the fore legs', against: '', confidence: 1 });
    return { frame, onFour: true };
}

/**
 * Divides the bones between hips and head again: the neck begins where it is called so, else above what carries the fore legs, and
 * before them where that is the hips.
 */
function divideTrunk(tree: BoneTree, bones: Bones, { forward }: Frame): void {
    const [hips, head] = [bones.get('hips'), bones.get('head')];
    if (hips === undefined || head === undefined) return;
    const [trunk, neck] = [new Set<number>(), new Set<number>()];
    for (const [role, node] of [...bones]) {
        if (!/^(?:spine|neck)/.test(role)) continue;
        trunk.add(node);
        if (role.startsWith('neck')) neck.add(node);
        bones.delete(role);
    }
    const ahead = (node: number) => dotVec(tree.skeleton.positions, 3 * node, forward, 0);
    const arms = (['leftUpperArm', 'rightUpperArm'] as const).map(role => bones.get(role)).filter(node => node !== undefined);
    const onHips = arms.length > 0 && isPartOf(tree, hips, arms.reduce((a, b) => meetingPoint(tree, a, b)));
    const isBefore = (node: number) => arms.every(arm => ahead(node) > ahead(arm));
    assignSpine(tree, bones, hips, head, { isNeck: node => (onHips ? isBefore(node) : neck.has(node)), isHelper: node => !trunk.has(node) });
}

/** Legs and arms. On four legs the shoulder blade swings the fore ones. */
function findLimbs(tree: BoneTree, bones: Bones, frame: Frame, onFour: boolean): Record<LimbName, RigLimb | null> {
    const limb = (first: number | undefined, middle: number | undefined, last: number | undefined, isLeg: boolean) => {
        return isLeg && last === undefined ? measureBareLeg(tree, first, middle ?? first, frame) : measureLimb(tree, first, last);
    };
    const leg = (side: 'left' | 'right') => limb(bones.get(`${side}Thigh`), bones.get(`${side}Shin`), bones.get(`${side}Foot`), true);
    const arm = (side: 'left' | 'right') => {
        const blade = onFour ? bones.get(`${side}Clavicle`) : undefined;
        return limb(blade ?? bones.get(`${side}UpperArm`), bones.get(`${side}Forearm`), bones.get(`${side}Hand`), onFour);
    };
    return { leftFoot: leg('left'), rightFoot: leg('right'), leftHand: arm('left'), rightHand: arm('right') };
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

function isOfLimb(role: Role): boolean {
    return [...LEG_PARTS, ...ARM_PARTS].some(part => role.endsWith(part));
}
