import type { AnimTrack, GraphNode } from 'playcanvas';

import { activeRagdollAttributes, type RagdollBoneRow } from '../attributes';
import { readMotions, type ClipMotion } from './clip-motion';
import { checkCoverage } from './coverage';
import { defaultBones } from './default-rows';
import { naturalRange } from './joint-limits';
import { makeJoint } from './joints';
import { conditionInertia, conditionMasses, shareMass, solidInertia, type MassPreset } from './masses';
import { collectPoints, enlargePlan, planBodies, type Draft, type Plan } from './plan';
import { readRows } from './rows';
import { axesQuat } from '../../core/math/axes-quat';
import { multiplyInverseQuat, rotateVecInverse, type Flat } from '../../core/math/flat-math';
import { finish, type Steps } from '../../core/timing/steps';
import { digestOfClip } from '../../rig/clip-digest';
import { LastOfModel } from '../../rig/model-cache';
import type { Rig } from '../../rig/rig';
import type { Report } from '../../rig/row-bone';
import { makeRow } from '../../shell/attributes';
import type { RigidBodySettings, RagdollSettings } from '../settings';
import { fitBoneShape, isGuessed } from '../shapes/bone-shape';
import { addKnobs } from '../shapes/knobs';
import { enlargeShape, lengthOf, overlap, thicknessOf, type Shape } from '../shapes/shape';

// The build step of a ragdoll, from a character to settings: bones, shapes, masses, joints with limits, and the pairs that never collide.

/** What the build step needs besides the character. */
export interface RagdollOptions {
    /** World metres per unit of model space: the scale of the topmost bone's parent. */
    readonly scale: number;
    /** Kilograms. */
    readonly totalMass: number;
    readonly massPreset: MassPreset;
    /** Rows of the designer; empty: from the character. */
    readonly rows: readonly RagdollBoneRow[];
    /** Clips that the limits have to let through. */
    readonly clips: readonly AnimTrack[];
    /** The entity whose animation component plays them; null without clips. */
    readonly animRoot: GraphNode | null;
}

/** A ragdoll with what it was made from, which its report looks at. */
export interface RagdollBuild {
    readonly settings: RagdollSettings;
    readonly plans: readonly Plan[];
    /** Shapes of the bodies in the reference pose, in metres. */
    readonly shapes: readonly Shape[];
    readonly motions: readonly ClipMotion[];
    /** Height of the character, metres. */
    readonly height: number;
}

/** What was built, and what was said about it. */
interface Built {
    readonly settings: RagdollSettings;
    readonly sentences: readonly string[];
}

/** What was built last for a model: reading clips and finding limits costs as much as dozens of frames. */
const lastBuilt = new LastOfModel<Built>('ragdoll');

/**
 * Builds the settings of a ragdoll. What was built before for an instance of the model is answered as long as it would be the same.
 *
 * @param report - Receives a sentence for each thing that is wrong with the set-up.
 * @returns The ragdoll, or null when something is wrong.
 */
export function makeRagdoll(rig: Rig, options: RagdollOptions, report: Report): RagdollBuild | null {
    const drafts = findBodies(rig, options, report);
    if (!drafts) return null;
    const { scale } = options;
    const shaped = lazily(() => finish(shapeBodies(rig, drafts, scale)));
    const motions = lazily(() => finish(readClips(rig, drafts, options)));
    const { settings, sentences } = lastBuilt.get(rig, keyOf(drafts, options), () => finish(buildBodies(rig, drafts, options)));
    sentences.forEach(report);
    // what only the report looks at is read when it is asked for
    return {
        settings,
        height: rig.height * scale,
        get plans() { return shaped().plans; },
        get shapes() { return shaped().shapes; },
        get motions() { return motions(); }
    };
}

/** Works out in pieces what {@link makeRagdoll} then finds. */
export function *prepareRagdoll(rig: Rig, options: RagdollOptions): Steps<void> {
    const drafts = findBodies(rig, options, () => {});
    if (!drafts) return;
    for (const clip of options.clips) {
        digestOfClip(clip);
        yield;
    }
    yield* lastBuilt.prepare(rig, keyOf(drafts, options), () => buildBodies(rig, drafts, options));
}

/** Works something out when it is asked for first. */
function lazily<Result>(work: () => Result): () => Result {
    let result: Result | undefined;
    return () => (result ??= work());
}

/** All numbers and choices that a build depends on besides the character, and its clips. */
function keyOf(drafts: readonly Draft[], { scale, totalMass, massPreset, rows, clips, animRoot }: RagdollOptions): string {
    const rootScale = animRoot?.getWorldTransform().getScale().x;
    const bodies = drafts.map(({ bone, parent, row }) => [bone, parent, { ...row, bone: null, parentBone: null }]);
    return JSON.stringify([scale, totalMass, massPreset, rows.length === 0, rootScale, animRoot ? clips.map(digestOfClip) : [], bodies]);
}

function *readClips(rig: Rig, drafts: readonly Draft[], { clips, animRoot }: RagdollOptions): Steps<readonly ClipMotion[]> {
    return animRoot ? yield* readMotions(rig, drafts, clips, animRoot) : [];
}

function *buildBodies(rig: Rig, drafts: readonly Draft[], options: RagdollOptions): Steps<Built> {
    const { plans, shapes } = yield* shapeBodies(rig, drafts, options.scale);
    const sentences: string[] = [];
    if (options.rows.length === 0) checkCoverage(rig, shapes, options.scale, sentence => sentences.push(sentence));
    yield;
    const motions = yield* readClips(rig, drafts, options);
    const bodies: RigidBodySettings[] = [];
    for (const [i, plan] of plans.entries()) {
        bodies.push(makeBody(rig, plan, i, plans, shapes[i], motions));
        yield;
    }
    giveMasses(rig, plans, shapes, bodies, options);
    const settings = {
        bodies,
        ignoredPairs: findIgnoredPairs(plans, shapes),
        totalMass: bodies.reduce((sum, { mass }) => sum + mass, 0),
        scale: options.scale
    };
    return { settings, sentences };
}

/** Bodies with their shapes. */
interface ShapedPlans { readonly plans: readonly Plan[]; readonly shapes: readonly Shape[] }

/** What of a plan is kept of a model: not the row, which is one instance's, and not its vertices, which are read again when they are asked for. */
type KeptPlan = Omit<Plan, 'row' | 'points' | 'own'>;

/** What was shaped last for a model, in heights of the character, and of what: fitting takes some tenths of a second. */
const lastShaped = new LastOfModel<{ readonly plans: readonly KeptPlan[]; readonly shapes: readonly Shape[] }>('shapes');

/** Plans the bodies and fits their shapes. The search works in heights, so that it comes to the same result at every scale. */
function *shapeBodies(rig: Rig, drafts: readonly Draft[], scale: number): Steps<ShapedPlans> {
    const metre = 1 / (rig.height * scale);
    const key = JSON.stringify(drafts.map(({ bone, parent, row: { shape, radius, length, offset } }) => {
        return [bone, parent, shape, ...[radius, length, offset.x, offset.y, offset.z].map(size => size * metre)];
    }));
    const shaped = yield* lastShaped.prepare(rig, key, function *() {
        const { plans, shapes } = yield* fitBodies(rig, drafts, metre);
        return { plans: plans.map(({ bone, parent, name, role, joint, direction, length }) => ({ bone, parent, name, role, joint, direction, length })), shapes };
    });
    const vertices = lazily(() => finish(collectPoints(rig, drafts, 1 / rig.height)));
    return {
        plans: shaped.plans.map((plan, i) => enlargePlan(plan, 1 / metre, drafts[i].row, () => vertices()[i])),
        shapes: shaped.shapes.map(shape => enlargeShape(shape, 1 / metre))
    };
}

/** Fits the shapes, all lengths in heights of the character. */
function *fitBodies(rig: Rig, drafts: readonly Draft[], metre: number): Steps<ShapedPlans> {
    const plans = yield* planBodies(rig, drafts, 1 / rig.height);
    yield;
    const shapes = yield* fitAll(rig, plans, metre);
    const areNeighbours = (a: number, b: number) => plans[a].parent === b || plans[b].parent === a;
    for (const [i, shape] of shapes.entries()) {
        yield;
        const { row, points } = plans[i];
        // what a designer has given stays as it is
        if (row.radius > 0 || row.length > 0 || row.offset.lengthSq() > 0) continue;
        const shapesOf = (isWanted: (j: number) => boolean) => shapes.filter((_, j) => j !== i && isWanted(j));
        addKnobs(shape, points, shapesOf(j => areNeighbours(i, j)), shapesOf(j => !areNeighbours(i, j)));
    }
    return { plans, shapes };
}

/** Fits each body to its vertices first; those without any are no thicker than the bodies that they hang on or carry. */
function *fitAll(rig: Rig, plans: readonly Plan[], metre: number): Steps<Shape[]> {
    const fitted: (Shape | null)[] = [];
    for (const plan of plans) {
        fitted.push(isGuessed(plan) ? null : fitBoneShape(rig, plan, metre));
        yield;
    }
    return plans.map((plan, i) => {
        const thicknesses = fitted.flatMap((one, j) => (one && (plan.parent === j || plans[j].parent === i) ? [thicknessOf(one)] : []));
        return fitted[i] ?? fitBoneShape(rig, plan, metre, thicknesses.length > 0 ? Math.max(...thicknesses) : Infinity);
    });
}

function findBodies(rig: Rig, { rows, totalMass }: RagdollOptions, report: Report) {
    if (!(totalMass > 0 && totalMass < Infinity)) {
        report(`the total mass is ${totalMass}. Set it to a value above 0 kg, then call refresh().`);
        return null;
    }
    if (!rig.skeleton.positions.every(Number.isFinite)) {
        report('the character had no size when it was looked at, so no ragdoll can be built. Give it a scale above 0, then call refresh().');
        return null;
    }
    if (rows.length > 0) return readRows(rig, rows, report);
    const natural = defaultBones(rig);
    if (natural.length === 0) {
        report('no hips were found in this character, so no ragdoll can be built. Add a row to Bones for each bone that gets a body, then call refresh().');
        return null;
    }
    return readRows(rig, natural.map(values => makeRow(activeRagdollAttributes.bones, values)), report);
}

function makeBody(rig: Rig, plan: Plan, index: number, plans: readonly Plan[], shape: Shape, motions: readonly ClipMotion[]): RigidBodySettings {
    const { bone, parent, row, joint } = plan;
    const { rotations } = rig.skeleton;
    const offset = shape.center.map((value, i) => value - joint[i]);
    rotateVecInverse(offset, 0, rotations, 4 * bone, offset, 0);
    const rotation = axesQuat(shape.axes);
    multiplyInverseQuat(rotation, 0, rotations, 4 * bone, rotation, 0);
    return {
        bone,
        name: plan.name,
        parent,
        shape: shape.kind,
        radius: shape.radius,
        length: lengthOf(shape),
        halfExtents: shape.kind === 'box' ? shape.half.slice() : new Float64Array(3),
        knobs: knobsOf(shape),
        knobRadius: shape.knobRadius,
        offset,
        rotation,
        mass: 0,
        inertia: new Float64Array(3),
        joint: parent < 0 ? null : makeJoint(rig, plan, plans[parent], index, naturalRange(rig, plan, plans[parent], index, motions), row, motions),
        rotationWeight: row.rotationWeight,
        translationWeight: row.translationWeight,
        stiffness: row.stiffness,
        damping: row.damping
    };
}

/** Centres of the balls that stick out of a shape, in its own frame. */
function knobsOf({ knobs, center, axes }: Shape): Flat {
    const out = new Float64Array(knobs.length);
    for (let k = 0; k < knobs.length; k += 3) {
        for (let axis = 0; axis < 3; axis++) {
            for (let i = 0; i < 3; i++) out[k + axis] += (knobs[k + i] - center[i]) * axes[3 * axis + i];
        }
    }
    return out;
}

/** Masses by the preset, then those that rows give; a given mass has the inertia of its own shape. */
function giveMasses(rig: Rig, plans: readonly Plan[], shapes: readonly Shape[], bodies: readonly RigidBodySettings[], options: RagdollOptions): void {
    const anatomical = shareMass(rig, plans, shapes).map(share => share * options.totalMass);
    const isStable = options.massPreset === 'stable';
    const masses = isStable ? conditionMasses(anatomical, plans.map(({ parent }) => parent)) : anatomical;
    bodies.forEach((body, i) => {
        body.mass = plans[i].row.mass > 0 ? plans[i].row.mass : masses[i];
        solidInertia(body.inertia, shapes[i], body.mass);
    });
    if (isStable) conditionInertia(bodies);
}

function findIgnoredPairs(plans: readonly Plan[], shapes: readonly Shape[]): [number, number][] {
    const pairs: [number, number][] = [];
    for (let a = 0; a < plans.length; a++) {
        for (let b = a + 1; b < plans.length; b++) {
            if (plans[b].parent === a || overlap(shapes[a], shapes[b])) pairs.push([a, b]);
        }
    }
    return pairs;
}
