import { expect } from 'chai';
import { Entity, Vec2, type AppBase } from 'playcanvas';

import { actionPlayerAttributes, registerLimber, type ActionPlayer } from '../../scripts/index';
import { makeRow } from '../../scripts/shell/attributes';
import { createApp } from '../support/app';
import { holdAt, playGraph } from '../support/state-graphs';
import { catchWarnings } from '../support/warnings';

// What answers a request, when, and why: on the real anim component, with clips that hold a bone in a place of their own.

const { actions: actionTable, windows: windowTable, continuations: continuationTable } = actionPlayerAttributes;
const action = (row: Partial<ReturnType<typeof makeRow<typeof actionTable>>>) => makeRow(actionTable, row);
const window = (row: Partial<ReturnType<typeof makeRow<typeof windowTable>>>) => makeRow(windowTable, row);
const continuation = (row: Partial<ReturnType<typeof makeRow<typeof continuationTable>>>) => makeRow(continuationTable, row);

/** Height at which the bone is in each state, metres. */
const PLACES: Readonly<Record<string, number>> = { Idle: 0, Run: 1, Slash: 2, Dash: 3, Dive: 4 };

describe('actionPlayer', () => {
    let app: AppBase;
    let hero: Entity;
    let bone: Entity;
    let events: string[];
    const warnings = catchWarnings();

    beforeEach(() => {
        app = createApp();
        registerLimber(app);
        hero = new Entity('Hero');
        bone = new Entity('bone');
        hero.addChild(bone);
        app.root.addChild(hero);
        hero.addComponent('script');
        const states = Object.fromEntries(Object.entries(PLACES).map(([state, y]) => [state, holdAt([bone], [0, y, 0], { duration: 1 })]));
        playGraph(hero, [{ states, once: ['Slash', 'Dash', 'Dive'] }]);
        events = [];
    });

    afterEach(() => app.destroy());

    const note = (event: string, name: string) => { events.push(`${event} ${name}`); };

    function create(attributes: object = {}): ActionPlayer {
        const script = hero.script!.create('actionPlayer', {
            attributes: { actions: [action({ name: 'slash', state: 'Slash' }), action({ name: 'dash', state: 'Dash' })], ...attributes }
        }) as ActionPlayer;
        for (const event of ['start', 'cancel', 'end', 'refused']) script.on(event, (name: string) => note(event, name));
        return script;
    }

    /** The state that is seen, by the place of the bone. */
    const shown = () => Object.keys(PLACES).find(state => Math.abs(PLACES[state] - bone.getLocalPosition().y) < 1e-6);
    const time = () => hero.anim!.baseLayer!.activeStateCurrentTime;
    const step = (frames: number, rate = 60) => { for (let i = 0; i < frames; i++) app.update(1 / rate); };

    /** Calls something in the update of the next tick, after the script's own. */
    function inUpdate(act: () => void) {
        app.systems.once('update', act);
    }

    const forget = () => { events.length = 0; };

    /** Takes the script away and goes back to the state before. */
    function begin(rate: number) {
        hero.script!.destroy('actionPlayer');
        enter('Idle');
        step(1, rate);
        forget();
    }

    const enter = (state: string) => hero.anim!.baseLayer!.transition(state, 0);

    /** The time of the clip at which another state is seen first; NaN: within 0.2 s none is. */
    function timeOfDash(rate: number): number {
        for (let i = 0; i < 0.2 * rate; i++) {
            const before = time();
            app.update(1 / rate);
            if (shown() === 'Dash') return before;
        }
        return NaN;
    }

    const happened = () => [...events];

    for (const rate of [30, 60, 144]) {
        it(`shows an action in the tick in which it is asked for, at ${rate} Hz`, () => {
            const script = create();
            step(5, rate);
            expect(shown()).to.equal('Idle');
            script.request('slash');
            step(1, rate);
            expect(shown()).to.equal('Slash');
            expect(time()).to.be.closeTo(1 / rate, 1e-6);
            expect(happened()).to.deep.equal(['start slash']);
            expect(script.explain()).to.deep.equal(['"slash" (Slash): fits, score 0', '"slash" started']);
        });

        it(`takes a press 99 ms before a window when it opens, and refuses one 101 ms before it, at ${rate} Hz`, () => {
            for (const [early, isTaken] of [[0.099, true], [0.101, false]] as const) {
                for (const offset of [0, 0.3, 0.7]) {
                    const script = create();
                    step(2, rate);
                    script.request('slash');
                    step(Math.round((0.4 + 0.1 * offset) * rate), rate);
                    // the window lies so that it opens this long after the time that is shown at the press, between two ticks
                    const start = time() + early;
                    script.windows = [window({ action: 'slash', start, cancelledBy: ['dash'] })];
                    forget();
                    script.request('dash');
                    const opened = timeOfDash(rate);
                    expect(happened()).to.deep.equal(isTaken ? ['cancel slash', 'start dash'] : ['refused dash']);
                    if (isTaken) {
                        expect(opened, 'not before').to.be.above(start - 1 / rate - 1e-4);
                        expect(opened, 'in the first tick').to.be.below(start + 1e-4);
                    }
                    begin(rate);
                }
            }
        });

        it(`cancels inside a window in the same tick, and never outside, at ${rate} Hz`, () => {
            const script = create({ inputBuffer: 0, windows: [window({ action: 'slash', start: 0.3, end: 0.5, cancelledBy: ['dash'] })] });
            for (let wait = 1; wait < 0.9 * rate; wait += Math.ceil(rate / 30)) {
                enter('Idle');
                step(2, rate);
                script.request('slash');
                step(wait, rate);
                const at = time();
                const isOpen = at >= 0.3 && at <= 0.5;
                inUpdate(() => script.request('dash'));
                step(1, rate);
                expect(shown(), `at ${at}`).to.equal(isOpen ? 'Dash' : 'Slash');
            }
        });
    }

    it('lets an action end, goes back to what played before, and says so', () => {
        const script = create();
        hero.anim!.baseLayer!.transition('Run', 0);
        step(3);
        script.request('slash');
        step(59);
        expect(shown()).to.equal('Slash');
        step(2);
        expect(shown()).to.equal('Run');
        expect(events).to.deep.equal(['start slash', 'end slash']);
    });

    it('starts what has waited when the action is over, and goes back to what played before both', () => {
        const script = create();
        hero.anim!.baseLayer!.transition('Run', 0);
        step(3);
        script.request('slash');
        step(56);
        script.request('dash');
        step(5);
        expect(shown()).to.equal('Dash');
        expect(events).to.deep.equal(['start slash', 'end slash', 'start dash']);
        step(60);
        expect(shown()).to.equal('Run');
    });

    it('continues as the row for its state and phase says, from the time of the row', () => {
        const script = create({
            continuations: [
                continuation({ from: 'Slash', to: 'Dive', fromPhase: new Vec2(0, 0.5) }),
                continuation({ from: 'Slash', to: 'Run', fromPhase: new Vec2(0.9, 1), toTime: 0.4 })
            ]
        });
        step(2);
        script.request('slash');
        step(60);
        expect(shown()).to.equal('Run');
        expect(time()).to.be.within(0.4, 0.4 + 2 / 60);
    });

    it('leaves rows of other states aside when it continues, and windows for other actions when it cancels', () => {
        const script = create({
            continuations: [continuation({ from: 'Dash', to: 'Dive' }), continuation({ from: 'Slash', to: 'Run' })],
            windows: [window({ action: 'slash', cancelledBy: ['slash'] }), window({ action: 'dash' })]
        });
        step(2);
        script.request('slash');
        step(30);
        script.request('dash');
        step(10);
        expect(events).to.deep.equal(['start slash', 'refused dash']);
        step(22);
        expect(shown()).to.equal('Run');
    });

    it('lets an action cancel itself, from its start', () => {
        const script = create({ windows: [window({ action: 'slash', start: 0.3, cancelledBy: ['slash'] })] });
        step(2);
        script.request('slash');
        step(30);
        script.request('slash');
        step(1);
        expect(time()).to.be.closeTo(1 / 60, 1e-6);
        expect(events).to.deep.equal(['start slash', 'cancel slash', 'start slash']);
        script.request('slash');
        step(10);
        expect(events.at(-1), 'the window counts anew').to.equal('refused slash');
    });

    it('forgets an action that the graph leaves by itself', () => {
        const script = create();
        step(2);
        script.request('slash');
        step(5);
        hero.anim!.baseLayer!.transition('Run', 0);
        step(2);
        expect(events).to.deep.equal(['start slash', 'end slash']);
        script.request('dash');
        step(1);
        expect(shown()).to.equal('Dash');
    });

    it('plays the first of two actions that are asked for in one tick; the other one waits and is refused once', () => {
        const script = create();
        step(2);
        script.request('slash');
        script.request('dash');
        step(1);
        expect(shown()).to.equal('Slash');
        expect(events).to.deep.equal(['start slash']);
        step(10);
        expect(events).to.deep.equal(['start slash', 'refused dash']);
        expect(script.explain().at(-1)).to.include('refused: "slash" plays, and no window for "dash" opens in time');
    });

    it('refuses an unknown name at once, and all while it is switched off', () => {
        const script = create();
        step(1);
        script.request('slosh');
        expect(script.explain().at(-1)).to.include('refused');
        step(1);
        expect(events).to.deep.equal(['refused slosh']);
        script.enabled = false;
        script.request('slash');
        step(3);
        expect(events).to.deep.equal(['refused slosh', 'refused slash']);
        expect(shown()).to.equal('Idle');
        expect(script.explain().at(-1)).to.include('switched off');
    });

    for (const [how, stop] of Object.entries({
        'is switched off': () => { (hero.script!.get('actionPlayer') as ActionPlayer).enabled = false; },
        'is destroyed': () => { hero.script!.destroy('actionPlayer'); },
        'has its entity switched off for a while': () => {
            hero.enabled = false;
            step(2);
            hero.enabled = true;
        }
    })) {
        it(`goes back to what played before when it ${how} during an action, and says so once`, () => {
            const script = create();
            enter('Run');
            step(3);
            script.request('slash');
            step(10);
            expect(shown()).to.equal('Slash');
            script.request('dash');
            stop();
            step(1);
            expect(shown()).to.equal('Run');
            step(70);
            expect(shown()).to.equal('Run');
            expect(happened()).to.deep.equal(['start slash', 'refused dash', 'cancel slash']);
            expect(warnings).to.deep.equal([]);
        });
    }

    it('does no harm when its entity is destroyed during an action', () => {
        const script = create();
        step(1);
        script.request('slash');
        step(3);
        hero.destroy();
        step(2);
        expect(happened()).to.deep.equal(['start slash', 'cancel slash']);
        expect(warnings).to.deep.equal([]);
    });

    it('keeps a request while the app is paused, and stands steps of a quarter of a second', () => {
        const script = create({ windows: [window({ action: 'slash', start: 0.5 })] });
        step(2);
        script.request('slash');
        step(27);
        script.request('dash');
        for (let i = 0; i < 20; i++) app.update(0);
        expect(events).to.deep.equal(['start slash']);
        step(4);
        expect(events).to.deep.equal(['start slash', 'cancel slash', 'start dash']);
        for (let i = 0; i < 8; i++) app.update(0.25);
        expect(events.at(-1)).to.equal('end dash');
        expect(shown()).to.equal('Idle');
    });

    describe('which action', () => {
        const kinds = [
            action({ name: 'stab', kind: 'attack', state: 'Slash', stances: ['standing'], maxDistance: 2, angle: 40 }),
            action({ name: 'run slash', kind: 'attack', state: 'Dash', stances: ['moving'], minSpeed: 2 }),
            action({ name: 'dive', kind: 'attack', state: 'Dive', stances: ['jumping'] }),
            action({ name: 'throw', kind: 'attack', state: 'Run', score: -1 }),
            action({ name: 'second stab', kind: 'attack', state: 'Dive', stances: ['standing'], maxDistance: 2, angle: 40, after: 'stab', score: 1 })
        ];

        /** The name of the action that starts. */
        function chosen(stance: string, opponent: [number, number, number] | null, speed = 0, before?: string): string {
            const script = create({ actions: kinds, windows: kinds.map(({ name }) => window({ action: name })) });
            const target = new Entity('target');
            app.root.addChild(target);
            if (opponent) target.setPosition(...opponent);
            script.stance = stance;
            step(1);
            if (before !== undefined) script.request(before);
            for (let i = 0; i < 3; i++) {
                hero.translate(speed / 60, 0, 0);
                step(1);
            }
            hero.translate(speed / 60, 0, 0);
            if (opponent) target.setPosition(hero.getPosition().x + opponent[0], opponent[1], opponent[2]);
            inUpdate(() => script.requestBest('attack', opponent ? target : null));
            step(1);
            const name = events.filter(event => event.startsWith('start')).at(-1)?.slice(6) ?? 'none';
            hero.script!.destroy('actionPlayer');
            target.destroy();
            hero.setPosition(0, 0, 0);
            events.length = 0;
            return name;
        }

        it('follows the stance, the speed, the distance and the direction of the opponent, and the last action', () => {
            expect(chosen('standing', [0, 0, 1])).to.equal('stab');
            expect(chosen('standing', [0, 0, 3]), 'too far').to.equal('throw');
            expect(chosen('standing', [1, 0, 0.5]), '63 degrees aside').to.equal('throw');
            expect(chosen('standing', null), 'no opponent: any').to.equal('stab');
            expect(chosen('standing', [0, 0, 1], 0, 'stab')).to.equal('second stab');
            expect(chosen('moving', [0, 0, 1], 3)).to.equal('run slash');
            expect(chosen('moving', [0, 0, 1], 1), 'too slow').to.equal('throw');
            expect(chosen('jumping', [0, 0, 1])).to.equal('dive');
            for (let i = 0; i < 3; i++) expect(chosen('moving', [0, 0, 1], 3)).to.equal('run slash');
        });

        it('knows where the opponent faces: a stab in the back is one from behind', () => {
            const script = create({ actions: [
                action({ name: 'back stab', kind: 'attack', state: 'Dive', opponentAngle: new Vec2(120, 180), score: 1 }),
                action({ name: 'stab', kind: 'attack', state: 'Slash' })
            ], windows: ['back stab', 'stab'].map(name => window({ action: name })) });
            const opponent = new Entity('opponent');
            app.root.addChild(opponent);
            opponent.setPosition(0, 0, 1);
            step(1);
            // it faces along +Z, away from the character that stands behind it, then aside, then towards it
            for (const [yaw, name] of [[0, 'back stab'], [50, 'back stab'], [-50, 'back stab'], [70, 'stab'], [180, 'stab'], [-90, 'stab']] as const) {
                opponent.setEulerAngles(0, yaw, 0);
                script.requestBest('attack', opponent);
                step(2);
                expect(events.filter(event => event.startsWith('start')).at(-1), `${yaw} degrees`).to.equal(`start ${name}`);
            }
            script.requestBest('attack');
            step(2);
            expect(events.filter(event => event.startsWith('start')).at(-1), 'no opponent: any').to.equal('start back stab');
            expect(script.problems()).to.deep.equal([]);
        });

        it('looks at actions of the kind alone, and keeps the least distance of a row', () => {
            const script = create({ actions: [
                action({ name: 'jump', kind: 'jump', state: 'Dive', score: 2 }),
                action({ name: 'throw', kind: 'attack', state: 'Dash', minDistance: 2, score: 1 }),
                action({ name: 'stab', kind: 'attack', state: 'Slash' })
            ], windows: ['throw', 'stab'].map(name => window({ action: name })) });
            const target = new Entity('target');
            app.root.addChild(target);
            step(1);
            for (const [distance, name] of [[1.9, 'stab'], [2.1, 'throw']] as const) {
                target.setPosition(0, 0, distance);
                script.requestBest('attack', target);
                step(2);
                expect(events.at(-1), `${distance} m`).to.equal(`start ${name}`);
            }
        });

        it('counts a stance for the coyote time after it was left, and no longer', () => {
            for (const [frames, name] of [[5, 'jump'], [7, 'fall']] as const) {
                const script = create({ actions: [action({ name: 'jump', kind: 'jump', state: 'Dive', stances: ['grounded'], score: 1 }), action({ name: 'fall', kind: 'jump', state: 'Dash' })] });
                script.stance = 'grounded';
                step(2);
                script.stance = 'air';
                step(frames);
                script.requestBest('jump');
                step(1);
                expect(events.at(-1), `${frames} frames later`).to.equal(`start ${name}`);
                hero.script!.destroy('actionPlayer');
                hero.anim!.baseLayer!.transition('Idle', 0);
                step(1);
            }
        });

        it('explains its choice', () => {
            const script = create({ actions: kinds });
            script.stance = 'jumping';
            step(2);
            script.requestBest('attack');
            expect(script.explain()).to.deep.equal([
                '"stab" (Slash): the stance is "jumping" and not standing', '"run slash" (Dash): the stance is "jumping" and not moving',
                '"dive" (Dive): fits, score 0', '"throw" (Run): fits, score -1', '"second stab" (Dive): the stance is "jumping" and not standing', '"dive" started'
            ]);
        });
    });

    it('names contexts without an action, and actions that never play', () => {
        const script = create({
            actions: [
                action({ name: 'stab', kind: 'attack', state: 'Slash', stances: ['standing'], maxDistance: 2 }),
                action({ name: 'poke', kind: 'attack', state: 'Dash', stances: ['standing'], maxDistance: 1 }),
                action({ name: 'dive', kind: 'attack', state: 'Dive', stances: ['jumping'], minSpeed: 5, maxSpeed: 3 })
            ]
        });
        const problems = script.problems().join('\n');
        expect(problems).to.include('action "poke" never plays: wherever it fits, "stab" has the higher score or stands above it');
        expect(problems).to.include('action "dive" never applies: no context fits its limits');
        expect(problems).to.match(/kind "attack" has no action for stance standing, speed 0 to 3, distance above 2; .* more\. Add an action/);
    });

    it('says nothing about a grid without gaps', () => {
        const script = create({ actions: [action({ name: 'stab', kind: 'attack', state: 'Slash', maxDistance: 2, score: 1 }), action({ name: 'throw', kind: 'attack', state: 'Dash' })] });
        expect(script.problems()).to.deep.equal([]);
        expect(warnings).to.deep.equal([]);
    });

    const wrong: [string, object, RegExp][] = [
        ['a state that is not there', { actions: [action({ name: 'slash', state: 'Slosh' })] }, /action 1 \("slash"\): the animation has no state "Slosh"\. Its states are Idle, Run/],
        ['an action without a name', { actions: [action({ state: 'Slash' })] }, /action 1 has no name/],
        ['an action after one that is none', { actions: [action({ name: 'slash', state: 'Slash', after: 'stab' })] }, /comes after "stab", which is no action/],
        ['a window that ends before it starts', { windows: [window({ action: 'slash', start: 0.5, end: 0.2 })] }, /window 1 of "slash" ends at 0\.2 s and starts at 0\.5 s/],
        ['windows that overlap', { windows: [window({ action: 'slash', start: 0.2, end: 0.5 }), window({ action: 'slash', start: 0.4 })] }, /two windows of "slash" overlap from 0\.4 s on/],
        ['a window of no action', { windows: [window({ action: 'slosh' })] }, /window 1 names "slosh", which is no action/],
        ['a continuation to no state', { continuations: [continuation({ from: 'Slash', to: 'Rum' })] }, /continuation 1: the animation has no state "Rum"/],
        ['phases the wrong way round', { continuations: [continuation({ from: 'Slash', to: 'Run', fromPhase: new Vec2(0.8, 0.2) })] }, /continuation 1: its phases end at 0\.2 and start at 0\.8/]
    ];

    for (const [what, attributes, sentence] of wrong) {
        it(`says once what is wrong with ${what}, and goes on`, () => {
            const script = create(attributes);
            expect(script.problems().filter(problem => sentence.test(problem))).to.have.length(1);
            script.refresh();
            step(2);
            script.request('slash');
            script.request('dash');
            step(20);
            expect(warnings.filter(warning => sentence.test(warning))).to.have.length(1);
        });
    }

    it('says that there is no anim component, and refuses', () => {
        hero.removeComponent('anim');
        const script = create();
        script.request('slash');
        step(1);
        expect(events).to.deep.equal(['refused slash']);
        expect(script.problems()[0]).to.include('there is no anim component');
    });
});
