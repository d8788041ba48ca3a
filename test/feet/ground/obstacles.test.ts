import { expect } from 'chai';

import { lookAlong, Profile } from '../../support/ground-profile';

// What a foot must clear on its path, against stairs whose heights are formulas.

describe('what is in the way of a foot', () => {
    it('has the edges of stairs within 8 mm, with the heights of their treads and 20 mm over them', () => {
        const places = [0.2, 0.5, 0.8], rise = 0.15;
        const { way } = lookAlong(new Profile(z => rise * places.filter(place => z >= place).length));
        // a tip is round by a centimetre
        const seen = Array.from({ length: way.count }, (_, i) => ({ from: way.from[i] + 0.0105, top: way.topAt(i, 0) })).filter(({ top }) => top > 0.16);
        for (const [i, place] of places.slice(0, 2).entries()) {
            const edge = seen.find(({ from }) => from > place - 0.0081 && from <= place);
            expect(edge, `edge ${i + 1}`).to.not.equal(undefined);
            expect(edge!.top).to.be.closeTo(rise * (i + 1) + 0.02, 0.001);
        }
        expect(way.end, 'tip on the third').to.be.closeTo(3 * rise, 1e-9);
    });

    it('comes down before a riser that its tip would graze, or beyond a nose on which its heel would be', () => {
        // the tip comes to 0.9, the heel to 0.64
        expect(lookAlong(new Profile(z => (z >= 0.89 ? 0.15 : 0))).way.landingShift, 'riser').to.be.closeTo(-0.04, 0.005);
        expect(lookAlong(new Profile(z => (z >= 0.66 ? -0.15 : 0))).way.landingShift, 'nose').to.be.closeTo(0.05, 0.005);
        expect(lookAlong(new Profile(z => (z >= 0.75 ? 0.15 : 0))).way.landingShift, 'a tread of its own').to.equal(0);
    });

    it('stands on the tread that its tip is over, or has its tip before it, wherever that begins', () => {
        for (let tip = 0.86; tip < 0.93; tip += 0.01) {
            for (let riser = tip - 0.1; riser < tip; riser += 0.005) {
                const { end, landingShift } = lookAlong(new Profile(z => (z >= riser ? 0.15 : 0)), tip - 0.2).way;
                expect(end > 0.149 || tip + landingShift < riser, `riser at ${riser.toFixed(3)}, tip at ${tip.toFixed(2)}`).to.equal(true);
            }
        }
    });

    it('is nothing on ground that is even within 2 mm', () => {
        const wavy = (height: number) => lookAlong(new Profile(z => height * Math.sin(40 * z))).way.count;
        expect(wavy(0.0009), '1.8 mm from crest to trough').to.equal(0);
        expect(wavy(0.01), '20 mm').to.be.above(0);
    });
});
