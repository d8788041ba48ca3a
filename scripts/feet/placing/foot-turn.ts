import type { FootParts, FrameSettings } from './foot-settings';
import type { ObservedFoot } from './observed-foot';
import type { Plant } from './plant';
import type { SwingPath } from './swing-path';
import { dampTowards, rateOf, turnTowards } from '../../core/math/damping';
import { arcQuat, copyVec, crossVec, dotVec, identityQuat, multiplyQuat, normalizeVec, rotateVec, slerpQuat, writeDot, type Flat } from '../../core/math/flat-math';
import type { GroundProbe } from '../ground/ground-probe';

// How a foot is turned on the ground: the heading of its animation with the turn of its plant, and the tilt of the ground; and how high its ankle is then.
//
// So a sole that is flat in the clip lies flat on a slope, and a lifted heel stays lifted.

/** What this stage reads of a foot. */
export interface PlacedFoot extends Pick<FootParts, 'up' | 'localUp' | 'localForward' | 'settings' | 'sole' | 'hinge'> {
    readonly seen: Readonly<ObservedFoot>;
    readonly plant: Readonly<Plant>;
    readonly probe: Readonly<GroundProbe>;
    readonly swing: { readonly path: Readonly<SwingPath>; readonly bridgesGap: boolean };
}

/** Rate per second at which a foot turns to a new slope: half-life 30 ms. */
const TILT_RATE = rateOf(0.03);

const normal = new Float64Array(3);
const tilt = new Float64Array(4);
const yaw = new Float64Array(4);
const flat = new Float64Array(4);
const side = new Float64Array(3);
const ahead = new Float64Array(3);
const roll = new Float64Array(4);
const share = new Float64Array(1);
/** Parts of two vectors along a third one. */
const parts = new Float64Array(2);

/** Whether two vectors are the same to the last digit. */
function isSame(a: Flat, b: Flat): boolean {
    return a[0] === b[0] && a[1] === b[1] && a[2] === b[2];
}

export class FootTurn {
    /** World rotation of the foot on the ground, and its heading with the plant's turn. */
    readonly rotation = new Float64Array(4);

    readonly heading = new Float64Array(3);

    /** Normal that the foot has taken over so far. */
    readonly normal = new Float64Array(3);

    /** Height of the ankle over the ground: the clip's, or that of a foot that is levelled or points down. */
    private turnedHeight = 0;

    /** By how much a foot in the air that points down is shifted, so that its ball stays where it is across the up vector. */
    readonly pointed = new Float64Array(3);

    /** The heading of the foot with the plant's turn. */
    turnHeading({ up, seen: { heading }, plant }: PlacedFoot) {
        const half = plant.weight * plant.turn / 2;
        if (half === 0) {
            identityQuat(yaw, 0);
            copyVec(this.heading, 0, heading, 0);
            return;
        }
        for (let i = 0; i < 3; i++) yaw[i] = up[i] * Math.sin(half);
        yaw[3] = Math.cos(half);
        rotateVec(this.heading, 0, yaw, 0, heading, 0);
    }

    /** Turns the animated foot with its plant and with the ground. */
    turn(foot: PlacedFoot) {
        const { up } = foot;
        this.turnHeading(foot);
        multiplyQuat(this.rotation, 0, yaw, 0, foot.seen.rotation, 0);
        this.turnedHeight = foot.seen.ankleHeight;
        if (foot.seen.level > 0) this.levelSole(foot);
        this.pointed.fill(0);
        if (foot.seen.pitch > 0) this.pointDown(foot);
        if (isSame(this.normal, up)) return;
        this.writeTilt(up);
        multiplyQuat(this.rotation, 0, tilt, 0, this.rotation, 0);
    }

    /** Writes the turn from level ground to the slope: pitch in the plane of the heading, then roll about what it has become. */
    private writeTilt(up: Flat) {
        const { normal: slope, heading } = this;
        writeDot(parts, 0, heading, 0, slope, 0);
        writeDot(parts, 1, up, 0, slope, 0);
        const rise = -parts[0] / parts[1];
        for (let i = 0; i < 3; i++) ahead[i] = heading[i] + rise * up[i];
        normalizeVec(ahead, 0);
        arcQuat(tilt, 0, heading, 0, ahead, 0, up, 0);
        rotateVec(side, 0, tilt, 0, up, 0);
        arcQuat(roll, 0, side, 0, slope, 0, ahead, 0);
        multiplyQuat(tilt, 0, roll, 0, tilt, 0);
    }

    /**
     * Turns towards the normal of the ground, as far as the limit lets.
     *
     * @param isGrounded - Whether there is ground.
     * @param isNew - Whether there was none before: its slope is taken at once.
     */
    protected stepNormal({ probe, up, settings }: PlacedFoot, { dt }: FrameSettings, isGrounded: boolean, isNew: boolean) {
        if (!isGrounded) {
            if (isNew) copyVec(this.normal, 0, up, 0);
            return;
        }
        copyVec(normal, 0, probe.plane, 3);
        writeDot(parts, 0, normal, 0, up, 0);
        // arcs are dear, and most ground is level
        const angle = parts[0] < 1 ? Math.acos(parts[0]) : 0;
        if (angle > settings.rotationLimit) turnTowards(normal, up, 1 - settings.rotationLimit / angle, this.heading);
        if (isNew) copyVec(this.normal, 0, normal, 0);
        else if (!isSame(this.normal, normal)) dampTowards(this.normal, normal, TILT_RATE, dt, this.heading);
    }

    /** Takes the clip's own pitch and roll away from the rotation, by a share. */
    private levelSole(foot: PlacedFoot) {
        // the rotation at which the foot's own up is the up vector, with the same heading
        rotateVec(side, 0, this.rotation, 0, foot.localUp, 0);
        arcQuat(flat, 0, side, 0, foot.up, 0, this.heading, 0);
        multiplyQuat(flat, 0, flat, 0, this.rotation, 0);
        rotateVec(side, 0, flat, 0, foot.localForward, 0);
        arcQuat(tilt, 0, side, 0, this.heading, 0, foot.up, 0);
        multiplyQuat(flat, 0, tilt, 0, flat, 0);
        const lowest = this.lowestPoint(foot);
        share[0] = foot.seen.level;
        slerpQuat(this.rotation, 0, this.rotation, 0, flat, 0, share, 0);
        // what the lowest point of the sole has over the ground goes too
        const over = foot.seen.ankleHeight + lowest;
        this.turnedHeight = (1 - foot.seen.level) * over - this.lowestPoint(foot);
    }

    /** Points the foot down about its ball; its lowest point keeps its height. */
    private pointDown(foot: PlacedFoot) {
        const { up, hinge, seen: { pitch } } = foot;
        rotateVec(ahead, 0, this.rotation, 0, hinge, 0);
        this.turnedHeight += this.lowestPoint(foot);
        crossVec(side, 0, up, 0, this.heading, 0);
        for (let i = 0; i < 3; i++) tilt[i] = side[i] * Math.sin(pitch / 2);
        tilt[3] = Math.cos(pitch / 2);
        multiplyQuat(this.rotation, 0, tilt, 0, this.rotation, 0);
        this.turnedHeight -= this.lowestPoint(foot);
        rotateVec(side, 0, this.rotation, 0, hinge, 0);
        for (let i = 0; i < 3; i++) ahead[i] -= side[i];
        // an anchor holds one that is planted
        if (!foot.plant.isPlanted) for (let i = 0; i < 3; i++) this.pointed[i] = ahead[i] - dotVec(ahead, 0, up, 0) * up[i];
    }

    /** Height of the lowest point of the sole above the ankle. */
    private lowestPoint({ seen: { points }, up }: PlacedFoot): number {
        let lowest = Infinity;
        for (let o = 0; o < points.length; o += 3) {
            rotateVec(side, 0, this.rotation, 0, points, o);
            lowest = Math.min(lowest, dotVec(side, 0, up, 0));
        }
        return lowest;
    }

    /** Height of the ankle over the ground: the clip's, or that of the levelled foot. */
    protected ankleHeight({ seen: { level, pitch, ankleHeight } }: PlacedFoot): number {
        return level > 0 || pitch > 0 ? this.turnedHeight : ankleHeight;
    }

    /** Writes the height that a tilted or levelled foot has its ankle higher over the ground than the animation, along the up vector. */
    writeAnkleGain(out: Flat, foot: PlacedFoot) {
        writeDot(parts, 0, foot.up, 0, this.normal, 0);
        out[0] = this.ankleHeight(foot) / parts[0] - foot.seen.ankleHeight;
    }
}
