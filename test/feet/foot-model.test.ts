import { expect } from 'chai';

import { spanOf, type FootModel } from '../../scripts/feet/foot-model';
import type { Rig } from '../../scripts/rig/rig';

describe('where a sole lies along its foot', () => {
    // an ankle at the origin and a joint of the toes 0.14 ahead of it, on a character of 2 m
    const rig = { height: 2, forward: Float64Array.of(0, 0, 1), skeleton: { positions: Float64Array.of(0, 0, 0, 0.05, -0.07, 0.14) } } as unknown as Rig;
    const model = { shape: { foot: 0, length: 0.2, heel: 0.06 } } as unknown as FootModel;

    it('its middle is between the tip and the heel, half of its length away from both', () => {
        const { middle, half } = spanOf(rig, model, 1);
        expect(2 * (middle + half)).to.be.closeTo(0.2, 1e-12);
        expect(2 * (half - middle)).to.be.closeTo(0.06, 1e-12);
    });

    it('its ball is where the toes have their joint, or halfway from its middle to its tip', () => {
        const { middle, ball } = spanOf(rig, model, 1);
        expect(2 * (middle + ball)).to.be.closeTo(0.14, 1e-12);
        const without = spanOf(rig, model, -1);
        expect(2 * (without.middle + without.ball)).to.be.closeTo((0.07 + 0.2) / 2, 1e-12);
    });
});
