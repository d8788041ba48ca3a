import { createHash } from 'node:crypto';

import { expect } from 'chai';

import { MARKER } from '../../tools/bundle/banner';
import type { Contents, TemplateData } from '../../tools/installer/contents';
import { install, type InstallOptions } from '../../tools/installer/install';
import { HostedEditor, type Failure } from '../support/hosted-editor';
import { itFull } from '../support/skip';

// The installer against a stand-in of the Editor: whatever happens, the project is afterwards what was promised.

/** A script text says what it registers. */
const scriptsIn = (text: string) => text.split(':')[1].split(' ');
const NEW = `new:perfectLookAt mecFootPlacer:${MARKER}`, OLD = `old:perfectLookAt:${MARKER}`;

const template = (scripts: string[]): TemplateData => ({
    entities: {
        '11111111-aaaa': {
            name: 'Hero', parent: null, children: ['22222222-bbbb'], resource_id: '11111111-aaaa',
            components: { script: { order: scripts, scripts: { perfectLookAt: { attributes: { targetObject: '22222222-bbbb' } } } } }
        },
        '22222222-bbbb': { name: 'Ball', parent: '11111111-aaaa', children: [], resource_id: '22222222-bbbb', components: {} }
    }
});

const model = (name: string, isCharacter: boolean) => ({ name, base64: Buffer.from(name).toString('base64'), isCharacter });

const contents: Contents = {
    script: { name: 'limber.js', text: NEW, hash: createHash('md5').update(NEW).digest('hex'), scripts: ['perfectLookAt', 'mecFootPlacer'] },
    models: [model('hound.glb', true), model('mannequin-get-up.glb', false), model('mannequin.glb', true)],
    templates: [{ name: 'look-at', data: template(['perfectLookAt']) }, { name: 'mannequin', data: template(['perfectLookAt', 'mecFootPlacer']), model: 'mannequin.glb' }]
};

const EVERYTHING = [
    'container hound.glb', 'container mannequin-get-up.glb', 'container mannequin.glb', 'folder Limber', 'material skin', 'material skin', 'material skin',
    'scene hound.glb', 'scene mannequin-get-up.glb', 'scene mannequin.glb', 'script limber.js', 'template hound.glb', 'template look-at',
    'template mannequin', 'template mannequin.glb'
];

/** A project with something of its own in it. */
function project(): HostedEditor {
    const hosted = new HostedEditor(scriptsIn);
    hosted.addScript('player.js', 'own:player');
    hosted.add({ type: 'texture', name: 'wood.png' });
    return hosted;
}

const OWN = project().names;

async function run(hosted: HostedEditor, options: InstallOptions = {}): Promise<{ works: boolean, told: string[], last: string }> {
    const told: string[] = [];
    const works = await install(hosted.editor, contents, sentence => told.push(sentence), { patience: 20000, ...options });
    return { works, told, last: told.at(-1)! };
}

/** Number of calls to the server that a run makes. */
async function countCalls(prepare: () => HostedEditor, options?: InstallOptions): Promise<string[]> {
    const hosted = prepare();
    await run(hosted, options);
    return hosted.calls;
}

describe('the installer', () => {
    it('brings everything into a project, and says step by step what it does', async () => {
        const hosted = project();
        const { works, told, last } = await run(hosted);
        expect(works).to.equal(true);
        expect(hosted.names).to.deep.equal([...OWN, ...EVERYTHING].sort());
        expect(last).to.equal('Done.');
        for (const { name } of [...contents.models, ...contents.templates, contents.script]) expect(told.some(sentence => sentence.includes(name)), name).to.equal(true);
        // the script stands where npm run push looks for it, all else in the folder
        expect(hosted.find('script', 'limber.js')!.get('path')).to.deep.equal([]);
        expect(hosted.find('script', 'limber.js')!.get('file.hash')).to.equal(contents.script.hash);
        const folder = hosted.find('folder', 'Limber')!.get('id');
        for (const name of ['mannequin', 'look-at']) expect(hosted.find('template', name)!.get('path'), name).to.deep.equal([folder]);
    });

    it('puts characters into the scene with their scripts, the model below, and ids of their own', async () => {
        const hosted = project();
        await run(hosted);
        expect(hosted.root.children.map(child => child.get('name'))).to.deep.equal(['mannequin']);
        const [hero] = hosted.root.children;
        expect(hero.children.map(child => child.get('name'))).to.deep.equal(['Ball', 'mannequin.glb']);
        const script = hero.get('components.script') as { order: string[], scripts: { perfectLookAt: { attributes: { targetObject: string } } } };
        expect(script.order).to.deep.equal(['perfectLookAt', 'mecFootPlacer']);
        // references inside of the template follow
        expect(script.scripts.perfectLookAt.attributes.targetObject).to.equal(hero.children[0].get('resource_id')).and.not.equal('22222222-bbbb');
        expect(JSON.stringify(hosted.find('template', 'mannequin')!.data)).to.include('"render"');
    });

    it('leaves alone what is there: a second run changes nothing', async () => {
        const hosted = project();
        await run(hosted);
        const { state } = hosted;
        hosted.calls.length = 0;
        const { works, told } = await run(hosted);
        expect(works).to.equal(true);
        expect(hosted.state).to.equal(state);
        expect(hosted.calls).to.deep.equal([]);
        expect(told.filter(sentence => sentence.includes('is there already'))).to.have.length(6);
    });

    it('adds what is missing', async () => {
        const hosted = project();
        await run(hosted);
        const template = hosted.find('template', 'look-at')!;
        await hosted.editor.api.globals.assets.delete([template]);
        expect((await run(hosted)).works).to.equal(true);
        expect(hosted.names).to.deep.equal([...OWN, ...EVERYTHING].sort());
    });

    it('parses a script that was uploaded and not parsed', async () => {
        const hosted = project();
        hosted.addScript('limber.js', NEW, false);
        expect((await run(hosted)).works).to.equal(true);
        expect(hosted.find('script', 'limber.js')!.has('data.scripts.mecFootPlacer')).to.equal(true);
    });

    it('installs the script alone when it is asked to', async () => {
        const hosted = project();
        expect((await run(hosted, { characters: false })).works).to.equal(true);
        expect(hosted.names).to.deep.equal([...OWN, 'script limber.js'].sort());
    });

    describe('in a project with a file of its own in the place of the script', () => {
        const cases: [string, (hosted: HostedEditor) => unknown, RegExp][] = [
            ['that registers a script of the same name', hosted => hosted.addScript('gaze.js', 'own:gaze mecFootPlacer'), /gaze\.js is a file of your own and registers "mecFootPlacer"/],
            ['that has the same name', hosted => hosted.addScript('limber.js', 'own:gaze'), /limber\.js in the topmost folder is a file of your own/],
            ['that has the same name and is not parsed', hosted => hosted.addScript('limber.js', 'own:gaze', false), /limber\.js in the topmost folder/],
            ['beside one of the pack', (hosted) => {
                hosted.addScript('limber.js', OLD);
                hosted.addScript('gaze.js', 'own:perfectLookAt');
            }, /gaze\.js is a file of your own/]
        ];
        for (const [name, prepare, sentence] of cases) {
            it(`${name}: does nothing and says so, also when it is told to update`, async () => {
                for (const update of [false, true]) {
                    const hosted = project();
                    prepare(hosted);
                    const { state } = hosted;
                    const { works, last } = await run(hosted, { update });
                    expect(works).to.equal(false);
                    expect(hosted.state).to.equal(state);
                    expect(hosted.calls).to.deep.equal([]);
                    expect(last).to.match(sentence).and.match(/install again\. The project is as it was/).and.not.match(/update/);
                }
            });
        }

        it('that stands in a folder with another script in it: installs', async () => {
            const hosted = project();
            hosted.addScript('limber.js', 'own:gaze').data.path = [7];
            expect((await run(hosted)).works).to.equal(true);
        });
    });

    describe('in a project with another version', () => {
        const older = () => {
            const hosted = project();
            hosted.addScript('limber.js', OLD);
            return hosted;
        };

        it('changes nothing, and says how it is replaced', async () => {
            const hosted = older();
            const { state } = hosted;
            const { works, last } = await run(hosted);
            expect(works).to.equal(false);
            expect(hosted.state).to.equal(state);
            expect(last).to.match(/another version.*update: true.*The project is as it was/);
        });

        it('replaces the file of the same asset when it is asked to', async () => {
            const hosted = older();
            const before = hosted.find('script', 'limber.js')!;
            expect((await run(hosted, { update: true })).works).to.equal(true);
            const after = hosted.find('script', 'limber.js')!;
            expect(after).to.equal(before);
            expect(after.get('file.hash')).to.equal(contents.script.hash);
            expect(after.has('data.scripts.mecFootPlacer')).to.equal(true);
            expect(hosted.names).to.deep.equal([...OWN, ...EVERYTHING].sort());
        });

        it('finds it under another name too', async () => {
            const hosted = project();
            hosted.addScript('limber-0.9.js', OLD);
            expect((await run(hosted)).works).to.equal(false);
            expect((await run(hosted, { update: true })).works).to.equal(true);
            expect(hosted.names.filter(name => name.startsWith('script'))).to.deep.equal(['script limber-0.9.js', 'script player.js']);
        });

        it('has the old file again when a later step fails', async () => {
            const calls = await countCalls(older, { update: true });
            for (let call = 1; call <= calls.length; call++) {
                for (const isDone of [false, true]) {
                    const hosted = older();
                    const { state } = hosted;
                    hosted.failure = { call, isDone };
                    expect((await run(hosted, { update: true })).works).to.equal(false);
                    expect(hosted.state, `${calls[call - 1]}, call ${call}, ${isDone ? 'after' : 'before'}`).to.equal(state);
                }
            }
        });
    });

    describe('when a step fails', () => {
        it('takes back what it did, whichever step it is, before or after the server has done it', async () => {
            const calls = await countCalls(project);
            expect(new Set(calls)).to.deep.equal(new Set(['upload script', 'parse', 'upload folder', 'assetCreate', 'upload template', 'instantiateTemplates', 'createTemplate']));
            for (let call = 1; call <= calls.length; call++) {
                for (const isDone of [false, true]) {
                    const hosted = project();
                    const { state } = hosted;
                    hosted.failure = { call, isDone };
                    const { works, last } = await run(hosted);
                    expect(works).to.equal(false);
                    expect(hosted.state, `${calls[call - 1]}, call ${call}, ${isDone ? 'after' : 'before'}`).to.equal(state);
                    expect(last).to.match(/cannot be reached.*The project is as it was/);
                }
            }
        });

        it('takes back what an import has made that ends meanwhile', async () => {
            const hosted = project();
            const { state } = hosted;
            hosted.endsImportsLate = true;
            hosted.failure = { call: (await countCalls(project)).indexOf('assetCreate') + 1, isDone: true };
            expect((await run(hosted)).works).to.equal(false);
            expect(hosted.state).to.equal(state);
        });

        itFull('takes back an import that fails, and one that does not end', async () => {
            for (const spoil of [(hosted: HostedEditor) => hosted.broken.add('mannequin.glb'), (hosted: HostedEditor) => { hosted.imports = false; }]) {
                const hosted = project();
                const { state } = hosted;
                spoil(hosted);
                const { works, last } = await run(hosted, { patience: 200 });
                expect(works).to.equal(false);
                expect(hosted.state).to.equal(state);
                expect(last).to.match(/could not import mannequin.glb|the import of .* did not come/);
            }
        });

        it('takes back a script in which the Editor finds other scripts', async () => {
            const hosted = new HostedEditor(() => ['somethingElse']);
            const { works, last } = await run(hosted);
            expect(works).to.equal(false);
            expect(hosted.names).to.deep.equal([]);
            expect(last).to.match(/found not all scripts/);
        });

        it('leaves what was there before of its own', async () => {
            const hosted = project();
            await run(hosted, { characters: false });
            const { state } = hosted;
            hosted.calls.length = 0;
            hosted.failure = { call: 4 };
            expect((await run(hosted)).works).to.equal(false);
            expect(hosted.state).to.equal(state);
        });

        it('says what is left when the network is gone for good, and goes on from there later', async () => {
            const calls = await countCalls(project);
            for (let call = 1; call <= calls.length; call++) {
                const hosted = project();
                const { state } = hosted;
                hosted.failure = { call, forGood: true };
                const { works, last } = await run(hosted);
                expect(works).to.equal(false);
                if (hosted.state !== state) {
                    expect(last).to.include('could not be taken back');
                    for (const name of hosted.names.filter(one => /^(?:scene|script|folder) (?!player)/.test(one))) expect(last, last).to.include(name.split(' ')[1]);
                } else {
                    expect(last).to.include('The project is as it was');
                }
                hosted.failure = null;
                expect((await run(hosted)).works).to.equal(true);
                expect(hosted.names, `from ${calls[call - 1]} on`).to.deep.equal([...OWN, ...EVERYTHING].sort());
            }
        });
    });

    describe('does nothing', () => {
        const cases: [string, (hosted: HostedEditor) => unknown, RegExp][] = [
            ['without being logged in', ({ editor }) => Object.assign(editor.api.globals, { accessToken: '' }), /not logged in/],
            ['without write permission', (hosted) => { hosted.mayWrite = false; }, /may not write/],
            ['in a project with legacy scripts', hosted => Object.assign(hosted, { isLegacy: true }), /legacy script system/],
            ['without a scene', ({ editor }) => Object.assign(editor.api.globals.entities, { root: null }), /No scene is open/]
        ];
        for (const [name, spoil, sentence] of cases) {
            it(name, async () => {
                const hosted = project();
                spoil(hosted);
                const { state } = hosted;
                const { works, last } = await run(hosted);
                expect(works).to.equal(false);
                expect(hosted.state).to.equal(state);
                expect(hosted.calls).to.deep.equal([]);
                expect(last).to.match(sentence);
            });
        }

        it('on another page', async () => {
            const told: string[] = [];
            expect(await install(undefined, contents, sentence => told.push(sentence))).to.equal(false);
            expect(told.at(-1)).to.match(/not the Editor/);
        });

        it('and says so, when the server refuses', async () => {
            const refusals: [Failure, RegExp][] = [
                [{ call: 1, reason: '401: Unauthorized' }, /not logged in any more/],
                [{ call: 1, reason: '403: Forbidden' }, /may not write/],
                [{ call: 3, reason: '413: Disk allowance exceeded' }, /no room left/],
                [{ call: 3, reason: '500: Oops' }, /answers "500.*install.md/]
            ];
            for (const [failure, sentence] of refusals) {
                const hosted = project();
                const { state } = hosted;
                hosted.failure = failure;
                const { last } = await run(hosted);
                expect(last).to.match(sentence);
                expect(hosted.state).to.equal(state);
            }
        });
    });
});
