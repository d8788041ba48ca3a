import { LabelGroup, SliderInput, type Element } from '@playcanvas/pcui';
import { activeRagdollAttributes, hitReactionsAttributes, type ActiveRagdoll, type HitReactions, type Role } from 'limber';
import { BoundingBox, Vec3, type Entity } from 'playcanvas';

import { Crowd } from './hit-reactions/crowd';
import { Scenery } from './hit-reactions/scenery';
import { Show } from './hit-reactions/show';
import { Arena } from '../frame/arena';
import type { Character } from '../frame/character';
import { Follower } from '../frame/follower';
import { loadGetUps } from '../frame/get-ups';
import { OpenPage, type Action, type Figure, type Page } from '../frame/page';
import type { Stage } from '../frame/stage';
import type { Switch } from '../frame/switches';
import { Thrower } from '../frame/thrower';
import type { View } from '../frame/view';

/** Newton seconds of the buttons on a person, and of the explosion. */
const LIGHT = 20;
const HEAVY = 80;
const BLAST = 420;

/** Metres of a person at which nothing is left of the explosion, and how far below the click it is. */
const BLAST_RADIUS = 3;
const BELOW = 0.25;

/** The cannon: its ball, how far from the chest and above it it stands, and how fast it shoots, metres and metres per second; and a ball that is caught. */
const BALL = { radius: 0.14, mass: 25 };
const CANNON = { away: 3, above: 0.3 };
const BALL_SPEED = 9;
const LIGHT_BALL = { radius: 0.12, mass: 12 };
const LIGHT_BALL_SPEED = 9;

/**
 * Metres from where the character began from which on the cannon shoots it back there, and from where it shoots before, radians from the
 * front: from behind it where something leads down ahead.
 */
const AWAY = 0.4;
const ASIDE = -0.55;
const BEHIND = Math.PI;

/** Distance to the one without the scripts, metres of a person. */
const BESIDE = 1.3;

/** Mass in kilograms that newton seconds are told for. */
const MASS = 70;

/** What the chest of a character is, the best first. */
const CHEST: readonly Role[] = ['spine2', 'spine1', 'spine', 'hips'];

const MILLIMETRES = 1000;

export class OpenHitReactions extends OpenPage {
    readonly arena: Arena;

    readonly ragdoll: ActiveRagdoll;

    readonly script: HitReactions;

    readonly scenery: Scenery;

    readonly crowd: Crowd;

    readonly thrower: Thrower;

    override readonly actions: readonly Action[] = [
        { title: 'Light hit', hint: `${LIGHT} N s on a forearm`, act: () => this.take().hit(this.find(['leftForearm', 'leftHand', ...CHEST]), LIGHT) },
        { title: 'Heavy hit', hint: `${HEAVY} N s on the chest`, act: () => this.take().hit(this.find(CHEST), HEAVY) },
        { title: 'Push', hint: 'At the chest from the front, as strong as the slider says', act: () => this.take().push() },
        { title: 'Cannon', hint: 'A heavy ball at the chest; a click makes an explosion', act: () => this.take().shoot() },
        { title: 'Fall', hint: 'fall(): as if it fainted', act: () => this.take().script.fall() },
        { title: 'Recover', hint: 'recover(1): drawn up into the animation', act: () => this.take().script.recover(1) }
    ];

    override readonly presets: readonly Action[] = [
        { title: 'Floor', hint: 'Nothing but the floor', act: () => this.take().goTo(null), isChosen: () => this.place === null },
        { title: 'Ice ramp', hint: 'A slippery ramp', act: () => this.take().goTo('ramp'), isChosen: () => this.place === 'ramp' },
        { title: 'Stairs', hint: 'Stairs to fall down', act: () => this.take().goTo('stairs'), isChosen: () => this.place === 'stairs' }
    ];

    override readonly switches: readonly Switch[] = [
        {
            name: 'crowd', title: 'Crowd', hint: 'More of the same around it, hit together by an explosion',
            get: () => this.crowd.isThere,
            set: (on) => {
                this.take();
                if (on) this.crowd.gather();
                else this.crowd.clear();
                this.look();
            }
        },
        {
            name: 'draw', title: 'Draw bodies', hint: 'Where the animation has the bodies, and where they are',
            get: () => this.ragdoll.drawDebugRagdoll,
            set: (on) => {
                this.ragdoll.drawDebugRagdoll = on;
            }
        },
        {
            name: 'balance', title: 'Draw balance', hint: 'What the feet stand on, and the extrapolated centre of mass: who is outside has to step',
            get: () => this.script.drawDebugBalance,
            set: (on) => {
                this.script.drawDebugBalance = on;
            }
        }
    ];

    override readonly figures: readonly Figure[] = [
        { label: 'state', read: () => [this.script.state, this.script.state === 'animated' ? 'good' : 'busy'] },
        { label: 'last hit', read: () => (this.impulse > 0 ? `${this.impulse.toFixed(0)} N s` : '–') },
        { label: 'pelvis off', read: () => this.readAway() },
        { label: 'simulation', read: () => (this.ragdoll.control.isOn ? ['on', 'busy'] : 'off') }
    ];

    override readonly controls: readonly Element[];

    /** Newton seconds of *Push* on a person. */
    readonly strength = new SliderInput({ min: 0, max: 150, step: 5, precision: 0, value: 50 });

    readonly show: Show;

    private readonly hips: Entity;

    /** Goes along with who slides away. */
    private follower: Follower;

    private place: 'ramp' | 'stairs' | null = null;

    /** Where the character began. */
    private readonly start = new Vec3();

    /** Newton seconds of the last hit. */
    private impulse = 0;

    constructor(stage: Stage, character: Character) {
        super(stage, character);
        this.arena = new Arena(stage);
        this.scenery = new Scenery(this.arena);
        this.crowd = new Crowd(stage, character);
        this.thrower = new Thrower(stage, this.arena, point => this.take().explode(point));
        this.ragdoll = this.add('activeRagdoll', activeRagdollAttributes, { active: false, rotationWeight: 1, translationWeight: 1 });
        this.script = this.add('hitReactions', hitReactionsAttributes);
        loadGetUps(stage, character, () => this.script.refresh());
        this.hips = this.find(['hips']) ?? character.entity;
        this.follower = new Follower(stage, this.arena.scale, this.hips.getPosition());
        this.show = new Show(this.script, {
            throwLight: () => this.shoot(LIGHT_BALL, LIGHT_BALL_SPEED),
            throwHeavy: () => this.shoot()
        });
        this.standBeside(-BESIDE * this.arena.scale);
        this.controls = [new LabelGroup({ text: 'Push (N s)', field: this.strength })];
        this.script.on('hit', (_: Entity, impulse: number) => { this.impulse = impulse; });
    }

    override view(): View {
        const { center, halfExtents } = this.character.bounds;
        const half = new Vec3(0.9, 1.05, 0.9).mulScalar(halfExtents.y);
        const box = new BoundingBox(center.clone().add(this.start), half);
        this.scenery.widen(box);
        this.crowd.widen(box);
        return { box, around: -50, above: 14, fill: 0.95 };
    }

    override update(dt: number) {
        this.show.update(dt);
    }

    override finish(dt: number) {
        this.follower.update(this.hips.getPosition(), dt);
    }

    override close() {
        this.follower.destroy();
        this.crowd.clear();
        this.thrower.destroy();
        this.scenery.clear();
        this.arena.destroy();
    }

    /** Hits a bone from behind and aside, with the newton seconds of a person. */
    hit(bone: Entity | null, impulse: number) {
        if (!bone) return;
        this.ragdoll.active = false;
        const away = new Vec3(0.35, 0.1, -1).normalize().mulScalar(impulse * this.share);
        this.script.hit(bone, bone.getPosition(), away);
    }

    /** Pushes the chest from the front, with the balance drawn. */
    push() {
        this.script.drawDebugBalance = true;
        const chest = this.find(CHEST);
        this.ragdoll.active = false;
        if (chest) this.script.hit(chest, chest.getPosition(), new Vec3(0, 0, -(this.strength.value as number) * this.share));
    }

    /** Makes an explosion a little below a point. */
    explode(point: Vec3) {
        const { scale } = this.arena;
        const centre = point.clone();
        centre.y -= BELOW * scale;
        for (const script of [this.script, ...this.crowd.scripts]) script.explode(centre, BLAST * this.share, BLAST_RADIUS * scale);
    }

    /** Shoots at the chest: from the front, down what leads down, or who is away from where it began back there. */
    shoot(ball = BALL, speed = BALL_SPEED) {
        const chest = this.find(CHEST);
        if (!chest) return;
        // bodies have to be in the world for balls to meet them; who keeps them there takes no steps
        this.ragdoll.active = true;
        const { scale } = this.arena;
        const to = chest.getPosition();
        const [x, z] = [to.x - this.start.x, to.z - this.start.z];
        const angle = Math.hypot(x, z) > AWAY * scale ? Math.atan2(x, z) : this.place ? BEHIND : ASIDE;
        const from = new Vec3(Math.sin(angle) * CANNON.away, CANNON.above, Math.cos(angle) * CANNON.away).mulScalar(scale).add(to);
        this.arena.throwAt(from, to, speed * scale, ball);
    }

    /** Builds what there is to fall on, and puts the character there. */
    goTo(place: 'ramp' | 'stairs' | null) {
        this.place = place;
        this.arena.clearBalls();
        this.script.enabled = false;
        this.scenery.clear();
        const at = place === 'ramp' ? this.scenery.buildRamp() : place === 'stairs' ? this.scenery.buildStairs() : Vec3.ZERO;
        this.start.copy(at);
        this.ragdoll.teleport(at);
        this.script.enabled = true;
        this.look();
    }

    /** Lets the camera hold all of it. */
    private look() {
        this.follower.destroy();
        this.follower = new Follower(this.stage, this.arena.scale, this.hips.getPosition());
        this.stage.show(this.view(), this.character.model?.forward ?? Vec3.BACK);
    }

    /** Somebody acts: what happens by itself ends. */
    private take(): this {
        this.show.isOn = false;
        return this;
    }

    /** Share of the newton seconds of a person that this character gets for the same effect. */
    private get share(): number {
        return this.ragdoll.totalMass / MASS * this.arena.scale;
    }

    private find(roles: readonly Role[]): Entity | null {
        const { model } = this.character;
        return (roles.map(role => model?.bones.get(role)).find(bone => bone) as Entity | undefined) ?? null;
    }

    private readAway(): string {
        const state = this.ragdoll.getBoneState('hips');
        return state ? `${(MILLIMETRES * state.positionError / this.arena.scale).toFixed(0)} mm` : '–';
    }
}

export const hitReactionsPage: Page = {
    name: 'hit-reactions',
    title: 'Hit Reactions',
    summary: 'Hit, fall, get up. Click to make an explosion.',
    open: (stage, character) => new OpenHitReactions(stage, character)
};
