import { expect } from 'chai';
import * as engine from 'playcanvas';
import { Entity, type Curve, type Vec3 } from 'playcanvas';

import { createApp } from '../support/app';
import { builtFile, classicEngine, runBuiltFile } from '../support/built-file';
import { parseAsEditor, type DeclaredScript } from '../support/editor-parser';
import { checkEditorRules } from '../support/editor-rules';

/** A definition as it comes from the file. */
type Definition = Record<string, unknown>;

/** What a number's text must hold one of: its unit, or what its ends mean. */
const UNIT = /\b(degrees?|metres?|(?:milli)?seconds?|per second|kilograms?|hertz|half-life|share|number of|0:|1:)/i;

/** Every attribute and every field of a json attribute, by its place. */
function everyAttribute({ name, attributes }: DeclaredScript): [string, Definition][] {
    return attributes.flatMap((attribute) => {
        const definition = attribute.definition as Definition;
        const fields = (definition.schema ?? []) as Definition[];
        const place = `${name}.${attribute.name}`;
        return [[place, definition], ...fields.map(field => [`${place}.${field.name}`, field])] as [string, Definition][];
    });
}

/** Whether a script has the default of an attribute or of a field. */
function expectDefault(value: unknown, definition: Definition, place: string) {
    const { type, array, schema } = definition;
    if (array) expect(value, place).to.deep.equal([]);
    else if (type === 'vec2' || type === 'vec3') expect(toArray(value as Vec3, String(type)), place).to.deep.equal(definition.default);
    else if (type === 'curve') expect((value as Curve).keys.flat(), place).to.deep.equal((definition.default as { keys: number[] }).keys);
    else if (type === 'json') {
        for (const field of schema as Definition[]) expectDefault((value as Definition)[String(field.name)], field, `${place}.${field.name}`);
    } else expect(value, place).to.deep.equal(definition.default ?? null);
}

const toArray = ({ x, y, z }: Vec3, type: string) => (type === 'vec2' ? [x, y] : [x, y, z]);

describe('attributes of build/limber.js', () => {
    let scripts: DeclaredScript[] = [];

    before(async () => {
        const declarations = parseAsEditor(classicEngine('playcanvas'), await builtFile());
        expect(checkEditorRules(declarations)).to.deep.equal([]);
        ({ scripts } = declarations);
    });

    it('are taken by the parser of the Editor, each with its name', () => {
        for (const { name, attributes } of scripts) expect(attributes, String(name)).not.to.have.length(0);
    });

    it('have a title and a description that is a sentence', () => {
        for (const script of scripts) {
            for (const { name, definition } of script.attributes) {
                expect((definition as Definition).title, `${script.name}.${name}`).to.be.a('string').and.not.equal('');
            }
            for (const [place, { description }] of everyAttribute(script)) expect(description, place).to.match(/^\S.*\.$/);
        }
    });

    it('say the unit of a number, or what its ends mean', () => {
        const numbers = scripts.flatMap(everyAttribute).filter(([, { type }]) => type === 'number');
        expect(numbers).not.to.have.length(0);
        for (const [place, { description }] of numbers) expect(description, place).to.match(UNIT);
    });

    it('have a default inside their range for each number, and one for each vector', () => {
        for (const [place, definition] of scripts.flatMap(everyAttribute)) {
            const { type, min = -Infinity, max = Infinity } = definition;
            if (type === 'number') expect(definition.default, place).to.be.within(min as number, max as number);
            if (type === 'vec2' || type === 'vec3') expect(definition.default, place).to.have.length(Number(String(type).slice(3)));
            if (type === 'curve') expect(definition.default, place).to.be.an('object');
        }
    });

    it('stand on a fresh instance with their defaults', async () => {
        const app = createApp();
        await runBuiltFile(engine);
        const entity = new Entity('nobody', app);
        entity.addComponent('script');
        for (const { name, attributes } of scripts) {
            // not in the scene, so that no script fills a list
            const instance = entity.script!.create(String(name)) as unknown as Record<string, unknown>;
            for (const attribute of attributes) {
                const definition = attribute.definition as Definition;
                const value = instance[String(attribute.name)];
                expectDefault(value, definition, `${name}.${attribute.name}`);
            }
        }
        app.destroy();
    });
});
