import type { ActionPlayer, AdditiveOverlay, HitReactions, InstantTurn } from 'limber';
import { Vec3, type AnimComponentLayer, type Entity } from 'playcanvas';

import type { Course } from './course';
import type { Meter } from './meter';
import { chestOf, RISE, STRIKE } from './opponents';
import type { Press } from './pad';
import type { Part, Parts } from './parts';
import { EDGE, type Runner } from './runner';
import type { Tips } from './tips';
import type { Character } from '../../frame/character';

// The one that is played: what a press does to it, and which clip shows what it is doing.

/** Seconds of the cross-fades that come where a tip is switched off, and for which a landing or a stop then holds the character. */
export const FADE = 0.25;
const HELD = 0.35;

/** Newton seconds on a person of the button. */
const HIT = 70;

/** Share of the run's speed from which on a stop at an edge needs balance, and how deep it goes down there, metres of a person. */
const FAST = 0.6;
const DROP = 0.3;

/** What the hero is made of. */
export interface Body {
    readonly character: Character;
    readonly course: Course;
    readonly script: ActionPlayer;
    readonly overlay: AdditiveOverlay;
    readonly reactions: HitReactions | null;
    /** Metres of the scene for a metre of a person. */
    readonly scale: number;
    readonly tips: Tips;
    /** The opponent that an attack is meant for. */
    nearest(): Entity | null;
    /** Hears what starts. */
    started(isAttack: boolean): void;
}

export class Hero {
    runner!: Runner;

    parts!: Parts;

    meter!: Meter;

    /** Where there is a clip that turns. */
    turner: InstantTurn | null = null;

    /** Where it wanted to go in the last frame: -1, 0, 1. */
    private wish = 0;

    /** Seconds for which it is held where tips are off. */
    private held = 0;

    /** Whether the action has been in the air. */
    private hasLeft = false;

    constructor(private readonly body: Body) {
        const { script } = body;
        script.on('start', (name: string) => this.onStart(name));
        for (const event of ['end', 'cancel']) script.on(event, (name: string) => this.onEnd(name, event));
        script.on('refused', () => this.meter.forget());
    }

    /** Name of the action that plays; empty: none. Events tell it only at the end of the frame. */
    get action(): string {
        const state = this.layer?.activeState;
        return this.body.script.actions.find(action => action.state === state)?.name ?? '';
    }

    get layer(): AnimComponentLayer | null {
        return this.body.character.entity.anim?.baseLayer ?? null;
    }

    /** Whether the physics has the body. */
    get isDown(): boolean {
        const state = this.body.reactions?.state ?? 'animated';
        return state === 'falling' || state === 'settled' || state === 'gettingUp';
    }

    /** Puts it somewhere, and lets go of everything. */
    placeAt(x: number) {
        this.runner.facing = 1;
        this.runner.placeAt(x);
        this.body.reactions?.recover(0);
        this.held = 0;
        this.wish = 0;
        const idle = this.parts.get('idle');
        if (idle) this.layer?.transition(idle, 0, 0);
    }

    /** Something is pressed. */
    press(press: Press) {
        const { script, nearest } = this.body;
        if (press === 'hit') {
            this.takeBlow(-this.runner.facing, HIT);
            return;
        }
        this.meter.press();
        if (press === 'left' || press === 'right') this.head(press === 'right' ? 1 : -1);
        else if (press === 'attack') script.requestBest('attack', nearest());
        else if (press === 'dive' || this.parts.has('jump')) script.request(press);
        else if (this.runner.isGrounded) this.leap();
    }

    /**
     * One frame.
     *
     * @param wish - Where it wants to go: -1, 0, 1.
     */
    step(dt: number, wish: number) {
        const { runner, body: { script, reactions, tips } } = this;
        this.held = Math.max(0, this.held - dt);
        if (this.isDown) {
            if (!this.getsUp && reactions!.state === 'settled') reactions!.recover(RISE);
            runner.follow();
        } else {
            if (wish !== 0 && wish !== runner.facing && this.isFree) this.head(wish);
            if (wish === 0 && this.wish !== 0) this.balance();
            this.wish = wish;
            runner.step(dt, this.motion(wish), tips.has('turn'));
            if (runner.impact > 0) this.land(runner.impact);
            this.locomote();
        }
        if (!runner.isGrounded) this.hasLeft = true;
        script.stance = !runner.isGrounded ? 'jumping' : this.action === 'dive' ? 'diving' : Math.abs(runner.velocity.x) > 0.2 * runner.speed ? 'moving' : 'standing';
    }

    /** Is hit: 1 pushes towards +x. Impulse in newton seconds on a person. */
    takeBlow(facing: number, impulse: number) {
        const { character, reactions, scale, tips } = this.body;
        if (this.isDown) return;
        if (!tips.has('ragdoll') || !reactions) {
            this.held = HELD;
            this.go('hit', FADE);
            return;
        }
        const chest = chestOf(character, character.entity);
        const ragdoll = character.entity.script!.get('activeRagdoll') as unknown as { totalMass: number };
        const push = new Vec3(facing, 0.15, 0).normalize().mulScalar(impulse * scale * ragdoll.totalMass / 70);
        reactions.hit(chest, chest.getPosition(), push);
    }

    private get getsUp(): boolean {
        return [...this.body.character.clips.keys()].some(clip => clip.startsWith('get-up'));
    }

    /** Whether nothing keeps the character from going where it wants to: no action, or one that may be cancelled now. */
    private get isFree(): boolean {
        if (this.held > 0 || this.isDown) return false;
        if (this.action === '' || this.action === 'jump') return true;
        const time = this.layer?.activeStateCurrentTime ?? 0;
        return this.body.script.windows.some(({ action, start }) => action === this.action && time >= start);
    }

    /** What the action that plays makes of where the user wants to go. */
    private motion(wish: number): number {
        if (this.held > 0) return 0;
        if (this.action === 'run attack' || this.action === 'air attack' || this.action === 'dive') return NaN;
        if (this.action !== '' && this.action !== 'jump' && !this.isFree) return 0;
        return wish;
    }

    /** Faces where the user wants to go. */
    private head(facing: number) {
        const { runner } = this;
        if (!this.isFree || this.isDown || facing === runner.facing) return;
        runner.facing = facing > 0 ? 1 : -1;
        if (!this.body.tips.has('turn')) return;
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
        const { runner, action } = this;
        if (this.held > 0 || this.isTurning) return;
        // legs run from the frame of the key on, whatever the speed
        const isRunning = this.wish !== 0 || Math.abs(runner.velocity.x) > 0.15 * runner.speed;
        if (action !== '') {
            const isOver = runner.isGrounded && (action === 'jump' || action === 'air attack') && runner.velocity.y <= 0 && this.hasLeft;
            // an attack out of the run has the legs of the run
            const isCancelled = runner.isGrounded && action !== 'jump' && action !== 'run attack' && this.isFree && this.wish !== 0;
            if (!isOver && !isCancelled) return;
        } else if (!runner.isGrounded) {
            if (this.parts.has('fall')) this.go('fall');
            return;
        }
        this.go(isRunning ? 'run' : 'idle');
    }

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
        const { runner, parts, body } = this;
        this.hasLeft = false;
        body.started(name !== 'jump' && name !== 'dive');
        if (name === 'jump') runner.jump();
        if (name === 'dive') runner.velocity.x = runner.facing * runner.speed;
        // the blow lands before the feet do
        if (name === 'air attack') runner.float(STRIKE[1] * body.character.clips.get(parts.get(name)!)!.duration);
        this.meter.answer();
    }

    private onEnd(name: string, event: string) {
        if (event === 'cancel' || this.body.tips.has('continuation') || name === 'jump') return;
        // an ending of its own: the idle first, and the run from its start
        this.held = HELD;
        this.layer!.transition(this.parts.get('idle')!, FADE);
    }

    private land(speed: number) {
        const { tips, overlay } = this.body;
        if (!this.parts.has('land')) return;
        if (tips.has('overlay')) {
            overlay.play(this.wish === 0 ? 'land' : 'land running', speed);
            return;
        }
        this.held = HELD;
        this.go('land', FADE / 2);
    }

    /** Stops, and has to keep its balance where it goes down just ahead. */
    private balance() {
        const { runner, body: { course, overlay, scale, tips } } = this;
        const { x, y } = runner.mover.getPosition();
        const isFast = runner.isGrounded && Math.abs(runner.velocity.x) > FAST * runner.speed;
        const isAtEdge = course.top(x + runner.facing * EDGE * scale) < y - DROP * scale;
        if (isFast && isAtEdge && tips.has('overlay') && this.parts.has('windmill')) overlay.play('windmill');
    }
}
