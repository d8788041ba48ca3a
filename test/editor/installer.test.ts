import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

import { expect } from 'chai';
import type { Route } from 'playwright-core';

import { limberScripts } from '../../scripts/index';
import type { TemplateData } from '../../tools/installer/contents';
import { installerText, openEditor, readAssets, readTemplate, runInstaller, type RealEditor, type SeenAsset } from '../support/real-editor';

// The installer in the real Editor, from an empty project: either everything is whole, or the project is as it was.

const TEMPLATES = readdirSync('templates').filter(name => name.endsWith('.json')).map(name => name.replace(/\.json$/, ''));

/** Templates with a model below themselves, and its file. */
const MODELS: Readonly<Record<string, string>> = { gnome: 'gnome.glb', hound: 'hound.glb', mannequin: 'mannequin.glb', player: 'mannequin.glb' };

/** Number of nodes in a file of the pack. */
async function countNodes(file: string): Promise<number> {
    const bytes = await readFile(`templates/${file}`);
    return JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)).toString()).nodes.length;
}

/** The first attribute of the built file. */
const MIRROR = 'mirror: { type: \'boolean\'';

/** Address of the assets of the service. */
const ASSETS = '**/api/assets';

/** Fields of an entity that a template sets. */
const FIELDS = ['name', 'tags', 'enabled', 'position', 'rotation', 'scale', 'components'];

/** Id of the topmost entity of a template. */
function rootOf({ entities }: TemplateData): string {
    return Object.keys(entities).find(id => entities[id].parent === null)!;
}

/** What another value has in the fields of a wanted one: the Editor adds fields of its own to components. */
function fieldsOf(seen: unknown, wanted: unknown): unknown {
    if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted) || typeof seen !== 'object' || seen === null) return seen;
    return Object.fromEntries(Object.entries(wanted).map(([field, value]) => [field, fieldsOf((seen as Record<string, unknown>)[field], value)]));
}

/** The entities of a template by their paths of names, with paths in place of ids; those below a model are left out. */
function byPath({ entities }: TemplateData, model?: string): Record<string, object> {
    const paths: Record<string, string> = {};
    const walk = (id: string, path: string) => {
        paths[id] = path;
        for (const child of entities[id].children) if (entities[child].name !== model) walk(child, `${path}/${entities[child].name}`);
    };
    walk(rootOf({ entities }), '');
    const text = (value: unknown) => Object.entries(paths).reduce((all, [id, path]) => all.replaceAll(id, path), JSON.stringify(value));
    return Object.fromEntries(Object.entries(paths).map(([id, path]) => [path, JSON.parse(text(Object.fromEntries(FIELDS.map(field => [field, entities[id][field]]))))]));
}

describe('the installer in the real Editor', function () {
    this.timeout(300000);

    for (const [title, options] of [
        ['', {}],
        [', if a template must not come before its parent, entities come one by one, and the service takes 20 s for what a script registers', { strict: true, slow: true, scriptDelay: 20000 }]
    ] as const) {
        describe(`installs from an empty project${title}`, () => {
            const stage = {} as { editor?: RealEditor, said: string[], assets: SeenAsset[] };

            before(async function () {
                const editor = await openEditor(this, options);
                stage.editor = editor;
                stage.said = await runInstaller(editor.page, await installerText());
                stage.assets = await readAssets(editor.page);
            });

            after(() => stage.editor?.close());

            it('and says Done', () => {
                expect(stage.said.at(-1)).to.equal('Done.');
                expect(stage.editor!.calls.filter(call => call.startsWith('!!'))).to.deep.equal([]);
            });

            for (const name of TEMPLATES) {
                it(`has the template ${name} whole, field by field`, async () => {
                    const wanted = readTemplate(name);
                    const found = stage.assets.find(asset => asset.type === 'template' && asset.name === name)!.data as TemplateData;
                    const model = MODELS[name];
                    const nodes = model ? await countNodes(model) + 1 : 0;
                    expect(Object.keys(found.entities)).to.have.length(Object.keys(wanted.entities).length + nodes);
                    const seen = byPath(found, model);
                    // a character has the template's name
                    if (model) Object.assign(seen[''], { name: wanted.entities[rootOf(wanted)].name });
                    expect(Object.keys(seen)).to.deep.equal(Object.keys(byPath(wanted)));
                    expect(fieldsOf(seen, byPath(wanted))).to.deep.equal(byPath(wanted));
                });
            }

            it('has every attribute of every script from the Editor\'s own parser', () => {
                const { scripts } = stage.assets.find(asset => asset.name === 'limber.js')!.data as { scripts: Record<string, { attributes: object }> };
                expect(Object.keys(scripts).sort()).to.deep.equal(limberScripts.map(({ name }) => name).sort());
                for (const { name, attributes } of limberScripts) expect(Object.keys(scripts[name].attributes), name).to.deep.equal(Object.keys(attributes));
            });
        });
    }

    describe('that fails', () => {
        const stage = {} as { editor?: RealEditor };

        before(async function () {
            stage.editor = await openEditor(this);
        });

        after(() => stage.editor?.close());

        /** Installs, and expects a project without assets afterwards. */
        async function failsWith(sentence: RegExp, change = (text: string) => text) {
            const { page } = stage.editor!;
            const said = await runInstaller(page, change(await installerText()));
            expect(said.at(-1)).to.match(sentence).and.match(/The project is as it was/);
            expect(await readAssets(page)).to.deep.equal([]);
        }

        it('at an attribute that the Editor refuses names it', () => failsWith(/does not parse limber\.js: .*bool/, text => text.replace(MIRROR, 'mirror: { type: \'bool\'')));

        it('at a script that throws says what it throws', () => failsWith(/does not parse limber\.js: .*out of order/, text => text.replace(MIRROR, `x: (() => { throw new Error('out of order'); })(), ${MIRROR}`)));

        for (const upload of [1, 2, 4, 13]) {
            it(`at upload ${upload} takes everything back`, async () => {
                let count = 0;
                const refuse = (route: Route) => (route.request().method() === 'POST' && ++count === upload ? route.fulfill({ status: 500, body: 'no room' }) : route.fallback());
                await stage.editor!.page.route(ASSETS, refuse);
                await failsWith(/500/);
                await stage.editor!.page.unroute(ASSETS, refuse);
            });
        }

        it('as the connection is lost for good names what is left', async () => {
            const { page } = stage.editor!;
            let count = 0;
            await page.route(ASSETS, route => (++count > 3 ? route.abort() : route.fallback()));
            const said = await runInstaller(page, await installerText());
            expect(said.at(-1)).to.match(/cannot be reached.*could not be taken back: .*limber\.js/);
        });
    });
});
