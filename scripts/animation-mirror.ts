import type { Entity, GraphNode } from 'playcanvas';

import { AnimReader } from './anim/anim-reader';
import { halfCycleOn } from './anim/clip-stride';
import { animRootOf, findAnim } from './anim/find-anim';
import type { Mirror } from './anim/mirror';
import { animationMirrorAttributes, type AnimationMirrorAttributes } from './animation-mirror/attributes';
import { MirrorPass } from './animation-mirror/mirror-pass';
import { makeMirror } from './animation-mirror/setup';
import { findBone } from './rig/find';
import { PoseInertia } from './rig/pose-inertia';
import type { PoseRecord } from './rig/pose-record';
import type { Rig } from './rig/rig';
import { CharacterScript } from './shell/character-script';

export { animationMirrorAttributes };

export interface AnimationMirror extends AnimationMirrorAttributes {}

/**
 * Shows an animation with left and right exchanged.
 *
 * Re-creates *Mirroring 3D Character Animations* (November 14, 2015) and keeps its words. The reflection is exact whatever axes the bones have,
 * paired or not, and also where the nodes' rest pose is not symmetric: it is that of the skin's vertices. Scales are not exchanged.
 *
 * It works on what the animation shows and stands above all other scripts.
 *
 * @example
 * // in mid-walk, with the planted foot where it is
 * const mirror = hero.script!.create('animationMirror') as AnimationMirror;
 * mirror.shiftPhase();
 * mirror.mirror = true;
 */
export class AnimationMirror extends CharacterScript {
    private mirrored: Mirror | null = null;

    private pass: MirrorPass | null = null;

    /** Goes on with what was shown when something is switched. */
    private switching: PoseInertia | null = null;

    /** Whether the last frame was mirrored; null: there was none. */
    private wasMirrored: boolean | null = null;

    /** Whether the animation jumps in this frame or the next. */
    private hasShifted = false;

    private reader: AnimReader | null = null;

    override initialize() {
        super.initialize();
        for (const name of REBUILD) this.on(`attr:${name}`, this.refresh, this);
        this.on('enable', () => this.switching?.restart());
    }

    /**
     * Pairs two bones, in place of whatever they were paired with.
     *
     * @param bone - A bone, its role or its name.
     * @param mirrorBone - Its twin.
     */
    setMirrorMappedBone(bone: GraphNode | string, mirrorBone: GraphNode | string) {
        const isSame = (node: GraphNode | null, name: string, wanted: GraphNode | string) => (typeof wanted === 'string' ? !node && name === wanted : node === wanted);
        const others = this.bonePairs.filter((row) => {
            return ![bone, mirrorBone].some(wanted => isSame(row.bone, row.boneName, wanted) || isSame(row.mirrorBone, row.mirrorBoneName, wanted));
        });
        const end = (wanted: GraphNode | string) => (typeof wanted === 'string' ? [null, wanted] as const : [wanted as Entity, ''] as const);
        const [node, boneName] = end(bone);
        const [mirrorNode, mirrorBoneName] = end(mirrorBone);
        this.bonePairs = [...others, { bone: node, boneName, mirrorBone: mirrorNode, mirrorBoneName }];
    }

    /**
     * The twin of a bone.
     *
     * @param bone - A bone, its role or its name.
     * @returns Its twin; the bone itself where it stands in the middle; null where it is left as it is, or is none of this character.
     */
    getMirrorMappedBone(bone: GraphNode | string): GraphNode | null {
        if (!this.mirrored) return null;
        const { nodes, first, rig, plan: { pairing: { twins } } } = this.mirrored;
        const index = typeof bone === 'string' ? first + findBone(rig, bone) : nodes.indexOf(bone);
        return index >= first && twins[index] >= 0 ? nodes[twins[index]] : null;
    }

    /** Names of all paired bones: each followed by its twin's. */
    getBoneMirrorDataStructure(): string[] {
        if (!this.mirrored) return [];
        const { nodes, plan: { pairing: { pairs } } } = this.mirrored;
        return pairs.flatMap(({ a, b }) => [nodes[a].name, nodes[b].name]);
    }

    /**
     * Sets the time of the state that plays half a cycle on, so that the foot that is on the ground stays there when the mirror is switched
     * in the same frame: from a step of one foot to that of the other, where the clip has steps, else half of the clip. What jumps dies out.
     */
    shiftPhase() {
        const { reader, mirrored } = this;
        if (!reader || !mirrored) return;
        reader.update();
        const layer = reader.baseLayer;
        if (!layer?.track || !(layer.duration > 0)) return;
        layer.setTime(halfCycleOn(mirrored.rig, mirrored.root, layer.track, layer.time));
        this.hasShifted = true;
    }

    protected drop() {
        this.mirrored = null;
        this.pass = null;
    }

    protected build(rig: Rig, record: PoseRecord): boolean {
        this.mirrored = makeMirror(rig, this.findRoot(rig), this, sentence => this.reports.add(sentence));
        if (!this.mirrored) return false;
        const { nodes } = this.mirrored;
        this.pass = new MirrorPass(this.mirrored, record);
        this.reader = new AnimReader(rig.skeleton.nodes[0]);
        const isSame = this.switching?.record === record && nodes.length === this.switching.bones.length;
        if (!isSame) this.switching = new PoseInertia(record, nodes, nodes);
        return true;
    }

    protected override get isShown(): boolean {
        return this.wasMirrored === true || this.switching?.running === true;
    }

    protected override leave() {
        this.switching?.cancel();
        this.wasMirrored = null;
    }

    protected step(dt: number, isOn: boolean) {
        const { pass, switching } = this;
        if (!pass || !switching) return;
        const isMirrored = isOn && this.mirror;
        if (this.hasShifted || (this.wasMirrored !== null && isMirrored !== this.wasMirrored)) switching.start(this.blendTime);
        this.hasShifted = false;
        this.wasMirrored = isMirrored;
        const { applied } = this.weights;
        if (isMirrored && applied > 0 && this.acceptPose(pass.read(), pass)) pass.write(applied);
        switching.step(dt);
    }

    /** The node from which the clips find theirs. */
    private findRoot({ skeleton: { nodes } }: Rig): GraphNode {
        const anim = findAnim(nodes[0]);
        const root = anim ? animRootOf(anim) : this.entity;
        const isAbove = nodes[0] === root || nodes[0].isDescendantOf(root);
        return isAbove ? root : nodes[0].parent ?? nodes[0];
    }
}

/** Attributes that a mirror is made of. */
const REBUILD = [
    'mirrorAxisRot', 'rightAxis', 'pelvisMirrorAxisRot', 'pelvisRightAxis', 'translation', 'planeNormal', 'bonePairs', 'pelvisBone', 'mirrorRootMotion'
];
