import { Button, Container, Panel } from '@playcanvas/pcui';
import {
    mecFootPlacerAttributes, type FieldDefinition, type FootPlacementStates, type MecFootPlacer, type PerfectLookAt
} from 'limber';
import { Vec3 } from 'playcanvas';


import { Course, type CourseGround } from './mec-foot-placer/course';
import { Measure } from './mec-foot-placer/figures';
import type { PlaceName } from './mec-foot-placer/layout';
import { readModel, type Model } from './mec-foot-placer/model';
import { Reach } from './mec-foot-placer/reach';
import { Walker } from './mec-foot-placer/walker';
import type { Character } from '../frame/character';
import { Inspector } from '../frame/inspector';
import type { Frame, OpenPage, Page } from '../frame/page';
import { createReading } from '../frame/reading';
import { Switches, type Switch } from '../frame/switches';
import { Target } from '../frame/target';
import { defaultOf, EntityChoice, fromPlain } from '../frame/values';

/** Milliseconds between two looks at what the script has changed itself. */
const REFRESH_MS = 150;

/** Reach of the rays below the soles while their length is set by hand, metres of a person. */
const RAY_BY_HAND = 0.3;

/** Weight per second with which planting comes and goes. */
const PLANT_SPEED = 5;

/** Height in metres of a person at which the camera looks, and where it is from there. */
const LOOK_HEIGHT = 0.75;
const CAMERA = new Vec3(3.5, 0.8, 0.1);

/** Where the ball is that the character looks at, metres of a person. */
const BALL = new Vec3(0, 1.9, -2.5);

/** How much wider than usual the floor is. */
const FLOOR = 2.5;

/** Away from the wall that faces the way. */
const FROM_WALL = new Vec3(0, 0, -1);

/** Tilt Body that is as good as none: 0 is automatic. */
const NO_TILT = 0.001;

/** Height of the wrist over a palm that lies on something, as a share of the character's height. */
const WRIST = 0.025;

const HANDS = ['leftHand', 'rightHand'] as const;

const PLACE_TITLES: Record<PlaceName, string> = {
    stairs: 'Stairs', slope: '40° slope', across: 'Across it', wall: 'Wall', rubble: 'Rubble', platform: 'Ferry', down: 'Stairs down'
};

type FootRow = MecFootPlacer['feet'][number];

/** A row with the value of every field that it has by itself. */
function createRow(values: Partial<FootRow>): FootRow {
    const fields: [string, FieldDefinition][] = Object.entries(mecFootPlacerAttributes.feet.schema);
    const nothing = new EntityChoice([]);
    const row = Object.fromEntries(fields.map(([name, field]) => [name, fromPlain(field, defaultOf(field), nothing)]));
    return { ...row, ...values } as FootRow;
}

export class OpenMecFootPlacer implements OpenPage {
    course: Course;

    walker: Walker;

    measure: Measure;

    script: MecFootPlacer | null = null;

    lookAt: PerfectLookAt | null = null;

    states: FootPlacementStates | null = null;

    inspector: Inspector | null = null;

    readonly target: Target;

    readonly switches: Switches;

    private readonly live = new Panel({ class: 'live', headerText: 'Mec Foot Placer' });

    private readonly attributes = new Container({ class: 'attributes' });

    private readonly places = document.createElement('div');

    private readonly readings = {
        drift: createReading('drift, planted'),
        penetration: createReading('sole in ground'),
        gap: createReading('sole over it'),
        knee: createReading('knee'),
        hips: createReading('hips a frame'),
        rays: createReading('rays a frame')
    };

    private readonly timer = setInterval(() => this.refresh(), REFRESH_MS);

    private character: Character | null = null;

    private triangles: CourseGround | null = null;

    private follows = true;

    private plants = true;

    private isOn = true;

    private looks = true;

    private castRays = 0;

    private model: Model | null = null;

    /** Ids of the hands that are placed on the wall. */
    private hands: readonly (typeof HANDS[number])[] = [];

    private readonly reach = new Reach();

    /** Takes the counter off the physics engine's world. */
    private readonly stopCounting: () => void;

    constructor(private readonly frame: Frame) {
        const { stage, sidebar, tools } = frame;
        this.target = new Target(stage);
        this.course = new Course(stage.app, stage, Course.scaleFor(stage.unit));
        this.walker = new Walker(this.course, stage.app.root);
        this.measure = new Measure(this.course, this.walker);
        stage.widenFloor(FLOOR);
        this.stopCounting = this.countRays();
        stage.app.systems.on('update', this.update, this);
        stage.app.systems.on('animationUpdate', this.reach.update, this.reach);
        stage.app.systems.on('postUpdate', this.finish, this);

        const readings = new Container({ class: ['readings', 'three'] });
        readings.dom.append(...Object.values(this.readings).map(reading => reading.element));
        this.live.append(readings);
        this.switches = new Switches(this.createSwitches());
        this.live.dom.append(this.switches.element);
        sidebar.append(this.live.dom, this.attributes.dom);

        this.places.className = 'places';
        for (const name of Object.keys(PLACE_TITLES) as PlaceName[]) {
            const button = new Button({ text: PLACE_TITLES[name], class: 'tool' });
            button.dom.dataset.place = name;
            button.on('click', () => this.goTo(name));
            this.places.append(button.dom);
        }
        tools.append(this.places);
    }

    attach(character: Character) {
        this.inspector?.destroy();
        this.character = character;
        // in its reference pose, where it was made
        this.model = readModel(character.entity);
        const { stage } = this.frame;
        this.fitCourse();
        this.measure.attach(character, this.model);
        this.walker.attach(character, this.model);
        this.target.place(character.bounds);
        this.target.moveTo(BALL.clone().mulScalar(this.course.scale));
        const { entity } = character;
        const script = entity.script!;
        // in their order of effect
        this.lookAt = script.create('perfectLookAt', { attributes: { targetObject: this.target.entity }, enabled: this.looks }) as unknown as PerfectLookAt;
        this.script = script.create('mecFootPlacer', { attributes: { adjustPelvisVertically: true, dampPelvis: true } }) as unknown as MecFootPlacer;
        this.addHands();
        for (const row of this.script.feet) row.extraRayDistanceCheck = RAY_BY_HAND * this.course.scale;
        this.script.refresh();
        this.script.setGround(this.triangles);
        this.setFeetActive();
        this.setPlants();
        this.inspector = new Inspector(this.script, mecFootPlacerAttributes, new EntityChoice(character.nodes));
        this.attributes.append(this.inspector.element);
        this.showCharacter();
        stage.follow(this.follows ? Vec3.ZERO : null);
        this.refresh();
    }

    problems(): string[] {
        return [...this.script?.problems() ?? [], ...this.lookAt?.problems() ?? [], ...this.states?.problems() ?? []];
    }

    /** Brings the character to a little before a place. */
    goTo(name: PlaceName) {
        this.walker.goTo(this.place(name));
        this.afterJump();
    }

    /** Lets the character stand at a place at once. */
    standAt(name: PlaceName) {
        this.walker.standAt(this.place(name));
        this.afterJump();
    }

    close() {
        clearInterval(this.timer);
        const { stage } = this.frame;
        stage.app.systems.off('update', this.update, this);
        stage.app.systems.off('animationUpdate', this.reach.update, this.reach);
        stage.app.systems.off('postUpdate', this.finish, this);
        this.stopCounting();
        this.inspector?.destroy();
        const { script } = this.character?.entity ?? {};
        for (const name of ['footPlacementStates', 'mecFootPlacer', 'perfectLookAt']) script?.destroy(name);
        this.target.destroy();
        this.walker.destroy();
        this.course.destroy();
        this.live.destroy();
        this.attributes.destroy();
        this.places.remove();
        stage.widenFloor(1);
        stage.follow(null);
        if (this.character) stage.frame(this.character.bounds);
    }

    private place(name: PlaceName) {
        return this.course.way.places.find(place => place.name === name)!;
    }

    private afterJump() {
        this.measure.clear();
        this.showCharacter();
    }

    /** A character of another order of magnitude gets a course of its own size. */
    private fitCourse() {
        const { stage } = this.frame;
        const scale = Course.scaleFor(stage.unit);
        if (scale === this.course.scale) return;
        this.course.destroy();
        this.course = new Course(stage.app, stage, scale);
        const { stops, snaps, walks } = this.walker;
        this.walker.destroy();
        this.walker = new Walker(this.course, stage.app.root);
        Object.assign(this.walker, { stops, snaps, walks });
        this.measure = new Measure(this.course, this.walker);
        if (this.triangles) this.triangles = this.course.createGround();
    }

    /** Adds the hands of a character on two legs, for the wall. */
    private addHands() {
        const rig = this.model?.rig;
        this.hands = rig?.legs === 2 ? HANDS.filter(hand => rig.limbs[hand] !== null) : [];
        const rows = this.hands.map(hand => createRow({
            footId: hand, boneName: hand, upVector: FROM_WALL.clone(), plantFoot: false, footHeight: WRIST * this.model!.height
        }));
        this.script!.feet = [...this.script!.feet, ...rows];
        this.reach.attach(this.hands.map(hand => rig!.limbs[hand]!.bones.map(bone => rig!.skeleton.nodes[bone])), this.walker.carrier);
    }

    private showCharacter() {
        const { stage } = this.frame;
        const { scale } = this.course;
        const unit = Math.min(stage.unit, scale) ** 0.5 * scale ** 0.5;
        const focus = this.walker.position.clone();
        focus.y += LOOK_HEIGHT * unit;
        stage.view(CAMERA.clone().mulScalar(unit).add(focus), focus);
    }

    private update(dt: number) {
        this.castRays = 0;
        if (this.triangles) this.triangles.rays = 0;
        this.walker.update(dt);
        if (this.follows) this.frame.stage.follow(this.walker.way);
        const reaches = this.isOn && this.walker.place?.name === 'wall';
        for (const hand of this.hands) if (this.script!.isActive(hand) !== reaches) this.script!.setActive(hand, reaches);
        this.reach.isOn = reaches;
    }

    private finish(dt: number) {
        this.measure.update(dt, this.triangles ? this.triangles.rays : this.castRays);
    }

    /** Counts the rays of the physics engine's world. */
    private countRays(): () => void {
        const { dynamicsWorld } = this.frame.stage.app.systems.rigidbody as unknown as { dynamicsWorld: { rayTest(...all: unknown[]): void } };
        const { rayTest } = dynamicsWorld;
        dynamicsWorld.rayTest = (...all) => {
            this.castRays++;
            rayTest.apply(dynamicsWorld, all);
        };
        return () => {
            delete (dynamicsWorld as Partial<typeof dynamicsWorld>).rayTest;
        };
    }

    private get rows(): FootRow[] {
        return this.script?.feet ?? [];
    }

    private setRows(change: (row: FootRow) => void) {
        this.rows.forEach(change);
        this.script?.refresh();
    }

    private setFeetActive() {
        for (const { footId } of this.rows) if (!this.isHand(footId)) this.script!.setActive(footId, this.isOn);
    }

    private isHand(id: string): boolean {
        return this.hands.some(hand => hand === id);
    }

    private get isFourLegged(): boolean {
        return this.model?.rig.legs === 4;
    }

    private setPlants() {
        for (const { footId } of this.rows) {
            if (this.plants) this.script!.enablePlant(footId, PLANT_SPEED);
            else this.script!.disablePlant(footId, PLANT_SPEED);
        }
    }

    /** The steps of the work flow, then what the page itself does. */
    private createSwitches(): Switch[] {
        const attribute = (name: 'adjustPelvisVertically' | 'dampPelvis' | 'predictSwing', title: string, hint: string): Switch => ({
            name, title, hint,
            get: () => this.script?.[name] ?? false,
            set: (on) => {
                if (this.script) this.script[name] = on;
            }
        });
        return [
            {
                name: 'feet', title: 'Feet on ground', hint: 'setActive() of every foot: rays and inverse kinematics',
                get: () => this.isOn,
                set: (on) => {
                    this.isOn = on;
                    this.setFeetActive();
                }
            },
            {
                name: 'plant', title: 'Planting', hint: 'enablePlant() and disablePlant() of every foot',
                get: () => this.plants,
                set: (on) => {
                    this.plants = on;
                    this.setPlants();
                }
            },
            {
                name: 'automaticRay', title: 'Automatic rays', hint: 'Set Extra Ray Distance Check Automatically; else 0.3 m, by hand',
                get: () => this.rows.some(row => row.setExtraRayDistanceCheckAutomatically),
                set: on => this.setRows((row) => {
                    // hands reach forwards all the time
                    if (!this.isHand(row.footId)) row.setExtraRayDistanceCheckAutomatically = on;
                })
            },
            attribute('adjustPelvisVertically', 'Adjust pelvis', 'The pelvis comes down to where all legs reach'),
            attribute('dampPelvis', 'Damp pelvis', 'The pelvis moves like a damped spring'),
            attribute('predictSwing', 'Predict swing', 'Feet in the air clear what they come over'),
            {
                name: 'levelSole', title: 'Level soles', hint: 'Level Sole 1: soles are laid flat',
                get: () => (this.script?.levelSole ?? 0) > 0,
                set: (on) => {
                    if (this.script) this.script.levelSole = Number(on);
                }
            },
            {
                name: 'tilt', title: 'Tilt body', hint: 'Tilt Body 1: the body takes over the slope of the ground',
                get: () => (this.script?.tiltBody === 0 ? this.isFourLegged : this.script?.tiltBody === 1),
                set: (on) => {
                    // 0 is automatic: all on four legs
                    if (this.script) this.script.tiltBody = on ? 1 : this.isFourLegged ? NO_TILT : 0;
                }
            },
            {
                name: 'states', title: 'States', hint: 'footPlacementStates: planted while it walks, the pelvis adjusted while it stands',
                get: () => this.states !== null,
                set: on => this.setStates(on)
            },
            {
                name: 'rays', title: 'Debug rays', hint: 'Draw Debug Ray of every foot: foot red, toe blue, heel green',
                get: () => this.rows.every(row => row.drawDebugRay),
                set: on => this.setRows((row) => {
                    row.drawDebugRay = on;
                })
            },
            {
                name: 'triangles', title: 'Ground: triangles', hint: 'setGround() with a MeshGround of the same course; else the bodies of Ammo',
                get: () => this.triangles !== null,
                set: (on) => {
                    this.triangles = on ? this.course.createGround() : null;
                    this.script?.setGround(this.triangles);
                }
            },
            {
                name: 'lookAt', title: 'Perfect look at', hint: 'perfectLookAt on the same character looks at the ball',
                get: () => this.looks,
                set: (on) => {
                    this.looks = on;
                    if (this.lookAt) this.lookAt.enabled = on;
                }
            },
            {
                name: 'walk', title: 'Walk', hint: 'Around the course; else the character stands where it is',
                get: () => this.walker.walks,
                set: (on) => {
                    this.walker.walks = on;
                }
            },
            {
                name: 'stops', title: 'Stop at places', hint: 'It stands for a while on the stairs, the slope, at the wall, on rubble and on the ferry',
                get: () => this.walker.stops,
                set: (on) => {
                    this.walker.stops = on;
                }
            },
            {
                name: 'snaps', title: 'Snap to steps', hint: 'The character is at once as high as the ground under it; else it follows the noses of the steps',
                get: () => this.walker.snaps,
                set: (on) => {
                    this.walker.snaps = on;
                }
            },
            {
                name: 'follow', title: 'Camera follows', hint: 'Drag to turn, scroll to zoom',
                get: () => this.follows,
                set: (on) => {
                    this.follows = on;
                    this.frame.stage.follow(on ? Vec3.ZERO : null);
                }
            }
        ];
    }

    private setStates(on: boolean) {
        const { script } = this.character!.entity;
        if (on) {
            const rows = [...this.character!.clips.keys()].map(state => ({
                state, plant: true, adjustPelvis: !this.walker.isWalking(state), plantBlendSpeed: PLANT_SPEED, extraRayStance: 0, extraRaySwing: 0
            }));
            this.states = script!.create('footPlacementStates', { attributes: { states: rows } }) as unknown as FootPlacementStates;
        } else {
            script!.destroy('footPlacementStates');
            this.states = null;
        }
    }

    private refresh() {
        this.inspector?.refresh();
        this.switches.refresh();
        const { drift, penetration, gap, knee, hips, rays } = this.measure.figures;
        const show = (value: number, digits: number, unit: string) => (Number.isFinite(value) ? `${value.toFixed(digits)}${unit}` : '–');
        this.readings.drift.show(show(1000 * drift, 1, ' mm'));
        this.readings.penetration.show(show(1000 * penetration, 1, ' mm'));
        this.readings.gap.show(show(1000 * gap, 1, ' mm'));
        this.readings.knee.show(show(knee, 0, '°/s'));
        this.readings.hips.show(show(1000 * hips, 1, ' mm'));
        this.readings.rays.show(show(rays, 0, ''));
    }
}

export const mecFootPlacerPage: Page = {
    name: 'mec-foot-placer',
    title: 'Mec Foot Placer',
    summary: 'Feet on slopes, stairs, rubble and a ferry, without sliding. Switch the steps of the work flow on and off; drop a .glb.',
    open: frame => new OpenMecFootPlacer(frame)
};
