import type { Frame } from './frame';
import { foremost, isUpright, middleOfPair, rearmost, type Hypothesis } from './hypotheses';
import { isHelperName } from './names';
import type { Bones, Role } from './roles';
import { isAbove, isPartOf, meetingPoint, pathBetween } from './tree';
import { dot, minus, pointAt, size } from './vectors';

// The trunk of a body: hips, spine, neck and head.

/** Evidence for the hips of a bone that carries the legs, or the trunk. */
const CARRIES = 2.5;

/** Evidence for the hips of a bone with their name. */
const CALLED = 2;

/** Evidence for the hips of the bone below which legs and trunk part. */
const HOLDS = 0.5;

/** Distance from the roots of the legs at which the hips may be, and at which they are not, as shares of the legs' length. */
const NEAR = 0.3;
const FAR = 1;

/** Gives the roles of hips, spine, neck and head. */
export function assignTrunk(h: Hypothesis, frame: Frame, bones: Bones): void {
    const { tree } = h.body;
    const hips = findHips(h);
    const head = h.neckline?.at(-1);
    if (hips !== undefined && hips !== head) bones.set('hips', hips);
    if (head === undefined) return;
    bones.set('head', head);
    const isHelper = (node: number) => h.isNamed && isHelperName(tree.skeleton.nodes[node].name);
    const base = hips ?? h.root;
    const between = pathBetween(tree, meetingPoint(tree, base, head), head).slice(1, -1).filter(node => node !== hips && !isHelper(node));
    const neck = neckAt(h, frame, between, base);
    const role = (part: 'spine' | 'neck', i: number): Role => (i === 0 ? part : `${part}${i}`);
    between.forEach((node, i) => bones.set(i < neck ? role('spine', i) : role('neck', i - neck), node));
}

/** The bone that turns the body above its legs; of what has none the one that moves all of it. */
function findHips(h: Hypothesis): number | undefined {
    const { tree } = h.body;
    const said = [...tree.said].find(([, role]) => role === 'hips')?.[0];
    if (said !== undefined) return said;
    const head = h.neckline?.at(-1);
    const isCalled = (node: number) => h.isNamed && tree.names[node]?.name?.part === 'hips';
    const carriesHead = (node: number) => head !== undefined && isAbove(tree, node, head);
    const nodes = [...tree.skeleton.nodes.keys()];
    if (h.legs.length === 0) return nodes.find(node => isCalled(node) && carriesHead(node)) ?? (head === undefined ? undefined : h.root);

    const hind = rearmost(h)!;
    const place = middleOfPair(h.body, hind, 'root');
    const leg = Math.max(hind.reach, dot(place, h.up) - h.body.lowest(h.up)[hind.paths[0][0]]);
    const score = (node: number) => {
        const carriesLegs = hind.paths.every(([root]) => isAbove(tree, node, root));
        const distance = size(minus(pointAt(tree.skeleton.positions, node), place)) / leg;
        const near = Math.min(1, Math.max(-1, 1 - 2 * (distance - NEAR) / (FAR - NEAR)));
        return (carriesLegs ? CARRIES : 0) + (carriesHead(node) ? CARRIES : 0) + near + (isCalled(node) ? CALLED : 0) + (node === h.root ? HOLDS : 0);
    };
    const inLimb = (node: number) => h.legs.some(({ paths }) => paths.some(([root]) => isPartOf(tree, node, root)));
    const candidates = nodes.filter(node => !inLimb(node) && (carriesHead(node) || hind.paths.some(([root]) => isAbove(tree, node, root))));
    // of some that are as good the lowest
    return candidates.reduce((best, node) => (score(node) >= score(best) ? node : best), candidates[0]);
}

/**
 * Where the neck begins among the bones between hips and head: where it is called so, and above what carries the fore legs or the arms;
 * where an animal's fore legs hang on its hips, before these.
 */
function neckAt(h: Hypothesis, { forward }: Frame, between: readonly number[], base: number): number {
    const { tree } = h.body;
    const called = h.isNamed ? between.findIndex(node => tree.names[node]?.name?.part === 'neck') : -1;
    const byName = called < 0 ? between.length : called;
    const front = h.legs.length > 1 ? foremost(h) : h.arms;
    if (!front) return byName;
    const chest = between.reduce((last, node, i) => (isPartOf(tree, front.parent, node) ? i : last), -1);
    if (chest >= 0) return Math.min(chest + 1, byName);
    if (h.legs.length < 2 || isAbove(tree, base, front.parent)) return byName;
    const ahead = (node: number) => dot(pointAt(tree.skeleton.positions, node), forward);
    const before = between.findIndex(node => front.paths.every(([root]) => ahead(node) > ahead(root)));
    return before < 0 ? between.length : before;
}

/** Whether a body's trunk lies: tail and ears are told by their shape then. */
export function isLevel(h: Hypothesis): boolean {
    return h.legs.length > 1 || !isUpright(h);
}
