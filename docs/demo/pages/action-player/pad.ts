// Keys and buttons to touch, for a character that runs to and fro.

export type Press = 'left' | 'right' | 'jump' | 'dive' | 'attack' | 'hit';

const KEYS: Readonly<Record<string, Press>> = {
    arrowleft: 'left', arrowright: 'right', a: 'left', d: 'right', arrowup: 'jump', ' ': 'jump',
    arrowdown: 'dive', c: 'dive', x: 'attack', enter: 'attack', h: 'hit'
};

/** What is written on the buttons. */
const BUTTONS: readonly (readonly [Press, string])[] = [['left', '◀'], ['right', '▶'], ['hit', '✸'], ['attack', '⚔'], ['dive', '▼'], ['jump', '▲']];

const TYPING = 'input:not([type=checkbox]), textarea, select, button, [contenteditable]';

export class Pad {
    readonly element = document.createElement('div');

    /** What is held down now. */
    private readonly held = new Set<Press>();

    /**
     * @param parent - Where the buttons go.
     * @param act - Hears what is pressed, in the event itself.
     */
    constructor(parent: HTMLElement, private readonly act: (press: Press) => void) {
        this.element.className = 'pad';
        for (const [press, text] of BUTTONS) this.addButton(press, text);
        parent.append(this.element);
        window.addEventListener('keydown', this.onKeyDown);
        window.addEventListener('keyup', this.onKeyUp);
        window.addEventListener('blur', this.letGo);
    }

    /** Where the user wants to go: -1, 0, 1. */
    get direction(): number {
        return Number(this.held.has('right')) - Number(this.held.has('left'));
    }

    destroy() {
        window.removeEventListener('keydown', this.onKeyDown);
        window.removeEventListener('keyup', this.onKeyUp);
        window.removeEventListener('blur', this.letGo);
        this.element.remove();
    }

    private addButton(press: Press, text: string) {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = text;
        button.dataset.press = press;
        button.setAttribute('aria-label', press);
        button.addEventListener('pointerdown', (event) => {
            event.preventDefault();
            button.setPointerCapture(event.pointerId);
            this.press(press);
        });
        for (const end of ['pointerup', 'pointercancel'] as const) button.addEventListener(end, () => this.held.delete(press));
        this.element.append(button);
    }

    private press(press: Press) {
        this.held.add(press);
        this.act(press);
    }

    private readonly onKeyDown = (event: KeyboardEvent) => {
        const press = KEYS[event.key.toLowerCase()];
        if (!press || event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.target instanceof Element && event.target.matches(TYPING)) return;
        event.preventDefault();
        if (!event.repeat) this.press(press);
    };

    private readonly onKeyUp = (event: KeyboardEvent) => {
        const press = KEYS[event.key.toLowerCase()];
        if (press) this.held.delete(press);
    };

    private readonly letGo = () => this.held.clear();
}
