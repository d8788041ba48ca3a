// A figure on the page.

/** A figure with a name. */
export interface Reading {
    readonly element: HTMLElement;
    show(text: string, state?: string): void;
}

export function createReading(name: string): Reading {
    const element = document.createElement('div');
    element.className = 'reading';
    const value = document.createElement('output');
    const label = document.createElement('span');
    label.textContent = name;
    element.append(value, label);
    return {
        element,
        show(text, state = '') {
            value.textContent = text;
            element.dataset.state = state;
        }
    };
}
