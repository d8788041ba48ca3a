import { Blinks } from './blinks';
import { Breath, type BreathSettings } from './breath';
import { drawTime, HoldAndMove, type MoveSettings } from './hold-and-move';
import { RandomStream } from './random-stream';
import { Saccades, type GazeManner } from './saccades';
import { Stir } from './stir';
import { IdleSway } from './sway';
import type { Flat } from '../math/flat-math';

// All channels of one character that stands idle. Each has its own clock and its own stream of random numbers: asking one for more or less
// changes nothing in the others. They depend on seed and time alone.

/** Streams of random numbers, one a channel. */
const STREAMS = { shift: 0, look: 1, facial: 2, breath: 3, sway: 4, blinks: 5, gaze: 6, fidgets: 7, stir: 8, bag: 9, faces: 10 };

/** Degrees of a jump of the eyes from which on a blink comes with it. */
const BLINK_WITH = 20;

export interface IdleSettings extends BreathSettings {
    readonly weightShift: MoveSettings;
    readonly look: MoveSettings;
    readonly facial: MoveSettings;
    /** Seconds between two fidgets: log-normal, middle and half width of the pair are mean and deviation; not above 0: none. */
    readonly fidgetTime: Flat;
    readonly manner: GazeManner;
    readonly blink: boolean;
}

export class IdleChannels {
    /** Where the weight is: left -1, right 1. */
    readonly weightShift: HoldAndMove;

    /** Where the head looks: to the right and up, 1 as far as it does. */
    readonly look: HoldAndMove;

    /** How much of a face is made: 0 none, 1 the whole. */
    readonly facial: HoldAndMove;

    readonly breath: Breath;

    readonly sway: IdleSway;

    readonly blinks: Blinks;

    readonly saccades: Saccades;

    readonly stir: Stir;

    /** The stream for what is drawn among the fidgets. */
    readonly bagStream: RandomStream;

    /** The stream for what is drawn among the faces. */
    readonly faceStream: RandomStream;

    /** Fidgets that have become due. */
    fidgets = 0;

    /** Seconds that have passed. */
    time = -0;

    private readonly fidgetStream: RandomStream;

    private untilFidget = NaN;

    constructor(seed: number, private readonly settings: IdleSettings) {
        const stream = (name: keyof typeof STREAMS) => new RandomStream(seed, STREAMS[name]);
        this.weightShift = new HoldAndMove(stream('shift'), settings.weightShift);
        this.look = new HoldAndMove(stream('look'), settings.look);
        this.facial = new HoldAndMove(stream('facial'), settings.facial);
        this.breath = new Breath(stream('breath'), settings);
        this.sway = new IdleSway(stream('sway'));
        this.blinks = new Blinks(stream('blinks'));
        this.saccades = new Saccades(stream('gaze'));
        this.stir = new Stir(stream('stir'));
        this.bagStream = stream('bag');
        this.faceStream = stream('faces');
        this.fidgetStream = stream('fidgets');
    }

    /** Where the weight is with a stir on top, -1..1: a stir in the direction of a shift is the smaller the less is left to shift. */
    get weight(): number {
        const shift = this.weightShift.current[0];
        const { current: stir } = this.stir;
        const along = Math.max(0, shift * Math.sign(stir));
        return shift + stir * (1 - along * along);
    }

    /**
     * Goes on in time.
     *
     * @param dt - Seconds; what is not a finite number above 0 does nothing.
     * @param stirs - Whether a fidget is a stir of the weight.
     */
    step(dt: number, stirs: boolean) {
        if (!(dt > 0 && dt < Infinity)) return;
        this.time += dt;
        this.weightShift.step(dt);
        this.look.step(dt);
        this.facial.step(dt);
        this.breath.step(dt);
        this.sway.step(dt);
        this.stepEyes(dt);
        this.stir.step(dt);
        this.stepFidgets(dt, stirs);
    }

    private stepEyes(dt: number) {
        const { saccades, blinks, settings } = this;
        const { count } = saccades;
        saccades.step(dt, settings.manner);
        blinks.rate = settings.blink ? settings.manner.blinks : 0;
        const hasJumped = saccades.count > count && saccades.size > BLINK_WITH;
        const after = hasJumped ? Math.min(dt, saccades.since) : 0;
        blinks.step(dt - after);
        if (!hasJumped) return;
        blinks.hurry(0);
        blinks.step(after);
    }

    private stepFidgets(dt: number, stirs: boolean) {
        const { fidgetTime } = this.settings;
        if (!(fidgetTime[0] + fidgetTime[1] > 0)) {
            this.untilFidget = NaN;
            return;
        }
        if (Number.isNaN(this.untilFidget)) this.untilFidget = drawTime(this.fidgetStream, fidgetTime, false) * this.fidgetStream.next() + dt;
        this.untilFidget -= dt;
        while (this.untilFidget <= 0) {
            this.fidgets++;
            if (stirs) this.stir.begin(-this.untilFidget, this.weight);
            this.untilFidget += Math.max(1, drawTime(this.fidgetStream, fidgetTime, false));
        }
    }
}
