import type { Container, Element } from '@playcanvas/pcui';

// Elements of PCUI ask for a frame in which they touch themselves, also when they have been destroyed by then. So they leave the page at
// once and are destroyed when that frame is over.

/** Takes elements off the page for good. */
export function discard(...elements: readonly Element[]) {
    for (const element of elements) {
        (element.parent as Container | null)?.remove(element);
        element.dom.remove();
    }
    requestAnimationFrame(() => requestAnimationFrame(() => {
        for (const element of elements) element.destroy();
    }));
}
