import type { HitReactions } from 'limber';
import { Vec3, type Entity, type GraphNode } from 'playcanvas';

import type { Living } from './living';
import type { Arena } from '../../frame/arena';

// Balls that hit characters. As projectiles of a game do, a ball calls hit() where it meets a bone; until then nothing is simulated.

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

    constructor(private readonly arena: Arena) {}

    /** Throws a ball that is made for a character so that it comes to a place. */
    throw(from: Vec3, to: Vec3, { radius, mass, speed }: Ball, { size, ragdoll }: Living) {
        const { arena } = this;
        const kind = { radius: radius * size / arena.scale, mass: mass * (ragdoll?.totalMass ?? PERSON) / PERSON };
        const entity = arena.throwAt(from, to, speed * Math.sqrt(size * arena.scale), kind);
        this.flying.push({ entity, radius: radius * size, mass: kind.mass, velocity: entity.rigidbody!.linearVelocity.clone() });
    }

    /** Looks which ball meets a bone of a character in a moment, before each frame. */
    update(characters: readonly Living[]) {
        this.flying = this.flying.filter(({ entity }) => entity.parent);
        for (const { hits, ragdoll, size } of characters) {
            if (hits?.enabled && ragdoll?.enabled) this.meet(hits, ragdoll.control.bones, size);
        }
    }

    clear() {
        this.flying = [];
        this.arena.clearBalls();
    }

    private meet(hits: HitReactions, bones: readonly GraphNode[], size: number) {
        for (const ball of [...this.flying]) {
            ball.velocity.copy(ball.entity.rigidbody!.linearVelocity);
            const bone = this.nearest(ball, bones, size);
            if (!bone) continue;
            this.flying.splice(this.flying.indexOf(ball), 1);
            hits.hit(bone as Entity, ball.entity.getPosition().clone(), ball.velocity.clone().mulScalar(ball.mass));
        }
    }

    /** The bone that a ball meets within a moment; null: none. */
    private nearest({ entity, radius, velocity }: Flying, bones: readonly GraphNode[], size: number): GraphNode | null {
        const place = entity.getPosition();
        let nearest: GraphNode | null = null;
        let least = radius + FLESH * size + AHEAD * velocity.length();
        for (const bone of bones) {
            const distance = bone.getPosition().distance(place);
            if (!(distance < least)) continue;
            least = distance;
            nearest = bone;
        }
        return nearest;
    }
}
