import type { GraphNode } from 'playcanvas';

import type { ActiveRagdollAttributes } from './attributes';
import { pairsToIgnore } from './bodies/body-lookup';
import { readBoneState, type BoneState } from './bodies/bone-state';
import type { ColliderOwner } from './bodies/own-colliders';
import { Ragdoll } from './bodies/ragdoll';
import type { LiveSettings } from './live-settings';
import type { BuiltRagdoll } from './plan/built-ragdoll';
import { ShownPose } from './shown/shown-pose';
import type { Steering } from '../core/dynamics/steering';
import type { SubstepScheduler } from '../physics/substep-scheduler';

// The bodies of a character while they are in the world, and what is shown of them.

/** The engine's group of dynamic bodies, that of triggers, and the mask of all groups. */
const DYNAMIC = 1;
const TRIGGERS = 16;
const ALL = 65535;

export class Simulation {
    readonly ragdoll: Ragdoll;

    private readonly shown: ShownPose;

    /**
     * Puts the bodies into the world.
     *
     * @param scheduler - The physics that they live in.
     * @param built - The bodies to be.
     * @param live - How they are driven.
     * @param character - The script of the character, with what its bodies collide with.
     * @param steering - The driver in the place of `live`; null: none.
     */
    constructor(
        scheduler: SubstepScheduler, private readonly built: BuiltRagdoll, private readonly live: LiveSettings,
        character: ColliderOwner & ActiveRagdollAttributes, steering: Steering | null
    ) {
        live.read();
        const { animated, plan, settings, height } = built;
        this.ragdoll = new Ragdoll(scheduler, {
            plan, animated, height, settings: live, surface: live, character, steering,
            ...collisionFilter(character),
            ignoredPairs: pairsToIgnore(settings, character.selfCollision)
        });
        this.shown = new ShownPose(animated, plan);
    }

    /** The bone whose body something else has taken out of the world, and with it all of them; null: none. */
    get lostBone(): GraphNode | null {
        return this.built.nodes[this.ragdoll.lost] ?? null;
    }

    /** What the physics knows of a body. */
    stateOf(body: number): BoneState {
        return readBoneState(this.built.nodes[body], this.ragdoll, this.built.plan, body);
    }

    /** Shows bodies that lie still as in the frame before, and leaves the animation unread. Answers false where something else is to be shown. */
    lieStill(): boolean {
        const { ragdoll, live, shown, built } = this;
        if (live.isStale || !ragdoll.bodies.isAsleep || !shown.writeAgain()) return false;
        built.animated.leaveUnread();
        return true;
    }

    /** Shows where the steps of a frame of `dt` seconds have brought the bodies. */
    show(dt: number) {
        const { ragdoll, live } = this;
        if (live.surfaceChanged) ragdoll.bodies.setSurface(live);
        ragdoll.endStep();
        this.shown.write(ragdoll, ragdoll.between, live.mappingWeight, dt);
    }
}

/** Group and mask of the bodies; 0 in the attributes: those of the engine's dynamic bodies. */
function collisionFilter({ collisionGroup, collisionMask, seenByTriggers }: ActiveRagdollAttributes): { group: number; mask: number } {
    return {
        group: collisionGroup || DYNAMIC,
        mask: ((collisionMask || ALL) & ~TRIGGERS) | (seenByTriggers ? TRIGGERS : 0)
    };
}
