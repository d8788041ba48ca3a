import { ScriptType, type GraphNode, type ScriptComponent } from 'playcanvas';

import { Problems } from './problems';
import { ScriptWeight } from './script-weight';
import { ReadStatus } from '../rig/bone-set';
import { findCharacter } from '../rig/character';
import { isMeshAwaited, modelSize } from '../rig/late-mesh';
import { PoseInertia } from '../rig/pose-inertia';
import { PoseRecord, RecordHold } from '../rig/pose-record';
import type { Rig } from '../rig/rig';
import { describeStatus } from '../rig/row-bone';

// The life of a script that works on a character: what all of them do in the same way.
//
// A script says what it makes of a character (build), what it does in a frame (step), and what it gives up when it stops (leave).

/** Registered names in the order of effect on the script component; those in one row may stand in any order. */
const ORDER: readonly (readonly string[])[] = [
    ['animationMirror'], ['poseTransition'], ['additiveOverlay'], ['idleRandomizer'], ['strideWarp'], ['perfectLookAt'],
    ['mecFootPlacer', 'footPlacementStates'], ['activeRagdoll', 'hitReactions'], ['springChain']
];

/** Frames between two looks at whether a model has come. */
const LOOK_AGAIN = 10;

/** Something that reads the pose of some bones. */
interface PoseReader {
    /** The bone that the last read stumbled over. */
    readonly stumbled: GraphNode | null;
    read(): ReadStatus;
}

/** Name under which a script is registered. */
function nameOf(script: ScriptType): string {
    return (script.constructor as unknown as { __name: string }).__name;
}

function rankOf(script: ScriptType): number {
    return ORDER.findIndex(names => names.includes(nameOf(script)));
}

export interface CharacterScript {
    /** Share of the script in the pose, for scripts that have it as an attribute. */
    weight?: number;
}

/**
 * Base class of scripts that work on a character. It finds the character at or below its entity, also one whose mesh comes later; holds
 * its record while the script is on; starts the frame; moves the weight; and lets the pose go over without a jump.
 *
 * @example
 * export class HeadTilt extends CharacterScript {
 *     private set: BoneSet | null = null;
 *
 *     protected drop() { this.set = null; }
 *
 *     protected build(rig: Rig, record: PoseRecord) {
 *         this.set = new BoneSet([rig.skeleton.nodes[rig.bones.get('head')!]], record);
 *         return true;
 *     }
 *
 *     protected step() {
 *         if (!this.set || !this.readPose(this.set)) return;
 *         ... // turn set.pose.localRotations by this.weights.applied
 *         this.set.writeRotation(0);
 *     }
 * }
 */
export abstract class CharacterScript extends ScriptType {
    protected readonly reports = new Problems(nameOf(this), this.entity);

    /** The weight and its transition. */
    protected readonly weights = new ScriptWeight(this);

    /** The character; null without one. */
    protected rig: Rig | null = null;

    /** The character's record of writes; null while there is nothing to work on. */
    protected record: PoseRecord | null = null;

    private readonly hold = new RecordHold();

    /** Takes jumps out of what the script shows, see {@link keepShown}. */
    private inertia: PoseInertia | null = null;

    /** Frame in which the script was moved on last: never twice in one. */
    private steppedFrame = -1;

    /** Whether the script is switched off and on its way back to the animation. */
    private isGoingBack = false;

    /** Size of the model when it could not be worked on; -1: nothing is awaited. */
    private sizeThen = -1;

    private framesToLook = 0;

    initialize() {
        const { entity, app } = this;
        const script = entity.script as ScriptComponent;
        this.on('enable', this.onEnable, this);
        this.on('disable', this.onDisable, this);
        this.on('destroy', () => {
            app.systems.off('postUpdate', this.goBack, this);
            script.off('create', this.checkOrder, this);
            script.off('move', this.checkOrder, this);
            this.stop();
        });
        // last in every frame, so that switching the script off within a frame shows in it
        app.systems.on('postUpdate', this.goBack, this);
        script.on('create', this.checkOrder, this);
        script.on('move', this.checkOrder, this);
        this.weights.begin();
        this.refresh();
    }

    /** Finds the bones again. Call it after changing the model or something inside a list. */
    refresh() {
        const before = this.record;
        this.reports.clear();
        this.checkOrder();
        this.drop();
        this.record = this.find();
        if (this.record !== before) {
            this.inertia?.cancel();
            this.leave();
        }
        if (!this.record || this.inertia?.record !== this.record) this.inertia = null;
        if (this.enabled || !this.isGoingBack) this.hold.move(this.enabled ? this.record : null);
    }

    /** What is wrong with the set-up: sentences with what, where and how to fix it. */
    problems(): string[] {
        return this.reports.list();
    }

    postUpdate(dt: number) {
        this.advance(dt, true);
    }
}
