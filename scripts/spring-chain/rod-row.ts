import { springChainAttributes, type ChainRow } from './attributes';
import { RADIANS } from '../core/math/scalars';
import type { RodPlan } from '../core/springs/spring-plan';

// What a row of chains says about its rod.

/** Hertz of a chain as long as a metre of a person, and of one that hangs; a longer one swings slower, as a pendulum does, with the root of its length. */
const FREQUENCY = 2.1;
const HANGING = 1.3;

/** Hertz that a length alone may give. */
const SLOWEST = 0.5;
const QUICKEST = 8;

const { stiffness, drag } = springChainAttributes.chains.schema;

/** Whether a chain is a rod: unless the row has VRM's values, or asks for VRM. */
export function isRod(row: ChainRow): boolean {
    if (row.model !== 'auto') return row.model === 'rod';
    return row.frequency > 0 || (row.stiffness === stiffness.default && row.drag === drag.default);
}

/**
 * The rod of a row; null where each joint swings by itself.
 *
 * @param length - Distance from its root to its furthest tip, metres of a person.
 */
export function rodOf(row: ChainRow, length: number): RodPlan | null {
    if (!isRod(row)) return null;
    const usual = (row.gravity > 0 ? HANGING : FREQUENCY) / Math.sqrt(length);
    return {
        frequency: row.frequency > 0 ? row.frequency : Math.min(QUICKEST, Math.max(SLOWEST, usual)),
        dampingRatio: Math.max(0, row.dampingRatio),
        maxBend: Math.min(Math.max(0, row.maxBend), 360) * RADIANS,
        airDrag: Math.min(1, Math.max(0, row.airDrag))
    };
}
