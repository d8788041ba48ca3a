import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { turnBetween } from '../support/geometry';
import { CHEST, FOREARM, hit, onHitStage, STANDING, type Hero } from '../support/hit-stage';
import { itFull } from '../support/skip';

// From a hit to the animation again, on characters of several makers with two legs and with four.

/** Mass of a character by default, kilograms; a push that gives one whose hips are a metre high so many metres per second knocks it over. */
const MASS = 70;
const KNOCK_OUT = 5;

/** Seconds within which a light hit is over, of a person and of an animal of its size. */
const BACK = 1.2;

/** How much more it takes along a body whose feet stand far apart. */
const ALONG = 1.4;

/** Largest turn of a local rotation against the twin, degrees, but for the entity that was turned under the body. */
function deviation({ actor, twin }: Hero): number {
    let largest = 0;
    actor.nodes.forEach((node, i) => {
        if (node !== actor.model) largest = Math.max(largest, turnBetween(node.getLocalRotation(), twin.nodes[i].getLocalRotation()));
    });
    return largest;
}

function isSound({ actor }: Hero): boolean {
    return actor.nodes.every((node) => {
        const { x, y, z } = node.getPosition();
        return Math.abs(x + y + z) < 1e3;
    });
}

onHitStage('the story of a hit', (stage) => {
    it('a light hit is reacted to, and the character is back in its animation with the simulation off', () => {
        stage.addFloor();
        const hero = stage.addHero();
        const before = stage.bodyCount;
        hit(hero, FOREARM, new Vec3(0, 0, 20));
        expect(hero.reactions.state).to.equal('reacting');
        let largest = 0;
        stage.run(0.3, 60, () => { largest = Math.max(largest, deviation(hero)); });
        expect(largest).to.be.above(2);
        // also where the ground holds feet that the animation has in it
        stage.run(BACK - 0.3);
        expect(hero.states, 'within 1.2 seconds').to.deep.equal(['reacting', 'animated']);
        stage.run(0.5);
        expect(deviation(hero)).to.be.below(0.1);
        expect(hero.actor.ragdoll.control.bodies).to.equal(null);
        expect(stage.bodyCount).to.equal(before);
    });

    for (const [name, direction] of [['forwards', new Vec3(0, 0, 1)], ['backwards', new Vec3(0, 0, -1)], ['aside', new Vec3(1, 0, 0)]] as const) {
        (name === 'forwards' ? it : itFull)(`a knock-out ${name}: falls, settles, gets up, and stands where it lay`, () => {
            stage.addFloor();
            const hero = stage.addHero();
            const standing = hero.hips.getPosition().y;
            const along = /hound|Husky/.test(stage.source.name) && direction.z !== 0 ? ALONG : 1;
            hit(hero, CHEST, direction.clone().mulScalar(KNOCK_OUT * along * Math.sqrt(standing) * MASS));
            let lowest = Infinity;
            let lying = new Vec3();
            stage.run(13, 60, () => {
                expect(isSound(hero)).to.equal(true);
                lowest = Math.min(lowest, hero.hips.getPosition().y);
                if (hero.reactions.state === 'settled') lying = hero.hips.getPosition().clone();
            });
            expect(hero.states.filter(state => state !== 'reacting' && state !== 'staggering')).to.deep.equal(['falling', 'settled', 'gettingUp', 'animated']);
            expect(lowest).to.be.below(0.6 * standing);
            expect(hero.hips.getPosition().y).to.be.within(0.92 * standing, 1.08 * standing);
            expect(Math.abs(hero.actor.model.getPosition().y)).to.be.below(1e-3);
            const { x, z } = hero.hips.getPosition();
            expect(Math.hypot(x - lying.x, z - lying.z)).to.be.below(1.5 * standing);
            // the twin is elsewhere in its clip
            expect(deviation(hero)).to.be.below(40);
            expect(hero.reactions.problems()).to.deep.equal([]);
        });
    }
}, STANDING);
