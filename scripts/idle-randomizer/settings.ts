import { Vec2 } from 'playcanvas';

import { idleRandomizerAttributes, type IdleRandomizerAttributes } from './attributes';
import { PRESETS } from './presets';
import type { MoveSettings } from '../core/idle/hold-and-move';
import type { IdleSettings } from '../core/idle/idle-channels';
import type { GazeManner } from '../core/idle/saccades';
import { clamp } from '../core/math/scalars';
import type { Report } from '../rig/row-bone';
import { titleOf } from '../shell/attributes';

// From the attributes to what the channels read: fills in a preset, and puts right what cannot be meant.

/** Attributes that a frame reads. */
export const FRAME_SETTINGS = [
    'breathing', 'breathingVariation', 'breathingAmount', 'sway', 'blink', 'gaze', 'conversation', 'fidgetTime', 'fidgetTag', 'idleState',
    'weightShift', 'look', 'facial', 'fidgets'
] as const satisfies readonly (keyof IdleRandomizerAttributes)[];

/** Degrees that a look of 1 turns the head to the side and up. */
export const LOOK_DEGREES = [36, 24] as const;

/** Largest speed of a look: 45 degrees a second, as with what the head follows of the gaze it stays below 60. */
export const LOOK_SPEED = 45 / LOOK_DEGREES[0];

/**
 * Shares of mutual gaze and mean time with the partner: Lee, Badler and Badler, 2002, their times at 30 pictures a second. Times away
 * follow from the shares. Blinks a minute: Bentivoglio and others, 1997, at rest and in conversation.
 */
export const MANNERS: Readonly<Record<IdleRandomizerAttributes['conversation'], GazeManner>> = {
    alone: { mutualShare: 0, mutualTime: 0, largest: 25, blinks: 17 },
    listening: { mutualShare: 0.75, mutualTime: 7.9, largest: 22.7, blinks: 26 },
    talking: { mutualShare: 0.41, mutualTime: 3.1, largest: 27.5, blinks: 26 }
};

/** The channels, and the vectors of each. */
const CHANNELS = [
    ['weightShift', 'range', 'transitionTime', 'holdTime'], ['look', 'rangeX', 'rangeY', 'transitionTime', 'holdTime'],
    ['facial', 'range', 'transitionTime', 'holdTime']
] as const;

/** Smallest and largest value of a channel. */
const BOUNDS = { weightShift: [-1, 1], look: [-1, 1], facial: [0, 1] } as const;

function createMove(dimensions: number, maxSpeed: number): MoveSettings {
    return {
        range: new Float64Array(2 * dimensions), transitionTime: new Float64Array(2), holdTime: new Float64Array(2), isUniform: false, maxSpeed
    };
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

export class LiveIdleSettings implements IdleSettings {
    readonly weightShift: MoveSettings = createMove(1, Infinity);

    readonly look: MoveSettings = createMove(2, LOOK_SPEED);

    readonly facial: MoveSettings = createMove(1, Infinity);

    readonly fidgetTime = new Float64Array(2);

    breathing = -0;

    breathingVariation = -0;

    manner: GazeManner = MANNERS.alone;

    blink = true;

    /** Reads the scalars: in every frame. */
    readScalars(script: Pick<IdleRandomizerAttributes, 'breathing' | 'breathingVariation' | 'conversation' | 'blink' | 'fidgetTime'>) {
        this.breathing = script.breathing;
        this.breathingVariation = Math.max(0, script.breathingVariation) || 0;
        this.manner = MANNERS[script.conversation];
        this.blink = script.blink;
        const { x, y } = script.fidgetTime;
        this.fidgetTime[0] = Math.max(0, Math.min(x, y)) || 0;
        this.fidgetTime[1] = Math.max(0, x, y) || 0;
    }

    /** Fills in the preset, and reads ranges and times; says what is wrong with them. */
    readRanges(script: IdleRandomizerAttributes, report: Report) {
        fillPreset(script, report);
        for (const [channel, ...names] of CHANNELS) {
            const settings = this[channel] as Writable<MoveSettings>;
            settings.isUniform = script.preset === 'original';
            const row = script[channel] as unknown as Record<string, Vec2>;
            let dimension = 0;
            for (const name of names) {
                const attribute = idleRandomizerAttributes[channel];
                const field = (attribute.schema as unknown as Record<string, { title?: string, default: readonly [number, number] }>)[name];
                const place = `${titleOf(channel, attribute)}, ${titleOf(name, field)}`;
                if (name === 'transitionTime' || name === 'holdTime') {
                    readPair(settings[name], 0, row[name], [0, Infinity], field.default, place, report);
                } else {
                    readPair(settings.range, 2 * dimension++, row[name], BOUNDS[channel], field.default, place, report);
                }
            }
        }
    }
}

/** Puts the ranges of the preset into the attributes, where they are seen. */
function fillPreset(script: IdleRandomizerAttributes, report: Report) {
    const { preset } = script;
    if (preset === 'custom') return;
    for (const [channel, ...names] of CHANNELS) {
        const row = script[channel] as unknown as Record<string, Vec2>;
        const isOwn = names.some(name => row[name] && !Object.values(PRESETS).some(known => isPair(row[name], (known[channel] as unknown as Record<string, readonly number[]>)[name])));
        if (isOwn) {
            report(`${titleOf(channel, idleRandomizerAttributes[channel])} has ranges or times of its own, and the preset "${preset}" has put its own in their place. Set Preset to custom to use them.`);
        }
        for (const name of names) {
            const [low, high] = (PRESETS[preset][channel] as unknown as Record<string, readonly [number, number]>)[name];
            row[name] = new Vec2(low, high);
        }
    }
    script.fidgetTime = new Vec2(...PRESETS[preset].fidgetTime);
}

function isPair({ x, y }: Vec2, [low, high]: readonly number[]): boolean {
    return x === low && y === high;
}

/** Reads a pair between two bounds, the smaller number first. */
function readPair(
    out: Float64Array, o: number, pair: Vec2, [least, most]: readonly [number, number], usual: readonly [number, number], place: string, report: Report
) {
    let { x, y } = pair;
    if (!Number.isFinite(x + y)) {
        report(`${place} is ${x} to ${y}, so its default ${usual.join(' to ')} is used. Set both to finite numbers, then call refresh().`);
        [x, y] = usual;
    } else if (x > y) {
        report(`${place} goes from ${x} down to ${y}; it is taken the other way round. Set the smaller number first, then call refresh().`);
        [x, y] = [y, x];
    }
    if (x < least || y > most) {
        report(`${place} is ${x} to ${y}, beyond ${least} to ${most}, so it is cut to that. Set numbers within it, then call refresh().`);
    }
    out[o] = clamp(x, least, most);
    out[o + 1] = clamp(y, least, most);
}
