// What is chosen, in the address, so that it can be passed on and the browser's Back goes to the choice before. What the user has changed in
// the inspectors stands in its hash.

const CHOICES = ['page', 'character', 'clip'] as const;

export type Choice = typeof CHOICES[number];

export class Address {
    private values = new URLSearchParams(location.search);

    private changes = location.hash.slice(1);

    /**
     * @param changed - Hears what is another choice now, when the user goes back or forth.
     */
    constructor(changed: (choices: readonly Choice[]) => void) {
        window.addEventListener('popstate', () => {
            const before = this.values;
            this.values = new URLSearchParams(location.search);
            this.changes = location.hash.slice(1);
            changed(CHOICES.filter(choice => before.get(choice) !== this.values.get(choice)));
        });
    }

    get(choice: Choice): string {
        return this.values.get(choice) ?? '';
    }

    /**
     * Says what is shown.
     *
     * @param value - Empty: nothing that an address could name.
     * @param isStep - Whether it is a step that Back undoes; else it belongs to the step before.
     */
    set(choice: Choice, value: string, isStep: boolean) {
        if (this.get(choice) === value) return;
        if (value === '') this.values.delete(choice);
        else this.values.set(choice, value);
        // what was changed belongs to the page and the character of the step before
        if (choice !== 'clip') this.changes = '';
        this.write(isStep);
    }

    /** What the user has changed. */
    set settings(changes: string) {
        if (changes === this.changes) return;
        this.changes = changes;
        this.write(false);
    }

    get settings(): string {
        return this.changes;
    }

    private write(isStep: boolean) {
        const search = this.values.size > 0 ? `?${this.values}` : '';
        const hash = this.changes ? `#${this.changes}` : '';
        const address = search + hash || location.pathname;
        if (isStep) history.pushState(null, '', address);
        else history.replaceState(null, '', address);
    }
}
