import { expect } from 'chai';
import { Vec3, type Entity, type GraphNode } from 'playcanvas';

import type { ActiveRagdoll, HitReactions } from '../../scripts/index';
import { SetupQueue } from '../../scripts/shell/setup-queue';
import { turnBetween } from '../support/geometry';
import { FOREARM, hit, onHitStage, type HitStage } from '../support/hit-stage';
import { itFull } from '../support/skip';
import { catchWarnings } from '../support/warnings';

// A character that is cloned while a reaction has it: the copy is the designer's character.

const scriptsOf = (model: Entity) => ({
    ragdoll: model.script!.get('activeRagdoll') as unknown as ActiveRagdoll,
    reactions: model.script!.get('hitReactions') as unknown as HitReactions
});

/** Clones the character to a place beside it, and gives the clone what clones do not have: clips. */
function cloneOf(stage: HitStage, model: Entity): Entity {
    const clone = model.clone();
    stage.addEntity('clone').addChild(clone);
    clone.translate(5, 0, 0);
    clone.anim!.assignAnimation('clip', stage.track);
    return clone;
}

onHitStage('a clone', (stage) => {
    const warnings = catchWarnings();

    for (const [when, seconds] of [['reacts', 0], ['falls', 0.4], ['lies', 2.5]] as const) {
        for (const active of [false, true]) {
            itFull(`made while the character ${when}, with Active ${active ? 'on' : 'off'}, has Active as the designer set it`, () => {
                stage.addFloor();
                const hero = stage.addHero({ getUpDelay: 60 });
                hero.actor.ragdoll.active = active;
                stage.run(0.1);
                if (seconds > 0) hero.reactions.fall();
                else hit(hero, FOREARM, new Vec3(0, 0, 20));
                stage.run(seconds || 0.05);
                expect(hero.reactions.state).to.be.oneOf({ reacts: ['reacting', 'staggering'], falls: ['falling'], lies: ['settled'] }[when]);
                const { ragdoll, reactions } = scriptsOf(cloneOf(stage, hero.actor.model));
                stage.run(0.5);
                expect([ragdoll.active, ragdoll.control.bodies !== null]).to.deep.equal([active, active]);
                expect(reactions.state).to.equal('animated');
                expect(hero.actor.ragdoll.active).to.equal(active);
                expect(hero.actor.ragdoll.control.bodies).to.not.equal(null);
                reactions.fall();
                stage.run(0.5);
                expect([reactions.state, ragdoll.control.bodies !== null]).to.deep.equal(['falling', true]);
            });
        }
    }

    for (const [when, seconds] of [['reacts', 0], ['falls', 0.4], ['lies', 2.5]] as const) {
        for (const isQueued of [false, true]) {
            it(`made while the character ${when} begins as the animation has it, also in bones that no clip moves${isQueued ? ', and where its set-up has to wait' : ''}`, () => {
                stage.addFloor();
                const hero = stage.addHero({ getUpDelay: 60 });
                const queue = SetupQueue.of(stage.app);
                if (seconds > 0) hero.reactions.fall();
                else hit(hero, FOREARM, new Vec3(0, 0, 20));
                stage.run(seconds || 0.05);
                const { nodes } = hero.actor;
                const animated = nodes.map(node => hero.twin.nodes[nodes.indexOf(node)].getLocalRotation().clone());
                const shown = Math.max(...nodes.map((node, i) => turnBetween(node.getLocalRotation(), animated[i])));
                const clone = hero.actor.model.clone();
                queue.milliseconds = isQueued ? 1 : 0;
                // what it plays would hide it
                clone.removeComponent('anim');
                stage.addEntity('clone').addChild(clone);
                clone.translate(5, 0, 0);
                stage.run(0.2);
                queue.milliseconds = 0;
                queue.work();
                stage.run(0.2);
                const own: GraphNode[] = [];
                clone.forEach(node => own.push(node));
                const off = Math.max(...own.map((node, i) => (i > 0 ? turnBetween(node.getLocalRotation(), animated[i]) : 0)));
                console.log(`      ${off.toFixed(2)} degrees off, where ${shown.toFixed(0)} are shown`);
                expect(own).to.have.length(nodes.length);
                expect(off).to.be.below(1);
                expect(shown).to.be.above(5);
            });
        }
    }

    it('made in the get-up of one whose Active is on has it on, and so has the character after it', () => {
        stage.addFloor();
        const hero = stage.addHero({ getUpDelay: 0.1 });
        hero.actor.ragdoll.active = true;
        hero.reactions.fall();
        for (let i = 0; i < 1200 && hero.reactions.state !== 'gettingUp'; i++) stage.step();
        stage.run(0.5);
        expect([hero.reactions.state, hero.actor.ragdoll.control.bodies]).to.deep.equal(['gettingUp', null]);
        const { ragdoll } = scriptsOf(cloneOf(stage, hero.actor.model));
        // a hit on the way up does not change it either
        hero.reactions.fall();
        stage.run(0.2);
        expect([ragdoll.active, ragdoll.control.bodies !== null]).to.deep.equal([true, true]);
        for (let i = 0; i < 2400 && hero.reactions.state !== 'animated'; i++) stage.step();
        stage.run(0.1);
        expect([hero.actor.ragdoll.active, hero.actor.ragdoll.control.bodies !== null]).to.deep.equal([true, true]);
    });

    itFull('whose get-up states have no clips says that it has none, and gets up when it has been given them', () => {
        stage.addFloor();
        const hero = stage.addHero();
        const clone = cloneOf(stage, hero.actor.model);
        const { reactions } = scriptsOf(clone);
        stage.run(0.2);
        warnings.length = 0;
        reactions.fall();
        stage.run(3.5);
        expect(reactions.state).to.equal('settled');
        expect(reactions.problems()).to.have.length(1);
        expect(reactions.problems()[0]).to.match(/no clip to get up with.*a clone.*refresh\(\)/);
        expect(warnings).to.deep.equal(reactions.problems());
        const given = hero.actor.model.anim!.baseLayer!;
        for (const state of given.states.filter(name => name.startsWith('get-up'))) {
            const { animTrack } = (given as unknown as { _controller: { _findState(name: string): { animations: { animTrack: never }[] } } })._controller._findState(state).animations[0];
            clone.anim!.assignAnimation(state, animTrack, undefined, 1, false);
        }
        reactions.refresh();
        reactions.fall();
        stage.run(6);
        expect(reactions.state).to.equal('animated');
        expect(reactions.problems()).to.deep.equal([]);
    });
});
