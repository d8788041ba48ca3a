import { expect } from 'chai';
import { Entity } from 'playcanvas';

import { findCharacter } from '../../scripts/rig/character';
import { ModelCache } from '../../scripts/rig/model-cache';
import { createApp, loadNewGlb } from '../support/app';
import { HOUND, MANNEQUIN } from '../support/characters';

describe('ModelCache', () => {
    it('works once for all instances of a model, at any scale, and anew for another key, kind or model', async () => {
        const app = createApp();
        const [mannequin, hound] = [await loadNewGlb(app, MANNEQUIN), await loadNewGlb(app, HOUND)];
        const add = (model: { instantiate(): Entity }, scale: number) => {
            const entity = model.instantiate();
            app.root.addChild(entity);
            entity.setLocalScale(scale, scale, scale);
            return findCharacter(entity)!;
        };
        const [first, second, other] = [add(mannequin, 1), add(mannequin, 3), add(hound, 1)];
        const heights = new ModelCache<string, { height: number }>();
        let worked = 0;
        const get = (rig: typeof first, key = 'height') => heights.get(rig, key, () => {
            worked++;
            return { height: rig.height };
        });
        const result = get(first);
        expect(get(second)).to.equal(result);
        expect(get(first)).to.equal(result);
        expect(worked).to.equal(1);
        expect(get(other)).to.deep.equal({ height: other.height });
        expect(get(first, 'another')).to.not.equal(result);
        expect(worked).to.equal(3);
        expect(new ModelCache<string, number>().get(first, 'height', () => 7)).to.equal(7);
        app.destroy();
    });

    it('keeps a result that is nothing as well', () => {
        const cache = new ModelCache<number, null>();
        const rig = { skeleton: { positions: new Float64Array(3) } } as never;
        let worked = 0;
        const work = () => {
            worked++;
            return null;
        };
        for (let i = 0; i < 3; i++) cache.get(rig, 0, work);
        expect(worked).to.equal(1);
    });
});
