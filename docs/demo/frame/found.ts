import { Container, Label, Panel } from '@playcanvas/pcui';

import type { Character } from './character';
import { listSentences } from './sentences';

// What the pack finds in a character: role and bone, what is missing, and the sentences for the user.

function paragraph(text: string, className: string): HTMLElement {
    const element = document.createElement('p');
    element.className = className;
    element.textContent = text;
    return element;
}

/** A role as words: `leftUpperArm` is "left upper arm". */
function words(role: string): string {
    return role.replace(/([A-Z])/g, ' $1').replace(/(\d+)/, ' $1').toLowerCase();
}

function isSided(role: string): boolean {
    return /^(?:left|right)/.test(role);
}

export class FoundPanel {
    readonly element = new Panel({ class: 'found-panel', collapsible: true, collapsed: true, headerText: 'Rig' });

    private readonly sentences = document.createElement('div');

    private readonly table = document.createElement('table');

    private readonly missing = new Label({ class: 'missing' });

    private rigProblems: readonly string[] = [];

    private shown = '';

    constructor(parent: HTMLElement) {
        const content = new Container({ class: 'found-content' });
        content.dom.append(this.missing.dom, this.table);
        this.element.append(content);
        this.sentences.className = 'sentences';
        parent.append(this.element.dom, this.sentences);
    }

    /** Shows the rig of a character. */
    show({ name, model, problems }: Character) {
        const nodes = model?.nodes ?? [];
        // the trunk from the hips up, then the limbs
        const bones = [...model?.bones ?? []].sort(([a, i], [b, j]) => Number(isSided(a)) - Number(isSided(b)) || nodes.indexOf(i) - nodes.indexOf(j));
        this.table.replaceChildren(...bones.map(([role, bone]) => {
            const row = document.createElement('tr');
            row.insertCell().textContent = words(role);
            row.insertCell().textContent = bone.name;
            return row;
        }));
        const missing = model?.missing ?? [];
        this.missing.text = missing.length > 0 ? `Not found: ${missing.map(words).join(', ')}.` : '';
        this.missing.hidden = missing.length === 0;
        this.element.headerText = `${name}: ${bones.length} bones found`;
        this.rigProblems = [...problems, ...model?.problems ?? []];
        this.showProblems([]);
    }

    /** Shows the sentences of the rig and those of the scripts. */
    showProblems(problems: readonly string[]) {
        const all = listSentences(this.rigProblems, problems);
        if (all.join() === this.shown) return;
        this.shown = all.join();
        this.sentences.replaceChildren(...all.map(problem => paragraph(problem, 'problem')));
    }
}
