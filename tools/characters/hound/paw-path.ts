import { Vec3 } from 'playcanvas';

import type { Leg, PawPose } from './legs';
import { SOLE } from './proportions';
import { cycle, type Key } from '../curves';
import type { Skeleton } from '../skeleton';
import { createSwing } from '../swing';

// The way of a paw through one stride. In stance the sole lies flat and travels backwards with the floor, so nothing slides, by
// construction. In swing the lowest point of the sole follows a smooth path that leaves the floor and comes down on it with the floor's
// own speed; toes and cannon bone have curves of their own.

/** What the paws of a gait have in common. */
interface Pace {
    /** Metres that the floor passes in a stride. */
    length: number;
    /** Share of the stride that a paw is down. */
    stance: number;
}

/** One paw's stride. Phase 0 is the moment that the paw touches down. */
export interface Stride {
    /** Place of the paw's joint in the middle of its stance, in metres. */
    middle: number;
    /** Distance of the paw's joint from the middle line, in metres. */
    aside: number;
    /** Sole's lowest point in swing: phase, metres before the middle of the stance, metres above the floor. */
    swing: [phase: number, ahead: number, height: number][];
    /** Lean of the cannon bone, forwards positive, in degrees. */
    lean: Key[];
    /** Pitch of the paw, toes down positive, in degrees; 0 in stance. */
    pitch: Key[];
}

/** Metres a stride by which a paw leaves the floor, and comes down on it. */
const LIFTING = 0.3;
const LANDING = 0.22;

/** Height of the paw's joint above the sole's lowest point, in metres. */
function jointHeight(flat: number, pitch: number): number {
    const [sin, cos] = [Math.sin(pitch * Math.PI / 180), Math.cos(pitch * Math.PI / 180)];
    return flat * cos + Math.max(SOLE.front * sin, -SOLE.back * sin);
}

/** The paw's pose at each phase of its own stride. */
export function createPawPath({ positions }: Skeleton, { paw }: Leg, { length, stance }: Pace, stride: Stride): (phase: number) => PawPose {
    const bind = positions[paw];
    const lean = cycle(stride.lean);
    const pitch = cycle(stride.pitch);
    const stand = (phase: number) => new Vec3(
        Math.sign(bind.x) * stride.aside, 0, stride.middle + length * (stance / 2 - phase));
    const swing = createSwing({
        stance,
        stand,
        height: stride.swing.map(([phase, , height]) => [phase, height]),
        ahead: stride.swing.map(([phase, ahead]) => [phase, stride.middle + ahead]),
        lifting: LIFTING,
        landing: LANDING
    });
    return (phase) => {
        const p = phase - Math.floor(phase);
        const joint = p < stance ? stand(p) : swing(p);
        joint.y += jointHeight(bind.y, pitch(p));
        return { joint, lean: lean(p), pitch: pitch(p) };
    };
}
