import {
    hitReactionsAttributes, limberScripts, limberSetupAttributes, springChainAttributes, type ActiveRagdoll, type AnimationMirror, type AnimationRetarget,
    type HitReactions, type IdleRandomizer, type LimberSetup, type MecFootPlacer, type PerfectLookAt, type Role, type SpringChain
} from 'limber';
import { BoundingBox, Entity, Quat, Vec3, type ScriptType } from 'playcanvas';

import { createAbilities, sentencesOf } from './drop-a-character/abilities';
import { AbilityList } from './drop-a-character/ability-list';
import { Balls } from './drop-a-character/balls';
import { GazeTarget, type Head } from './drop-a-character/gaze-target';
import { Hill } from './drop-a-character/hill';
import { describeBody } from './drop-a-character/words';
import { Arena } from '../frame/arena';
import type { Character } from '../frame/character';
import { Follower } from '../frame/follower';
import { foreignGetUps, hasWaysUp } from '../frame/get-ups';
import { offerOwnMotions } from '../frame/own-motions';
import { OpenPage, type Action, type Page } from '../frame/page';
import type { PageScript } from '../frame/page-script';
import { readLists } from '../frame/settings';
import type { Stage } from '../frame/stage';
import { Thrower } from '../frame/thrower';
import type { View } from '../frame/view';

/** Height of a person in metres. */
const PERSON = 1.75;

/** Where the character stands on the hill, from its top, in radii: on its right flank and a little before it, so that its feet differ. */
const ASIDE = 0.42;
const AHEAD = 0.2;

/**
 * Balls for a person: one that it can only stumble over, one that knocks it down, on two legs and on more, and one that the user throws. Metres, kilograms,
 * metres per second.
 */
const TAP = { radius: 0.11, mass: 3, speed: 7 };
const KNOCK = { radius: 0.16, mass: 16, speed: 8 };
const KNOCK_LONG = { radius: 0.16, mass: 21, speed: 10 };
const THROWN = { radius: 0.12, mass: 8, speed: 11 };

/** Where the ball comes from, against the chest of a person, in its own frame: left, up, forward. It falls up the hill, not down. */
const CANNON = new Vec3(-1.7, 0.35, 2.2);

/** Seconds until the first ball. */
const FIRST_BALL = 2;

/** Share of the way from the eye to what was clicked at which a ball begins. */
const BEFORE_EYE = 0.1;

/** A breeze that shows what swings, metres per second squared, and how it wavers. */
const BREEZE = new Vec3(7, 0.5, 2);
const WAVERING = 0.8;

/** Frames between two looks at what is told. */
const TELL_EVERY = 10;

/** Metres that hips can be off the animation of a character that cannot get up: as good as any. */
const NEVER_DOWN = 1000;

/** What clips are called in which a character stands. */
const STANDING = /idle|stand/i;

/** States of a character that came without clips, on two legs and on four. */
const STATES = { 2: ['idle', 'walk', 'run'], 4: ['idle', 'walk', 'trot', 'gallop'] };

const CHEST: readonly Role[] = ['spine2', 'spine1', 'spine', 'hips'];

export class OpenDropACharacter extends OpenPage {
    readonly arena: Arena;

    readonly hill: Hill;

    readonly target: GazeTarget;

    readonly setup: LimberSetup;

    readonly balls: Balls;

    override readonly entities: readonly Entity[];

    override readonly controls: readonly [AbilityList];

    override readonly actions: readonly Action[] = [
        { title: 'Throw a ball', hint: 'At its chest; a click throws one at what is under the pointer', act: () => this.shoot() },
        { title: 'Stand up', hint: 'recover(1): drawn up into the animation', act: () => this.hits?.recover(1), isEnabled: () => this.hits?.state === 'settled' },
        { title: 'Back on the hill', hint: 'Where it stood', act: () => this.startAgain() }
    ];

    private readonly thrower: Thrower;

    /** Moves the character: clips of some move its own entity. */
    private readonly carrier = new Entity('carrier');

    /** Metres of the scene for a metre of a person, by the character's larger side. */
    private readonly size: number;

    private readonly forward: Vec3;

    private readonly hips: Entity;

    /** Where it stands, and how it is turned. */
    private readonly home: { readonly place: Vec3, readonly turn: Quat };

    private readonly follower: Follower;

    private seconds = 0;

    private frames = 0;

    constructor(stage: Stage, character: Character) {
        super(stage, character);
        const { model, bounds: { halfExtents } } = character;
        // the arms of a reference pose reach far aside
        const length = model?.legs === 2 ? 0 : 2 * Math.max(halfExtents.x, halfExtents.z);
        this.size = Math.max(2 * halfExtents.y, length) / PERSON;
        this.forward = (model?.forward.clone() ?? Vec3.BACK.clone());
        this.arena = new Arena(stage);
        const left = new Vec3(this.forward.z, 0, -this.forward.x);
        const top = left.mulScalar(ASIDE).sub(this.forward.clone().mulScalar(AHEAD)).mulScalar(Hill.radius * this.size);
        this.hill = new Hill(stage, this.size, top);
        stage.app.root.addChild(this.carrier);
        this.home = { place: new Vec3(0, this.hill.heightAt(0, 0), 0), turn: character.entity.getRotation().clone() };
        this.carrier.setPosition(this.home.place);
        character.entity.reparent(this.carrier);
        this.target = new GazeTarget(stage, this.findHead(), this.forward, this.size);
        this.entities = [this.target.entity];

        offerOwnMotions(stage.app);
        if (character.clips.size === 0 && (model?.legs === 2 || model?.legs === 4)) character.prepareStates(STATES[model.legs]);
        this.setup = this.add('limberSetup', limberSetupAttributes, {
            animate: true, lookAt: true, targetObject: this.target.entity, feet: true, hitReactions: true, idle: true, springs: true
        });
        this.tune();
        this.canFall = this.hasWaysUp;
        if (this.retarget?.ready) this.takeClips();
        else this.retarget?.once('ready', this.takeClips, this);
        this.controls = [new AbilityList(() => describeBody(model, character.clips.size), createAbilities(this))];
        this.balls = new Balls(this.arena, this.size, () => this.ragdoll!.totalMass);
        this.thrower = new Thrower(stage, this.arena, (point) => {
            const eye = stage.camera.getPosition().clone();
            this.balls.throw(eye.lerp(eye, point, BEFORE_EYE), point, this.canFall ? THROWN : TAP);
        });
        this.hips = this.find(['hips']) ?? character.entity;
        this.follower = new Follower(stage, this.size, this.hips.getPosition());
    }

    override view(): View {
        const { model, bounds } = this.character;
        const { center, halfExtents } = bounds;
        const half = halfExtents.clone();
        if (model?.legs === 2) half.x = half.z = 0.62 * half.y;
        const box = new BoundingBox(center.clone(), half.mulScalar(1.12));
        box.center.y += this.hill.heightAt(0, 0);
        return { box, around: -26, above: 10, fill: 0.9 };
    }

    override update(dt: number) {
        this.target.update(dt);
        const before = this.seconds;
        this.seconds += dt;
        if (before < FIRST_BALL && this.seconds >= FIRST_BALL && this.hits?.enabled) this.shoot();
        this.balls.update(this.hits, this.ragdoll);
    }

    override finish(dt: number) {
        this.follower.update(this.hips.getPosition(), dt);
        if (++this.frames % TELL_EVERY !== 0) return;
        this.collectScripts();
        this.controls[0].refresh();
    }

    override close() {
        this.follower.destroy();
        this.thrower.destroy();
        this.target.destroy();
        this.hill.destroy();
        this.arena.destroy();
        this.character.entity.reparent(this.stage.app.root);
        this.carrier.destroy();
    }

    /** Whether a heavy ball makes it fall; else it only stumbles. */
    set canFall(on: boolean) {
        const { hits } = this;
        if (!hits) return;
        hits.balance = on;
        hits.knockOutDistance = on ? hitReactionsAttributes.knockOutDistance.default : NEVER_DOWN;
    }

    get canFall(): boolean {
        return this.hits?.balance === true;
    }

    get retarget(): AnimationRetarget | null {
        return this.get('animationRetarget');
    }

    get lookAt(): PerfectLookAt | null {
        return this.get('perfectLookAt');
    }

    get feet(): MecFootPlacer | null {
        return this.get('mecFootPlacer');
    }

    get idle(): IdleRandomizer | null {
        return this.get('idleRandomizer');
    }

    get ragdoll(): ActiveRagdoll | null {
        return this.get('activeRagdoll');
    }

    get hits(): HitReactions | null {
        return this.get('hitReactions');
    }

    get springs(): SpringChain | null {
        return this.get('springChain');
    }

    get mirror(): AnimationMirror | null {
        return this.get('animationMirror');
    }

    /** What the button copies for the Editor: what limberSetup has made. */
    override component(): object {
        return this.setup.toJson();
    }

    /** In code the one script does it. */
    override get inCode(): readonly PageScript[] {
        return this.scripts.filter(({ script }) => script === this.setup as unknown as ScriptType);
    }

    /** What limberSetup says of the character and its scripts: what is not on stands in the list of abilities. */
    override problems(): string[] {
        return sentencesOf(this.setup);
    }

    /** Whether it has a clip to get up with. */
    get hasWaysUp(): boolean {
        return hasWaysUp(this.character);
    }

    /** Throws a ball at its chest: one that knocks it down when it can fall. */
    shoot() {
        const chest = this.find(CHEST);
        if (!chest || !this.ragdoll) return;
        const to = chest.getPosition();
        const left = new Vec3(this.forward.z, 0, -this.forward.x);
        const from = to.clone().add(left.mulScalar(CANNON.x * this.size)).add(this.forward.clone().mulScalar(CANNON.z * this.size));
        from.y += CANNON.y * this.size;
        const knock = this.character.model?.legs === 2 ? KNOCK : KNOCK_LONG;
        this.balls.throw(from, to, this.canFall ? knock : TAP);
    }

    /** Puts the character where it stood, without a ball around. */
    private startAgain() {
        this.balls.clear();
        const { hits, ragdoll } = this;
        if (!hits || !ragdoll) return;
        hits.enabled = false;
        // who has fallen has taken the carrier along where a clip moves the entity, else the entity
        this.carrier.setPosition(this.home.place);
        this.carrier.setRotation(Quat.IDENTITY);
        ragdoll.teleport(this.home.place, this.home.turn);
        hits.enabled = true;
    }

    /** What is set beyond what is ticked. */
    private tune() {
        const { ragdoll, hits, springs, character } = this;
        this.collectScripts();
        this.standInClip();
        // bodies come with the first hit
        if (ragdoll) ragdoll.active = false;
        if (hits) hits.getUpClips = foreignGetUps(character);
        const swinging = { wind: BREEZE.clone(), windTurbulence: WAVERING, ...character.springs };
        if (springs) {
            Object.assign(springs, swinging);
        } else if (swinging.chains?.length) {
            // only the file knows what swings
            this.add('springChain', springChainAttributes, swinging);
            this.setup.refresh();
        }
    }

    /** Of several clips in which it could stand, it is the one that plays. */
    private standInClip() {
        const { idle, character } = this;
        if (idle && STANDING.test(character.clip)) idle.idleState = character.clip;
    }

    /** Takes the clips that were made for it, and stands in one of these where it has none of its own to stand in. */
    private takeClips() {
        const { character } = this;
        const hasOwn = [...character.clips.keys()].some(clip => STANDING.test(clip));
        character.takeTracks(this.retarget!.tracks);
        const given = [...this.retarget!.tracks.keys()].find(clip => STANDING.test(clip));
        if (!hasOwn && given && character.playsFirst) character.play(given);
        this.standInClip();
        this.canFall = this.hasWaysUp;
    }

    /** Takes the scripts that were added since into the list of the page. */
    private collectScripts() {
        for (const { name, attributes } of limberScripts) {
            const script = this.get<ScriptType>(name);
            if (script && !this.scripts.some(one => one.name === name)) this.scripts.push({ name, table: attributes, script, lists: readLists(script, attributes) });
        }
    }

    private get<S>(name: string): S | null {
        return this.character.entity.script!.get(name) as unknown as S | null;
    }

    /** The middle of the head, where it is now, and how far it reaches. */
    private findHead(): Head {
        const { model, bounds, entity } = this.character;
        const bone = this.find(['head', 'neck', ...CHEST]) ?? entity;
        // on two legs the head is on top, on four it is in front
        const { center, halfExtents } = bounds;
        const { x, y, z } = this.forward;
        const top = center.y + halfExtents.y + this.carrier.getPosition().y - bone.getPosition().y;
        const front = center.clone().sub(bone.getPosition()).dot(this.forward) + Math.abs(x) * halfExtents.x + Math.abs(y) * halfExtents.y + Math.abs(z) * halfExtents.z;
        const over = model?.legs === 2 ? Math.max(0, top) : 0;
        const radius = model?.legs === 2 ? over / 2 : Math.max(0, front);
        const middle = bone.getWorldTransform().clone().invert().transformVector(new Vec3(0, over / 2, 0));
        const place = new Vec3();
        return { radius, where: () => bone.getWorldTransform().transformVector(middle, place).add(bone.getPosition()) };
    }

    private find(roles: readonly Role[]): Entity | null {
        const { model } = this.character;
        return (roles.map(role => model?.bones.get(role)).find(bone => bone) as Entity | undefined) ?? null;
    }
}

export const dropACharacterPage: Page = {
    name: 'drop-a-character',
    title: 'Drop a character',
    summary: 'Drop your own .glb anywhere on the page. Without clips it gets those of the pack. It looks at the pointer, stands on the hill, breathes, is knocked down and gets up.',
    open: (stage, character) => new OpenDropACharacter(stage, character)
};
