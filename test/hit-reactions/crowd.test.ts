import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { onHitStage, STANDING_MANNEQUIN, STANDING_XBOT } from '../support/hit-stage';
import { itFull } from '../support/skip';

// Many persons and one explosion.

/** Persons, in rows of so many, metres apart. */
const COUNT = 12;
const ROW = 4;
const APART = 1;

/** Newton seconds at the centre, and metres at which nothing is left of them. */
const BLAST = 500;
const RADIUS = 4;

/** Share of them that falls at least: who is further from the middle catches it with steps. */
const FALL = 1 / 3;

/** Seconds within which all lie still, and all stand. */
const LIE = 6;
const STAND = 15;

onHitStage('twelve persons and one explosion', (stage) => {
    itFull('all that fall lie within six seconds, and all stand within fifteen', function () {
        this.timeout(300000);
        stage.addFloor();
        const heroes = Array.from({ length: COUNT }, (_, i) => {
            const player = stage.addEntity('player');
            player.setPosition(APART * (i % ROW), 0, APART * Math.floor(i / ROW));
            const hero = stage.addHero({}, undefined, player);
            hero.twin.model.destroy();
            return { hero, fellAt: NaN, laySince: NaN, stoodAt: 0 };
        });
        const centre = new Vec3(APART * (ROW - 1) / 2, 0.6, APART * (COUNT / ROW - 1) / 2);
        for (const { hero } of heroes) hero.reactions.explode(centre, BLAST, RADIUS);
        let time = 0;
        stage.run(STAND, 60, () => {
            time += 1 / 60;
            for (const one of heroes) {
                const { state } = one.hero.reactions;
                if (state === 'falling' && !(one.fellAt >= 0)) one.fellAt = time;
                if (state === 'settled' && !(one.laySince >= 0)) one.laySince = time;
                if (state !== 'animated') one.stoodAt = time;
                expect(one.hero.hips.getPosition().length()).to.be.below(20);
            }
        });
        const fallen = heroes.filter(({ fellAt }) => fellAt >= 0);
        const [lay, stood] = [Math.max(...fallen.map(({ laySince }) => laySince)), Math.max(...heroes.map(({ stoodAt }) => stoodAt))];
        console.log(`      ${fallen.length} of ${COUNT} fall; the last lies after ${lay.toFixed(1)} s, stands after ${stood.toFixed(1)} s`);
        expect(fallen.length).to.be.at.least(COUNT * FALL);
        expect(lay).to.be.below(LIE);
        expect(heroes.every(({ hero }) => hero.reactions.state === 'animated')).to.equal(true);
        expect(stood).to.be.below(STAND);
    });
}, [STANDING_MANNEQUIN, STANDING_XBOT]);
