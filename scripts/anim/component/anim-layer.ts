import type { AnimComponentLayer, AnimTrack } from 'playcanvas';

import { evaluatedTime, findClip, isLoop, NEVER, nodesOf, type EngineClip } from './anim-internals';

// One layer of an anim component: its states, which of them is seen, and since when.
//
// A state is the layer's as soon as something calls play(), but it is seen only after the next evaluation. What is told here goes by the
// evaluated pose: a state that was entered by play(), by transition() or by a parameter of the graph appears in the frame in which its
// clip first moves bones, from whichever part of the frame the call comes.

/** States that every graph has by itself. */
const CONTROL_STATES = ['START', 'END', 'ANY'];

/** States, their clips and their time in one layer. Times in seconds. */
export class AnimLayer {
    /** The engine's layer. */
    source!: AnimComponentLayer;

    /** Whether it is added to the layers below; otherwise it takes its weight from them. */
    isAdditive = false;

    /** State that the pose shows, and the one that was shown before it; empty: none yet. */
    state = '';

    previousState = '';

    /** Whether the pose shows another state than in the frame before, or the same from its start, or another clip in it. */
    hasEntered = false;

    /** Clip that tells the time of the state: of a blend tree the one with the largest weight. Null in a state without clips. */
    track: AnimTrack | null = null;

    /** Time of this clip in the pose, its length, and clip seconds a second. */
    time = 0;

    duration = 0;

    speed = 0;

    /** Progress of the cross-fade from the previous state, 0..1; 1 when there is none. */
    transitionProgress = 1;

    private clip: EngineClip | null = null;

    /** Which clip, of which track, the state was playing when it was entered. */
    private entered: EngineClip | null = null;

    private enteredTrack: AnimTrack | null = null;

    get name(): string {
        return this.source.name;
    }

    get weight(): number {
        return this.source.weight;
    }

    /** Whether a state was entered from another one in the pose of this frame: not from the bind pose, where a graph starts. */
    get hasSwitched(): boolean {
        return this.hasEntered && !CONTROL_STATES.includes(this.previousState);
    }

    /** Phase of the state's clip in the pose, 0..1; 0 without a clip. */
    get progress(): number {
        return this.duration > 0 ? this.time / this.duration : 0;
    }

    /** Whether the state begins anew after its end. */
    get isLooping(): boolean {
        return this.clip?.loop ?? false;
    }

    /** Names of the states that can be entered. Allocates: not for every frame. */
    states(): string[] {
        return this.source.states.filter(name => !CONTROL_STATES.includes(name));
    }

    hasState(name: string): boolean {
        return this.source.states.includes(name) && !CONTROL_STATES.includes(name);
    }

    /** Whether a state begins anew after its end. */
    loops(state: string): boolean {
        return isLoop(this.source, state);
    }

    /** The tracks of a state, several when it has a blend tree; none for a state that is not there. Allocates. */
    tracksOf(state: string): AnimTrack[] {
        return nodesOf(this.source, state).flatMap(({ animTrack }) => (animTrack && animTrack.duration > 0 ? [animTrack] : []));
    }

    /**
     * Sets the phase of the state that is active. The next evaluation goes on from there; the pose of this frame stays.
     * All clips of a blend tree get the same phase. Whole rounds that a loop has made stay counted.
     *
     * @param progress - 0..1; a loop takes any number and its fraction counts.
     */
    setProgress(progress: number) {
        const { source, clip } = this;
        if (!Number.isFinite(progress) || !(this.duration > 0)) return;
        const isLooping = clip?.loop ?? true;
        const phase = isLooping ? progress - Math.floor(progress) : Math.min(Math.max(progress, 0), 1);
        const rounds = isLooping ? Math.floor(source.activeStateCurrentTime / this.duration) : 0;
        source.activeStateCurrentTime = (rounds + phase) * this.duration;
        const nodes = nodesOf(source, source.activeState);
        for (let i = 0; i < nodes.length; i++) {
            const playing = findClip(source, nodes[i]);
            if (playing) playing.time = phase * playing.track.duration;
        }
    }

    /** Sets the time of the state that is active, in seconds of its clip. See {@link setProgress}. */
    setTime(time: number) {
        if (this.duration > 0) this.setProgress(time / this.duration);
    }

    /** Reads what the pose of this frame shows. */
    update(speed: number) {
        const { source } = this;
        this.hasEntered = false;
        const progress = source.transitionProgress;
        this.transitionProgress = progress !== null && progress < 1 ? progress : 1;
        const nodes = nodesOf(source, source.activeState);
        let first: EngineClip | null = null;
        let main: EngineClip | null = null;
        let isShown = nodes.length === 0;
        for (let i = 0; i < nodes.length; i++) {
            const clip = findClip(source, nodes[i]);
            if (!clip) continue;
            first ??= clip;
            if (!main || clip.blendWeight > main.blendWeight) main = clip;
            isShown ||= evaluatedTime(clip) !== NEVER;
        }
        isShown ||= !main;
        if (!isShown) return;
        this.clip = main;
        this.enter(source.activeState, first);
        this.track = main ? main.track : null;
        this.duration = main ? main.track.duration : 0;
        this.time = main ? Math.max(0, evaluatedTime(main)) : 0;
        this.speed = main && main._playing !== false && source.playing ? main.speed * speed : 0;
    }

    /** The same of what the engine publishes, where the clips are not known: the time is the layer's own, which may be a frame behind. */
    updateFromPublic(speed: number) {
        const { source } = this;
        this.hasEntered = false;
        this.transitionProgress = source.transitionProgress ?? 1;
        this.enter(source.activeState, null);
        this.duration = source.activeStateDuration;
        this.time = this.duration > 0 ? source.activeStateCurrentTime % this.duration : 0;
        this.speed = source.playing ? speed : 0;
    }

    private enter(state: string, clip: EngineClip | null) {
        const track = clip ? clip.track : null;
        if (state === this.state && clip === this.entered && track === this.enteredTrack) return;
        // what is found at the first look has not been entered now
        this.hasEntered = this.state !== '';
        this.previousState = this.state;
        this.state = state;
        this.entered = clip;
        this.enteredTrack = track;
    }
}
