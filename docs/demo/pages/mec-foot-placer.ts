import {
    footPlacementStatesAttributes, mecFootPlacerAttributes, perfectLookAtAttributes, type FieldDefinition, type FootPlacementStates,
    type MecFootPlacer, type PerfectLookAt
} from 'limber';
import { BoundingBox, Vec3, type Entity } from 'playcanvas';

import { Course, type CourseGround } from './mec-foot-placer/course';
import { Measure, type Figures } from './mec-foot-placer/figures';
import type { PlaceName } from './mec-foot-placer/layout';
import { Reach } from './mec-foot-placer/reach';
import { Walker } from './mec-foot-placer/walker';
import type { Character } from '../frame/character';
import { OpenPage, type Action, type Figure, type Page } from '../frame/page';
import type { Stage } from '../frame/stage';
import type { Switch } from '../frame/switches';
import { Target } from '../frame/target';
import { defaultOf, EntityChoice, fromPlain } from '../frame/values';
import type { View } from '../frame/view';

/** Reach of the rays below the soles while their length is set by hand, metres of a person. */
const RAY_BY_HAND = 0.3;

/** Weight per second with which planting comes and goes. */
const PLANT_SPEED = 5;

/** Where the camera is from the character: degrees around from its front and above, and metres of a person that are seen above its feet. */
const AROUND = 62;
/** On a picture this narrow, width over height, it is behind the character, so that what comes is in view. */
const NARROW = 1.1;
const AROUND_NARROW = 140;
const ABOVE = 11;
const SEEN = 2;

/** Where the ball is that the character looks at, metres of a person. */
const BALL = new Vec3(0, 1.9, -2.5);

/** Distance to the one without the script, metres of a person. */
const BESIDE = 0.75;

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

export class OpenMecFootPlacer extends OpenPage {
    readonly course: Course;

    readonly walker: Walker;

    readonly measure: Measure;

    readonly script: MecFootPlacer;

    readonly lookAt: PerfectLookAt;

    states: FootPlacementStates | null = null;

    readonly target: Target;

    override readonly entities: readonly Entity[];

    override readonly switches: readonly Switch[] = this.createSwitches();

    override readonly figures: readonly Figure[] = this.createFigures();

    override readonly actions: readonly Action[] = Object.entries(PLACE_TITLES).map(([name, title]) => ({
        title, hint: 'Brings the character to a little before it', act: () => this.goTo(name as PlaceName)
    }));

    private triangles: CourseGround | null = null;

    private follows = true;

    private plants = true;

    private feetOn = true;

    private castRays = 0;

    /** Ids of the hands that are placed on the wall. */
    private hands: readonly (typeof HANDS[number])[] = [];

    private readonly reach = new Reach();

    /** Takes the counter off the physics engine's world. */
    private readonly stopCounting: () => void;

    constructor(stage: Stage, character: Character) {
        super(stage, character);
        const { model } = character;
        this.course = new Course(stage.app, stage, Course.scaleFor(stage.unit));
        this.walker = new Walker(this.course, stage.app.root);
        this.measure = new Measure(this.course, this.walker, foot => !this.script.enabled || this.script.isDown(foot));
        stage.widenFloor(FLOOR);
        this.stopCounting = this.countRays();
        stage.app.systems.on('animationUpdate', this.reach.update, this.reach);
        this.measure.attach(character, model);
        this.walker.attach(character, model);
        this.target = new Target(stage);
        this.target.moveTo(BALL.clone().mulScalar(this.course.scale));
        this.entities = [this.target.entity];
        this.lookAt = this.add('perfectLookAt', perfectLookAtAttributes, { targetObject: this.target.entity });
        this.script = this.add('mecFootPlacer', mecFootPlacerAttributes, { adjustPelvisVertically: true, dampPelvis: true });
        // there the feet tilt the body before the head looks
        if (this.isFourLegged) character.entity.script!.move('perfectLookAt', 1);
        this.addHands();
        for (const row of this.rows) row.extraRayDistanceCheck = RAY_BY_HAND * this.course.scale;
        this.script.refresh();
        this.setFeetActive();
        this.setPlants();
        this.standBeside(-BESIDE * this.course.scale, this.walker.carrier);
        stage.follow(Vec3.ZERO);
    }

    override view(): View {
        const { stage: { unit }, course: { scale }, walker: { position } } = this;
        const half = SEEN / 2 * Math.sqrt(Math.min(unit, scale) * scale);
        const centre = new Vec3(position.x, position.y + 0.86 * half, position.z);
        return { box: new BoundingBox(centre, new Vec3(0.55 * half, half, 0.55 * half)), around: this.stage.aspect < NARROW ? AROUND_NARROW : AROUND, above: ABOVE };
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

    override update(dt: number) {
        this.castRays = 0;
        if (this.triangles) this.triangles.rays = 0;
        this.walker.update(dt);
        if (this.follows) this.stage.follow(this.walker.way);
        const reaches = this.feetOn && this.walker.place?.name === 'wall';
        for (const hand of this.hands) if (this.script.isActive(hand) !== reaches) this.script.setActive(hand, reaches);
        this.reach.isOn = reaches;
    }

    override finish(dt: number) {
        this.measure.update(dt, this.triangles ? this.triangles.rays : this.castRays);
    }

    override close() {
        const { stage } = this;
        stage.app.systems.off('animationUpdate', this.reach.update, this.reach);
        this.stopCounting();
        this.target.destroy();
        this.walker.destroy();
        this.course.destroy();
        stage.widenFloor(1);
        stage.follow(null);
    }

    private place(name: PlaceName) {
        return this.course.way.places.find(place => place.name === name)!;
    }

    private afterJump() {
        this.measure.clear();
        this.stage.show(this.view(), Vec3.BACK);
    }

    /** Adds the hands of a character on two legs, for the wall. */
    private addHands() {
        const { model } = this.character;
        if (model?.legs !== 2) return;
        const { limbs } = model;
        this.hands = HANDS.filter(hand => limbs[hand] !== null);
        const rows = this.hands.map(hand => createRow({
            footId: hand, boneName: hand, upVector: FROM_WALL.clone(), plantFoot: false, footHeight: WRIST * model.height
        }));
        this.script.feet = [...this.script.feet, ...rows];
        this.reach.attach(this.hands.map(hand => limbs[hand]!), this.walker.carrier);
    }

    /** Counts the rays of the physics engine's world. */
    private countRays(): () => void {
        const { dynamicsWorld } = this.stage.app.systems.rigidbody as unknown as { dynamicsWorld: { rayTest(...all: unknown[]): void } };
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
        return this.script.feet;
    }

    private setRows(change: (row: FootRow) => void) {
        this.rows.forEach(change);
        this.script.refresh();
    }

    private setFeetActive() {
        for (const { footId } of this.rows) if (!this.isHand(footId)) this.script.setActive(footId, this.feetOn);
    }

    private isHand(id: string): boolean {
        return this.hands.some(hand => hand === id);
    }

    private get isFourLegged(): boolean {
        return this.character.model?.legs === 4;
    }

    private setPlants() {
        for (const { footId } of this.rows) {
            if (this.plants) this.script.enablePlant(footId, PLANT_SPEED);
            else this.script.disablePlant(footId, PLANT_SPEED);
        }
    }

    /** The steps of the work flow, then what the page itself does. */
    private createSwitches(): Switch[] {
        const attribute = (name: 'adjustPelvisVertically' | 'dampPelvis' | 'predictSwing', title: string, hint: string): Switch => ({
            name, title, hint,
            get: () => this.script[name],
            set: (on) => {
                this.script[name] = on;
            }
        });
        return [
            {
                name: 'feet', title: 'Feet on ground', hint: 'setActive() of every foot: rays and inverse kinematics',
                get: () => this.feetOn,
                set: (on) => {
                    this.feetOn = on;
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
                name: 'automaticRay', title: 'Automatic rays', hint: 'Extra Ray Auto; else 0.3 m, by hand',
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
                get: () => this.script.levelSole > 0,
                set: (on) => {
                    this.script.levelSole = Number(on);
                }
            },
            {
                name: 'tilt', title: 'Tilt body', hint: 'Tilt Body 1: the body takes over the slope of the ground',
                get: () => (this.script.tiltBody === 0 ? this.isFourLegged : this.script.tiltBody === 1),
                set: (on) => {
                    // 0 is automatic: all on four legs
                    this.script.tiltBody = on ? 1 : this.isFourLegged ? NO_TILT : 0;
                }
            },
            {
                name: 'states', title: 'States', hint: 'footPlacementStates: planted while it walks, the pelvis adjusted while it stands',
                get: () => this.states !== null,
                set: on => this.setStates(on)
            },
            {
                name: 'rays', title: 'Debug rays', hint: 'Draw Debug of every foot: foot red, toe blue, heel green',
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
                    this.script.setGround(this.triangles);
                }
            },
            {
                name: 'lookAt', title: 'Perfect look at', hint: 'perfectLookAt on the same character looks at the ball',
                get: () => this.lookAt.enabled,
                set: (on) => {
                    this.lookAt.enabled = on;
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
                    this.stage.follow(on ? Vec3.ZERO : null);
                }
            }
        ];
    }

    private setStates(on: boolean) {
        if (!on) {
            this.remove('footPlacementStates');
            this.states = null;
            return;
        }
        const rows = [...this.character.clips.keys()].map(state => ({
            state, plant: true, adjustPelvis: !this.walker.isWalking(state), plantBlendSpeed: PLANT_SPEED, extraRayStance: 0, extraRaySwing: 0
        }));
        this.states = this.add<FootPlacementStates>('footPlacementStates', footPlacementStatesAttributes, { states: rows });
    }

    private createFigures(): Figure[] {
        const show = (label: string, name: keyof Figures, factor: number, digits: number, unit: string): Figure => ({
            label,
            read: () => {
                const value = factor * this.measure.figures[name];
                return Number.isFinite(value) ? `${value.toFixed(digits)}${unit}` : '–';
            }
        });
        return [
            show('drift, planted', 'drift', 1000, 1, ' mm'),
            show('sole in ground', 'penetration', 1000, 1, ' mm'),
            show('sole over it', 'gap', 1000, 1, ' mm'),
            show('knee', 'knee', 1, 0, '°/s'),
            show('hips a frame', 'hips', 1000, 1, ' mm'),
            show('rays a frame', 'rays', 1, 0, '')
        ];
    }
}

export const mecFootPlacerPage: Page = {
    name: 'mec-foot-placer',
    title: 'Mec Foot Placer',
    summary: 'Two of the same go the same way. The feet of the one meet the stairs, the slope, the rubble and the ferry; those of the other one float and sink.',
    open: (stage, character) => new OpenMecFootPlacer(stage, character)
};
