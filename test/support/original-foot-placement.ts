import { Quat, Vec3, type Entity } from 'playcanvas';

import type { Actor } from './foot-stage';
import { createGroundHit, type Ground } from '../../scripts/core/ground/ground';

// The original's own way, as its article describes it, for comparison: three rays a foot, the contact point plus the foot's height along
// the up vector, a rotation from toe and heel corner, a planted foot that stays where it first touched until its ray loses the ground,
// linear blends, and a pelvis that is moved by the longest leg's error at a constant speed. Run it after each frame.

/** Sizes of a foot that its user types in, metres. */
export interface TypedSizes { length: number; halfWidth: number; height: number }

/** Settings as the original's example characters have them. */
const OFFSET = 0.5;
const TRANSITION = 0.2;
const EXTRA_MIN = 0;
const EXTRA_MAX = 2;
const THRESHOLD = 0.1;
const PELVIS_SPEED = 1;
const RELEASE_DISTANCE = 0.3;

interface State { weight: number; planted: Vec3 | null; heading: Vec3; place: Vec3; rotation: Quat }

export class OriginalFootPlacement {
    private readonly hit = createGroundHit();

    private readonly states = new Map<string, State>();

    private pelvis = 0;

    constructor(private readonly actor: Actor, private readonly ground: Ground, private readonly sizes: TypedSizes, private readonly adjustPelvis: boolean) {
        for (const id of actor.stage.feet) this.states.set(id, { weight: 0, planted: null, heading: new Vec3(), place: new Vec3(), rotation: new Quat() });
    }

    /** Places the feet of the frame that has just been animated. */
    update(dt: number) {
        const { actor } = this;
        const hips = actor.bone('hips');
        if (this.adjustPelvis) {
            let error = 0;
            for (const id of actor.stage.feet) {
                const state = this.states.get(id)!;
                const over = actor.leg(id)[0].getPosition().distance(state.place) - actor.stage.legLength(id);
                if (state.weight > 0) error = Math.max(error, over);
            }
            const step = PELVIS_SPEED * dt;
            const goal = -error;
            this.pelvis += Math.max(-step, Math.min(step, goal - this.pelvis));
            const place = hips.getPosition();
            hips.setPosition(place.x, place.y + this.pelvis, place.z);
        }
        for (const id of actor.stage.feet) this.placeFoot(id, dt);
    }

    private cast(from: Vec3, length: number): Vec3 | null {
        return this.ground.cast(this.hit, Float64Array.of(from.x, from.y, from.z, 0, -1, 0, length)) ? new Vec3(this.hit.point[0], this.hit.point[1], this.hit.point[2]) : null;
    }

    private placeFoot(id: string, dt: number) {
        const { actor, sizes } = this;
        const state = this.states.get(id)!;
        const foot = actor.foot(id);
        const ankle = foot.getPosition().clone(), rotation = foot.getRotation().clone();
        const near = ankle.y - actor.holder.getPosition().y < THRESHOLD * actor.stage.size;
        const length = OFFSET + sizes.height + (near ? EXTRA_MAX : EXTRA_MIN);
        const base = state.planted ?? ankle;
        const contact = this.cast(new Vec3(base.x, ankle.y + OFFSET, base.z), length);
        const goal = contact ? 1 : 0;
        state.weight += Math.max(-dt / TRANSITION, Math.min(dt / TRANSITION, goal - state.weight));
        if (contact) {
            const heading = actor.forwardOf(id);
            heading.y = 0;
            heading.normalize();
            if (!state.planted) {
                state.planted = ankle.clone();
                state.heading.copy(heading);
            } else if (Math.hypot(ankle.x - state.planted.x, ankle.z - state.planted.z) > RELEASE_DISTANCE * actor.stage.size) state.planted = null;
            const side = new Vec3().cross(state.heading, Vec3.UP);
            const toe = this.cast(contact.clone().add(state.heading.clone().mulScalar(sizes.length)).add(new Vec3(0, OFFSET, 0)), length) ?? contact.clone().add(state.heading);
            const corner = this.cast(contact.clone().add(side.clone().mulScalar(sizes.halfWidth)).add(new Vec3(0, OFFSET, 0)), length) ?? contact.clone().add(side);
            const forward = toe.sub(contact).normalize(), across = corner.sub(contact).normalize();
            const up = new Vec3().cross(across, forward).normalize();
            state.place.copy(contact).add(new Vec3(0, sizes.height, 0));
            const flat = new Quat().setFromDirections(Vec3.UP, up);
            // the foot lies as it does in the reference pose, turned with the ground
            state.rotation.copy(flat).mul(new Quat().setFromDirections(actor.stage.forwards.get(id)!, state.heading)).mul(actor.stage.startRotation(actor.nodes.indexOf(foot)).clone().invert());
        } else state.planted = null;
        if (state.weight <= 0) return;
        const place = new Vec3().lerp(ankle, state.place, state.weight);
        solve(actor.leg(id), place);
        foot.setRotation(new Quat().slerp(rotation, state.rotation, state.weight));
    }
}

/** A leg of three bones brought to a place, its knee in the plane in which it is. */
function solve([hip, knee, ankle]: Entity[], goal: Vec3) {
    const [a, b, c] = [hip, knee, ankle].map(bone => bone.getPosition().clone());
    const [upper, lower] = [a.distance(b), b.distance(c)];
    const way = goal.clone().sub(a);
    const length = Math.min(way.length(), 0.9999 * (upper + lower));
    way.normalize();
    const along = (upper * upper - lower * lower + length * length) / (2 * length);
    const aside = Math.sqrt(Math.max(0, upper * upper - along * along));
    const bend = b.clone().sub(a);
    bend.sub(way.clone().mulScalar(bend.dot(way))).normalize();
    const newKnee = a.clone().add(way.clone().mulScalar(along)).add(bend.mulScalar(aside));
    hip.setRotation(new Quat().setFromDirections(b.clone().sub(a).normalize(), newKnee.clone().sub(a).normalize()).mul(hip.getRotation()));
    const [kneeNow, ankleNow] = [knee.getPosition().clone(), ankle.getPosition().clone()];
    const target = a.clone().add(way.mulScalar(length));
    knee.setRotation(new Quat().setFromDirections(ankleNow.sub(kneeNow).normalize(), target.sub(kneeNow).normalize()).mul(knee.getRotation()));
}
