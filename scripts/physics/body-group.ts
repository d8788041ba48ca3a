import type { Ammo, BtBody, BtConstraint, BtQuaternion, BtShape, BtTransform, BtVector3, BtWorld } from './ammo';
import type { HeapLayout } from './heap-layout';
import { makeBody, makeJoint, type BodyDescription, type JointDescription } from './make-bodies';
import { PairExclusions } from './pair-exclusions';
import type { RigidState } from '../core/dynamics/rigid-state';
import type { Flat } from '../core/math/flat-math';

// Bodies that belong together, with their joints, in a world of Ammo.
//
// They are bodies of Ammo alone, not of entities: nothing is copied to a scene graph, and no animation can overwrite them. The engine's
// rays and contacts name the entity that each is given. State goes through Ammo's memory, see heap-layout.ts.

/** What a group is made of. */
export interface BodyGroupSettings {
    readonly bodies: readonly BodyDescription[];
    readonly joints: readonly JointDescription[];
    /** Pairs without a joint that never collide. */
    readonly ignoredPairs: readonly (readonly [number, number])[];
    /** Collision group, and mask. */
    readonly group: number;
    readonly mask: number;
}

/** The library, its memory and the world that bodies are put into. */
export interface BodyWorld {
    readonly ammo: Ammo;
    readonly layout: HeapLayout;
    readonly world: BtWorld;
}

/** What bodies have in common. */
export interface Surface {
    friction: number;
    restitution: number;
    linearDamping: number;
    angularDamping: number;
}

/** Bullet's names for what keeps a body awake, and for what may sleep. */
const ACTIVE = 1;
const ASLEEP = 2;
const NEVER_SLEEPS = 4;

/** Whether a body was not destroyed. */
function isAlive(ammo: Ammo, body: BtBody): boolean {
    return ammo.getCache(ammo.btRigidBody)[ammo.getPointer(body)] === body;
}

export class BodyGroup {
    private readonly shapes: BtShape[] = [];

    private readonly bodies: BtBody[] = [];

    private readonly constraints: BtConstraint[] = [];

    private readonly exclusions: PairExclusions;

    /** Addresses of the joints' points, by body; 0 where there is no joint. */
    private readonly points: Int32Array;

    /** Addresses of the joints' limits' bias, by body; 0 where there is none. */
    private readonly biases: Int32Array;

    private readonly addresses: Int32Array;

    private readonly vector: BtVector3;

    private readonly quaternion: BtQuaternion;

    private readonly transform: BtTransform;

    private readonly flags: Int32Array;

    private sleeps = true;

    private keepsSpin = false;

    private readonly ammo: Ammo;

    private readonly layout: HeapLayout;

    private readonly world: BtWorld;

    private readonly group: number;

    private readonly mask: number;

    /**
     * @param place - Where they are put.
     * @param settings - The bodies.
     * @param state - Where the bodies are, and how they move.
     */
    constructor({ ammo, layout, world }: BodyWorld, { bodies, joints, ignoredPairs, group, mask }: BodyGroupSettings, state: RigidState) {
        this.ammo = ammo;
        this.layout = layout;
        this.world = world;
        this.group = group;
        this.mask = mask;
        this.vector = new ammo.btVector3(0, 0, 0);
        this.quaternion = new ammo.btQuaternion(0, 0, 0, 1);
        this.transform = new ammo.btTransform();
        this.points = new Int32Array(bodies.length);
        this.biases = new Int32Array(bodies.length);
        for (const body of bodies) this.addBody(body);
        this.addresses = Int32Array.from(this.bodies, body => ammo.getPointer(body) >> 2);
        this.flags = new Int32Array(bodies.length);
        this.place(state);
        for (const joint of joints) this.addJoint(joint);
        this.exclusions = new PairExclusions(ammo);
        for (const [a, b] of ignoredPairs) this.exclusions.add(this.bodies[a], this.bodies[b]);
    }

    /** Puts the bodies somewhere, with the velocities that they have there. */
    place(state: RigidState) {
        const { vector, transform } = this;
        this.bodies.forEach((body, i) => {
            this.setTransform(state.positions, 3 * i, state.rotations, 4 * i);
            // sets the place between steps and the inertia in world space too
            body.setCenterOfMassTransform(transform);
            vector.setValue(state.linear[3 * i], state.linear[3 * i + 1], state.linear[3 * i + 2]);
            body.setLinearVelocity(vector);
            vector.setValue(state.angular[3 * i], state.angular[3 * i + 1], state.angular[3 * i + 2]);
            body.setAngularVelocity(vector);
            // one that was no number is switched off by Bullet
            body.forceActivationState(this.sleeps ? ACTIVE : NEVER_SLEEPS);
            body.activate(true);
        });
    }

    /** Puts the bodies elsewhere; they go on as they move. */
    move(state: RigidState) {
        this.bodies.forEach((body, i) => {
            this.setTransform(state.positions, 3 * i, state.rotations, 4 * i);
            body.setCenterOfMassTransform(this.transform);
        });
    }

    /** Reads where the bodies are and how they move. In one piece, and with sums of addresses kept whole numbers (| 0): half of the time. */
    read(state: RigidState) {
        const { addresses } = this;
        const { origin, basis, linearVelocity, angularVelocity } = this.layout;
        const { positions, rotations, linear, angular } = state;
        const heap = this.ammo.HEAPF32;
        const count = addresses.length;
        for (let i = 0, o = 0, q = 0; i < count; i++, o += 3, q += 4) {
            const at = addresses[i];
            positions[o] = heap[(at + origin) | 0];
            positions[o + 1] = heap[(at + origin + 1) | 0];
            positions[o + 2] = heap[(at + origin + 2) | 0];
            linear[o] = heap[(at + linearVelocity) | 0];
            linear[o + 1] = heap[(at + linearVelocity + 1) | 0];
            linear[o + 2] = heap[(at + linearVelocity + 2) | 0];
            angular[o] = heap[(at + angularVelocity) | 0];
            angular[o + 1] = heap[(at + angularVelocity + 1) | 0];
            angular[o + 2] = heap[(at + angularVelocity + 2) | 0];
            // the rotation matrix, rows of four numbers
            const m = (at + basis) | 0;
            const xx = heap[m], xy = heap[(m + 1) | 0], xz = heap[(m + 2) | 0];
            const yx = heap[(m + 4) | 0], yy = heap[(m + 5) | 0], yz = heap[(m + 6) | 0];
            const zx = heap[(m + 8) | 0], zy = heap[(m + 9) | 0], zz = heap[(m + 10) | 0];
            // the largest part, which is never small, comes from the diagonal
            let x = zy - yz, y = xz - zx, z = yx - xy, w = 1 + xx + yy + zz;
            if (!(w > 1)) {
                if (xx >= yy && xx >= zz) {
                    w = x;
                    x = 1 + xx - yy - zz;
                    y = xy + yx;
                    z = xz + zx;
                } else if (yy >= zz) {
                    w = y;
                    x = xy + yx;
                    y = 1 + yy - xx - zz;
                    z = yz + zy;
                } else {
                    w = z;
                    x = xz + zx;
                    y = yz + zy;
                    z = 1 + zz - xx - yy;
                }
            }
            const scale = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
            rotations[q] = x * scale;
            rotations[q + 1] = y * scale;
            rotations[q + 2] = z * scale;
            rotations[q + 3] = w * scale;
        }
    }

    /** Writes how the bodies move. */
    writeVelocities({ linear, angular }: RigidState) {
        const { addresses, layout } = this;
        const heap = this.ammo.HEAPF32;
        for (let i = 0; i < addresses.length; i++) {
            const at = addresses[i];
            for (let axis = 0; axis < 3; axis++) {
                heap[at + layout.linearVelocity + axis] = linear[3 * i + axis];
                heap[at + layout.angularVelocity + axis] = angular[3 * i + axis];
            }
        }
    }

    /** Puts the joints' points on the parents' side elsewhere, in the parents' frames. */
    writePoints(points: Flat) {
        const heap = this.ammo.HEAPF32;
        for (let i = 0; i < this.points.length; i++) {
            const at = this.points[i];
            if (at === 0) continue;
            for (let axis = 0; axis < 3; axis++) heap[at + axis] = points[3 * i + axis];
        }
    }

    /**
     * Tells the joints' limits how fast to take back what is beyond them.
     *
     * @param bias - Share of it for each step, 0..1.
     * @param weights - How strongly each body is driven: the limits of a body that hangs free take nothing back.
     */
    setLimitBias(bias: number, weights: Flat) {
        const heap = this.ammo.HEAPF32;
        for (let i = 0; i < this.biases.length; i++) {
            const at = this.biases[i];
            if (at !== 0) heap[at] = weights[i] > 0 ? bias : 0;
        }
    }

    /** Leaves spins as they are set; otherwise a body that tumbles changes its own, in builds that do that. */
    setKeepsSpin(keeps: boolean) {
        const { gyroscopic } = this.layout;
        if (gyroscopic < 0 || keeps === this.keepsSpin) return;
        this.keepsSpin = keeps;
        const heap = this.ammo.HEAP32;
        for (let i = 0; i < this.addresses.length; i++) {
            const at = this.addresses[i] + gyroscopic;
            if (keeps) this.flags[i] = heap[at];
            heap[at] = keeps ? 0 : this.flags[i];
        }
    }

    /** Wakes bodies that have come to rest. */
    wake() {
        for (const body of this.bodies) body.activate(true);
    }

    /** The first body that other code has taken out of the world or destroyed; -1 while all are there. */
    findLost(): number {
        const { ammo, layout, bodies, addresses } = this;
        const heap = ammo.HEAP32;
        const alive = ammo.getCache(ammo.btRigidBody);
        for (let i = 0; i < bodies.length; i++) {
            if (alive[addresses[i] << 2] !== bodies[i] || (layout.handle >= 0 && heap[addresses[i] + layout.handle] === 0)) return i;
        }
        return -1;
    }

    /** Lets a body of the project pass through all of these. Answers what {@link collideAgain} takes. */
    passThrough(body: BtBody): BtConstraint[] {
        return this.bodies.map(own => this.exclusions.add(own, body));
    }

    /** Lets a body collide again; one that was destroyed has taken its list of joints with it. */
    collideAgain(body: BtBody, joints: readonly BtConstraint[]) {
        if (!isAlive(this.ammo, body)) return;
        for (const joint of joints) this.exclusions.remove(joint);
    }

    /** Takes the bodies out of the world and puts them back: Bullet goes on with contacts between bodies that no longer collide. */
    forgetContacts() {
        for (const body of this.bodies) {
            this.world.removeRigidBody(body);
            this.world.addRigidBody(body, this.group, this.mask);
        }
    }

    setSurface({ friction, restitution, linearDamping, angularDamping }: Surface) {
        for (const body of this.bodies) {
            body.setFriction(friction);
            body.setRestitution(restitution);
            body.setDamping(linearDamping, angularDamping);
        }
    }

    /** Lets the bodies sleep until something touches them. */
    sleep() {
        for (const body of this.bodies) body.forceActivationState(ASLEEP);
    }

    /** Whether all bodies sleep. */
    get isAsleep(): boolean {
        for (let i = 0; i < this.bodies.length; i++) if (this.bodies[i].isActive()) return false;
        return true;
    }

    /** Whether bodies that have come to rest may sleep. */
    setSleeps(sleeps: boolean) {
        if (sleeps === this.sleeps) return;
        this.sleeps = sleeps;
        for (const body of this.bodies) body.forceActivationState(sleeps ? ACTIVE : NEVER_SLEEPS);
    }

    /**
     * Takes everything out of the world.
     *
     * @param isWorldAlive - Whether the world is still there.
     */
    destroy(isWorldAlive: boolean) {
        const { ammo, world } = this;
        for (const constraint of this.constraints) {
            if (isWorldAlive) world.removeConstraint(constraint);
            ammo.destroy(constraint);
        }
        this.exclusions.destroy();
        const alive = ammo.getCache(ammo.btRigidBody);
        this.bodies.forEach((body, i) => {
            body.entity = null;
            if (isWorldAlive) world.removeRigidBody(body);
            if (alive[this.addresses[i] << 2] === body) ammo.destroy(body);
        });
        for (const made of [...this.shapes, this.vector, this.quaternion, this.transform]) ammo.destroy(made);
    }

    private addBody(description: BodyDescription) {
        const { body, shapes } = makeBody(this.ammo, description);
        this.shapes.push(...shapes);
        this.bodies.push(body);
        this.world.addRigidBody(body, this.group, this.mask);
    }

    private addJoint(joint: JointDescription) {
        const cone = makeJoint(this.ammo, joint, this.bodies);
        const at = this.ammo.getPointer(cone) >> 2;
        this.points[joint.body] = at + this.layout.pivot;
        if (this.layout.limitBias >= 0) this.biases[joint.body] = at + this.layout.limitBias;
        this.world.addConstraint(cone, true);
        this.constraints.push(cone);
    }

    private setTransform(positions: Flat, p: number, rotations: Flat, r: number) {
        const { vector, quaternion, transform } = this;
        transform.setIdentity();
        vector.setValue(positions[p], positions[p + 1], positions[p + 2]);
        transform.setOrigin(vector);
        quaternion.setValue(rotations[r], rotations[r + 1], rotations[r + 2], rotations[r + 3]);
        transform.setRotation(quaternion);
    }
}
