import type { GraphNode } from 'playcanvas';

import { mecFootPlacerAttributes, type MecFootPlacerAttributes } from './attributes';
import type { RowFeet } from './setup';
import { normalizeVec, type Flat } from '../core/math/flat-math';
import { RADIANS, scaledDefault } from '../core/math/scalars';
import type { FeetPass } from '../feet/placing/feet-pass';

// What a frame is like for all feet: where the character stands, and what the designer has set.
//
// Places and directions come from world matrices: the engine's own getters allocate.

/** Attributes that a frame reads, and that are seldom set. */
export const FRAME_ATTRIBUTES = [
    'adjustPelvisVertically', 'dampPelvis', 'maxLegLength', 'minLegLength', 'pelvisAdjustmentSpeed', 'softReach', 'predictSwing', 'tiltBody', 'posture',
    'levelSole', 'maxSlope', 'maxStep'
] as const satisfies readonly (keyof MecFootPlacerAttributes)[];

export type FrameAttributes = Readonly<Pick<MecFootPlacerAttributes, typeof FRAME_ATTRIBUTES[number]>>;

const { maxStep, pelvisAdjustmentSpeed } = mecFootPlacerAttributes;

/** Writes a direction of a node's frame in world space, times the node's scale. */
function writeWorld(out: Flat, node: GraphNode | null, v: Flat): void {
    if (!node) {
        out.set(v);
        return;
    }
    const m = node.getWorldTransform().data;
    for (let i = 0; i < 3; i++) out[i] = m[i] * v[0] + m[4 + i] * v[1] + m[8 + i] * v[2];
}

/** Tells a pass where the character stands and what is set, in world units. */
export function readFrame({ frame, legs, bodySettings }: FeetPass, { feet, root, model, modelUp, tiltShare, size }: RowFeet, settings: FrameAttributes, entity: GraphNode, dt: number): void {
    writeWorld(frame.rootUp, model, modelUp);
    normalizeVec(frame.rootUp, 0);
    const floor = root.getWorldTransform().data, m = (model ?? root).getWorldTransform().data;
    let height = 0;
    for (let i = 0; i < 3; i++) height += (floor[12 + i] - m[12 + i]) * frame.rootUp[i];
    for (let i = 0; i < 3; i++) frame.root[i] = m[12 + i] + height * frame.rootUp[i];
    frame.dt = legs.dt = dt > 0 ? dt : 0;
    frame.size = size;
    frame.maxStep = scaledDefault(settings.maxStep, maxStep, size);
    frame.minCosine = Math.cos(settings.maxSlope * RADIANS);
    frame.predictSwing = settings.predictSwing;
    frame.levelSole = settings.levelSole > 0 ? Math.min(1, settings.levelSole) : 0;
    legs.softReach = settings.softReach > 0 ? settings.softReach : 0;
    legs.maxLegLength = settings.maxLegLength;
    legs.minLegLength = settings.minLegLength;
    bodySettings.tiltShare = settings.tiltBody !== 0 ? settings.tiltBody : tiltShare;
    bodySettings.posture = settings.posture;
    bodySettings.adjustsPelvis = settings.adjustPelvisVertically;
    bodySettings.dampsPelvis = settings.dampPelvis;
    bodySettings.pelvisSpeed = scaledDefault(settings.pelvisAdjustmentSpeed, pelvisAdjustmentSpeed, size);
    for (let i = 0; i < feet.length; i++) readHint(feet[i].told.hint, feet[i].hint, entity);
}

/** Brings the offset of a knee's hint from the entity's frame into world space. */
function readHint(out: Flat, hint: Flat, entity: GraphNode): void {
    out.set(hint);
    if (hint[0] === 0 && hint[1] === 0 && hint[2] === 0) return;
    writeWorld(out, entity, hint);
    // metres of the scene, whatever the entity's scale is
    const m = entity.getWorldTransform().data;
    const scale = Math.sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
    for (let i = 0; i < 3; i++) out[i] /= scale;
}
