import type { Observer } from '@playcanvas/observer';
import { Button, Container, Label, Panel } from '@playcanvas/pcui';
import type { JsonAttribute } from 'limber';

import { createControl } from './controls';
import { discard } from './discard';
import { attachTooltip } from './tooltip';
import { defaultOf, titleOf, type EntityChoice, type Plain } from './values';

// The rows of a json attribute: a panel for each row, to open, move, remove and add.

type PlainRow = { [field: string]: Plain };

export class RowList {
    readonly element: Panel;

    private readonly rows = new Container({ class: 'rows' });

    private readonly count = new Label({ class: 'count' });

    private panels: Panel[] = [];

    constructor(
        private readonly name: string,
        private readonly attribute: JsonAttribute,
        private readonly observer: Observer,
        private readonly entities: EntityChoice
    ) {
        const headerText = titleOf(name, attribute);
        this.element = new Panel({ class: 'list', headerText, collapsible: true, headerSize: 30 });
        attachTooltip(this.element.header.dom, headerText, attribute);
        const add = new Button({ icon: 'E120', class: 'row-button' });
        add.dom.dataset.action = `add ${name}`;
        add.dom.setAttribute('aria-label', `Add a row to ${headerText}`);
        add.on('click', () => this.change((rows) => {
            const fields = Object.entries(attribute.schema).map(([field, definition]) => [field, defaultOf(definition)]);
            rows.push(Object.fromEntries(fields));
        }, rows => rows.push(false)));
        this.element.header.append(this.count);
        this.element.header.append(add);
        this.element.append(this.rows);
        this.show();
    }

    /** Makes the rows again, after their number has changed. */
    show(collapsed = this.panels.map(panel => panel.collapsed)) {
        discard(...this.panels);
        this.panels = this.read().map((_, index) => this.createRow(index, collapsed[index] ?? true));
        this.rows.dom.classList.toggle('empty', this.panels.length === 0);
        this.count.text = String(this.panels.length);
        this.nameRows();
    }

    /** Brings the panels in step with the observer. */
    refresh() {
        if (this.read().length === this.panels.length) this.nameRows();
        else this.show();
    }

    private read(): PlainRow[] {
        return this.observer.get(this.name) as PlainRow[];
    }

    /** Changes the list as a whole, and the open panels in the same way. */
    private change(edit: (rows: PlainRow[]) => void, editCollapsed: (collapsed: boolean[]) => void) {
        const rows = this.read();
        const collapsed = this.panels.map(panel => panel.collapsed);
        edit(rows);
        editCollapsed(collapsed);
        discard(...this.panels);
        this.panels = [];
        this.observer.set(this.name, rows);
        this.show(collapsed);
    }

    private move(index: number, by: number) {
        const to = index + by;
        if (to < 0 || to >= this.panels.length) return;
        const swap = <T>(list: T[]) => {
            [list[index], list[to]] = [list[to], list[index]];
        };
        this.change(swap, swap);
    }

    private createRow(index: number, collapsed: boolean): Panel {
        const panel = new Panel({ class: 'row', collapsible: true, collapsed, headerSize: 26 });
        const button = (look: { icon: string } | { text: string }, action: string, text: string, act: () => void) => {
            const element = new Button({ ...look, class: 'row-button' });
            element.dom.dataset.action = `${action} ${this.name}.${index}`;
            element.dom.setAttribute('aria-label', text);
            element.on('click', act);
            panel.header.append(element);
        };
        button({ text: '↑' }, 'up', 'Move up', () => this.move(index, -1));
        button({ text: '↓' }, 'down', 'Move down', () => this.move(index, 1));
        button({ icon: 'E124' }, 'remove', 'Remove', () => {
            const remove = (list: unknown[]) => list.splice(index, 1);
            this.change(remove, remove);
        });
        for (const [field, definition] of Object.entries(this.attribute.schema)) {
            panel.append(createControl(field, definition, this.observer, `${this.name}.${index}.${field}`, this.entities));
        }
        this.rows.append(panel);
        return panel;
    }

    /** A row is called by its first entity, else by its first text. */
    private nameRows() {
        const fields = Object.entries(this.attribute.schema);
        const entity = fields.find(([, field]) => field.type === 'entity' && !field.array)?.[0];
        const text = fields.find(([, field]) => field.type === 'string')?.[0];
        this.read().forEach((row, index) => {
            const name = (entity && this.entities.find(row[entity] as string)?.name) || (text && row[text]) || 'empty';
            this.panels[index].headerText = `${index + 1}  ${name}`;
        });
    }
}
