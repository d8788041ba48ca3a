import type { AnimTrack, GraphNode } from 'playcanvas';

import { FootChanges } from './foot-changes';
import { writeClipPlace } from '../anim/clips/clip-place';
import { AnimReader, type PlayingClip } from '../anim/component/anim-reader';
import { animRootOf } from '../anim/component/find-anim';
import type { ClipContacts } from '../anim/contacts/contacts';
import { TO_RELEASE, TO_STRIKE } from '../anim/contacts/foot-contacts';
import { KnownContacts } from '../anim/contacts/known-contacts';
import { sayStepless } from '../anim/contacts/stepless';
import { AFFINE } from '../core/math/affine';
import { copyVec, type Flat } from '../core/math/flat-math';
import type { PoseRecord } from '../pose/pose-record';
import type { Rig } from '../rig/rig';
import type { Skeleton } from '../rig/skeleton';

// The schedule of a character's feet in what it shows: which are down, when they lift and land, and where their clip has them land: from the contacts of
// its clips, by the weights that they have on each leg, with what scripts above have done to the feet since (foot-changes.ts): sides exchanged, landings
// moved. Scripts that ask for the same feet share it, and the reader of what plays.
//
// A clip is analysed when it is first seen; that takes some milliseconds, once. Tracks are shared between characters, their contacts
// between characters of one rig. A clip that has no say on a leg, as it is masked there or hidden by a layer above, says nothing about it.

/** What the playing clips know of a foot. */
export interface ClipKnowledge {
    /** Whether the foot is on the ground; null: not known. */
    isDown: boolean | null;
    /** Whether it never leaves the ground: the clip stands. */
    isAlwaysDown: boolean;
    /** Seconds until it leaves the ground, and until it comes down; Infinity: it does not, or is not known to. */
    timeToRelease: number;
    timeToStrike: number;
    /** World place of the foot's joint then if the character stays where it is. */
    readonly strike: Float64Array;
    /** Whether a script has said where it comes down, and that place in the world, wherever the character goes meanwhile. */
    isTold: boolean;
    readonly landing: Float64Array;
    /** Whether the pose is on its way from another one, and knows nothing of the ground. */
    isOnTheWay: boolean;
}

export function createClipKnowledge(): ClipKnowledge {
    return { isDown: null, isAlwaysDown: false, timeToRelease: Infinity, timeToStrike: Infinity, strike: new Float64Array(3), isTold: false, landing: new Float64Array(3), isOnTheWay: false };
}

/** Weight of a clip on a leg below which it says nothing. */
const SILENT = 1e-3;

/** Time of a clip, and what a foot waits for in it. */
const clock = new Float64Array(1);
const waits = new Float64Array(2);

const m = new Float64Array(AFFINE);

/** What the clips say of one foot. */
interface FootState {
    /** Its leg: first bone, and one past the last, in the list of all legs. */
    readonly from: number;
    readonly to: number;
    /** Weight of the clips in which it is down, and of all. */
    down: number;
    total: number;
    /** The clip with the largest weight on the leg, and its contacts. */
    main: Readonly<PlayingClip> | null;
    contacts: ClipContacts | null;
    mainWeight: number;
    /** Whether it was said to be down the last time, and in the last frame. */
    isDown: boolean;
    wasDown: boolean;
}

export class Schedule {
    readonly reader: AnimReader;

    private readonly states: FootState[] = [];

    /** The bones of the feet. */
    private readonly bones: readonly GraphNode[];

    private readonly known: KnownContacts;

    /** The clip without steps that was seen last, and what is said of it. */
    private stepsOf: AnimTrack | null = null;

    private sentence: string | null = null;

    /** What scripts do to the feet; null: nothing. */
    private readonly changes: FootChanges | null;

    /** Frame of the record that was read. */
    private frame = -1;

    /**
     * @param rig - The character.
     * @param feet - Indices of the foot bones in its skeleton.
     * @param record - Its record; null: no script does anything to them.
     */
    constructor(private readonly rig: Rig, feet: readonly number[], private readonly record: PoseRecord | null = null) {
        this.changes = record && FootChanges.of(record);
        const bones: GraphNode[] = [];
        for (const foot of feet) {
            const leg = legOf(rig.skeleton, foot, feet);
            this.states.push({ from: bones.length, to: bones.length + leg.length, down: 0, total: 0, main: null, contacts: null, mainWeight: 0, isDown: true, wasDown: true });
            bones.push(...leg);
        }
        this.reader = new AnimReader(rig.skeleton.nodes[0], bones);
        this.bones = feet.map(foot => rig.skeleton.nodes[foot]);
        this.known = new KnownContacts(rig, feet);
    }

    /** The schedule of some feet of a character, shared by all scripts that ask for these. What plays is looked for anew. */
    static of(record: PoseRecord, rig: Rig, feet: readonly number[]): Schedule {
        let schedules = shared.get(record);
        if (!schedules) shared.set(record, schedules = new Map());
        const key = feet.join();
        let schedule = schedules.get(key);
        if (schedule?.rig !== rig) schedules.set(key, schedule = new Schedule(rig, feet, record));
        schedule.reader.layers.length = 0;
        schedule.frame = -1;
        return schedule;
    }

    /** What cannot be known on this engine, as a sentence; null: nothing. */
    get problem(): string | null {
        return this.reader.problem;
    }

    /** That a clip that plays is called a walk and makes no steps, as a sentence; null: none. */
    get stepless(): string | null {
        for (let foot = 0; foot < this.states.length; foot++) {
            const { main, contacts } = this.states[foot];
            if (!main || contacts?.locomotion) continue;
            const { track } = main;
            if (track !== this.stepsOf) {
                this.stepsOf = track;
                this.sentence = sayStepless(track, contacts);
            }
            if (this.sentence !== null) return this.sentence;
        }
        return null;
    }

    /** Whether the character is elsewhere at once in this frame, and feet that are down stay where they are. */
    get hasJumped(): boolean {
        return this.changes !== null && this.changes.hasJumped;
    }

    /** How far steps of a script below move the character in this frame, x and z; null: they do not. */
    get goesAside(): Flat | null {
        return this.changes && this.changes.goesAside;
    }

    /** The contacts of a clip; null: it says nothing about the feet. */
    contactsOf(track: AnimTrack): ClipContacts | null {
        return this.known.of(track, animRootOf(this.reader.component!));
    }

    /** Seconds until the pose is that of its clips, 0: it is. */
    get timeLeft(): number {
        return this.changes ? this.changes.timeLeft : 0;
    }

    /** Reads what plays in this frame, once. */
    update() {
        const { reader, states, record } = this;
        if (record) {
            if (record.frame === this.frame) return;
            this.frame = record.frame;
        }
        for (let foot = 0; foot < states.length; foot++) {
            const state = states[foot];
            state.wasDown = state.isDown;
            state.down = state.total = state.mainWeight = 0;
            state.main = state.contacts = null;
        }
        reader.update();
        for (let clip = 0; clip < reader.clipCount; clip++) this.add(clip);
    }

    /**
     * Tells what is known of a foot.
     *
     * @param out - Receives it.
     * @param index - Which of the feet.
     */
    read(out: ClipKnowledge, index: number) {
        this.readClips(out, index);
        const state = this.states[index], left = this.timeLeft;
        out.isOnTheWay = left > 0;
        // comes down when the pose is there, wherever that has it then
        if (left > 0 && !state.wasDown && out.isDown === true) {
            out.isDown = false;
            out.timeToRelease = 0;
            out.timeToStrike = Infinity;
        }
        state.isDown = out.isDown !== false;
    }

    private readClips(out: ClipKnowledge, index: number) {
        const { changes, bones } = this;
        const isMirrored = changes !== null && changes.isMirrored;
        const source = changes ? changes.sourceOf(bones, index) : index;
        const { down, total, main, contacts } = this.states[source];
        const landing = changes ? changes.landingOf(bones[index]) : null;
        out.isTold = landing !== null;
        if (landing) copyVec(out.landing, 0, landing, 0);
        const wait = landing ? changes!.waitOf(bones[index]) : NaN;
        out.isDown = total > 0 ? down >= 0.5 * total : null;
        out.timeToRelease = Infinity;
        out.timeToStrike = Infinity;
        const foot = contacts ? contacts.feet[source] : null;
        out.isAlwaysDown = foot !== null ? foot.isAlwaysDown : this.reader.clipCount === 0;
        if (wait >= 0) {
            out.isDown = false;
            out.timeToRelease = 0;
            out.timeToStrike = wait;
            copyVec(out.strike, 0, out.landing, 0);
            return;
        }
        if (!main || !foot || !(main.speed > 0)) return;
        clock[0] = main.time;
        const next = foot.read(waits, clock);
        out.timeToRelease = waits[TO_RELEASE] / main.speed;
        out.timeToStrike = waits[TO_STRIKE] / main.speed;
        if (next < 0) return;
        writeClipPlace(m, contacts!.clipPlace, this.rig.skeleton.nodes[0]);
        const { place } = foot.stances[next];
        for (let i = 0; i < 3; i++) out.strike[i] = m[i] * place[0] + m[3 + i] * place[1] + m[6 + i] * place[2] + m[9 + i];
        if (isMirrored) changes.reflectPoint(out.strike);
        if (!changes?.isLifted(bones[index])) return;
        out.isDown = false;
        out.timeToRelease = 0;
    }

    private add(index: number) {
        const clip = this.reader.clip(index);
        for (let foot = 0; foot < this.states.length; foot++) {
            const state = this.states[foot];
            const weight = this.weightOn(index, state);
            if (!(weight > SILENT)) continue;
            const contacts = this.contactsOf(clip.track);
            if (!contacts) return;
            state.total += weight;
            clock[0] = clip.time;
            contacts.feet[foot].read(waits, clock);
            if (waits[TO_RELEASE] > 0) state.down += weight;
            if (!(weight > state.mainWeight)) continue;
            state.mainWeight = weight;
            state.main = clip;
            state.contacts = contacts;
        }
    }

    /** The mean of a clip's weights on the bones of a leg. */
    private weightOn(clip: number, { from, to }: FootState): number {
        const { weights, boneCount } = this.reader;
        let sum = 0;
        for (let bone = from; bone < to; bone++) sum += weights[clip * boneCount + bone];
        return sum / (to - from);
    }
}

/** The bones from a foot up to the last one that carries no other foot. */
function legOf({ nodes, parents, ends }: Skeleton, foot: number, feet: readonly number[]): GraphNode[] {
    const leg: GraphNode[] = [];
    const carriesOther = (bone: number) => feet.some(other => other !== foot && other >= bone && other < ends[bone]);
    for (let bone = foot; bone === foot || (bone >= 0 && !carriesOther(bone)); bone = parents[bone]) leg.push(nodes[bone]);
    return leg;
}

const shared = new WeakMap<PoseRecord, Map<string, Schedule>>();
