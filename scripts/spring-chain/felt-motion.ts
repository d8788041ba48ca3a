import type { GraphNode } from 'playcanvas';

import type { Motion } from './setup';
import { carryBetween, carryPlace, createCarry, createPlace, joinCarries, type Carry, type Place } from '../core/springs/carry';
import { readWorldTransform } from '../rig/world-transform';

// What chains feel of the way of their entity: all of it, a share, or none after a teleport.

/** A node's place in this frame and in the last one. */
class Followed {
    readonly last: Place = createPlace();

    readonly now: Place = createPlace();

    private isNew = true;

    constructor(private readonly node: GraphNode) {}

    step() {
        const { last, now } = this;
        last.rotation.set(now.rotation);
        last.position.set(now.position);
        readWorldTransform(now.rotation, 0, now.position, 0, this.node);
        if (!this.isNew) return;
        this.isNew = false;
        last.rotation.set(now.rotation);
        last.position.set(now.position);
    }
}

const centerCarry = createCarry();
const ownCarry = createCarry();
const carried = createPlace();

/** The motions that chains feel, from frame to frame. */
export class FeltMotion {
    private readonly entity: Followed;

    private readonly centers: readonly (Followed | null)[];

    /**
     * @param entity - Entity that carries the script.
     * @param motions - What chains feel.
     */
    constructor(entity: GraphNode, private readonly motions: readonly Motion[]) {
        this.entity = new Followed(entity);
        this.centers = motions.map(({ center }) => center && new Followed(center));
    }

    /**
     * One frame: writes what each motion takes along.
     *
     * @param distance - Way of the entity from which on it is a teleport, world units.
     * @param cosine - Cosine of half the turn from which on it is one.
     */
    step(carries: readonly Carry[], distance: number, cosine: number) {
        const { entity, centers, motions } = this;
        entity.step();
        for (let i = 0; i < motions.length; i++) {
            const center = centers[i];
            center?.step();
            if (center) carryBetween(centerCarry, center.last, center.now, 1);
            carryPlace(carried, center ? centerCarry : NONE, entity.last);
            const share = isJump(carried, entity.now, distance, cosine) ? 1 : 1 - motions[i].inertia;
            carryBetween(ownCarry, carried, entity.now, share);
            joinCarries(carries[i], ownCarry, center ? centerCarry : NONE);
        }
    }
}

const NONE = createCarry();

function isJump(from: Place, to: Place, distance: number, cosine: number): boolean {
    let squared = 0, turn = 0;
    for (let k = 0; k < 3; k++) squared += (to.position[k] - from.position[k]) ** 2;
    for (let k = 0; k < 4; k++) turn += to.rotation[k] * from.rotation[k];
    return squared > distance * distance || Math.abs(turn) < cosine;
}
