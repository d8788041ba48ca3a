import { distanceVec, type Flat } from '../core/math/flat-math';
import { stepSpring } from '../core/math/spring';
import { updateWorld } from '../core/pose/flat-pose';
import { shiftBone, turnBone } from '../core/pose/move-bone';
import type { BoneSet } from '../pose/bone-set';

// The trunk of somebody who catches himself: it turns the way he is about to fall, and the hips stay behind.
//
// That is the hip strategy (Horak, Nashner, Central programming of postural movements, 1986): a trunk that is turned pushes the feet back at the ground, as a
// flywheel does, and the legs have less far to reach to feet that stand. What is above the trunk stays where it is, upright.

/** Share of the distance that the body has to go by which the hips stay behind, and the most of it, of the leg's length. */
const BEHIND = 0.4;
const MOST = 0.12;

/** Seconds in which half of that is taken up. */
const HALF_LIFE = 0.07;

/** Metres that nobody sees. */
const UNSEEN = 1e-4;

/** An offset on the level and a turn about a level axis: y stays 0. */
const shift = new Float64Array(3);
const turn = new Float64Array(4);

export class CounterRotation {
    /** How far the hips are off, and how fast they go, x and z. */
    private readonly sway = new Float64Array(4);

    /**
     * @param set - The bones, pelvis and trunk among them.
     * @param pelvis - Its index.
     * @param spine - Indices from the pelvis to the chest; empty for who has no trunk to turn.
     * @param top - Index of the first bone above, of neck or head; -1: there is none.
     */
    constructor(private readonly set: BoneSet, private readonly pelvis: number, private readonly spine: readonly number[], private readonly top: number) {}

    end() {
        this.sway.fill(0);
    }

    /**
     * Turns the trunk of a pose, for one frame.
     *
     * @param left - How far the body has to go, x and z, metres.
     * @param length - Of a leg, metres.
     * @param weight - How much of it is shown, 0..1.
     * @param dt - Seconds.
     */
    step(left: Flat, length: number, weight: number, dt: number) {
        const { set: { pose }, pelvis, spine, top, sway } = this;
        const far = Math.sqrt(left[0] * left[0] + left[1] * left[1]);
        const share = far > 0 ? Math.min(BEHIND, MOST * length / far) : 0;
        for (let i = 0; i < 2; i++) stepSpring(sway, 2 * i, -share * left[i], HALF_LIFE, dt);
        const behind = weight * Math.sqrt(sway[0] * sway[0] + sway[2] * sway[2]);
        if (spine.length === 0 || top < 0 || !(behind > UNSEEN)) return;
        const angle = Math.min(1, behind / distanceVec(pose.positions, 3 * top, pose.positions, 3 * pelvis));
        this.move(weight * sway[0], weight * sway[2]);
        // about the level axis that brings what is above ahead of the hips
        const x = -sway[2] * weight / behind, z = sway[0] * weight / behind;
        for (let i = 0; i < spine.length; i++) this.turn(spine[i], x, z, angle / spine.length);
        this.turn(top, x, z, -angle);
    }

    /** Moves the pelvis on the level. */
    private move(x: number, z: number) {
        const { set, pelvis } = this;
        shift[0] = x;
        shift[2] = z;
        shiftBone(set.pose, pelvis, shift);
        updateWorld(set.pose);
        set.writePosition(pelvis);
    }

    /** Turns a bone about a level axis of length 1, with what hangs on it. */
    private turn(bone: number, x: number, z: number, angle: number) {
        const { set } = this;
        const sine = Math.sin(angle / 2);
        turn[0] = x * sine;
        turn[2] = z * sine;
        turn[3] = Math.cos(angle / 2);
        turnBone(set.pose, bone, turn);
        updateWorld(set.pose);
        set.writeRotation(bone);
    }
}
