import type { GraphNode } from 'playcanvas';

import { mecFootPlacerAttributes, type MecFootPlacerAttributes } from './attributes';
import type { FrameSettings } from './foot-settings';
import type { LegSettings } from './leg';
import type { Footing } from './setup';
import { normalizeVec, type Flat } from '../core/math/flat-math';
import { PERSON_HEIGHT, RADIANS } from '../core/math/scalars';

// What a frame is like for all feet: where the character stands, and what the designer has set.
//
// Places and directions come from world matrices: the engine's own getters allocate.

/** Attributes that a frame reads, and that are seldom set. */
export const FRAME_ATTRIBUTES = [
    'adjustPelvisVertically', 'dampPelvis', 'maxLegLength', 'minLegLength', 'pelvisAdjustmentSpeed', 'softReach', 'predictSwing', 'tiltBody', 'posture',
    'levelSole', 'maxSlope', 'maxStep'
] as const satisfies readonly (keyof MecFootPlacerAttributes)[];

export type FrameAttributes = Readonly<Pick<MecFootPlacerAttributes, typeof FRAME_ATTRIBUTES[number]>>;

const DEFAULT_STEP = mecFootPlacerAttributes.maxStep.default;

/** Writes a direction of a node's frame in world space, times the node's scale. */
function writeWorld(out: Flat, node: GraphNode | null, v: Flat): void {
    if (!node) {
        out.set(v);
        return;
    }
    const m = node.getWorldTransform().data;
    for (let i = 0; i < 3; i++) out[i] = m[i] * v[0] + m[4 + i] * v[1] + m[8 + i] * v[2];
}

/** Reads where the character stands, and what is set for all feet. */
export function readFrame(frame: FrameSettings, legs: LegSettings, { root, model, modelUp, size }: Footing, settings: FrameAttributes): void {
    const m = root.getWorldTransform().data;
    for (let i = 0; i < 3; i++) frame.root[i] = m[12 + i];
    writeWorld(frame.rootUp, model, modelUp);
    normalizeVec(frame.rootUp, 0);
    frame.size = size;
    frame.maxStep = settings.maxStep;
    if (settings.maxStep === DEFAULT_STEP) frame.maxStep *= size / PERSON_HEIGHT;
    frame.minCosine = Math.cos(settings.maxSlope * RADIANS);
    frame.predictSwing = settings.predictSwing;
    frame.levelSole = settings.levelSole > 0 ? Math.min(1, settings.levelSole) : 0;
    legs.dt = frame.dt;
    legs.softReach = settings.softReach > 0 ? settings.softReach : 0;
    legs.maxLegLength = settings.maxLegLength;
    legs.minLegLength = settings.minLegLength;
}

/** Brings the offset of a knee's hint from the entity's frame into world space. */
export function readHint(out: Flat, hint: Flat, entity: GraphNode): void {
    out.set(hint);
    if (hint[0] === 0 && hint[1] === 0 && hint[2] === 0) return;
    writeWorld(out, entity, hint);
    // metres of the scene, whatever the entity's scale is
    const m = entity.getWorldTransform().data;
    const scale = Math.sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
    for (let i = 0; i < 3; i++) out[i] /= scale;
}
