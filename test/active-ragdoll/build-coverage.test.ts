import { expect } from 'chai';

import { checkCoverage } from '../../scripts/active-ragdoll/plan/coverage';
import type { Rig } from '../../scripts/rig/rig';
import { inEachWorkshop } from '../support/ragdoll-build';

// What of a character has no body is said.

inEachWorkshop('what has no body', (shop) => {
    const sentences = (rig: Rig, isLeft: (role: string) => boolean) => {
        const { plans, shapes } = shop.build();
        const found: string[] = [];
        checkCoverage(rig, shapes.filter((_, i) => isLeft(plans[i].role ?? '')), shop.scale, sentence => found.push(sentence));
        return found;
    };

    it('nothing is said of a character whose limbs all have one', () => {
        expect(sentences(shop.rig, () => true)).to.deep.equal([]);
    });

    it('legs that were not found are said', () => {
        const [sentence, ...rest] = sentences({ ...shop.rig, legs: 0 }, () => true);
        expect(sentence).to.match(/^no complete legs .* then call refresh\(\)\.$/);
        expect(rest).to.deep.equal([]);
    });

    it('skin below the lowest body is said, with the distance', () => {
        const [sentence] = sentences(shop.rig, role => /^(?:hips|spine|neck|head)/.test(role));
        const distance = Number(/reaches ([\d.]+) m below/.exec(sentence)![1]);
        // from the trunk to the ground
        expect(distance).to.be.within(0.25 * shop.rig.height * shop.scale, 0.7 * shop.rig.height * shop.scale);
    });
});
