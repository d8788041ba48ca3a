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
import { Meter } from './action-player/meter';
import { chestOf, Opponent, reaches, RISE, STRIKE } from './action-player/opponents';
import { Pad, type Press } from './action-player/pad';
import { assignClips, findParts, loopClips, type Part, type Parts } from './action-player/parts';
import { Runner } from './action-player/runner';
import { CLOTH, Scarf } from './spring-chain/scarf';
import { Arena } from '../frame/arena';
import type { Character } from '../frame/character';
import { loadMoreClips, type Cancel } from '../frame/more-clips';
import { OpenPage, type Action, type Figure, type Page } from '../frame/page';
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

/** Seconds of the cross-fades that come where a tip is switched off, and for which a landing or a stop then holds the character. */
const FADE = 0.25;
const HELD = 0.35;

/** What is seen: metres of a person to both sides and up. */
const WIDE = 3.4;
const HIGH = 1.3;

/** Downward metres per second of an attack from the air, and newton seconds on a person of the button and of an opponent's blow. */
const DIVE = 4;
const HIT = 70;
const TAKEN = 55;

/** The tips of the original, by their number. */
const TIPS: readonly (readonly [name: string, title: string, hint: string])[] = [
    ['overlay', '1 Additive overlays', 'additiveOverlay shows the landing over whatever plays; off: the landing is a clip of its own, and the player waits for it'],
    ['turn', '2 Instant turn', 'instantTurn: faces about in the frame of the key; off: it slides and turns at leisure'],
    ['pace', '3 Slower enemies', 'animationPace on the others; off: they are as fast as the player'],
    ['windows', '4 Cancel windows', 'Windows and Input Buffer of actionPlayer; off: an attack plays to its end, and what is pressed before is lost'],
    ['continuation', '5 Continuous animations', 'An action goes on where pose and velocity fit; off: it fades to the idle, and the run begins anew'],
    ['context', '6 Context', 'The attack fits stance, speed and distance; off: one attack for everything, and it stops the run'],
    ['cloth', '7 Cloth', 'springChain on the scarf, or on what the character has to swing'],
    ['ragdoll', '8 Tense ragdoll', 'hitReactions at once, without a cross-fade; off: a hit fades to a clip']
];

type Tip = 'overlay' | 'turn' | 'pace' | 'windows' | 'continuation' | 'context' | 'cloth' | 'ragdoll';

export class OpenActionPlayer extends OpenPage {
    readonly arena: Arena;

    readonly course: Course;

    readonly script: ActionPlayer;

    /** Where there is a clip that turns. */
    turner: InstantTurn | null = null;

    readonly overlay: AdditiveOverlay;

    readonly reactions: HitReactions | null;

    readonly chains: SpringChain | null;

    readonly pad: Pad;

    parts!: Parts;

    runner!: Runner;

    meter!: Meter;

    autopilot!: Autopilot;

    opponents: Opponent[] = [];

    /** Name of the action that plays; empty: none. */
    action = '';

    override readonly actions: readonly Action[] = [
        { title: 'Attack', hint: 'Key X or Enter', act: () => this.press('attack'), isEnabled: () => this.parts.has('stand attack') },
        { title: 'Jump', hint: 'Key Space or Up', act: () => this.press('jump'), isEnabled: () => this.parts.has('jump') },
        { title: 'Dive', hint: 'Key Down or C', act: () => this.press('dive'), isEnabled: () => this.parts.has('dive') },
        { title: 'Get hit', hint: 'Key H', act: () => this.press('hit') },
        { title: 'Begin anew', hint: 'All back to their places, and the page plays itself', act: () => this.begin() }
    ];

    override readonly figures: readonly Figure[] = [
        { label: 'press to first bone', read: () => this.meter.read() },
        { label: 'action', read: () => [this.action || this.layer?.activeState || '–', this.action ? 'busy' : ''] },
        { label: 'stance', read: () => this.script.stance || '–' },
        { label: 'plays', read: () => (this.plays ? 'itself' : 'you') }
    ];

    override readonly switches: readonly Switch[] = TIPS.map(([name, title, hint]) => ({
        name, title, hint,
        get: () => this.tips.has(name as Tip),
        set: on => this.setTip(name as Tip, on)
    }));

    override readonly controls: readonly Element[];

    private readonly tips = new Set<Tip>(TIPS.map(([name]) => name as Tip));

    /** What moves: the character, or an entity above one whose clips hold it in its place. */
    private readonly mover: Entity;

    private readonly scarf: Scarf | null;

    private readonly landing: Asset;

    private readonly explanation = new Label({ class: 'explanation' });

    private readonly stopLoading: Cancel;

    /** Whether the page plays itself. */
    private plays = true;

    /** Whether the blow of the action that plays has struck. */
    private hasStruck = true;

    /** Seconds for which the character is held where tips are off. */
    private held = 0;

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
        this.landing = new Asset('landing', 'animation', { url: '' });
        stage.app.assets.add(this.landing);
        this.add('poseTransition', poseTransitionAttributes, { halfLife: 0.06 });
        this.overlay = this.add('additiveOverlay', additiveOverlayAttributes);
        if (model) this.add('activeRagdoll', activeRagdollAttributes);
        this.reactions = model ? this.add<HitReactions>('hitReactions', hitReactionsAttributes) : null;
        this.chains = this.scarf ? this.add<SpringChain>('springChain', springChainAttributes, {
            chains: this.scarf.ends.map(rootBone => ({ rootBone, exclude: [CLOTH], stiffness: 0.1, drag: 0.25, gravity: 0.35 }))
        }) : null;
        this.script = this.addOn(this.mover, 'actionPlayer', actionPlayerAttributes);
        this.script.on('start', (name: string) => this.onStart(name));
        for (const event of ['end', 'cancel']) this.script.on(event, (name: string) => this.onEnd(name, event));
        this.script.on('refused', () => this.meter.forget());
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

    /** Something is pressed, by the user or by the page. */
    press(press: Press) {
        if (press === 'hit') {
            this.takeBlow(-this.runner.facing, HIT);
            return;
        }
        this.meter.press();
        if (press === 'left' || press === 'right') {
            this.head(press === 'right' ? 1 : -1);
            return;
        }
        if (press === 'attack') this.script.requestBest('attack', this.nearest);
        else if (press === 'dive' || this.parts.has('jump')) this.script.request(press);
        else if (this.runner.isGrounded) this.leap();
    }

    /** Brings all back to their places. */
    begin() {
        this.plays = true;
        this.runner.facing = 1;
        this.runner.placeAt(-1.2 * this.arena.scale);
        this.reactions?.recover(0);
        this.held = 0;
        const idle = this.parts.get('idle');
        if (idle) this.layer?.transition(idle, 0, 0);
        this.autopilot = new Autopilot(this.runner, this.course, this.arena.scale, this.parts.has('stand attack'), press => this.press(press));
        this.gather();
        this.stage.show(this.view(), this.character.model?.forward ?? Vec3.BACK);
    }

    override update(dt: number) {
        const { runner, script, stage, held } = this;
        if (this.plays) this.autopilot.step(dt, this.opponents);
        this.held = Math.max(0, held - dt);
        if (this.isDown) {
            if (!this.getsUp && this.reactions!.state === 'settled') this.reactions!.recover(RISE);
            runner.follow();
        } else {
            const { wish, opponents } = this;
            this.course.bodies = opponents.filter(({ isUp }) => isUp).map(({ entity }) => entity.getPosition());
            if (wish !== 0 && wish !== runner.facing && this.isFree) this.head(wish);
            runner.step(dt, this.motion(wish), this.tips.has('turn'));
            if (runner.impact > 0) this.land(runner.impact);
            this.locomote();
        }
        script.stance = !runner.isGrounded ? 'jumping' : this.action === 'dive' ? 'diving' : Math.abs(runner.velocity.x) > 0.2 * runner.speed ? 'moving' : 'standing';
        this.strike();
        const hero = this.isDown ? null : this.mover.getPosition();
        for (const opponent of this.opponents) opponent.step(dt, hero);
        stage.follow(new Vec3(runner.way.x, 0, 0));
        if (this.layer) this.character.clip = this.layer.activeState;
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
        this.meter.destroy();
        for (const opponent of this.opponents) opponent.destroy();
        loopClips(character.entity, character);
        for (const name of ['actionPlayer', 'instantTurn']) this.mover.script!.destroy(name);
        if (this.mover !== character.entity) {
            character.entity.reparent(stage.app.root);
            this.mover.destroy();
        }
        this.scarf?.destroy();
        stage.app.assets.remove(this.landing);
        this.arena.destroy();
        stage.widenFloor(1);
        stage.follow(null);
    }

    /** Somebody plays from now on. */
    private takeOver(press: Press) {
        this.plays = false;
        this.press(press);
    }

    /** Makes what depends on the clips. */
    private build() {
        const { character, stage, arena } = this;
        this.parts = findParts(character.clips);
        if (character.entity.anim) assignClips(character.entity, character, this.parts);
        this.meter?.destroy();
        this.meter = new Meter(character, this.parts);
        const run = character.clips.get(this.parts.get('run') ?? '');
        const own = run ? (findSteps(character.entity, run)?.speed ?? 0) * character.entity.getWorldTransform().getScale().x : 0;
        const { x } = this.mover.getPosition();
        this.runner = new Runner(this.mover, character.model?.forward ?? Vec3.BACK, this.course, own > 0 ? own : SPEED * stage.unit, arena.scale);
        this.runner.placeAt(x);
        const turnClipLeftFoot = this.parts.get('turn');
        if (turnClipLeftFoot) this.turner ??= this.addOn<InstantTurn>(this.mover, 'instantTurn', instantTurnAttributes, { turnClipLeftFoot });
        const land = character.clips.get(this.parts.get('land') ?? '');
        if (land) {
            this.landing.resource = land as never;
            this.landing.loaded = true;
            const [low, high] = IMPACT;
            // legs that run on have no time to bend
            this.overlay.overlays = [['land', ''], ['land running', 'spine']].map(([name, boneMask]) => ({
                name, clip: this.landing, boneMask, weight: 1, speed: 1, scaleByImpact: new Vec2(low, high)
            }));
        }
        this.reactions?.refresh();
        this.setLists();
        if (this.autopilot) this.begin();
    }

    private setLists() {
        const { tips } = this;
        const lists = createLists(this.parts, this.character.clips, this.runner.speed, this.arena.scale, tips.has('windows'), tips.has('context'));
        Object.assign(this.script, lists, { inputBuffer: tips.has('windows') ? 0.1 : 0 });
    }

    private gather() {
        for (const opponent of this.opponents) opponent.destroy();
        this.opponents = Opponent.gather(this.character, this.parts, this.course, this.arena.scale, (_, facing) => this.takeBlow(facing, TAKEN));
        this.showPace();
    }

    private showPace() {
        for (const [i, { pace }] of this.opponents.entries()) {
            pace.enabled = this.tips.has('pace');
            const known = this.scripts.findIndex(({ name }) => name === 'animationPace');
            if (i > 0) continue;
            if (known >= 0) this.scripts.splice(known, 1);
            this.scripts.push({ name: 'animationPace', table: animationPaceAttributes, script: pace });
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
        this.scripts.push({ name, table, script });
        return script;
    }

    private get layer() {
        return this.character.entity.anim?.baseLayer ?? null;
    }

    /** Whether the physics has the body. */
    private get isDown(): boolean {
        const state = this.reactions?.state ?? 'animated';
        return state === 'falling' || state === 'settled' || state === 'gettingUp';
    }

    private get getsUp(): boolean {
        return [...this.character.clips.keys()].some(clip => clip.startsWith('get-up'));
    }

    private get wish(): number {
        return this.plays ? this.autopilot.direction : this.pad.direction;
    }

    /** Whether nothing keeps the character from going where it wants to: no action, or one that may be cancelled now. */
    private get isFree(): boolean {
        if (this.held > 0 || this.isDown) return false;
        if (this.action === '' || this.action === 'jump') return true;
        const { layer } = this;
        const time = layer?.activeStateCurrentTime ?? 0;
        return this.script.windows.some(({ action, start }) => action === this.action && time >= start);
    }

    /** What the action that plays makes of where the user wants to go. */
    private motion(wish: number): number {
        if (this.held > 0) return 0;
        if (this.action === 'run attack' || this.action === 'air attack' || this.action === 'dive') return NaN;
        if (this.action !== '' && this.action !== 'jump' && !this.isFree) return 0;
        return wish;
    }

    /** The opponent that is nearest ahead; behind only where nobody is ahead. */
    private get nearest(): Entity | null {
        const here = this.mover.getPosition();
        const cost = ({ entity }: Opponent) => {
            const way = (entity.getPosition().x - here.x) * this.runner.facing;
            return way < 0 ? 100 * this.arena.scale - way : way;
        };
        const standing = this.opponents.filter(({ isUp }) => isUp).sort((a, b) => cost(a) - cost(b));
        return standing[0]?.entity ?? null;
    }

    /** Faces where the user wants to go. */
    private head(facing: number) {
        const { runner } = this;
        if (!this.isFree || this.isDown || facing === runner.facing) return;
        runner.facing = facing > 0 ? 1 : -1;
        if (!this.tips.has('turn')) return;
        runner.velocity.x *= -1;
        this.meter.answer();
        // the air has no turn to show
        if (this.turner && runner.isGrounded) this.turner.turn();
        else runner.faceAtOnce();
    }

    private get isTurning(): boolean {
        const turn = this.parts.get('turn');
        const state = this.layer?.activeState ?? '';
        const isOver = (this.layer?.activeStateCurrentTime ?? 0) >= (this.layer?.activeStateDuration ?? 0);
        return turn !== undefined && state.startsWith(turn) && !isOver;
    }

    /** Plays what fits the motion, unless something else plays. */
    private locomote() {
        const { runner } = this;
        if (this.held > 0 || this.isTurning) return;
        // legs run from the frame of the key on, whatever the speed
        const isRunning = this.wish !== 0 || Math.abs(runner.velocity.x) > 0.15 * runner.speed;
        if (this.action !== '') {
            const isOver = runner.isGrounded && (this.action === 'jump' || this.action === 'air attack') && runner.velocity.y <= 0 && this.hasLeft;
            const isCancelled = runner.isGrounded && this.action !== 'jump' && this.isFree && this.wish !== 0;
            if (!isOver && !isCancelled) return;
        } else if (!runner.isGrounded) {
            if (this.parts.has('fall')) this.go('fall');
            return;
        }
        this.go(isRunning ? 'run' : 'idle');
    }

    /** Whether the action has been in the air. */
    private hasLeft = false;

    private go(part: Part, fade = 0) {
        const state = this.parts.get(part);
        const { layer } = this;
        if (!state || !layer || layer.activeState === state) return;
        layer.transition(state, fade);
        this.meter.answer();
    }

    private leap() {
        this.runner.jump();
        this.meter.answer();
    }

    private onStart(name: string) {
        this.action = name;
        this.hasStruck = name === 'jump' || name === 'dive';
        this.hasLeft = false;
        if (name === 'jump') this.runner.jump();
        if (name === 'dive') this.runner.velocity.x = this.runner.facing * this.runner.speed;
        if (name === 'air attack') this.runner.velocity.y = Math.min(this.runner.velocity.y, -DIVE * this.arena.scale);
        this.meter.answer();
    }

    private onEnd(name: string, event: string) {
        if (this.action === name) this.action = '';
        if (event === 'cancel' || this.tips.has('continuation') || name === 'jump') return;
        // an ending of its own: the idle first, and the run from its start
        this.held = HELD;
        this.layer!.transition(this.parts.get('idle')!, FADE);
    }

    private land(speed: number) {
        if (!this.parts.has('land')) return;
        if (this.tips.has('overlay')) {
            this.overlay.play(this.wish === 0 ? 'land' : 'land running', speed);
            return;
        }
        this.held = HELD;
        this.go('land', FADE / 2);
    }

    /** Lets the blow of an attack land. */
    private strike() {
        const { runner, layer } = this;
        if (!runner.isGrounded) this.hasLeft = true;
        if (this.action === '' || this.hasStruck || !layer) return;
        const phase = layer.activeStateDuration > 0 ? layer.activeStateCurrentTime / layer.activeStateDuration : 1;
        if (phase < STRIKE[0]) return;
        this.hasStruck = phase > STRIKE[1];
        const struck = this.opponents.filter(({ entity, isUp }) => isUp && reaches(this.mover.getPosition(), runner.facing, entity.getPosition(), this.arena.scale));
        for (const opponent of struck) opponent.takeBlow(runner.facing);
        this.hasStruck ||= struck.length > 0;
    }

    private takeBlow(facing: number, impulse: number) {
        const { character, reactions } = this;
        if (this.isDown) return;
        if (!this.tips.has('ragdoll') || !reactions) {
            this.held = HELD;
            this.go('hit', FADE);
            return;
        }
        const chest = chestOf(character, character.entity);
        const ragdoll = character.entity.script!.get('activeRagdoll') as unknown as { totalMass: number };
        const push = new Vec3(facing, 0.15, 0).normalize().mulScalar(impulse * this.arena.scale * ragdoll.totalMass / 70);
        reactions.hit(chest, chest.getPosition(), push);
    }

    private compare(dt: number) {
        this.meter.compare(dt);
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
