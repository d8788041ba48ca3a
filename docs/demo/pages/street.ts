import { springChainAttributes } from 'limber';
import { Entity, Vec3, type ScriptType } from 'playcanvas';

import { People } from './street/people';
import { OpenWalkAround } from './walk-around';
import { Arena } from '../frame/arena';
import type { Character } from '../frame/character';
import { loadGetUps } from '../frame/get-ups';
import type { Cancel } from '../frame/more-clips';
import type { Action, Figure, Page } from '../frame/page';
import type { Stage } from '../frame/stage';

/** A ball that knocks a person down, metres and kilograms, how far from the chest it comes from, metres of a person, and how fast. */
const BALL = { radius: 0.14, mass: 22 };
const BALL_FROM = new Vec3(1.6, 1.4, -2.6);
const BALL_SPEED = 9;

/** Height of a chest, as a share of the character's. */
const CHEST = 0.72;

/** Milliseconds of a frame that all characters may take. */
const BUDGET = 5;

/** The level of *Walk around* with people and a dog on it, all scripts together. */
export class OpenStreet extends OpenWalkAround {
    readonly people: People;

    readonly arena: Arena;

    private readonly stopLoading: Cancel;

    /** Scripts of the people that were switched off. */
    private off: ScriptType[] = [];

    override readonly figures: readonly Figure[] = [
        { label: 'plays', read: () => this.locomotion.kind || '–' },
        { label: 'characters', read: () => String(this.people.all.length + 1 + Number(this.hasCompanion)) },
        { label: 'scripts', read: () => String(this.people.scripts.length + this.scripts.length) }
    ];

    override readonly actions: readonly Action[] = [
        ...this.walks,
        { title: 'Throw a ball', hint: 'At one of those who are hit and get up', act: () => this.hit(this.people.targets[Math.floor(Math.random() * this.people.targets.length)]) }
    ];

    constructor(stage: Stage, character: Character) {
        super(stage, character);
        this.add('springChain', springChainAttributes);
        this.arena = new Arena(stage);
        const head = character.model?.bones.get('head') as Entity | undefined;
        this.people = new People(this.root, character, head ?? character.entity, this.scale);
        const budget = new Entity('budget');
        budget.addComponent('script');
        budget.script!.create('limberBudget', { attributes: { milliseconds: BUDGET } });
        this.root.addChild(budget);
        this.stopLoading = loadGetUps(stage, character, () => this.people.takeClips());
        this.setCompanion(true);
    }

    override update(dt: number) {
        super.update(dt);
        const target = this.people.nextHit(dt);
        if (target) this.hit(target);
    }

    override close() {
        this.stopLoading();
        this.arena.destroy();
        super.close();
    }

    override set isOn(on: boolean) {
        if (on === this.isOn) return;
        super.isOn = on;
        if (!on) this.off = this.people.scripts.filter(({ enabled }) => enabled);
        for (const script of this.off) script.enabled = on;
    }

    override get isOn(): boolean {
        return super.isOn;
    }

    /** Throws a ball at somebody. */
    private hit(target: Entity) {
        const to = target.getPosition().clone();
        to.y += CHEST * 2 * this.character.bounds.halfExtents.y;
        this.arena.throwAt(BALL_FROM.clone().mulScalar(this.scale).add(to), to, BALL_SPEED * this.scale, BALL);
    }
}

export const streetPage: Page = {
    name: 'street',
    title: 'Street',
    summary: 'Twenty on one street: they stand, look at you, walk, are hit and get up, and a dog comes along. Join in: W A S D, Shift, the space bar, or a click on the ground.',
    open: (stage, character) => new OpenStreet(stage, character)
};
