// When the feet of the further characters' clips are on the ground, by eye.
//
// Made from frame strips before the analyser existed, and never adapted to it: each foot from its own side, drawn by the engine with
// an orthographic camera, the far leg cut away, a line at the floor, one 2 cm above it and ticks each 5 cm along it; whole clips at 30
// frames a second, strikes and releases again at 120 (the dance at 60) and 1 mm a pixel.
// A foot is down while the gap below its lowest point looks smaller than about 6 mm and the shoe is carried along with the ground
// that the other frames of the same stance show. A swinging toe that goes through the floor is not down (both walks of the bitmoji
// character), nor is one that brushes it while it flies forward (the start and the end of its jump).
// Read to about 8 ms. Doubtful to about 15 ms: the releases of Xbot's walk, where the toes leave the floor very slowly, the releases
// of the bitmoji walk, where the tip of the toes stops on a floor that moves on, and the release of the right foot in the jump, which
// is deep below the floor by then. In the dance the right foot hops twice by 14 mm and the left once; a hover of 7 mm after that is
// taken as down.
//
// Knight and Husky: the same strips at 30 frames a second, strikes and releases where the gap passes 6 mm, or where a foot on the floor stops
// going forward over the body, before it comes down, and begins to, before it is lifted. Read to about 10 ms. Doubtful to about 25 ms: the
// Knight's walk, whose heel slides forward into the floor before it is carried, and whose toes go deep into it while they push off; the
// Husky's walk, whose feet are eased and stop at both ends of their way, while the toes of the fore feet are sunk up to 5 cm and dragged.
// The left fore foot of its gallop stands 14 mm above the line all the time. The releases of the Knight's run were read again at 120, where its
// boots are seen to roll on over the tip of the toes for 17 ms after the ball has left.

/** Feet of one clip. Seconds from strike to release; a stance that goes on over the end of the clip has its release before its strike. */
export interface ContactLabels {
    /** File of the model, and of the clip. */
    readonly model: string;
    readonly file: string;
    /** Name of the clip contains this; the files of the bitmoji character have one clip each. */
    readonly clip: string;
    /** Seconds. */
    readonly duration: number;
    readonly left: readonly Stance[];
    readonly right: readonly Stance[];
    /** The fore feet of a character on four legs, whose hind feet are the first two. */
    readonly leftFore?: readonly Stance[];
    readonly rightFore?: readonly Stance[];
}

/** Seconds from strike to release. */
export type Stance = readonly [strike: number, release: number];

export const CONTACT_LABELS: Readonly<Record<string, ContactLabels>> = {
    'Xbot walk': {
        model: 'Xbot.glb', file: 'Xbot.glb', clip: 'walk', duration: 0.8,
        left: [[0.285, 0.66]], right: [[0.675, 0.295]]
    },
    'Xbot run': {
        model: 'Xbot.glb', file: 'Xbot.glb', clip: 'run', duration: 0.5667,
        left: [[0.228, 0.387]], right: [[0.515, 0.098]]
    },
    'Xbot agree': {
        model: 'Xbot.glb', file: 'Xbot.glb', clip: 'agree', duration: 1.5,
        left: [[0, 1.5]], right: [[0, 1.5]]
    },
    'bitmoji idle': {
        model: 'bitmoji.glb', file: 'bitmoji-idle.glb', clip: '', duration: 6,
        left: [[0, 6]], right: [[0, 6]]
    },
    'bitmoji walk': {
        model: 'bitmoji.glb', file: 'bitmoji-walk.glb', clip: '', duration: 0.9667,
        left: [[0.555, 0.085]], right: [[0.075, 0.568]]
    },
    'bitmoji run': {
        model: 'bitmoji.glb', file: 'bitmoji-run.glb', clip: '', duration: 0.5333,
        left: [[0.36, 0.489]], right: [[0.086, 0.223]]
    },
    'bitmoji jump-flip': {
        model: 'bitmoji.glb', file: 'bitmoji-jump-flip.glb', clip: '', duration: 0.8667,
        left: [[0.699, 0.858]], right: [[0, 0.125]]
    },
    'bitmoji win-dance': {
        model: 'bitmoji.glb', file: 'bitmoji-win-dance.glb', clip: '', duration: 2.5667,
        left: [[2.072, 1.958]], right: [[0.27, 0.565], [0.702, 0.14]]
    },
    'Knight walk': {
        model: 'Knight.glb', file: 'Knight.glb', clip: 'Walking_A', duration: 1.0667,
        left: [[1.06, 0.645]], right: [[0.535, 0.115]]
    },
    'Knight run': {
        model: 'Knight.glb', file: 'Knight.glb', clip: 'Running_A', duration: 0.8,
        left: [[0.126, 0.222]], right: [[0.526, 0.622]]
    },
    'Husky walk': {
        model: 'Husky.glb', file: 'Husky.glb', clip: 'Walk', duration: 1.0667,
        left: [[0.885, 0.4]], right: [[0.352, 0.933]], leftFore: [[1.02, 0.55]], rightFore: [[0.53, 0.05]]
    },
    'Husky gallop': {
        model: 'Husky.glb', file: 'Husky.glb', clip: 'Gallop', duration: 0.5667,
        left: [[0.262, 0.403]], right: [[0.329, 0.469]], leftFore: [[0.56, 0.21]], rightFore: [[0.098, 0.302]]
    }
};
