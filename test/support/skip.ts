import { furtherRig } from './characters';

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
