import { Vec3 } from 'playcanvas';

import { OWN_MOTIONS } from '../../../../scripts/anim/kinds/own-motions';
import type { Motion } from '../../clip';
import { cycle, wave } from '../../curves';
import { Pose, turnBy } from '../../pose';
import type { Skeleton } from '../../skeleton';
import { createSwing } from '../../swing';
import { bone } from '../bone-name';
import { carryTrunk, hangArms, relaxFingers } from '../carriage';
import { placeFoot, SIDES, type Side } from '../legs';

// Going sideways at the speed that people choose (Handford and Srinivasan 2014): the leading foot steps out, the other one closes; feet do not
// cross. Phase 0 is the touch-down of the left foot. Told for the left; to the right the same is seen in a mirror, half a cycle on.

const SPEED = OWN_MOTIONS.people['strafe-left'].velocity![0];
const SECONDS = 0.7;
const STANCE = 0.62;

/** Place of the ankles at touch-down to the left of the entity, metres: the leading foot lands wide, the other one beside it. */
const LANDING = { lead: 0.295, trail: -0.04 };

/** Clearance of the ankle above its place on a flat foot. */
const LIFT = 0.05;

const PITCH = { lead: cycle([[0, -2], [0.08, 0], [0.45, 0], [0.62, 16], [0.72, 20], [0.9, 2]]), trail: cycle([[0, 8], [0.1, 0], [0.42, 0], [0.62, 26], [0.7, 30], [0.9, 14]]) };

/** Going to the left, the parts by phase. */
function createStep(skeleton: Skeleton, side: Side): (phase: number) => { ankle: Vec3; pitch: number } {
    const part = side === 'Left' ? 'lead' : 'trail';
    const place = (name: string) => skeleton.positions[skeleton.index(bone(side + name))];
    const [ankle, ball] = [place('Foot'), place('ToeBase')];
    const pitch = PITCH[part];
    const stand = (phase: number) => {
        const lifted = turnBy(Math.max(0, pitch(phase))).transformVector(ankle.clone().sub(ball)).add(ball);
        return new Vec3(LANDING[part] - SPEED * SECONDS * phase, lifted.y, lifted.z);
    };
    const swing = createSwing({
        stance: STANCE, stand, height: [[0.72, ankle.y + LIFT + 0.04], [0.86, ankle.y + LIFT]], ahead: [[0.8, ankle.z + 0.01]], lifting: 0.3, landing: 0.25
    });
    return (phase) => {
        const p = phase - Math.floor(phase);
        return { ankle: p < STANCE ? stand(p) : swing(p), pitch: pitch(p) };
    };
}

function poseLeft(skeleton: Skeleton, steps: Record<Side, ReturnType<typeof createStep>>, phase: number): Pose {
    const pose = new Pose(skeleton);
    pose.shift.set(0.024 + 0.026 * wave(phase, 0.02), -0.036 - 0.014 * wave(phase, 0.06) + 0.004 * wave(phase, 0.3, 2), 0.006);
    carryTrunk(pose, {
        hips: turnBy(3, -2 - 2.5 * wave(phase, 0.3), 2), shoulders: turnBy(4, -1 + 1.5 * wave(phase, 0.3), -1), neck: turnBy(3, 0, 0), head: turnBy(1)
    });
    const swing = wave(phase, 0.1);
    hangArms(pose, { Left: [3 + 2 * swing, 20 + 4 * wave(phase, 0.3)], Right: [3 - 2 * swing, 20 - 4 * wave(phase, 0.3)] }, 0.5);
    relaxFingers(pose);
    for (const side of SIDES) {
        const { ankle, pitch } = steps[side](side === 'Left' ? phase : phase + 0.5);
        placeFoot(pose, side, { ankle, foot: turnBy(pitch), toes: turnBy(Math.min(0, pitch)) });
    }
    return pose;
}

/** The same pose seen in a mirror. */
function mirrorPose(pose: Pose): Pose {
    const { skeleton } = pose;
    const out = new Pose(skeleton);
    out.shift.set(-pose.shift.x, pose.shift.y, pose.shift.z);
    skeleton.names.forEach((name, i) => {
        const other = skeleton.names.indexOf(name.replace(/Left|Right/, found => (found === 'Left' ? 'Right' : 'Left')));
        const { x, y, z, w } = pose.turned(other < 0 ? i : other);
        out.turn(i, pose.turned(i).set(x, -y, -z, w));
    });
    return out;
}

/** Going sideways. */
export function createStrafe(skeleton: Skeleton, to: Side): Motion {
    const steps = { Left: createStep(skeleton, 'Left'), Right: createStep(skeleton, 'Right') };
    return {
        name: `strafe-${to.toLowerCase()}`, duration: SECONDS, rate: 60,
        pose: phase => (to === 'Left' ? poseLeft(skeleton, steps, phase) : mirrorPose(poseLeft(skeleton, steps, phase + 0.5)))
    };
}
