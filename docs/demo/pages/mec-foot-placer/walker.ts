import { findCharacter, type Character as Model } from 'limber';
import { Entity, Vec3 } from 'playcanvas';


import type { Course } from './course';
import { measureGait, type Gait } from './gait';
import type { Place } from './way';
import type { Character } from '../../frame/character';

// Takes a character around the course, as a controller would: it follows the way, stands for a while at places, and rides the ferry.
// It moves an entity above the character, whose own one may be moved by clips, and chooses clips; it moves no bones.

/** Seconds in which walking fades into standing, in the clips as in the speed. */
const FADE = 0.4;

/** Seconds at a place. */
const STAND = 4;

/** How far ahead on the way the character goes to, metres of a person. */
const AHEAD = 0.6;

/** Degrees per second. */
const TURN_WALKING = 200;
const TURN_STANDING = 80;

/** Difference to the way in degrees from which on the character turns before it walks. */
const TURN_FIRST = 25;

/** How far before a place a character starts that is sent there, metres of a person. */
const RUN_UP = 1.5;

/** Height above the way from which its ground is looked for in snaps, metres of a person. */
const ABOVE = 0.5;

/** What a character without a skeleton does. */
const STILL: Gait = { pace: 0, down: new Map() };

function difference(from: number, to: number): number {
    return ((to - from) % 360 + 540) % 360 - 180;
}

function approach(value: number, goal: number, most: number): number {
    return Math.abs(goal - value) <= most ? goal : value + Math.sign(goal - value) * most;
}

export class Walker {
    /** Whether the character walks at all. */
    walks = true;

    /** Whether it stands at places. */
    stops = true;

    /** Whether it is as high as the ground under it, at once, instead of following the noses of steps. */
    snaps = false;

    /** Where it stands; null while it walks. */
    place: Place | null = null;

    /** What carries the character. */
    readonly carrier = new Entity('carrier');

    /** Length of the way up to the character. */
    along = 0;

    /** Position of the character. */
    readonly position = new Vec3();

    /** How far it has moved in the last frame. */
    readonly way = new Vec3();

    private character: Character | null = null;

    private facing = 0;

    /** Heading of the character's model in its own frame, degrees. */
    private modelHeading = 0;

    /** Where the character faces, degrees from z to x. */
    heading = 0;

    private speed = 0;

    private stood = 0;

    private passed: Place | null = null;

    private readonly gaits = new Map<string, Gait>();

    private walkClip = '';

    private standClip = '';

    private shownClip = '';

    private readonly ground;

    private readonly ray = new Float64Array(7);

    private readonly hit = { point: new Float64Array(3), normal: new Float64Array(3), body: null };

    constructor(readonly course: Course, stage: Entity) {
        stage.addChild(this.carrier);
        this.ground = course.createGround();
        this.start(course.way.places[0].along - 3.1 * course.scale);
    }

    /** Speed of the clip with which the character walks, metres per second. */
    get pace(): number {
        return this.gaits.get(this.walkClip)?.pace ?? 0;
    }

    /** What the clip does that the character plays. */
    get gait(): Gait | undefined {
        return this.gaits.get(this.shownClip);
    }

    /** Whether a clip is one of walking. */
    isWalking(clip: string): boolean {
        return (this.gaits.get(clip)?.pace ?? 0) > 0;
    }

    /** Takes a character where the one before was. */
    attach(character: Character, model: Model | null) {
        this.character = character;
        character.fade = FADE;
        character.entity.reparent(this.carrier);
        this.modelHeading = model ? Math.atan2(model.forward.x, model.forward.z) * 180 / Math.PI : 0;
        this.gaits.clear();
        const entity = character.createModel();
        const own = findCharacter(entity);
        for (const [clip, track] of character.clips) this.gaits.set(clip, own ? measureGait(entity, own, track) : STILL);
        entity.destroy();
        const names = [...this.gaits.keys()];
        const walking = names.filter(clip => this.gaits.get(clip)!.pace > 0);
        const standing = names.filter(clip => this.gaits.get(clip)!.pace === 0);
        this.walkClip = walking.find(clip => /walk/i.test(clip)) ?? walking[0] ?? '';
        this.standClip = standing.find(clip => /idle/i.test(clip)) ?? standing[0] ?? this.walkClip;
        this.shownClip = '';
        this.show();
    }

    /** Puts the character back where it was. */
    destroy() {
        const { parent } = this.carrier;
        if (this.character?.entity.parent === this.carrier) this.character.entity.reparent(parent!);
        this.carrier.destroy();
    }

    /** Starts anew a little before a place. */
    goTo(place: Place) {
        this.start(place.along - RUN_UP * this.course.scale);
        this.show();
    }

    /** Stands at a place at once. */
    standAt(place: Place) {
        this.start(place.along);
        this.enter(place);
        this.heading = this.facing;
        this.show();
    }

    update(dt: number) {
        const { character, course, position, way } = this;
        way.set(0, 0, 0);
        if (!character || !(dt > 0)) return;
        this.hearClip();
        const before = position.clone();
        this.ride(dt);
        if (this.place) this.stand(dt);
        else this.walk(dt);
        this.along = course.way.wrap(course.way.project(position.x, position.z, this.along));
        position.y = this.findHeight();
        way.sub2(position, before);
        this.show();
    }

    private start(along: number) {
        const { way, ferry } = this.course;
        const { position } = this;
        ferry.reset();
        this.along = way.wrap(along);
        [position.x, position.z] = way.point(this.along);
        this.heading = this.wayHeading();
        position.y = this.findHeight();
        this.place = null;
        this.passed = null;
        this.speed = 0;
    }

    /** The clip that the user chooses is the one to walk or to stand with from then on. */
    private hearClip() {
        const { clip } = this.character!;
        if (clip === this.shownClip) return;
        if (this.gaits.get(clip)!.pace > 0) this.walkClip = clip;
        else this.standClip = clip;
        this.shownClip = clip;
    }

    private ride(dt: number) {
        const { ferry } = this.course;
        const aboard = ferry.carries(this.position.x, this.position.z);
        const isReady = aboard && this.place !== null && this.speed === 0;
        ferry.update(dt, isReady ? 'ready' : aboard ? 'aboard' : null);
        if (!aboard) return;
        ferry.move.transformPoint(this.position, this.position);
        const turn = ferry.move.getEulerAngles().y;
        this.heading += turn;
        this.facing += turn;
    }

    private stand(dt: number) {
        this.speed = approach(this.speed, 0, this.pace / FADE * dt);
        this.advance(dt);
        const { place, course: { ferry } } = this;
        const isOver = this.walks && this.stood >= STAND && (place!.name !== 'platform' || ferry.share === 1);
        const goal = isOver ? this.wayHeading() : this.facing;
        if (this.speed === 0) this.heading += approach(0, difference(this.heading, goal), TURN_STANDING * dt);
        const left = Math.abs(difference(this.heading, goal));
        if (left < 1) this.stood += dt;
        if (isOver && left < TURN_FIRST) this.leave();
    }

    private walk(dt: number) {
        const turn = difference(this.heading, this.wayHeading());
        this.heading += approach(0, turn, TURN_WALKING * dt);
        const goal = this.walks && this.mayGo() ? this.pace * this.character!.speed : 0;
        this.speed = approach(this.speed, goal, this.pace / FADE * dt);
        this.advance(dt);
        const place = this.nextPlace();
        if (place && this.stops && place !== this.passed && this.untilPlace(place) <= this.speed * FADE / 2) this.enter(place);
    }

    /** Whether the way ahead is there: the ferry may be on the other side. */
    private mayGo(): boolean {
        const { way, ferry, scale } = this.course;
        if (ferry.carries(this.position.x, this.position.z)) return true;
        const [x, z] = way.point(this.along + AHEAD * scale);
        const place = way.places.find(({ name }) => name === 'platform')!;
        const isBefore = Math.abs(place.along - this.along) < 2 * scale && place.along > this.along;
        return !isBefore || ferry.share === 0 || !this.isOverWater(x, z);
    }

    private isOverWater(x: number, z: number): boolean {
        return this.groundHeight(x, z, ABOVE * this.course.scale) < 0.1 * this.course.scale && !this.course.ferry.carries(x, z);
    }

    private advance(dt: number) {
        const heading = this.heading * Math.PI / 180;
        this.position.x += Math.sin(heading) * this.speed * dt;
        this.position.z += Math.cos(heading) * this.speed * dt;
    }

    private enter(place: Place) {
        this.place = place;
        this.passed = place;
        this.stood = 0;
        const [x, z] = this.course.way.point(place.along - 0.1), [toX, toZ] = this.course.way.point(place.along - 0.05);
        this.facing = Math.atan2(toX - x, toZ - z) * 180 / Math.PI + place.turn;
    }

    private leave() {
        this.place = null;
    }

    private nextPlace(): Place | undefined {
        return this.course.way.places.find(place => place.along > this.along - 0.3 * this.course.scale);
    }

    private untilPlace(place: Place): number {
        return place.along - this.along;
    }

    private wayHeading(): number {
        const [x, z] = this.course.way.point(this.along + AHEAD * this.course.scale);
        return Math.atan2(x - this.position.x, z - this.position.z) * 180 / Math.PI;
    }

    private findHeight(): number {
        const { ferry, way, scale } = this.course;
        const { x, z } = this.position;
        if (ferry.carries(x, z)) return ferry.deck;
        const height = way.height(this.along);
        return this.snaps ? this.groundHeight(x, z, height + ABOVE * scale) : height;
    }

    private groundHeight(x: number, z: number, from: number): number {
        this.ray.set([x, from, z, 0, -1, 0, from + this.course.scale]);
        return this.ground.cast(this.hit, this.ray) ? this.hit.point[1] : 0;
    }

    /** Puts the character where it is, and lets it play what it does. */
    private show() {
        const { character } = this;
        if (!character) return;
        this.carrier.setPosition(this.position);
        this.carrier.setEulerAngles(0, this.heading - this.modelHeading, 0);
        const isWalking = !this.place && this.walks && this.mayGo();
        character.play(isWalking ? this.walkClip : this.standClip);
        this.shownClip = character.clip;
    }
}
