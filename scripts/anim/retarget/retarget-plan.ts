import { matchFinger } from './fingers';
import { bothSides, FOUR_LEGS, onRight, type TemplateLimb } from './template';
import type { TemplateBody } from './template-body';
import { distanceVec, dotVec, normalizeVec, subtractVec } from '../../core/math/flat-math';
import { RADIANS } from '../../core/math/scalars';
import type { LimbName } from '../../rig/rig';
import type { Role } from '../../rig/roles';

// Which bone of the target takes its turn from which of the source: by their roles, and where chains have other numbers of bones by the share of
// the chain's length at which a bone begins.

/** Where a bone takes its turn from: the mean of some bones of the source, with their shares. */
export interface TurnSource {
    readonly bone: number;
    readonly from: readonly (readonly [bone: number, share: number])[];
}

/** A limb that is built otherwise on the two characters: its end goes by the line from its root. Joints from the root to the end. */
export interface LineLimb {
    readonly source: readonly number[];
    readonly joints: readonly number[];
    readonly limb: TemplateLimb;
}

export interface RetargetPlan {
    /** One for each bone of the target that the source knows, parents before children. */
    readonly turns: readonly TurnSource[];
    readonly lines: readonly LineLimb[];
}

/** Parts of the body that there is one of, and those of the left side, that need no chain. */
const SINGLE: readonly Role[] = [
    'hips', 'jaw', 'leftToes', 'leftClavicle', 'leftEye', 'leftUpperEyelid', 'leftLowerEyelid', 'leftEar', 'leftEar1', 'leftEar2', 'leftFoot', 'leftHand'
];

/**
 * Finds which bone takes its turn from which.
 *
 * @param carrier - The bone of the target that carries the whole body: by itself it turns as the pelvis.
 */
export function planRetarget(source: TemplateBody, target: TemplateBody, carrier: number): RetargetPlan {
    const turns = new Map<number, TurnSource>();
    const lines: LineLimb[] = [];
    const take: Take = (bone, ...from) => turns.set(bone, { bone, from: from.filter(([, share]) => share > 0) });
    const takeRole = (role: Role) => {
        const [from, bone] = [source.bones.get(role), target.bones.get(role)];
        if (from !== undefined && bone !== undefined) take(bone, [from, 1]);
    };
    for (const role of SINGLE) for (const one of new Set([role, onRight(role)])) takeRole(one);
    if (target.template === FOUR_LEGS) spreadTrunk(source, target, take);
    else spread(spineOf(source), spineOf(target), source, target, take);
    for (const chain of [neckOf, tailOf]) spread(chain(source), chain(target), source, target, take);
    for (const limb of bothSides(target.template)) planLimb(limb, source, target, take, lines);
    target.fingers.forEach(({ thumb, others }, side) => {
        const hand = target.bones.get(side === 0 ? 'leftHand' : 'rightHand')!;
        const theirs = source.fingers[side];
        const theirHand = source.bones.get(side === 0 ? 'leftHand' : 'rightHand')!;
        if (!turns.has(hand)) return;
        const give = (from: Chain, to: Chain) => { if (from.length > 0) spread([theirHand, ...from], [hand, ...to], source, target, take); };
        give(theirs.thumb, thumb);
        others.forEach((finger, i) => give(matchFinger(theirs, i, others.length), finger));
    });
    const pelvis = turns.get(target.bones.get('hips') ?? -1);
    if (pelvis && !turns.has(carrier)) take(carrier, ...pelvis.from);
    return { turns: [...turns.values()].sort((a, b) => a.bone - b.bone), lines };
}

/** Takes a limb part by part; where the template gives it no direction, or both have not as many, its end goes by its line. */
function planLimb(limb: TemplateLimb, source: TemplateBody, target: TemplateBody, take: Take, lines: LineLimb[]): void {
    const { roles } = limb;
    const begin = roles.find(role => source.bones.has(role) && target.bones.has(role));
    if (begin === undefined) return;
    const [theirs, own] = [jointsOf(source, roles, begin), jointsOf(target, roles, begin)];
    const hasRole = (bone: number, i: number) => roles.some(role => target.bones.get(role) === bone && source.bones.get(role) === theirs[i]);
    // an arm without a hand goes as arms with one do, and a leg that ends below its knee as others do
    if (theirs.length === own.length || (own.length < theirs.length && own.length > 1 && own.every(hasRole))) {
        own.forEach((bone, i) => take(bone, [theirs[i], 1]));
        if (limb.direction) return;
    } else {
        // an animal's leg goes to and fro, so that its first bone does not say how the whole is turned
        const whole = limb.direction ? theirs[0] : trunkOf(source, limb);
        for (const bone of limbPath(target, roles, begin).slice(0, -1)) take(bone, [whole, 1]);
    }
    if (theirs.length > 1 && own.length > 1) lines.push({ source: theirs, joints: own, limb });
}

/** The bone that a limb hangs on in the trunk. */
export function trunkOf(body: TemplateBody, { roles }: TemplateLimb): number {
    const outermost = roles.map(role => body.bones.get(role)).find(bone => bone !== undefined)!;
    return Math.min(body.count - 1, body.parentOf(outermost));
}

/** The bones of a limb from one of its parts to its end, or to the mark at it. */
function limbPath({ bones, rig, space: { first } }: TemplateBody, roles: readonly Role[], begin: Role): number[] {
    const named = roles.slice(roles.indexOf(begin)).flatMap(role => bones.get(role) ?? []);
    const path = rig.limbs[roles[roles.length - 1] as LimbName]?.bones.map(bone => first + bone) ?? named;
    return path.slice(Math.max(0, path.indexOf(named[0])));
}

/** Cosine from which on two bones are one part of a limb, the second one twists it. */
const STRAIGHT = Math.cos(4 * RADIANS);

/** The bones of a limb at which it bends: without those that only twist a part. */
function jointsOf(body: TemplateBody, roles: readonly Role[], begin: Role): number[] {
    const path = limbPath(body, roles, begin);
    const isNamed = (bone: number) => roles.some(role => body.bones.get(role) === bone);
    return path.filter((bone, i) => {
        if (i === 0 || i === path.length - 1 || isNamed(bone)) return true;
        subtractVec(above, 0, body.places, 3 * bone, body.places, 3 * path[i - 1]);
        subtractVec(below, 0, body.places, 3 * path[i + 1], body.places, 3 * bone);
        return normalizeVec(above, 0) && normalizeVec(below, 0) && dotVec(above, 0, below, 0) < STRAIGHT;
    });
}

const above = new Float64Array(3);
const below = new Float64Array(3);

type Take = (bone: number, ...from: TurnSource['from']) => void;

/** Bones of a chain, the first of which is its root, that already has its turn. */
type Chain = readonly number[];

const known = (bone: number | undefined) => (bone === undefined ? [] : [bone]);

/** The bones of the trunk, the pelvis first. */
export function spineOf({ bones, rig, space: { first } }: TemplateBody): Chain {
    return [...known(bones.get('hips')), ...rig.spine.map(bone => first + bone)];
}

function neckOf(body: TemplateBody): Chain {
    const { bones, rig, space: { first } } = body;
    const head = bones.get('head');
    return head === undefined ? [] : [...spineOf(body).slice(-1), ...rig.neck.map(bone => first + bone), head];
}

function tailOf({ bones }: TemplateBody): Chain {
    const chain: number[] = [];
    for (let role: Role = 'tail'; bones.has(role); role = `tail${chain.length}`) chain.push(bones.get(role)!);
    // its root turns by itself too
    return chain.length > 0 ? [chain[0], ...chain] : [];
}

/** Spreads the turns of one chain along another: each bone takes the turn that the source has at the same share of its length. */
function spread(from: Chain, to: Chain, source: TemplateBody, target: TemplateBody, take: Take): void {
    if (from.length === 0 || to.length < 2) return;
    const theirs = sharesOf(from, source);
    sharesOf(to, target).forEach((share, i) => {
        if (i === 0) return;
        let next = theirs.findIndex(other => other >= share - SAME);
        if (next < 0) next = from.length - 1;
        const before = Math.max(0, next - 1);
        const width = theirs[next] - theirs[before];
        const part = width > SAME ? Math.min(1, (share - theirs[before]) / width) : 1;
        take(to[i], [from[before], 1 - part], [from[next], part]);
    });
}

/**
 * Turns each bone of an animal's trunk as the piece of the source's trunk that it spans does: a back of one bone pitches as the whole back of a hound, and not as its pelvis,
 * which folds under it in a gallop.
 */
function spreadTrunk(source: TemplateBody, target: TemplateBody, take: Take): void {
    const [theirs, ours] = [source, target].map((body) => {
        const bones = spineOf(body);
        const starts = sharesOf([...bones, ...neckOf(body).slice(1, 2)], body);
        return bones.map((bone, i) => ({ bone, start: starts[i], end: starts[i + 1] ?? 1 }));
    });
    for (const { bone, start, end } of ours) {
        const spans = theirs.map(piece => [piece.bone, Math.max(0, Math.min(end, piece.end) - Math.max(start, piece.start))] as const);
        const total = spans.reduce((sum, [, span]) => sum + span, 0);
        if (total > SAME) take(bone, ...spans.map(([from, span]) => [from, span / total] as const));
        else if (theirs.length > 0) take(bone, [theirs[theirs.length - 1].bone, 1]);
    }
}

/** Shares of a length that are the same. */
const SAME = 1e-3;

/** Where the bones of a chain begin, as shares of the length from the first to the last. */
function sharesOf(chain: Chain, { places }: TemplateBody): number[] {
    let length = 0;
    const lengths = chain.map((bone, i) => (length += i > 0 ? distanceVec(places, 3 * bone, places, 3 * chain[i - 1]) : 0));
    return lengths.map((at, i) => (length > 0 ? at / length : i / Math.max(1, chain.length - 1)));
}
