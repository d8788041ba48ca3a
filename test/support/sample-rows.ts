/** A row of each list that is not filled in by itself. */
export const SAMPLE_ROWS: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>> = {
    perfectLookAt: { legStabilizers: { boneName: 'leftFoot' }, lookAtBones: { boneName: 'spine' } },
    activeRagdoll: { bones: { boneName: 'hips' } },
    additiveOverlay: { overlays: { name: 'hit' } },
    footPlacementStates: { states: { state: 'idle' } },
    handPlacer: { aims: { hand: 'right' } },
    hitReactions: { getUpClips: { state: 'idle' }, profiles: { name: 'hard' } },
    idleRandomizer: { fidgets: { state: 'walk' } },
    springChain: { chains: { boneName: 'leftHand' }, colliders: { boneName: 'head' } },
    locomotion: { clips: { kind: 'walk', clipName: 'walk' } },
    animationRetarget: { referencePose: { boneName: 'hips' } },
    animationPace: { states: { state: 'walk', strikeStart: 0.1, strikeEnd: 0.2 } },
    actionPlayer: { actions: { name: 'go', state: 'walk' }, windows: { action: 'go' }, continuations: { from: 'walk', to: 'idle' } }
};
