import { expect } from 'chai';

import { AnimationMirror } from '../../scripts/index';
import { Character } from '../../tools/check-rig/character';
import { resultOf, type Figure } from '../../tools/check-rig/figures';
import { measureMirror } from '../../tools/check-rig/systems/mirror';
import { HOUND } from '../support/characters';
import { describeFull } from '../support/skip';

// The figures of check-rig for the mirror: good on a good character, missed where the mirror does nothing.

describeFull('check-rig: mirror', () => {
    const { postUpdate } = AnimationMirror.prototype;

    afterEach(() => { AnimationMirror.prototype.postUpdate = postUpdate; });

    async function measure(): Promise<Figure[]> {
        const character = await Character.open(HOUND, []);
        try {
            character.poses = [character.clips.find(({ name }) => name === 'walk')!];
            return measureMirror(character, { progress() {}, problem() {} });
        } finally {
            character.close();
        }
    }

    const figure = (figures: readonly Figure[], what: RegExp) => figures.find(each => what.test(each.what))!;

    it('finds every figure of the hound good', async () => {
        const figures = await measure();
        expect(figures.map(resultOf)).to.deep.equal(figures.map(() => 'good'));
        expect(figure(figures, /pairs of bones/).measured).to.be.above(10);
        expect(figure(figures, /vertices with a twin/).measured).to.be.above(50);
        expect(figure(figures, /skin from/).measured).to.be.below(0.02);
    });

    it('misses the skin where the mirror does nothing', async () => {
        AnimationMirror.prototype.postUpdate = () => {};
        const skin = figure(await measure(), /skin from/);
        expect(resultOf(skin)).to.equal('missed');
        expect(skin.measured).to.be.above(50);
    });
});
