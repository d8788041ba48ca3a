import { Asset, Curve, GraphNode, Vec2, Vec3, type ScriptType } from 'playcanvas';

import { defaultOf, makeRow, titleOf, type AttributeDefinition, type AttributeTable, type FieldDefinition, type JsonAttribute } from './attributes';
import { noteAssigned, noteCompleted, noteRows, type Row } from './left-out';
import { problemsOf } from './problems';

// Attributes hold what their table says, whatever is assigned to them: component data of an older version, null from code, a text in
// place of a number. The engine makes null of such a value, or throws while it creates the scripts of an entity. Here it becomes the
// default, and the script has a sentence about it until the attribute is set to something that it can be.

type Tell = (sentence: string) => void;

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
const isNumber = (value: unknown) => typeof value === 'number';
const isNumbers = (value: unknown, count: number) => Array.isArray(value) && value.length === count && value.every(isNumber);
const isKeys = (value: unknown) => Array.isArray(value) && value.length % 2 === 0 && value.every(isNumber);
const isNothing = (value: unknown) => value === null || value === undefined;

/** Whether a text is one of a field's choices, where it has some. */
const isChoice = (field: FieldDefinition, value: string) => (
    field.type !== 'string' || !field.enum || field.enum.some(choice => Object.values(choice)[0] === value)
);

/** Whether a single value is one that a script can read from a field. */
function isLiving(field: FieldDefinition, value: unknown): boolean {
    switch (field.type) {
        case 'boolean': return typeof value === 'boolean';
        case 'number': return isNumber(value);
        case 'string': return typeof value === 'string' && isChoice(field, value);
        case 'vec2': return value instanceof Vec2;
        case 'vec3': return value instanceof Vec3;
        case 'curve': return value instanceof Curve;
        case 'entity': return isNothing(value) || value instanceof GraphNode;
        case 'asset': return isNothing(value) || value instanceof Asset;
    }
}

/** Whether a single value is one that the engine makes a living one of: as the Editor writes it. */
function isWritten(field: FieldDefinition, value: unknown): boolean {
    switch (field.type) {
        case 'vec2': return isNumbers(value, 2);
        case 'vec3': return isNumbers(value, 3);
        case 'curve': return isRow(value) && isNumber(value.type) && isKeys(value.keys);
        case 'entity': return typeof value === 'string';
        case 'asset': return isNumber(value) || typeof value === 'string';
        default: return false;
    }
}

const fits = (field: FieldDefinition, value: unknown) => isLiving(field, value) || isWritten(field, value);

/** What a single value of a field can be, in words. */
function wordsOf(field: FieldDefinition): string {
    switch (field.type) {
        case 'boolean': return 'true or false';
        case 'number': return 'a number';
        case 'string': return field.enum ? field.enum.map(choice => `"${Object.values(choice)[0]}"`).join(' or ') : 'a text';
        case 'vec2': return 'a Vec2 or a list of 2 numbers';
        case 'vec3': return 'a Vec3 or a list of 3 numbers';
        case 'curve': return 'a Curve, or an object with type and keys';
        case 'entity': return 'an entity or null';
        case 'asset': return 'an asset or null';
    }
}

/** A value as a sentence shows it. */
function show(value: unknown): string {
    if (typeof value === 'string') return `"${value}"`;
    if (Array.isArray(value)) return `a list of ${value.length}`;
    if (value instanceof GraphNode) return `the entity "${value.name}"`;
    if (typeof value === 'object' && value !== null) return 'an object of another kind';
    return Number.isNaN(value) ? 'not a number' : String(value);
}

const say = (place: string, value: unknown, instead: string, needed: string) => (
    `${place} is ${value === undefined ? 'not set' : show(value)}, so ${instead}. Set it to ${needed}.`
);

/** The default of a field in the form that the engine takes. */
function rawDefault(field: FieldDefinition): unknown {
    if (field.array) return [];
    return field.type === 'entity' || field.type === 'asset' ? null : field.default;
}

/** The value itself where it fits a field, else its default. */
function checkedField(field: FieldDefinition, place: string, value: unknown, tell: Tell): unknown {
    if (!field.array) {
        const renamed = field.type === 'string' ? field.formerly?.[String(value)] : undefined;
        if (renamed !== undefined) return renamed;
        if (fits(field, value)) return value;
        tell(say(place, value, 'its default is used', wordsOf(field)));
        return rawDefault(field);
    }
    if (!Array.isArray(value)) {
        tell(say(place, value, 'it is taken as empty', 'a list'));
        return [];
    }
    const wrong = value.findIndex(item => !fits(field, item));
    if (wrong < 0) return value;
    tell(say(`${place} ${wrong + 1}`, value[wrong], 'it is left out', wordsOf(field)));
    return value.filter(item => fits(field, item));
}

/** A row whose fields fit; the row itself where they do. What a row does not say is its default, without a word. */
function checkedRow(json: JsonAttribute, place: string, row: Row, tell: Tell): Row {
    let checked = row;
    for (const [name, field] of Object.entries(json.schema)) {
        if (row[name] === undefined) continue;
        const value = checkedField(field, `${place}, ${titleOf(name, field)}`, row[name], tell);
        if (value !== row[name]) checked = { ...checked, [name]: value };
    }
    return checked;
}

/**
 * What the engine is given in place of a value: the value itself where it fits the attribute, else what is nearest to it.
 *
 * @param definition - The attribute.
 * @param place - What sentences call it.
 * @param value - The value that is assigned.
 * @param tell - Takes a sentence for each thing that does not fit.
 */
export function checkedValue(definition: AttributeDefinition, place: string, value: unknown, tell: Tell): unknown {
    if (definition.type !== 'json') return checkedField(definition, place, value, tell);
    if (!definition.array) {
        if (isRow(value)) return checkedRow(definition, place, value, tell);
        if (!isNothing(value)) tell(say(place, value, 'its defaults are used', 'an object with its fields'));
        return {};
    }
    if (!Array.isArray(value)) {
        tell(say(place, value, 'it is taken as empty', 'a list of rows'));
        return [];
    }
    return value.map((row, index) => {
        if (isRow(row)) return checkedRow(definition, `${place}, row ${index + 1}`, row, tell);
        tell(say(`${place}, row ${index + 1}`, row, 'the defaults of its fields are used', 'an object with its fields'));
        return {};
    });
}

/** The first thing that is wrong with the value that is being checked. */
let fault = '';

function keepFirst(sentence: string) {
    fault ||= sentence;
}

/**
 * Adds an attribute to a script so that what is assigned to it is checked first.
 *
 * @param prototype - The script's prototype.
 * @param script - Registered name of the script.
 * @param name - The attribute.
 * @param definition - Its definition.
 * @param add - Adds it to the script as the engine does.
 */
export function addChecked(prototype: ScriptType, script: string, name: string, definition: AttributeDefinition, add: () => void): void {
    // the engine's accessor can be replaced where there was a property before that could be
    Object.defineProperty(prototype, name, { configurable: true, writable: true, value: undefined });
    add();
    const { get, set } = Object.getOwnPropertyDescriptor(prototype, name)!;
    // the Editor's parser declares an attribute and makes no accessor
    if (!set) return;
    const place = titleOf(name, definition);
    Object.defineProperty(prototype, name, {
        get,
        set(this: ScriptType, value: unknown) {
            fault = '';
            const checked = checkedValue(definition, place, value, keepFirst);
            problemsOf(this, script).setValue(name, fault);
            if (definition.type === 'json') noteAssigned(this, name, definition, checked);
            set.call(this, checked);
        }
    });
}

/** The value of a field of a row that is there already; ids are not looked up. */
function completedField(field: FieldDefinition, place: string, value: unknown, tell: Tell): unknown {
    const isComplete = field.array ? Array.isArray(value) && value.every(item => isLiving(field, item)) : isLiving(field, value);
    if (isComplete) return value ?? null;
    if (isWritten(field, value)) {
        if (field.type === 'vec2') return new Vec2(value as number[]);
        if (field.type === 'vec3') return new Vec3(value as number[]);
    }
    if (value !== undefined) tell(say(place, value, 'its default is used', field.array ? 'a list' : wordsOf(field)));
    return defaultOf(field);
}

/**
 * Completes the rows of a script's lists in place, where code has put rows in them that lack fields or hold what does not fit. To be
 * called when the lists are read again.
 *
 * @param script - The script.
 * @param name - Its registered name.
 * @param table - Its attributes.
 */
export function completeRows(script: ScriptType, name: string, table: AttributeTable): void {
    for (const [attribute, definition] of Object.entries(table)) {
        if (definition.type !== 'json') continue;
        const value = (script as unknown as Record<string, Row | Row[]>)[attribute];
        const rows = Array.isArray(value) ? value : value ? [value] : [];
        fault = '';
        if (rows === value) noteRows(script, attribute, definition, rows);
        rows.forEach((row, index) => {
            const place = titleOf(attribute, definition) + (rows === value ? `, row ${index + 1}` : '');
            if (isRow(row)) {
                for (const [field, type] of Object.entries(definition.schema)) {
                    row[field] = completedField(type, `${place}, ${titleOf(field, type)}`, row[field], keepFirst);
                }
                noteCompleted(row);
            } else {
                keepFirst(say(place, row, 'the defaults of its fields are used', 'an object with its fields'));
                rows[index] = makeRow(definition);
            }
        });
        problemsOf(script, name).setValue(`rows of ${attribute}`, fault);
    }
}
