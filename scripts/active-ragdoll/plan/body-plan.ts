import type { GraphNode } from 'playcanvas';

import type { Mounting } from '../../core/dynamics/delta-mapping';
import type { JointStops } from '../../core/dynamics/joint-stops';
import type { JointTree } from '../../core/dynamics/joint-tree';
import { multiplyInverseQuat, rotateVecInverse, subtractVec, type Flat } from '../../core/math/flat-math';
import { RADIANS } from '../../core/math/scalars';
import type { BodyDescription, JointDescription } from '../../physics/make-bodies';
import type { RagdollSettings } from '../settings';
import { findHinges, type Hinge } from '../shown/shown-hinges';

// The settings of a ragdoll in the forms that physics and drives take: joints in the frames of bodies, not of bones.

/** A ragdoll ready to be put into a world. */
export interface BodyPlan {
    readonly bodies: readonly BodyDescription[];
    readonly joints: readonly JointDescription[];
    readonly tree: JointTree;
    /** From the middle of each body to its nearest side, metres. */
    readonly thickness: Flat;
    readonly stops: JointStops;
    readonly hinges: readonly Hinge[];
    readonly mounting: Mounting;
    /** Bodies whose joint the clips move. */
    readonly travelling: readonly number[];
    /** Factors on the weights, one a body. */
    readonly rotationFactors: Flat;
    readonly translationFactors: Flat;
    /** Springs of single joints; 0: the whole body's. */
    readonly stiffness: Flat;
    readonly damping: Flat;
    readonly totalMass: number;
}

/** Travel of a joint in the clips, metres, from which its point on the parent follows the animation. */
const MOVING = 1e-3;

/** A point of a bone's frame in the frame of its body. */
function toBody({ offsets, rotations }: Mounting, body: number, point: Flat): Flat {
    const out = new Float64Array(3);
    subtractVec(out, 0, point, 0, offsets, 3 * body);
    rotateVecInverse(out, 0, rotations, 4 * body, out, 0);
    return out;
}

function toBodyFrame({ rotations }: Mounting, body: number, frame: Flat): Flat {
    const out = new Float64Array(4);
    multiplyInverseQuat(out, 0, rotations, 4 * body, frame, 0);
    return out;
}

function createStops(count: number): JointStops {
    return { frames: new Float64Array(4 * count), parentFrames: new Float64Array(4 * count), limits: new Float64Array(3 * count) };
}

export function prepareBodies(settings: RagdollSettings, nodes: readonly GraphNode[]): BodyPlan {
    const { bodies, totalMass } = settings;
    const join = (size: number, part: (index: number) => ArrayLike<number>) => {
        const all = new Float64Array(size * bodies.length);
        bodies.forEach((_, i) => all.set(part(i), size * i));
        return all;
    };
    const mounting = { offsets: join(3, i => bodies[i].offset), rotations: join(4, i => bodies[i].rotation) };
    const anchors = new Float64Array(3 * bodies.length);
    const parentAnchors = new Float64Array(3 * bodies.length);
    const joints: JointDescription[] = [];
    const stops = createStops(bodies.length);
    bodies.forEach(({ joint, parent }, body) => {
        if (!joint) return;
        const anchor = toBody(mounting, body, joint.anchor);
        const parentAnchor = toBody(mounting, parent, joint.parentAnchor);
        anchors.set(anchor, 3 * body);
        parentAnchors.set(parentAnchor, 3 * body);
        const frame = toBodyFrame(mounting, body, joint.frame);
        const parentFrame = toBodyFrame(mounting, parent, joint.parentFrame);
        const [swingY, swingZ, twist] = [joint.swingLimitY * RADIANS, joint.swingLimitZ * RADIANS, joint.twistLimit * RADIANS];
        stops.frames.set(frame, 4 * body);
        stops.parentFrames.set(parentFrame, 4 * body);
        stops.limits.set([swingY, swingZ, twist], 3 * body);
        joints.push({ body, parent, anchor, frame, parentAnchor, parentFrame, swingY, swingZ, twist });
    });
    return {
        bodies: bodies.map(body => ({ ...body, entity: nodes[body.bone] })),
        joints,
        tree: {
            parents: Int32Array.from(bodies, ({ parent }) => parent),
            anchors,
            parentAnchors,
            masses: join(1, i => [bodies[i].mass]),
            inertias: join(3, i => bodies[i].inertia)
        },
        thickness: join(1, i => [bodies[i].radius || Math.min(...bodies[i].halfExtents)]),
        stops,
        hinges: findHinges(settings),
        mounting,
        travelling: bodies.flatMap(({ joint }, i) => (joint && joint.travel > MOVING ? [i] : [])),
        rotationFactors: join(1, i => [bodies[i].rotationWeight]),
        translationFactors: join(1, i => [bodies[i].translationWeight]),
        stiffness: join(1, i => [bodies[i].stiffness]),
        damping: join(1, i => [bodies[i].damping]),
        totalMass
    };
}
