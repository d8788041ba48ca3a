// The pack's own motions, by the names of their clips: what `templates/motions-people.glb` and `templates/motions-animals.glb` hold, and
// what a GLB cannot say of a clip.
//
// Clips that repeat stay in their place; phase 0 of a gait is the touch-down of the left foot or left hind paw. Starts, stops and turns
// travel on the node above the hips, hips and feet stay in place against it: without that node's curves they are in place too.

/** What a clip is made for. */
export interface OwnMotion {
    /** It repeats; others are played once. */
    readonly loop?: true;
    /** Metres a second that its character goes to the left, up and ahead, at the size that it is made for; left out, it stays. */
    readonly velocity?: readonly [left: number, up: number, ahead: number];
    /** It is added to whatever plays. */
    readonly additive?: true;
    /** The node above the hips has curves of its own, along which the character goes and turns. */
    readonly travels?: true;
}

const standing: OwnMotion = { loop: true };
const once: OwnMotion = {};
const travelling: OwnMotion = { travels: true };
const going = (left: number, up: number, ahead: number): OwnMotion => ({ loop: true, velocity: [left, up, ahead] });

/** The clips of each file. */
export const OWN_MOTIONS = {
    people: {
        'idle': standing,
        'walk': going(0, 0, 1.34),
        'run': going(0, 0, 3),
        'walk-back': going(0, 0, -1),
        'strafe-left': going(0.55, 0, 0),
        'strafe-right': going(-0.55, 0, 0),
        'turn-left-90': travelling,
        'turn-right-90': travelling,
        'walk-start': travelling,
        'walk-stop': travelling,
        'run-start': travelling,
        'run-stop': travelling,
        'jump': travelling,
        'fall': standing,
        'land': once,
        'get-up-supine': once,
        'get-up-prone': once,
        'get-up-left': once,
        'get-up-right': once,
        'hit-front': once,
        'hit-back': once,
        'hit-left': once,
        'hit-right': once,
        'wave': once,
        'talk': standing,
        'sit-down': once,
        'sit': standing,
        'stand-up': once,
        'climb-ladder': going(0, 0.4, 0),
        'hang': standing,
        'windmill': { additive: true },
        'clap': standing,
        'hands-on-hips': standing,
        'hand-on-knee': standing
    },
    animals: {
        'idle': standing,
        'walk': going(0, 0, 0.975),
        'trot': going(0, 0, 1.95),
        'gallop': going(0, 0, 6.5),
        'turn-left-90': travelling,
        'turn-right-90': travelling,
        'get-up-prone': once,
        'get-up-left': once,
        'get-up-right': once,
        'get-up-supine': once,
        'get-up-hind-first': once,
        'get-up-left-hind-first': once,
        'get-up-right-hind-first': once,
        'get-up-supine-hind-first': once,
        'hit-front': once,
        'hit-left': once,
        'hit-right': once,
        'sit-down': once,
        'sit': standing,
        'stand-up': once,
        'lie-down': once,
        'lie': standing
    }
} as const satisfies Record<string, Record<string, OwnMotion>>;
