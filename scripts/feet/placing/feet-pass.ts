import { Body } from './body';
import { handOnLoads, keepLoads } from './contact';
import { followGround, jump, restart, type Foot, type Footing } from './foot';
import type { BodySettings, FrameSettings } from './foot-settings';
import { findDescents, isLeftBehind, LegChange, solveLeg, type LegSettings } from './leg';
import { createGroundHit, type GroundBody } from '../../core/ground/ground';
import { copyVec } from '../../core/math/flat-math';
import type { FlatPose } from '../../core/pose/flat-pose';
import type { Course } from '../course/course';
import { RayBudget } from '../ground/ray-budget';
import type { Schedule } from '../schedule';

// One pass over all feet of a frame, as each step needs what the one before has found for every foot.

/** What a foot does in a frame, to be added up. */
export const FOOT_CHANGE = { released: 1, planted: 2 } as const;

/** Rays a frame for each foot that is switched on; the feet share them. */
const RAYS_PER_FOOT = 4;

const before = new Float64Array(3);
const known = createGroundHit();
const UNSHIFTED = new Float64Array(3);

export class FeetPass {
    /** What the feet have done in the last frame, {@link FOOT_CHANGE}: one that was let go by a jump may have been planted in the same frame. */
    changes = new Uint8Array(0);

    /** Whether the ground has answered with what is not a number in the last frame. */
    isGroundBroken = false;

    private readonly body = new Body();

    /** What is the same for all feet in a frame, for all legs, and what is set for the body: to be written before {@link run}. */
    readonly frame: FrameSettings = {
        dt: 0, root: new Float64Array(3), rootUp: new Float64Array(3), bodyNormal: new Float64Array(3), velocity: new Float64Array(3), lastRoot: new Float64Array(3), size: 1,
        maxStep: 0, minCosine: 0, predictSwing: true, levelSole: 0, ground: null, rays: new RayBudget()
    };

    readonly legs: LegSettings = { dt: 0, softReach: 0, maxLegLength: 0, minLegLength: 0 };

    readonly bodySettings: BodySettings = { tiltShare: -0, posture: -0, adjustsPelvis: false, dampsPelvis: false, pelvisSpeed: -0 };

    /** Starts from the animation. */
    restart(feet: readonly Foot[]) {
        for (const foot of feet) restart(foot);
        this.body.restart();
    }

    /**
     * Places the feet in a pose that has been read, and writes it.
     *
     * @param footing - The character's feet and legs.
     * @param contacts - When its clips have the feet on the ground.
     * @param course - How it goes.
     */
    run(footing: Footing, contacts: Schedule, course: Course) {
        const { frame, bodySettings } = this;
        frame.bodyNormal.set(bodySettings.tiltShare !== 0 ? this.body.normal : frame.rootUp);
        this.observe(footing, contacts);
        this.stepMotion(footing, course);
        this.sense(footing);
        this.plan(footing);
        if (bodySettings.adjustsPelvis) handOnLoads(footing.feet, frame.size);
        else keepLoads(footing.feet);
        findDescents(footing.feet, frame.dt);
        this.body.move(footing, frame, this.legs, bodySettings);
        this.solveLegs(footing);
        this.body.answerClimb(footing, frame, bodySettings);
        course.standsOn(bodyBelow(footing.feet));
    }

    /** Sees what the animation does with the feet. */
    private observe({ feet, set }: Footing, contacts: Schedule) {
        const { frame } = this;
        contacts.update();
        const { goesAside } = contacts;
        for (let i = 0; i < feet.length; i++) {
            const foot = feet[i];
            copyVec(before, 0, foot.seen.ankle, 0);
            foot.seen.read(set.pose, frame);
            if (goesAside) foot.plant.goAside(goesAside, before, foot.seen.ankle);
            contacts.read(foot.clip, i);
            foot.contact.judge(foot, frame);
            foot.seen.readStance(set.pose, foot, frame);
        }
    }

    /** Sees how the character has moved: jumps start everything anew, snaps are taken away. */
    private stepMotion({ feet }: Footing, course: Course) {
        const { body, frame, bodySettings } = this;
        if (this.changes.length !== feet.length) this.changes = new Uint8Array(feet.length);
        for (let i = 0; i < feet.length; i++) followGround(feet[i]);
        course.read(frame.dt);
        const { velocity, climb, up, place, lastPlace } = course;
        for (let k = 0; k < 3; k++) {
            frame.velocity[k] = velocity[k] + climb.speed * up[k];
            frame.lastRoot[k] = frame.root[k] - (place[k] - lastPlace[k]);
        }
        if (course.hasJumped) {
            for (let i = 0; i < feet.length; i++) {
                if (feet[i].plant.isPlanted) this.changes[i] |= FOOT_CHANGE.released;
                jump(feet[i]);
            }
            body.jump();
        } else {
            body.stay(climb.step, feet, bodySettings);
        }
    }

    /** Looks at the ground under the feet. */
    private sense({ feet }: Footing) {
        const { frame } = this;
        let active = 0;
        for (let i = 0; i < feet.length; i++) if (feet[i].told.isActive) active++;
        frame.rays.begin(RAYS_PER_FOOT * active);
        for (let i = 0; i < feet.length; i++) senseGround(feet[i], frame);
        this.isGroundBroken = false;
        for (let i = 0; i < feet.length; i++) this.isGroundBroken ||= feet[i].probe.isBroken;
    }

    /** Finds where ankles and soles shall be. */
    private plan({ feet, set }: Footing) {
        for (let i = 0; i < feet.length; i++) this.changes[i] |= planFoot(feet[i], set.pose, this.frame);
    }

    private solveLegs({ feet, set }: Footing) {
        let carrying = 0;
        for (let i = 0; i < feet.length; i++) if (feet[i].contact.isDown) carrying++;
        for (let i = 0; i < feet.length; i++) {
            const foot = feet[i];
            const change = solveLeg(foot, set.pose, this.legs, foot.told.hint);
            const isBehind = carrying > 1 && isLeftBehind(foot, set.pose, this.frame);
            if ((foot.leg.isTooShort || isBehind) && foot.contact.stepOff(foot.clip, isBehind)) carrying--;
            if (change !== LegChange.none) set.write(foot.limb.bones);
            if (change === LegChange.legAndToes) set.writeRotation(foot.toes);
        }
    }
}

/** What carries the character: what the foot with the largest load stands on, of those that stand on what may move. */
function bodyBelow(feet: readonly Foot[]): GroundBody | null {
    let body: GroundBody | null = null, most = 0;
    for (let i = 0; i < feet.length; i++) {
        const { probe, contact } = feet[i];
        if (!probe.body || !(contact.load > most)) continue;
        body = probe.body;
        most = contact.load;
    }
    return body;
}

/** Looks for the ground under a foot. */
function senseGround(foot: Foot, frame: FrameSettings): void {
    const { rays, probe, plant, swing } = foot;
    if (!foot.told.isActive || !frame.ground) {
        probe.forget();
        return;
    }
    if (!plant.stands) foot.target.turnHeading(foot);
    const looksAhead = swing.looksAhead(foot, frame);
    rays.aim(foot, frame, looksAhead);
    // one in the air has seen the ground under it from further back; rays that are drawn are cast
    if (looksAhead && !foot.told.isDrawn && swing.path.ground.read(known, rays.spots, frame.ground)) probe.take(known, rays.limits);
    else probe.sense(frame.ground, rays.limits, rays.spots, rays.count, plant.stands);
    if (plant.stands && plant.under.hasSupport) probe.raiseTo(plant.under.support, foot.up);
    probe.settle();
    frame.rays.use(probe.casts);
    if (swing.wantsRays(foot, frame)) frame.rays.ask();
}

/** Finds where a foot shall be: planted or not, on the ground or on its path through the air. Answers what it has done, {@link FOOT_CHANGE}. */
function planFoot(foot: Foot, pose: FlatPose, frame: FrameSettings): number {
    const { probe, plant, swing, target, settings } = foot;
    const mayPlant = settings.plantFoot && plant.weight > 0 && probe.found && foot.contact.isDown;
    let change = 0;
    plant.stepWeight(frame);
    if (plant.isPlanted && !mayPlant) {
        plant.stepTurn(foot);
        target.turn(foot);
        plant.stepShift(foot, target.rotation, probe.normal, target.groundLift(foot, UNSHIFTED));
        plant.rewind(foot, frame);
        plant.release(settings.plant);
        change = FOOT_CHANGE.released;
    }
    plant.stepTurn(foot);
    swing.look(foot, frame);
    target.aim(foot, frame);
    swing.step(foot, pose, frame);
    plant.stepShift(foot, target.rotation, probe.normal, target.groundLift(foot, UNSHIFTED));
    const isLost = plant.isPlanted && plant.isTooFar(settings.plant);
    if (isLost) {
        plant.limitShift(settings.plant);
        plant.release(settings.plant);
        change = FOOT_CHANGE.released;
    }
    target.place(foot, frame);
    if (!isLost && !plant.isPlanted && mayPlant && plant.isNear(settings.plant)) {
        plant.add(swing.path.lagOffset);
        plant.add(target.pointed);
        swing.path.forget();
        plant.plant(foot, target.rotation, target.groundLift(foot, plant.shift), target.heading);
        plant.under.read(swing.path.ground, swing.path.way, probe.plane, foot);
        change = FOOT_CHANGE.planted;
    } else if (plant.isPlanted) {
        plant.roll(foot, target.rotation, target.groundLift(foot, plant.shift), settings.plant);
    }
    return change;
}
