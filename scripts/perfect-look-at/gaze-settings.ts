import { perfectLookAtAttributes } from './attributes';
import type { GazeInput } from '../core/gaze/gaze';
import { RADIANS } from '../core/math/scalars';

// What the attributes say about the gaze, in the units of the core.

/** The attributes of the script that the gaze follows. Angles in degrees, times in seconds. */
export interface GazeSettings {
    readonly lookAtBlendSpeed: number;
    readonly maxTurnSpeed: number;
    readonly giveUpAngle: number;
    readonly giveUpTime: number;
    readonly stabilization: number;
}

/** Time of an approach to a new target, in units of 1 / lookAtBlendSpeed. */
const APPROACH_TIME = 3;

/** Seconds of an approach at a speed; a speed of 0 holds the gaze where that is allowed. */
export function approachTime(speed: number, mayHold: boolean): number {
    if (speed > 0) return APPROACH_TIME / speed;
    return mayHold ? Infinity : APPROACH_TIME / perfectLookAtAttributes.lookAtBlendSpeed.default;
}

/** Writes the settings of this frame. */
export function readGazeSettings(input: GazeInput, settings: GazeSettings, mayHold: boolean): void {
    const { lookAtBlendSpeed } = settings;
    input.speed = lookAtBlendSpeed;
    // here, since a number that a function returns may be allocated
    input.duration = lookAtBlendSpeed > 0 ? APPROACH_TIME / lookAtBlendSpeed : approachTime(0, mayHold);
    input.maxSpeed = settings.maxTurnSpeed * RADIANS;
    input.giveUpAngle = settings.giveUpAngle * RADIANS;
    input.giveUpTime = settings.giveUpTime;
    input.stabilization = settings.stabilization;
}
