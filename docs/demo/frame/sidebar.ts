import { Button, Container, Panel } from '@playcanvas/pcui';

import { writeCode } from './code';
import { discard } from './discard';
import { Inspector } from './inspector';
import type { Action, Figure, OpenPage, Page } from './page';
import type { PageScript } from './page-script';
import { createReading, type Reading } from './reading';
import { describeComponent, writeForEditor } from './settings';
import { Switches } from './switches';
import { EntityChoice, titleOf } from './values';

// The column beside the stage: what the open page shows and lets switch, and an inspector for each of its scripts.

/** Milliseconds for which a button says that something was copied. */
const COPIED_MS = 1200;

/** Figures in a row of the sidebar at most. */
const IN_A_ROW = 4;

/** A button for an action of a page. */
export function createActionButton({ title, hint, act }: Action, className: string): Button {
    const button = new Button({ text: title, class: className });
    button.dom.title = hint;
    button.on('click', act);
    return button;
}

export function refreshActionButton(button: Button, action: Action) {
    if (action.isEnabled) {
        button.enabled = action.isEnabled();
        button.dom.setAttribute('aria-disabled', String(!button.enabled));
    }
    if (action.isChosen) button.dom.setAttribute('aria-pressed', String(action.isChosen()));
}

interface ShownScript extends PageScript {
    readonly inspector: Inspector;
    readonly panel: Panel;
}

export class Sidebar {
    /** Whether details are unfolded, on this page and the next ones. */
    private static areDetailsOpen = false;

    private readonly live: Panel;

    /** Figures and switches: what one wants to know after one has seen it. */
    private readonly details = new Panel({ class: 'details', headerText: 'Details', collapsible: true, collapsed: !Sidebar.areDetailsOpen });

    private readonly inspectors = new Container({ class: 'attributes' });

    private shown: ShownScript[] = [];

    private readonly readings: readonly (readonly [Figure, Reading])[];

    private readonly presets: readonly (readonly [Action, Button])[];

    private readonly switches: Switches | null = null;

    /**
     * @param parent - The column.
     * @param definition - What the page says about itself.
     * @param page - The page.
     * @param link - Gives the address of what is shown.
     */
    constructor(private readonly parent: HTMLElement, private readonly definition: Page, private readonly page: OpenPage, private readonly link: () => string) {
        this.live = new Panel({ class: 'live', headerText: definition.title });
        const summary = document.createElement('p');
        summary.className = 'summary';
        summary.textContent = definition.summary;
        this.live.content.dom.append(summary);

        this.readings = page.figures.map(figure => [figure, createReading(figure.label)] as const);
        this.presets = page.presets.map(action => [action, createActionButton(action, 'preset')] as const);
        if (this.presets.length > 0) {
            const row = new Container({ class: ['methods', 'presets'] });
            for (const [, button] of this.presets) row.append(button);
            this.live.append(row);
        }
        for (const control of page.controls) this.live.append(control);
        this.addReadings();
        if (page.switches.length > 0) {
            this.switches = new Switches(page.switches);
            this.details.content.dom.append(this.switches.element);
        }
        this.details.on('expand', () => { Sidebar.areDetailsOpen = true; });
        this.details.on('collapse', () => { Sidebar.areDetailsOpen = false; });
        if (this.readings.length > 0 || this.switches) this.live.append(this.details);
        this.live.append(this.createCopyRow());
        // keys scroll it
        this.inspectors.dom.tabIndex = 0;
        parent.append(this.live.dom, this.inspectors.dom);
        this.refresh();
    }

    /** Shows how things are now. */
    refresh() {
        this.showScripts();
        for (const { inspector, panel } of this.shown) if (!panel.collapsed) inspector.refresh();
        for (const [figure, reading] of this.readings) {
            const shown = figure.read();
            if (typeof shown === 'string') reading.show(shown);
            else reading.show(...shown);
        }
        for (const [action, button] of this.presets) refreshActionButton(button, action);
        this.switches?.refresh();
    }

    /** Unfolds figures and switches. */
    showDetails() {
        this.details.collapsed = false;
    }

    /** The inspector of a script that is open. */
    inspector(name: string): Inspector | null {
        return this.shown.find(one => one.name === name)?.inspector ?? null;
    }

    /** What the scripts are set to, as the Editor takes it. */
    get settings(): object {
        this.showScripts();
        return this.page.component() ?? describeComponent(this.shown);
    }

    /** The calls that make the scripts. */
    get code(): string {
        this.showScripts();
        const { inCode } = this.page;
        return writeCode(this.shown.filter(({ name }) => inCode.some(one => one.name === name)), this.page.character.entity);
    }

    /** What the user has changed in the inspectors, as the hash of a link. */
    get changes(): string {
        const texts = this.shown.flatMap(({ name, inspector }) => inspector.changes.map(([attribute, text]) => [`${name}.${attribute}`, text]));
        return new URLSearchParams(texts).toString();
    }

    /**
     * Takes over what the hash of a link says.
     *
     * @returns What does not fit.
     */
    take(changes: string): string[] {
        this.showScripts();
        return [...new URLSearchParams(changes)].flatMap(([path, text]) => {
            const [script, attribute] = path.split('.');
            return this.inspector(script)?.take(attribute, text) ? [] : [path];
        });
    }

    destroy() {
        for (const { inspector } of this.shown) inspector.destroy();
        discard(this.live, this.inspectors);
        this.parent.replaceChildren();
    }

    private addReadings() {
        if (this.readings.length === 0) return;
        const grid = new Container({ class: 'readings' });
        const rows = Math.ceil(this.readings.length / IN_A_ROW);
        grid.dom.style.setProperty('--columns', String(Math.ceil(this.readings.length / rows)));
        grid.dom.append(...this.readings.map(([, { element }]) => element));
        this.details.append(grid);
    }

    private createCopyRow(): Container {
        const row = new Container({ class: ['methods', 'copies'] });
        const add = (text: string, hint: string, write: () => string) => {
            const button = new Button({ text });
            button.dom.title = hint;
            button.on('click', async () => {
                await navigator.clipboard.writeText(write());
                button.text = 'Copied';
                setTimeout(() => {
                    // another page may be open by now
                    if (!button.destroyed) button.text = text;
                }, COPIED_MS);
            });
            row.append(button);
        };
        add('Copy settings', 'For the console of the Editor: Paste Component then has these scripts', () => writeForEditor(this.settings));
        add('Copy code', 'Code that puts these scripts on a character of yours', () => this.code);
        add('Copy link', 'An address with the page, the sample character and what you have changed', () => this.link());
        return row;
    }

    /** Follows the scripts that the page adds and removes. */
    private showScripts() {
        const { scripts } = this.page;
        const gone = this.shown.filter(({ script }) => !scripts.some(one => one.script === script));
        for (const one of gone) {
            one.inspector.destroy();
            discard(one.panel);
        }
        this.shown = this.shown.filter(one => !gone.includes(one));
        const added = scripts.filter(({ script }) => !this.shown.some(one => one.script === script));
        for (const one of added) this.shown.push(this.showScript(one));
        this.shown.sort((a, b) => scripts.findIndex(({ name }) => name === a.name) - scripts.findIndex(({ name }) => name === b.name));
    }

    /** Adds an inspector; that of the script which the page is about is open and comes first. */
    private showScript(one: PageScript): ShownScript {
        const { character, entities } = this.page;
        const choice = new EntityChoice([...entities, ...character.nodes]);
        const inspector = new Inspector(one.script, one.table, choice);
        const headerText = titleOf(one.name, { type: 'entity', description: '' });
        const isMain = one.name.toLowerCase() === this.definition.name.replaceAll('-', '');
        const panel = new Panel({ class: ['script', ...isMain ? ['main'] : []], headerText, collapsible: true, collapsed: !isMain });
        panel.on('expand', () => inspector.refresh());
        panel.append(inspector.element);
        this.inspectors.append(panel);
        return { ...one, inspector, panel };
    }
}
