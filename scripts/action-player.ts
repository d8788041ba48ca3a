import type { Entity } from 'playcanvas';

import { actionPlayerAttributes, type ActionPlayerAttributes, type ActionRow } from './action-player/attributes';
import { CancelWindows } from './action-player/cancel-windows';
import { checkRows } from './action-player/check-rows';
import { chooseAction, describeChoice } from './action-player/context';
import { Reactions, type FeltHits } from './action-player/reactions';
import type { Playing, Request } from './action-player/request';
import { Situation } from './action-player/situation';
import { Successor } from './action-player/successor';
import type { AnimLayer } from './anim/component/anim-layer';
import { enterState } from './anim/component/enter-state';
import { FootSides } from './anim/component/foot-sides';
import { AnimScript } from './shell/anim-script';

// Actions that answer at once: chosen by what the character is doing, cancelled where it is safe, continued where the pose fits.

export { actionPlayerAttributes };

export interface ActionPlayer extends ActionPlayerAttributes {}

/** What clocks that are added up of many steps may be wrong by, seconds. */
const ROUNDING = 1e-6;

/**
 * Plays actions by rules: which one fits the stance, the speed and the opponent, when it may cancel the one that plays, and what follows on
 * its end. A request acts in the tick in which it is made, or waits a moment for the next window.
 *
 * Tips 4, 5 and 6 of *The Challenge of Having Responsiveness and Naturalness in Game Animation* (August 10, 2015). It plays states of the base
 * layer without cross-fades; `poseTransition` on the character takes the seams out. A hit that `hitReactions` feels cancels the action, and
 * none begins during a fall or a get-up. It moves nothing and knows nothing of damage: the game listens to its events.
 *
 * @example
 * const player = hero.script!.create('actionPlayer', { attributes: {
 *     actions: [{ name: 'slash', kind: 'attack', state: 'Slash', maxSpeed: 2 }, { name: 'run slash', kind: 'attack', state: 'RunSlash', minSpeed: 2 }],
 *     windows: [{ action: 'slash', start: 0.35, cancelledBy: ['slash', 'run slash'] }]
 * } })!;
 * player.requestBest('attack', ball);
 */
export class ActionPlayer extends AnimScript {
    /** Fired with the action's name and a reason when it starts. @event */
    static EVENT_START = 'start';

    /** Fired with the action's name and a reason when another one takes its place, the character is hit, or the script is switched off. @event */
    static EVENT_CANCEL = 'cancel';

    /** Fired with the action's name and a reason when it is over. @event */
    static EVENT_END = 'end';

    /** Fired with the action's or the kind's name and a reason, once for each request that did not start. @event */
    static EVENT_REFUSED = 'refused';

    private situation!: Situation;

    private readonly successor = new Successor();

    private readonly sides = new FootSides(() => this.characterEntity);

    private readonly reactions = new Reactions(() => this.companion<FeltHits>('hitReactions'), reason => this.interrupt(reason));

    private cancelling = new Map<string, CancelWindows>();

    private playing: Playing | null = null;

    private waiting: Request | null = null;

    /** Name of the last action that started. */
    private last = '';

    private explanation: string[] = [];

    override initialize() {
        super.initialize();
        for (const list of ['actions', 'windows', 'continuations']) this.on(`attr:${list}`, this.refresh, this);
        this.on('disable', () => this.interrupt('actionPlayer is switched off'));
        this.on('destroy', () => this.reactions.release());
    }

    /** Before the animation: what ends, and what has waited. */
    update(dt: number) {
        this.situation.step(dt, this.stance);
        const layer = this.readAnim();
        if (!layer) return;
        this.follow(layer);
        const ended = this.findEnd(layer, dt);
        if (ended) {
            this.playing = null;
            this.announce(ActionPlayer.EVENT_END, ended.name, 'its clip is over');
        }
        if (this.waiting && !this.attempt(this.waiting, layer, dt)) this.grow(this.waiting, dt);
        if (ended && !this.playing) this.continueAfter(ended, layer, layer.time + dt * layer.speed);
    }

    /** After the animation: what was entered is seen now. */
    postUpdate() {
        if (this.playing) this.playing.isShown = true;
    }

    /** Asks for an action by its name. Distance and direction count as fitting. */
    request(action: string) {
        this.ask(action, this.actions.filter(({ name }) => name === action), null);
    }

    /**
     * Asks for the action of a kind that fits best.
     *
     * @param kind - Kind of the actions.
     * @param target - The opponent: its distance and direction count; null: they count as fitting.
     */
    requestBest(kind: string, target: Entity | null = null) {
        this.ask(kind, this.actions.filter(row => row.kind === kind), target);
    }

    /** What became of the action that was asked for last, and why: a line for each row that was looked at, and one for the outcome. */
    explain(): string[] {
        return [...this.explanation];
    }

    protected override retune() {
        this.reports.clear();
        this.readRows();
    }

    protected build() {
        this.readRows();
        this.situation = new Situation(this.entity as Entity, () => this.characterEntity);
        this.reactions.find();
    }

    private readRows() {
        const open = checkRows(this, sentence => this.reports.add(sentence), (state, place) => this.checkState(state, place));
        this.cancelling = new Map(this.actions.map(({ name }) => [name, new CancelWindows(open.filter(({ action }) => action === name))]));
    }

    private ask(what: string, rows: readonly ActionRow[], target: Entity | null) {
        this.refuse('another one was asked for');
        const request = { what, rows, target, pressed: 0, age: 0 };
        this.explanation = [];
        this.reactions.find();
        const layer = this.enabled ? this.readAnim() : null;
        const obstacle = this.findObstacle(rows, layer);
        if (!layer || obstacle !== null) {
            this.waiting = request;
            this.refuse(obstacle!);
            return;
        }
        this.follow(layer);
        this.waiting = { ...request, pressed: this.playing?.isShown ? layer.time : 0 };
        if (!this.attempt(this.waiting, layer, 0) && !(this.inputBuffer > 0)) this.refuse(this.explanation.at(-1)!);
    }

    /** What keeps all of some actions from starting, now and for the next moment; null: nothing. */
    private findObstacle(rows: readonly ActionRow[], layer: AnimLayer | null): string | null {
        if (!this.enabled) return 'actionPlayer is switched off';
        if (rows.length === 0) return 'nothing has that name or kind';
        return layer ? this.reactions.obstacle : 'there is no anim component';
    }

    /**
     * Starts what was asked for, if it may.
     *
     * @param dt - Seconds until the pose is shown that this frame makes.
     */
    private attempt(request: Request, layer: AnimLayer, dt: number): boolean {
        const { stance, coyoteTime, playing, last } = this;
        const context = this.situation.context(stance, coyoteTime, request.target, last);
        const row = chooseAction(request.rows, context);
        this.explanation = describeChoice(request.rows, context);
        if (!row) return this.miss(`${request.what} does not fit`);
        if (playing) {
            const time = playing.isShown ? layer.time : 0;
            const speed = playing.isShown ? layer.speed : 1;
            const opening = this.cancelling.get(playing.row.name)?.opening(row.name, time) ?? Infinity;
            const early = (opening - request.pressed) / speed;
            if (!(early <= this.inputBuffer + ROUNDING) && opening > time) return this.miss(`"${playing.row.name}" plays, and no window for "${row.name}" opens in time`);
            if (opening > time + dt * speed + ROUNDING) return this.miss(`"${playing.row.name}" plays until a window for "${row.name}" opens`);
        }
        return this.start(row, layer);
    }

    private start(row: ActionRow, layer: AnimLayer): boolean {
        if (!layer.hasState(row.state)) return this.miss(`the animation has no state "${row.state}"`);
        const { playing } = this;
        const state = (row.mirrorByFoot && this.sides.isRight(layer, this.reader.component) && this.sides.mirrorOf(layer, row.state)) || row.state;
        this.waiting = null;
        const { activeState } = layer.source;
        if (activeState !== playing?.state && !this.actions.some(action => action.state === activeState)) this.successor.remember(layer);
        this.playing = { row, state, isShown: false };
        this.last = row.name;
        this.explanation.push(`"${row.name}" started`);
        enterState(layer.source, state, 0);
        if (playing) this.announce(ActionPlayer.EVENT_CANCEL, playing.row.name, `"${row.name}" took its place`);
        this.announce(ActionPlayer.EVENT_START, row.name, playing ? `it may cancel "${playing.row.name}"` : 'nothing else played');
        return true;
    }

    /** Sees whether the action that plays is still the animation's state. */
    private follow(layer: AnimLayer) {
        const { playing } = this;
        if (!playing) return;
        const { activeState } = layer.source;
        if (activeState === playing.state) return;
        this.playing = null;
        this.announce(ActionPlayer.EVENT_END, playing.row.name, `the animation went to "${activeState}"`);
    }

    /** The action whose clip ends in this frame; null for none. */
    private findEnd(layer: AnimLayer, dt: number): ActionRow | null {
        const { playing } = this;
        if (!playing?.isShown || layer.isLooping || !(layer.duration > 0)) return null;
        return layer.time + dt * layer.speed >= layer.duration - ROUNDING ? playing.row : null;
    }

    /** Enters the state that follows on an action, which ends at a time of its clip. */
    private continueAfter({ state }: ActionRow, layer: AnimLayer, time: number) {
        this.successor.enter(state, this.continuations, layer, time, this.situation.rig, this.reader.component, this.sides);
    }

    /** Ends at once what plays and what waits: something has hit the character, or the script is switched off. */
    private interrupt(reason: string) {
        const { playing } = this;
        this.refuse(reason);
        if (!playing) return;
        this.playing = null;
        const layer = this.readAnim();
        if (layer?.source.activeState === playing.state) this.continueAfter(playing.row, layer, playing.isShown ? layer.time : 0);
        this.announce(ActionPlayer.EVENT_CANCEL, playing.row.name, reason);
    }

    /** Lets a request wait; refuses it when its time is over. */
    private grow(request: Request, dt: number) {
        request.age += dt;
        if (request.age > this.inputBuffer + ROUNDING) this.refuse(this.explanation.at(-1)!);
    }

    private refuse(reason: string) {
        const { waiting } = this;
        if (!waiting) return;
        this.waiting = null;
        this.explanation.push(`refused: ${reason}`);
        this.announce(ActionPlayer.EVENT_REFUSED, waiting.what, reason);
    }

    /** Adds the reason why nothing started. */
    private miss(reason: string): false {
        this.explanation.push(reason);
        return false;
    }
}
