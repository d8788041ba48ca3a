import type { Region } from '../paint';
import { FOREARM, LANDMARKS } from './proportions';

// What the mannequin wears: regions of the bind pose, negative inside.

const L = LANDMARKS;

/** All below the neck but the hands: shirt, trousers and shoes. */
export const CLOTHES: Region = (p) => {
    const aside = Math.abs(p.x);
    const sleeve = aside < L.ForeArm.x ? -1 :
        (aside - L.Hand.x) * FOREARM.x + (p.y - L.Hand.y) * FOREARM.y + (p.z - L.Hand.z) * FOREARM.z + 0.012;
    const collar = Math.max(p.y - 1.5, Math.min(p.y - 1.458 + 0.35 * (p.z + 0.02), 0.084 - Math.hypot(p.x, p.z + 0.02)));
    return Math.max(sleeve, collar);
};

/** Between the hem of the shirt and the shoes. */
export const TROUSERS: Region = (p) => {
    const hem = Math.max(p.y - 0.985 + 0.12 * p.z, Math.abs(p.x) - 0.3);
    const shoe = 0.1 - 0.12 * p.z - p.y;
    return Math.max(hem, shoe);
};

/** Soles of the shoes. */
export const SOLES: Region = p => p.y - 0.015;
