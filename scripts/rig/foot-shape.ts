import { soleBone, type Rig } from './rig';
import { createBoneTree, isPartOf, longestPath, type BoneTree } from './tree';
import { crossVec, dotVec, normalizeVec, rotateVecInverse, subtractVec } from '../core/math/flat-math';
import { RADIANS } from '../core/math/scalars';
import { longAxis } from '../skin/convex-hull';
import { planeBelow } from '../skin/support-plane';

// The size of a foot, paw, hoof or hand in the reference pose, from the vertices that hang on its bone and on all below it.
//
// A foot is measured along the character's up and its own forward: towards the ball, else along the sole where that is clearly longer
// than broad, else the character's. A hand in the air is measured along its fingers and away from its palm.
// The sole is the plane on which the foot would stand, under its middle.
// Where nothing is drawn on the foot the bones give what they can, and a person's proportions the rest.

/** What a foot, paw, hoof or hand is like in the reference pose. Lengths in model units. */
export interface FootShape {
    /** The node that was measured. */
    readonly foot: number;
    /** Where the sizes are from: the vertices, or guesses from the bones where nothing is drawn on the foot. */
    readonly source: 'skin' | 'bones';
    /** Direction in which the height is measured, model space: the character's up; of a hand in the air, away from its palm. */
    readonly up: Float64Array;
    /** Direction in which the foot points, model space, at right angles to `up`. */
    readonly forward: Float64Array;
    /** `up` and `forward` in the foot bone's local frame. */
    readonly localUp: Float64Array;
    readonly localForward: Float64Array;
    /** From the foot's joint, along `forward`, to the tip of the toes. */
    readonly length: number;
    /** From the foot's joint, against `forward`, to the end of the heel. Negative where the whole foot is ahead of the joint. */
    readonly heel: number;
    /** Half of the foot's breadth. */
    readonly halfWidth: number;
    /** From the lowest point of the foot up to its joint. */
    readonly height: number;
    /** What touches the ground. */
    readonly sole: SolePlane;
}

/** The plane on which a foot stands, and what of the foot is on it. Places count from the joint's projection along `up`. */
export interface SolePlane {
    /** Normal of the plane, upwards: model space, and in the foot bone's local frame. */
    readonly normal: Float64Array;
    readonly localNormal: Float64Array;
    /** Distance of the joint from the plane, along the normal. */
    readonly distance: number;
    /** Ends of the patch along `forward`; the back one is behind the joint when negative. */
    readonly front: number;
    readonly back: number;
    /** Edges of the patch along up x forward, the foot's own left; the right one is usually negative. */
    readonly left: number;
    readonly right: number;
}

/** Up, forward and left of a foot, model space. */
interface Axes { up: Float64Array; forward: Float64Array; left: Float64Array }

/** Places along forward, up and left, from the foot's joint. */
type FootPlace = [forward: number, up: number, left: number];

/**
 * Height above the lowest point up to which all counts, above it is the shaft of a boot: as a share of the joint's height, and, as some
 * joints are near the ground, of the character's.
 */
const SHAFT = 1.5;
const LOW_SHAFT = 0.06;

/** Largest angle of a foot's forward from the character's, in degrees: what points elsewhere is no toe. */
const SPLAYED = 60;

/** The same of the longer axis of its sole, which may be that across a paw, degrees. */
const SPLAYED_SOLE = 40;

/** Smallest ratio of a foot's length and breadth for them to say where it points: a hoof is round. */
const LONG_SOLE = 1.2;

/** Steepest slope of a sole in the reference pose, as rise over run: more is no sole. */
const STEEPEST_SOLE = 1;

/** Thickness of what counts as touching the ground, as a share of the character's height: 5 mm on a person. */
const TOUCHING = 0.003;

/** Horizontal distance to the ball from which on it says where the foot points, as a share of the character's height. */
const CLEAR_WAY = 0.01;

/** Share of the distance to the knuckles below which a bone of the hand belongs to the thumb. */
const THUMB = 0.6;

/**
 * Measures a foot, paw, hoof or hand in the reference pose.
 *
 * @param foot - Index into the skeleton's nodes.
 * @param tree - The skeleton's bone tree, made once for several feet: making it takes milliseconds.
 */
export function measureFoot(rig: Rig, foot: number, tree: BoneTree = createBoneTree(rig.skeleton)): FootShape {
    const isHand = rig.legs !== 4 && (['leftHand', 'rightHand'] as const).some(role => rig.bones.get(role) === foot);
    const axes = isHand ? handAxes(rig, foot, tree) : footAxes(rig, foot, tree);
    const thumb = isHand ? thumbOf(tree, foot) : undefined;
    const places = placesOf(rig, tree, foot, axes, thumb);
    const [lowest] = extent(places, 1);
    const shaft = lowest + Math.max(-SHAFT * lowest, LOW_SHAFT * rig.height);
    const sizes = places.length > 2 ? measureSkin(rig, axes, places.filter(([, up]) => isHand || up < shaft)) : guess(rig, foot, tree, axes);
    const { normal, ...patch } = sizes.sole;
    return {
        foot,
        source: places.length > 2 ? 'skin' : 'bones',
        up: axes.up,
        forward: axes.forward,
        localUp: toLocal(rig, foot, axes.up),
        localForward: toLocal(rig, foot, axes.forward),
        ...sizes,
        sole: { normal, localNormal: toLocal(rig, foot, normal), ...patch }
    };
}

type Sizes = Pick<FootShape, 'length' | 'heel' | 'halfWidth' | 'height'> & { sole: Omit<SolePlane, 'localNormal'> };

function toLocal(rig: Rig, node: number, direction: Float64Array): Float64Array {
    const out = new Float64Array(3);
    rotateVecInverse(out, 0, rig.skeleton.rotations, 4 * node, direction, 0);
    return out;
}

/** The vertices that hang on a foot or on what is below it, except for one branch. */
function placesOf(rig: Rig, tree: BoneTree, foot: number, { up, forward, left }: Axes, except?: number): FootPlace[] {
    const places: FootPlace[] = [];
    const carrier = soleBone(rig, foot);
    const offset = new Float64Array(3);
    tree.skin.holders.forEach((holder, i) => {
        if (!isPartOf(tree, holder, carrier) || (except !== undefined && isPartOf(tree, holder, except))) return;
        subtractVec(offset, 0, tree.skin.points, 3 * i, tree.skeleton.positions, 3 * foot);
        places.push([dotVec(offset, 0, forward, 0), dotVec(offset, 0, up, 0), dotVec(offset, 0, left, 0)]);
    });
    return places;
}

function extent(places: readonly FootPlace[], axis: 0 | 1 | 2): [number, number] {
    return places.reduce(([low, high], place) => [Math.min(low, place[axis]), Math.max(high, place[axis])], [Infinity, -Infinity]);
}

function measureSkin({ height }: Rig, { up, forward, left }: Axes, places: readonly FootPlace[]): Sizes {
    const [[back, front], [bottom], [right, outer]] = [extent(places, 0), extent(places, 1), extent(places, 2)];
    const plane = planeBelow(places, (back + front) / 2, (right + outer) / 2);
    const isSole = plane && Math.hypot(plane.pitch, plane.roll) < STEEPEST_SOLE;
    const { pitch, roll, height: ground } = isSole ? plane : { pitch: 0, roll: 0, height: bottom };
    const steepness = Math.hypot(1, pitch, roll);
    const above = ([x, y, z]: FootPlace) => y - pitch * x - roll * z;
    const touching = places.filter(place => (above(place) - ground) / steepness < TOUCHING * height);
    const [patchBack, patchFront] = extent(touching, 0);
    const [patchRight, patchLeft] = extent(touching, 2);
    return {
        length: front,
        heel: -back,
        halfWidth: (outer - right) / 2,
        height: -bottom,
        sole: {
            normal: up.map((value, axis) => (value - pitch * forward[axis] - roll * left[axis]) / steepness),
            distance: -ground / steepness,
            front: patchFront,
            back: patchBack,
            left: patchLeft,
            right: patchRight
        }
    };
}

/** Takes away what a vector has along a unit vector, and brings the rest to unit length; false where nothing is left. */
function flatten(v: Float64Array, up: Float64Array): boolean {
    const part = dotVec(v, 0, up, 0);
    v.forEach((value, axis) => { v[axis] = value - part * up[axis]; });
    return normalizeVec(v, 0);
}

function complete(up: Float64Array, forward: Float64Array): Axes {
    const left = new Float64Array(3);
    crossVec(left, 0, up, 0, forward, 0);
    return { up, forward, left };
}

function offsetBetween({ skeleton }: BoneTree, from: number, to: number): Float64Array {
    const out = new Float64Array(3);
    subtractVec(out, 0, skeleton.positions, 3 * to, skeleton.positions, 3 * from);
    return out;
}

function footAxes(rig: Rig, foot: number, tree: BoneTree): Axes {
    const up = rig.up.slice();
    const ahead = complete(up, rig.forward.slice());
    const isAhead = (x: number, z: number, splayed: number) => Math.hypot(x, z) > 0 && x > Math.cos(splayed * RADIANS) * Math.hypot(x, z);
    const along = (x: number, z: number) => {
        const forward = ahead.forward.map((value, axis) => x * value + z * ahead.left[axis]);
        normalizeVec(forward, 0);
        return complete(up, forward);
    };
    const toes = ballsOf(rig, foot, tree).map((ball) => {
        const offset = offsetBetween(tree, foot, ball);
        return [dotVec(offset, 0, ahead.forward, 0), dotVec(offset, 0, ahead.left, 0)];
    }).filter(([x, z]) => isAhead(x, z, SPLAYED) && Math.hypot(x, z) > CLEAR_WAY * rig.height);
    if (toes.length > 0) return along(toes.reduce((sum, [x]) => sum + x, 0), toes.reduce((sum, [, z]) => sum + z, 0));

    const sole = longAxis(placesOf(rig, tree, foot, ahead).map(([x, , z]) => [x, z]));
    if (!sole || sole.ratio < LONG_SOLE) return ahead;
    const [x, z] = sole.direction[0] < 0 ? sole.direction.map(value => -value) : sole.direction;
    return isAhead(x, z, SPLAYED_SOLE) ? along(x, z) : ahead;
}

/** The bones at the ball of a foot: its toes where they are known, else all that hangs from it and is drawn. */
function ballsOf(rig: Rig, foot: number, tree: BoneTree): readonly number[] {
    const toes = (['left', 'right'] as const).filter(side => rig.bones.get(`${side}Foot`) === foot).map(side => rig.bones.get(`${side}Toes`));
    if (toes[0] !== undefined) return [toes[0]];
    return tree.children[foot].filter(child => tree.carried[child] > 0 || !(tree.carried[foot] > 0));
}

/** Along the middle finger, and away from the palm: at right angles to the knuckles, on the side that the thumb tells, else upwards. */
function handAxes(rig: Rig, hand: number, tree: BoneTree): Axes {
    const forward = alongHand(tree, hand);
    const thumb = thumbOf(tree, hand);
    const knuckles = tree.children[hand].filter(finger => finger !== thumb);
    const up = rig.up.slice();
    let widest = 0;
    for (const a of knuckles) {
        for (const b of knuckles) {
            const across = offsetBetween(tree, a, b);
            const width = dotVec(across, 0, across, 0);
            if (!(width > widest)) continue;
            widest = width;
            crossVec(up, 0, forward, 0, across, 0);
        }
    }
    if (!flatten(up, forward)) {
        up.set(rig.forward);
        flatten(up, forward);
    }
    const back = rig.up.slice();
    if (thumb !== undefined) {
        // a right hand is the mirror image of a left one
        const sides = [offsetBetween(tree, hand, thumb), forward];
        if (rig.bones.get('leftHand') !== hand) sides.reverse();
        crossVec(back, 0, sides[0], 0, sides[1], 0);
    }
    if (dotVec(up, 0, back, 0) < 0) up.forEach((value, axis) => { up[axis] = -value; });
    return complete(up, forward);
}

/** Direction of the longest finger at its knuckle; without fingers that of the forearm. */
function alongHand(tree: BoneTree, hand: number): Float64Array {
    const knuckle = longestPath(tree, hand)[1];
    const forward = knuckle === undefined ? offsetBetween(tree, tree.skeleton.parents[hand], hand) : offsetBetween(tree, hand, knuckle);
    normalizeVec(forward, 0);
    return forward;
}

/** The finger that begins nearest to the wrist, if it is much nearer than the longest one. */
function thumbOf(tree: BoneTree, hand: number): number | undefined {
    const knuckle = longestPath(tree, hand)[1];
    if (knuckle === undefined) return undefined;
    const forward = alongHand(tree, hand);
    const reach = (finger: number) => dotVec(offsetBetween(tree, hand, finger), 0, forward, 0);
    const nearest = tree.children[hand].filter(child => tree.reaches[child] > 0).reduce((a, b) => (reach(b) < reach(a) ? b : a), knuckle);
    return reach(nearest) < THUMB * reach(knuckle) ? nearest : undefined;
}

/** Sizes of a person's foot, as shares of the body's height where there are no toes, and of the distance to the tip of the toes. */
const FOOT_LENGTH = 0.11;
const ANKLE_HEIGHT = 0.045;
const TOE_HEIGHT = 0.012;
const HEEL = 0.33;
const HALF_WIDTH = 0.26;

/** Distance from the ankle to the tip of the toes as a share of that to the ball. */
const BEYOND_BALL = 1.55;

/** Sizes where nothing is drawn: to the furthest bone, or beyond it where that is the ball. */
function guess(rig: Rig, foot: number, tree: BoneTree, { up, forward }: Axes): Sizes {
    let [tip, low] = [0, 0];
    for (let node = foot + 1; node < tree.skeleton.ends[foot]; node++) {
        const offset = offsetBetween(tree, foot, node);
        tip = Math.max(tip, dotVec(offset, 0, forward, 0));
        low = Math.min(low, dotVec(offset, 0, up, 0));
    }
    const isBall = longestPath(tree, foot).length === 2;
    const length = tip > CLEAR_WAY * rig.height ? tip * (isBall ? BEYOND_BALL : 1) : FOOT_LENGTH * rig.height;
    const [heel, halfWidth] = [HEEL * length, HALF_WIDTH * length];
    const height = low < 0 ? TOE_HEIGHT * rig.height - low : ANKLE_HEIGHT * rig.height;
    return {
        length, heel, halfWidth, height,
        sole: { normal: up.slice(), distance: height, front: length, back: -heel, left: halfWidth, right: -halfWidth }
    };
}
