import { Vec3, type Entity, type GraphNode } from 'playcanvas';

import type { RagdollScript } from './ragdoll-script';
import type { ReactionSteering } from './reaction-steering';
import type { Numbers } from './tuning';
import type { SteeredBodies } from '../core/dynamics/steering';
import { blastPush } from '../core/reactions/blast';
import { shareImpulse } from '../core/reactions/impulse-share';

// Hits and explosions on their way to the bodies. A hit that comes before the bodies are in the world waits for them.

/** A hit that waits. */
interface Hit {
    readonly body: number;
    readonly point: Vec3;
    readonly impulse: Vec3;
}

const push = new Float64Array(3);
const place = new Vec3();
const part = new Vec3();

export class PendingHits {
    private readonly waiting: Hit[] = [];

    private readonly shares: Float64Array;

    constructor(
        private readonly ragdoll: RagdollScript, private readonly bones: readonly GraphNode[], private readonly steering: ReactionSteering,
        private readonly tuning: Numbers
    ) {
        this.shares = new Float64Array(bones.length);
    }

    /** Hits a body: newton seconds at a world point. */
    add(body: number, point: Vec3, impulse: Vec3) {
        this.waiting.push({ body, point: point.clone(), impulse: impulse.clone() });
    }

    /** Whether some wait for the bodies. */
    get areWaiting(): boolean {
        return this.waiting.length > 0;
    }

    forget() {
        this.waiting.length = 0;
    }

    /** Gives what waits to the bodies, once they are there; answers whether it has. */
    deliver(): boolean {
        const { bodies } = this.ragdoll.control;
        if (!bodies || this.waiting.length === 0) return false;
        for (const hit of this.waiting.splice(0)) this.pushBodies(bodies, hit);
        return true;
    }

    /** What each body gets of an explosion; newton seconds for the whole body at the centre. */
    blast({ x, y, z }: Vec3, impulse: number, radius: number): Vec3[] {
        const { bones } = this;
        const centre = Float64Array.of(x, y, z);
        const positions = Float64Array.from(bones.flatMap((bone) => {
            const { x: px, y: py, z: pz } = bone.getPosition();
            return [px, py, pz];
        }));
        return bones.map((_, body) => {
            blastPush(push, positions, body, centre, impulse, radius, 1 / bones.length);
            return new Vec3(push[0], push[1], push[2]);
        });
    }

    /** Gives each body what it gets of an explosion; newton seconds in all. */
    give(pushes: readonly Vec3[], felt: number) {
        const { ragdoll, steering, bones } = this;
        steering.blast(ragdoll.control.bodies, felt);
        pushes.forEach((one, body) => ragdoll.addImpulse(bones[body] as Entity, bones[body].getPosition(), one));
    }

    private pushBodies(bodies: SteeredBodies, { body, point, impulse }: Hit) {
        const { ragdoll, steering, tuning, bones, shares } = this;
        const strength = impulse.length() * tuning.hitForceScale;
        shareImpulse(shares, bodies.tree.parents, bodies.tree.masses, body, strength, tuning.maxHitSpeed);
        for (let other = body; other >= 0; other = bodies.tree.parents[other]) {
            if (shares[other] === 0) continue;
            const [x, y, z] = bodies.state.positions.subarray(3 * other, 3 * other + 3);
            const at = other === body ? point : place.set(x, y, z);
            ragdoll.addImpulse(bones[other] as Entity, at, part.copy(impulse).mulScalar(shares[other] * tuning.hitForceScale));
        }
        steering.hit(bodies, body, strength);
        if (tuning.woundHolding > 0) steering.wound.hurt(bodies, body, point, part.copy(impulse).mulScalar(tuning.hitForceScale));
    }
}
