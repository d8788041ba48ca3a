import type { AnimComponent, AnimTrack, Entity, GraphNode } from 'playcanvas';

import { ClipSampler } from './clip-sampler';
import { findContacts, type ClipContacts } from './contacts';
import { TO_RELEASE, TO_STRIKE } from './foot-contacts';
import { findSolePoints, type SolePoints } from './sole-points';
import { oncePerModel } from '../rig/once-per-model';
import type { Rig } from '../rig/rig';
import { readSkin } from '../rig/skin';

// Which feet are on the ground in what a character plays now: the contacts of its clips, by their weights.
//
// A clip is analysed when it is first seen; that takes some milliseconds, once. Tracks are shared between characters, their contacts
// between characters of one rig.

/** What is read of the engine's evaluator. */
interface PlayingClip {
    readonly track: AnimTrack;
    readonly time: number;
    readonly speed: number;
    readonly blendWeight: number;
}

interface Evaluated {
    readonly _controller?: { readonly animEvaluator?: { readonly clips: readonly PlayingClip[] } };
}

/** What the playing clips know of a foot. */
export interface ClipKnowledge {
    /** Whether the foot is on the ground; null: not known. */
    isDown: boolean | null;
    /** Seconds until it leaves the ground, and until it comes down; Infinity: it does not, or is not known to. */
    timeToRelease: number;
    timeToStrike: number;
    /** World place of the foot's joint then if the character stays where it is. */
    readonly strike: Float64Array;
}

export function createClipKnowledge(): ClipKnowledge {
    return { isDown: null, timeToRelease: Infinity, timeToStrike: Infinity, strike: new Float64Array(3) };
}

/** Weight of a clip, or of a layer, below which it says nothing. */
const SILENT = 1e-3;

/** The anim component that moves the bones of a rig: on the skeleton or above it. Null when nothing plays. */
function findAnim(rig: Rig): AnimComponent | null {
    for (let node: GraphNode | null = rig.skeleton.nodes[0]; node; node = node.parent) {
        const { anim } = node as Entity;
        if (anim) return anim;
    }
    return null;
}

/** Stands for a clip that says nothing about the feet. */
const UNKNOWN = Symbol('unknown');

/** Time of a clip, and what a foot waits for in it. */
const clock = new Float64Array(1);
const waits = new Float64Array(2);

type KnownContacts = WeakMap<AnimTrack, ClipContacts | typeof UNKNOWN>;

export class PlayingContacts {
    private soles: SolePoints[] | null = null;

    private readonly kept: KnownContacts;

    private anim: AnimComponent | null = null;

    /** Weights of the clips in which each foot is down, and of all. */
    private readonly down: Float64Array;

    private total = 0;

    /** The clip with the largest weight: its contacts, its time, and how fast that goes. */
    private main: ClipContacts | null = null;

    private mainWeight = 0;

    private readonly mainTime = new Float64Array(1);

    private mainSpeed = 0;

    /**
     * @param rig - The character.
     * @param feet - Indices of the foot bones in its skeleton.
     */
    constructor(private readonly rig: Rig, private readonly feet: readonly number[]) {
        this.down = new Float64Array(feet.length);
        this.kept = oncePerModel(rig, `contacts of ${feet.join()}`, () => new WeakMap());
    }

    /** Reads what plays in this frame. */
    update() {
        this.down.fill(0);
        this.total = 0;
        this.main = null;
        this.mainWeight = 0;
        if (!this.anim?.entity) this.anim = findAnim(this.rig);
        const layers = this.anim?.enabled ? this.anim.layers : null;
        if (!layers) return;
        for (let i = 0; i < layers.length; i++) {
            const clips = (layers[i] as unknown as Evaluated)._controller?.animEvaluator?.clips;
            if (!clips || !(layers[i].weight > SILENT)) continue;
            for (let j = 0; j < clips.length; j++) this.add(clips[j], layers[i].weight);
        }
    }

    /**
     * Tells what is known of a foot.
     *
     * @param out - Receives it.
     * @param index - Which of the feet.
     */
    read(out: ClipKnowledge, index: number) {
        out.isDown = this.total > 0 ? this.down[index] >= 0.5 * this.total : null;
        out.timeToRelease = Infinity;
        out.timeToStrike = Infinity;
        if (!this.main || !(this.mainSpeed > 0)) return;
        const foot = this.main.feet[index];
        const next = foot.read(waits, this.mainTime);
        out.timeToRelease = waits[TO_RELEASE] / this.mainSpeed;
        out.timeToStrike = waits[TO_STRIKE] / this.mainSpeed;
        if (next < 0) return;
        const m = this.anim!.entity.getWorldTransform().data;
        const { place } = foot.stances[next];
        for (let i = 0; i < 3; i++) out.strike[i] = m[i] * place[0] + m[4 + i] * place[1] + m[8 + i] * place[2] + m[12 + i];
    }

    private add(clip: PlayingClip, layerWeight: number) {
        const weight = clip.blendWeight * layerWeight;
        if (!(weight > SILENT)) return;
        const contacts = this.contactsOf(clip.track);
        if (contacts === UNKNOWN) return;
        this.total += weight;
        if (weight > this.mainWeight) {
            this.mainWeight = weight;
            this.main = contacts;
            this.mainTime[0] = clip.time;
            this.mainSpeed = clip.speed * this.anim!.speed;
        }
        clock[0] = clip.time;
        for (let foot = 0; foot < this.down.length; foot++) {
            contacts.feet[foot].read(waits, clock);
            if (waits[TO_RELEASE] > 0) this.down[foot] += weight;
        }
    }

    private contactsOf(track: AnimTrack): ClipContacts | typeof UNKNOWN {
        let contacts = this.kept.get(track);
        if (contacts === undefined) {
            const sampler = new ClipSampler(track, this.anim!.entity, this.rig.skeleton);
            contacts = findContacts(sampler, this.rig, this.findSoles()) ?? UNKNOWN;
            this.kept.set(track, contacts);
        }
        return contacts;
    }

    /** The soles, for clips that are new. */
    private findSoles(): SolePoints[] {
        if (this.soles) return this.soles;
        const skin = readSkin(this.rig.skeleton);
        this.soles = this.feet.map(foot => findSolePoints(this.rig, foot, skin));
        return this.soles;
    }
}
