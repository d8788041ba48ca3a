import type { AttributeDefinition, FieldDefinition } from 'limber';
import { Curve, CURVE_SMOOTHSTEP, Entity, Vec2, Vec3 } from 'playcanvas';

import type { PageScript } from './page-script';
import { isOwnList } from './settings';

// Scripts as code for another project: it runs there as it stands, with an application and a character alone. Bones are found by name below
// the character. What else a script refers to is made, so that the reader sees what to put in its place.

type Row = Record<string, unknown>;

const INDENT = '    ';

/** Digits of a place after the point. */
const DIGITS = 3;

const HEAD = `// \`app\` is your application, \`entity\` your character: its anim component plays. In a project without the Editor
// \`import * as pc from 'playcanvas'\`, and call \`registerLimber(app)\` of the package before.
if (!entity.script) entity.addComponent('script');
`;

function quote(text: string): string {
    return `'${text.replaceAll('\\', '\\\\').replaceAll('\'', '\\\'').replaceAll('\n', '\\n')}'`;
}

class CodeWriter {
    /** Entities that are not part of the character, with the names of their variables. */
    private readonly others = new Map<Entity, string>();

    constructor(private readonly character: Entity) {}

    write(scripts: readonly PageScript[]): string {
        const calls = scripts.map(one => this.writeCall(one));
        const made = [...this.others].map(([entity, name]) => this.writeEntity(entity, name));
        return [HEAD, ...made, ...calls].join('\n');
    }

    private writeEntity(entity: Entity, name: string): string {
        const place = entity.getPosition().toArray().map(value => Number(value.toFixed(DIGITS)));
        return [
            `// put an entity of your scene in its place: ${name} = app.root.findByName('...')`, `const ${name} = new pc.Entity(${quote(entity.name)});`,
            `${name}.setPosition(${place.join(', ')});`, `app.root.addChild(${name});`, ''
        ].join('\n');
    }

    private writeCall(one: PageScript): string {
        const indent = INDENT + INDENT;
        const attributes = Object.entries(one.table).flatMap(([name, definition]) => {
            const value = (one.script as unknown as Row)[name];
            if (isOwnList(one, name) || this.isDefault(definition, value)) return [];
            return [`${indent}${name}: ${this.writeValue(definition, value, indent)}`];
        });
        const options = one.script.enabled ? [] : [`${INDENT}enabled: false`];
        if (attributes.length > 0) options.push(`${INDENT}attributes: {\n${attributes.join(',\n')}\n${INDENT}}`);
        const given = options.length > 0 ? `, {\n${options.join(',\n')}\n}` : '';
        return `entity.script.create(${quote(one.name)}${given});`;
    }

    private isDefault(definition: AttributeDefinition, value: unknown): boolean {
        if (value === null || value === undefined || Array.isArray(value) && value.length === 0) return true;
        // assets of the gallery are nowhere else
        if (definition.type === 'asset') return true;
        if (!('default' in definition)) return false;
        const plain = value instanceof Vec2 || value instanceof Vec3 ? value.toArray() : value instanceof Curve ? { keys: value.keys.flat(), type: value.type } : value;
        return JSON.stringify(plain) === JSON.stringify(definition.default);
    }

    private writeValue(definition: AttributeDefinition, value: unknown, indent: string): string {
        if (definition.type === 'json') {
            if (!definition.array) return this.writeRow(definition.schema, value as Row);
            const rows = (value as Row[]).map(row => indent + INDENT + this.writeRow(definition.schema, row));
            return `[\n${rows.join(',\n')}\n${indent}]`;
        }
        if (Array.isArray(value)) return `[${value.map(one => this.writeOne(one)).join(', ')}]`;
        return this.writeOne(value);
    }

    private writeOne(value: unknown): string {
        if (value instanceof Entity) return this.writeReference(value);
        if (value instanceof Vec2) return `new pc.Vec2(${value.toArray().join(', ')})`;
        if (value instanceof Vec3) return `new pc.Vec3(${value.toArray().join(', ')})`;
        if (value instanceof Curve) {
            const curve = `new pc.Curve(${JSON.stringify(value.keys.flat())})`;
            return value.type === CURVE_SMOOTHSTEP ? curve : `Object.assign(${curve}, { type: ${value.type} })`;
        }
        return typeof value === 'string' ? quote(value) : JSON.stringify(value);
    }

    private writeRow(schema: Readonly<Record<string, FieldDefinition>>, row: Row): string {
        const fields = Object.entries(schema).flatMap(([name, field]) => {
            const value = row[name];
            // the same row then fits any character with a bone of that name
            if (name === 'bone' && schema.boneName && this.isPart(value)) return [`boneName: ${quote(value.name)}`];
            if (name === 'boneName' && this.isPart(row.bone) || this.isDefault(field, value)) return [];
            return [`${name}: ${this.writeValue(field, value, '')}`];
        });
        return `{ ${fields.join(', ')} }`;
    }

    /** Whether it is an entity below the character. */
    private isPart(value: unknown): value is Entity {
        return value instanceof Entity && value.isDescendantOf(this.character);
    }

    private writeReference(entity: Entity): string {
        if (entity === this.character) return 'entity';
        if (entity.isDescendantOf(this.character)) return `entity.findByName(${quote(entity.name)})`;
        if (!this.others.has(entity)) {
            const word = entity.name.replace(/[^a-z0-9]+(\w?)/gi, (_, next: string) => next.toUpperCase()).replace(/^\d+/, '') || 'other';
            const taken = [...this.others.values()];
            let name = word.charAt(0).toLowerCase() + word.slice(1);
            while (taken.includes(name) || ['app', 'entity', 'pc'].includes(name)) name += '2';
            this.others.set(entity, name);
        }
        return this.others.get(entity)!;
    }
}

/**
 * Code that makes these scripts, with what differs from their defaults.
 *
 * @param character - The entity that carries them.
 */
export function writeCode(scripts: readonly PageScript[], character: Entity): string {
    return new CodeWriter(character).write(scripts);
}
