import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { BUILDS } from '../support/physics-app';

// npm run engines: tries the built file on versions of the engine and builds of Ammo, each in a process of its own, and writes docs/engines.md.

const ENGINES = ['playcanvas-1.77', 'playcanvas-2.2', 'playcanvas-2.9', 'playcanvas-2.16', 'playcanvas'];

const HEAD = `# Engines

The versions of the engine and the builds of Ammo on which \`limber.js\` is tested; \`npm run engines\` writes this page. On each, the mannequin looks at a target,
stands with one foot on a kerb, is held up by its ragdoll, and swings an arm. A cell says *works*, or what went wrong. 2.2 is the first version 2 on npm.
`;

/** What came out for a version and a build. */
interface Tried { readonly version: string; readonly found: Readonly<Record<string, string>> }

const folder = fileURLToPath(new URL('.', import.meta.url));

async function run(engine: string, build: string): Promise<Tried> {
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', './tools/typescript.mjs', `${folder}try.ts`, engine, build]);
    return JSON.parse(stdout.trim().split('\n').pop()!) as Tried;
}

const rows: string[] = [];
let names: string[] = [];
for (const engine of ENGINES) {
    for (const build of BUILDS) {
        const { version, found } = await run(engine, build);
        names = Object.keys(found);
        const cells = names.map(name => (found[name] === '' ? 'works' : found[name].replaceAll('|', '\\|')));
        rows.push(`| ${[version, build, ...cells].join(' | ')} |`);
        console.log(rows.at(-1));
        if (names.some(name => found[name] !== '')) process.exitCode = 1;
    }
}
const head = [`| engine | Ammo | ${names.join(' | ')} |`, `|---|---|${names.map(() => '---|').join('')}`];
await writeFile('docs/engines.md', `${HEAD}\n${[...head, ...rows].join('\n')}\n`);
