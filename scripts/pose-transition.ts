import type { GraphNode } from 'playcanvas';

import { AnimReader } from './anim/component/anim-reader';
import { animRootOf, findAnim } from './anim/component/find-anim';
import { PhaseSync } from './anim/component/phase-sync';
import { RADIANS } from './core/math/scalars';
import { FootChanges } from './feet/foot-changes';
import { ReadStatus } from './pose/bone-set';
import { PoseDeadBlend } from './pose/pose-dead-blend';
import { PoseInertia } from './pose/pose-inertia';
import type { PoseRecord } from './pose/pose-record';
import type { Rig } from './rig/rig';
import type { AttributesOf, AttributeTable } from './shell/attributes';
import { CharacterScript } from './shell/character-script';

// Switches of the animation without a seam: the whole pose is kept in place and velocity, and gives way to the new one.

export const poseTransitionAttributes = {
    mode: {
        type: 'string', default: 'inertialize', title: 'Mode', enum: [{ 'Inertialize': 'inertialize' }, { 'Dead Blend': 'deadBlend' }],
        description: 'Inertialize: the new motion shows in full at once, and the difference to the old pose dies out on top. Dead blend: the old motion runs on and gives way, calmer with poses far apart and many switches.'
    },
    halfLife: {
        type: 'number', default: 0.1, min: 0, precision: 3, title: 'Half-Life',
        description: 'Seconds until half of the difference to the new pose is gone. 0: the new pose shows at once.'
    },
    autoDetect: {
        type: 'boolean', default: true, title: 'Auto Detect',
        description: 'Acts at every change of state, so set the transitions of your state graph to 0 seconds. Off: only when you call inertialize().'
    },
    maxOffset: {
        type: 'number', default: 180, min: 0, max: 360, title: 'Max Offset',
        description: 'Largest angle in degrees between a bone and the new pose. A bone further away jumps to this angle.'
    },
    rootHalfLife: {
        type: 'number', default: 0, min: 0, precision: 3, title: 'Root Half-Life',
        description: 'Half-life in seconds for the place of the pelvis and the bones above it. 0: the same as Half-life; other values let feet skate.'
    },
    syncStates: {
        type: 'json', array: true, title: 'Sync States',
        description: 'States that go on with the same foot: switching between states of one group keeps the phase of the stride.',
        schema: {
            state: { type: 'string', default: '', title: 'State', description: 'Name of a state in any layer of the anim component.' },
            group: { type: 'string', default: 'locomotion', title: 'Group', description: 'States with the same group name stay in step with each other.' }
        }
    }
} as const satisfies AttributeTable;

export interface PoseTransition extends AttributesOf<typeof poseTransitionAttributes> {}

/** Half-lives until feet are where the new pose has them, nearly, and the longest time that is taken for that, seconds. */
const THERE = 2;
const LONGEST = 0.3;

/** Lets bones give way from one motion to another. */
interface Transition {
    startHalfLife(halfLife: number, maxAngle: number, passed: number): void;
    /** Answers whether the bones hold numbers. */
    step(dt: number): boolean;
    cancel(): void;
    /** Keeps what was shown in the world, where it can. */
    followParent?(tops: readonly GraphNode[], parent: GraphNode): void;
    carry?(): void;
}

/**
 * Takes the seam out of every change of the animation: what is shown keeps its place and velocity and gives way to the new pose, so that
 * the new state can be entered at once, without a cross-fade and with one pose evaluated.
 *
 * It stands on the tips for blending in *The Challenge of Having Responsiveness and Naturalness in Game Animation* (August 10, 2015), and
 * works by inertialization (Bollo, GDC 2018) or dead blending (Holden, 2023). It knows nothing of the new motion: a switch to a pose far
 * away moves limbs on the shortest way, through the body where that lies between.
 *
 * @example
 * // every change of state, with transitions of 0 s in the state graph
 * hero.script!.create('poseTransition');
 * @example
 * // walk and run go on with the same foot
 * hero.script!.create('poseTransition', { attributes: { syncStates: [{ state: 'Walk', group: 'gait' }, { state: 'Run', group: 'gait' }] } });
 * @example
 * // before a jump of the pose that is not a change of state
 * const { poseTransition } = hero.script as unknown as { poseTransition: PoseTransition };
 * poseTransition.inertialize(0.15);
 */
export class PoseTransition extends CharacterScript {
    private reader: AnimReader | null = null;

    private sync: PhaseSync | null = null;

    /** All rotations with the positions of the limbs; and the positions of the pelvis and of what is above it. */
    private pose: Transition | null = null;

    private root: Transition | null = null;

    /** The anim component of the last frame: another one is a switch. */
    private component: AnimReader['component'] = null;

    /** Half-life of the switch that the next frame sees; NaN: none. */
    private asked = NaN;

    /** Whether the next update of the animation may switch unseen, or after a jump of the entity. */
    private isSkipping = false;

    /** What feet are told, and seconds until they are nearly where the new pose has them. */
    private changes: FootChanges | null = null;

    private seamLeft = -0;

    private isCarrying = false;

    /** Whether the switch that the next frame sees comes with such a jump. */
    private isCarried = false;

    override initialize() {
        super.initialize();
        for (const name of ['mode', 'syncStates']) this.on(`attr:${name}`, this.refresh, this);
        // after the animation, before any script reads the pose
        this.app.systems.on('animationUpdate', this.observe, this);
        this.on('destroy', () => this.app.systems.off('animationUpdate', this.observe, this));
    }

    /**
     * Announces a jump of the pose in this frame, or in the next one if this frame's pose has been shown already. The pose that was shown
     * goes on with its velocity, and gives way to the new one.
     *
     * @param halfLife - Seconds; {@link halfLife} when it is left out.
     */
    inertialize(halfLife = this.halfLife) {
        this.asked = halfLife > 0 ? halfLife : 0;
    }

    /**
     * Announces that a switch of state in the next update of the animation is meant to be seen: it is shown at once. For a pose that is made
     * to follow a jump of the entity, such as that of a turn. Where no switch comes in that update, nothing happens.
     */
    skipSwitch() {
        this.isSkipping = true;
    }

    /**
     * Announces that the entity has just been put elsewhere or turned, and that a switch of state in the next update of the animation makes
     * up for it: what was shown goes on in the world, and gives way to the new state. By dead blending the switch is shown at once.
     */
    carrySwitch() {
        this.isCarrying = true;
    }

    override needsEveryFrame(): boolean {
        return this.asked >= 0 || this.seamLeft > 0;
    }

    protected drop() {
        this.pose = null;
        this.root = null;
        this.sync = null;
    }

    protected build(rig: Rig, record: PoseRecord): boolean {
        const { nodes, parents } = rig.skeleton;
        const anim = findAnim(nodes[0]);
        const top = anim ? animRootOf(anim) : this.entity;
        const isAnimated = (node: GraphNode) => node !== this.entity && node.isDescendantOf(top);
        const spine = new Set<GraphNode>();
        for (let bone = rig.bones.get('hips') ?? 0; bone >= 0; bone = parents[bone]) spine.add(nodes[bone]);
        const bones = nodes.filter(isAnimated);
        const Kind = this.mode === 'deadBlend' ? PoseDeadBlend : PoseInertia;
        this.pose = new Kind(record, bones, bones.filter(bone => !spine.has(bone)));
        this.root = new Kind(record, [], bones.filter(bone => spine.has(bone)));
        // a detached foot is a part of its leg
        const tops = bones.filter(bone => !bones.includes(nodes[parents[nodes.indexOf(bone)]]));
        if (tops.length > 0) for (const part of [this.pose, this.root]) part.followParent?.(tops, tops[0].parent!);
        this.reader = new AnimReader(nodes[0]);
        this.changes = FootChanges.of(record);
        this.component = null;
        const groups = this.readGroups();
        if (groups.size > 0) this.sync = new PhaseSync(rig, this.reader, groups);
        return true;
    }

    protected override leave() {
        this.pose?.cancel();
        this.root?.cancel();
        this.seamLeft = 0;
    }

    protected step(dt: number) {
        const { pose, root, asked } = this;
        if (!pose || !root) return;
        if (asked >= 0) {
            const angle = this.maxOffset >= 0 ? this.maxOffset * RADIANS : 0;
            const place = this.rootHalfLife > 0 ? this.rootHalfLife : asked;
            pose.startHalfLife(asked, angle, dt);
            root.startHalfLife(place, angle, dt);
            this.seamLeft = Math.min(THERE * asked, LONGEST);
            if (this.isCarried) {
                pose.carry?.();
                root.carry?.();
            }
        }
        this.asked = NaN;
        this.isCarried = false;
        if (this.seamLeft > 0) this.changes?.sayOnTheWay(this.seamLeft);
        this.seamLeft -= dt;
        const isPoseSound = pose.step(dt);
        const isRootSound = root.step(dt);
        this.acceptPose(isPoseSound && isRootSound ? ReadStatus.ok : ReadStatus.broken, this.record!);
    }

    /** Sees what the engine has evaluated. */
    private observe(dt: number) {
        const { reader, sync, isSkipping, isCarrying, pose } = this;
        this.isSkipping = false;
        this.isCarrying = false;
        if (!reader || !this.record || !this.enabled) return;
        reader.update();
        this.tellProblems(reader);
        sync?.step(dt);
        if (sync && sync.stepless !== '') {
            this.reports.enter('steps', `state "${sync.stepless}" of Sync States has no steps in its clip, so phases are not matched. Take it out of the list, then call refresh().`);
        }
        // what was asked for by hand counts for more
        if (this.autoDetect && this.hasSwitched(reader) && !(this.asked >= 0)) {
            const isSeen = isSkipping || (isCarrying && !pose?.carry);
            this.inertialize(isSeen ? 0 : this.halfLife);
            this.isCarried = isCarrying;
        }
        this.component = reader.component;
    }

    private hasSwitched({ layers, component }: AnimReader): boolean {
        if (this.component && this.component !== component) return true;
        for (let i = 0; i < layers.length; i++) if (layers[i].hasSwitched) return true;
        return false;
    }

    private tellProblems({ component, problem, layers }: AnimReader) {
        if (component || !this.autoDetect) this.reports.leave('anim');
        else this.reports.enter('anim', 'there is no anim component at, below or above this entity. Add one, or turn Auto Detect off and call inertialize().');
        if (problem !== null) this.reports.enter('engine', problem);
        const unknown = layers.length > 0 ? this.findUnknown(layers) : '';
        if (unknown !== '') this.reports.enter('unknown', `the animation has no state "${unknown}" of Sync States. Its states are ${layers[0].states().join(', ')}.`);
        else this.reports.leave('unknown');
    }

    /** The first state of the list that no layer has; empty: none. Without closures: it is looked for in every frame. */
    private findUnknown(layers: AnimReader['layers']): string {
        const { syncStates } = this;
        for (let i = 0; i < syncStates.length; i++) {
            let isKnown = syncStates[i].state === '';
            for (let k = 0; k < layers.length; k++) isKnown ||= layers[k].hasState(syncStates[i].state);
            if (!isKnown) return syncStates[i].state;
        }
        return '';
    }

    private readGroups(): Map<string, string> {
        const groups = new Map<string, string>();
        this.syncStates.forEach(({ state, group }, i) => {
            if (state === '' || groups.has(state)) {
                this.reports.add(`row ${i + 1} of Sync States ${state === '' ? 'has no state' : `names "${state}" once more`}. Name each state once, then call refresh().`);
            } else {
                groups.set(state, group);
            }
        });
        return groups;
    }
}
