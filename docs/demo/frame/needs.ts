// What the gallery needs of a browser, and what becomes of its picture.

/** Says what the browser lacks; empty: nothing. */
export function missingNeed(): string {
    if (typeof WebAssembly === 'undefined') {
        return 'The gallery needs WebAssembly for its physics, and this browser has none, or has it switched off. Switch it on, or open the page in another browser.';
    }
    if (!document.createElement('canvas').getContext('webgl2')) {
        return 'The gallery needs WebGL 2, and this browser has none. Switch on hardware acceleration in its settings, or open the page in another browser.';
    }
    return '';
}

/**
 * Tells when the graphics card has let the picture go, and when it is back.
 *
 * @param canvas - The canvas with the picture.
 * @param say - Shows a sentence; an empty one takes it away.
 */
export function watchPicture(canvas: HTMLCanvasElement, say: (sentence: string) => void): void {
    canvas.addEventListener('webglcontextlost', () => say('The graphics card has let the picture go. It comes back by itself; if it does not, load the page again.'));
    canvas.addEventListener('webglcontextrestored', () => say(''));
}
