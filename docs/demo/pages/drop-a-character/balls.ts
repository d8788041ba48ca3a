import type { ActiveRagdoll, HitReactions } from 'limber';
import { Vec3, type Entity, type GraphNode } from 'playcanvas';

import type { Arena } from '../../frame/arena';

// Balls that hit the character. As projectiles of a game do, a ball calls hit() where it meets a bone; until then nothing is simulated.

/** A ball for a person: metres, kilograms, metres per second. */
export interface Ball {
    readonly radius: number;
    readonly mass: number;
    readonly speed: number;
}

/** Mass of a person in kilograms. */
const PERSON = 70;

/** Seconds before it meets a bone at which a ball hits, so that the bodies are in the world when it comes. */
const AHEAD = 0.04;

/** Distance of the skin from a bone, metres of a person. */
const FLESH = 0.1;

/** A ball in the air. */
interface Flying {
    readonly entity: Entity;
    readonly radius: number;
    readonly mass: number;
    readonly velocity: Vec3;
}

export class Balls {
    private flying: Flying[] = [];

    /**
     * @param size - Metres of the scene for a metre of a person.
     * @param mass - Kilograms of the character.
     */
    constructor(private readonly arena: Arena, private readonly size: number, private readonly mass: () => number) {}

    /** Throws a ball so that it comes to a place. */
    throw(from: Vec3, to: Vec3, { radius, mass, speed }: Ball) {
        const { arena, size } = this;
        const kind = { radius: radius * size / arena.scale, mass: mass * this.mass() / PERSON };
        const entity = arena.throwAt(from, to, speed * Math.sqrt(size * arena.scale), kind);
        this.flying.push({ entity, radius: radius * size, mass: kind.mass, velocity: entity.rigidbody!.linearVelocity.clone() });
    }

    /** Looks which ball meets a bone of the character in a moment, before each frame. */
    update(hits: HitReactions | null, ragdoll: ActiveRagdoll | null) {
        this.flying = this.flying.filter(({ entity }) => entity.parent);
        if (!hits?.enabled || !ragdoll?.enabled) return;
        for (const ball of [...this.flying]) {
            ball.velocity.copy(ball.entity.rigidbody!.linearVelocity);
            const bone = this.nearest(ball, ragdoll.control.bones);
            if (!bone) continue;
            this.flying.splice(this.flying.indexOf(ball), 1);
            hits.hit(bone as Entity, ball.entity.getPosition().clone(), ball.velocity.clone().mulScalar(ball.mass));
        }
    }

    clear() {
        this.flying = [];
        this.arena.clearBalls();
    }

    /** The bone that a ball meets within a moment; null: none. */
    private nearest({ entity, radius, velocity }: Flying, bones: readonly GraphNode[]): GraphNode | null {
        const place = entity.getPosition();
        let nearest: GraphNode | null = null;
        let least = radius + FLESH * this.size + AHEAD * velocity.length();
        for (const bone of bones) {
            const distance = bone.getPosition().distance(place);
            if (!(distance < least)) continue;
            least = distance;
            nearest = bone;
        }
        return nearest;
    }
}
