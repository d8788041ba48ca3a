// The bar over the stage while files are read and put on it, with a way to give that up.

export interface ProgressElements {
    /** Holds the others; shown while something is under way. */
    bar: HTMLElement;
    /** Says what is done. */
    step: HTMLElement;
    /** How much of it is done: from 0 to 1. */
    done: HTMLProgressElement;
    cancel: HTMLElement;
}

/** Waits until the browser has drawn what the page shows now. */
function drawn(): Promise<void> {
    return new Promise((resolve) => {
        // in a hidden tab nothing is drawn
        if (document.hidden) resolve();
        else requestAnimationFrame(() => setTimeout(resolve));
    });
}

/** One thing that is under way. */
export interface Work {
    /** Aborted when the user gives it up, or something else is begun. */
    readonly signal: AbortSignal;
    /**
     * Says what is done next, and lets the browser draw it first. Throws when the work was given up.
     *
     * @param done - Share of the whole that is done before this step, from 0 to 1.
     */
    next(step: string, done: number): Promise<void>;
    /** Says what is done now, and what share of the whole is done before it. */
    tell(step: string, done: number): void;
}

export class Progress {
    private current: AbortController | null = null;

    constructor(private readonly elements: ProgressElements) {
        elements.cancel.addEventListener('click', () => this.current?.abort());
    }

    /**
     * Does something of several steps with the bar shown; what is under way is given up for it.
     *
     * @returns What it answers; null when it was given up.
     */
    async run<T>(act: (work: Work) => Promise<T>): Promise<T | null> {
        this.current?.abort();
        const own = this.current = new AbortController();
        const { signal } = own;
        const { bar, step, done } = this.elements;
        const tell = (text: string, share: number) => {
            if (signal.aborted) return;
            step.textContent = text;
            done.value = share;
            bar.hidden = false;
        };
        const next = async (text: string, share: number) => {
            tell(text, share);
            await drawn();
            signal.throwIfAborted();
        };
        try {
            return await act({ signal, tell, next });
        } catch (error) {
            if (signal.aborted) return null;
            throw error;
        } finally {
            if (this.current === own) {
                this.current = null;
                bar.hidden = true;
            }
        }
    }
}
