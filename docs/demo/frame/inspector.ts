import { Observer } from '@playcanvas/observer';
import { Container, Panel } from '@playcanvas/pcui';
import type { AttributeTable, JsonAttribute } from 'limber';
import type { ScriptType } from 'playcanvas';

import { createControl } from './controls';
import { discard } from './discard';
import { RowList } from './row-list';
import { attachTooltip } from './tooltip';
import { fromPlain, isAlike, renameEntities, titleOf, toPlain, type EntityChoice, type Plain } from './values';

// An inspector made from a script's attribute table. It knows nothing about any particular script.
//
// An observer stands between the controls and the script: what a control changes is assigned to the script's attribute, a list always as
// a whole, as the Editor does; what the script changes itself comes back by `refresh`, which its owner calls a few times a second.

export class Inspector {
    readonly element = new Container({ class: 'inspector' });

    private readonly observer: Observer;

    private readonly lists = new Map<string, RowList>();

    /** Attributes that the user has changed. */
    private readonly changed = new Set<string>();

    private refreshing = false;

    /**
     * @param script - The script.
     * @param table - Its attributes.
     * @param entities - What its entity and asset attributes can be.
     */
    constructor(private readonly script: ScriptType, private readonly table: AttributeTable, private readonly entities: EntityChoice) {
        const names = Object.keys(table);
        this.observer = new Observer(Object.fromEntries(names.map(name => [name, this.read(name)])));
        for (const [name, definition] of Object.entries(table)) {
            if (definition.type === 'json' && !definition.array) {
                this.element.append(this.createGroup(name, definition));
            } else if (definition.type === 'json') {
                const list = new RowList(name, definition, this.observer, entities);
                this.lists.set(name, list);
                this.element.append(list.element);
            } else {
                this.element.append(createControl(name, definition, this.observer, name, entities));
            }
        }
        for (const event of ['*:set', '*:insert', '*:remove']) {
            this.observer.on(event, (path: string) => this.apply(path.split('.')[0]));
        }
    }

    /** Shows what the script has now. */
    refresh() {
        this.refreshing = true;
        for (const name of Object.keys(this.table)) this.show(name);
        this.refreshing = false;
    }

    /** What the user has changed, for a link: texts by the names of attributes. */
    get changes(): [name: string, text: string][] {
        return [...this.changed].map((name) => {
            const plain = renameEntities(this.table[name], this.read(name), guid => this.entities.nameOf(guid));
            return [name, JSON.stringify(plain)];
        });
    }

    /**
     * Takes over what a link says.
     *
     * @returns Whether it fits the attribute.
     */
    take(name: string, text: string): boolean {
        const definition = this.table[name];
        if (!definition) return false;
        try {
            const plain = JSON.parse(text) as Plain;
            if (!isAlike(plain, this.read(name))) return false;
            this.observer.set(name, renameEntities(definition, plain, called => this.entities.named(called)));
            return true;
        } catch {
            return false;
        }
    }

    destroy() {
        discard(this.element);
        this.observer.destroy();
    }

    /** A panel with the fields of a single json object. */
    private createGroup(name: string, attribute: JsonAttribute): Panel {
        const headerText = titleOf(name, attribute);
        const group = new Panel({ class: 'list', headerText, collapsible: true, headerSize: 30 });
        attachTooltip(group.header.dom, headerText, attribute);
        for (const [field, definition] of Object.entries(attribute.schema)) {
            group.append(createControl(field, definition, this.observer, `${name}.${field}`, this.entities));
        }
        return group;
    }

    private get attributes(): Record<string, unknown> {
        return this.script as unknown as Record<string, unknown>;
    }

    private read(name: string): Plain {
        return toPlain(this.table[name], this.attributes[name]);
    }

    /** Assigns an attribute what the observer holds for it. */
    private apply(name: string) {
        if (this.refreshing) return;
        this.changed.add(name);
        this.attributes[name] = fromPlain(this.table[name], this.observer.get(name), this.entities);
        this.lists.get(name)?.refresh();
    }

    /** Brings the observer in step with the script, leaf by leaf so that open panels stay as they are. */
    private show(name: string) {
        const now = this.read(name);
        const shown = this.observer.get(name) as Plain;
        if (JSON.stringify(now) === JSON.stringify(shown)) return;
        const list = this.lists.get(name);
        const setFields = (path: string, fields: Plain) => {
            for (const [field, value] of Object.entries(fields)) this.observer.set(`${path}.${field}`, value);
        };
        if (list && (now as Plain[]).length === (shown as Plain[]).length) {
            (now as Plain[]).forEach((row, index) => setFields(`${name}.${index}`, row));
        } else if (this.table[name].type === 'json' && !list) {
            setFields(name, now);
        } else {
            this.observer.set(name, now);
        }
        list?.refresh();
    }
}
