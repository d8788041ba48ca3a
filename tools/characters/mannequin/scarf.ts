import { Vec3 } from 'playcanvas';

import { bone } from './bone-name';
import type { Ribbon, Ring } from '../ribbon';
import type { Joint } from '../skeleton';

// What hangs on the mannequin: a scarf with two ends down the back, and a strap at the left hip. No clip moves their bones.

const at = (x: number, y: number, z: number) => new Vec3(x, y, z);

/** Around the neck, on a bone that the ends are sewn to. */
export const COLLAR: Ring = {
    center: at(0, 1.462, -0.024), width: 0.078, depth: 0.07, drop: 0.012, thickness: 0.036, height: 0.056,
    bone: bone('Scarf')
};

/** Bones of a ribbon. */
const named = (name: string, count: number) => Array.from({ length: count }, (_, i) => bone(`${name}${i + 1}`));

/** The bone of the collar. */
export const COLLAR_JOINT: Joint = { name: COLLAR.bone, parent: bone('Spine2'), position: at(0, 1.45, -0.06), along: at(0, 1, 0), side: at(1, 0, 0) };

export const SCARF: Ribbon[] = [
    {
        bones: named('ScarfLong', 5), parent: COLLAR.bone, across: at(1, 0, 0), width: 0.08, thickness: 0.014,
        points: [
            at(0.03, 1.45, -0.1), at(0.037, 1.37, -0.144), at(0.042, 1.275, -0.152), at(0.045, 1.18, -0.153), at(0.047, 1.085, -0.153), at(0.048, 0.99, -0.153)
        ]
    },
    {
        bones: named('ScarfShort', 4), parent: COLLAR.bone, across: at(1, 0, 0), width: 0.08, thickness: 0.014,
        points: [at(-0.032, 1.45, -0.1), at(-0.04, 1.37, -0.142), at(-0.047, 1.285, -0.15), at(-0.051, 1.2, -0.151), at(-0.054, 1.115, -0.151)]
    }
];

export const STRAP: Ribbon = {
    bones: named('Strap', 3), parent: bone('Hips'), across: at(0, 0, 1), width: 0.036, thickness: 0.009,
    points: [at(0.143, 0.985, -0.01), at(0.184, 0.915, -0.01), at(0.189, 0.845, -0.01), at(0.191, 0.775, -0.01)]
};
