import { Observer } from '@playcanvas/observer';
import { Container } from '@playcanvas/pcui';
import type { AttributeTable } from 'limber';
import type { ScriptType } from 'playcanvas';

import { createControl } from './controls';
import { RowList } from './row-list';
import { fromPlain, toPlain, type EntityChoice, type Plain } from './values';

// An inspector made from a script's attribute table. It knows nothing about any particular script.
//
// An observer stands between the controls and the script: what a control changes is assigned to the script's attribute, a list always as
// a whole, as the Editor does; what the script changes itself comes back by `refresh`, which its owner calls a few times a second.

export class Inspector {
    readonly element = new Container({ class: 'inspector' });

    private readonly observer: Observer;

    private readonly lists = new Map<string, RowList>();

    private refreshing = false;

    /**
     * @param script - The script.
     * @param table - Its attributes.
     * @param entities - What its entity attributes can be.
     */
    constructor(private readonly script: ScriptType, private readonly table: AttributeTable, private readonly entities: EntityChoice) {
        const names = Object.keys(table);
        this.observer = new Observer(Object.fromEntries(names.map(name => [name, this.read(name)])));
        for (const [name, definition] of Object.entries(table)) {
            if (definition.type === 'json') {
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

    destroy() {
        this.element.destroy();
        this.observer.destroy();
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
        this.attributes[name] = fromPlain(this.table[name], this.observer.get(name), this.entities);
        this.lists.get(name)?.refresh();
    }

    /** Brings the observer in step with the script, leaf by leaf so that open panels stay as they are. */
    private show(name: string) {
        const now = this.read(name);
        const shown = this.observer.get(name) as Plain;
        if (JSON.stringify(now) === JSON.stringify(shown)) return;
        const list = this.lists.get(name);
        const rows = now as { [field: string]: Plain }[];
        if (list && rows.length === (shown as unknown[]).length) {
            rows.forEach((row, index) => {
                for (const [field, value] of Object.entries(row)) this.observer.set(`${name}.${index}.${field}`, value);
            });
        } else {
            this.observer.set(name, now);
        }
        list?.refresh();
    }
}
