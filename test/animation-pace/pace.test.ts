import { expect } from 'chai';
import { Entity, type AppBase } from 'playcanvas';

import { registerLimber, type AnimationPace } from '../../scripts/index';
import { createApp, loadGlb } from '../support/app';
import { MANNEQUIN } from '../support/characters';
import { holdAt, playGraph } from '../support/state-graphs';
import { catchWarnings } from '../support/warnings';

// When a clip's moments are shown, on the real anim component.

const DURATION = 1.2;
const [START, END] = [0.6, 0.75];

describe('animationPace', () => {
    let app: AppBase;
    let enemy: Entity;
    const warnings = catchWarnings();

    beforeEach(() => {
        app = createApp();
        registerLimber(app);
        enemy = new Entity('Enemy');
        const bone = new Entity('bone');
        enemy.addChild(bone);
        app.root.addChild(enemy);
        enemy.addComponent('script');
    });

    afterEach(() => app.destroy());

    function play({ speed = 1, loop = false } = {}) {
        const bone = enemy.children[0];
        const track = holdAt([bone], [0, 1, 0], { duration: DURATION });
        playGraph(enemy, [{ states: { Idle: holdAt([bone], [0, 0, 0]), Swing: track }, speed, loop }]);
    }

    const create = (attributes: object = {}) => enemy.script!.create('animationPace', {
        attributes: { states: [{ state: 'Swing', strikeStart: START, strikeEnd: END }], ...attributes }
    }) as AnimationPace;

    /** Times, since the state was entered, at which the clip shows some of its moments; between frames on a straight line. */
    function timesOf(moments: readonly number[], frame: number): number[] {
        const layer = enemy.anim!.baseLayer!;
        const times = moments.map(() => NaN);
        let [at, clip] = [0, 0];
        layer.transition('Swing', 0);
        for (let i = 0; i < 40 / frame && times.some(Number.isNaN); i++) {
            const before = clip;
            app.update(frame);
            at += frame;
            clip = Math.min(DURATION, layer.activeStateCurrentTime);
            for (const [k, moment] of moments.entries()) {
                if (Number.isNaN(times[k]) && clip >= moment) times[k] = at - frame * (1 - (moment - before) / Math.max(1e-9, clip - before));
            }
        }
        return times;
    }

    for (const rate of [30, 60, 144]) {
        for (const [pace, anticipation] of [[0.5, 2.5], [0.7, 1.5], [1.5, 0.8]]) {
            it(`shows the strike for as long as it was made, and the clip for 1 / ${pace} of its time, at ${rate} Hz`, () => {
                play();
                const script = create({ pace, anticipation });
                const [start, end, last] = timesOf([START, END, DURATION - 1e-3], 1 / rate);
                // within a frame, where two stretches meet
                expect(end - start).to.be.closeTo(END - START, 0.5 / rate);
                expect(last).to.be.closeTo(DURATION / pace, 1 / rate);
                // before and after the strike by the ratio
                const before = start / START, after = (last - end) / (DURATION - END);
                expect(before / after).to.be.closeTo(anticipation, 0.07 * anticipation);
                expect(script.problems()).to.deep.equal([]);
            });
        }
    }

    it('plays states without a strike at the pace, and all of them on the speed that the project has set', () => {
        play();
        create({ pace: 0.5 });
        enemy.anim!.speed = 1.6;
        const layer = enemy.anim!.baseLayer!;
        app.update(0.1);
        const before = layer.activeStateCurrentTime;
        app.update(0.1);
        expect(layer.activeStateCurrentTime - before).to.be.closeTo(0.08, 1e-6);
        const [start, end, last] = timesOf([START, END, DURATION - 1e-3], 1 / 60);
        expect(end - start).to.be.closeTo((END - START) / 1.6, 0.01);
        expect(last).to.be.closeTo(DURATION / 0.8, 0.02);
    });

    it('counts the speed of the state as made', () => {
        play({ speed: 2 });
        create({ pace: 0.5 });
        const [start, end, last] = timesOf([START, END, DURATION - 1e-3], 1 / 60);
        expect(end - start).to.be.closeTo((END - START) / 2, 0.01);
        expect(last).to.be.closeTo(DURATION, 0.02);
    });

    it('goes on in loops', () => {
        play({ loop: true });
        create({ pace: 0.5 });
        const layer = enemy.anim!.baseLayer!;
        layer.transition('Swing', 0);
        const advance = (seconds: number) => { for (let i = 0; i < 60 * seconds; i++) app.update(1 / 60); };
        advance(1);
        const before = layer.activeStateCurrentTime;
        advance(10 * DURATION / 0.5);
        expect((layer.activeStateCurrentTime - before) / DURATION).to.be.closeTo(10, 0.02);
    });

    it('lets the strike win where the pace leaves less than its time, and says so', () => {
        play();
        const script = create({ pace: 4, states: [{ state: 'Swing', strikeStart: 0.2, strikeEnd: 0.9 }] });
        const [start, end] = timesOf([0.2, 0.9], 1 / 240);
        expect(end - start).to.be.closeTo(0.7, 0.01);
        expect(script.problems()[0]).to.include('[animationPace] "Enemy": the strike of "Swing" alone takes longer');
        script.pace = 0.5;
        enemy.anim!.baseLayer!.transition('Idle', 0);
        timesOf([0.9], 1 / 60);
        expect(script.problems()).to.deep.equal([]);
    });

    it('gives the speed back when it is switched off or destroyed', () => {
        play();
        enemy.anim!.speed = 1.25;
        const script = create({ pace: 0.5 });
        app.update(0.1);
        expect(enemy.anim!.speed).to.equal(0.625);
        script.enabled = false;
        expect(enemy.anim!.speed).to.equal(1.25);
        script.enabled = true;
        app.update(0.1);
        expect(enemy.anim!.speed).to.equal(0.625);
        enemy.script!.destroy('animationPace');
        expect(enemy.anim!.speed).to.equal(1.25);
    });

    it('gives the speed back while its entity is switched off, in the middle of a strike', () => {
        play();
        create({ pace: 0.5 });
        enemy.anim!.baseLayer!.transition('Swing', 0);
        for (let i = 0; i < 5; i++) app.update(0.2);
        enemy.enabled = false;
        expect(enemy.anim!.speed).to.equal(1);
        enemy.enabled = true;
        enemy.anim!.baseLayer!.transition('Idle', 0);
        app.update(0.1);
        expect(enemy.anim!.speed).to.equal(0.5);
        enemy.destroy();
        app.update(0.1);
        expect(warnings).to.deep.equal([]);
    });

    it('says what is wrong with its states, and that there is no anim component', () => {
        const script = create();
        app.update(0.1);
        expect(script.problems()[0]).to.include('there is no anim component');
        play();
        script.states = ['Swng', 'Swing', 'Swing', ''].map(state => ({ state, strikeStart: 0.2, strikeEnd: state === '' ? 0.1 : 0.4 }));
        app.update(0.1);
        const sentences = ['has no state "Swng". Its states are Idle, Swing.', 'state 3 ("Swing") is listed twice', 'state 4 has no name', 'ends at 0.1 s and starts at 0.2 s'];
        for (const sentence of sentences) expect(script.problems().filter(problem => problem.includes(sentence)), sentence).to.have.length(1);
        expect(script.problems()).to.have.length(4);
        const printed = warnings.length;
        script.refresh();
        expect(warnings).to.have.length(printed);
    });

    it('goes by the state that is entered last of two in one tick, and stands still while the app is paused', () => {
        play();
        create({ pace: 0.5 });
        const layer = enemy.anim!.baseLayer!;
        app.update(1 / 60);
        layer.transition('Swing', 0);
        layer.transition('Idle', 0);
        app.update(0.1);
        expect(enemy.anim!.speed).to.equal(0.5);
        layer.transition('Swing', 0);
        app.update(0.1);
        const { activeStateCurrentTime } = layer;
        for (let i = 0; i < 20; i++) app.update(0);
        expect(layer.activeStateCurrentTime).to.equal(activeStateCurrentTime);
        expect(enemy.anim!.speed).to.be.above(0);
    });

    it('plays a state whose strike is no number at the pace, and says so', () => {
        play();
        const script = create({ pace: 0.5, states: [{ state: 'Swing', strikeStart: NaN, strikeEnd: 0.4 }] });
        const [last] = timesOf([DURATION - 1e-3], 1 / 60);
        expect(last).to.be.closeTo(DURATION / 0.5, 0.1);
        expect(script.problems()[0]).to.include('starts at NaN s');
    });

    it('stands steps of 0 and of a quarter of a second, a paused component, and numbers that are none', () => {
        play();
        const script = create();
        enemy.anim!.baseLayer!.transition('Swing', 0);
        for (const dt of [0, 0.25, 0, 0.25]) app.update(dt);
        enemy.anim!.playing = false;
        app.update(0.1);
        enemy.anim!.playing = true;
        script.pace = NaN;
        script.anticipation = NaN;
        app.update(0.1);
        expect(enemy.anim!.speed).to.be.above(0);
        enemy.removeComponent('anim');
        app.update(0.1);
        expect(script.problems()[0]).to.include('there is no anim component');
    });

    it('multiplies with what strideWarp plays faster, neither taking the other\'s for the user\'s, and leaves the user\'s speed behind', async () => {
        const { instantiate, clips } = await loadGlb(app, MANNEQUIN);
        const model = instantiate();
        app.root.addChild(model);
        model.addComponent('anim', { activate: true });
        model.anim!.assignAnimation('walk', clips.get('walk')!);
        model.anim!.speed = 0.9;
        model.addComponent('script');
        const speedAfter = (seconds: number) => {
            for (let i = 0; i < 60 * seconds; i++) app.update(1 / 60);
            return model.anim!.speed;
        };
        const warp = model.script!.create('strideWarp', { attributes: { speed: 3 } as never });
        const alone = speedAfter(3);
        expect(alone).to.be.above(1);
        const pace = model.script!.create('animationPace', { attributes: { pace: 0.8, states: [] } as never });
        const both = speedAfter(3);
        expect(speedAfter(3)).to.be.closeTo(both, 0.01);
        // a clip that is slower is to be played faster by the stride
        expect(both).to.be.within(0.8 * alone - 0.01, alone + 0.01);
        warp!.enabled = false;
        expect(speedAfter(1)).to.be.closeTo(0.9 * 0.8, 1e-9);
        warp!.enabled = true;
        pace!.enabled = false;
        expect(speedAfter(3)).to.be.closeTo(alone, 0.01);
        model.anim!.speed = 0.5;
        speedAfter(1);
        model.script!.destroy('strideWarp');
        expect(speedAfter(1)).to.equal(0.5);
    });
});
