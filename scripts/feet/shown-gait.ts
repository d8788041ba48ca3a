import type { AnimTrack, GraphNode } from 'playcanvas';

import { FootChanges } from './foot-changes';
import { createClipKnowledge, Schedule, type ClipKnowledge } from './schedule';
import { nodeAbove, writeClipPlace } from '../anim/clips/clip-place';
import type { AnimReader } from '../anim/component/anim-reader';
import type { ClipContacts } from '../anim/contacts/contacts';
import { feetOf } from '../anim/contacts/known-contacts';
import { sayStepless } from '../anim/contacts/stepless';
import { AFFINE } from '../core/math/affine';
import { copyVec, normalizeVec, type Flat } from '../core/math/flat-math';
import type { PoseRecord } from '../pose/pose-record';
import type { Rig } from '../rig/rig';

// The gait that a character plays: the clip of its base layer, when that goes in steps, with its speed, its direction, and its feet.

/** Said of a clip whose stride is no one in place. */
const TRAVELS = 'the clip that plays moves the body over the ground itself, so its strides are left as they are. Play it in place, with the root motion taken out.';

export class ShownGait {
    /** The clip that goes in steps; null: none plays. */
    contacts: ClipContacts | null = null;

    /** Whether another clip plays than in the last frame, or the same one with left and right exchanged. */
    hasChanged = false;

    /** That the clip is called a walk and makes no steps, or moves the body itself, as a sentence; null: neither. */
    stepless: string | null = null;

    /** Its own speed at the rate at which it plays, world units a second. */
    speed = 0;

    /** World direction in which it goes, and that across its floor; unit length. */
    readonly ahead: Flat = new Float64Array(3);

    readonly up: Flat = new Float64Array(3);

    /** Clip seconds a second. */
    rate = 0;

    /** Height of the clip's floor over the character's place, world units; of a clip that says nothing of it that of the last one. */
    floor = 0;

    /** When its feet are down. */
    readonly schedule: Schedule;

    /** What brings the space of its clip's root to the scene: an affine matrix. */
    private readonly space: Flat = new Float64Array(AFFINE);

    private readonly changes: FootChanges;

    private track: AnimTrack | null = null;

    private wasMirrored = false;

    /** What is known of each foot, and whether it is on the ground. */
    private readonly known: readonly ClipKnowledge[];

    private readonly down: boolean[];

    /**
     * @param rig - The character.
     * @param record - Its record.
     */
    constructor(private readonly rig: Rig, record: PoseRecord) {
        const feet = feetOf(rig);
        this.changes = FootChanges.of(record);
        this.schedule = Schedule.of(record, rig, feet);
        this.known = feet.map(createClipKnowledge);
        this.down = feet.map(() => false);
    }

    /** The reader of what plays. */
    get reader(): AnimReader {
        return this.schedule.reader;
    }

    /**
     * Reads what plays in this frame.
     *
     * @param isGoingOn - Whether feet that stand stay where they are as one clip goes over into another.
     */
    update(isGoingOn = false) {
        const { reader, schedule, ahead, up, space: m } = this;
        schedule.update();
        const layer = reader.isActive ? reader.baseLayer : null;
        const track = layer?.track ?? null;
        const { isMirrored } = this.changes;
        this.hasChanged = track !== this.track || isMirrored !== this.wasMirrored;
        this.wasMirrored = isMirrored;
        this.track = track;
        this.contacts = null;
        if (this.hasChanged) this.stepless = null;
        if (!layer || !track) return;
        const contacts = schedule.contactsOf(track);
        this.rate = layer.speed;
        if (this.hasChanged) this.stepless = sayStepless(track, contacts);
        if (!contacts) return;
        const [first] = this.rig.skeleton.nodes;
        writeClipPlace(m, contacts.clipPlace, first);
        const scale = Math.sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
        this.readFloor(contacts, nodeAbove(first, contacts.clipPlace.steps));
        if (!contacts.locomotion || !(layer.speed > 0)) return;
        const { groundVelocity: v, up: u, pace, groundSpeed, begin, end } = contacts;
        // it holds still before its motion begins, and after it
        if (layer.time < begin || layer.time > end) return;
        // a clip that moves its own pelvis over the ground is no stride in place
        if (groundSpeed < pace / 2) {
            this.stepless ??= TRAVELS;
            return;
        }
        for (let k = 0; k < 3; k++) {
            ahead[k] = -(m[k] * v[0] + m[3 + k] * v[1] + m[6 + k] * v[2]);
            up[k] = m[k] * u[0] + m[3 + k] * u[1] + m[6 + k] * u[2];
        }
        if (this.changes.isMirrored) this.changes.reflect(ahead);
        if (!normalizeVec(ahead, 0) || !normalizeVec(up, 0)) return;
        this.contacts = contacts;
        for (let foot = 0; foot < this.down.length; foot++) {
            schedule.read(this.known[foot], foot);
            const { isDown, isOnTheWay } = this.known[foot];
            this.down[foot] = isDown === true && (!isOnTheWay || (this.down[foot] && (isGoingOn || !this.hasChanged)));
        }
        this.speed = contacts.locomotion.speed * layer.speed * scale;
    }

    /** Reads the floor's height over the character's place. */
    private readFloor({ up: u, floor }: ClipContacts, node: GraphNode) {
        const { space: m } = this;
        const n = node.getWorldTransform().data;
        let along = 0, square = 0;
        for (let k = 0; k < 3; k++) {
            const up = m[k] * u[0] + m[3 + k] * u[1] + m[6 + k] * u[2];
            along += up * (floor * up + m[9 + k] - n[12 + k]);
            square += up * up;
        }
        if (square > 0) this.floor = along / Math.sqrt(square);
    }

    /** Says that a foot is on the ground, or not, where no clip that goes in steps tells it. */
    tellDown(foot: number, isDown: boolean) {
        this.down[foot] = isDown;
    }

    /** Seconds of a step, of one foot after the other. */
    get stepTime(): number {
        return this.contacts!.locomotion!.strideTime / 2 / this.rate;
    }

    /** Seconds that a foot stands in a stride, on average, at the rate at which the clip was made. */
    get stanceTime(): number {
        const { feet, locomotion } = this.contacts!;
        let share = 0;
        for (let i = 0; i < feet.length; i++) share += feet[i].share / feet.length;
        return share * locomotion!.strideTime;
    }

    /** Whether a foot is on the ground. */
    isDown(foot: number): boolean {
        return this.down[foot];
    }

    /**
     * Tells when and where a foot comes down the next time.
     *
     * @param out - Receives the world place of its joint then if the character stays where it is.
     * @returns Seconds until then; Infinity: it is not known to come down.
     */
    readStrike(out: Flat, foot: number): number {
        const { strike, timeToStrike, isOnTheWay, isDown } = this.known[foot];
        copyVec(out, 0, strike, 0);
        // what is on its way from another pose comes down when it is there
        return isOnTheWay && !this.down[foot] && (isDown || timeToStrike === Infinity) ? this.schedule.timeLeft : timeToStrike;
    }
}
