import { LOOK_DEGREES } from './settings';
import type { IdleChannels } from '../core/idle/idle-channels';
import type { Flat } from '../core/math/flat-math';

// What moves the bones of an idle: one number a signal. A bone's turn is the sum of the signals, each times its own angle.

export const Signal = {
    /** Weight on the legs: left -1, right 1. */
    shift: 0,
    /** The head to the right and up, degrees. */
    headX: 1,
    headY: 2,
    /** Chest: 0 empty, 1 a calm breath. */
    breath: 3,
    /** The eyes in the head to the right and up, degrees. */
    eyeX: 4,
    eyeY: 5,
    /** Lids: 0 open, 1 closed. */
    lids: 6,
    /** Face: 0 none, 1 the whole. */
    face: 7,
    /** Sway of the body to the right and forward: standard deviations. */
    swayX: 8,
    swayY: 9
} as const;
export type Signal = typeof Signal[keyof typeof Signal];

export const SIGNALS = 10;

/** Axes of turns: about the line to the right (up above 0), the vertical (to the left above 0), the line ahead (to the right above 0). */
export const PITCH = 0;
export const YAW = 1;
export const ROLL = 2;

/** What of the channels goes to the bones. */
export interface SignalInput {
    /** Share of the idle, 0..1. */
    share: number;
    /** How far the chest and the body move, 1 as they do. */
    breathing: number;
    sway: number;
    /** What the anim component does by its parameters. */
    hasShift: boolean;
    hasLook: boolean;
    hasFace: boolean;
    /** Whether the eyes are turned here. */
    hasGaze: boolean;
}

/** Seconds by which the eyes are ahead of a head that turns. */
const EYES_AHEAD = 0.25;

const amount = (value: number) => (value > 0 && value < Infinity ? value : 0);

/** Writes the signals of a frame. */
export function writeSignals(out: Flat, channels: IdleChannels, { share, breathing, sway, hasShift, hasLook, hasFace, hasGaze }: SignalInput) {
    const { look, saccades: { gaze, head }, breath, blinks, facial } = channels;
    const looks = hasLook ? 0 : share;
    const gazes = hasGaze ? share : 0;
    out[Signal.shift] = hasShift ? 0 : share * channels.weight;
    out[Signal.headX] = looks * LOOK_DEGREES[0] * look.current[0] + gazes * head[0];
    out[Signal.headY] = looks * LOOK_DEGREES[1] * look.current[1] + gazes * head[2];
    out[Signal.eyeX] = gazes * (gaze[0] - head[0] + EYES_AHEAD * LOOK_DEGREES[0] * look.rate[0]);
    out[Signal.eyeY] = gazes * (gaze[1] - head[2] + EYES_AHEAD * LOOK_DEGREES[1] * look.rate[1]);
    out[Signal.breath] = share * amount(breathing) * breath.current;
    out[Signal.lids] = share * blinks.closed;
    out[Signal.face] = hasFace ? 0 : share * facial.current[0];
    out[Signal.swayX] = share * amount(sway) * channels.sway.current[0];
    out[Signal.swayY] = share * amount(sway) * channels.sway.current[1];
}

/** Degrees to the right of the line ahead, and above it, of the whole gaze: head and eyes. */
export function gazeX({ look, saccades }: IdleChannels): number {
    return LOOK_DEGREES[0] * look.current[0] + saccades.gaze[0];
}

export function gazeY({ look, saccades }: IdleChannels): number {
    return LOOK_DEGREES[1] * look.current[1] + saccades.gaze[1];
}
