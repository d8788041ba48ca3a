import { Vec3, type Entity, type GraphNode } from 'playcanvas';

import type { HandRow } from './attributes';
import { Watched } from './watched';
import type { ArmShape } from '../core/limb/arm';
import { copyQuat, distanceVec, multiplyQuat, normalizeQuat, rotateVec, slerpQuat, type Flat } from '../core/math/flat-math';
import { smoothstep } from '../core/math/scalars';
import type { FlatPose } from '../core/pose/flat-pose';
import { appendTransform, identityTransform, relativeTransform, ROTATION, TRANSFORM } from '../core/pose/transform';
import { readWorldTransform } from '../pose/world-transform';
import type { Problems } from '../shell/problems';

// What a hand holds. The first hand that takes a prop leads it: the prop is put into it at the end of each frame, when all scripts have posed the
// character. Other hands follow the prop. When the first one lets go, another one leads, and the prop goes over from where it is in that hand to where it belongs.
//
// A place in the world is a transform of scale 1.

/** Names of the child of a prop that lies in the palm, with fingers along its -Z axis and the back of the hand along Y. */
const MARKS = { left: 'gripLeft', right: 'gripRight' } as const;

export function createPlace(): Flat {
    const place = new Float64Array(TRANSFORM);
    identityTransform(place);
    return place;
}

/** Whether a node is another one or hangs below it. */
export function isPartOf(node: GraphNode | null, whole: GraphNode | null): boolean {
    return node !== null && whole !== null && (node === whole || node.isDescendantOf(whole));
}

/** Reads where a node is in the world, whatever its scales; one without extent stays as it was. */
export function readPlace(place: Flat, node: GraphNode): void {
    if (readWorldTransform(place, ROTATION, place, 0, node) > 0) return;
    const { x, y, z } = node.getPosition();
    const turn = node.getRotation();
    if (!(turn.length() > 0 && Math.abs(x + y + z) < Infinity)) return;
    place[0] = x;
    place[1] = y;
    place[2] = z;
    place[3] = turn.x;
    place[4] = turn.y;
    place[5] = turn.z;
    place[6] = turn.w;
    normalizeQuat(place, ROTATION);
}

/** Goes on from the place of a hand's bone to that of its palm. */
export function appendPalm(place: Flat, { palm, grasp }: ArmShape, scale: number): void {
    rotateVec(inPalm, 0, place, ROTATION, palm, 0);
    for (let k = 0; k < 3; k++) place[k] += scale * inPalm[k];
    multiplyQuat(place, ROTATION, place, ROTATION, grasp, 0);
}

/** Writes where a bone is in a pose. */
export function boneInPose(place: Flat, { positions, rotations }: FlatPose, bone: number): void {
    for (let k = 0; k < 3; k++) place[k] = positions[3 * bone + k];
    copyQuat(place, ROTATION, rotations, 4 * bone);
}

/** Writes where the palm of a hand is in a pose. */
export function palmInPose(place: Flat, pose: FlatPose, hand: number, shape: ArmShape): void {
    boneInPose(place, pose, hand);
    appendPalm(place, shape, pose.scales[hand]);
}

/** Reads where the palm of a hand is shown. */
function readPalm(node: GraphNode, shape: ArmShape): void {
    appendPalm(palm, shape, readWorldTransform(palm, ROTATION, palm, 0, node));
}

const inPalm = new Float64Array(3);
const palm = createPlace();
const place = createPlace();
const wanted = createPlace();
const identity = createPlace();
const share = new Float64Array(1);

/** Distance of the palm of a hand, as it is shown, from a place. */
export function palmMiss(node: GraphNode, shape: ArmShape, goal: Flat): number {
    readPalm(node, shape);
    return distanceVec(palm, 0, goal, 0);
}

export class Grip {
    /** Whether the prop follows this hand. */
    leads = false;

    /** Where the prop is in the palm in the next frame; of a hand that does not lead, where it was in the last one. */
    readonly inHand = createPlace();

    /** Seconds in which the prop goes to its place in the hand; NaN: as the script says. */
    seconds = NaN;

    private readonly prop = new Watched();

    /** Whether it is known how the hand holds the prop: from the end of the frame in which it takes it. */
    private isKnown = false;

    private mark: Entity | null = null;

    /** Where the palm is on the prop, and where the prop was in the palm when the hand began to lead. */
    private readonly onProp = createPlace();

    private readonly from = createPlace();

    private age = -0;

    /** The body of the prop, which physics gets back with its speed. */
    private readonly before = new Float64Array(3);

    private readonly speed = new Float64Array(3);

    private isBody = false;

    constructor(private readonly row: HandRow) {}

    /** What is held; null: nothing. */
    get held(): Entity | null {
        return this.isKnown && this.row.prop === this.prop.entity && this.prop.isThere ? this.prop.entity : null;
    }

    /** The prop that this hand follows; null: none. */
    get followed(): Entity | null {
        return this.leads ? null : this.held;
    }

    /** Whether the hand holds something, or lets go of it at the end of this frame. */
    get isBusy(): boolean {
        return this.row.prop !== null || this.prop.entity !== null;
    }

    /** Goes on from the place of the prop to that of the palm. */
    appendPalm(propPlace: Flat) {
        appendTransform(propPlace, this.onProp);
    }

    /** Goes on from the place of a palm to that of the prop as the hand holds it. */
    appendProp(palmPlace: Flat) {
        relativeTransform(wanted, this.onProp, identity);
        appendTransform(palmPlace, wanted);
    }

    /** Puts the prop into the hand that it follows, which is shown as it is. */
    place(dt: number, node: GraphNode, shape: ArmShape) {
        const { prop, before, speed } = this;
        if (!this.leads || !prop.isThere) return;
        const { entity } = prop;
        readPalm(node, shape);
        appendTransform(palm, this.inHand);
        entity!.setPosition(palm[0], palm[1], palm[2]);
        entity!.setRotation(palm[3], palm[4], palm[5], palm[6]);
        for (let k = 0; k < 3; k++) {
            speed[k] = dt > 0 ? (palm[k] - before[k]) / dt : 0;
            before[k] = palm[k];
        }
    }

    /** Takes what the row says, and lets go of what it was. */
    take(reports: Problems) {
        const { prop, hand } = this.row;
        if (prop !== this.prop.entity) {
            this.release();
            this.prop.take(prop);
            this.mark = prop && prop.findByName(MARKS[hand as 'left' | 'right']) as Entity | null;
            reports.leave('prop');
        }
        this.prop.tell(reports, 'prop');
    }

    /** Lets go. A body that was switched off goes on with the speed that it had in the hand. */
    release() {
        const { prop, isBody, speed } = this;
        const body = isBody && prop.isThere ? prop.entity!.rigidbody : null;
        if (body) {
            body.enabled = true;
            body.linearVelocity = new Vec3(speed[0], speed[1], speed[2]);
        }
        prop.take(null);
        this.leads = this.isKnown = this.isBody = false;
    }

    /** Sees how the hand holds the prop. */
    see(node: GraphNode, shape: ArmShape) {
        const { prop, mark, onProp } = this;
        if (!prop.isThere) return;
        readPalm(node, shape);
        readPlace(place, prop.entity!);
        if (mark) {
            readPlace(wanted, mark);
            relativeTransform(onProp, place, wanted);
        } else if (!this.isKnown) {
            relativeTransform(onProp, place, palm);
        }
        if (!this.leads) relativeTransform(this.inHand, palm, place);
        this.isKnown = true;
    }

    /** Lets the prop follow this hand. A body that physics moves is switched off meanwhile. */
    lead() {
        const { rigidbody } = this.prop.entity!;
        this.leads = true;
        this.age = 0;
        this.from.set(this.inHand);
        for (let k = 0; k < 3; k++) this.before[k] = place[k];
        if (rigidbody?.enabled && rigidbody.type === 'dynamic') {
            this.isBody = true;
            rigidbody.enabled = false;
        }
    }

    /** Brings the prop nearer to its place in the hand. */
    goOver(dt: number, blendTime: number) {
        const { from, inHand } = this;
        const seconds = this.seconds >= 0 ? this.seconds : blendTime;
        this.age += dt;
        share[0] = this.age < seconds ? smoothstep(this.age / seconds) : 1;
        relativeTransform(wanted, this.onProp, identity);
        for (let k = 0; k < 3; k++) inHand[k] = from[k] + share[0] * (wanted[k] - from[k]);
        slerpQuat(inHand, ROTATION, from, ROTATION, wanted, ROTATION, share, 0);
    }
}

/** A hand that may hold something. */
interface Holder {
    readonly grip: Grip;
    readonly node: GraphNode;
    readonly arm: { readonly shape: ArmShape };
}

/** The hand that the prop of another one follows; undefined: that follows none. */
export function leaderOf<Hand extends Holder>(hands: readonly Hand[], prop: Entity): Hand | undefined {
    for (let i = 0; i < hands.length; i++) if (hands[i].grip.leads && hands[i].grip.held === prop) return hands[i];
}

/** Puts props into the hands that they follow, then lets hands take and let go; at the end of a frame. Answers whether a hand is busy. */
export function placeProps(hands: readonly Holder[], dt: number, blendTime: number, reports: Problems): boolean {
    let isBusy = false;
    for (let i = 0; i < hands.length; i++) hands[i].grip.place(dt, hands[i].node, hands[i].arm.shape);
    for (let i = 0; i < hands.length; i++) {
        const { grip, node, arm } = hands[i];
        if (!grip.isBusy) continue;
        isBusy = true;
        grip.take(reports);
        grip.see(node, arm.shape);
    }
    for (let i = hands.length - 1; i >= 0; i--) {
        const { grip } = hands[i];
        const { held } = grip;
        if (held && !leaderOf(hands, held)) grip.lead();
        if (grip.leads) grip.goOver(dt, blendTime);
    }
    return isBusy;
}
