import { SpeedFactor } from './anim/component/speed-factor';
import { advanceStrikePace, planStrikePace, type StrikePace } from './core/timing/strike-pace';
import { AnimScript } from './shell/anim-script';
import type { AttributesOf, AttributeTable } from './shell/attributes';

// A character that moves at its own pace: slow, with blows that strike as fast as they were made.

export const animationPaceAttributes = {
    pace: {
        type: 'number', default: 0.7, min: 0.05, precision: 2, title: 'Pace',
        description: 'Speed of all clips. 1: as made; 0.5: half as fast.'
    },
    anticipation: {
        type: 'number', default: 1.5, min: 0.1, precision: 2, title: 'Anticipation',
        description: 'How much more the part before a strike is slowed down than the part after it. 1: both alike; above 1 the opponent has longer to see it coming.'
    },
    states: {
        type: 'json', array: true, title: 'States',
        description: 'States with a strike, which keeps the speed that it was made at. All other states play at Pace throughout.',
        schema: {
            state: { type: 'string', default: '', title: 'State', description: 'Name of the state in the base layer of the anim component.' },
            strikeStart: { type: 'number', default: 0, min: 0, precision: 3, title: 'Strike Start', description: 'Second of the clip at which the strike begins.' },
            strikeEnd: { type: 'number', default: 0, min: 0, precision: 3, title: 'Strike End', description: 'Second of the clip at which the strike ends.' }
        }
    }
} as const satisfies AttributeTable;

export interface AnimationPace extends AttributesOf<typeof animationPaceAttributes> {}

/**
 * Plays a character's clips at its own pace, with anticipation held longer than the strike.
 *
 * Tip 3 of *The Challenge of Having Responsiveness and Naturalness in Game Animation* (August 10, 2015): enemies that are slower than the
 * player draw the eye to where the player needs it. It sets the speed of the anim component, goes by the state of the base layer, and gives
 * the speed back when it is switched off. All layers go at the speed of the base.
 *
 * @example
 * hero.script!.create('animationPace', { attributes: {
 *     pace: 0.6, states: [{ state: 'Swing', strikeStart: 0.42, strikeEnd: 0.55 }]
 * } });
 */
export class AnimationPace extends AnimScript {
    /** The part of the component's speed that is this script's. */
    private readonly factor = new SpeedFactor();

    /** How the state that plays is stretched, and what that was made for. */
    private plan: StrikePace | null = null;

    private planned = { row: null as AnimationPace['states'][number] | null, duration: NaN, pace: NaN, anticipation: NaN };

    override initialize() {
        super.initialize();
        this.on('attr:states', this.refresh, this);
        for (const end of ['disable', 'destroy']) this.on(end, this.factor.leave, this.factor);
    }

    /** Before the animation: sets the speed at which it moves on in this frame. */
    update(dt: number) {
        const layer = this.readAnim();
        const { component } = this.reader;
        if (!layer || !component) return;
        this.factor.move(component);
        const { base } = this.factor;
        const pace = this.pace > 0 ? this.pace : 1;
        let speed = pace;
        const { activeState, activeStateDuration } = layer.source;
        const row = this.rowOf(activeState);
        const clipSpeed = layer.speed / component.speed;
        if (row && dt > 0 && activeStateDuration > 0 && clipSpeed > 0) {
            const plan = this.planFor(row, activeStateDuration, pace);
            // a state that is entered in this frame starts at its beginning
            const time = layer.state === row.state ? layer.time : 0;
            speed = advanceStrikePace(plan, time, dt * clipSpeed * base, layer.isLooping) / (dt * clipSpeed * base);
        }
        this.factor.set(speed);
    }

    protected build() {
        this.planned.row = null;
        const names = new Set<string>();
        this.states.forEach(({ state, strikeStart, strikeEnd }, i) => {
            const place = `state ${i + 1}${state && ` ("${state}")`}`;
            if (state === '') this.reports.add(`${place} has no name. Write the name of a state of the animation, then call refresh().`);
            else if (names.has(state)) this.reports.add(`${place} is listed twice. Remove one of the two rows, then call refresh().`);
            else this.checkState(state, place);
            names.add(state);
            if (!(strikeEnd > strikeStart)) this.reports.add(`${place}: the strike ends at ${strikeEnd} s and starts at ${strikeStart} s. Set its end after its start, then call refresh().`);
        });
    }

    /** The row of a state; the first of those with its name. */
    private rowOf(state: string): AnimationPace['states'][number] | null {
        const { states } = this;
        for (let i = 0; i < states.length; i++) if (states[i].state === state) return states[i];
        return null;
    }

    /** How a row's clip is stretched; says so when its strike leaves too little for the rest. */
    private planFor(row: AnimationPace['states'][number], duration: number, pace: number): StrikePace {
        const { planned } = this;
        const anticipation = this.anticipation > 0 ? this.anticipation : 1;
        const isKnown = planned.row === row && planned.duration === duration && planned.pace === pace && planned.anticipation === anticipation;
        if (this.plan && isKnown) return this.plan;
        this.planned = { row, duration, pace, anticipation };
        this.plan = planStrikePace(duration, row.strikeStart, row.strikeEnd, pace, anticipation);
        if (this.plan.fits) this.reports.leave(`strike ${row.state}`);
        else this.reports.enter(`strike ${row.state}`, `the strike of "${row.state}" alone takes longer than the clip at a pace of ${pace} leaves, so the clip takes longer. Lower Pace, or shorten the strike.`);
        return this.plan;
    }
}
