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
//
// The others: from charts of what each sole does, at 120 frames a second: its lowest and highest point over the floor, its place along the way
// and the speed of its lowest point, beside its outline from the side at each twentieth of the clip. Read to about 10 ms. Most of these clips are
// written by hand, with legs that swing evenly and soles that stand above the floor that a toe goes through as it pushes off: a foot comes down
// where it stops sinking or going ahead, whichever is later, and leaves when the last of it rises. Doubtful to about 25 ms: the releases of
// Soldier's right boot, which brushes the floor once more, of Guy's and the Knight of the mechs' feet, which slow down before they leave.
// The backwards walk of the Knight is the forward one, turned round.

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
    },
    'Soldier walk': {
        model: 'Soldier.glb', file: 'Soldier.glb', clip: 'Walk', duration: 1.0333,
        left: [[0.265, 0.848]], right: [[0.745, 0.345]]
    },
    'Soldier run': {
        model: 'Soldier.glb', file: 'Soldier.glb', clip: 'Run', duration: 0.7,
        left: [[0.245, 0.455]], right: [[0.595, 0.107]]
    },
    'SkeletonMinion walk': {
        model: 'SkeletonMinion.glb', file: 'SkeletonMinion.glb', clip: 'Walking_A', duration: 1.0667,
        left: [[0, 0.645]], right: [[0.535, 0.115]]
    },
    'SkeletonMinion run': {
        model: 'SkeletonMinion.glb', file: 'SkeletonMinion.glb', clip: 'Running_A', duration: 0.8,
        left: [[0.125, 0.232]], right: [[0.525, 0.632]]
    },
    'Knight backwards': {
        model: 'Knight.glb', file: 'Knight.glb', clip: 'Walking_Backwards', duration: 1.0667,
        left: [[0.42, 0.007]], right: [[0.952, 0.532]]
    },
    'Knight strafe': {
        model: 'Knight.glb', file: 'Knight.glb', clip: 'Running_Strafe_Left', duration: 0.8,
        left: [[0.12, 0.225]], right: [[0.53, 0.63]]
    },
    'Orc walk': {
        model: 'Orc.glb', file: 'Orc.glb', clip: 'Walk', duration: 1.0,
        left: [[0.635, 0.17]], right: [[0.115, 0.655]]
    },
    'Orc run': {
        model: 'Orc.glb', file: 'Orc.glb', clip: 'Run', duration: 0.5667,
        left: [[0.425, 0.512]], right: [[0.145, 0.215]]
    },
    'Goblin run': {
        model: 'Goblin.glb', file: 'Goblin.glb', clip: 'Run', duration: 0.6667,
        left: [[0.46, 0.54]], right: [[0.125, 0.2]]
    },
    'Knight of the mechs walk': {
        model: 'more/KnightQ.glb', file: 'more/KnightQ.glb', clip: 'Walking', duration: 1.25,
        left: [[0.58, 1.19]], right: [[0.03, 0.635]]
    },
    'Knight of the mechs run': {
        model: 'more/KnightQ.glb', file: 'more/KnightQ.glb', clip: 'Run', duration: 0.8333,
        left: [[0.655, 0.752]], right: [[0.18, 0.3]]
    },
    'Guy walk': {
        model: 'more/Guy.glb', file: 'more/Guy.glb', clip: 'Walk', duration: 1.0,
        left: [[0.545, 0.04]], right: [[0.05, 0.585]]
    },
    'Guy run': {
        model: 'more/Guy.glb', file: 'more/Guy.glb', clip: 'Run', duration: 0.5417,
        left: [[0.36, 0.465]], right: [[0.09, 0.178]]
    },
    'Bird walk': {
        model: 'more/Bird.glb', file: 'more/Bird.glb', clip: 'Walk', duration: 0.5,
        left: [[0, 0.24]], right: [[0.25, 0.49]]
    },
    'Cow walk': {
        model: 'Cow.glb', file: 'Cow.glb', clip: 'Walk', duration: 1.1667,
        left: [[0.265, 0.9]], right: [[0.85, 0.3]],
        leftFore: [[0.495, 1.14]], rightFore: [[0, 0.63]]
    },
    'Donkey walk': {
        model: 'more/Donkey.glb', file: 'more/Donkey.glb', clip: 'Walk', duration: 1.1667,
        left: [[0.3, 0.87]], right: [[0.89, 0.285]],
        leftFore: [[0.49, 1.13]], rightFore: [[1.155, 0.615]]
    },
    'Zebra slow walk': {
        model: 'Zebra.glb', file: 'Zebra.glb', clip: 'WalkSlow', duration: 2.0417,
        left: [[1.965, 1.075]], right: [[0.96, 0.06]],
        leftFore: [[0.19, 1.275]], rightFore: [[1.185, 0.26]]
    },
    'Zebra run': {
        model: 'Zebra.glb', file: 'Zebra.glb', clip: 'Run', duration: 0.875,
        left: [[0.195, 0.475]], right: [[0.32, 0.6]],
        leftFore: [[0.52, 0.725]], rightFore: [[0.66, 0.05]]
    },
    'Fox walk': {
        model: 'more/Fox.glb', file: 'more/Fox.glb', clip: 'Walk', duration: 0.7083,
        left: [[0.6, 0.7]], right: [[0.09, 0.335]],
        leftFore: [[0.105, 0.325]], rightFore: [[0.57, 0.08]]
    }
};
