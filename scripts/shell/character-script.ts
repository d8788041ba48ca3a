import { ScriptType, type GraphNode, type ScriptComponent } from 'playcanvas';

import { CharacterSearch } from './character-search';
import { completeRows } from './checked-values';
import { characterRootOf, findCompanion } from './companion';
import type { CrowdScript } from './crowd-member';
import { CrowdPart } from './crowd-part';
import { DyingPoses } from './dying-poses';
import { EndOfFrame } from './end-of-frame';
import { LiveRows } from './live-rows';
import { laterAbove, scriptsOn } from './order';
import { problemsOf } from './problems';
import { registerItself } from './register';
import { ScriptWeight } from './script-weight';
import { SetupQueue, type SetUp } from './setup-queue';
import type { Steps } from '../core/timing/steps';
import { ReadStatus } from '../pose/bone-set';
import { takeBackCopied } from '../pose/copied-pose';
import { PoseInertia } from '../pose/pose-inertia';
import { PoseRecord } from '../pose/pose-record';
import { recordOf } from '../rig/record-of';
import type { Rig } from '../rig/rig';
import { describeStatus } from '../rig/row-bone';
import type { BodyPart } from '../rig/sentence';
import { isAnyShown } from '../skin/shown';

// The life of a script that works on a character: what all of them do in the same way.
//
// A script says what it makes of a character (build), what it does in a frame (step), and what it gives up when it stops (leave).

const NO_CHARACTER = 'there is no character below this entity. Put the script on the model or above it; a model that comes later is taken up by itself, after other changes call refresh().';
const NO_MESH = 'the mesh of this model is not there yet. The script begins as soon as it is; make sure that its asset is loaded.';

/** Seconds in which a script lets go of a body that is squashed too far, and takes it up again. */
const SCALED_TIME = 0.3;

/** Something that reads the pose of some bones. */
interface PoseReader {
    /** The bone that the last read stumbled over. */
    readonly stumbled: GraphNode | null;
    read(): ReadStatus;
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
export abstract class CharacterScript extends ScriptType implements CrowdScript {
    private readonly registration = registerItself(this);

    protected readonly reports = problemsOf(this, this.registration.name);

    /** The weight and its transition. */
    protected readonly weights = new ScriptWeight(this as { weight?: number });

    /** The character; null without one. */
    protected rig: Rig | null = null;

    /** The character's record of writes; null while there is nothing to work on. */
    protected record: PoseRecord | null = null;

    private readonly search = new CharacterSearch(this.entity);

    /** What {@link characterRoot} is; null: not looked for yet. */
    private foundRoot: GraphNode | null = null;

    private readonly part = new CrowdPart(this.app, this);

    private readonly rows = new LiveRows();

    /** Takes jumps out of what the script shows, see {@link keepShown}. */
    private inertia: PoseInertia | null = null;

    private readonly dying = new DyingPoses();

    /** Frame in which the script had its turn last, and in which it was moved on: never twice in one. */
    private turnFrame = -1;

    private steppedFrame = -1;

    /** Whether the script is switched off and on its way back to the animation. */
    private isReturning = false;

    /** Switching the script off within a frame shows in it. */
    private readonly endOfFrame = EndOfFrame.of(this.app);

    /** Whether the script has been initialized, and not been destroyed since. */
    private isAlive = false;

    private readonly setupQueue = SetupQueue.of(this.app);

    /** Whether the script is left out, as the character is far away, and whether it has left the bones to the animation. */
    private isLeftOut = false;

    private isGone = false;

    /** Whether the pose could not be worked on in the last frame, as a scale differs too much by axis. */
    private isScaled = false;

    initialize() {
        const component = this.entity.script as ScriptComponent;
        this.on('enable', this.begin, this);
        this.on('disable', this.end, this);
        this.on('destroy', () => {
            this.isAlive = false;
            this.setupQueue.remove(this.first);
            component.off('create', this.checkOrder, this);
            component.off('move', this.checkOrder, this);
            this.stop();
            this.endOfFrame.release();
        });
        this.endOfFrame.retain();
        component.on('create', this.checkOrder, this);
        component.on('move', this.checkOrder, this);
        this.weights.begin();
        this.isAlive = true;
        // a clone shows what it was made of now: in its turn that has moved on
        if (this.setupQueue.isOn) takeBackCopied(this.entity.find(() => true));
        this.setupQueue.add(this.first);
    }

    /** Finds the bones again. Call it after changing the model or something inside a list. */
    refresh() {
        // one that is created switched off reads everything when it is switched on
        if (!this.isAlive) return;
        this.setupQueue.remove(this.first);
        const before = this.record;
        const { name, table } = this.registration;
        this.reports.clear();
        completeRows(this, name, table);
        this.drop();
        this.record = null;
        this.find();
        this.checkOrder();
        this.rows.watch(this, table);
        if (this.record === before) return;
        if (before) this.leave();
        if (this.inertia?.record !== this.record) this.letDieOut();
        this.isReturning = false;
        this.takePart(this.enabled ? this.record : null);
    }

    /**
     * For other scripts of the pack: topmost node of the character that this one works on, its entity while there is none.
     *
     * @internal
     */
    get characterRoot(): GraphNode {
        return this.foundRoot ?? characterRootOf(this.entity);
    }

    /** What is wrong with the set-up: sentences with what, where and how to fix it. */
    problems(): string[] {
        return this.reports.list();
    }

    /** The script's place in the engine's order; see {@link turn} for what it does there. */
    postUpdate(dt: number) {
        const { frame } = this.app;
        if (frame === this.turnFrame) return;
        this.turnFrame = frame;
        this.turnOthers(this.entity.parent, dt);
        this.turn(dt);
    }

    /** What the script does in a frame, after the scripts of the characters that carry its own. */
    protected turn(dt: number) {
        if (this.part.waits(dt)) return;
        if (this.search.hasChanged()) this.refresh();
        this.advance(dt, true);
    }

    /** Gives up what was made of the character, before it is made anew; what shall go on is kept aside. */
    protected abstract drop(): void;

    /**
     * Makes what the script needs of a character, and reports what is wrong.
     *
     * @returns Whether there is something to do in a frame.
     */
    protected abstract build(rig: Rig, record: PoseRecord): boolean;

    /** Finds out in pieces what {@link build} needs and all instances of a model share, so that it is there then; where limberBudget sets scripts up. */
    protected prepareModel(rig: Rig): Steps<void>;

    protected *prepareModel(): Steps<void> {}

    /** The same where there is no character, for scripts that work on bare nodes too: with the record of the entity. */
    protected buildBare(record: PoseRecord): boolean;

    protected buildBare(): boolean {
        return false;
    }

    /**
     * One frame, never twice in one: pose in, solve, pose out. The record has begun it, and the weight is moved on.
     *
     * @param dt - Seconds since the last frame.
     * @param isOn - false: the script is switched off and goes back to the animation.
     */
    protected abstract step(dt: number, isOn: boolean): void;

    /**
     * Takes over numbers, switches and vectors that were set in rows. Without more, the parts are made anew for the same character; a script
     * whose parts have a state of their own, or that reads its rows where it uses them, does less.
     *
     * @param fields - Which fields, in whatever row, as `feet.footHeight`.
     */
    protected retune(fields: readonly string[]): void;

    protected retune() {
        const { rig, record } = this;
        this.reports.clear();
        this.drop();
        const isMade = record && (rig ? this.build(rig, record) : this.buildBare(record));
        if (!isMade) {
            this.refresh();
            return;
        }
        this.checkOrder();
    }

    /** Whether there is nothing to do in this frame: then it costs nothing, and begins nothing. What dies out goes on. */
    protected get isIdle(): boolean {
        return false;
    }

    /** Whether something is shown from which a script that is switched off goes back in its own time; else it stops at once. */
    protected get isShown(): boolean {
        return false;
    }

    /** Leaves the bones to the animation at once: the script was switched off, destroyed, or moved to another model. */
    protected leave(): void {}

    /**
     * For the pack: whether the script makes something now that has to be shown in each frame, such as a fall; of scripts that ever do.
     *
     * @internal
     */
    needsEveryFrame?(): boolean;

    /** How far away a character is when the script is left out, as a share of the way from near to far; Infinity: it never is. */
    protected get leftOutAt(): number {
        return Infinity;
    }

    /** Seconds within which a pose that {@link keepShown} knows comes when the script is switched on, and goes when it is switched off, destroyed or moved; 0: at once. */
    protected get seamTime(): number {
        return 0;
    }

    /**
     * Says which bones go on as they were shown where {@link continueShown} or {@link seamTime} asks for it. To be called in build; bones
     * that were named before and are not any more go on until nothing is left.
     *
     * @param record - The record that build was given.
     * @param bones - Bones that the script turns.
     * @param moved - Bones that it moves.
     */
    protected keepShown(record: PoseRecord, bones: readonly GraphNode[], moved: readonly GraphNode[] = []) {
        if (this.inertia?.record === record) {
            this.inertia = this.inertia.withBones(bones, moved);
            return;
        }
        this.letDieOut();
        this.inertia = new PoseInertia(record, bones, moved, true);
    }

    /** Lets what was shown go on from the next frame on, in place and velocity, and die out within a time in seconds: what comes out of step has a jump there. */
    protected continueShown(time: number) {
        this.inertia?.start(time);
    }

    /**
     * Says what is wrong with parts of the body that the script works on, in the words that the character has for it. To be called in build, where
     * the parts were not chosen by hand.
     */
    protected tellOf({ sentences, skeleton }: Rig, ...parts: readonly BodyPart[]) {
        for (const { about, says } of sentences) {
            if (about.some(part => part === 'body' || parts.includes(part))) this.reports.share(says, skeleton.nodes[0]);
        }
    }

    /** Announces what has happened in a frame. */
    protected tell(): void {}

    /** Fires an event at the end of the frame, when listeners may destroy anything. */
    protected announce(event: string, ...args: readonly unknown[]) {
        this.endOfFrame.announce(this, event, args);
    }

    /** Another script on this character by its registered name; null: there is none. */
    protected companion<Companion extends object>(name: string): Companion | null {
        return findCompanion(this.characterRoot, name);
    }

    /** Reads the pose of some bones; answers false, with a sentence, when it cannot be worked on. */
    protected readPose(set: PoseReader): boolean {
        return this.acceptPose(set.read(), set);
    }

    /** Whether a pose that was read can be worked on; says so in a sentence when it cannot. */
    protected acceptPose(status: ReadStatus, set: { readonly stumbled: GraphNode | null }): boolean {
        // what is squashed too far lets go, and is taken up again, in the same time
        if (this.isScaled !== (status === ReadStatus.scaled)) {
            this.isScaled = !this.isScaled;
            this.continueShown(this.seamTime || SCALED_TIME);
        }
        if (status === ReadStatus.ok) {
            this.reports.leave('pose');
            return true;
        }
        // a model that is hidden as a whole is no mistake
        if (status === ReadStatus.disabled && this.isHidden) return false;
        this.reports.enter('pose', describeStatus(status, set.stumbled?.name ?? 'the scene'));
        return false;
    }

    /** Whether the model is switched off with all its meshes. */
    private get isHidden(): boolean {
        const { meshInstances = [] } = this.rig?.skeleton ?? {};
        return meshInstances.length > 0 && !isAnyShown(meshInstances, this.entity);
    }

    /** The first look at the character, in its turn. */
    private readonly first: SetUp = {
        setUp: () => this.refresh(),
        prepare: () => this.search.prepare((rig) => {
            completeRows(this, this.registration.name, this.registration.table);
            return this.prepareModel(rig);
        }),
        fail: (error) => {
            this.reports.add(`its set-up has failed: ${error instanceof Error ? error.message : String(error)}. The script does nothing; look for the reason in the stack that follows, then call refresh().`);
            console.error(error);
        }
    };

    /** Finds the character, and makes what is needed of it. */
    private find() {
        const rig = this.search.find();
        this.rig = rig;
        this.foundRoot = rig ? rig.skeleton.nodes[0] : this.entity;
        const record = rig ? recordOf(rig) : PoseRecord.of(this.entity);
        if (rig ? this.build(rig, record) : this.buildBare(record)) this.record = record;
        else if (!rig) this.reports.add(this.search.isThere ? NO_CHARACTER : NO_MESH);
    }

    /** One frame of the script and of its weight, where its character has a turn. */
    private advance(seconds: number, isOn: boolean) {
        const { part } = this;
        if (!part.begin(seconds)) return;
        const fields = this.rows.take();
        if (fields) {
            const { name, table } = this.registration;
            completeRows(this, name, table);
            this.retune(fields);
            this.rows.watch(this, table);
        }
        const { record, inertia } = this;
        const { dt } = part;
        this.weights.step(dt);
        const { frame } = this.app;
        if (record && frame !== this.steppedFrame && !(this.isIdle && !inertia?.running) && this.isTakenIn()) {
            this.steppedFrame = frame;
            record.begin(frame);
            inertia?.begin();
            this.step(dt, isOn && !this.isLeftOut);
            this.inertia?.step(dt);
            this.tell();
        }
        part.end();
    }

    /** Gives the scripts of characters at and above a node their turn before this one's, as those of a horse above its rider, whichever the engine calls first. */
    protected turnOthers(from: GraphNode | null, dt: number) {
        const { record } = this;
        for (let node = record && from; node; node = node.parent) {
            const scripts = scriptsOn(node);
            for (let i = 0; i < scripts.length; i++) {
                const other = scripts[i];
                if (other instanceof CharacterScript && other.enabled && other.record && other.record !== record) other.postUpdate(dt);
            }
        }
    }

    /** Whether there is something to do: a script that is left out goes back to the animation first. */
    private isTakenIn(): boolean {
        this.isLeftOut = this.part.leavesOut(this.leftOutAt);
        if (!this.isLeftOut) this.isGone = false;
        if (this.isGone) return false;
        if (!this.isLeftOut || this.isShown) return true;
        this.isGone = true;
        this.leave();
        return false;
    }

    private begin() {
        const { record, inertia, seamTime } = this;
        this.isReturning = false;
        this.takePart(record);
        if (!record || !inertia || !(seamTime > 0)) return;
        if (!this.dying.take(record)) inertia.restart();
        inertia.start(seamTime);
    }

    private end() {
        // at once when no character is left to show it
        if (this.entity.enabled && this.isShown) {
            this.isReturning = true;
            this.part.rouse();
            this.endOfFrame.add(this.goBack);
        } else {
            this.stop();
        }
    }

    /** One frame of a script that is switched off and goes back, and of what it has shown elsewhere; answers whether there is more. */
    private readonly goBack = (dt: number): boolean => {
        if (this.isReturning) {
            if (this.entity.enabled) this.advance(dt, false);
            if (!this.entity.enabled || !this.isShown) this.stop();
        }
        this.dying.step(this.app.frame, dt);
        if (this.isReturning) this.part.rouse();
        return this.isReturning || this.dying.running;
    };

    private takePart(record: PoseRecord | null) {
        this.part.move(record, this.characterRoot, this.rig);
    }

    private stop() {
        this.isReturning = false;
        this.leave();
        this.letDieOut();
        this.takePart(null);
    }

    /** Lets what was shown die out without the script. */
    private letDieOut() {
        const { inertia, seamTime } = this;
        if (!inertia) return;
        if (!(seamTime > 0 && this.entity.enabled)) {
            inertia.cancel();
            return;
        }
        this.dying.add(inertia, seamTime);
        this.endOfFrame.add(this.goBack);
    }

    /** Says whether another script that should come later stands before this one. */
    private checkOrder() {
        const later = laterAbove(this, this.rig?.legs ?? 0);
        if (later) {
            this.reports.enter('order', `it stands below ${later}, which should come after it: each takes the pose as the ones above leave it. Move it above ${later} on the script component.`);
        } else {
            this.reports.leave('order');
        }
    }
}
