import { expect } from 'chai';
import { Vec3, type Entity } from 'playcanvas';

import { actionPlayerAttributes, type ActionPlayer } from '../../scripts/index';
import { makeRow } from '../../scripts/shell/attributes';
import { CHEST, FOREARM, hit, onHitStage, STANDING_HOUND, STANDING_MANNEQUIN, STANDING_XBOT, type Hero } from '../support/hit-stage';

// Who is hit lets go of what it is doing: actionPlayer beside hitReactions, on the real physics.

onHitStage('actionPlayer that is hit', (stage) => {
    let hero: Hero;
    let script: ActionPlayer;
    let events: string[];

    const listen = (event: string) => script.on(event, (name: string, reason: string) => events.push(`${event} ${name}: ${reason}`));

    /** A character that stands, with an action as long as it takes to see what becomes of it. */
    function start(place: 'model' | 'player') {
        hero = stage.addHero();
        const { model } = hero.actor;
        const { anim } = model;
        anim!.assignAnimation('Slash', stage.track, undefined, 1, false);
        const entity = place === 'model' ? model : model.parent as Entity;
        if (!entity.script) entity.addComponent('script');
        const actions = [makeRow(actionPlayerAttributes.actions, { name: 'slash', state: 'Slash' })];
        script = entity.script!.create('actionPlayer', { attributes: { actions } }) as ActionPlayer;
        events = [];
        for (const event of ['start', 'cancel', 'end', 'refused']) listen(event);
        stage.run(0.1);
    }

    const state = () => hero.actor.model.anim!.baseLayer!.activeState;

    const cancels = (place: 'model' | 'player') => {
        it(`lets a hit cancel the action that plays, in the call, with the script on the ${place}`, () => {
            start(place);
            script.request('slash');
            stage.run(0.1);
            expect(state()).to.equal('Slash');
            hit(hero, FOREARM, new Vec3(0, 0, -15 * hero.actor.ragdoll.totalMass / 70));
            expect(state(), 'what it covered goes on').to.equal('clip');
            stage.run(0.05);
            expect(events).to.deep.equal(['start slash: nothing else played', 'cancel slash: the character was hit']);
            expect(hero.reactions.state).to.equal('reacting');
            script.request('slash');
            stage.run(0.05);
            expect(state(), 'a light hit leaves it free to act').to.equal('Slash');
            expect(events.at(-1)).to.equal('start slash: nothing else played');
        });
    };

    cancels('model');
    cancels('player');

    it('refuses requests while the character falls, lies and gets up, and takes them when it stands', () => {
        start('model');
        script.request('slash');
        stage.run(0.1);
        hit(hero, CHEST, new Vec3(0, 0, 300 * hero.actor.ragdoll.totalMass / 70));
        stage.run(0.1);
        hero.reactions.fall();
        const told = new Map<string, string>();
        for (let i = 0; i < 300 && hero.reactions.state !== 'animated'; i++) {
            const before = hero.reactions.state;
            events.length = 0;
            script.request('slash');
            expect(state()).not.to.equal('Slash');
            stage.run(0.1);
            expect(events, before).to.have.length(1);
            told.set(before, events[0]);
        }
        expect([...told.values()].filter(sentence => sentence.startsWith('start'))).to.deep.equal([]);
        expect(told.get('falling')).to.equal('refused slash: the character is falling');
        expect(told.get('settled')).to.equal('refused slash: the character lies on the ground');
        expect(told.get('gettingUp')).to.equal('refused slash: the character is getting up');
        expect(script.explain().at(-1)).to.equal('refused: the character is getting up');
        expect(hero.reactions.state).to.equal('animated');
        expect(state(), 'what played before the action').to.equal('clip');
        script.request('slash');
        stage.run(0.05);
        expect(state()).to.equal('Slash');
    });

    it('lets a fall without a hit cancel it, and what waits', () => {
        start('model');
        script.request('slash');
        stage.run(0.05);
        script.inputBuffer = 2;
        script.request('slash');
        hero.reactions.fall();
        stage.run(1 / 60);
        expect(events.slice(1)).to.deep.equal(['refused slash: the character is falling', 'cancel slash: the character is falling']);
    });

    it('hears nothing any more when it is gone', () => {
        start('model');
        script.request('slash');
        stage.run(0.05);
        hero.actor.model.script!.destroy('actionPlayer');
        events.length = 0;
        hero.reactions.fall();
        expect(events).to.deep.equal([]);
        expect(state(), 'what played before the action').to.equal('clip');
    });
}, [STANDING_MANNEQUIN, STANDING_XBOT, STANDING_HOUND]);
