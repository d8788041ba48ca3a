import { activeRagdollAttributes, type ActiveRagdoll, type Role } from 'limber';
import { BoundingBox, Vec3, type Entity } from 'playcanvas';

import { Pile } from './active-ragdoll/pile';
import { Tracking, type TrackingError } from './active-ragdoll/tracking';
import { Walk } from './active-ragdoll/walk';
import { Arena } from '../frame/arena';
import type { Character } from '../frame/character';
import { OpenPage, type Action, type Figure, type Page } from '../frame/page';
import type { Stage } from '../frame/stage';
import type { Switch } from '../frame/switches';
import { Thrower } from '../frame/thrower';
import { Twin } from '../frame/twin';
import type { View } from '../frame/view';

/** Seconds for which the simulation is off when the character gets up: it comes back to the animation, and a little more. */
const GET_UP_SECONDS = 0.4;

/** Rotation and translation weight with which the page opens: a push is seen, and the character comes back. */
const FIRST_PRESET = [0.1, 0.1] as const;

/** The five pictures of the original, and that one. */
export const PRESETS: readonly (readonly [rotation: number, translation: number])[] = [[1, 0], [0.5, 0], [0.1, 0], [1, 1], [0.3, 0.3], FIRST_PRESET];

/** Distance to the one without the script, metres of a person. */
const BESIDE = 1.1;

/** Height over that of a person for which the page is made at least, so that the crate is seen beside a small character. */
const SMALLEST = 0.65;

/** Edge of the crate in metres, its kilograms, and how far it stands in front of the character. */
const CRATE_EDGE = 0.5;
const CRATE_MASS = 20;
const CRATE_AWAY = 0.5;

/** The ball that comes by itself: seconds until it is thrown, from where to the chest, and how fast in metres per second. */
const FIRST_BALL_SECONDS = 0.5;
const BALL_FROM = new Vec3(2.1, 0.3, 1.4);
const BALL_SPEED = 8;

/** What the chest of a character is, the best first. */
const CHEST: readonly Role[] = ['spine2', 'spine1', 'spine'];

/** The rain of balls on both until somebody acts: seconds between two of them, how many, and where they come from, to the chest, and how fast. */
const RAIN_SECONDS = 0.35;
const RAIN_BALLS = 10;
const RAIN_FROM = new Vec3(0.5, 1.6, 1.6);
const RAIN_SPEED = 7;

/** Radius in metres and kilograms of a ball that is seen to push a person. */
const HEAVY_BALL = { radius: 0.14, mass: 20 };
const RAIN_BALL = { radius: 0.1, mass: 6 };

const MILLIMETRES = 1000;

export class OpenActiveRagdoll extends OpenPage {
    readonly arena: Arena;

    readonly crate: Entity;

    readonly script: ActiveRagdoll;

    readonly twin: Twin;

    readonly tracking: Tracking;

    readonly pile: Pile;

    readonly thrower: Thrower;

    walk: Walk | null = null;

    override readonly presets: readonly Action[] = PRESETS.map(([rotation, translation]) => ({
        title: `${100 * rotation} / ${100 * translation}`,
        hint: `Rotation Weight ${100 * rotation} %, Position Weight ${100 * translation} %`,
        act: () => this.take().choose(rotation, translation),
        isChosen: () => this.script.active && this.script.rotationWeight === rotation && this.script.translationWeight === translation
    }));

    override readonly actions: readonly Action[] = [
        { title: 'Throw', hint: 'A heavy ball; a click throws a light one to where the pointer is', act: () => this.take().throwHeavyBall() },
        { title: 'Get up', hint: 'active off and on: back to the animation', act: () => this.take().getUp() },
        { title: 'Walk into the crate', hint: 'Needs a translation weight: without one 100 / 100 is chosen', act: () => this.take().startWalk() },
        { title: 'Clear', hint: 'Takes the balls away and puts the crate back', act: () => this.clear() }
    ];

    override readonly switches: readonly Switch[] = this.createSwitches();

    override readonly figures: readonly Figure[] = this.createFigures();

    /** The size in which the page shows the character: its height over that of a person, in the scene. */
    private readonly size: number;

    /** Seconds until the simulation is switched on again; 0: it stays as it is. */
    private wait = 0;

    /** Seconds until the first ball is thrown; 0: it was. */
    private untilBall = FIRST_BALL_SECONDS;

    /** Seconds until the next ball of the rain, and how many have fallen. */
    private untilDrop = RAIN_SECONDS;

    private fallen = 0;

    constructor(stage: Stage, character: Character) {
        super(stage, character);
        const arena = new Arena(stage);
        this.arena = arena;
        this.size = Math.max(stage.unit, SMALLEST * arena.scale);
        const edge = CRATE_EDGE * arena.scale;
        this.crate = arena.addBox('crate', new Vec3(edge, edge, edge), { type: 'dynamic', mass: CRATE_MASS });
        this.resetCrate();
        this.thrower = new Thrower(stage, arena);
        this.twin = new Twin(character, stage.app.root as Entity);
        this.twin.isShown = false;
        this.tracking = new Tracking(character, this.twin);
        this.pile = new Pile(stage, character);
        const [rotationWeight, translationWeight] = FIRST_PRESET;
        this.script = this.add('activeRagdoll', activeRagdollAttributes, { active: true, rotationWeight, translationWeight });
        this.standBeside(-BESIDE * this.size);
        this.script.on('activate', () => this.tracking.findBones(this.script));
    }

    override view(): View {
        const { center, halfExtents } = this.character.bounds;
        const half = new Vec3(0.25, 1, 0.35).mulScalar(Math.max(halfExtents.y, 0.5 * this.size));
        return { box: this.withBoth(new BoundingBox(center, half)), around: -34, above: 14, fill: 0.9 };
    }

    override update(dt: number) {
        if (this.wait > 0) {
            this.wait = Math.max(0, this.wait - dt);
            if (this.wait === 0) this.script.active = true;
        }
        if (this.untilBall > 0) {
            this.untilBall = Math.max(0, this.untilBall - dt);
            if (this.untilBall === 0) this.throwHeavyBall();
        } else {
            this.rain(dt);
        }
        this.walk?.update(dt);
        this.twin.update();
    }

    override close() {
        this.walk?.end();
        this.pile.clear();
        this.twin.destroy();
        this.thrower.destroy();
        this.arena.destroy();
    }

    /** Sets both weights, and switches the simulation on. */
    choose(rotation: number, translation: number) {
        Object.assign(this.script, { active: true, rotationWeight: rotation, translationWeight: translation });
    }

    /** Throws a ball at the chest that is heavy enough to be seen. */
    throwHeavyBall() {
        const to = this.chest;
        const from = BALL_FROM.clone().mulScalar(this.size).add(to);
        this.arena.throwAt(from, to, BALL_SPEED * this.size, HEAVY_BALL);
    }

    /** Lets balls fall on one and the other, in turn. */
    private rain(dt: number) {
        if (this.fallen >= RAIN_BALLS) return;
        this.untilDrop -= dt;
        if (this.untilDrop > 0) return;
        this.untilDrop = RAIN_SECONDS;
        const to = this.chest;
        if (this.fallen++ % 2 === 1 && this.without) to.add(this.without.beside);
        this.arena.throwAt(RAIN_FROM.clone().mulScalar(this.size).add(to), to, RAIN_SPEED * this.size, RAIN_BALL);
    }

    /** Brings the character back to its animation, and the simulation on again. */
    getUp() {
        this.script.active = false;
        this.wait = GET_UP_SECONDS;
    }

    startWalk() {
        this.walk?.end();
        this.resetCrate();
        if (this.script.translationWeight === 0) this.choose(1, 1);
        this.walk = new Walk(this.character, this.script, this.size);
    }

    /** Takes the balls away and puts the crate back. */
    clear() {
        this.take();
        this.arena.clearBalls();
        this.resetCrate();
    }

    /** Where the chest is. */
    private get chest(): Vec3 {
        const { model, bounds, entity } = this.character;
        const chest = CHEST.map(role => model?.bones.get(role)).find(bone => bone);
        return chest?.getPosition().clone() ?? bounds.center.clone().add(entity.getPosition());
    }

    /** Somebody acts: no more balls come by themselves. */
    private take(): this {
        this.fallen = RAIN_BALLS;
        return this;
    }

    private resetCrate() {
        const { center, halfExtents } = this.character.bounds;
        const half = CRATE_EDGE / 2 * this.arena.scale;
        const front = center.z + halfExtents.z + CRATE_AWAY * this.arena.scale;
        this.arena.place(this.crate, new Vec3(0, half, front + half));
    }

    private createSwitches(): Switch[] {
        return [
            {
                name: 'active', title: 'Active', hint: 'The simulation: off leaves no body in the world',
                get: () => this.script.active,
                set: (on) => {
                    this.wait = 0;
                    this.script.active = on;
                }
            },
            {
                name: 'twin', title: 'Show animation', hint: 'A twin without the script, which the figures are measured against',
                get: () => this.twin.isShown,
                set: (on) => {
                    this.twin.isShown = on;
                }
            },
            {
                name: 'draw', title: 'Draw bodies', hint: 'Draw Debug: white where the animation has them, green where they are',
                get: () => this.script.drawDebugRagdoll,
                set: (on) => {
                    this.script.drawDebugRagdoll = on;
                }
            },
            {
                name: 'pile', title: 'Pile', hint: 'More of the same character, limp, fall onto each other',
                get: () => this.pile.isThere,
                set: (on) => {
                    if (on) this.pile.drop();
                    else this.pile.clear();
                }
            }
        ];
    }

    private createFigures(): Figure[] {
        const show = (label: string, write: (error: TrackingError) => string): Figure => ({
            label,
            read: () => {
                const error = this.tracking.measure();
                return error ? write(error) : '–';
            }
        });
        const degrees = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)}°`;
        const millimetres = (value: number) => `${(MILLIMETRES * value / this.arena.scale).toFixed(1)} mm`;
        return [
            show('off, local', ({ turn }) => degrees(turn)),
            show('worst bone', ({ worstTurn }) => degrees(worstTurn)),
            { label: 'bodies', read: () => String(this.tracking.bones) },
            show('off, in place', ({ distance }) => millimetres(distance)),
            show('worst bone', ({ worstDistance }) => millimetres(worstDistance)),
            { label: 'simulation', read: () => (this.script.active ? ['on', 'good'] : 'off') }
        ];
    }
}

export const activeRagdollPage: Page = {
    name: 'active-ragdoll',
    title: 'Active Ragdoll',
    summary: 'Balls go through the one and push the other: its bodies follow the animation while the world pushes them. Click to throw a ball.',
    open: (stage, character) => new OpenActiveRagdoll(stage, character)
};
