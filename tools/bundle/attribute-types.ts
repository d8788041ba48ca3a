import type { AttributeDefinition, AttributeTable, FieldDefinition, JsonAttribute } from '../../scripts/index';

// Attribute tables as interfaces with documentation, as an editor shows it when the pointer is over a name.

const INDENT = '    ';

const capitalize = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** A field's type; a text with choices is the union of their values. */
function typeOf(field: FieldDefinition): string {
    const list = field.array ? '[]' : '';
    switch (field.type) {
        case 'string': return field.enum ? field.enum.map(choice => `'${Object.values(choice)[0]}'`).join(' | ') : `string${list}`;
        case 'vec2': return 'Vec2';
        case 'vec3': return 'Vec3';
        case 'curve': return 'Curve';
        case 'entity': return field.array ? 'Entity[]' : 'Entity | null';
        case 'asset': return field.array ? 'Asset[]' : 'Asset | null';
        case 'boolean': return `boolean${list}`;
        default: return field.type;
    }
}

/** Range and default as sentences. */
function valuesOf(definition: AttributeDefinition): string[] {
    if (definition.type === 'json' || definition.array || definition.type === 'entity' || definition.type === 'asset') return [];
    const sentences: string[] = [];
    if (definition.type === 'number' && definition.min !== undefined) {
        sentences.push(definition.max === undefined ? `At least ${definition.min}.` : `From ${definition.min} to ${definition.max}.`);
    }
    if (definition.type === 'curve') sentences.push(`Default: keys ${definition.default.keys.join(', ')}.`);
    else if (definition.default !== '') sentences.push(`Default: ${JSON.stringify(definition.default).replaceAll(',', ', ')}.`);
    return sentences;
}

function commentOf(definition: AttributeDefinition): string {
    const values = valuesOf(definition);
    const text = definition.description.replaceAll('*/', '*\\/');
    if (values.length === 0) return `${INDENT}/** ${text} */`;
    return [`${INDENT}/**`, `${INDENT} * ${text}`, `${INDENT} *`, `${INDENT} * ${values.join(' ')}`, `${INDENT} */`].join('\n');
}

function interfaceOf(name: string, members: string[]): string {
    return `interface ${name} {\n${members.join('\n')}\n}`;
}

/** The type of a json attribute's rows, or of its single object. */
function rowInterface(name: string, attribute: string, { description, schema }: JsonAttribute): string {
    const fields = Object.entries(schema).map(([field, definition]) => `${commentOf(definition)}\n${INDENT}${field}: ${typeOf(definition)};`);
    return `/** A row of \`${attribute}\`: ${description} */\n${interfaceOf(name, fields)}`;
}

/**
 * The interface of a script's attributes, and one for each of its json attributes. A row that is assigned may leave fields out: they
 * have their defaults.
 *
 * @param name - Name of the interface, which ends with `Attributes`.
 * @param table - The attributes.
 */
export function attributesInterface(name: string, table: AttributeTable): string {
    const script = name.replace(/Attributes$/, '');
    const rows: string[] = [];
    const members = Object.entries(table).map(([attribute, definition]) => {
        const comment = commentOf(definition);
        if (definition.type !== 'json') return `${comment}\n${INDENT}${attribute}: ${typeOf(definition)};`;
        const row = `${script}${capitalize(attribute)}Row`;
        rows.push(rowInterface(row, attribute, definition));
        const [read, write] = definition.array ? [`${row}[]`, `readonly Partial<${row}>[]`] : [row, `Partial<${row}>`];
        return `${comment}\n${INDENT}get ${attribute}(): ${read};\n${INDENT}set ${attribute}(value: ${write});`;
    });
    const exported = [...rows, `/** The attributes of {@link ${script}}. */\n${interfaceOf(name, members)}`];
    return exported.map(text => text.replace(/^interface/m, 'export interface')).join('\n\n');
}

/** What the engine's script component gets: a script by its name, and the types of its attributes where it is created. */
const COMPONENT = `/** A value as \`create\` takes it: fields that a row leaves out have their defaults, vectors may be lists of numbers. */
export type Given<Value> =
    Value extends Vec3 ? Vec3 | readonly [number, number, number] :
    Value extends Vec2 ? Vec2 | readonly [number, number] :
    Value extends boolean | number | string | null | Curve | GraphNode | Asset ? Value :
    Value extends (infer Item)[] ? readonly Given<Item>[] :
    { [Name in keyof Value]?: Given<Value[Name]> };

/** What a script may be created with. */
export interface CreateOptions<Attributes> {
    /** Whether it is enabled at once; without it it is. */
    enabled?: boolean;
    /** Its attributes; what is left out has its default. */
    attributes?: Given<Attributes>;
    /** Its place among the scripts of the entity; without it the last. */
    ind?: number;
}`;

/** Types of the scripts on an entity, so that `entity.script.perfectLookAt` and what `create` and `get` answer need no cast. */
export function scriptComponent(scripts: readonly string[]): string {
    const members = scripts.flatMap((name) => {
        const type = capitalize(name);
        return [
            `/** The {@link ${type}} of this entity. */`,
            `${name}?: ${type};`,
            `create(name: '${name}', options?: CreateOptions<${type}Attributes>): ${type} | null;`,
            `get(name: '${name}'): ${type} | null;`
        ].map(line => `${INDENT}${INDENT}${line}`);
    });
    return [COMPONENT, '', 'declare module \'playcanvas\' {', `${INDENT}interface ScriptComponent {`, ...members, `${INDENT}}`, '}'].join('\n');
}
