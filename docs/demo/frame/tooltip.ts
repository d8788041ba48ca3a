import type { FieldDefinition, JsonAttribute } from 'limber';

// The text of an attribute beside its label, as in the Editor.

const GAP = 10;

let box: HTMLElement | null = null;

function hide() {
    box?.remove();
    box = null;
}

function show(label: HTMLElement, title: string, lines: string[]) {
    hide();
    box = document.createElement('div');
    box.className = 'tooltip';
    box.setAttribute('role', 'tooltip');
    const head = document.createElement('strong');
    head.textContent = title;
    box.append(head, ...lines.map((line) => {
        const paragraph = document.createElement('p');
        paragraph.textContent = line;
        return paragraph;
    }));
    document.body.append(box);
    const at = label.getBoundingClientRect();
    const { width, height } = box.getBoundingClientRect();
    box.style.left = `${Math.max(GAP, at.left - width - GAP)}px`;
    box.style.top = `${Math.max(GAP, Math.min(at.top - 4, window.innerHeight - height - GAP))}px`;
}

/** Range and default in one line. */
function describeValues(definition: FieldDefinition | JsonAttribute): string {
    const parts: string[] = [];
    if (definition.type === 'number' && definition.min !== undefined && definition.max !== undefined) {
        parts.push(`${definition.min} to ${definition.max}`);
    }
    if (definition.type === 'curve') parts.push(`keys as time and value, default ${definition.default.keys.join(' ')}`);
    else if ('default' in definition && definition.default !== '') parts.push(`default ${definition.default}`);
    return parts.join(', ');
}

/**
 * Shows the text of an attribute while the pointer is over an element.
 *
 * @param element - Usually the label.
 * @param title - Name as shown.
 * @param definition - The attribute.
 */
export function attachTooltip(element: HTMLElement, title: string, definition: FieldDefinition | JsonAttribute) {
    const lines = [definition.description, describeValues(definition)].filter(line => line !== '');
    element.dataset.tooltip = definition.description;
    element.addEventListener('pointerenter', () => show(element, title, lines));
    element.addEventListener('pointerleave', hide);
    element.addEventListener('pointerdown', hide);
}
