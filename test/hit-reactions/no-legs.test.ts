import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { MANNEQUIN } from '../support/characters';
import { writeDetached } from '../support/detach';
import { CHEST, hit, HitStage } from '../support/hit-stage';
import { catchWarnings } from '../support/warnings';

// The mannequin with legs that hang on its root, so that they have no bodies.

describe('hitReactions on a body whose legs are refused', () => {
    const warnings = catchWarnings();
    let stage: HitStage;

    before(async () => {
        const file = writeDetached(MANNEQUIN, ['mixamorig:LeftUpLeg', 'mixamorig:RightUpLeg']);
        stage = new HitStage({ name: 'mannequin without legs', file, clipFile: file, clip: 'idle' });
        await stage.open();
        stage.addFloor();
    });

    after(() => stage.close());

    it('is pushed and comes back, is never felled, and says so once', () => {
        const hero = stage.addHero();
        const { actor, twin, reactions, states, hips } = hero;
        expect(actor.ragdoll.control.bones.some(({ name }) => /Leg|Foot/.test(name)), 'a leg has a body').to.equal(false);
        const rest = hips.getPosition().y;
        let turned = 0, lowest = rest;
        const step = (seconds: number) => {
            for (let i = 0; i < 60 * seconds; i++) {
                stage.step();
                lowest = Math.min(lowest, hips.getPosition().y);
                turned = Math.max(turned, hips.getPosition().distance(twin.nodes[actor.nodes.indexOf(hips)].getPosition()));
            }
        };
        hit(hero, CHEST, new Vec3(0, 0, 300));
        step(2);
        expect(turned, 'metres by which the hips were pushed').to.be.above(0.02);
        reactions.fall();
        step(2);
        expect(lowest).to.be.above(0.7 * rest);
        expect(states).not.to.include('falling');
        expect(reactions.state).to.equal('animated');
        expect(warnings.filter(text => /cannot stand: it is pushed, and never falls/.test(text))).to.have.length(1);
    });
});
