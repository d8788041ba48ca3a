import { Vec3 } from 'playcanvas';

import { bone } from './bone-name';
import { SIDES } from './legs';
import type { Pose } from '../pose';

// Where the centre of mass is: shares of the body's mass and places along its parts after Winter, Biomechanics and Motor Control of Human
// Movement, 4th edition 2009, table 4.1.

/** From one joint to another: share of the body's mass, and how far on the way its centre is. */
type Segment = readonly [from: string, to: string, mass: number, along: number];

const TRUNK: readonly Segment[] = [['Hips', 'Neck', 0.497, 0.5], ['Head', 'HeadTop_End', 0.081, 0.4]];
const LIMBS: readonly Segment[] = [
    ['Arm', 'ForeArm', 0.028, 0.436], ['ForeArm', 'Hand', 0.016, 0.43], ['Hand', 'HandMiddle3', 0.006, 0.5], ['UpLeg', 'Leg', 0.1, 0.433],
    ['Leg', 'Foot', 0.0465, 0.433], ['Foot', 'Toe_End', 0.0145, 0.5]
];

const SEGMENTS: readonly Segment[] = [...TRUNK, ...SIDES.flatMap(side => LIMBS.map(([from, to, mass, along]): Segment => [side + from, side + to, mass, along]))];

/** The centre of mass of a pose. */
export function centreOfMass(pose: Pose): Vec3 {
    const place = (name: string) => pose.place(pose.skeleton.index(bone(name)));
    const sum = new Vec3();
    let whole = 0;
    for (const [from, to, mass, along] of SEGMENTS) {
        sum.add(new Vec3().lerp(place(from), place(to), along).mulScalar(mass));
        whole += mass;
    }
    return sum.mulScalar(1 / whole);
}
