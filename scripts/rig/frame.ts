import type { Evidence } from './evidence';
import type { Role } from './roles';
import { isPartOf, longestPath, type BoneTree } from './tree';
import { angleBetween, dotVec, normalizeVec, subtractVec } from '../core/math/flat-math';
import { DEGREES } from '../core/math/scalars';
import { edgeBelow, type PlanePoint } from '../skin/convex-hull';

// The character's own directions in the reference pose: left, up and forward.
//
// Left is the line between the roots of the limbs, so that forward is at right angles to it exactly. Up is half way between the line
// of the legs and the line from the ankles to the head (people lean a little in each, against one another); where there is a skin,
// the ground under the soles corrects it, and what the legs show roughly, the scene's own up
// says exactly; without legs it alone is asked.
// Forward is at right angles to both, and only its sign has to be found: by the toes, the soles, the eyes, else the knees and elbows.
// What has no sides faces from its tail, or its hips, to its head.

/** Directions of a character, unit vectors in model space. */
export interface Frame {
    left: Float64Array;
    up: Float64Array;
    forward: Float64Array;
    /** Whether what was called left is on the right. */
    swapped: boolean;
}

/** Largest angle between the line of the hips and that of the shoulders in a pose without twist, in degrees. */
const UNTWISTED = 5;

/** Largest turn that the ground under the soles may give to the up direction, in degrees: more is a foot in the air. */
const STEEPEST_GROUND = 12;

/** Share of a limb's length from which on a bend or a foot says where forward is. */
const CLEAR_SIGN = 0.02;

/** Largest angle between the up that a body shows and the scene's in which both are the same, in degrees. */
const SAME_UP = 15;

/** Angle between level soles and the scene below which the soles are the finer witness, in degrees. */
const LEVEL_SOLES = 3;

/** Angle at which they speak against one another with no doubt, in degrees. */
const OTHER_UP = 45;

/** Share of the way from tail to head that is level, for it to say where forward is. */
const LEVEL_BODY = 0.5;

/** Confidence in what a single witness says, and in what nothing says. */
const ALONE = 0.7;
const GUESSED = 0.3;

type Bones = ReadonlyMap<Role, number>;

/**
 * Finds the directions of a character on two legs, or without legs, from its bones.
 *
 * @param sidesKnown - Left and right are known: knees and elbows, which hardly bend in many reference poses, are not asked then.
 */
export function findFrame(tree: BoneTree, bones: Bones, sidesKnown: boolean, evidence: Evidence[]): Frame {
    const hasLegs = bones.has('leftThigh') && bones.has('rightThigh');
    const { left, isKnown } = findLeft(tree, bones);
    if (!isKnown) return findFrameWithoutSides(tree, bones, evidence);
    const up = hasLegs ? findUp(tree, bones, left) : tree.skeleton.sceneUp.slice();
    if (!hasLegs && !straighten(up, left)) up.set(findUp(tree, bones, left));
    const forward = cross(left, up);
    const sign = forwardSign(tree, bones, forward, sidesKnown, evidence);
    const frame = { left, up, forward, swapped: sign < 0 };
    if (sign < 0) {
        flip(left);
        flip(forward);
    }
    const isLevel = hasLegs && levelOnSoles(tree, [bones.get('leftFoot'), bones.get('rightFoot')], frame);
    levelOnScene(tree, frame, isLevel ? 'soles' : hasLegs ? 'legs' : 'trunk', evidence);
    return frame;
}

/** The directions of what has no bones on both sides: upright in its scene, facing from its tail to its head. */
function findFrameWithoutSides(tree: BoneTree, bones: Bones, evidence: Evidence[]): Frame {
    const up = tree.skeleton.sceneUp.slice();
    const [hips, head, tail] = [bones.get('hips') ?? 0, bones.get('head'), bones.get('tail')];
    const back = tail === undefined ? hips : longestPath(tree, tail).at(-1)!;
    const way = head === undefined ? new Float64Array(3) : difference(tree, back, head);
    const length = Math.sqrt(norm(way));
    const level = way.map((value, axis) => value - dotVec(way, 0, up, 0) * up[axis]);
    const isLong = Math.sqrt(norm(level)) > LEVEL_BODY * length && length > 0;
    const forward = isLong ? level : Float64Array.of(0, 0, 1);
    if (!straighten(forward, up)) {
        forward.set([0, -1, 0]);
        straighten(forward, up);
    }
    const left = cross(up, forward);
    const sign = isLong ? 1 : forwardSign(tree, bones, forward, false, evidence);
    if (sign < 0) {
        flip(left);
        flip(forward);
    }
    evidence.push({ question: 'up', answer: 'the scene\'s, as no legs are found', against: '', confidence: ALONE });
    if (isLong) evidence.push({ question: 'forward', answer: 'from the tail to the head', against: '', confidence: ALONE });
    return { left, up, forward, swapped: false };
}

/**
 * Finds the directions of a character on four legs, the hind ones first.
 *
 * @param sidesKnown - The left leg of each pair comes first. Else they come as they hang, and no frame is swapped.
 */
export function findFrameOnFour(tree: BoneTree, legs: readonly [number[], number[]][], sidesKnown: boolean): Frame {
    const ends = (pair: [number[], number[]], at: number) => middle(tree, pair.map(path => path.at(at)!));
    const [hind, fore] = legs;
    const left = difference(tree, hind[1][0], hind[0][0]);
    const further = difference(tree, fore[1][0], fore[0][0]);
    // a pair may be the other way round
    if (dotVec(left, 0, further, 0) < 0) flip(further);
    add(left, further);
    normalizeVec(left, 0);
    const forward = minus(ends(fore, -1), ends(hind, -1));
    straighten(forward, left);
    const up = cross(forward, left);
    const onLeft = dotVec(up, 0, minus(ends(hind, 0), ends(hind, -1)), 0) > 0;
    if (!onLeft) {
        flip(left);
        flip(up);
    }
    return { left, up, forward, swapped: sidesKnown && !onLeft };
}

/** The line between the sides, and whether there are bones on both. */
function findLeft(tree: BoneTree, bones: Bones): { left: Float64Array; isKnown: boolean } {
    const pairs = (['Thigh', 'UpperArm', 'Clavicle', 'Eye', 'Hand'] as const).flatMap((part) => {
        const [a, b] = [bones.get(`left${part}`), bones.get(`right${part}`)];
        return a === undefined || b === undefined ? [] : [difference(tree, b, a)];
    }).filter(pair => dotVec(pair, 0, pair, 0) > 0);
    const left = pairs[0]?.slice() ?? Float64Array.of(1, 0, 0);
    if (pairs.length > 1 && angleBetween(pairs[0], 0, pairs[1], 0) < UNTWISTED) add(left, pairs[1]);
    normalizeVec(left, 0);
    return { left, isKnown: pairs.length > 0 };
}

function findUp(tree: BoneTree, bones: Bones, left: Float64Array): Float64Array {
    const at = (...roles: Role[]) => {
        const nodes = roles.map(role => bones.get(role)).filter(node => node !== undefined);
        return nodes.length > 0 ? middle(tree, nodes) : null;
    };
    const feet = at('leftFoot', 'rightFoot') ?? at('leftShin', 'rightShin');
    const thighs = at('leftThigh', 'rightThigh');
    const hips = at('hips') ?? thighs;
    const head = at('head') ?? at('neck') ?? at('leftUpperArm', 'rightUpperArm');
    const up = new Float64Array(3);
    for (const [from, to] of [[feet, thighs], [feet ?? hips, head]]) {
        if (!from || !to) continue;
        const line = minus(to, from);
        straighten(line, left);
        add(up, line);
    }
    if (!straighten(up, left)) {
        up.set([0, 1, 0]);
        if (!straighten(up, left)) straighten(up.fill(0).fill(1, 2), left);
    }
    return up;
}

/** Positive where the given forward is the character's, negative where it is its back; 0 is taken as positive. */
function forwardSign(tree: BoneTree, bones: Bones, forward: Float64Array, sidesKnown: boolean, evidence: Evidence[]): number {
    const node = (role: Role) => bones.get(role);
    const ahead = (from: number | undefined, to: number | undefined) => {
        return from === undefined || to === undefined ? 0 : dotVec(difference(tree, from, to), 0, forward, 0);
    };
    const sides = ['left', 'right'] as const;
    const size = sides.reduce((sum, side) => {
        const [thigh, shin] = [node(`${side}Thigh`), node(`${side}Shin`)];
        return sum + (thigh === undefined || shin === undefined ? 0 : Math.sqrt(norm(difference(tree, thigh, shin))));
    }, 0);
    const clues: Record<string, number> = {
        toes: sides.reduce((sum, side) => sum + ahead(node(`${side}Foot`), node(`${side}Toes`)), 0),
        soles: sides.reduce((sum, side) => sum + soleAhead(tree, node(`${side}Foot`), forward), 0),
        eyes: sides.reduce((sum, side) => sum + ahead(node('head'), node(`${side}Eye`)), 0),
        jaw: ahead(node('head'), node('jaw')),
        'knees and elbows': sides.reduce((sum, side) => sum + bend(ahead, node(`${side}Thigh`), node(`${side}Shin`), node(`${side}Foot`)) -
            bend(ahead, node(`${side}UpperArm`), node(`${side}Forearm`), node(`${side}Hand`)), 0)
    };
    const clear = Object.entries(clues).filter(([, value]) => Math.abs(value) > CLEAR_SIGN * size && value !== 0);
    // joints hardly bend in many reference poses: they speak where nothing else does
    const [first] = clear.filter(([name]) => !(sidesKnown && name === 'knees and elbows'));
    const sign = first === undefined ? 1 : first[1];
    const [agreeing, against] = [true, false].map(agrees => clear.filter(([, value]) => value * sign > 0 === agrees).map(([name]) => name));
    const fallback = sidesKnown ? 'left and right by name' : 'a guess';
    evidence.push({
        question: 'forward', answer: agreeing.length > 0 && first ? agreeing.join(', ') : fallback, against: against.join(', '),
        confidence: (agreeing.length + (sidesKnown ? 1 : 0)) / (agreeing.length + against.length + (sidesKnown ? 1 : 0)) || GUESSED
    });
    return sign;
}

/** How far a middle joint lies ahead of the line between its neighbours. */
function bend(ahead: (from?: number, to?: number) => number, upper?: number, joint?: number, lower?: number): number {
    return joint === undefined ? 0 : ahead(upper, joint) / 2 - ahead(joint, lower) / 2;
}

/** How far the skin of a foot, or what hangs from it, lies ahead of the ankle. */
function soleAhead(tree: BoneTree, foot: number | undefined, forward: Float64Array): number {
    if (foot === undefined) return 0;
    const ankle = pointOf(tree, foot);
    let sum = 0;
    let count = 0;
    tree.skin.holders.forEach((holder, i) => {
        if (!isPartOf(tree, holder, foot)) return;
        sum += dotVec(tree.skin.points, 3 * i, forward, 0) - dotVec(ankle, 0, forward, 0);
        count++;
    });
    if (count > 0) return sum / count;
    const tip = tree.skeleton.ends[foot] - 1;
    return dotVec(difference(tree, foot, tip), 0, forward, 0);
}

/** Turns up and forward about left so that the feet's skin stands on level ground. Answers whether it does. */
export function levelOnSoles(tree: BoneTree, nodes: readonly (number | undefined)[], frame: Frame): boolean {
    const feet = nodes.filter(node => node !== undefined);
    const points: PlanePoint[] = [];
    let centre = 0;
    tree.skin.holders.forEach((holder, i) => {
        if (!feet.some(foot => isPartOf(tree, holder, foot))) return;
        const along = dotVec(tree.skin.points, 3 * i, frame.forward, 0);
        points.push([along, dotVec(tree.skin.points, 3 * i, frame.up, 0)]);
        centre += along;
    });
    if (points.length < 3) return false;
    centre /= points.length;
    const ground = edgeBelow(points, centre);
    if (!ground) return false;
    const [from, to] = ground;
    const slope = Math.atan2(to[1] - from[1], to[0] - from[0]);
    if (!(Math.abs(slope) * DEGREES < STEEPEST_GROUND)) return false;
    const [cosine, sine] = [Math.cos(slope), Math.sin(slope)];
    const { forward, up } = frame;
    for (let axis = 0; axis < 3; axis++) {
        const [f, u] = [forward[axis], up[axis]];
        forward[axis] = cosine * f + sine * u;
        up[axis] = cosine * u - sine * f;
    }
    return true;
}

/** Takes the scene's up where what the body shows is nearly the same, and says how far off it is. */
export function levelOnScene(tree: BoneTree, frame: Frame, shown: 'soles' | 'legs' | 'trunk', evidence: Evidence[]): void {
    const { left, up, forward } = frame;
    const scene = tree.skeleton.sceneUp.slice();
    const off = straighten(scene, left) ? angleBetween(up, 0, scene, 0) : 90;
    const isSame = off < SAME_UP;
    if (isSame && !(shown === 'soles' && off < LEVEL_SOLES)) {
        up.set(scene);
        forward.set(cross(left, up));
    }
    evidence.push({
        question: 'up', answer: isSame ? `the scene and the ${shown} agree within ${Math.ceil(off)} ${Math.ceil(off) === 1 ? 'degree' : 'degrees'}` : `the ${shown}`, against: isSame ? '' : `the scene, ${off.toFixed(0)} degrees off`,
        confidence: Math.max(0, isSame ? 1 - off / OTHER_UP : ALONE)
    });
}

function pointOf(tree: BoneTree, node: number): Float64Array {
    return tree.skeleton.positions.slice(3 * node, 3 * node + 3);
}

function middle(tree: BoneTree, nodes: number[]): Float64Array {
    const out = new Float64Array(3);
    for (const node of nodes) add(out, pointOf(tree, node));
    return out.map(value => value / nodes.length);
}

function difference(tree: BoneTree, from: number, to: number): Float64Array {
    const out = new Float64Array(3);
    subtractVec(out, 0, tree.skeleton.positions, 3 * to, tree.skeleton.positions, 3 * from);
    return out;
}

function minus(a: Float64Array, b: Float64Array): Float64Array {
    return a.map((value, axis) => value - b[axis]);
}

function add(out: Float64Array, v: Float64Array): void {
    v.forEach((value, axis) => { out[axis] += value; });
}

function flip(v: Float64Array): void {
    v.forEach((value, axis) => { v[axis] = -value; });
}

function norm(v: Float64Array): number {
    return dotVec(v, 0, v, 0);
}

function cross(a: Float64Array, b: Float64Array): Float64Array {
    return Float64Array.of(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]);
}

/** Takes away what a vector has along a unit vector, and brings the rest to unit length; false where nothing is left. */
function straighten(v: Float64Array, axis: Float64Array): boolean {
    const part = dotVec(v, 0, axis, 0);
    v.forEach((value, i) => { v[i] = value - part * axis[i]; });
    return normalizeVec(v, 0);
}
