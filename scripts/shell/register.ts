import { registerScript, type AppBase, type ScriptType } from 'playcanvas';

import type { AttributeDefinition, AttributeTable } from './attributes';
import { addChecked } from './checked-values';

// Registration of a script with its attribute table.

type ScriptClass = typeof ScriptType;

/** What a script is registered with. */
interface Registration {
    readonly name: string;
    readonly table: AttributeTable;
}

const registrations = new WeakMap<object, Registration>();

/** The name and the table that a script of the pack is registered with; undefined for another one. */
export function registrationOf(script: ScriptType): Registration | undefined {
    return registrations.get(script.constructor);
}

/**
 * Says what a class is registered with, before there is an application: it then registers itself where it is first created.
 *
 * @param script - The class.
 * @param name - The name under which entities find it.
 * @param table - Its attributes.
 * @returns The class.
 */
export function declare<Class extends ScriptClass>(script: Class, name: string, table: AttributeTable): Class {
    registrations.set(script, { name, table });
    // engine and hosts make names of the class's own, which a bundler may have changed
    (script as unknown as { __name: string }).__name = name;
    Object.defineProperty(script, 'name', { value: name.charAt(0).toUpperCase() + name.slice(1), configurable: true });
    return script;
}

/** What a script is registered with, for its constructor: a class that is not registered with the application yet is now. */
export function registerItself(script: ScriptType): Registration {
    const type = script.constructor as ScriptClass;
    const registration = registrationOf(script);
    if (!registration) throw new Error(`class "${type.name}" extends a script of Limber, whose attributes the engine gives to that script alone. Add the script itself, and put what is yours into one beside it.`);
    const { name, table } = registration;
    if (!script.app.scripts.has(name)) register(type, name, table, script.app);
    takeFormerNames(script, table);
    return registration;
}

/** Lets what a scene has set under a former name count, unless it has set the new one. */
function takeFormerNames(script: ScriptType, table: AttributeTable) {
    const given = script as unknown as { __attributesRaw: Readonly<Record<string, unknown>> | null };
    for (const [name, { renamedFrom }] of Object.entries(table)) {
        const raw = given.__attributesRaw;
        if (raw && renamedFrom && renamedFrom in raw && !(name in raw)) given.__attributesRaw = { ...raw, [name]: raw[renamedFrom] };
    }
}

/** Lets code read and set an attribute by its former name. */
function nameAsBefore({ prototype }: ScriptClass, name: string, renamedFrom: string) {
    Object.defineProperty(prototype, renamedFrom, {
        configurable: true,
        get(this: Record<string, unknown>) { return this[name]; },
        set(this: Record<string, unknown>, value: unknown) { this[name] = value; }
    });
}

/** An entry of the table as the Editor reads it, without what only the pack does. */
function editorForm(name: string, definition: AttributeDefinition): Record<string, unknown> {
    const form: Record<string, unknown> = { ...definition };
    for (const own of ['nameIn', 'formerly', 'renamedFrom']) delete form[own];
    // the inspector finds a field that it may hide by this name
    if (definition.visibleif) form.name = name;
    if (definition.type === 'json') form.schema = Object.entries(definition.schema).map(([field, type]) => ({ name: field, ...editorForm(field, type) }));
    return form;
}

/**
 * The table's entry in the form that the engine takes. A single json object has no default of its own: the engine and the Editor make
 * it from the defaults of its fields, and the Editor refuses a default that holds a list.
 */
function engineForm(name: string, definition: AttributeDefinition): object {
    const form = editorForm(name, definition);
    return definition.array ? { ...form, default: [] } : form;
}

/**
 * Registers a script with its attributes, in the order that the Editor's parser needs.
 *
 * @param script - The class.
 * @param name - The name under which entities find it.
 * @param table - Its attributes.
 * @param app - The application; without it the current one.
 */
export function register(script: ScriptClass, name: string, table: AttributeTable, app?: AppBase): void {
    registrations.set(script, { name, table });
    registerScript(script, name, app);
    addAttributes(script, name, table);
}

/**
 * Gives a class its name and its attributes, for a host that registers it with the application: the engine does with the classes of a module.
 *
 * @param script - The class.
 * @param name - The name under which entities find it.
 * @param table - Its attributes.
 */
export function prepare(script: ScriptClass, name: string, table: AttributeTable): void {
    addAttributes(declare(script, name, table), name, table);
}

function addAttributes(script: ScriptClass, name: string, table: AttributeTable) {
    for (const [attribute, definition] of Object.entries(table)) {
        if (script.attributes.has(attribute)) continue;
        addChecked(script.prototype, name, attribute, definition, () => script.attributes.add(attribute, engineForm(attribute, definition) as never));
        if (definition.renamedFrom) nameAsBefore(script, attribute, definition.renamedFrom);
    }
}
