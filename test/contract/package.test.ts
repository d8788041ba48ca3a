import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

import { expect } from 'chai';
import { build } from 'esbuild';

import * as source from '../../scripts/index';
import { makeFields, markPure } from '../../tools/bundle/droppable';
import { createApp, loadGlb } from '../support/app';
import { builtPackage } from '../support/built-file';
import { MANNEQUIN } from '../support/characters';
import { catchWarnings } from '../support/warnings';

// The module of the package, and what a bundler takes of it for a project that imports one script.

const FOLDER = resolve('node_modules/.cache/limber', `package-${process.pid}`);

/** Bytes of look-at alone, and of it gzipped: 1 % more than now. Roles that are set by hand are four thousand of them. */
const MOST_BYTES = 205_000;
const MOST_ZIPPED = 76_000;

describe('dist/limber.mjs', () => {
    catchWarnings();

    before(async () => {
        mkdirSync(FOLDER, { recursive: true });
        writeFileSync(join(FOLDER, 'limber.mjs'), await builtPackage());
    });

    after(() => rmSync(FOLDER, { recursive: true }));

    /** A project of one line, as its bundler builds it. */
    async function bundleProject(name: string, line: string): Promise<string> {
        writeFileSync(join(FOLDER, `${name}.js`), line);
        const outfile = join(FOLDER, `${name}.mjs`);
        const { outputFiles: [{ text }] } = await build({ entryPoints: [join(FOLDER, `${name}.js`)], bundle: true, minify: true, format: 'esm', external: ['playcanvas'], write: false });
        writeFileSync(outfile, text);
        return text;
    }

    const load = (name: string) => import(pathToFileURL(join(FOLDER, `${name}.mjs`)).href);

    it('exports what the sources do, every script with its name', async () => {
        const made = await load('limber') as Record<string, { __name: string, name: string }>;
        expect(Object.keys(made).sort()).to.deep.equal(Object.keys(source).sort());
        for (const { name, script } of source.limberScripts) {
            expect(made[script.name].__name).to.equal(name);
            expect(made[script.name].name).to.equal(script.name);
        }
    });

    it('gives a project what it imports and no more: look-at works alone, without the code of other scripts', async function () {
        const text = await bundleProject('look', 'export { PerfectLookAt } from \'./limber.mjs\';');
        const zipped = gzipSync(text, { level: 9 }).length;
        this.test!.title += ` (${(text.length / 1000).toFixed(0)} KB, ${(zipped / 1000).toFixed(0)} KB gzipped)`;
        expect(text.length).to.be.below(MOST_BYTES);
        expect(zipped).to.be.below(MOST_ZIPPED);
        for (const word of ['adjustPelvisVertically:', 'colliderGroups:', 'btRigidBody', 'mirrorRootMotion']) expect(text.includes(word), word).to.equal(false);
        const { PerfectLookAt } = await load('look') as { PerfectLookAt: typeof source.PerfectLookAt };
        const app = createApp();
        const { instantiate } = await loadGlb(app, MANNEQUIN);
        const hero = instantiate();
        hero.addComponent('script');
        app.root.addChild(hero);
        const look = hero.script!.create(PerfectLookAt, { attributes: { targetObject: app.root } }) as source.PerfectLookAt;
        app.update(1 / 60);
        expect(hero.script!.get('perfectLookAt')).to.equal(look);
        expect(look.problems()).to.deep.equal([]);
        app.destroy();
    });

    it('says of what modules make when they are loaded that nothing else comes of it', () => {
        const marked = markPure('const a = new Map();\nconst b = { c: Math.PI, f() { return g(); } };\nconst d = { ...b };\nconst { c, f: e } = b;\nrun();');
        const pure = (text: string) => `/* @__PURE__ */ (() => (${text}))()`;
        expect(marked.split('\n')).to.deep.equal([
            'const a = /* @__PURE__ */ new Map();', 'const b = { c: Math.PI, f() { return g(); } };', `const d = ${pure('{ ...b }')};`,
            `const c = ${pure('b.c')}, e = ${pure('b.f')};`, 'run();'
        ]);
        expect(makeFields('static { this.EVENT = \'event\'; }')).to.equal('static EVENT = \'event\';');
    });
});
