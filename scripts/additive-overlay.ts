import type { AnimTrack, Asset } from 'playcanvas';

import { Overlay, OverlayClip } from './additive-overlay/overlay';
import { EntityPace, Stops } from './additive-overlay/stops';
import { animRootOf, findAnim } from './anim/component/find-anim';
import { clamp } from './core/math/scalars';
import { createFlatPose } from './core/pose/flat-pose';
import { BoneSet } from './pose/bone-set';
import type { PoseRecord } from './pose/pose-record';
import type { Rig } from './rig/rig';
import { findRowBone } from './rig/row-bone';
import type { AttributesOf, AttributeTable } from './shell/attributes';
import { CharacterScript } from './shell/character-script';

// Motion on top of whatever plays: landings, flinches, arms that keep their balance.

export const additiveOverlayAttributes = {
    overlays: {
        type: 'json', array: true, title: 'Overlays',
        description: 'Clips that play on top of the animation. A clip adds how it differs from its own first pose.',
        schema: {
            name: { type: 'string', default: '', title: 'Name', description: 'Name for play().' },
            clip: { type: 'asset', assetType: 'animation', title: 'Clip', description: 'Clip of this character. It plays once.' },
            boneMask: {
                type: 'string', default: '', title: 'Bone Mask',
                description: 'Only this bone and those below it play the clip: a role such as spine, or a name. Empty: all bones that the clip moves.'
            },
            weight: {
                type: 'number', default: 1, min: 0, precision: 2, title: 'Weight',
                description: 'How much of the motion is added at full strength. 0: nothing; 1: as made; above 1 it is exaggerated.'
            },
            speed: { type: 'number', default: 1, min: 0.01, precision: 2, title: 'Speed', description: 'Speed of the clip. 1: as made; 2: twice as fast.' },
            scaleByImpact: {
                type: 'vec2', default: [0, 0], title: 'Scale By Impact',
                description: 'Impact speeds in metres per second: at the first the overlay does not show, at the second it shows in full. Call play() with the speed then. 0, 0: call it with a strength of 0..1.'
            },
            playOnStop: {
                type: 'number', default: 0, min: 0, precision: 2, title: 'Play On Stop',
                description: 'Plays by itself when the character stops from at least this speed in metres per second, such as arms that windmill. Scale By Impact uses that speed. 0: only play() plays it.'
            }
        }
    }
} as const satisfies AttributeTable;

export interface AdditiveOverlay extends AttributesOf<typeof additiveOverlayAttributes> {}

/** Seconds in which what is left of an overlay goes that is played anew before its end. */
const RESTART = 0.15;

/** An overlay with the row that it was made of. */
interface Playable {
    readonly row: AdditiveOverlay['overlays'][number];
    readonly overlay: Overlay;
    readonly stops: Stops;
}

/**
 * Plays clips on top of whatever else plays, without touching it: the player keeps control, and the body shows the momentum.
 *
 * Tip 1 of *The Challenge of Having Responsiveness and Naturalness in Game Animation* (August 10, 2015). An overlay shows in the frame in
 * which it is played and needs no layer in the state graph. It moves bones only: events of the clip are not fired, and curves of the
 * entity itself count for nothing. It does not know what the base plays, so that legs of a landing belong behind a mask while the character runs.
 *
 * @example
 * hero.script!.create('additiveOverlay', { attributes: { overlays: [
 *     { name: 'land', clip: landClip, boneMask: 'spine', scaleByImpact: [2, 8] }
 * ] } });
 * // when the character touches the ground
 * hero.script!.additiveOverlay!.play('land', fallSpeed);
 * @example
 * // arms that windmill when a run of 3 m/s or more comes to a stop
 * overlay.overlays = [{ name: 'windmill', clip: windmillClip, boneMask: 'spine', playOnStop: 3 }];
 */
export class AdditiveOverlay extends CharacterScript {
    private set: BoneSet | null = null;

    private playable: readonly Playable[] = [];

    /** Bones of the set that are turned and moved by some clip. */
    private turned = new Int32Array(0);

    private moved = new Int32Array(0);

    private readonly pace = new EntityPace(this.entity);

    /** Clips that are being loaded. */
    private readonly awaited = new Set<Asset>();

    override initialize() {
        super.initialize();
        this.on('attr:overlays', this.refresh, this);
        this.on('destroy', () => this.awaited.forEach(clip => clip.off('load', this.refresh, this)));
    }

    /**
     * Plays an overlay from its start, in this frame where it is called before the scripts' `postUpdate`. One that plays begins anew, and
     * what is left of it dies out.
     *
     * @param name - Name of the overlay.
     * @param strength - 0..1; with Scale By Impact the speed of the impact in metres per second. What is not a number counts as 0.
     */
    play(name: string, strength = 1) {
        if (!this.enabled || !this.record) return;
        const found = this.playable.find(({ row }) => row.name === name);
        if (!found) {
            this.reports.enter('unknown', `there is no overlay "${name}" that can be played. There is ${this.playable.map(({ row }) => row.name).join(', ') || 'none'}.`);
            return;
        }
        const { x: low, y: high } = found.row.scaleByImpact;
        const share = low === 0 && high === 0 ? strength : (strength - low) / (high - low);
        if (!(share > 0)) return;
        if (found.overlay.isPlaying) this.continueShown(RESTART);
        found.overlay.start(clamp(share, 0, 1));
    }

    protected override turn(dt: number) {
        this.watchStops(dt);
        super.turn(dt);
    }

    /** Rows are read where they are used. */
    protected override retune() {}

    override needsEveryFrame(): boolean {
        return !this.isIdle;
    }

    protected drop() {
        this.set = null;
        this.playable = [];
    }

    protected build(rig: Rig, record: PoseRecord): boolean {
        const clips = this.readRows(rig);
        const union = (key: 'turned' | 'moved') => [...new Set(clips.flatMap(({ clip }) => clip[key]))];
        const [turned, moved] = [union('turned'), union('moved')];
        if (turned.length + moved.length === 0) return false;
        const set = new BoneSet([...turned, ...moved], record);
        const added = createFlatPose(Array.from(set.pose.parents));
        this.playable = clips.map(({ row, clip }) => ({ row, overlay: new Overlay(clip, set, rig.skeleton, added), stops: new Stops() }));
        this.turned = Int32Array.from(turned, bone => set.indexOf(bone));
        this.moved = Int32Array.from(moved, bone => set.indexOf(bone));
        this.set = set;
        this.keepShown(record, turned, moved);
        return true;
    }

    protected override get isIdle(): boolean {
        const { playable } = this;
        for (let i = 0; i < playable.length; i++) if (playable[i].overlay.isPlaying) return false;
        return true;
    }

    protected override leave() {
        for (const { overlay } of this.playable) overlay.stop();
    }

    protected step(dt: number) {
        const { set, playable } = this;
        if (!set || !this.readPose(set)) return;
        for (let i = 0; i < playable.length; i++) {
            const { row, overlay } = playable[i];
            if (overlay.isPlaying) overlay.step(dt * row.speed, row.weight);
        }
        set.write(this.turned);
        for (let i = 0; i < this.moved.length; i++) set.writePosition(this.moved[i]);
    }

    /** Plays what a stop after a run asks for. */
    private watchStops(dt: number) {
        const { playable, pace } = this;
        pace.step(dt);
        for (let i = 0; i < playable.length; i++) {
            const { row: { name, playOnStop, scaleByImpact }, stops } = playable[i];
            if (!(playOnStop > 0)) continue;
            const speed = stops.step(pace, dt, playOnStop);
            if (speed > 0) this.play(name, scaleByImpact.y > scaleByImpact.x ? speed : 1);
        }
    }

    /** The rows that can be played, with their clips; sentences about the others. */
    private readRows(rig: Rig): { row: Playable['row']; clip: OverlayClip }[] {
        const anim = findAnim(rig.skeleton.nodes[0]);
        const root = anim ? animRootOf(anim) : this.entity;
        const names = new Set<string>();
        return this.overlays.flatMap((row, i) => {
            const place = `overlay ${i + 1}${row.name ? ` ("${row.name}")` : ''}`;
            const track = this.trackOf(row.clip, place);
            if (row.name === '') this.reports.add(`${place} has no name. Give it one that play() is called with, then call refresh().`);
            else if (names.has(row.name)) this.reports.add(`${place} has the name of one above it. Give each its own, then call refresh().`);
            const isFree = row.name !== '' && !names.has(row.name);
            names.add(row.name);
            const mask = row.boneMask === '' ? 0 : findRowBone(rig, null, row.boneMask, place, sentence => this.reports.add(sentence));
            if (!track || !isFree || mask < 0) return [];
            const { x: low, y: high } = row.scaleByImpact;
            if (!(high > low) && !(low === 0 && high === 0)) {
                this.reports.add(`${place} scales by impacts from ${low} to ${high} metres per second. Make the second speed the larger one, then call refresh().`);
                return [];
            }
            const clip = new OverlayClip(track, root, rig.skeleton, mask);
            if (clip.turned.length + clip.moved.length > 0) return [{ row, clip }];
            this.reports.add(`${place}: the clip "${track.name}" moves no bone of this character${row.boneMask && ` below "${row.boneMask}"`}. Choose a clip of this character, then call refresh().`);
            return [];
        });
    }

    /** The clip of an asset; one that is not there yet is loaded, and taken up when it is. */
    private trackOf(clip: Asset | null, place: string): AnimTrack | null {
        if (!clip) {
            this.reports.add(`${place} has no clip. Choose an animation, then call refresh().`);
            return null;
        }
        if (clip.resource) return clip.resource as AnimTrack;
        if (!this.awaited.has(clip)) {
            this.awaited.add(clip);
            clip.once('load', this.refresh, this);
            this.app.assets.load(clip);
        }
        return null;
    }
}
