import type { GraphNode } from 'playcanvas';

import type { UnfeltMotion } from './setup';
import { copyVec, multiplyQuat, multiplyQuatInverse } from '../core/math/flat-math';
import { carryBetween, carryPlace, createCarry, createPlace, joinCarries, type Carry, type Placement } from '../core/springs/carry';
import { readExactPlace } from '../pose/world-transform';

// What chains inherit of the motion of their entity: all of it, a share, or none after a teleport.

/** A node's place in this frame and in the last one. */
class Followed {
    readonly last: Placement = createPlace();

    readonly now: Placement = createPlace();

    private isNew = true;

    /**
     * @param before - The same node as it was followed so far.
     */
    constructor(readonly node: GraphNode, before?: Followed) {
        if (!before) return;
        this.isNew = before.isNew;
        copyPlace(this.now, before.now);
    }

    step() {
        const { last, now } = this;
        if (!this.isNew) copyPlace(last, now);
        readExactPlace(now.rotation, 0, now.position, 0, this.node);
        if (this.isNew) copyPlace(last, now);
        this.isNew = false;
    }
}

function copyPlace(out: Placement, place: Placement): void {
    out.rotation.set(place.rotation);
    out.position.set(place.position);
}

const centerCarry = createCarry();
const ownCarry = createCarry();
const bodyCarry = createCarry();
const carried = createPlace();
const alongEntity = createPlace();
const withBody = createPlace();

/** What is taken along without a center. */
const NOTHING = createCarry();

/** Of a motion all, or a share. */
const shares = Float64Array.of(1, 0);

/** The motions that chains inherit, from frame to frame. */
export class InheritedMotion {
    /** Input: seconds since the last frame. */
    seconds = 0;

    /** Input: distance of the entity from its last place from which on it is a teleport, world units, and cosine of half the turn. */
    teleportDistance = 0;

    teleportCosine = 0;

    private readonly entity: Followed;

    private readonly centers: readonly (Followed | null)[];

    /** What a chain of each motion hangs on. */
    private readonly bases: readonly Followed[];

    /** Velocity of the entity against each motion's center, world units per second: what goes on through a teleport. */
    private readonly velocities: Float64Array;

    /**
     * @param entity - Entity that carries the script.
     * @param motions - What chains inherit.
     * @param before - What they have inherited so far; null: nothing.
     */
    constructor(entity: GraphNode, private readonly motions: readonly UnfeltMotion[], before: InheritedMotion | null) {
        const known = before ? [before.entity, ...before.centers, ...before.bases] : [];
        // each steps by itself, so that none is shared
        const follow = (node: GraphNode) => new Followed(node, known.find(one => one?.node === node) ?? undefined);
        this.entity = follow(entity);
        this.centers = motions.map(({ center }) => center && follow(center));
        this.bases = motions.map(({ base }) => follow(base));
        this.velocities = new Float64Array(3 * motions.length);
        motions.forEach(({ center }, i) => {
            const same = before ? before.motions.findIndex(motion => motion.center === center) : -1;
            if (before && same >= 0) copyVec(this.velocities, 3 * i, before.velocities, 3 * same);
        });
    }

    /** One frame: writes what each motion takes along. */
    step(carries: readonly Carry[]) {
        const { entity, centers, bases, motions, velocities, seconds } = this;
        entity.step();
        for (let i = 0; i < motions.length; i++) {
            const center = centers[i];
            center?.step();
            if (center) carryBetween(centerCarry, center.last, center.now, shares, 0);
            const along = center ? centerCarry : NOTHING;
            bases[i].step();
            carryPlace(carried, along, bases[i].last);
            const isSeen = this.isJump(carried, bases[i].now);
            carryPlace(carried, along, entity.last);
            const isJump = this.isJump(carried, entity.now);
            for (let k = 0; k < 3; k++) {
                if (isJump) carried.position[k] += velocities[3 * i + k] * seconds;
                else if (seconds > 0) velocities[3 * i + k] = (entity.now.position[k] - carried.position[k]) / seconds;
            }
            // where a clip hides the jump, as in an instant turn, nothing that is seen has jumped
            shares[1] = !isJump ? 1 - motions[i].inertia : Number(isSeen);
            carryBetween(ownCarry, carried, entity.now, shares, 1);
            joinCarries(carries[i], ownCarry, along);
            if (motions[i].bodyInertia < 1) this.leaveOut(carries[i], i);
        }
    }

    /** Takes a share of a base's motion within the entity along. */
    private leaveOut(carry: Carry, motion: number) {
        const { entity, motions, bases } = this;
        const { last, now } = bases[motion];
        carryBetween(ownCarry, entity.last, entity.now, shares, 0);
        carryPlace(alongEntity, ownCarry, last);
        carryPlace(carried, carry, last);
        // the same motion from where the base is taken along to
        multiplyQuatInverse(withBody.rotation, 0, now.rotation, 0, alongEntity.rotation, 0);
        multiplyQuat(withBody.rotation, 0, withBody.rotation, 0, carried.rotation, 0);
        for (let k = 0; k < 3; k++) withBody.position[k] = carried.position[k] + now.position[k] - alongEntity.position[k];
        shares[1] = 1 - motions[motion].bodyInertia;
        carryBetween(bodyCarry, carried, withBody, shares, 1);
        joinCarries(carry, bodyCarry, carry);
    }

    private isJump(from: Placement, to: Placement): boolean {
        let squared = 0, turn = 0;
        for (let k = 0; k < 3; k++) squared += (to.position[k] - from.position[k]) ** 2;
        for (let k = 0; k < 4; k++) turn += to.rotation[k] * from.rotation[k];
        return squared > this.teleportDistance * this.teleportDistance || Math.abs(turn) < this.teleportCosine;
    }
}
