import type { Evidence } from './evidence';
import { weigh } from './evidence-table';
import { isUpright, leftOf, type Hypothesis } from './hypotheses';
import { findJoints } from './limb-joints';
import { partsOf, type BoneTree } from './tree';
import { across, cross, middleOf, minus, plus, pointAt, size, times, unit, type Vector } from './vectors';
import { angleBetween, dotVec } from '../core/math/flat-math';
import { DEGREES } from '../core/math/scalars';
import type { Steps } from '../core/timing/steps';
import { edgeBelow, type PlanePoint } from '../skin/convex-hull';

// The character's own directions in the reference pose: left, up and forward.
//
// Left is the line between the sides, so that forward is at right angles to it exactly, and only its sign has to be found: the table of
// evidence tells it. Up is the scene's where the body may stand so. Where it does not, it is what the legs show: half way between the
// line of the legs and the line from the ankles to the head (people lean a little in each, against one another); where there is a skin,
// the ground under the soles corrects it.

/** Directions of a character, unit vectors in model space. */
export interface Frame {
    left: Vector;
    up: Vector;
    forward: Vector;
}

/** Largest turn that the ground under the soles may give to the up direction, in degrees: more is a foot in the air. */
const STEEPEST_GROUND = 12;

/** Largest angle between the up that a body shows and the scene's in which both are the same, in degrees. */
const SAME_UP = 15;

/** Angle between level soles and the scene below which the soles are the finer witness, in degrees. */
const LEVEL_SOLES = 3;

/** Angle at which they speak against one another with no doubt, in degrees. */
const OTHER_UP = 45;

/** Confidence in what a single witness says, and in what nothing says. */
const ALONE = 0.7;
export const GUESSED = 0.3;

/** Finds the directions of a body of which it is known what it stands on. */
export function *findFrame(h: Hypothesis, evidence: Evidence[]): Steps<Frame> {
    const { body, legs, up } = h;
    const pairs = [...legs, ...h.arms ? [h.arms] : [], ...body.pairs];
    const aside = leftOf(body, pairs);
    const left = (aside && unit(across(aside, up))) ?? alongBody(h);
    const frame: Frame = { left, up: up.slice(), forward: cross(left, up) };
    const feet = yield* feetOf(h);
    yield;
    if (legs.length === 1 && up !== h.scene) frame.up = upByJoints(h, left, feet.map(({ foot }) => foot)) ?? frame.up;
    frame.forward = cross(left, frame.up);
    turnAhead(h, frame, feet, evidence);
    yield;
    const hasSoles = legs.length > 0 && levelOnSoles(body.tree, feet.map(({ foot }) => foot), frame);
    levelOnScene(h.scene, frame, hasSoles ? 'soles' : legs.length > 0 ? 'legs' : 'trunk', evidence);
    return frame;
}

/** The line between the sides of what has nothing on both: across the greatest extent of its skin. */
function alongBody({ body, up }: Hypothesis): Vector {
    const { sample: { points }, middle } = body;
    let farthest: Vector = new Float64Array(3);
    for (let i = 0; i < points.length / 3; i++) {
        const offset = across(minus(pointAt(points, i), middle), up);
        if (size(offset) > size(farthest)) farthest = offset;
    }
    return unit(cross(up, farthest)) ?? unit(cross(up, Float64Array.of(0, 0, 1))) ?? Float64Array.of(1, 0, 0);
}

/** What each leg rests on, by its first bone where it has no foot. */
function *feetOf(h: Hypothesis): Steps<{ foot: number; toes: number | undefined }[]> {
    const stance = { up: h.up, forward: null, isNamed: h.isNamed, isUpright: isUpright(h), width: 0 };
    const feet: { foot: number; toes: number | undefined }[] = [];
    for (const { paths } of h.legs) {
        const joints = findJoints(h.body.tree, paths.map(([root]) => root), 'leg', stance);
        feet.push(...joints.map(({ bones, path }) => ({ foot: bones.get('Foot') ?? path[path.length - 1], toes: bones.get('Toes') })));
        yield;
    }
    return feet;
}

/** Where up is by the joints of two legs and the head. */
function upByJoints({ body, legs, neckline }: Hypothesis, left: Vector, feet: readonly number[]): Vector | null {
    const at = (nodes: readonly number[]): Vector => middleOf(nodes.map(node => pointAt(body.tree.skeleton.positions, node)));
    const leg = unit(across(minus(at(legs[0].paths.map(([root]) => root)), at(feet)), left));
    const head = neckline && unit(across(minus(at(neckline.slice(-1)), at(feet)), left));
    return leg && head ? unit(plus(leg, head)) : leg;
}

/** Turns a frame round that faces backwards. */
function turnAhead(h: Hypothesis, frame: Frame, feet: readonly { foot: number; toes: number | undefined }[], evidence: Evidence[]): void {
    const { rows, total } = weigh({ ...h, facing: { forward: frame.forward, feet } }, 'forward');
    if (total < 0) {
        frame.left = times(frame.left, -1);
        frame.forward = times(frame.forward, -1);
    }
    const named = (sign: number) => rows.filter(({ value }) => value * sign > 0).map(({ says }) => says);
    const [agreeing, against] = total < 0 ? [named(-1), named(1)] : [named(1), named(-1)];
    evidence.push({
        question: 'forward', answer: agreeing.length > 0 ? agreeing.join(', ') : 'a guess', against: against.join(', '),
        confidence: agreeing.length === 0 ? GUESSED : agreeing.length / (agreeing.length + against.length)
    });
}

/** Turns up and forward about left so that the feet's skin stands on level ground. Answers whether it does. */
function levelOnSoles(tree: BoneTree, feet: readonly number[], frame: Frame): boolean {
    const points: PlanePoint[] = [];
    const isFoot = partsOf(tree, feet);
    let centre = 0;
    tree.skin.holders.forEach((holder, i) => {
        if (!isFoot[holder]) return;
        const ahead = dotVec(tree.skin.points, 3 * i, frame.forward, 0);
        points.push([ahead, dotVec(tree.skin.points, 3 * i, frame.up, 0)]);
        centre += ahead;
    });
    if (points.length < 3) return false;
    const ground = edgeBelow(points, centre / points.length);
    if (!ground) return false;
    const [from, to] = ground;
    const slope = Math.atan2(to[1] - from[1], to[0] - from[0]);
    if (!(Math.abs(slope) * DEGREES < STEEPEST_GROUND)) return false;
    const { forward, up } = frame;
    frame.forward = plus(times(forward, Math.cos(slope)), times(up, Math.sin(slope)));
    frame.up = plus(times(up, Math.cos(slope)), times(forward, -Math.sin(slope)));
    return true;
}

/** Takes the scene's up where what the body shows is nearly the same, and says how far off it is. */
function levelOnScene(sceneUp: Vector, frame: Frame, shown: 'soles' | 'legs' | 'trunk', evidence: Evidence[]): void {
    const scene = unit(across(sceneUp, frame.left));
    const off = scene ? angleBetween(frame.up, 0, scene, 0) : 90;
    const isSame = off < SAME_UP;
    if (isSame && !(shown === 'soles' && off < LEVEL_SOLES)) {
        frame.up = scene!;
        frame.forward = cross(frame.left, frame.up);
    }
    const degrees = Math.ceil(off);
    evidence.push({
        question: 'up', answer: isSame ? `the scene and the ${shown} agree within ${degrees} ${degrees === 1 ? 'degree' : 'degrees'}` : `the ${shown}`,
        against: isSame ? '' : `the scene, ${off.toFixed(0)} degrees off`, confidence: Math.max(0, isSame ? 1 - off / OTHER_UP : ALONE)
    });
}
