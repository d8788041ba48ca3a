import { choose } from './choice';
import { finishCorrection } from './corrected-body';
import { correctionOf } from './correction';
import type { Evidence } from './evidence';
import { findEyeball, findEyePoint } from './eyes';
import { findFrame, type Frame } from './frame';
import { byForward, isUpright, type Hypothesis } from './hypotheses';
import { findJoints, type LimbKind } from './limb-joints';
import { findBelowSoles, measureBareLeg, measureHeight, measureLeg, measureLimb, measureSoles } from './measures';
import type { Pair } from './pairs';
import type { LimbName, Rig, RigLimb } from './rig';
import { SIDED, type Bones, type Role } from './roles';
import type { Sentence } from './sentence';
import { reportBareLegs, reportBelow, reportDoubts, reportFeet, reportGuess, reportLoose, reportLying, reportMisplaced, reportMissing, reportNames, reportSides, sortSentences } from './sentences';
import type { Skeleton } from './skeleton';
import { assignTailAndFace, giveChain } from './tail-and-ears';
import { createBoneTreeSteps, isPartOf } from './tree';
import { assignTrunk } from './trunk';
import { dot, minus, pointAt } from './vectors';
import { finish, type Steps } from '../core/timing/steps';

// Finds out which bone is what.
//
// All that a body may be is weighed by one table of evidence (`evidence-table.ts`), of which names are one row; the most likely
// possibility is taken. What each limb, the trunk and the head consist of follows from it.

export { forwardAxis, roleOf, type Rig } from './rig';

const SIDES = ['left', 'right'] as const;

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
    return finish(detectRigSteps(skeleton));
}

/** The same in pieces. */
export function *detectRigSteps(skeleton: Skeleton): Steps<Rig> {
    const problems: Sentence[] = [];
    const evidence: Evidence[] = [];
    reportLoose(skeleton, problems, evidence);
    yield;
    const correction = correctionOf(skeleton);
    const tree = yield* createBoneTreeSteps(skeleton);
    yield;
    const { hypothesis: h, doubts } = yield* choose(tree, evidence);
    yield;
    const isSure = (part: 'legs' | 'head') => !doubts.some(doubt => doubt.part === part);
    reportDoubts(tree, doubts, problems);
    reportNames(h, problems);
    const frame = yield* findFrame(h, evidence);
    yield;
    const bones: Bones = new Map();
    const trusted = isSure('head') ? h : { ...h, neckline: null };
    assignTrunk(trusted, frame, bones);
    yield;
    const paths = isSure('legs') ? assignLimbs(h, frame, bones) : new Map<LimbName, readonly number[]>();
    yield;
    assignTailAndFace(trusted, frame, bones);
    yield;
    for (const role of ['leftEye', 'rightEye'] as const) {
        if (bones.has(role)) bones.set(role, findEyeball(tree, bones.get(role)!));
    }
    reportGuess(h, evidence, problems);
    reportLying(h, frame, problems);
    reportMisplaced(h, bones, problems);
    reportSides(tree, bones, frame, problems);
    reportFeet(tree, bones, frame, problems);
    finishCorrection(tree, correction, bones, problems);

    const legCount = 2 * h.legs.length;
    const limbs = findLimbs(h, frame, bones, paths);
    const feet = feetOf(legCount);
    const stands = feet.length > 0 && feet.every(name => limbs[name]);
    reportMissing(h, bones, stands ? legCount : 0, problems);
    reportBareLegs(tree, limbs, problems);
    yield;
    const legs = stands ? feet.map(name => limbs[name]!) : [];
    const soles = measureSoles(tree, legs, frame);
    yield;
    const height = measureHeight(tree, bones, soles, frame);
    yield;
    reportBelow(tree, findBelowSoles(tree, bones, legs, soles, frame), height, problems);
    yield;
    const sentences = sortSentences(problems);
    const chain = (part: 'spine' | 'neck') => {
        const out: number[] = [];
        for (let role: Role = part; bones.has(role); role = `${part}${out.length}`) out.push(bones.get(role)!);
        return out;
    };
    return {
        skeleton,
        correction,
        legs: stands ? legCount : 0,
        feet: stands ? feet : [],
        bones,
        spine: chain('spine'),
        neck: chain('neck'),
        forward: frame.forward,
        up: frame.up,
        height,
        limbs,
        legLengths: { left: measureLeg(tree, bones, 'left'), right: measureLeg(tree, bones, 'right') },
        eyePoint: findEyePoint(tree, bones, frame, height),
        missing: (legCount === 4 ? EXPECTED_ON_FOUR : EXPECTED).filter(role => !bones.has(role)),
        sentences,
        problems: sentences.map(({ says }) => says),
        evidence
    };
}

/** The limbs that a body of so many legs stands on, from the front. */
function feetOf(count: number): LimbName[] {
    if (count === 4) return ['leftHand', 'rightHand', 'leftFoot', 'rightFoot'];
    return Array.from({ length: count / 2 }, (_, row) => SIDES.map((side): LimbName => (row === 0 ? `${side}Foot` : `${side}Foot${row}`))).flat();
}

/** Paths from the first bone of each leg or arm to its tip, by the role of its end. */
type Paths = Map<LimbName, readonly number[]>;

/** Gives the roles of arms, legs, wings and fins. */
function assignLimbs(h: Hypothesis, frame: Frame, bones: Bones): Paths {
    const { tree, pairs } = h.body;
    const paths: Paths = new Map();
    const stance = { ...frame, isNamed: h.isNamed, isUpright: isUpright(h), width: 0 };
    const give = (pair: Pair, kind: LimbKind, row = 0) => {
        const roots = sortSides(h, frame, pair);
        findJoints(tree, roots, kind, stance).forEach(({ bones: found, path }, i) => {
            for (const [part, node] of found) bones.set(`${SIDES[i]}${part}${row === 0 ? '' : row}` as Role, node);
            paths.set(`${SIDES[i]}${kind === 'leg' ? 'Foot' : 'Hand'}${row === 0 ? '' : row}` as LimbName, path);
        });
    };
    const legs = byForward(h, frame.forward);
    if (legs.length === 2) {
        give(legs[1], 'leg');
        give(legs[0], 'fore');
    } else {
        legs.forEach((pair, row) => give(pair, 'leg', row));
    }
    const [left, right] = [bones.get('leftThigh'), bones.get('rightThigh')];
    if (left !== undefined && right !== undefined) stance.width = Math.hypot(...minus(pointAt(tree.skeleton.positions, left), pointAt(tree.skeleton.positions, right)));
    if (h.arms && !isWing(h, h.arms)) give(h.arms, 'arm');
    for (const pair of pairs) {
        const part = pair === h.arms && isWing(h, pair) ? wingOrFin(h, pair) ?? (h.legs.length > 0 ? 'Wing' : null) : wingOrFin(h, pair);
        if (part && !h.legs.includes(pair) && !bones.has(`left${part}`) && (pair !== h.arms || isWing(h, pair))) {
            sortSides(h, frame, pair).forEach((root, i) => giveChain(tree, bones, `${SIDES[i]}${part}`, root));
        }
    }
    return paths;
}

/** What a pair is called, if that is a wing or a fin. */
function wingOrFin({ isNamed, body: { tree } }: Hypothesis, { paths }: Pair): 'Wing' | 'Fin' | null {
    const kinds = paths.flat().map(node => (isNamed ? tree.names[node]?.kind : null));
    return kinds.includes('wing') ? 'Wing' : kinds.includes('fin') ? 'Fin' : null;
}

/** Whether what hangs like arms is none: it is called a wing, or on a level trunk it is not called an arm and longer than the legs. */
function isWing(h: Hypothesis, pair: Pair): boolean {
    if (wingOrFin(h, pair)) return true;
    const isArm = h.isNamed && pair.paths.flat().some(node => h.body.tree.names[node]?.kind === 'arm');
    return !isArm && !isUpright(h) && (h.legs.length === 0 || pair.reach > h.legs[0].reach);
}

/** The first bones of a pair, the left one first: by their names, else by where they are. */
function sortSides(h: Hypothesis, { left }: Frame, { paths: [a, b] }: Pair): [number, number] {
    const { tree } = h.body;
    const sum = (path: readonly number[]) => tree.names.reduce((count, name, node) => {
        return name?.side && isPartOf(tree, node, path[0]) ? count + (name.side === 'left' ? 1 : -1) : count;
    }, 0);
    const named = h.isNamed ? sum(a) - sum(b) : 0;
    const aside = (index: (path: readonly number[]) => number) => dot(minus(pointAt(tree.skeleton.positions, index(a)), pointAt(tree.skeleton.positions, index(b))), left);
    const isLeft = named === 0 ? aside(path => path[0]) + aside(path => path[path.length - 1]) > 0 : named > 0;
    return isLeft ? [a[0], b[0]] : [b[0], a[0]];
}

/** Legs and arms. On four legs the shoulder blade swings the fore ones. */
function findLimbs(h: Hypothesis, { up }: Frame, bones: Bones, paths: Paths): Rig['limbs'] {
    const { tree } = h.body;
    const limbs: Record<LimbName, RigLimb | null> = { leftFoot: null, rightFoot: null, leftHand: null, rightHand: null };
    for (const [name, path] of paths) {
        const [, side, end, row] = /^(left|right)(Foot|Hand)(\d*)$/.exec(name)!;
        const isLeg = end === 'Foot' || h.legs.length > 1;
        const parts = end === 'Foot' ? ['Thigh', 'Shin'] : h.legs.length > 1 ? ['Clavicle', 'UpperArm', 'Forearm'] : ['UpperArm', 'Forearm'];
        const first = parts.map(part => bones.get(`${side}${part}${row}` as Role)).find(node => node !== undefined);
        const last = bones.get(name as Role);
        limbs[name] = isLeg && last === undefined && first !== undefined ? measureBareLeg(tree, first, path, up) : measureLimb(tree, first, last);
    }
    return limbs;
}
