import { Entity, Quat, Vec3, type GraphNode } from 'playcanvas';

import type { Clip } from './clip';
import type { Role } from '../../scripts/index';
import type { Rig } from '../../scripts/rig/rig';
import { angleOf } from '../../test/support/geometry';

/** What an instance needs to know of its character. */
interface Model {
    readonly rig: Rig;
    /** Share of the skin that each node of the rig carries. */
    readonly skinShare: Float64Array;
    /** World transforms of all nodes of an instance in the rest pose. */
    readonly rest: readonly { readonly position: Vec3; readonly rotation: Quat; readonly scale: number }[];
    /** World direction of the character's forward and world point between its eyes in the rest pose. */
    readonly forward: Vec3;
    readonly eyePoint: Vec3;
    /** Place of a node of the skeleton among the nodes of an instance. */
    placeOf(index: number): number;
}

/** One instance of the character in the scene. What it tells comes from the engine's world transforms. */
export class Instance {
    /** The model and every node below it, in the order of the hierarchy: the same for all instances. */
    readonly nodes: GraphNode[];

    constructor(private readonly character: Model, readonly model: Entity) {
        this.nodes = model.find(() => true);
    }

    /**
     * Poses the instance in the next frame.
     *
     * @param clip - The clip; null leaves the rest pose.
     * @param share - Share of the clip's duration, 0..1.
     */
    pose(clip: Clip | null, share: number) {
        if (!clip) return;
        if (!this.model.anim) this.play(clip, 0);
        this.model.anim!.baseLayer!.activeStateCurrentTime = share * clip.track.duration;
    }

    /** Plays a clip over and over; null leaves the rest pose. */
    play(clip: Clip | null, speed = 1) {
        if (!clip) return;
        this.model.addComponent('anim', { activate: true });
        this.model.anim!.assignAnimation('clip', clip.track);
        this.model.anim!.speed = speed;
    }

    /** Puts every node where the skin was bound to it. */
    standAsBound() {
        // from the top, as what hangs on a node goes along
        this.nodes.forEach((node, i) => {
            const { position, rotation } = this.character.rest[i];
            node.setPosition(position);
            node.setRotation(rotation);
        });
    }

    /** The node of a role, or null. */
    bone(role: Role): Entity | null {
        const { rig } = this.character;
        const index = rig.bones.get(role);
        return index === undefined ? null : this.nodes[this.character.placeOf(index)] as Entity;
    }

    /** The node at the place that a node of another instance has. */
    same(node: GraphNode, other: Instance): Entity {
        return this.nodes[other.nodes.indexOf(node)] as Entity;
    }

    /** World direction that was the character's forward in the rest pose, as a node carries it now. */
    forwardOf(node: GraphNode): Vec3 {
        const { rest, forward } = this.character;
        const carried = node.getRotation().clone().mul(rest[this.nodes.indexOf(node)].rotation.clone().invert());
        return carried.transformVector(forward, new Vec3());
    }

    /** Angle between the forwards that a node and its parent carry, degrees. */
    swingOf(node: GraphNode): number {
        return angleOf(this.forwardOf(node), this.forwardOf(node.parent!));
    }

    /** World place of the eye that looks: of an eye's own bone, or of the eye point as the given bone carries it. */
    eyeOf(first: GraphNode): Vec3 {
        const { rest, eyePoint, rig, skinShare } = this.character;
        const seen = (['rightEye', 'leftEye'] as const).some((role) => {
            const eye = rig.bones.get(role);
            return first === this.bone(role) && skinShare.subarray(eye, rig.skeleton.ends[eye!]).some(share => share > 0);
        });
        if (seen) return first.getPosition().clone();
        const { position, rotation, scale } = rest[this.nodes.indexOf(first)];
        const offset = rotation.clone().invert().transformVector(eyePoint.clone().sub(position), new Vec3());
        const grown = first.getWorldTransform().getScale().x / scale;
        return first.getRotation().transformVector(offset.mulScalar(grown), new Vec3()).add(first.getPosition());
    }

    /** Angle between the ray of the first bone's eye and a point, degrees. */
    gazeError(first: GraphNode, point: Vec3): number {
        return angleOf(this.forwardOf(first), point.clone().sub(this.eyeOf(first)));
    }

    /** Whether every node's place and rotation are numbers. */
    isFinite(): boolean {
        return this.nodes.every((node) => {
            const [p, q] = [node.getPosition(), node.getLocalRotation()];
            return Number.isFinite(p.x + p.y + p.z + q.x + q.y + q.z + q.w);
        });
    }

    /** Local rotations of all nodes, exactly as they are kept. */
    rotations(): Quat[] {
        return this.nodes.map(node => node.getLocalRotation().clone());
    }
}
