import { FULL, furtherRig } from './characters';

/** Skips the test or hook whose context this is; what is left out has the reason in its title. */
export function skipBecause(context: Mocha.Context, reason: string): never {
    const { test, currentTest } = context;
    const add = (left: { title: string }) => {
        if (!left.title.endsWith(`(${reason})`)) left.title += ` (${reason})`;
    };
    if (test!.title.startsWith('"before all"')) test!.parent!.eachTest(add);
    else add(currentTest ?? test!);
    return context.skip();
}

/** Path of a further character. Without it the test or hook whose context this is is skipped. */
export function requireRig(file: string, context: Mocha.Context): string {
    return furtherRig(file) ?? skipBecause(context, `needs ${file} in the folder that LIMBER_RIGS names`);
}

const inFull = (title: string) => `${title} (npm run test:full)`;

/** A test for full runs: it takes long, or another one shows nearly the same. */
export function itFull(title: string, test: (this: Mocha.Context) => void | Promise<void>): void {
    if (FULL) it(title, test as Mocha.AsyncFunc);
    else it.skip(inFull(title), test as Mocha.AsyncFunc);
}

/** A test that is left out of full runs: it has no further counts, and `npm test` has run it. */
export function itOnce(title: string, test: (this: Mocha.Context) => void | Promise<void>): void {
    if (FULL) it.skip(`${title} (npm test)`, test as Mocha.AsyncFunc);
    else it(title, test as Mocha.AsyncFunc);
}

/** Tests for full runs, see {@link itFull}. */
export function describeFull(title: string, tests: (this: Mocha.Suite) => void): void {
    if (FULL) describe(title, tests);
    else describe.skip(inFull(title), tests);
}
