// What the presets fill in: ranges and times of the channels.

/** Ranges and times of one channel: pairs of the smallest and the largest. */
export interface ChannelPreset {
    readonly range: readonly [number, number];
    readonly transitionTime: readonly [number, number];
    readonly holdTime: readonly [number, number];
}

export interface IdlePreset {
    readonly weightShift: ChannelPreset;
    readonly look: Omit<ChannelPreset, 'range'> & { readonly rangeX: readonly [number, number], readonly rangeY: readonly [number, number] };
    readonly facial: ChannelPreset;
    readonly fidgetTime: readonly [number, number];
}

/**
 * The pace of a game; that of the original (*Creating Non-Repetitive Randomized Idle Using Animation Blending*, September 21, 2015); that
 * of people who stand for long (Duarte and Zatsiorsky, 1999: the weight moves to the other side every 199 s, deviation 148 s, and moves
 * and returns every 49 s, deviation 16 s); and that of a character that waits without a motion.
 */
export const PRESETS: Readonly<Record<'game' | 'original' | 'realistic' | 'still', IdlePreset>> = {
    game: {
        weightShift: { range: [-0.9, 0.9], transitionTime: [1.6, 3.2], holdTime: [4, 10] },
        look: { rangeX: [-0.6, 0.6], rangeY: [-0.25, 0.25], transitionTime: [0.9, 2.2], holdTime: [2.5, 7.5] },
        facial: { range: [0, 1], transitionTime: [1.5, 4], holdTime: [3, 9] },
        fidgetTime: [18, 38]
    },
    original: {
        weightShift: { range: [-0.8, 0.8], transitionTime: [3, 5], holdTime: [2, 5] },
        look: { rangeX: [-0.8, 0.8], rangeY: [-0.15, 0.15], transitionTime: [2, 4], holdTime: [2, 4] },
        facial: { range: [0, 1], transitionTime: [2, 5], holdTime: [2, 5] },
        fidgetTime: [0, 0]
    },
    realistic: {
        weightShift: { range: [-0.8, 0.8], transitionTime: [2, 4], holdTime: [48, 344] },
        look: { rangeX: [-0.5, 0.5], rangeY: [-0.2, 0.2], transitionTime: [0.8, 1.8], holdTime: [4, 12] },
        facial: { range: [0, 1], transitionTime: [2, 4], holdTime: [6, 18] },
        fidgetTime: [33, 65]
    },
    still: {
        weightShift: { range: [0, 0], transitionTime: [2, 4], holdTime: [8, 20] },
        look: { rangeX: [-0.05, 0.05], rangeY: [-0.04, 0.04], transitionTime: [1, 2], holdTime: [6, 16] },
        facial: { range: [0, 0.2], transitionTime: [2, 4], holdTime: [6, 18] },
        fidgetTime: [0, 0]
    }
};
