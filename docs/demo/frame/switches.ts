import { BooleanInput, LabelGroup } from '@playcanvas/pcui';

// A block of switches.

export interface Switch {
    readonly name: string;
    readonly title: string;
    /** What it does, shown while the pointer is over it. */
    readonly hint: string;
    /** What is shown; a switch without it keeps what the user chose. */
    get(): boolean;
    set(on: boolean): void;
}

export class Switches {
    readonly element = document.createElement('div');

    private readonly inputs: BooleanInput[];

    private showing = false;

    constructor(private readonly switches: readonly Switch[]) {
        this.element.className = 'switches';
        this.inputs = switches.map(({ name, title, hint, set }) => {
            const input = new BooleanInput({ type: 'toggle' });
            input.dom.dataset.switch = name;
            input.on('change', (on: boolean) => {
                if (!this.showing) set(on);
            });
            const group = new LabelGroup({ text: title, field: input });
            group.dom.title = hint;
            this.element.append(group.dom);
            return input;
        });
        this.refresh();
    }

    /** Shows how things are now. */
    refresh() {
        this.showing = true;
        this.switches.forEach(({ get }, i) => {
            this.inputs[i].value = get();
        });
        this.showing = false;
    }
}
