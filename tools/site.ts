import { mkdir, rm, writeFile } from 'node:fs/promises';

import { Application } from 'typedoc';
import { build } from 'vitepress';

// The site of the documentation: pages and API reference, made by VitePress and TypeDoc.

/** Where the pages of the reference go, as docs/site/.vitepress/config.ts expects them, and the file of which they are made. */
const REFERENCE = 'build/api';
const TYPES = 'build/limber.d.ts';

/** Writes the reference of the package's types as pages. */
async function writeReference(types: string): Promise<void> {
    await mkdir('build', { recursive: true });
    await writeFile(TYPES, types);
    const app = await Application.bootstrapWithPlugins({
        plugin: ['typedoc-plugin-markdown'],
        entryPoints: [TYPES],
        out: REFERENCE,
        entryFileName: 'index',
        membersWithOwnFile: ['Class', 'Function'],
        tsconfig: 'docs/site/tsconfig.json',
        readme: 'none',
        disableSources: true,
        excludePrivate: true,
        excludeExternals: true,
        hideBreadcrumbs: true,
        hidePageHeader: true,
        logLevel: 'Error'
    } as Parameters<typeof Application.bootstrapWithPlugins>[0]);
    const project = await app.convert();
    if (!project) throw new Error('the types of the package do not compile, so that there is no API reference; run `npm run lint`');
    await rm(REFERENCE, { recursive: true, force: true });
    await app.generateOutputs(project);
}

/**
 * Builds the site.
 *
 * @param types - The package's type definitions.
 * @param where - The folder to write to, emptied first, and the folder of the host in which the site stands, such as `/limber/`.
 */
export async function buildSite(types: string, where: { outDir: string, base: string }): Promise<void> {
    await writeReference(types);
    await build('docs/site', where);
}
