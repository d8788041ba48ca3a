import { ScriptType, type AppBase } from 'playcanvas';

import { limberBudgetAttributes, type LimberBudgetAttributes } from './limber-budget/attributes';
import { TurnPlan } from './limber-budget/turn-plan';
import { UnseenAnimation } from './limber-budget/unseen-animation';
import { Views } from './limber-budget/views';
import { Crowd } from './shell/crowd';
import { EndOfFrame } from './shell/end-of-frame';
import { problemsOf } from './shell/problems';
import { registerItself } from './shell/register';
import { SetupQueue } from './shell/setup-queue';

export { limberBudgetAttributes };

export interface LimberBudget extends LimberBudgetAttributes {}

/** Which script of an application it is that works. */
const working = new WeakMap<AppBase, LimberBudget>();

/**
 * Holds what all characters of an application take in a frame: scripts on far characters work more seldom, and what they do is shown smoothly
 * in between; beyond the far distance they are left out; and where that is too much still, everything counts as farther away.
 *
 * One for the whole application, on any entity. It holds the scripts that move bones in `postUpdate`; bodies of the physics, the engine's
 * animation and scripts that steer it go on in every frame.
 *
 * @example
 * app.root.addComponent('script');
 * app.root.script!.create('limberBudget', { attributes: { milliseconds: 4 } });
 * @example
 * // the engine's own animation of characters out of view goes slower too
 * budget.slowUnseenAnimation = true;
 */
export class LimberBudget extends ScriptType {
    private readonly reports = problemsOf(this, registerItself(this).name);

    private readonly views = new Views(this.app);

    private readonly plan = new TurnPlan(this, this.views);

    private readonly unseen = new UnseenAnimation();

    private readonly setupQueue = SetupQueue.of(this.app);

    /**
     * Fired at the end of the frame in which all scripts that had waited for their set-up have had it.
     *
     * @event
     */
    static EVENT_READY = 'ready';

    /** How much farther away than they are all characters count, so that the budget is held: 1 where it is held anyway. */
    get stretch(): number {
        return 1 / this.plan.scale;
    }

    /** How many characters there are with scripts, and how many of them had a turn in the last frame. */
    get characters(): number {
        return Crowd.of(this.app).members.length;
    }

    get turns(): number {
        let count = 0;
        for (const { hasTurn } of Crowd.of(this.app).members) if (hasTurn) count++;
        return count;
    }

    /** How many scripts wait for their set-up. */
    get waiting(): number {
        return this.setupQueue.length;
    }

    initialize() {
        const { systems } = this.app;
        // after the scripts' update, and after the animation
        systems.on('update', this.setUpNext, this);
        systems.on('update', this.holdUnseen, this);
        systems.on('animationUpdate', this.giveBack, this);
        this.on('enable', this.begin, this);
        this.on('disable', this.end, this);
        this.on('destroy', () => {
            systems.off('update', this.setUpNext, this);
            systems.off('update', this.holdUnseen, this);
            systems.off('animationUpdate', this.giveBack, this);
            this.end();
        });
        this.begin();
    }

    /** Takes over where another limberBudget has gone. */
    refresh() {
        if (this.enabled) this.begin();
    }

    /** What is wrong with the set-up: sentences with what, where and how to fix it. */
    problems(): string[] {
        return this.reports.list();
    }

    private begin() {
        const { app, reports } = this;
        const other = working.get(app);
        if (other && other !== this) {
            reports.enter('second', `"${other.entity.name}" has a limberBudget already, and there is one for all characters: this one does nothing. Remove one of the two, then call refresh() of the other.`);
            return;
        }
        reports.leave('second');
        working.set(app, this);
        this.plan.restart();
        Crowd.of(app).setPlanner(this.plan);
        this.setupQueue.milliseconds = this.setupMilliseconds;
    }

    private end() {
        const { app } = this;
        if (working.get(app) !== this) return;
        working.delete(app);
        Crowd.of(app).setPlanner(null);
        this.setupQueue.milliseconds = 0;
        this.setUpScripts();
    }

    private setUpNext() {
        if (working.get(this.app) !== this) return;
        this.setupQueue.milliseconds = this.setupMilliseconds;
        this.setUpScripts();
    }

    private setUpScripts() {
        const { setupQueue } = this;
        if (setupQueue.length === 0) return;
        setupQueue.work();
        if (setupQueue.length === 0) EndOfFrame.of(this.app).announce(this, LimberBudget.EVENT_READY, []);
    }

    private holdUnseen(dt: number) {
        const { app, views, plan, unseen, offscreen } = this;
        if (!this.slowUnseenAnimation || working.get(app) !== this) return;
        views.read();
        const { members } = Crowd.of(app);
        for (let i = 0; i < members.length; i++) unseen.hold(members[i], plan.sees(members[i]), dt, offscreen);
    }

    private giveBack() {
        this.unseen.giveBack();
    }
}
