import { limberScripts, type HitReactions, type PerfectLookAt, type SpringChain } from 'limber';
import { BoundingBox, Vec3, type Entity, type ScriptType } from 'playcanvas';

import { createAbilities, sentencesOf } from './drop-a-character/abilities';
import { AbilityList } from './drop-a-character/ability-list';
import { Balls } from './drop-a-character/balls';
import { GazeTarget } from './drop-a-character/gaze-target';
import { Hill } from './drop-a-character/hill';
import { Living, sizeOf, type AddScript } from './drop-a-character/living';
import { RoleEditor } from './drop-a-character/role-editor';
import { describeBody } from './drop-a-character/words';
import { Arena } from '../frame/arena';
import type { Character } from '../frame/character';
import { Follower } from '../frame/follower';
import { offerOwnMotions } from '../frame/own-motions';
import { OpenPage, type Action, type Beside, type Page } from '../frame/page';
import type { PageScript } from '../frame/page-script';
import { readLists } from '../frame/settings';
import type { Stage } from '../frame/stage';
import { Thrower } from '../frame/thrower';
import type { View } from '../frame/view';

/** Where the character stands on the hill, from its top, in radii: on its right flank and a little before it, so that its feet differ. */
const ASIDE = 0.42;
const AHEAD = 0.2;

/**
 * Balls for a person: one that it can only stumble over, one that knocks it down, on two legs and on more, and one that the user throws. Metres, kilograms,
 * metres per second.
 */
const TAP = { radius: 0.11, mass: 3, speed: 7 };
const KNOCK = { radius: 0.16, mass: 26, speed: 10 };
const KNOCK_LONG = { radius: 0.16, mass: 21, speed: 10 };
const THROWN = { radius: 0.12, mass: 8, speed: 11 };

/** Where the ball comes from, against the chest of a person, in its own frame: left, up, forward. It falls up the hill, not down. */
const CANNON = new Vec3(-1.7, 0.35, 2.2);

/** Seconds until the first ball. */
const FIRST_BALL = 2;

/** Share of the way from the eye to what was clicked at which a ball begins. */
const BEFORE_EYE = 0.1;

/** Half the width of somebody who stands on two legs, in half heights: arms of a reference pose reach further. */
const HALF_WIDTH = 0.62;

/** Room between two characters, metres of a person. */
const GAP = 0.5;

/** Frames between two looks at what is told. */
const TELL_EVERY = 10;

export class OpenDropACharacter extends OpenPage {
    readonly arena: Arena;

    readonly hill: Hill;

    readonly target: GazeTarget;

    readonly balls: Balls;

    /** The character that was dropped last. */
    readonly living: Living;

    /** The character that was dropped before it. */
    readonly older: Living | null;

    override readonly entities: readonly Entity[];

    override readonly controls: readonly (AbilityList | RoleEditor)[];

    readonly lists: readonly AbilityList[];

    readonly roles: RoleEditor;

    override readonly actions: readonly Action[] = [
        { title: 'Throw a ball', hint: 'At its chest; a click throws one at what is under the pointer', act: () => this.shoot() },
        { title: 'Stand up', hint: 'recover(1): drawn up into the animation', act: () => this.standUp(), isEnabled: () => this.all.some(({ hits }) => hits?.state === 'settled') },
        { title: 'Back on the hill', hint: 'Where it stood', act: () => this.startAgain() },
        { title: 'Clear', hint: 'Takes away the character that was dropped before', act: () => this.beside.clear(), isEnabled: () => this.older !== null }
    ];

    private readonly thrower: Thrower;

    /** Metres of the scene for a metre of a person, by the character's larger side. */
    private readonly size: number;

    private readonly follower: Follower;

    private seconds = 0;

    private frames = 0;

    constructor(stage: Stage, character: Character, private readonly beside: Beside) {
        super(stage, character);
        const { app } = stage;
        this.size = sizeOf(character);
        const forward = character.model?.forward ?? Vec3.BACK;
        this.arena = new Arena(stage);
        const left = new Vec3(forward.z, 0, -forward.x);
        const top = left.clone().mulScalar(ASIDE).sub(forward.clone().mulScalar(AHEAD)).mulScalar(Hill.radius * this.size);
        this.hill = new Hill(stage, this.size, top);
        this.living = new Living(app, character, new Vec3(0, this.hill.heightAt(0, 0), 0));
        this.target = new GazeTarget(stage, this.living.findHead(), this.living.forward, this.size);
        this.entities = [this.target.entity];

        offerOwnMotions(app);
        const add: AddScript = (name, table, attributes) => this.add(name, table, attributes);
        this.living.setUp(this.target.entity, add);
        this.collectScripts();
        this.living.tune(add);
        this.older = beside.character && this.placeOlder(beside.character, left);
        if (this.older) this.names.push(this.living.name, this.older.name);
        this.lists = this.all.map(living => this.describe(living));
        this.roles = new RoleEditor({ stage, character, correct: roles => this.beside.correct(roles && { roles }) });
        this.controls = [this.roles, ...this.lists];
        this.balls = new Balls(this.arena);
        this.thrower = new Thrower(stage, this.arena, (point) => {
            const eye = stage.camera.getPosition().clone();
            const aim = this.nearest(point);
            this.balls.throw(eye.lerp(eye, point, BEFORE_EYE), point, aim.canFall ? THROWN : TAP, aim);
        }, (x, y) => {
            if (this.roles.isOn) this.roles.pick(x, y);
            return this.roles.isOn;
        });
        this.follower = new Follower(stage, this.size, this.living.hips.getPosition());
    }

    override view(): View {
        const [box, ...others] = this.all.map(({ character: { model, bounds: { center, halfExtents } }, place }) => {
            const half = halfExtents.clone();
            if (model?.legs === 2) half.x = half.z = HALF_WIDTH * half.y;
            return new BoundingBox(center.clone().add(place), half.mulScalar(1.12));
        });
        for (const other of others) box.add(other);
        return { box, around: -26, above: 10, fill: 0.9 };
    }

    override update(dt: number) {
        this.target.update(dt);
        const before = this.seconds;
        this.seconds += dt;
        if (before < FIRST_BALL && this.seconds >= FIRST_BALL) this.shoot();
        this.balls.update(this.all);
    }

    override finish(dt: number) {
        this.follower.update(this.living.hips.getPosition(), dt);
        this.roles.draw();
        if (++this.frames % TELL_EVERY !== 0) return;
        this.collectScripts();
        for (const list of this.lists) list.refresh();
    }

    override close() {
        this.roles.close();
        this.follower.destroy();
        this.thrower.destroy();
        this.target.destroy();
        this.hill.destroy();
        this.arena.destroy();
        const { older, stage: { app } } = this;
        this.living.close(app);
        if (!older) return;
        older.removeScripts();
        older.close(app);
    }

    /** All who are on the stage. */
    get all(): readonly Living[] {
        return this.older ? [this.living, this.older] : [this.living];
    }

    get lookAt(): PerfectLookAt | null {
        return this.living.lookAt;
    }

    get hits(): HitReactions | null {
        return this.living.hits;
    }

    get springs(): SpringChain | null {
        return this.living.springs;
    }

    /** What the button copies for the Editor: what limberSetup has made. */
    override component(): object {
        return this.living.setup.toJson();
    }

    /** In code the one script does it. */
    override get inCode(): readonly PageScript[] {
        return this.scripts.filter(({ script }) => script === this.living.setup as unknown as ScriptType);
    }

    /** What limberSetup says of the character and its scripts: what is not on stands in the list of abilities. */
    override problems(): string[] {
        return sentencesOf(this.living.setup);
    }

    /** Throws a ball at each chest: one that knocks it down when it can fall. */
    shoot() {
        for (const living of this.all) if (living.hits?.enabled) this.shootAt(living);
    }

    private shootAt(living: Living) {
        const { chest, ragdoll, forward, size, character, canFall } = living;
        if (!chest || !ragdoll) return;
        const to = chest.getPosition();
        const left = new Vec3(forward.z, 0, -forward.x);
        const from = to.clone().add(left.mulScalar(CANNON.x * size)).add(forward.clone().mulScalar(CANNON.z * size));
        from.y += CANNON.y * size;
        const knock = character.model?.legs === 2 ? KNOCK : KNOCK_LONG;
        this.balls.throw(from, to, canFall ? knock : TAP, living);
    }

    private standUp() {
        for (const { hits } of this.all) if (hits?.state === 'settled') hits.recover(1);
    }

    /** Puts all where they stood, without a ball around. */
    private startAgain() {
        this.balls.clear();
        for (const living of this.all) living.startAgain();
    }

    /** Puts the character that was dropped before to the left of the newer one, on the same hill. */
    private placeOlder(character: Character, left: Vec3): Living {
        const halfWidth = ({ model, bounds: { halfExtents: { x, y, z } } }: Character) => (model?.legs === 2 ? HALF_WIDTH * y : Math.max(x, z));
        const place = left.clone().mulScalar(halfWidth(this.character) + GAP * this.size + halfWidth(character));
        place.y = this.hill.heightAt(place.x, place.z);
        const older = new Living(this.stage.app, character, place);
        const add: AddScript = (name, _, attributes) => character.entity.script!.create(name, { attributes }) as unknown as ScriptType;
        older.setUp(this.target.entity, add);
        older.tune(add);
        return older;
    }

    /** What is told of a character. What is not sure of the newer one is told on the stage. */
    private describe(living: Living): AbilityList {
        const { character, setup } = living;
        const found = () => (this.older ? `${character.name}: ` : '') + describeBody(character.model, character.clips.size);
        const doubt = () => [...character.problems, ...sentencesOf(setup)];
        return new AbilityList(found, createAbilities(living), living === this.older ? doubt : undefined);
    }

    /** Who is nearest to a place. */
    private nearest(point: Vec3): Living {
        const distance = ({ hips }: Living) => hips.getPosition().distance(point);
        return this.all.reduce((a, b) => (distance(b) < distance(a) ? b : a));
    }

    /** Takes the scripts that were added since into the list of the page. */
    private collectScripts() {
        for (const { name, attributes } of limberScripts) {
            const script = this.living.get<ScriptType>(name);
            if (script && !this.scripts.some(one => one.name === name)) this.scripts.push({ name, table: attributes, script, lists: readLists(script, attributes) });
        }
    }
}

export const dropACharacterPage: Page = {
    name: 'drop-a-character',
    title: 'Drop a character',
    summary: 'Drop your own .glb anywhere on the page. Without clips it gets those of the pack. A second one stands beside it. It looks at the pointer, stands on the hill, breathes, is knocked down and gets up.',
    takesTwo: true,
    open: (stage, character, beside) => new OpenDropACharacter(stage, character, beside)
};
