import { onRight } from './template';
import type { TemplateBody } from './template-body';
import { distanceVec } from '../../core/math/flat-math';
import type { Role } from '../../rig/roles';

// Which bone of the target takes its turn from which of the source: by their roles, and where chains have other numbers of bones by the share of
// the chain's length at which a bone begins.

/** Where a bone takes its turn from: two bones of the source and the share of the second one. */
export interface TurnSource {
    readonly bone: number;
    readonly from: number;
    readonly to: number;
    readonly share: number;
}

/** A limb that is built otherwise on the two characters: it follows the line from its root to its end, in its own shape. Indices of the poses. */
export interface LineLimb {
    readonly source: readonly [first: number, end: number];
    /** All bones of the target's limb, without its end. */
    readonly bones: readonly number[];
    readonly end: number;
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

/** Finds which bone takes its turn from which. */
export function planRetarget(source: TemplateBody, target: TemplateBody): RetargetPlan {
    const turns = new Map<number, TurnSource>();
    const lines: LineLimb[] = [];
    const take = (bone: number, from: number, to = from, share = 0) => turns.set(bone, { bone, from, to, share });
    const takeRole = (role: Role) => {
        const [from, bone] = [source.bones.get(role), target.bones.get(role)];
        if (from !== undefined && bone !== undefined) take(bone, from);
    };
    for (const role of SINGLE) for (const one of new Set([role, onRight(role)])) takeRole(one);
    for (const chain of [spineOf, neckOf, tailOf]) spread(chain(source), chain(target), source, target, take);
    for (const limb of [...target.template.legs, ...target.template.arms]) {
        for (const roles of [limb, limb.map(onRight)]) planLimb(roles, source, target, takeRole, lines);
    }
    return { turns: [...turns.values()].sort((a, b) => a.bone - b.bone), lines };
}

/** Takes a limb part by part where both have the same ones, else by its line. */
function planLimb(roles: readonly Role[], source: TemplateBody, target: TemplateBody, takeRole: (role: Role) => void, lines: LineLimb[]): void {
    const end = roles[roles.length - 1];
    const partsOf = ({ bones }: TemplateBody) => roles.filter(role => role !== end && bones.has(role));
    const [theirs, own] = [partsOf(source), partsOf(target)];
    if (theirs.join() === own.join()) {
        own.forEach(takeRole);
        return;
    }
    const [path, sourcePath] = [limbPath(target, roles), limbPath(source, roles)];
    if (path.length < 2 || sourcePath.length < 2) return;
    lines.push({ source: [sourcePath[0], sourcePath[sourcePath.length - 1]], bones: path.slice(0, -1), end: path[path.length - 1] });
}

/** The bones of a limb from its first part to its end, or to the mark at it. */
function limbPath({ bones, rig, space: { first } }: TemplateBody, roles: readonly Role[]): number[] {
    const end = roles[roles.length - 1] as keyof typeof rig.limbs;
    const begin = bones.get(roles[0]);
    const path = (rig.limbs[end]?.bones ?? []).map(bone => first + bone);
    return begin === undefined ? [] : path.slice(Math.max(0, path.indexOf(begin)));
}

type Take = (bone: number, from: number, to?: number, share?: number) => void;

/** Bones of a chain, the first of which is its root, that already has its turn. */
type Chain = readonly number[];

const known = (bone: number | undefined) => (bone === undefined ? [] : [bone]);

function spineOf({ bones, rig, space: { first } }: TemplateBody): Chain {
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
        take(to[i], from[before], from[next], width > SAME ? Math.min(1, (share - theirs[before]) / width) : 1);
    });
}

/** Shares of a length that are the same. */
const SAME = 1e-3;

/** Where the bones of a chain begin, as shares of the way from the first to the last. */
function sharesOf(chain: Chain, { places }: TemplateBody): number[] {
    let way = 0;
    const ways = chain.map((bone, i) => (way += i > 0 ? distanceVec(places, 3 * bone, places, 3 * chain[i - 1]) : 0));
    return ways.map((at, i) => (way > 0 ? at / way : i / Math.max(1, chain.length - 1)));
}
