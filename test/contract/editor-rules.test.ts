import { expect } from 'chai';

import { classicEngine } from '../support/built-file';
import { parseAsEditor, type Declarations } from '../support/editor-parser';
import { checkEditorRules } from '../support/editor-rules';

/** One script `hero` with the given attributes. */
function declare(...attributes: [name: unknown, definition: unknown][]): Declarations {
    return {
        scripts: [{ name: 'hero', extendsScriptType: true, attributes: attributes.map(([name, definition]) => ({ name, definition })) }],
        early: []
    };
}

const json = (field: object, rest: object = {}) => declare(['rows', { type: 'json', schema: [field], ...rest }]);
const choice = (type: string, ...choices: unknown[]) => declare(['mode', { type, enum: choices }]);

const number = { type: 'number' };
const speed = { name: 'speed', type: 'number' };

/** Declarations that break one rule each, with the sentence that they get. */
const BROKEN: [Declarations, string][] = [
    [declare(['a.b', number]), 'hero.a.b must have a name of letters, digits and underscores.'],
    [declare(['', number]), 'hero. must have a name of letters, digits and underscores.'],
    [declare(['a', number], ['a', number]), 'hero.a must have a name of its own.'],
    [declare(['enabled', number]), 'hero.enabled must have a name that the engine does not keep for itself.'],
    [declare(['a', { type: 'vector' }]), 'hero.a must have a type that the Editor knows.'],
    [declare(['a', { type: 'toString' }]), 'hero.a must have a type that the Editor knows.'],
    [declare(['a', { type: 'number', array: 1 }]), 'hero.a must say with a boolean whether it is a list.'],
    [declare(['a', { type: 'number', schema: [speed] }]), 'hero.a must have no schema, as it is not json.'],
    [declare(['a', { type: 'json' }]), 'hero.a must have a schema with at least one field.'],
    [declare(['a', { type: 'json', schema: [] }]), 'hero.a must have a schema with at least one field.'],
    [declare(['a', { type: 'json', schema: [speed, 'x'] }]), 'hero.a must have nothing but objects in its schema.'],
    [json({ name: 'a-b', type: 'number' }), 'hero.rows.a-b must have a name of letters, digits and underscores.'],
    [declare(['a', { type: 'json', schema: [speed, speed] }]), 'hero.a.speed must have a name of its own.'],
    [json({ name: 'a', type: 'json', schema: [speed] }), 'hero.rows.a must not be json inside json.'],
    [json({ name: 'a', type: 'number', array: true, default: [1] }),
        'hero.rows.a must have no default, which the engine ignores on lists inside json.'],
    [json(speed, { array: true, default: [{}] }), 'hero.rows must list every field of the schema in its default, each of its type, and no other.'],
    [json(speed, { default: { speed: '1' } }), 'hero.rows must list every field of the schema in its default, each of its type, and no other.'],
    [json(speed, { default: { speed: 1, more: 1 } }), 'hero.rows must list every field of the schema in its default, each of its type, and no other.'],
    [declare(['mode', { type: 'number', enum: { a: 1 } }]), 'hero.mode must have a list of objects as enum.'],
    [choice('number', 1), 'hero.mode must have a list of objects as enum.'],
    [choice('vec3', { a: [0, 0, 0] }), 'hero.mode must have no enum, as its type takes none.'],
    [choice('number', { a: 1, b: 2 }), 'hero.mode must have enum choices of one key each.'],
    [choice('number', { 'a.b': 1 }), 'hero.mode must have enum titles without dots.'],
    [choice('number', { a: 1 }, { a: 2 }), 'hero.mode must have enum titles that differ.'],
    [choice('string', { a: 1 }), 'hero.mode must have enum values of its type.'],
    [declare(['mode', { type: 'string', enum: [{ a: 'a' }], default: 'b' }]), 'hero.mode must have one of its enum values as default.'],
    [declare(['a', { type: 'number', array: true, default: 1 }]), 'hero.a must have a list as default.'],
    [declare(['a', { type: 'number', array: true, default: ['1'] }]), 'hero.a must have a default of its type.'],
    [declare(['a', { type: 'number', default: '1' }]), 'hero.a must have a default of its type.'],
    [declare(['a', { type: 'boolean', default: 0 }]), 'hero.a must have a default of its type.'],
    [declare(['a', { type: 'string', default: null }]), 'hero.a must have a default of its type.'],
    [declare(['a', { type: 'vec2', default: [0, 1, 0] }]), 'hero.a must have a default of its type.'],
    [declare(['a', { type: 'curve', default: { type: 1 } }]), 'hero.a must have a default of its type.'],
    [declare(['a', { type: 'curve', default: { keys: [0, 1] } }]), 'hero.a must have a default of its type.'],
    [declare(['a', { type: 'asset', default: 5 }]), 'hero.a must have a default of its type.'],
    [declare(['group', { type: 'json', schema: [{ name: 'names', type: 'string', array: true }], default: { names: [] } }]),
        'hero.group must list every field of the schema in its default, each of its type, and no other.'],
    [declare(['a', { type: 'vec3', default: [0, 1] }]), 'hero.a must have a default of its type.'],
    [declare(['a', { type: 'rgb', default: [0, 1, 0, 1] }]), 'hero.a must have a default of its type.']
];

describe('the rules of the Editor', () => {
    it('take what the Editor takes', () => {
        const good = declare(
            ['speed', { type: 'number', default: 1, min: 0 }],
            ['mode', { type: 'string', enum: [{ 'Up (+y)': 'y' }], default: 'y' }],
            ['points', { type: 'vec3', array: true, default: [[0, 1, 0]] }],
            ['range', { type: 'vec2', default: [0, 1] }],
            ['fade', { type: 'curve', default: { type: 1, keys: [0, 1, 1, 0] } }],
            ['target', { type: 'entity' }],
            ['clip', { type: 'asset', assetType: 'animation' }],
            ['group', { type: 'json', schema: [speed, { name: 'range', type: 'vec2', default: [0, 1] }] }],
            ['rows', { type: 'json', array: true, schema: [speed, { name: 'bones', type: 'entity', array: true }], default: [] }]
        );
        expect(checkEditorRules(good)).to.deep.equal([]);
    });

    for (const [declarations, sentence] of BROKEN) {
        it(`say: ${sentence}`, () => {
            expect(checkEditorRules(declarations)).to.include(sentence);
        });
    }

    it('say that a definition is no object', () => {
        expect(checkEditorRules(declare(['a', undefined]))).to.include('hero.a must be defined by an object.');
    });

    const scriptNamed = (name: unknown, extendsScriptType = true) => ({ name, extendsScriptType, attributes: [] });

    it('say what is wrong with a script', () => {
        const sentences = (...scripts: ReturnType<typeof scriptNamed>[]) => checkEditorRules({ scripts, early: [] });
        expect(sentences(scriptNamed(undefined))).to.include('undefined must be registered under an explicit name.');
        expect(sentences(scriptNamed('a.b'))).to.deep.equal(['a.b must have a name without dots.']);
        expect(sentences(scriptNamed('a'), scriptNamed('a'))).to.include('a must have a name of its own.');
        expect(sentences(scriptNamed('create'))).to.deep.equal(['create must have a name that the engine does not keep for itself.']);
        expect(sentences(scriptNamed('a', false))).to.deep.equal(['a must extend pc.ScriptType.']);
    });

    it('see the order of registering and declaring in a file', () => {
        const add = 'Hero.attributes.add(\'speed\', { type: \'number\' });';
        const register = 'pc.registerScript(Hero, \'hero\');';
        const parse = (...lines: string[]) => checkEditorRules(
            parseAsEditor(classicEngine('playcanvas'), ['class Hero extends pc.ScriptType {}', ...lines].join('\n'))
        );
        expect(parse(register, add)).to.deep.equal([]);
        expect(parse(add, register)).to.deep.equal(['Hero must be registered before its attributes are added.']);
    });
});
