import { Arm, type Side } from './arm';
import { BodySurface } from './body-surface';
import { HandPoints } from './hand-points';
import type { TemplateBody } from './template-body';
import { rotateVec, rotateVecInverse, subtractVec, type Flat } from '../../core/math/flat-math';
import type { Skin } from '../../skin/skin';

// What of a body hands touch, and the hands that do.

/** A hand with its arm and the points of its skin. */
export interface TouchingHand {
    readonly side: Side;
    readonly arm: Arm;
    readonly points: HandPoints;
}

export class BodyTouch {
    readonly surface: BodySurface;

    /** Those whose arms are known with all their joints. */
    readonly hands: ReadonlyMap<Side, TouchingHand>;

    /** Height of the hip joints over the soles in the reference pose. */
    readonly height: number;

    constructor(body: TemplateBody) {
        const { skin } = body;
        const vertices = verticesOf(body, skin);
        const { bones, places, soles, space: { pose } } = body;
        this.height = places[3 * (bones.get('leftThigh') ?? bones.get('hips') ?? 0) + 1] - soles.level(pose);
        this.surface = new BodySurface(body, skin, vertices, this.height);
        this.hands = new Map((['left', 'right'] as const).flatMap((side) => {
            const arm = Arm.of(body, side);
            return arm ? [[side, { side, arm, points: new HandPoints(body, side, skin, vertices) }]] : [];
        }));
    }
}

/** Where the vertices are in the reference pose, in body space. */
function verticesOf({ space: { modelRotation, modelScale, first }, rig: { skeleton }, frame, places }: TemplateBody, { points }: Skin): Flat {
    const vertices = new Float64Array(points.length);
    for (let o = 0; o < points.length; o += 3) {
        subtractVec(vertices, o, points, o, skeleton.positions, 0);
        rotateVec(vertices, o, modelRotation, 0, vertices, o);
        rotateVecInverse(vertices, o, frame, 0, vertices, o);
        for (let k = 0; k < 3; k++) vertices[o + k] = places[3 * first + k] + modelScale * vertices[o + k];
    }
    return vertices;
}

/** Found when it is asked for first. */
const touches = new WeakMap<TemplateBody, BodyTouch>();

/** What hands touch on a body, and with what. */
export function touchOf(body: TemplateBody): BodyTouch {
    let touch = touches.get(body);
    if (!touch) touches.set(body, touch = new BodyTouch(body));
    return touch;
}
