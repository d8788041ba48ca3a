// Names for who hears the page: PCUI writes a label beside a field, and does not tell that it is the field's.

const AXES = ['x', 'y', 'z', 'w'];

function nameFields(group: Element) {
    const text = group.querySelector('.pcui-label')?.textContent ?? '';
    const fields = [...group.querySelectorAll('input, [role], button:empty')].filter(field => field.closest('.pcui-label-group') === group);
    const inputs = fields.filter(field => field instanceof HTMLInputElement);
    for (const field of fields) {
        const i = group.querySelector('.pcui-vector-input') ? inputs.indexOf(field as HTMLInputElement) : -1;
        field.setAttribute('aria-label', i >= 0 ? `${text}, ${AXES[i] ?? i}` : text);
    }
}

/** Names all fields below an element after their labels, also those that come later. */
export function watchFieldNames(root: HTMLElement) {
    const observer = new MutationObserver((changes) => {
        const groups = new Set<Element>();
        for (const { addedNodes, target } of changes) {
            const near = (target as Element).closest('.pcui-label-group');
            if (near) groups.add(near);
            for (const node of addedNodes) {
                if (!(node instanceof Element)) continue;
                if (node.matches('.pcui-label-group')) groups.add(node);
                for (const group of node.querySelectorAll('.pcui-label-group')) groups.add(group);
            }
        }
        for (const group of groups) nameFields(group);
    });
    observer.observe(root, { childList: true, subtree: true });
}
