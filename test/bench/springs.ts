import type { Bench } from './bench';
import { CHAINS, JOINTS, SPHERES } from './springs-work';

// Springs on a body that runs and turns: each chain a rod, and by VRM's law.

export const SPRINGS: Bench = {
    name: 'springs',
    title: `Springs of ${CHAINS * JOINTS} joints with ${SPHERES.length} colliders at 60 frames a second`,
    peers: {
        'springs/limber-rod': 'Limber, the whole script, each chain a rod: 60 steps a second',
        'springs/limber': 'Limber, the same by VRM\'s law',
        'springs/limber-asleep': 'Limber, asleep',
        'springs/three-vrm': '@pixiv/three-vrm: a step a frame'
    },
    judge: './springs-quality.ts',
    quality: 'three laps: how deep shown joints are inside of colliders, and how far the tips swing',
    unjudged: ['springs/limber-asleep'],
    columns: {
        'deepest inside, mm': ({ deepest }) => deepest.toFixed(2),
        'largest swing, m': ({ swing }) => swing.toFixed(2)
    },
    counts: [1, 20],
    gated: [1, 20],
    gates: { 'springs/three-vrm': 1 }
};
