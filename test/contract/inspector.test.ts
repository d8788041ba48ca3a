import { readdirSync, readFileSync } from 'node:fs';

import { expect } from 'chai';

import { builtFile, classicEngine } from '../support/built-file';
import { parseAsEditor, type DeclaredScript } from '../support/editor-parser';

// The attributes as a designer sees them in the Editor's inspector, which is 308 pixels wide.

/** A definition as it comes from the file. */
interface Definition {
    readonly name?: string;
    readonly type: string;
    readonly array?: boolean;
    readonly title?: string;
    readonly description: string;
    readonly min?: number;
    readonly max?: number;
    readonly enum?: readonly Readonly<Record<string, unknown>>[];
    readonly schema?: readonly Definition[];
    readonly visibleif?: string;
}

/** Longest title that the inspector shows whole. */
const LETTERS = 17;

/** Most rows above the first list of bones. */
const ROWS = 15;

/** Digits after the point that the values of templates have at most. */
const DIGITS = 3;

/** Keys that only the pack reads. */
const OWN = ['nameIn', 'formerly', 'renamedFrom'];

/** Words that begin with capitals, or an axis. */
const CHOICE = /^(?:-?[XYZ]|[A-Z]+|[A-Z][a-z]+(?: [A-Z][a-z]+)*)$/;

const UNBOUNDED = /\bmetres?\b|(?<!per )\bseconds?\b|hertz|kilogram|newton/;

/** A share whose ends are told. */
const SHARE = /^Share .* 0: .* 1: /;

/** Lowest bound without an upper one: -1 stands for *unchanged*. */
const LOWEST = -1;

/** Whether nature bounds a number on both sides: a share, or an angle. The inspector makes a slider of a number with both bounds. */
function hasNaturalRange({ max, description }: Definition): boolean {
    return max === 1 && (SHARE.test(description) || !UNBOUNDED.test(description)) || [89, 90, 180, 360].includes(max!) && description.includes('degrees');
}

const definitionsOf = ({ attributes }: DeclaredScript) => attributes.map(({ name, definition }) => [String(name), definition as Definition] as const);
const isListOfBones = ({ array, schema }: Definition) => Boolean(array && schema?.some(({ type, name }) => type === 'entity' && /bone$/i.test(name!)));
const rowsOf = ({ array, schema }: Definition) => (schema && !array ? 1 + schema.length : 1);

/** The lists of siblings of a script: its attributes, and the fields of each json attribute. */
function siblingsOf(script: DeclaredScript): (readonly [string, Definition])[][] {
    const top = definitionsOf(script);
    return [top, ...top.flatMap(([name, { schema }]) => (schema ? [schema.map(field => [`${name}.${field.name}`, field] as const)] : []))];
}

describe('the inspector shows', () => {
    let scripts: DeclaredScript[] = [];

    /** Every attribute and field for which something is wrong. */
    const placesWhere = (isWrong: (definition: Definition) => boolean) => scripts.flatMap(script => (
        siblingsOf(script).flat().flatMap(([place, definition]) => (isWrong(definition) ? [`${String(script.name)}.${place}`] : []))
    ));

    before(async () => {
        ({ scripts } = parseAsEditor(classicEngine('playcanvas'), await builtFile()));
        expect(scripts).not.to.have.length(0);
    });

    it('a title for every attribute and field, whole', () => {
        expect(placesWhere(({ title }) => !title || title.length > LETTERS)).to.deep.equal([]);
    });

    it('no title twice side by side', () => {
        for (const siblings of scripts.flatMap(siblingsOf)) {
            const titles = siblings.map(([, { title }]) => title);
            expect(titles).to.deep.equal([...new Set(titles)]);
        }
    });

    it('choices in one style', () => {
        expect(placesWhere(({ enum: choices = [] }) => choices.some(choice => !CHOICE.test(Object.keys(choice)[0])))).to.deep.equal([]);
    });

    it('a slider where nature bounds a number, nowhere else', () => {
        expect(placesWhere(definition => definition.min !== undefined && definition.max !== undefined && !hasNaturalRange(definition))).to.deep.equal([]);
    });

    it('a slider for every share whose ends are told', () => {
        expect(placesWhere(({ description }) => SHARE.test(description))).to.have.length.above(0);
        expect(placesWhere(({ description, min, max }) => SHARE.test(description) && (min !== 0 || max !== 1))).to.deep.equal([]);
    });

    it('no lower bound that nature does not have', () => {
        expect(placesWhere(({ min, max }) => max === undefined && min! < LOWEST)).to.deep.equal([]);
    });

    it(`at most ${ROWS} rows before bones`, () => {
        for (const script of scripts) {
            const top = definitionsOf(script).map(([, definition]) => definition);
            const first = top.findIndex(isListOfBones);
            const rows = top.slice(0, Math.max(first, 0)).reduce((sum, definition) => sum + rowsOf(definition), 0);
            expect(rows, String(script.name)).to.be.at.most(ROWS);
        }
        expect(scripts.filter(script => definitionsOf(script).some(([, definition]) => isListOfBones(definition)))).to.have.length.of.at.least(5);
    });

    it('debug flags last', () => {
        for (const siblings of scripts.flatMap(siblingsOf)) expect(siblings.slice(0, -1).filter(([place]) => /drawDebug/.test(place))).to.deep.equal([]);
    });

    it('what depends on another attribute by its name', () => {
        let conditions = 0;
        for (const script of scripts) {
            const top = definitionsOf(script);
            for (const [name, { visibleif, name: own }] of top.filter(([, definition]) => definition.visibleif)) {
                conditions++;
                const [, other, value] = /^(\w+) == "(\w+)"$/.exec(visibleif!)!;
                // the Editor looks for the field by the name in its definition
                expect(own).to.equal(name);
                const choices = top.find(([place]) => place === other)![1].enum!;
                expect(choices.flatMap(choice => Object.values(choice))).to.include(value);
            }
        }
        expect(conditions).to.be.above(0);
        expect(scripts.flatMap(siblingsOf).flatMap(siblings => siblings.filter(([place, { visibleif }]) => visibleif && place.includes('.')))).to.deep.equal([]);
    });

    it('nothing that only the pack reads', () => {
        expect(placesWhere(definition => OWN.some(key => key in definition))).to.deep.equal([]);
    });

    it('values of templates as they are', () => {
        const numbersOf = (value: unknown): number[] => (
            typeof value === 'number' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersOf) : []
        );
        for (const file of readdirSync('templates').filter(name => name.endsWith('.json'))) {
            const numbers = numbersOf(JSON.parse(readFileSync(`templates/${file}`, 'utf8')));
            expect(numbers.filter(value => Number(value.toFixed(DIGITS)) !== value), file).to.deep.equal([]);
        }
    });
});
