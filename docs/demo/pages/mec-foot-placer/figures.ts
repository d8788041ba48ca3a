import type { Character as Model, GroundBody, Role } from 'limber';
import { Mat4, Quat, Vec3, type GraphNode } from 'playcanvas';


import type { Course, CourseGround } from './course';
import { isDownAt } from './gait';
import { findSoles, readSkinPoint, type Sole } from './soles';
import type { Walker } from './walker';
import type { Character } from '../../frame/character';

// What can be seen of the feet, measured on the skin against the triangles of the course. The script is asked only whether it has let a foot
// go before its clip does, as on stairs where a leg is too short: that foot is in the air.

/** Seconds over which the largest values are shown. */
const SHOWN = 1.5;

/** Height from which the ground under a point is looked for, and how far in front of it a riser is, metres of a person. */
const ABOVE = 0.3;
const BEHIND = 0.12;

/** Distance of a sole from the ground, above or below it, up to which it stands there, metres of a person; and seconds for which a foot may be on its way to where it stands. */
const TOUCH = 0.015;
const ON_ITS_WAY = 0.4;

/** What the feet did lately, in metres of a person, degrees and seconds; NaN when it cannot be said. */
export interface Figures {
    /** How far the ball of a foot has moved on its ground while it stood there. */
    drift: number;
    /** How deep the sole is in the ground. */
    penetration: number;
    /** How high the lowest point of a sole is that should stand. */
    gap: number;
    /** Speed of the fastest knee, degrees per second. */
    knee: number;
    /** Way of the hips up or down between two frames, relative to the character. */
    hips: number;
    /** Rays in a frame. */
    rays: number;
}

/** The largest value of the last moments. */
class Recent {
    private readonly values: { at: number, value: number }[] = [];

    add(at: number, value: number) {
        if (!Number.isNaN(value)) this.values.push({ at, value });
        while (this.values.length > 0 && this.values[0].at < at - SHOWN) this.values.shift();
    }

    get largest(): number {
        return this.values.reduce((most, { value }) => Math.max(most, value), this.values.length > 0 ? -Infinity : NaN);
    }

    clear() {
        this.values.length = 0;
    }
}

interface FootState {
    readonly sole: Sole;
    /** Where the ball came down, in the frame of its ground; null while it does not stand. */
    touched: Vec3 | null;
    /** Seconds since the clip has put it down; and whether it has stood since. */
    down: number;
    hasStood: boolean;
    body: GroundBody | null;
    angle: number;
}

const points: Vec3[] = [];
const point = new Vec3();
const place = new Float64Array(7);
const frame = new Mat4();
const first = new Vec3();
const second = new Vec3();

/** Brings a world point into the frame of what carries it. */
function toBody(out: Vec3, world: Vec3, body: GroundBody | null): Vec3 {
    if (!body) return out.copy(world);
    body.readPlace(place);
    frame.setTRS(new Vec3(place[0], place[1], place[2]), new Quat(place[3], place[4], place[5], place[6]), Vec3.ONE).invert();
    return frame.transformPoint(world, out);
}

/** A foot that its clip has in the air. */
function lift(foot: FootState) {
    foot.touched = null;
    foot.down = 0;
    foot.hasStood = false;
}

/** Angle of a leg at its knee, degrees. */
function kneeAngle([thigh, shin, next]: readonly GraphNode[]): number {
    first.sub2(thigh.getPosition(), shin.getPosition()).normalize();
    second.sub2(next.getPosition(), shin.getPosition()).normalize();
    return Math.acos(Math.min(1, Math.max(-1, first.dot(second)))) * 180 / Math.PI;
}

export class Measure {
    private readonly ground: CourseGround;

    private feet: FootState[] = [];

    private hips: GraphNode | null = null;

    private hipHeight = NaN;

    private seconds = 0;

    private readonly recent = {
        drift: new Recent(), penetration: new Recent(), gap: new Recent(), knee: new Recent(), hips: new Recent(), rays: new Recent()
    };

    private readonly ray = new Float64Array(7);

    private readonly hit: { point: Float64Array, normal: Float64Array, body: GroundBody | null } = {
        point: new Float64Array(3), normal: new Float64Array(3), body: null
    };

    private character: Character | null = null;

    /**
     * @param mayStand - Whether a foot has not left the ground before its clip lifts it.
     */
    constructor(private readonly course: Course, private readonly walker: Walker, private readonly mayStand: (foot: Role) => boolean) {
        this.ground = course.createGround();
    }

    /** Takes a character in its reference pose. */
    attach(character: Character, model: Model | null) {
        this.character = character;
        this.feet = (model ? findSoles(character.entity, model) : []).map(sole => ({ sole, touched: null, down: 0, hasStood: false, body: null, angle: NaN }));
        this.hips = model?.bones.get('hips') ?? null;
        this.clear();
    }

    /** Forgets what was, after a jump or a change of what the page does. */
    clear() {
        for (const recent of Object.values(this.recent)) recent.clear();
        for (const foot of this.feet) {
            lift(foot);
            foot.angle = NaN;
        }
        this.hipHeight = NaN;
    }

    /** The largest values of the last moments. */
    get figures(): Figures {
        const { recent, course: { scale } } = this;
        return {
            drift: recent.drift.largest / scale,
            penetration: recent.penetration.largest / scale,
            gap: recent.gap.largest / scale,
            knee: recent.knee.largest,
            hips: recent.hips.largest / scale,
            rays: recent.rays.largest
        };
    }

    /**
     * Measures a frame that is finished.
     *
     * @param rays - How many rays it took.
     */
    update(dt: number, rays: number) {
        if (!(dt > 0) || !this.character) return;
        this.seconds += dt;
        this.recent.rays.add(this.seconds, rays);
        for (const foot of this.feet) this.measureFoot(foot, dt);
        if (this.hips) {
            const height = this.hips.getPosition().y - this.walker.position.y;
            this.recent.hips.add(this.seconds, Math.abs(height - this.hipHeight));
            this.hipHeight = height;
        }
    }

    private measureFoot(foot: FootState, dt: number) {
        const { recent, seconds } = this;
        const { points: skin, leg } = foot.sole;
        while (points.length < skin.length) points.push(new Vec3());
        let depth = -Infinity, height = Infinity, deepBody: GroundBody | null = null;
        for (let i = 0; i < skin.length; i++) {
            readSkinPoint(points[i], skin[i]);
            const above = this.heightOver(points[i]);
            if (!(above < height)) continue;
            height = above;
            deepBody = this.hit.body;
            depth = above < 0 ? this.depth(points[i], -above) : 0;
        }
        recent.penetration.add(seconds, Math.max(0, depth));
        if (leg.length > 2) {
            const angle = kneeAngle(leg);
            recent.knee.add(seconds, Math.abs(angle - foot.angle) / dt);
            foot.angle = angle;
        }
        if (!this.isDown(foot) || !this.mayStand(foot.sole.role)) {
            lift(foot);
            return;
        }
        const { scale } = this.course;
        foot.down += dt;
        const stands = Math.abs(height) < TOUCH * scale;
        // who stops steps to where it will stand; who walks on stairs lifts a foot before its clip does
        const mustStand = foot.down > ON_ITS_WAY && (!foot.hasStood || !this.walker.isWalking(this.character!.clip));
        if (height < Infinity && (stands || mustStand)) recent.gap.add(seconds, Math.max(0, height));
        foot.hasStood ||= stands;
        if (!stands) {
            foot.touched = null;
            return;
        }
        foot.body = foot.touched ? foot.body : deepBody;
        toBody(point, points[0], foot.body);
        foot.touched ??= point.clone();
        recent.drift.add(seconds, point.distance(foot.touched));
    }

    /** Whether a foot is down in the clip; false while two clips are blended. */
    private isDown({ sole }: FootState): boolean {
        const layer = this.character!.entity.anim?.baseLayer;
        const { gait } = this.walker;
        if (!gait || !layer || layer.transitioning) return false;
        const progress = layer.activeStateProgress;
        return isDownAt(gait, sole.role, progress - Math.floor(progress));
    }

    /** Height of a point over the ground, across it. */
    private heightOver({ x, y, z }: Vec3): number {
        const { ray, hit, course: { scale } } = this;
        ray.set([x, y + ABOVE * scale, z, 0, -1, 0, 2 * ABOVE * scale]);
        return this.ground.cast(hit, ray) ? (y - hit.point[1]) * hit.normal[1] : NaN;
    }

    /** How deep a point is: the way out upwards, or backwards out of a riser. */
    private depth({ x, y, z }: Vec3, up: number): number {
        const { ray, hit, course: { scale } } = this;
        const heading = this.walker.heading * Math.PI / 180;
        const [aheadX, aheadZ] = [Math.sin(heading), Math.cos(heading)];
        const most = BEHIND * scale;
        ray.set([x - aheadX * most, y, z - aheadZ * most, aheadX, 0, aheadZ, most]);
        const { body } = hit;
        const found = this.ground.cast(hit, ray);
        hit.body = body;
        return found ? Math.min(up, most - Math.hypot(hit.point[0] - ray[0], hit.point[2] - ray[2])) : up;
    }
}
