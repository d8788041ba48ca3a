import type { AnimLink } from './anim-link';
import type { IdleRandomizerAttributes } from './attributes';
import { FaceMorphs } from './face-morphs';
import type { GazeTarget } from './gaze-target';
import { IdlePose } from './idle-pose';
import { gazeX, gazeY, writeSignals, type SignalInput } from './signals';
import type { IdleChannels } from '../core/idle/idle-channels';
import type { PoseRecord } from '../pose/pose-record';
import type { Rig } from '../rig/rig';

// Where the channels go: to the parameters that are named; what they leave to bones and morph targets, where the character has them; and
// the gaze to perfectLookAt, where it is free.

/** The attributes that say so. */
export type OutputSettings = Readonly<Pick<IdleRandomizerAttributes, 'weightShift' | 'look' | 'facial' | 'breathingAmount' | 'sway' | 'gaze'>>;

export class IdleOutput {
    /** The bones; null where there are none to move. */
    pose: IdlePose | null = null;

    private morphs: FaceMorphs | null = null;

    /** What is left to the bones in this frame. */
    private readonly input: SignalInput = { share: 1, breathing: 1, sway: 1, hasShift: false, hasLook: false, hasFace: false, hasGaze: false };

    /**
     * @param link - Sets the parameters.
     * @param gazeTarget - Takes the gaze.
     * @param readPose - Reads a pose, and says so where it cannot be worked on.
     */
    constructor(private readonly link: AnimLink, private readonly gazeTarget: GazeTarget, private readonly readPose: (pose: IdlePose) => boolean) {}

    /** Takes up a character. */
    take(rig: Rig, record: PoseRecord) {
        const morphs = new FaceMorphs(rig);
        this.pose = IdlePose.of(rig, record);
        this.morphs = morphs.isEmpty ? null : morphs;
    }

    /** Gives it up. */
    drop() {
        this.morphs?.show(0, 0);
        this.morphs = null;
        this.pose = null;
    }

    /** Writes a share of the channels. */
    write(channels: IdleChannels, share: number, settings: OutputSettings) {
        const { input, morphs, pose, gazeTarget } = this;
        input.share = share;
        input.breathing = settings.breathingAmount;
        input.sway = settings.sway;
        this.setParameters(channels, share, settings);
        morphs?.show(share * channels.blinks.closed, input.hasFace ? 0 : share * channels.facial.current[0]);
        const isFollowed = settings.gaze && share > 0 && pose !== null && gazeTarget.isFree;
        if (!isFollowed) gazeTarget.release();
        if (!pose || !(share > 0) || !this.readPose(pose)) return;
        input.hasGaze = settings.gaze && !isFollowed;
        writeSignals(pose.signals, channels, input);
        pose.weight = share;
        pose.apply();
        if (isFollowed) gazeTarget.look(gazeX(channels), gazeY(channels), pose.axes, pose.height);
    }

    private setParameters(channels: IdleChannels, share: number, { weightShift, look, facial }: OutputSettings) {
        const { link, input } = this;
        const { current } = channels.look;
        input.hasShift = link.set(weightShift.parameter, share * channels.weight, 'Weight Shift');
        const hasX = link.set(look.parameterX, share * current[0], 'Look, Parameter X');
        input.hasLook = link.set(look.parameterY, share * current[1], 'Look, Parameter Y') || hasX;
        input.hasFace = link.set(facial.parameter, share * channels.facial.current[0], 'Facial');
    }
}
