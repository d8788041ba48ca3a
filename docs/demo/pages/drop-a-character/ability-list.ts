import { BooleanInput, Container } from '@playcanvas/pcui';

// What a character can do and what not, in plain words, each with a switch.

/** Something that the pack can make of a character. */
export interface Ability {
    readonly name: string;
    readonly title: string;
    /** Whether this character can do it. */
    can(): boolean;
    /** What was found for it, or why this character cannot do it. */
    read(): string;
    get(): boolean;
    set(on: boolean): void;
}

interface Row {
    readonly ability: Ability;
    readonly element: HTMLElement;
    readonly words: HTMLElement;
    readonly input: BooleanInput;
}

export class AbilityList extends Container {
    private readonly rows: readonly Row[];

    private readonly head = document.createElement('p');

    private readonly doubts = document.createElement('div');

    private shownDoubts = '';

    private isShowing = false;

    /**
     * @param found - What kind of character it is.
     * @param doubt - Sentences about what is wrong with it or not sure.
     */
    constructor(private readonly found: () => string, readonly abilities: readonly Ability[], private readonly doubt: () => readonly string[] = () => []) {
        super({ class: 'abilities' });
        this.head.className = 'found-words';
        this.dom.append(this.head, this.doubts);
        this.rows = abilities.map(ability => this.addRow(ability));
        this.refresh();
    }

    /** Shows how things are now. */
    refresh() {
        this.isShowing = true;
        this.head.textContent = this.found();
        const doubts = this.doubt();
        if (doubts.join() !== this.shownDoubts) {
            this.shownDoubts = doubts.join();
            this.doubts.replaceChildren(...doubts.map(doubt => this.createDoubt(doubt)));
        }
        for (const { ability, element, words, input } of this.rows) {
            const can = ability.can();
            input.enabled = can;
            input.value = can && ability.get();
            element.dataset.state = !can ? 'cannot' : input.value ? 'on' : 'off';
            const text = ability.read();
            if (words.textContent !== text) words.textContent = text;
        }
        this.isShowing = false;
    }

    private createDoubt(text: string): HTMLElement {
        const element = document.createElement('p');
        element.className = 'problem';
        element.textContent = text;
        return element;
    }

    private addRow(ability: Ability): Row {
        const element = document.createElement('div');
        element.className = 'ability';
        element.dataset.ability = ability.name;
        const text = document.createElement('div');
        const title = document.createElement('strong');
        title.textContent = ability.title;
        const words = document.createElement('span');
        text.append(title, words);
        const input = new BooleanInput({ type: 'toggle' });
        input.on('change', (on: boolean) => {
            if (!this.isShowing) ability.set(on);
        });
        element.append(input.dom, text);
        this.dom.append(element);
        return { ability, element, words, input };
    }
}
