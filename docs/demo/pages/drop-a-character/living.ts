import {
    hitReactionsAttributes, limberScripts, limberSetupAttributes, springChainAttributes, type ActiveRagdoll, type AnimationMirror, type AnimationRetarget,
    type AttributeTable, type HitReactions, type IdleRandomizer, type LimberSetup, type MecFootPlacer, type PerfectLookAt, type Role, type SpringChain
} from 'limber';
import { Entity, Quat, Vec3, type AppBase, type ScriptType } from 'playcanvas';

import type { SetUp } from './abilities';
import type { Head } from './gaze-target';
import type { Character } from '../../frame/character';
import { foreignGetUps, hasWaysUp } from '../../frame/get-ups';
import type { Name } from '../../frame/names';

// A character that all scripts of the pack are tried on, and the place where it stands.

/** Height of a person in metres. */
const PERSON = 1.75;

/** Distance of a name from the bone of the head at least, and from the top of the head, metres of a person. */
const LEAST_OVER_HEAD = 0.12;
const OVER_TOP = 0.05;

/** A breeze that shows what swings, metres per second squared, and how it wavers. */
const BREEZE = new Vec3(7, 0.5, 2);
const WAVERING = 0.8;

/** Metres that hips can be off the animation of a character that cannot get up: as good as any. */
const NEVER_DOWN = 1000;

/** What clips are called in which a character stands. */
const STANDING = /idle|stand/i;

/** States of a character that came without clips, on two legs and on four. */
const STATES = { 2: ['idle', 'walk', 'run'], 4: ['idle', 'walk', 'trot', 'gallop'] };

const CHEST: readonly Role[] = ['spine2', 'spine1', 'spine', 'hips'];

/** Puts a script on the character. */
export type AddScript = (name: string, table: AttributeTable, attributes: object) => ScriptType;

/** Metres of the scene for a metre of a person, by the character's larger side. */
export function sizeOf({ model, bounds: { halfExtents } }: Character): number {
    // the arms of a reference pose reach far aside
    const length = model?.legs === 2 ? 0 : 2 * Math.max(halfExtents.x, halfExtents.z);
    return Math.max(2 * halfExtents.y, length) / PERSON;
}

export class Living implements SetUp {
    setup!: LimberSetup;

    readonly size: number;

    readonly forward: Vec3;

    readonly hips: Entity;

    /** Moves the character: clips of some move its own entity. */
    private readonly carrier = new Entity('carrier');

    /** How it is turned where it stands. */
    private readonly turn: Quat;

    /**
     * @param place - Where it stands.
     */
    constructor(app: AppBase, readonly character: Character, readonly place: Vec3) {
        const { model, entity } = character;
        this.size = sizeOf(character);
        this.forward = model?.forward.clone() ?? Vec3.BACK.clone();
        app.root.addChild(this.carrier);
        this.turn = entity.getRotation().clone();
        this.carrier.setPosition(place);
        entity.reparent(this.carrier);
        this.hips = this.find(['hips']) ?? entity;
    }

    /**
     * Puts all scripts on it.
     *
     * @param target - What it looks at.
     */
    setUp(target: Entity, add: AddScript) {
        const { character } = this;
        const { model } = character;
        if (character.clips.size === 0 && (model?.legs === 2 || model?.legs === 4)) character.prepareStates(STATES[model.legs]);
        this.setup = add('limberSetup', limberSetupAttributes, {
            animate: true, lookAt: true, targetObject: target, feet: true, hitReactions: true, idle: true, springs: true
        }) as unknown as LimberSetup;
    }

    /** Sets what goes beyond what is ticked. */
    tune(add: AddScript) {
        const { ragdoll, hits, springs, character } = this;
        this.standInClip();
        // bodies come with the first hit
        if (ragdoll) ragdoll.active = false;
        if (hits) hits.getUpClips = foreignGetUps(character);
        const swinging = { wind: BREEZE.clone(), windTurbulence: WAVERING, ...character.springs };
        if (springs) {
            Object.assign(springs, swinging);
        } else if (swinging.chains?.length) {
            // only the file knows what swings
            add('springChain', springChainAttributes, swinging);
            this.setup.refresh();
        }
        this.canFall = this.hasWaysUp;
        if (this.retarget?.ready) this.takeClips();
        else this.retarget?.once('ready', this.takeClips, this);
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

    /** Whether it has a clip to get up with. */
    get hasWaysUp(): boolean {
        return hasWaysUp(this.character);
    }

    /** The bone of the chest; null: there is none. */
    get chest(): Entity | null {
        return this.find(CHEST);
    }

    get<S>(name: string): S | null {
        return this.character.entity.script!.get(name) as unknown as S | null;
    }

    /** Puts it back where it stood. */
    startAgain() {
        const { hits, ragdoll } = this;
        if (!hits || !ragdoll) return;
        hits.enabled = false;
        // who has fallen has taken the carrier along where a clip moves the entity, else the entity
        this.carrier.setPosition(this.place);
        this.carrier.setRotation(Quat.IDENTITY);
        ragdoll.teleport(this.place, this.turn);
        hits.enabled = true;
    }

    /** The middle of the head, where it is now, and how far it reaches. */
    findHead(): Head {
        const { model, bounds, entity } = this.character;
        const bone = this.find(['head', 'neck', ...CHEST]) ?? entity;
        // on two legs the head is on top, on four it is in front
        const { center, halfExtents } = bounds;
        const { x, y, z } = this.forward;
        const top = center.y + halfExtents.y + this.place.y - bone.getPosition().y;
        const front = center.clone().add(this.place).sub(bone.getPosition()).dot(this.forward) + Math.abs(x) * halfExtents.x + Math.abs(y) * halfExtents.y + Math.abs(z) * halfExtents.z;
        const over = model?.legs === 2 ? Math.max(0, top) : 0;
        const radius = model?.legs === 2 ? over / 2 : Math.max(0, front);
        const middle = bone.getWorldTransform().clone().invert().transformVector(new Vec3(0, over / 2, 0));
        const place = new Vec3();
        return { radius, where: () => bone.getWorldTransform().transformVector(middle, place).add(bone.getPosition()) };
    }

    /** Its name, over its head. */
    get name(): Name {
        const { character: { name: text, entity, bounds: { center, halfExtents } }, size } = this;
        const over = this.find(['head', 'neck', ...CHEST]) ?? entity;
        const top = center.y + halfExtents.y + this.place.y - over.getPosition().y;
        return { text, over, above: Math.max(LEAST_OVER_HEAD * size, top) + OVER_TOP * size };
    }

    /** Takes all scripts off it. */
    removeScripts() {
        const { script } = this.character.entity;
        const added = limberScripts.map(({ name }) => name).filter(name => name !== 'limberSetup' && script!.has(name));
        for (const name of [...added.reverse(), 'limberSetup']) script!.destroy(name);
    }

    /** Leaves its place. */
    close(app: AppBase) {
        this.character.entity.reparent(app.root);
        this.carrier.destroy();
    }

    /** Of several clips in which it could stand, it is the one that plays. */
    private standInClip() {
        const { idle, character } = this;
        if (idle && STANDING.test(character.clip)) idle.idleState = character.clip;
    }

    /** Takes the clips that were made for it, and stands where the clip that it opened with is of something else. */
    private takeClips() {
        const { character, retarget } = this;
        // events come at the end of the frame, when the page may be closed
        if (!retarget) return;
        character.takeTracks(retarget.tracks);
        // when the page is opened again, the clips that were made for it are there already
        const standing = [...character.clips.keys()].find(clip => STANDING.test(clip));
        if (standing && character.playsFirst && !STANDING.test(character.clip)) character.play(standing);
        this.standInClip();
        this.canFall = this.hasWaysUp;
    }

    private find(roles: readonly Role[]): Entity | null {
        const { model } = this.character;
        return (roles.map(role => model?.bones.get(role)).find(bone => bone) as Entity | undefined) ?? null;
    }
}
