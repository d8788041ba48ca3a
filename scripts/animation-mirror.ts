import type { GraphNode } from 'playcanvas';

import { animRootOf, findAnim } from './anim/find-anim';
import type { Mirror } from './anim/mirror';
import { animationMirrorAttributes, type AnimationMirrorAttributes } from './animation-mirror/attributes';
import { MirrorPass } from './animation-mirror/mirror-pass';
import { makeMirror } from './animation-mirror/setup';
import { PoseInertia } from './rig/pose-inertia';
import type { PoseRecord } from './rig/pose-record';
import type { Rig } from './rig/rig';
import { CharacterScript } from './shell/character-script';

export { animationMirrorAttributes };

export interface AnimationMirror extends AnimationMirrorAttributes {}

export class AnimationMirror extends CharacterScript {
    private mirrored: Mirror | null = null;

    private pass: MirrorPass | null = null;

    /** Goes on with what was shown when something is switched. */
    private switching: PoseInertia | null = null;

    /** Whether the last frame was mirrored; null: there was none. */
    private wasMirrored: boolean | null = null;

    override initialize() {
        super.initialize();
        for (const name of REBUILD) this.on(`attr:${name}`, this.refresh, this);
        this.on('enable', () => this.switching?.restart());
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
        if (this.wasMirrored !== null && isMirrored !== this.wasMirrored) switching.start(this.blendTime);
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
