import type { GraphNode } from 'playcanvas';

import { writeClipPlace } from '../anim/clips/clip-place';
import type { Mirror } from '../anim/clips/mirror';
import { AFFINE } from '../core/math/affine';
import { copyVec, type Flat } from '../core/math/flat-math';
import type { PoseRecord } from '../pose/pose-record';

// What scripts have done to the feet of a character in this frame: a script that changes the pose says it here, and one that asks what feet do
// (schedule.ts) finds it here. All of it holds for the frame in which it was said, so a script that is switched off says nothing.

/** Where a foot was told to come down. */
interface Landing {
    frame: number;
    readonly place: Float64Array;
    /** Seconds until then for a foot that steps now; NaN: as long as its clip has it in the air. */
    wait: number;
}

export class FootChanges {
    /** Frame in which the pose was mirrored, and by what. */
    private mirroredIn = -1;

    private mirror: Mirror | null = null;

    private readonly landings = new Map<GraphNode, Landing>();

    /** Frame in which that was said of any foot: to ask for each is dear, and mostly in vain. */
    private landedIn = -1;

    /** Frame in which the pose was said to be on its way, and the seconds that it needs yet. */
    private onTheWayIn = -1;

    private wayLeft = -0;

    /** Frame in which the character is elsewhere at once, and the frame after which that was said; -1: it was not. */
    private jumpedIn = -1;

    private jumpsAfter = -1;

    /** Frame in which the character steps aside by itself, the frame after which that was said, and how far it goes, x and z. */
    private asideIn = -1;

    private asideAfter = -1;

    private readonly aside: Flat = new Float64Array(2);

    /** Frames in which feet were said to have left the ground. */
    private readonly lifts = new Map<GraphNode, number>();

    private constructor(private readonly record: PoseRecord) {}

    /** The changes of a skeleton, by its record of writes. */
    static of(record: PoseRecord): FootChanges {
        let changes = known.get(record);
        if (!changes) {
            changes = new FootChanges(record);
            known.set(record, changes);
        }
        return changes;
    }

    /** Says that left and right are exchanged. */
    sayMirrored(mirror: Mirror) {
        this.mirror = mirror;
        this.mirroredIn = this.record.frame;
    }

    /**
     * Says where a foot comes down the next time.
     *
     * @param foot - Its bone.
     * @param place - World place of that bone then; its height counts for nothing.
     */
    sayLanding(foot: GraphNode, place: Flat) {
        this.land(foot, place).wait = NaN;
    }

    /**
     * Says that a foot steps, whatever its clip does with it: it is in the air in this frame.
     *
     * @param foot - Its bone.
     * @param place - World place of that bone as it comes down; its height counts for nothing.
     * @param wait - Seconds until then.
     */
    sayStep(foot: GraphNode, place: Flat, wait: number) {
        this.land(foot, place).wait = wait;
    }

    private land(foot: GraphNode, place: Flat): Landing {
        let landing = this.landings.get(foot);
        if (!landing) {
            landing = { frame: -1, place: new Float64Array(3), wait: NaN };
            this.landings.set(foot, landing);
        }
        this.landedIn = this.record.frame;
        copyVec(landing.place, 0, place, 0);
        landing.frame = Number.isFinite(place[0] + place[1] + place[2]) ? this.record.frame : -1;
        return landing;
    }

    /** Says that a foot has left the ground before its clip lifts it. */
    sayLifted(foot: GraphNode) {
        this.lifts.set(foot, this.record.frame);
    }

    /**
     * Says that the pose is on its way from another one: feet that are in the air come down when it is there, and soles do not go through the
     * ground meanwhile.
     *
     * @param seconds - Until it is there.
     */
    sayOnTheWay(seconds: number) {
        this.onTheWayIn = this.record.frame;
        this.wayLeft = seconds;
    }

    /** Says, before the pose is read, that the character is elsewhere at once in the next frame, and that feet that are down stay where they are. */
    sayJumped() {
        this.jumpsAfter = this.record.frame;
    }

    /** Whether that was said for this frame. */
    get hasJumped(): boolean {
        const { record: { frame } } = this;
        if (this.jumpsAfter >= 0 && this.jumpsAfter !== frame) {
            this.jumpedIn = frame;
            this.jumpsAfter = -1;
        }
        return this.jumpedIn === frame;
    }

    /**
     * Says, before the pose is read, that the character is moved in the next frame by steps that a script below shows: feet that are down go along with it.
     *
     * @param shift - How far, x and z, metres.
     */
    sayAside(shift: Flat) {
        const { aside, record: { frame } } = this;
        if (this.asideAfter !== frame) aside.fill(0);
        this.asideAfter = frame;
        for (let i = 0; i < 2; i++) aside[i] += shift[i];
    }

    /** How far it is moved so in this frame; null: it is not. */
    get goesAside(): Flat | null {
        const { record: { frame } } = this;
        if (this.asideAfter >= 0 && this.asideAfter !== frame) {
            this.asideIn = frame;
            this.asideAfter = -1;
        }
        return this.asideIn === frame ? this.aside : null;
    }

    /** Seconds until the pose is that of its clips, 0: it is. */
    get timeLeft(): number {
        return this.onTheWayIn === this.record.frame ? this.wayLeft : 0;
    }

    /** Whether a foot was said to have left the ground in this frame. */
    isLifted(foot: GraphNode): boolean {
        return this.lifts.get(foot) === this.record.frame;
    }

    /** Where a foot was told to come down in this frame; null: it was not. */
    landingOf(foot: GraphNode): Flat | null {
        if (this.landedIn !== this.record.frame) return null;
        const landing = this.landings.get(foot);
        return landing && landing.frame === this.record.frame ? landing.place : null;
    }

    /** Seconds until a foot comes down that was told to step in this frame; NaN: it was not. */
    waitOf(foot: GraphNode): number {
        const landing = this.landings.get(foot);
        return landing && landing.frame === this.record.frame ? landing.wait : NaN;
    }

    /** Whether left and right are exchanged in this frame. */
    get isMirrored(): boolean {
        return this.mirror !== null && this.mirroredIn === this.record.frame;
    }

    /** The foot whose clip a foot shows, of a list of foot bones: its twin while left and right are exchanged. */
    sourceOf(feet: readonly GraphNode[], foot: number): number {
        if (!this.isMirrored) return foot;
        const { nodes, plan: { pairing: { twins } } } = this.mirror!;
        const twin = twins[nodes.indexOf(feet[foot])];
        return twin >= 0 ? Math.max(0, feet.indexOf(nodes[twin])) : foot;
    }

    /** Reflects a direction of world space as the pose was. */
    reflect(direction: Flat) {
        const along = this.readNormal() * (direction[0] * normal[0] + direction[1] * normal[1] + direction[2] * normal[2]);
        for (let k = 0; k < 3; k++) direction[k] -= 2 * along * normal[k];
    }

    /** Reflects a point of world space as the pose was. */
    reflectPoint(point: Flat) {
        const isThere = this.readNormal();
        const { plane } = this.mirror!.plan;
        const scale = Math.sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
        let along = -plane.offset * scale;
        for (let k = 0; k < 3; k++) along += (point[k] - m[9 + k]) * normal[k];
        for (let k = 0; k < 3; k++) point[k] -= 2 * isThere * along * normal[k];
    }

    /** Reads the normal of the plane in world space; answers 1, and 0 without one. */
    private readNormal(): number {
        const { place, nodes, first, plan: { plane } } = this.mirror!;
        writeClipPlace(m, place, nodes[first]);
        const [x, y, z] = plane.normal;
        let length = 0;
        for (let k = 0; k < 3; k++) {
            normal[k] = m[k] * x + m[3 + k] * y + m[6 + k] * z;
            length += normal[k] * normal[k];
        }
        if (!(length > 0)) return 0;
        for (let k = 0; k < 3; k++) normal[k] /= Math.sqrt(length);
        return 1;
    }
}

const known = new WeakMap<PoseRecord, FootChanges>();
const normal = new Float64Array(3);
const m = new Float64Array(AFFINE);
