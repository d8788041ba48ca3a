import { Vec2 } from 'playcanvas';

import { IdleChannels } from './core/idle/idle-channels';
import { AnimLink } from './idle-randomizer/anim-link';
import { idleRandomizerAttributes, type IdleRandomizerAttributes } from './idle-randomizer/attributes';
import { ChannelEvents } from './idle-randomizer/channel-events';
import { FaceStates } from './idle-randomizer/face-states';
import { FidgetPlayer } from './idle-randomizer/fidget-player';
import { GazeTarget, type LookAt } from './idle-randomizer/gaze-target';
import { COME_BACK, IdleFade } from './idle-randomizer/idle-fade';
import { IdleOutput } from './idle-randomizer/output';
import { seedFor } from './idle-randomizer/seed';
import { FRAME_SETTINGS, LiveIdleSettings } from './idle-randomizer/settings';
import type { PoseRecord } from './pose/pose-record';
import type { Rig } from './rig/rig';
import { CharacterScript } from './shell/character-script';
import { liveValues } from './shell/live-values';

export { idleRandomizerAttributes };

export interface IdleRandomizer extends IdleRandomizerAttributes {}

/**
 * Lets a standing character shift its weight, look around, breathe, blink and fidget, and never repeat itself.
 *
 * It re-creates *Creating Non-Repetitive Randomized Idle Using Animation Blending* (September 21, 2015): it sets parameters of the anim
 * component where they are named, and moves the bones itself where they are not, with the feet kept in place. Its channels and events run
 * on an entity without a character too. It is meant for characters that stand: name the idle state in `idleState`.
 *
 * @example
 * // bones are moved over whatever plays in the state Idle
 * hero.script!.create('idleRandomizer', { attributes: { idleState: 'Idle' } });
 * @example
 * // the blend tree of the anim component does it
 * hero.script!.create('idleRandomizer', { attributes: { weightShift: { parameter: 'shift' }, look: { parameterX: 'lookX', parameterY: 'lookY' } } });
 * @example
 * // the player acts
 * const { idleRandomizer } = hero.script as unknown as { idleRandomizer: IdleRandomizer };
 * idleRandomizer.fadeOut();
 */
export class IdleRandomizer extends CharacterScript {
    /**
     * Fired with the new target when the weight begins to move, -1..1.
     *
     * @event
     */
    static EVENT_WEIGHT_SHIFT = 'weightShift';

    /**
     * Fired with the new target, a Vec2, when the head begins to turn.
     *
     * @event
     */
    static EVENT_LOOK = 'look';

    /**
     * Fired with the new target when the face begins to change, 0..1.
     *
     * @event
     */
    static EVENT_FACIAL = 'facial';

    /**
     * Fired with the name of a fidget when it is played; with an empty one where the weight moves and returns in its place.
     *
     * @event
     */
    static EVENT_FIDGET = 'fidget';

    /**
     * Fired when a blink begins.
     *
     * @event
     */
    static EVENT_BLINK = 'blink';

    private values: Readonly<Pick<IdleRandomizerAttributes, typeof FRAME_SETTINGS[number]>> = this;

    private readonly settings = new LiveIdleSettings();

    private channels = new IdleChannels(1, this.settings);

    private readonly link = new AnimLink(this.entity, this.reports);

    private readonly fidgetPlayer = new FidgetPlayer(this.link);

    private readonly faceStates = new FaceStates(this.link);

    private readonly gazeTarget = new GazeTarget(() => this.companion<LookAt>('perfectLookAt'));

    private readonly output = new IdleOutput(this.link, this.gazeTarget, pose => this.readPose(pose));

    private readonly fade = new IdleFade();

    /** Share of the idle in what is shown, 0..1. */
    private share = 0;

    private readonly headDir = new Vec2();

    private readonly headTarget = new Vec2();

    private events = this.makeEvents();

    /** Where the weight is, left -1, right 1: with the weight of the script, as the parameter and the bones have it. */
    get currentWeightShift(): number {
        return this.share * this.channels.weight;
    }

    /** Where the head looks, to the right and up. A copy that the next read overwrites. */
    get currentHeadDir(): Readonly<Vec2> {
        const { current } = this.channels.look;
        return this.headDir.set(this.share * current[0], this.share * current[1]);
    }

    /** How much of a face is made, 0..1. */
    get currentFacial(): number {
        return this.share * this.channels.facial.current[0];
    }

    /** How far the chest is raised, 0 to about 1. */
    get currentBreath(): number {
        return this.share * this.channels.breath.current;
    }

    /** How far the lids are closed, 0..1. */
    get currentLids(): number {
        return this.share * this.channels.blinks.closed;
    }

    /** Where the weight goes. */
    get targetWeightShift(): number {
        return this.channels.weightShift.target[0];
    }

    /** Where the head goes. A copy, see {@link currentHeadDir}. */
    get targetHeadDir(): Readonly<Vec2> {
        const { target } = this.channels.look;
        return this.headTarget.set(target[0], target[1]);
    }

    /** How much of one comes. */
    get targetFacial(): number {
        return this.channels.facial.target[0];
    }

    override initialize() {
        this.values = liveValues(this, FRAME_SETTINGS);
        this.startChannels();
        for (const name of ['preset', 'weightShift', 'look', 'facial', 'fidgets']) this.on(`attr:${name}`, this.refresh, this);
        this.on('attr:seed', this.startChannels, this);
        this.on('destroy', () => this.gazeTarget.destroy());
        super.initialize();
    }

    /**
     * Brings the weight to 0: the player acts.
     *
     * @param time - Seconds; {@link blendTime} when it is left out.
     */
    fadeOut(time = this.blendTime) {
        this.weights.moveTo(0, time);
    }

    /** Brings the weight to 1 within a time in seconds. */
    fadeIn(time = Math.max(COME_BACK, this.blendTime)) {
        this.weights.moveTo(1, time);
    }

    /**
     * Plays a state or a clip of the anim component now, and goes back to the state before it at its end.
     *
     * @param name - One of the fidgets, or another state.
     * @returns Whether it is there.
     */
    playFidget(name: string): boolean {
        return this.fidgetPlayer.play(name, this.channels.time);
    }

    protected drop() {
        this.output.drop();
    }

    protected build(rig: Rig, record: PoseRecord): boolean {
        this.tellOf(rig, 'trunk');
        this.prepare();
        this.output.take(rig, record);
        const { pose } = this.output;
        if (pose) this.keepShown(record, pose.turned, pose.moved);
        return true;
    }

    protected override buildBare(): boolean {
        this.prepare();
        return true;
    }

    protected override get isIdle(): boolean {
        return this.weights.now === 0 && !this.weights.isMoving && this.share === 0;
    }

    protected override get isShown(): boolean {
        return this.share > 0;
    }

    /** What is under way goes on; fidgets are read where one is drawn. */
    protected override retune() {
        this.settings.readRanges(this, sentence => this.reports.add(sentence));
    }

    protected step(dt: number, isOn: boolean) {
        const { channels, settings, values, link, fade } = this;
        link.update();
        fade.step(dt, isOn && link.isIn(values.idleState), this.blendTime);
        const share = this.share = this.weights.applied * fade.applied;
        settings.readScalars(values);
        if (share > 0) {
            const { fidgets } = channels;
            channels.step(dt, values.fidgets.length === 0);
            if (channels.fidgets > fidgets && share === 1) this.fidgetPlayer.draw(channels.time, values.fidgetTag);
            this.faceStates.step(values.facial.states, channels.faceStream);
        }
        this.output.write(channels, share, values);
    }

    protected override tell() {
        this.events.announceNew(this.channels, this.fidgetPlayer);
    }

    protected override get leftOutAt(): number {
        return 1;
    }

    /** The bones go back by the record; what else was set goes back here. */
    protected override leave() {
        this.fade.clear();
        this.share = 0;
        this.output.write(this.channels, 0, this.values);
    }

    /** Starts all channels anew. */
    private startChannels() {
        this.channels = new IdleChannels(seedFor(this.entity, this.seed), this.settings);
        this.events = this.makeEvents();
        this.fidgetPlayer.fill(this.channels.bagStream, this.fidgets);
    }

    private makeEvents(): ChannelEvents {
        return new ChannelEvents((event, ...args) => this.announce(event, ...args));
    }

    /** Reads what is in lists and objects. */
    private prepare() {
        const report = (sentence: string) => this.reports.add(sentence);
        this.settings.readRanges(this, report);
        this.fidgetPlayer.fill(this.channels.bagStream, this.fidgets);
        this.link.update();
        this.fidgetPlayer.check(report);
        this.facial.states.forEach(state => this.link.check(state, 'Facial, States'));
    }
}
