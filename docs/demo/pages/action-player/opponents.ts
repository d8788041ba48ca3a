import type { AnimationPace, HitReactions } from 'limber';
import { Color, Vec3, type Entity, type RenderComponent, type StandardMaterial } from 'playcanvas';

import type { Course } from './course';
import { assignClips, type Parts } from './parts';
import type { Character } from '../../frame/character';

// Those who stand in the way: the same character, slower. Each hits who comes near, and falls when it is hit.

/** Where they stand, metres of a person. */
const PLACES = [-3, 1.4, 5.8];

/** How near somebody comes for them to strike, how far a blow reaches, and how far up and down, metres of a person. */
const NEAR = 1.1;
const REACH = 1.2;
const HIGH = 0.9;

/** Seconds between two blows. */
const REST = 1.6;

/** Shares of a clip between which its blow strikes. */
export const STRIKE = [0.32, 0.48] as const;

/** Newton seconds of a blow on a person, and where it pushes besides onwards. */
const BLOW = 95;
const UP = 0.25;

/** Seconds in which who has no clip for it gets up. */
export const RISE = 0.8;

const TINT = new Color(1.5, 0.62, 0.5);

const forward = new Vec3();

/** Where something is hit: the chest, or what there is in its place. */
export function chestOf({ model }: Character, entity: Entity): Entity {
    const bone = (['spine2', 'spine1', 'spine', 'hips'] as const).map(role => model?.bones.get(role)).find(found => found);
    return (bone && entity.findByName(bone.name) as Entity | null) ?? entity;
}

/** Whether a blow from one to another one lands. */
export function reaches(from: Vec3, facing: number, to: Vec3, scale: number): boolean {
    const way = (to.x - from.x) * facing;
    return way > -0.3 * scale && way < REACH * scale && Math.abs(to.y - from.y) < HIGH * scale;
}

export class Opponent {
    readonly entity: Entity;

    readonly pace: AnimationPace;

    readonly reactions: HitReactions | null;

    private rested = 0;

    private hasStruck = true;

    private readonly materials: StandardMaterial[] = [];

    /**
     * @param struck - Hears when its blow would land, with where it faces.
     */
    constructor(
        private readonly character: Character, private readonly parts: Parts, course: Course, place: number, private readonly scale: number,
        private readonly struck: (facing: number) => void
    ) {
        const entity = character.createModel(1);
        this.entity = entity;
        entity.name = 'opponent';
        character.entity.root.addChild(entity);
        this.tint();
        entity.setPosition(place * scale, course.top(place * scale), 0);
        entity.addComponent('anim', { activate: true });
        assignClips(entity, character, parts);
        const idle = parts.get('idle');
        if (idle) entity.anim!.baseLayer!.play(idle);
        entity.addComponent('script');
        entity.script!.create('poseTransition');
        this.pace = entity.script!.create('animationPace', { attributes: { states: this.strikes } }) as unknown as AnimationPace;
        const hasBody = character.model !== null;
        if (hasBody) entity.script!.create('activeRagdoll');
        this.reactions = hasBody ? entity.script!.create('hitReactions') as unknown as HitReactions : null;
    }

    /** All of them. */
    static gather(character: Character, parts: Parts, course: Course, scale: number, struck: (by: Opponent, facing: number) => void): Opponent[] {
        return PLACES.map((place) => {
            const one: Opponent = new Opponent(character, parts, course, place, scale, facing => struck(one, facing));
            return one;
        });
    }

    /** Whether it stands. */
    get isUp(): boolean {
        return !this.reactions || this.reactions.state === 'animated' || this.reactions.state === 'reacting';
    }

    /**
     * One frame.
     *
     * @param hero - Where the hero is; null while there is nobody to fight.
     */
    step(dt: number, hero: Vec3 | null) {
        const { entity, parts, scale, character } = this;
        const layer = entity.anim!.baseLayer;
        const attack = parts.get('stand attack'), idle = parts.get('idle');
        if (hero && this.isUp && layer?.activeState !== attack) this.face(hero, dt);
        if (!layer || !attack || !idle) return;
        const here = entity.getPosition();
        if (!this.isUp) {
            const getsUp = [...character.clips.keys()].some(clip => clip.startsWith('get-up'));
            if (!getsUp && this.reactions!.state === 'settled') this.reactions!.recover(RISE);
            this.rested = 0;
            return;
        }
        const isStriking = layer.activeState === attack;
        if (isStriking) {
            const phase = layer.activeStateDuration > 0 ? layer.activeStateCurrentTime / layer.activeStateDuration : 1;
            if (!this.hasStruck && phase >= STRIKE[0]) {
                this.hasStruck = true;
                const facing = Math.sign(this.heading.x) || 1;
                if (hero && reaches(here, facing, hero, scale)) this.struck(facing);
            }
            if (phase >= 1) layer.transition(idle, 0);
            return;
        }
        this.rested += dt;
        const isNear = hero !== null && Math.abs(hero.x - here.x) < NEAR * scale && Math.abs(hero.y - here.y) < HIGH * scale;
        if (!isNear || this.rested < REST) return;
        this.rested = 0;
        this.hasStruck = false;
        layer.transition(attack, 0);
    }

    /** Is hit from a side: 1 pushes towards +x. */
    takeBlow(facing: number) {
        const { reactions, character, entity, scale } = this;
        if (!reactions) return;
        const chest = chestOf(character, entity);
        const ragdoll = entity.script!.get('activeRagdoll') as unknown as { totalMass: number };
        const push = new Vec3(facing, UP, 0).normalize().mulScalar(BLOW * scale * ragdoll.totalMass / 70);
        reactions.hit(chest, chest.getPosition(), push);
    }

    destroy() {
        this.entity.destroy();
        for (const material of this.materials) material.destroy();
    }

    private get heading(): Vec3 {
        return this.entity.getRotation().transformVector(this.character.model?.forward ?? Vec3.BACK, forward);
    }

    /** Turns towards somebody, without haste. */
    private face(hero: Vec3, dt: number) {
        const { x, z } = this.heading;
        let left = Math.sign(hero.x - this.entity.getPosition().x || 1) * 90 - 180 / Math.PI * Math.atan2(x, z);
        left -= 360 * Math.round(left / 360);
        const most = 240 * dt;
        if (Math.abs(left) > 0.1) this.entity.rotate(0, Math.max(-most, Math.min(most, left)), 0);
    }

    /** The blows of its attacks, which take their own time at any pace. */
    private get strikes(): { state: string; strikeStart: number; strikeEnd: number }[] {
        const state = this.parts.get('stand attack');
        const track = state ? this.character.clips.get(state) : undefined;
        return state && track ? [{ state, strikeStart: STRIKE[0] * track.duration, strikeEnd: STRIKE[1] * track.duration }] : [];
    }

    private tint() {
        const known = new Map<StandardMaterial, StandardMaterial>();
        for (const mesh of (this.entity.findComponents('render') as unknown as RenderComponent[]).flatMap(render => render.meshInstances)) {
            const own = mesh.material as StandardMaterial;
            let other = known.get(own);
            if (!other) {
                other = own.clone();
                other.diffuse = new Color(own.diffuse.r * TINT.r, own.diffuse.g * TINT.g, own.diffuse.b * TINT.b);
                other.update();
                known.set(own, other);
                this.materials.push(other);
            }
            mesh.material = other;
        }
    }
}
