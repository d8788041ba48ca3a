import { expect } from 'chai';
import { Asset, Curve, CURVE_LINEAR, CURVE_STEP, Entity, Vec2, Vec3 } from 'playcanvas';

import { defaultOf, EntityChoice, fromPlain, toPlain } from '../../docs/demo/frame/values';
import type { AttributeDefinition, FieldDefinition } from '../../scripts/index';
import { createApp } from '../support/app';

const description = 'Something.';
const curve: FieldDefinition = { type: 'curve', default: { type: CURVE_STEP, keys: [0, 1, 1, 0.5] }, description };

describe('values in the gallery\'s inspector', () => {
    const app = createApp();
    const hero = new Entity('Hero', app);
    const clip = new Asset('walk', 'animation');
    const face = new Asset('face', 'texture');
    app.assets.add(clip);
    app.assets.add(face);
    const choice = new EntityChoice([hero], [clip, face]);

    after(() => app.destroy());

    /** Attributes of each type, with a value and what the inspector holds for it. */
    const cases: [AttributeDefinition, unknown, unknown][] = [
        [{ type: 'vec2', default: [0, 0], description }, new Vec2(1, 2), [1, 2]],
        [{ type: 'vec3', default: [0, 0, 0], description }, new Vec3(1, 2, 3), [1, 2, 3]],
        [{ type: 'entity', description }, hero, hero.guid],
        [{ type: 'entity', description }, null, 'none'],
        [{ type: 'entity', array: true, description }, [hero], [hero.guid]],
        [{ type: 'asset', description }, clip, String(clip.id)],
        [{ type: 'string', array: true, description }, ['head', '', 'neck'], 'head, , neck'],
        [{ type: 'string', array: true, description }, [], ''],
        [{ type: 'asset', description }, null, 'none'],
        [{ type: 'asset', array: true, description }, [clip], [String(clip.id)]],
        [
            { type: 'json', schema: { range: { type: 'vec2', default: [0, 0], description }, clip: { type: 'asset', description } }, description },
            { range: new Vec2(1, 2), clip }, { range: [1, 2], clip: String(clip.id) }
        ],
        [{ type: 'json', array: true, schema: { curve }, description }, [{ curve: new Curve([0, 2, 1, 3]) }], [{ curve: '0 2, 1 3' }]]
    ];

    for (const [definition, value, plain] of cases) {
        it(`go to the controls and back: ${definition.type}${definition.array ? '[]' : ''}, ${JSON.stringify(plain)}`, () => {
            expect(toPlain(definition, value)).to.deep.equal(plain);
            expect(toPlain(definition, fromPlain(definition, toPlain(definition, value), choice))).to.deep.equal(plain);
        });
    }

    it('read the keys of a curve from a text, and keep the default\'s kind; a text that holds none is the default', () => {
        const written = fromPlain(curve, '0 4,  2 5', choice) as Curve;
        expect(written.keys).to.deep.equal([[0, 4], [2, 5]]);
        expect(written.type).to.equal(CURVE_STEP).and.not.to.equal(CURVE_LINEAR);
        for (const text of ['', '1', '0 x', '0 1 2']) expect(toPlain(curve, fromPlain(curve, text, choice)), text).to.equal('0 1, 1 0.5');
    });

    it('offer the assets of a type, or all', () => {
        const names = (type?: string) => choice.assetOptions(type).map(({ t }) => t);
        expect(names('animation')).to.deep.equal(['walk']);
        expect(names()).to.deep.equal(['walk', 'face']);
    });

    it('have a default for a new row', () => {
        expect(defaultOf(curve)).to.equal('0 1, 1 0.5');
        expect(defaultOf({ type: 'vec2', default: [3, 4], description })).to.deep.equal([3, 4]);
        expect(defaultOf({ type: 'asset', description })).to.equal('none');
        expect(defaultOf({ type: 'asset', array: true, description })).to.deep.equal([]);
    });
});
