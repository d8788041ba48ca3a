import { readFileSync } from 'node:fs';
import { createContext, runInContext, type Context } from 'node:vm';

import { expect } from 'chai';
import * as engine from 'playcanvas';

import { limberScripts } from '../../scripts/index';
import { MARKER } from '../../tools/bundle/banner';
import { bundleInstaller } from '../../tools/bundle/installer';
import { builtFile } from '../support/built-file';
import { HostedEditor } from '../support/hosted-editor';
import { itFull } from '../support/skip';

// dist/install.js as it is built, run as the bookmark of the docs runs it, on a page whose global `editor` is the stand-in.

const OLD = `old:perfectLookAt:${MARKER}`;

const SCRIPTS = limberScripts.map(({ name }) => name);

/** What a browser's page has that the installer uses. */
const { Blob, File, fetch, atob, crypto, performance, setTimeout, clearTimeout } = globalThis;

/** Names under which the scripts of a text register. */
function scriptsIn(text: string): string[] {
    if (text === OLD) return ['perfectLookAt'];
    const names: string[] = [];
    const registerScript = (_: unknown, name: string) => names.push(name);
    runInContext(text, createContext({ pc: { ...engine, registerScript } }));
    return names;
}

interface Run {
    readonly hosted: HostedEditor;
    readonly said: string[];
    call(code: string): Promise<boolean>;
}

/** The bookmark of the docs, as the browser runs it. */
const [, bookmark] = /^javascript:(.+)$/m.exec(readFileSync('docs/install.md', 'utf8'))!;

describe('dist/install.js', () => {
    let script = '', installer = '';

    before(async () => {
        script = await builtFile();
        installer = await bundleInstaller(script);
    });

    /** Runs the file on the page of a project, and waits until it is through. */
    async function open(hosted: HostedEditor | null): Promise<Run> {
        const said: string[] = [];
        const console = { log: (text: string) => said.push(text) };
        // whoever is asked for a file chooses the installer
        const input = { type: '', files: [{ text: () => Promise.resolve(installer) }], onchange: () => {}, click: () => input.onchange() };
        const document = { createElement: () => input };
        const page: Context = createContext({ Blob, File, fetch, atob, crypto, performance, setTimeout, clearTimeout, console, document, ...hosted && { editor: hosted.editor } });
        runInContext(bookmark, page);
        const call = (code: string) => runInContext(code, page) as Promise<boolean>;
        while (!/Done|as it was|taken back/.test(said.at(-1) ?? '')) {
            await new Promise((resolve) => {
                setTimeout(resolve, 5);
            });
        }
        return { hosted: hosted!, said, call };
    }

    it('installs as soon as it is run: the script with all that it registers, models, templates and characters', async () => {
        const { hosted, said, call } = await open(new HostedEditor(scriptsIn));
        expect(said.at(-1)).to.equal('[limber] Done.');
        expect(hosted.status.at(-1)).to.equal('Limber: Done.');
        for (const name of SCRIPTS) expect(hosted.find('script', 'limber.js')!.has(`data.scripts.${name}`), name).to.equal(true);
        for (const name of ['mannequin', 'gnome', 'hound']) {
            expect(hosted.find('template', name), name).not.to.equal(undefined);
            const entity = hosted.root.children.find(child => child.get('name') === name)!;
            const { order, scripts } = entity.get('components.script') as { order: string[]; scripts: object };
            expect(Object.keys(scripts)).to.have.members(order);
            expect(SCRIPTS).to.include.members(order);
            expect(entity.children.some(child => child.get('components.render') !== undefined), `the model of ${name}`).to.equal(true);
        }
        const { state } = hosted;
        expect(await call('limberInstall()')).to.equal(true);
        expect(hosted.state, 'a second run').to.equal(state);
    });

    itFull('in a project of an older version replaces the script alone: templates and characters stay what the user has made of them', async () => {
        const hosted = new HostedEditor(scriptsIn);
        const { call } = await open(hosted);
        const asset = hosted.find('script', 'limber.js')!;
        await hosted.editor.api.globals.assets.delete([asset]);
        hosted.addScript('limber.js', OLD);
        (hosted.find('template', 'mannequin')!.data.data as { entities: object }).entities = { mine: { name: 'My mannequin' } };
        const [character] = hosted.root.children;
        (character.get('components.script.scripts.perfectLookAt.attributes') as { weight: number }).weight = 0.25;
        const rest = () => hosted.state.replace(JSON.stringify(hosted.find('script', 'limber.js')!.data), '');
        const before = rest();
        expect(await call('limberInstall()')).to.equal(false);
        expect(hosted.find('script', 'limber.js')!.has('data.scripts.springChain')).to.equal(false);
        expect(await call('limberInstall({ update: true })')).to.equal(true);
        expect(rest()).to.equal(before);
        for (const name of SCRIPTS) expect(hosted.find('script', 'limber.js')!.has(`data.scripts.${name}`), name).to.equal(true);
    });

    it('is the same on a page that takes it for another charset than UTF-8, and says its license', () => {
        expect(Buffer.from(installer).findIndex(byte => byte > 127), 'letters beyond ASCII').to.equal(-1);
        expect(installer).to.match(/^\/\/ Limber: .*\n\/\/ Copyright .*MIT License\.\n/);
    });

    it('on another page says where it belongs', async () => {
        const { said } = await open(null);
        expect(said.at(-1)).to.match(/not the Editor/);
    });
});
