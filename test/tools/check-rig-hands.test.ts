import { expect } from 'chai';
import { Entity } from 'playcanvas';

import { HandPlacer } from '../../scripts/index';
import { Character } from '../../tools/check-rig/character';
import { resultOf, type Figure } from '../../tools/check-rig/figures';
import { measureHands } from '../../tools/check-rig/systems/hands';
import { HOUND, MANNEQUIN } from '../support/characters';

// The figures of check-rig for hands: good on a good character, missed where hands and elbows are elsewhere.

describe('check-rig: hands', () => {
    const { postUpdate } = HandPlacer.prototype;

    afterEach(() => { HandPlacer.prototype.postUpdate = postUpdate; });

    async function measure(file: string, clips = ['idle', 'walk']): Promise<Figure[]> {
        const character = await Character.open(file, []);
        try {
            character.clips.splice(0, Infinity, ...character.clips.filter(({ name }) => clips.includes(name)));
            character.poses = character.clips.length > 0 ? character.clips : [null];
            return measureHands(character, { progress() {}, problem() {} });
        } finally {
            character.close();
        }
    }

    it('finds every figure of the mannequin good: palms in each clip, elbows over all of them', async () => {
        const figures = await measure(MANNEQUIN);
        expect(figures.map(({ pose, what }) => `${pose}: ${what.split(' ')[0]}`)).to.deep.equal([': complaints', ': elbows', 'idle: palms', 'walk: palms']);
        expect(figures.map(resultOf)).to.deep.equal(figures.map(() => 'good'));
        // something was measured
        for (const { measured } of figures.slice(1)) expect(measured).to.be.above(0);
    });

    it('measures nothing on an animal, which stands on its hands, and no elbows in a rest pose', async () => {
        expect(await measure(HOUND)).to.deep.equal([]);
        expect((await measure(MANNEQUIN, [])).map(resultOf)).to.deep.equal(['good', 'none', 'good']);
    });

    it('misses palms where the script does nothing, and elbows that point up', async () => {
        HandPlacer.prototype.postUpdate = () => {};
        const [, , palms] = await measure(MANNEQUIN);
        expect(palms.measured).to.be.above(100);
        HandPlacer.prototype.postUpdate = function (dt: number) {
            const above = this.app.root.findByName('above') as Entity | null ?? new Entity('above', this.app);
            this.app.root.addChild(above);
            above.setPosition(0, 10, 0);
            for (const row of this.hands) row.poleHint = above;
            postUpdate.call(this, dt);
        };
        const [, elbows] = await measure(MANNEQUIN);
        expect(resultOf(elbows)).to.equal('missed');
    });
});
