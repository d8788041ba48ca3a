import type { Bench } from './bench';
import { withFeetTables } from './feet-tables';

// Two legs of the mannequin in its walk, each ankle brought to a place over ground that goes up and down.
//
// The other libraries have controllers for a leg, and no foot placement. So what is held against them is our legs alone; the script, which
// also finds that place, on ground that costs nothing, stands beside it.

export const FEET: Bench = {
    name: 'feet',
    title: 'Two legs of the mannequin, each ankle to a moving place, without rays',
    peers: {
        'feet/limber-solver': 'Limber, its legs alone',
        'feet/limber': 'Limber, the script without planting and look ahead',
        'feet/limber-all': 'Limber, the script with all that it has',
        'feet/babylon': 'Babylon.js BoneIKController',
        'feet/three': 'three.js CCDIKSolver, ten passes'
    },
    judge: './feet-quality.ts',
    quality: 'each place held until settled; planted feet stay elsewhere, so theirs is not judged',
    unjudged: ['feet/limber-all'],
    columns: {
        'mean error, mm': ({ meanError }) => meanError.toFixed(3),
        'largest error, mm': ({ maxError }) => maxError.toFixed(3),
        'foot turned from the walk, degrees': ({ footTurn }) => footTurn.toFixed(2)
    },
    counts: [1, 100],
    gated: [1, 100],
    gates: { 'feet/babylon': 3.3, 'feet/three': 7 },
    prepare: withFeetTables
};
