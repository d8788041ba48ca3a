import type { AnimTrack, Entity, GraphNode } from 'playcanvas';

import { findClipRoot, type Mirror } from './anim/clips/mirror';
import { mirrorTrack } from './anim/clips/mirror-track';
import { AnimReader } from './anim/component/anim-reader';
import { findAnim } from './anim/component/find-anim';
import { halfCycleOn } from './anim/contacts/clip-stride';
import { animationMirrorAttributes, type AnimationMirrorAttributes } from './animation-mirror/attributes';
import { KnownTracks, prepareTracks } from './animation-mirror/known-tracks';
import { mirrorToJson, withMap, type MirrorMapJson } from './animation-mirror/mirror-map';
import { MirrorPass } from './animation-mirror/mirror-pass';
import { describeMirror, type MirrorReport } from './animation-mirror/report';
import { makeMirror } from './animation-mirror/setup';
import type { Steps } from './core/timing/steps';
import { FootChanges } from './feet/foot-changes';
import { PoseInertia } from './pose/pose-inertia';
import type { PoseRecord } from './pose/pose-record';
import { findBone } from './rig/find';
import type { Rig } from './rig/rig';
import { CharacterScript } from './shell/character-script';
import { JsonAsset } from './shell/json-asset';
import { liveValues } from './shell/live-values';

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

    private readonly map = new JsonAsset(this.app, () => this.refresh());

    /** The attributes with what the map says. */
    private source: ReturnType<typeof withMap> | null = null;

    /** Goes on with what was shown when something is switched. */
    private switching: PoseInertia | null = null;

    /** Whether the last frame was mirrored; null: there was none. */
    private wasMirrored: boolean | null = null;

    /** Whether the animation jumps in this frame or the next. */
    private hasShifted = false;

    private values: Readonly<Pick<AnimationMirrorAttributes, 'mirror'>> = this;

    private readonly tracks = new KnownTracks((name, event) => this.announce(name, event), () => (this.enabled ? this.mirror && this.weights.applied >= 0.5 : null));

    override initialize() {
        this.values = liveValues(this, ['mirror']);
        super.initialize();
        for (const name of REBUILD) this.on(`attr:${name}`, this.refresh, this);
        this.on('enable', () => {
            this.switching?.restart();
            this.wasMirrored = false;
        });
        this.on('destroy', () => {
            this.tracks.stop();
            this.map.release();
        });
    }

    update() {
        // before the animation, so that the first events of a clip that begins are heard
        this.tracks.look();
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
        const { mirrored } = this;
        if (!mirrored) return;
        const reader = new AnimReader(mirrored.rig.skeleton.nodes[0]);
        reader.update();
        const layer = reader.baseLayer;
        if (!layer?.track || !(layer.duration > 0)) return;
        layer.setTime(halfCycleOn(mirrored.rig, mirrored.clipRoot, layer.track, layer.time));
        this.hasShifted = true;
    }

    /**
     * Makes a clip with left and right exchanged, as the live mirror has it, for state graphs and blend trees.
     *
     * @param track - A clip of this character; it is not changed.
     * @param isAdditive - Whether it plays in an additive layer.
     * @returns A new clip of the same name and length, its events with their side exchanged; null, after a warning, for a clip that moves
     * nothing of this character, and without a character.
     */
    mirrorTrack(track: AnimTrack, isAdditive = false): AnimTrack | null {
        const made = this.mirrored && track ? mirrorTrack(track, this.mirrored, isAdditive) : null;
        if (made) this.reports.leave('track');
        else this.reports.enter('track', `mirrorTrack: the clip "${track?.name}" moves no bone of this character. Give it a clip whose curves have the names of its bones.`);
        return made;
    }

    /** The mirror as data for a json asset, which other characters take as *Mirror Map*; null without a character. */
    toJson(): MirrorMapJson | null {
        return this.mirrored && mirrorToJson(this.mirrored, this.source!);
    }

    /** How each bone was paired, and how symmetric the reference pose is. */
    report(): MirrorReport | null {
        return this.mirrored && describeMirror(this.mirrored);
    }

    override needsEveryFrame(): boolean {
        return this.values.mirror || this.isShown;
    }

    protected drop() {
        this.mirrored = null;
    }

    protected override *prepareModel(rig: Rig): Steps<void> {
        const anim = findAnim(rig.skeleton.nodes[0]);
        if (anim) yield* prepareTracks(anim, rig);
        const { settings, shared } = withMap(this, this.map.read(this.mirrorMap), () => {});
        yield;
        makeMirror(rig, findClipRoot(rig, anim, this.entity), settings, shared, () => {});
    }

    protected build(rig: Rig, record: PoseRecord): boolean {
        this.tellOf(rig);
        const anim = findAnim(rig.skeleton.nodes[0]);
        this.tracks.watch(anim, rig);
        const report = (sentence: string) => this.reports.add(sentence);
        this.source = withMap(this, this.map.read(this.mirrorMap), report);
        this.mirrored = makeMirror(rig, findClipRoot(rig, anim, this.entity), this.source.settings, this.source.shared, report);
        if (!this.mirrored) {
            this.pass = null;
            return false;
        }
        const { nodes } = this.mirrored;
        this.pass = new MirrorPass(this.mirrored, record, this.tracks, this.pass);
        const root = this.mirrored.clipRoot;
        const inner = nodes.filter(node => node !== root);
        const kept = this.switching?.record === record ? this.switching : new PoseInertia(record, []);
        this.switching = kept.withBones(this.tracks.turnsRoot ? [...inner, root] : inner, this.tracks.movesRoot ? [...inner, root] : inner);
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
        const { hasShifted, wasMirrored } = this;
        const pass = this.pass!, switching = this.switching!;
        const isMirrored = isOn && this.values.mirror;
        if (hasShifted || (wasMirrored !== null && isMirrored !== wasMirrored)) {
            if (!switching.running) switching.recall(pass);
            switching.start(this.blendTime);
        }
        this.hasShifted = false;
        this.wasMirrored = isMirrored;
        const { applied } = this.weights;
        if (this.acceptPose(pass.read(dt), pass) && isMirrored && applied > 0) {
            pass.write(applied);
            if (applied >= 0.5) FootChanges.of(this.record!).sayMirrored(this.mirrored!);
        }
        if (switching.running) switching.step(dt);
    }
}

/** Attributes that a mirror is made of. */
const REBUILD = [
    'mirrorAxisRot', 'rightAxis', 'pelvisMirrorAxisRot', 'pelvisRightAxis', 'translation', 'planeNormal', 'bonePairs', 'mirrorMap', 'pelvisBone', 'pelvisBoneName', 'mirrorRootMotion'
];
