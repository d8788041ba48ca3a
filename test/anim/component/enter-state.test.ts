import { expect } from 'chai';
import { AnimTrack, Entity, type AnimComponentLayer, type AppBase } from 'playcanvas';

import { enterState } from '../../../scripts/anim/component/enter-state';
import { createApp } from '../../support/app';

describe('enterState', () => {
    let app: AppBase;
    let layer: AnimComponentLayer;

    const step = () => app.update(1 / 60);

    beforeEach(() => {
        app = createApp();
        const entity = new Entity('hero', app);
        entity.addComponent('anim', { activate: true });
        app.root.addChild(entity);
        for (const state of ['stand', 'walk', 'run']) entity.anim!.assignAnimation(state, new AnimTrack(state, 1, [], [], []));
        layer = entity.anim!.baseLayer!;
        step();
    });

    afterEach(() => app.destroy());

    /** What the engine loses its clips over: a state is played in the middle of a cross-fade, and faded away from before a frame has come. */
    function playInFade() {
        layer.transition('walk', 0.5);
        step();
        layer.play('stand');
    }

    it('is needed: the engine throws after a state that was played in the middle of a cross-fade', () => {
        playInFade();
        expect(() => layer.transition('run', 0.2), 'the engine is mended: enterState() is not needed any more').to.throw();
    });

    it('enters a state then, within any time, at any phase', () => {
        for (const [time, phase] of [[0, 0], [0.2, 0], [0, 0.25]] as const) {
            playInFade();
            enterState(layer, 'run', time, phase);
            step();
            expect(layer.activeState).to.equal('run');
            expect(layer.playing).to.equal(true);
            expect(layer.activeStateCurrentTime).to.be.closeTo(phase + 1 / 60, 1e-6);
        }
    });

    it('enters one also where time has run backwards since', () => {
        playInFade();
        layer.update(-0.1);
        enterState(layer, 'run', 0.2);
        step();
        expect(layer.activeState).to.equal('run');
    });

    it('fades as the engine does elsewhere', () => {
        enterState(layer, 'walk', 0.5);
        for (let i = 0; i < 15; i++) step();
        expect(layer.previousState).to.equal('stand');
        expect(layer.transitionProgress).to.be.closeTo(0.5, 1e-6);
    });
});
