import { Container, Label, Panel } from '@playcanvas/pcui';
import { detectRig, findSkeleton } from 'limber';

import type { Character } from './character';

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
    readonly element = new Panel({ class: 'found-panel', collapsible: true, headerText: 'Rig' });

    private readonly sentences = document.createElement('div');

    private readonly table = document.createElement('table');

    private readonly missing = new Label({ class: 'missing' });

    private shown = '';

    constructor(parent: HTMLElement) {
        const content = new Container({ class: 'found-content' });
        content.dom.append(this.sentences, this.missing.dom, this.table);
        this.element.append(content);
        // where there is little room the stage comes first
        this.element.collapsed = window.innerWidth < 1000;
        parent.append(this.element.dom);
    }

    /** Detects the rig of a character and shows it. */
    show(character: Character) {
        const skeleton = findSkeleton(character.entity);
        const rig = skeleton && detectRig(skeleton);
        // the trunk from the hips up, then the limbs
        const bones = [...rig?.bones ?? []].sort(([a, i], [b, j]) => Number(isSided(a)) - Number(isSided(b)) || i - j);
        this.table.replaceChildren(...bones.map(([role, index]) => {
            const row = document.createElement('tr');
            row.insertCell().textContent = words(role);
            row.insertCell().textContent = skeleton!.nodes[index].name;
            return row;
        }));
        const missing = rig?.missing ?? [];
        this.missing.text = missing.length > 0 ? `Not found: ${missing.map(words).join(', ')}.` : '';
        this.missing.hidden = missing.length === 0;
        this.element.headerText = `${character.name}: ${bones.length} bones found`;
        this.shown = '';
        this.showProblems(rig?.problems ?? []);
    }

    /** Shows the sentences of the rig and of a script. */
    showProblems(problems: readonly string[]) {
        if (problems.join() === this.shown) return;
        this.shown = problems.join();
        this.sentences.replaceChildren(...problems.map(problem => paragraph(problem, 'problem')));
        if (problems.length > 0) this.element.collapsed = false;
    }
}
