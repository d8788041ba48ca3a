import type { Bench } from './bench';
import { BONES, CHAIN, LIMITS } from './work';

// A look-at on a rig of 60 bones.

export const LOOK_AT: Bench = {
    name: 'look-at',
    title: `Look-at of ${CHAIN.length} bones on a rig of ${BONES.length}, limits ${LIMITS.join('/')} degrees`,
    peers: {
        'limber': 'Limber, the whole script',
        'limber-solver': 'Limber, the solver alone on flat data',
        'graph-node': 'the same algorithm with GraphNode calls',
        'three': 'three.js CCDIKSolver, one pass'
    },
    judge: './quality.ts',
    quality: 'each target held until settled; targets within 90 degrees of the animated gaze, limits over all targets',
    columns: {
        'mean error, degrees': ({ meanError }) => meanError.toFixed(4),
        'largest error, degrees': ({ maxError }) => maxError.toFixed(4),
        'beyond a limit, degrees': ({ beyondLimit }) => beyondLimit.toFixed(3)
    },
    // the last count is reported and gates nothing
    counts: [1, 100, 1000],
    gated: [1, 100],
    gates: { 'three': 5, 'graph-node': 2.2 }
};
