import { Container, Label, type Element } from '@playcanvas/pcui';
import {
    actionPlayerAttributes, activeRagdollAttributes, additiveOverlayAttributes, animationPaceAttributes, findSteps, hitReactionsAttributes,
    instantTurnAttributes, poseTransitionAttributes, springChainAttributes, type ActionPlayer, type AdditiveOverlay, type AttributeTable,
    type HitReactions, type InstantTurn, type SpringChain
} from 'limber';
import { Asset, BoundingBox, Entity, Vec2, Vec3, type ScriptType } from 'playcanvas';

import { createLists } from './action-player/action-lists';
import { Autopilot } from './action-player/autopilot';
import { Course } from './action-player/course';
import { Fight } from './action-player/fight';
import { FADE, Hero } from './action-player/hero';
import { Meter } from './action-player/meter';
import { Pad, type Press } from './action-player/pad';
import { assignClips, findParts, loopClips, type Parts } from './action-player/parts';
import { Runner } from './action-player/runner';
import { TIPS, type Tip } from './action-player/tips';
import { Scarf } from './spring-chain/scarf';
import { Arena } from '../frame/arena';
import type { Character } from '../frame/character';
import { loadMoreClips, type Cancel } from '../frame/more-clips';
import { OpenPage, type Action, type Figure, type Page } from '../frame/page';
import type { PageScript } from '../frame/page-script';
import { readLists } from '../frame/settings';
import type { Stage } from '../frame/stage';
import type { Switch } from '../frame/switches';
import type { View } from '../frame/view';

/** Files with further clips, and what these are called, by the character's. */
const MORE = {
    'mannequin.glb': { 'mannequin-actions.glb': 'turn', 'mannequin-get-up.glb': 'get-up' },
    'hound.glb': { 'hound-get-up.glb': 'get-up' }
};

/** Metres per second at which who has no clip with steps runs, of a person. */
const SPEED = 3.5;

/** Impacts in metres per second of a person that are not felt, and that are felt in full. */
const IMPACT = [1.5, 6] as const;

/** What is seen: metres of a person to both sides and up. */
const WIDE = 3.4;
const HIGH = 1.3;

export class OpenActionPlayer extends OpenPage {
    readonly arena: Arena;

    readonly course: Course;

    readonly script: ActionPlayer;

    readonly overlay: AdditiveOverlay;

    readonly reactions: HitReactions | null;

    readonly chains: SpringChain | null;

    readonly pad: Pad;

    readonly hero: Hero;

    readonly fight: Fight;

    autopilot!: Autopilot;

    override readonly actions: readonly Action[] = [
        { title: 'Attack', hint: 'Key X or Enter', act: () => this.hero.press('attack'), isEnabled: () => this.hero.parts.has('stand attack') },
        { title: 'Jump', hint: 'Key Space or Up', act: () => this.hero.press('jump'), isEnabled: () => this.hero.parts.has('jump') },
        { title: 'Dive', hint: 'Key Down or C', act: () => this.hero.press('dive'), isEnabled: () => this.hero.parts.has('dive') },
        { title: 'Get hit', hint: 'Key H', act: () => this.hero.press('hit') },
        { title: 'Begin anew', hint: 'All back to their places, and the page plays itself', act: () => this.begin() }
    ];

    override readonly figures: readonly Figure[] = [
        { label: 'press to first bone', read: () => this.hero.meter.read() },
        { label: 'action', read: () => [this.hero.action || this.hero.layer?.activeState || '–', this.hero.action ? 'busy' : ''] },
        { label: 'stance', read: () => this.script.stance || '–' },
        { label: 'plays', read: () => (this.plays ? 'itself' : 'you') }
    ];

    override readonly switches: readonly Switch[] = TIPS.map(([name, title, hint]) => ({
        name, title, hint,
        get: () => this.tips.has(name),
        set: on => this.setTip(name, on)
    }));

    override readonly controls: readonly Element[];

    private readonly tips = new Set<Tip>(TIPS.map(([name]) => name));

    /** What moves: the character, or an entity above one whose clips hold it in its place. */
    private readonly mover: Entity;

    private readonly scarf: Scarf | null;

    /** The clips that are laid over others, by their parts. */
    private readonly laid: Readonly<Record<'land' | 'windmill', Asset>>;

    private readonly explanation = new Label({ class: 'explanation' });

    private readonly stopLoading: Cancel;

    /** Whether the page plays itself. */
    private plays = true;

    constructor(stage: Stage, character: Character) {
        super(stage, character);
        const { model, entity, clips } = character;
        this.arena = new Arena(stage);
        this.course = new Course(this.arena);
        stage.widenFloor(2);
        const neck = (['neck', 'head', 'spine'] as const).map(role => model?.bones.get(role)).find(bone => bone);
        this.scarf = neck ? new Scarf(neck, model!.forward, stage.unit) : null;
        this.mover = isHeld(character) ? new Entity('mover') : entity;
        if (this.mover !== entity) {
            stage.app.root.addChild(this.mover);
            this.mover.addComponent('script');
            entity.reparent(this.mover);
        }
        const asset = (name: string) => new Asset(name, 'animation', { url: '' });
        this.laid = { land: asset('land'), windmill: asset('windmill') };
        for (const clip of Object.values(this.laid)) stage.app.assets.add(clip);
        this.add('poseTransition', poseTransitionAttributes, { halfLife: 0.06 });
        this.overlay = this.add('additiveOverlay', additiveOverlayAttributes);
        if (model) this.add('activeRagdoll', activeRagdollAttributes);
        this.reactions = model ? this.add<HitReactions>('hitReactions', hitReactionsAttributes) : null;
        this.chains = this.scarf ? this.add<SpringChain>('springChain', springChainAttributes) : null;
        if (this.chains) this.scarf?.wear(this.chains);
        this.script = this.addOn(this.mover, 'actionPlayer', actionPlayerAttributes);
        const { scale } = this.arena;
        this.hero = new Hero({
            character, scale, course: this.course, script: this.script, overlay: this.overlay, reactions: this.reactions, tips: this.tips,
            nearest: () => this.fight.nearest, started: isAttack => this.fight.begin(isAttack)
        });
        this.fight = new Fight(this.hero, this.course, scale);
        this.pad = new Pad(stage.canvas.parentElement!, press => this.takeOver(press));
        const explained = new Container({ class: 'explained' });
        explained.append(this.explanation);
        this.controls = [explained];
        stage.app.systems.on('animationUpdate', this.compare, this);
        this.build();
        this.begin();
        this.stopLoading = loadMoreClips(stage, character, MORE, () => this.build());
        character.fade = clips.size > 0 ? FADE : 0;
        stage.follow(Vec3.ZERO);
    }

    override view(): View {
        const { scale } = this.arena;
        const { x, z } = this.character.model?.forward ?? Vec3.BACK;
        const high = HIGH * this.stage.unit;
        const centre = new Vec3(this.mover.getPosition().x, 0.75 * high, 0);
        return { box: new BoundingBox(centre, new Vec3(WIDE * scale, high, 0.3 * scale)), around: -180 / Math.PI * Math.atan2(x, z), above: 9, fill: 0.98 };
    }

    /** Brings all back to their places. */
    begin() {
        const { hero, arena: { scale } } = this;
        this.plays = true;
        hero.placeAt(-1.2 * scale);
        this.autopilot = new Autopilot(hero.runner, this.course, scale, hero.parts.has('stand attack'), press => hero.press(press));
        this.gather();
        this.stage.show(this.view(), this.character.model?.forward ?? Vec3.BACK);
    }

    override update(dt: number) {
        const { hero, fight, stage } = this;
        if (this.plays) this.autopilot.step(dt, fight.opponents);
        fight.block();
        hero.step(dt, this.plays ? this.autopilot.wish : this.pad.direction);
        fight.step(dt);
        stage.follow(new Vec3(hero.runner.way.x, 0, 0));
        if (hero.layer) this.character.clip = hero.layer.activeState;
    }

    override finish() {
        const text = this.script.explain().join('\n');
        if (this.explanation.text !== text) this.explanation.text = text;
    }

    override close() {
        const { stage, character } = this;
        this.stopLoading();
        stage.app.systems.off('animationUpdate', this.compare, this);
        this.pad.destroy();
        this.hero.meter.destroy();
        this.fight.destroy();
        loopClips(character.entity, character);
        for (const name of ['actionPlayer', 'instantTurn']) this.mover.script!.destroy(name);
        if (this.mover !== character.entity) {
            character.entity.reparent(stage.app.root);
            this.mover.destroy();
        }
        this.scarf?.destroy();
        for (const clip of Object.values(this.laid)) stage.app.assets.remove(clip);
        this.arena.destroy();
        stage.widenFloor(1);
        stage.follow(null);
    }

    /** Somebody plays from now on. */
    private takeOver(press: Press) {
        this.plays = false;
        this.hero.press(press);
    }

    /** Makes what depends on the clips. */
    private build() {
        const { character, hero, arena: { scale } } = this;
        const parts = hero.parts = findParts(character.clips);
        if (character.entity.anim) assignClips(character.entity, character, parts);
        hero.meter?.destroy();
        hero.meter = new Meter(character, parts);
        const { x } = this.mover.getPosition();
        hero.runner = new Runner(this.mover, character.model?.forward ?? Vec3.BACK, this.course, this.findSpeed(parts), scale);
        hero.runner.placeAt(x);
        const turnClipLeftFoot = parts.get('turn');
        if (turnClipLeftFoot) hero.turner ??= this.addOn<InstantTurn>(this.mover, 'instantTurn', instantTurnAttributes, { turnClipLeftFoot });
        this.setOverlays(parts);
        this.reactions?.refresh();
        this.setLists();
        if (this.autopilot) this.begin();
    }

    /** Speed of the run, metres of the scene per second: that of its steps, where it has some. */
    private findSpeed(parts: Parts): number {
        const { entity, clips } = this.character;
        const run = clips.get(parts.get('run') ?? '');
        const own = run ? findSteps(entity, run)?.speed ?? 0 : 0;
        return own > 0 ? own : SPEED * this.stage.unit;
    }

    private setOverlays(parts: Parts) {
        const [low, high] = IMPACT;
        const felt = new Vec2(low, high);
        // legs that run on have no time to bend
        const rows = [['land', 'land', '', felt], ['land running', 'land', 'spine', felt], ['windmill', 'windmill', '', new Vec2()]] as const;
        this.overlay.overlays = rows.flatMap(([name, part, boneMask, scaleByImpact]) => {
            const clip = this.laid[part], track = this.character.clips.get(parts.get(part) ?? '');
            if (!track) return [];
            clip.resource = track as never;
            clip.loaded = true;
            return [{ name, clip, boneMask, weight: 1, speed: 1, scaleByImpact, playOnStop: 0 }];
        });
    }

    /** The scarf is the gallery's own. */
    override get inCode(): readonly PageScript[] {
        return this.scripts.filter(({ script }) => script as ScriptType !== this.chains);
    }

    private setLists() {
        const { tips, hero: { parts, runner } } = this;
        const lists = createLists(parts, this.character.clips, runner.speed, this.arena.scale, tips.has('windows'), tips.has('context'));
        // windows of actions that are not there any more would be told
        this.script.windows = [];
        Object.assign(this.script, lists, { inputBuffer: tips.has('windows') ? 0.1 : 0 });
    }

    private gather() {
        this.fight.gather(this.character, this.hero.parts);
        this.showPace();
    }

    private showPace() {
        for (const [i, { pace }] of this.fight.opponents.entries()) {
            pace.enabled = this.tips.has('pace');
            const known = this.scripts.findIndex(({ name }) => name === 'animationPace');
            if (i > 0) continue;
            if (known >= 0) this.scripts.splice(known, 1);
            this.scripts.push({ name: 'animationPace', table: animationPaceAttributes, script: pace, lists: readLists(pace, animationPaceAttributes, pace) });
        }
    }

    private setTip(tip: Tip, on: boolean) {
        if (on) this.tips.add(tip);
        else this.tips.delete(tip);
        if (tip === 'windows' || tip === 'context') this.setLists();
        if (tip === 'pace') this.showPace();
        if (tip === 'cloth' && this.chains) this.chains.enabled = on;
    }

    /** Puts a script on what moves, which may stand above the character. */
    private addOn<S extends ScriptType>(entity: Entity, name: string, table: AttributeTable, attributes: object = {}): S {
        const script = entity.script!.create(name, { attributes }) as unknown as S;
        this.scripts.push({ name, table, script, lists: readLists(script, table, attributes) });
        return script;
    }

    private compare(dt: number) {
        this.hero.meter.compare(dt);
    }
}

/** Whether clips move the model's own entity, so that it cannot be moved otherwise. */
function isHeld({ entity, clips }: Character): boolean {
    return [...clips.values()].some(track => track.curves.some(curve => curve.paths.some(path => (path as { entityPath: string[] }).entityPath.at(-1) === entity.name)));
}

export const actionPlayerPage: Page = {
    name: 'action-player',
    title: 'Action Player',
    summary: 'Arrows run, jump and dive, X attacks, H hits you. Each answer comes in the frame of the key; switch a tip off and feel what it gave.',
    open: (stage, character) => new OpenActionPlayer(stage, character)
};
