import { expect } from 'chai';
import { Asset, Curve, CURVE_LINEAR, Entity, ScriptType, Vec2, Vec3, type AppBase } from 'playcanvas';

import { makeRow, type AttributesOf, type AttributeTable } from '../../scripts/shell/attributes';
import { register } from '../../scripts/shell/register';
import { attributeTable } from '../../tools/docs';
import { createApp } from '../support/app';

const fields = {
    active: { type: 'boolean', default: true, description: 'A switch.' },
    speed: { type: 'number', default: 2, description: 'A number.' },
    mode: { type: 'string', default: 'slow', enum: [{ slow: 'slow' }, { fast: 'fast' }], description: 'A choice.' },
    names: { type: 'string', array: true, description: 'Texts.' },
    range: { type: 'vec2', default: [0.5, 2], description: 'A pair.' },
    up: { type: 'vec3', default: [0, 1, 0], description: 'A vector.' },
    fade: { type: 'curve', default: { type: CURVE_LINEAR, keys: [0, 1, 1, 0.5] }, description: 'A curve.' },
    bone: { type: 'entity', description: 'An entity.' },
    bones: { type: 'entity', array: true, description: 'Entities.' },
    clip: { type: 'asset', assetType: 'animation', description: 'An asset.' },
    clips: { type: 'asset', array: true, description: 'Assets.' }
} as const satisfies AttributeTable;

/** Every type of attribute, by itself, as fields of the rows of a list, and as fields of a single object. */
const table = {
    ...fields,
    rows: { type: 'json', array: true, schema: fields, description: 'Rows.' },
    group: { type: 'json', schema: fields, description: 'A group.' }
} as const satisfies AttributeTable;

type Values = AttributesOf<typeof table>;
interface Every extends Values {}
class Every extends ScriptType {}

type Fields = Values['group'];

/** Whether two types are the same; the compiler checks it. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;

const TYPES: Same<Fields, {
    active: boolean; speed: number; mode: 'slow' | 'fast'; names: string[]; range: Vec2; up: Vec3; fade: Curve;
    bone: Entity | null; bones: Entity[]; clip: Asset | null; clips: Asset[];
}> & Same<Values['rows'], Fields[]> & Same<Pick<Values, keyof Fields>, Fields> = true;

/** What the defaults of the table mean, written down by hand. */
function expectDefaults(values: Fields, place: string) {
    expect(values.active, place).to.equal(true);
    expect(values.speed, place).to.equal(2);
    expect(values.mode, place).to.equal('slow');
    expect(values.names, place).to.deep.equal([]);
    expect(values.range, place).to.be.instanceOf(Vec2);
    expect([values.range.x, values.range.y], place).to.deep.equal([0.5, 2]);
    expect(values.up, place).to.be.instanceOf(Vec3);
    expect([values.up.x, values.up.y, values.up.z], place).to.deep.equal([0, 1, 0]);
    expect(values.fade, place).to.be.instanceOf(Curve);
    expect(values.fade.value(0.5), place).to.be.closeTo(0.75, 1e-6);
    expect(values.bone, place).to.equal(null);
    expect(values.bones, place).to.deep.equal([]);
    expect(values.clip, place).to.equal(null);
    expect(values.clips, place).to.deep.equal([]);
}

describe('an attribute table', () => {
    let app: AppBase;
    let entity: Entity;

    before(() => {
        app = createApp();
        register(Every, 'every', table, app);
    });

    after(() => app.destroy());

    beforeEach(() => {
        entity = new Entity('Hero', app);
        entity.addComponent('script');
        app.root.addChild(entity);
    });

    afterEach(() => entity.destroy());

    const create = (attributes: object = {}) => entity.script!.create('every', { attributes }) as unknown as Every;

    it('has a default for every type: by itself, in a single object and in a row that says nothing', () => {
        const script = create({ rows: [{}] });
        expectDefaults(script, 'itself');
        expectDefaults(script.group, 'in the group');
        expect(script.rows).to.have.length(1);
        expectDefaults(script.rows[0], 'in the row');
        entity.script!.destroy('every');
        expect(create().rows, 'without rows').to.deep.equal([]);
        expect(TYPES).to.equal(true);
    });

    it('gives every script values of its own', () => {
        const other = new Entity('Other', app);
        other.addComponent('script');
        app.root.addChild(other);
        const first = create();
        const second = other.script!.create('every') as unknown as Every;
        first.group.range.x = 9;
        first.group.fade.keys[0][1] = 9;
        expectDefaults(second.group, 'the other one');
        other.destroy();
    });

    it('takes what the Editor writes for each type, by itself, in a single object and in a row', () => {
        const clip = new Asset('walk', 'animation');
        app.assets.add(clip);
        const written = {
            range: [3, 4], fade: { type: CURVE_LINEAR, keys: [0, 2, 1, 4], betweenCurves: false }, bone: entity.guid, bones: [entity.guid],
            clip: clip.id, clips: [clip.id]
        };
        const script = create({ ...written, group: written, rows: [written] });
        for (const values of [script, script.group, script.rows[0]]) {
            expect([values.range.x, values.range.y]).to.deep.equal([3, 4]);
            expect(values.fade.value(0.5)).to.be.closeTo(3, 1e-6);
            expect(values.bone).to.equal(entity);
            expect(values.bones).to.deep.equal([entity]);
            expect(values.clip).to.equal(clip);
            expect(values.clips).to.deep.equal([clip]);
        }
    });

    it('makes rows with the defaults, and with what is given', () => {
        expectDefaults(makeRow(table.rows, {}), 'row');
        expectDefaults(makeRow(table.group), 'group');
        const row = makeRow(table.rows, { speed: 5, range: new Vec2(1, 1) });
        expect([row.speed, row.range.x]).to.deep.equal([5, 1]);
        expect(makeRow(table.rows, {}).fade, 'a curve of its own').not.to.equal(makeRow(table.rows, {}).fade);
    });

    it('stands in the documentation with the type and the default of each attribute', () => {
        const lines = attributeTable(table).split('\n');
        for (const line of [
            '| `range` | vec2 | `[0.5, 2]` | A pair. |',
            '| `fade` | curve | `0: 1, 1: 0.5` | A curve. |',
            '| `clip` | asset | empty | An asset. |',
            '| `clips` | asset[] | empty | Assets. |',
            '| `rows` | list | empty | Rows. |',
            '| `group` | group |  | A group. |',
            '| — `range` | vec2 | `[0.5, 2]` | A pair. |',
            '| — `names` | string[] | empty | Texts. |',
            '| — `mode` | choice | `slow` | A choice. In code `slow`, `fast`. |'
        ]) expect(lines).to.include(line);
    });
});
