import { expect } from 'chai';
import { Entity, type AppBase } from 'playcanvas';

import { registerLimber, type ActionPlayer, type AnimationPace, type InstantTurn } from '../../scripts/index';
import { bytesOf, NOISE } from '../support/allocation';
import { createApp } from '../support/app';
import { holdAt, playGraph } from '../support/state-graphs';

/** A script that works before and after the animation. */
interface Working {
    update(dt: number): void;
    postUpdate?(dt: number): void;
}

describe('a frame of a script that steers the animation', () => {
    let app: AppBase;
    let hero: Entity;

    beforeEach(() => {
        app = createApp();
        registerLimber(app);
        hero = new Entity('Hero');
        const bone = new Entity('bone');
        hero.addChild(bone);
        app.root.addChild(hero);
        hero.addComponent('script');
        playGraph(hero, [{ states: { Idle: holdAt([bone], [0, 0, 0]), Slash: holdAt([bone], [0, 1, 0], { duration: 100 }) }, once: ['Slash'] }]);
    });

    afterEach(() => app.destroy());

    const create = (name: string, attributes: object) => hero.script!.create(name, { attributes });

    function expectNothing(script: Working, test: Mocha.Context, most = NOISE) {
        for (let i = 0; i < 3; i++) app.update(1 / 60);
        const clock = app as unknown as { frame: number };
        const bytes = bytesOf(() => {
            clock.frame++;
            script.update(1 / 60);
            script.postUpdate?.(1 / 60);
        });
        test.test!.title += ` (${bytes.toFixed(0)} bytes)`;
        expect(bytes).to.be.below(most);
    }

    it('allocates nothing: actionPlayer, with an action that plays and stances that were left', function () {
        const script = create('actionPlayer', { actions: [{ name: 'slash', state: 'Slash' }] }) as ActionPlayer;
        for (const stance of ['standing', 'moving', 'jumping']) {
            script.stance = stance;
            app.update(1 / 60);
        }
        script.request('slash');
        expectNothing(script, this);
    });

    it('allocates nothing: instantTurn, in a turn', function () {
        const script = create('instantTurn', { turnClipLeftFoot: 'Slash', mirrorSecond: false }) as InstantTurn;
        app.update(1 / 60);
        script.turn();
        expectNothing(script, this);
    });

    it('allocates no objects: animationPace, in a state with a strike', function () {
        const script = create('animationPace', { states: [{ state: 'Slash', strikeStart: 40, strikeEnd: 60 }] }) as AnimationPace;
        app.update(1 / 60);
        hero.anim!.baseLayer!.transition('Slash', 0);
        // numbers: the component's speed is another one in each frame, and the plan is not inlined
        expectNothing(script, this, 2 * NOISE);
    });
});
