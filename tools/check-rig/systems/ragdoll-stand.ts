import { Quat, Vec3, type Entity, type GraphNode } from 'playcanvas';

import type { ActiveRagdoll } from '../../../scripts/index';
import { turnBetween } from '../../../test/support/geometry';
import type { Character } from '../character';
import type { Clip } from '../clip';
import type { Instance } from '../instance';

// An instance with activeRagdoll, all of it held to the animation, beside it its twin: the same model under the same clip without the script.

/** World place of a bone. */
interface Place { readonly position: Vec3; readonly rotation: Quat }

/** What the bodies are off the animation: degrees against the parent's body, metres of the scene in place and between two ends of a joint. */
export interface Off { turn: number; distance: number; gap: number }

/** Frames after which the bodies are in the world and at rest. */
const SETTLE = 30;

export class RagdollStand {
    readonly ragdoll: ActiveRagdoll;

    private readonly actor: Instance;

    private readonly twin: Instance;

    /** Where the twin's nodes were in the frame before: physics is driven to the last pose that it was given. */
    private before: Place[] = [];

    /**
     * @param clip - What both play; null: the rest pose.
     */
    constructor(readonly character: Character, private readonly clip: Clip | null) {
        character.clear();
        this.actor = character.add();
        this.twin = character.add();
        for (const instance of [this.actor, this.twin]) instance.pose(clip, 0);
        const { model } = this.actor;
        model.addComponent('script');
        const attributes = { active: true, rotationWeight: 1, translationWeight: 1 };
        this.ragdoll = model.script!.create('activeRagdoll', { attributes }) as ActiveRagdoll;
        character.step(SETTLE);
        this.remember();
    }

    /** The bones that have a body. */
    get bones(): Entity[] {
        return this.actor.nodes.filter(node => this.ragdoll.getBoneState(node as Entity)?.bone === node) as Entity[];
    }

    /** Name of a node of the skeleton. */
    nameOf(index: number): string {
        return this.actor.nodes[this.character.placeOf(index)].name;
    }

    /** Plays the clip once, without the seam to its start, and visits every frame. */
    play(visit: () => void) {
        const { clip } = this;
        if (clip) for (const { model } of [this.actor, this.twin]) model.anim!.speed = 1;
        const frames = Math.max(1, Math.floor(60 * (clip?.track.duration ?? 0)) - 1);
        for (let frame = 0; frame < frames; frame++) {
            this.character.step();
            visit();
            this.remember();
        }
    }

    /** What the body of a bone is off. */
    off(bone: Entity, bones: readonly Entity[]): Off {
        const state = this.ragdoll.getBoneState(bone)!;
        const posed = this.placeOf(bone);
        const distance = state.position.distance(posed.position);
        const above = parentOf(bone, bones);
        if (!above) return { turn: turnBetween(state.rotation, posed.rotation), distance, gap: 0 };
        const upper = this.ragdoll.getBoneState(above)!;
        const parent = this.placeOf(above);
        const turn = turnBetween(relative(upper.rotation, state.rotation), relative(parent.rotation, posed.rotation));
        // where the parent's body carries the joint
        const arm = parent.rotation.clone().invert().transformVector(posed.position.clone().sub(parent.position), new Vec3());
        const carried = upper.rotation.transformVector(arm, new Vec3()).add(upper.position);
        return { turn, distance, gap: carried.distance(state.position) };
    }

    private placeOf(bone: GraphNode): Place {
        return this.before[this.actor.nodes.indexOf(bone)];
    }

    private remember() {
        this.before = this.twin.nodes.map(node => ({ position: node.getPosition().clone(), rotation: node.getRotation().clone() }));
    }
}

/** The next bone above that has a body. */
function parentOf(bone: Entity, bones: readonly Entity[]): Entity | null {
    let node = bone.parent;
    while (node && !bones.includes(node as Entity)) node = node.parent;
    return node as Entity | null;
}

function relative(parent: Quat, child: Quat): Quat {
    return parent.clone().invert().mul(child);
}
