import { expect } from 'chai';
import { Curve, Entity, ScriptType, Vec2, Vec3, type AppBase } from 'playcanvas';

import { limberScripts, registerLimber, type AttributeDefinition, type AttributeTable, type FieldDefinition, type JsonAttribute } from '../../scripts/index';
import { titleOf } from '../../scripts/shell/attributes';
import { createApp, loadGlb } from '../support/app';
import { MANNEQUIN } from '../support/characters';
import { itFull } from '../support/skip';
import { catchWarnings } from '../support/warnings';

// Values that an attribute cannot have: component data of an older version, null and undefined from code, a value of another type.

type Values = Record<string, unknown>;
type Instance = ScriptType & Values & { problems(): string[]; refresh(): void };

/** A value of each kind that data can hold, and vectors that lack a component. */
const KINDS: unknown[] = [null, undefined, true, 7, '', 'nonsense', {}, { x: 1 }, [], [1], [1, null, 3], [null], new Vec2(), { keys: null }];

/** Whether a single value is nothing that the engine makes a value of the type of. */
function isWrongFor(field: FieldDefinition, value: unknown): boolean {
    const isText = typeof value === 'string';
    switch (field.type) {
        case 'boolean': return typeof value !== 'boolean';
        case 'number': return typeof value !== 'number';
        case 'string': return !isText || (field.enum !== undefined && !JSON.stringify(field.enum).includes(`:"${value}"`));
        case 'vec2': return !(value instanceof Vec2);
        case 'entity':
        case 'asset': return typeof value === 'boolean' || (typeof value === 'object' && value !== null) || (field.type === 'entity' && value === 7);
        default: return true;
    }
}

/** Values that an attribute, or a field of a row, cannot have. */
function wrongValues(definition: AttributeDefinition): unknown[] {
    if (definition.array) return KINDS.filter(value => !Array.isArray(value));
    if (definition.type === 'json') return KINDS.filter(value => typeof value !== 'object' && value !== undefined);
    return KINDS.filter(value => isWrongFor(definition, value));
}

/** Compares with the default that the table states. */
function expectDefault(value: unknown, definition: AttributeDefinition, place: string) {
    if (definition.array) expect(value, place).to.deep.equal([]);
    else if (definition.type === 'json') expectDefaultRow(value, definition, place);
    else if (definition.type === 'vec2') expect(value, place).to.be.instanceOf(Vec2).and.to.include({ x: definition.default[0], y: definition.default[1] });
    else if (definition.type === 'vec3') {
        const [x, y, z] = definition.default;
        expect(value, place).to.be.instanceOf(Vec3).and.to.include({ x, y, z });
    } else if (definition.type === 'curve') expect((value as Curve).keys.flat(), place).to.deep.equal(definition.default.keys);
    else if (definition.type === 'entity' || definition.type === 'asset') expect(value, place).to.equal(null);
    else expect(value, place).to.equal(definition.default);
}

function expectDefaultRow(row: unknown, { schema }: JsonAttribute, place: string) {
    for (const [name, field] of Object.entries(schema)) expectDefault((row as Values)[name], field, `${place}.${name}`);
}

const lists = (table: AttributeTable) => Object.entries(table).filter((entry): entry is [string, JsonAttribute] => entry[1].type === 'json' && !!entry[1].array);

for (const { name: script, attributes: table } of limberScripts) {
    describe(`values that an attribute of ${script} cannot have`, () => {
        const warnings = catchWarnings();
        let app: AppBase;

        before(() => {
            app = createApp();
            registerLimber(app);
        });

        after(() => app.destroy());

        beforeEach(() => {
            warnings.length = 0;
        });

        /** The script on a bare entity that is not in the scene, where nothing but the attributes works. */
        function withoutScene(attributes: object): Instance {
            const entity = new Entity('Hero', app);
            entity.addComponent('script');
            return entity.script!.create(script, { attributes }) as unknown as Instance;
        }

        it('are the default, in component data and when they are assigned, with one sentence', () => {
            for (const [name, definition] of Object.entries(table)) {
                for (const wrong of wrongValues(definition)) {
                    const place = `${name} = ${JSON.stringify(wrong)}`;
                    const instance = withoutScene({ [name]: wrong });
                    for (const when of ['in component data', 'assigned']) {
                        expectDefault(instance[name], definition, `${place} ${when}`);
                        const sentences = instance.problems().filter(sentence => sentence.includes(`"Hero": ${definition.title} is `));
                        expect(sentences, `${place} ${when}`).to.have.length(1);
                        expect(sentences[0]).to.match(/^\[\w+\] "Hero": .+ is .+, so .+\. Set it to .+\.$/);
                        instance[name] = wrong;
                    }
                    expect(warnings.filter(warning => warning.includes(`: ${definition.title} is `)), place).to.have.length(1);
                    warnings.length = 0;
                    instance.entity.destroy();
                }
            }
        });

        it('in a row are the default of the field, with a sentence that says which row; what a row lacks is it without a word', () => {
            for (const [list, definition] of lists(table)) {
                for (const [name, field] of Object.entries(definition.schema)) {
                    for (const wrong of wrongValues(field).filter(value => value !== undefined)) {
                        const place = `${list}[1].${name} = ${JSON.stringify(wrong)}`;
                        const instance = withoutScene({ [list]: [{}, { [name]: wrong }] });
                        const rows = instance[list] as Values[];
                        for (const row of rows) expectDefaultRow(row, definition, place);
                        const [sentence, ...others] = instance.problems();
                        expect(others, place).to.deep.equal([]);
                        expect(sentence, place).to.include(`: ${definition.title}, row 2, ${titleOf(name, field)} is `);
                        instance.entity.destroy();
                    }
                }
                for (const wrong of [null, undefined, 5, 'text', []]) {
                    const instance = withoutScene({ [list]: [{}, wrong] });
                    for (const row of instance[list] as Values[]) expectDefaultRow(row, definition, list);
                    expect(instance.problems().join(), list).to.include(`: ${definition.title}, row 2 is `);
                    instance.entity.destroy();
                }
                const instance = withoutScene({ [list]: [{}, {}] });
                expect(instance.problems(), list).to.deep.equal([]);
                instance.entity.destroy();
            }
        });

        it('in a row that code puts into a list are the default of the field when the list is read again', () => {
            for (const [list, definition] of lists(table)) {
                const instance = withoutScene({ [list]: [{}] });
                app.root.addChild(instance.entity);
                const rows = instance[list] as unknown[];
                rows.push({}, null, Object.fromEntries(Object.keys(definition.schema).map(name => [name, { wrong: true }])));
                instance.refresh();
                expect(instance[list], 'the same list').to.equal(rows);
                for (const row of rows) expectDefaultRow(row, definition, list);
                expect(instance.problems().join(), list).to.include(`: ${definition.title}, row 3 is null`);
                instance.entity.destroy();
            }
        });

        it('are forgotten when the attribute is set to a value that it can have', () => {
            for (const [name, definition] of Object.entries(table)) {
                if (definition.type === 'json' || definition.array) continue;
                const instance = withoutScene({});
                const good = instance[name];
                instance[name] = wrongValues(definition)[0];
                expect(instance.problems().join()).to.include(`${definition.title} is `);
                instance[name] = good;
                expect(instance.problems().join()).not.to.include(`${definition.title} is `);
                instance.entity.destroy();
            }
        });

        itFull('keep the script running on a character, and the scripts that are listed after it', async () => {
            const character = await loadGlb(app, MANNEQUIN);
            const attributes = Object.fromEntries(Object.entries(table).map(([name, definition]) => [name, wrongValues(definition)[0]]));
            const hero = character.instantiate();
            const order = [script, ...limberScripts.map(other => other.name).filter(other => other !== script)];
            const scripts = Object.fromEntries(order.map(other => [other, { enabled: true, attributes: other === script ? attributes : {} }]));
            app.root.addChild(hero);
            hero.addComponent('script', { enabled: true, order, scripts });
            for (let frame = 0; frame < 2; frame++) app.update(1 / 60);
            for (const other of order) expect(hero.script!.get(other)?.enabled, `${other} after ${JSON.stringify(attributes)}`).to.equal(true);
            hero.destroy();
        });
    });
}
