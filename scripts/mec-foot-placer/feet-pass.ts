import type { GraphNode } from 'playcanvas';

import { Body } from './body';
import type { Foot } from './foot';
import type { FrameSettings } from './foot-settings';
import { readFrame, readHint, type FrameAttributes } from './frame-reader';
import { LegChange, solveLeg, type LegSettings } from './leg';
import { MotionTracker } from './motion-tracker';
import type { Footing } from './setup';
import type { Ground } from '../core/ground/ground';
import type { ShownContacts } from '../feet/shown-contacts';
import type { Problems } from '../shell/problems';

// One pass over all feet of a frame, as each step needs what the one before has found for every foot.

/** What a foot does in a frame, to be added up. */
export const FOOT_CHANGE = { released: 1, planted: 2 } as const;

/** Rays a frame for each foot that is switched on; the feet share them. */
const RAYS_PER_FOOT = 4;

/** Step of the character up or down in this frame, and the speed of such steps. */
const step = new Float64Array(2);
const hintOffset = new Float64Array(3);

export class FeetPass {
    /** What the feet have done in the last frame, {@link FOOT_CHANGE}: one that was let go by a jump may have been planted in the same frame. */
    changes = new Uint8Array(0);

    private readonly body = new Body();

    private readonly motion = new MotionTracker();

    private readonly frame: FrameSettings = {
        dt: 0, root: new Float64Array(3), rootUp: new Float64Array(3), bodyNormal: new Float64Array(3), velocity: new Float64Array(3), lastRoot: new Float64Array(3), size: 1,
        maxStep: 0, minCosine: 0, predictSwing: true, levelSole: 0, ground: null, raysLeft: 0, looking: 0
    };

    private readonly legs: LegSettings = { dt: 0, softReach: 0, maxLegLength: 0, minLegLength: 0 };

    /**
     * @param entity - Entity of the script, in whose frame hints are given.
     * @param reports - Receives sentences about clips and the ground.
     */
    constructor(private readonly entity: GraphNode, private readonly reports: Problems) {}

    /** Forgets where the character was: the next frame is no jump. */
    forgetMotion() {
        this.motion.forget();
    }

    /** Starts from the animation. */
    restart(feet: readonly Foot[]) {
        for (const foot of feet) foot.restart();
        this.body.restart();
    }

    /**
     * Places the feet in a pose that has been read, and writes it.
     *
     * @param footing - The character's feet and legs.
     * @param contacts - When its clips have the feet on the ground.
     * @param settings - Attributes.
     * @param ground - What the feet stand on; null: nothing.
     * @param dt - Seconds since the last frame.
     */
    run(footing: Footing, contacts: ShownContacts, settings: FrameAttributes, ground: Ground | null, dt: number) {
        const { frame } = this;
        frame.dt = dt > 0 ? dt : 0;
        const tiltShare = settings.tiltBody !== 0 ? settings.tiltBody : footing.tiltShare;
        readFrame(frame, this.legs, footing, settings);
        frame.bodyNormal.set(tiltShare !== 0 ? this.body.normal : frame.rootUp);
        frame.ground = ground;
        this.observe(footing, contacts);
        this.stepMotion(footing, settings);
        this.sense(footing);
        this.plan(footing);
        this.body.move(footing, frame, this.legs, settings, tiltShare);
        this.solveLegs(footing);
        this.body.answerClimb(footing, frame, settings.posture);
    }

    /** Sees what the animation does with the feet. */
    private observe({ feet, set }: Footing, contacts: ShownContacts) {
        const { frame, reports } = this;
        contacts.update();
        if (contacts.problem) reports.enter('clips', contacts.problem);
        const { stepless } = contacts;
        if (stepless === null) reports.leave('steps');
        else reports.enter('steps', stepless);
        for (let i = 0; i < feet.length; i++) {
            feet[i].observe(set.pose, frame);
            contacts.read(feet[i].clip, i);
            feet[i].updateContact(set.pose, frame);
        }
    }

    /** Sees how the character has moved: jumps start everything anew, snaps are taken away. */
    private stepMotion({ feet }: Footing, settings: FrameAttributes) {
        const { motion, body, frame } = this;
        if (this.changes.length !== feet.length) this.changes = new Uint8Array(feet.length);
        motion.follow(feet);
        if (motion.step(step, frame)) {
            for (let i = 0; i < feet.length; i++) {
                if (feet[i].plant.isPlanted) this.changes[i] |= FOOT_CHANGE.released;
                feet[i].jump();
            }
            body.jump();
        } else {
            body.absorb(step, feet, settings);
        }
    }

    /** Looks at the ground with the rays of this frame. */
    private sense({ feet }: Footing) {
        const { frame, reports } = this;
        frame.raysLeft = 0;
        for (let i = 0; i < feet.length; i++) if (feet[i].isActive) frame.raysLeft += RAYS_PER_FOOT;
        frame.looking = 0;
        for (let i = 0; i < feet.length; i++) feet[i].sense(frame);
        let isBroken = false;
        for (let i = 0; i < feet.length; i++) isBroken ||= feet[i].probe.isBroken;
        if (isBroken) reports.enter('ground', 'the ground has answered with something that is not a number; it is left out. Let it answer with finite points and normals.');
        else reports.leave('ground');
    }

    /** Finds where ankles and soles shall be. */
    private plan({ feet, set }: Footing) {
        for (let i = 0; i < feet.length; i++) {
            const change = feet[i].plan(set.pose, this.frame);
            if (change !== 0) this.changes[i] |= change > 0 ? FOOT_CHANGE.planted : FOOT_CHANGE.released;
        }
    }

    private solveLegs({ feet, set }: Footing) {
        for (let i = 0; i < feet.length; i++) {
            readHint(hintOffset, feet[i].hint, this.entity);
            const change = solveLeg(feet[i], set.pose, this.legs, hintOffset);
            if (change !== LegChange.none) set.write(feet[i].limb.bones);
            if (change === LegChange.legAndToes) set.writeRotation(feet[i].toes);
        }
    }
}
