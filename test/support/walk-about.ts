import { Vec3, type AnimTrack, type Entity, type ScriptType } from 'playcanvas';

import { FRAME, type Actor, type FootStage } from './foot-stage';
import { Slip } from './slip';
import { findSteps, type ClipSteps, type Locomotion } from '../../scripts/index';

// A character that locomotion lets walk, moved by the test, and what its soles do on the floor, vertex by vertex.

/** Height in metres on a person over the floor below which a sole stands. */
const STANDS = 0.005;

/** The same from which on it is lifted. */
const LIFTED = 0.01;

/** Frames for which a foot that swings may brush the floor: that is no stance. */
const GRAZE = 2;

/** Height of a foot's direction from which on it is on its toes. */
const FLAT = 0.35;

/** Slide of feet on the spot, millimetres, in the last frames before a foot is 5 mm high: paws are far from the middle about which an animal turns. */
export const slideOnSpot = ({ feet }: FootStage) => (feet.length === 4 ? 43 : 15);

/** What one foot has done. */
export interface FootSeen {
    readonly slip: Slip;
    /** Whether it stands on the floor now, furthest way along it and turn in degrees in one stance, and how often it came down. */
    isDown: boolean;
    slide: number;
    turned: number;
    steps: number;
    /** Frames for which it has stood. */
    frames: number;
    /** Heading at the beginning of the stance. */
    heading: Vec3 | null;
}

export class WalkAbout {
    readonly hero: Actor;

    readonly script: Locomotion & ScriptType;

    readonly feet: FootSeen[];

    /** Whether a foot stands where its clip says so; else where its sole is on the floor. */
    byClip = false;

    /** Whether a foot that stands by its clip and is lifted all the same takes a step of its own: then it does not stand. */
    mayStepOff = false;

    private floor = 0;

    private readonly steps = new Map<AnimTrack, ClipSteps | null>();

    /** @param others - Clips in place of the stage's own. */
    constructor(readonly stage: FootStage, attributes: object = {}, clips: readonly string[] = ['idle', 'walk'], others: Readonly<Record<string, AnimTrack>> = {}) {
        this.hero = stage.add();
        this.hero.model.addComponent('anim', { activate: true });
        for (const clip of clips) {
            const track = others[clip] ?? (clip === 'idle' ? stage.clip(stage.standing) : stage.clip(clip));
            if (track) this.hero.model.anim!.assignAnimation(clip, track);
        }
        const { holder } = this.hero;
        holder.addComponent('script');
        const rows = stage.standing === 'idle' ? [] : [{ kind: 'idle', clipName: stage.clip(stage.standing).name }];
        this.script = holder.script!.create('locomotion', { attributes: { clips: rows, ...attributes } }) as Locomotion & ScriptType;
        this.feet = stage.feet.map(() => ({ slip: new Slip(), isDown: true, slide: 0, turned: 0, steps: 0, frames: 0, heading: null }));
        this.hold(0.5);
        this.floor = Math.min(...stage.feet.map(id => this.lowest(id)));
        this.forget();
    }

    /** Forgets what has been seen. */
    forget() {
        for (const foot of this.feet) {
            foot.slide = 0;
            foot.turned = 0;
            foot.steps = 0;
            foot.slip.lift();
            foot.heading = null;
        }
    }

    /** One frame in which the entity goes at a speed and a direction in degrees to the left of its look, and turns by degrees a second. */
    step(speed: number, direction = 0, turning = 0) {
        const { holder } = this.hero;
        holder.rotate(0, turning * FRAME, 0);
        const way = new Vec3(), angle = direction * Math.PI / 180;
        const { forward } = this.stage;
        way.set(forward.x * Math.cos(angle) + forward.z * Math.sin(angle), 0, forward.z * Math.cos(angle) - forward.x * Math.sin(angle));
        holder.getRotation().transformVector(way, way);
        holder.setPosition(holder.getPosition().clone().add(way.mulScalar(speed * FRAME)));
        this.watch();
    }

    /** One frame in which something else moves the entity, or nothing. */
    watch() {
        this.stage.step(FRAME);
        this.look();
    }

    /** The same for some seconds. */
    go(seconds: number, speed: number, direction = 0, turning = 0) {
        for (let i = 0; i < Math.round(seconds / FRAME); i++) this.step(speed, direction, turning);
    }

    hold(seconds: number) {
        this.go(seconds, 0);
    }

    /** The furthest slide of all feet in one stance, in millimetres on a person. */
    get slide(): number {
        return 1000 * Math.max(...this.feet.map(({ slide }) => slide)) / this.stage.size;
    }

    get turned(): number {
        return Math.max(...this.feet.map(({ turned }) => turned));
    }

    /** The clip that plays, and its time. */
    private get clip(): { readonly track: AnimTrack, readonly time: number } {
        const { animEvaluator } = (this.hero.model.anim!.baseLayer as unknown as { _controller: { animEvaluator: { clips: { track: AnimTrack, time: number }[] } } })._controller;
        return animEvaluator.clips[animEvaluator.clips.length - 1];
    }

    private lowest(id: string): number {
        const points = this.hero.sole(id).read();
        let least = Infinity;
        for (let o = 1; o < points.length; o += 3) least = Math.min(least, points[o]);
        return least;
    }

    private isBelow(id: string, height: number): boolean {
        return this.lowest(id) < this.floor + height * this.stage.size;
    }

    private isDown(id: string, foot: number): boolean {
        if (!this.byClip) return this.isBelow(id, STANDS);
        if (this.mayStepOff && !this.isBelow(id, LIFTED)) return false;
        const { track, time } = this.clip;
        if (!this.steps.has(track)) this.steps.set(track, findSteps(this.hero.model, track));
        const stances = this.steps.get(track)!.feet[foot].stances;
        return stances.some(({ strike, release }) => [time, time + track.duration].some(at => at >= strike && at <= release));
    }

    private look() {
        this.stage.feet.forEach((id, i) => {
            const foot = this.feet[i];
            const points = this.hero.sole(id).read();
            if (!this.isDown(id, i)) {
                if (foot.isDown) foot.slip.lift();
                foot.isDown = false;
                foot.frames = 0;
                foot.heading = null;
                return;
            }
            if (!foot.isDown) foot.steps++;
            foot.isDown = true;
            const heading = this.hero.forwardOf(id);
            // that of one on its toes is no heading
            const isFlat = Math.abs(heading.y) < FLAT;
            heading.y = 0;
            heading.normalize();
            if (isFlat) foot.heading ??= heading;
            if (isFlat && foot.heading) foot.turned = Math.max(foot.turned, Math.acos(Math.min(1, heading.dot(foot.heading))) * 180 / Math.PI);
            foot.slip.follow(points, (all, v) => all[3 * v + 1], Vec3.UP, this.stage.size);
            if (++foot.frames > GRAZE) foot.slide = Math.max(foot.slide, foot.slip.way.length());
        });
    }

    /** Places of the feet against the entity. */
    stance(): Vec3[] {
        const { holder } = this.hero;
        const back = holder.getWorldTransform().clone().invert();
        return this.stage.feet.map(id => back.transformPoint((this.hero.foot(id) as Entity).getPosition()));
    }
}
