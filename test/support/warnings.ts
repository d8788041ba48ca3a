// What the pack prints, kept from the console while a test runs.

/** Keeps what is printed as a warning in a list, for the tests of the describe block in which it is called. */
export function catchWarnings(): string[] {
    const caught: string[] = [];
    const original = console.warn;
    before(() => { console.warn = (...words: unknown[]) => { caught.push(words.join(' ')); }; });
    beforeEach(() => { caught.length = 0; });
    after(() => { console.warn = original; });
    return caught;
}
