import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createContext, runInContext } from 'node:vm';

import { expect } from 'chai';
import { Entity, registerScript, Script, ScriptType } from 'playcanvas';

import { limberScripts, type AttributeDefinition, type PerfectLookAt, type SpringChain } from '../../scripts/index';
import { bundleCore } from '../../tools/bundle/bundle';
import { CORE, isRead, makeModules } from '../../tools/bundle/modules';
import { createApp, loadNewGlb } from '../support/app';
import { MANNEQUIN } from '../support/characters';
import { skipBecause } from '../support/skip';

// Scripts as modules: what the engine makes of them, and what the Editor reads.

const NAMES = limberScripts.map(({ name }) => name);

describe('scripts as modules', () => {
    const modules = makeModules(NAMES);

    it('have a file each', () => {
        expect([...modules.keys()]).to.have.length(NAMES.length).and.include('perfect-look-at.mjs');
    });

    describe('in the engine', () => {
        let folder = '';

        before(async () => {
            folder = await mkdtemp(join(tmpdir(), 'limber-modules-'));
            const engine = JSON.stringify(import.meta.resolve('playcanvas'));
            for (const [file, text] of [[CORE, await bundleCore(NAMES)], ...modules]) await writeFile(join(folder, file), text.replaceAll('\'playcanvas\'', engine));
        });

        after(() => rm(folder, { recursive: true }));

        it('are registered as the engine registers what a module exports, with the attributes of the classic file', async () => {
            const app = createApp();
            for (const file of [CORE, ...modules.keys()]) {
                const exported = Object.values(await import(pathToFileURL(join(folder, file)).href) as Record<string, { prototype?: unknown; scriptName?: string }>);
                // the way of the engine's handler
                for (const one of exported) if (one.prototype instanceof Script) registerScript(one as typeof ScriptType, one.scriptName, app);
            }
            expect(app.scripts.list().map(script => (script as unknown as { __name: string }).__name).sort()).to.deep.equal([...NAMES].sort());
            for (const { name, attributes } of limberScripts) {
                expect(Object.keys((app.scripts.get(name) as typeof ScriptType).attributes.index), name).to.deep.equal(Object.keys(attributes));
            }

            const { instantiate } = await loadNewGlb(app, MANNEQUIN);
            const target = new Entity('target', app);
            const heroes = [0, 1].map(() => {
                const hero = new Entity('hero', app);
                hero.addChild(instantiate());
                app.root.addChild(hero);
                hero.addComponent('script');
                return hero;
            });
            target.setPosition(5, 1.5, 5);
            app.root.addChild(target);
            const looks = heroes.map(hero => hero.script!.create('perfectLookAt', { attributes: { targetObject: target } }) as PerfectLookAt);
            // a component of the Editor names entities of rows by their ids
            for (const hero of heroes) {
                const bone = hero.findByName('mixamorig:Head') as Entity;
                const { chains } = hero.script!.create('springChain', { attributes: { chains: [{ rootBone: bone.getGuid() }] } }) as SpringChain;
                expect(chains[0].rootBone).to.equal(bone);
            }
            let heard = 0;
            looks[0].on('attr:targetObject', () => heard++);
            looks[0].targetObject = null;
            expect(heard).to.equal(1);
            for (let frame = 0; frame < 60; frame++) app.update(1 / 60);
            const [still, turned] = heroes.map(hero => hero.findByName('mixamorig:Head')!.getLocalRotation());
            expect(Math.abs(still.x * turned.x + still.y * turned.y + still.z * turned.z + still.w * turned.w), 'only one looks').to.be.below(0.999);
            expect(looks[1].problems()).to.deep.equal([]);
            app.destroy();
        });
    });

    describe('in the parser of the real Editor', () => {
        const texts = { worker: '', library: '' };

        before(function () {
            const file = join(process.env.LIMBER_EDITOR ?? '', 'front.tgz');
            if (!process.env.LIMBER_EDITOR || !existsSync(file)) return skipBecause(this, 'needs the Editor in the folder that LIMBER_EDITOR names');
            const read = (name: string) => execFileSync('tar', ['xzOf', file, `dist/${name}`], { encoding: 'utf8', maxBuffer: 1e8 });
            Object.assign(texts, { worker: read('js/esm-script.worker.js'), library: read('types/libs.d.ts') });
        });

        it('have the attributes of the classic file: names, titles, types, choices, bounds and defaults', async () => {
            const answers: { type: string; data: unknown[] }[] = [];
            const realm = createContext({
                postMessage: (message: (typeof answers)[number]) => { answers.push(structuredClone(message)); },
                fetch: () => Promise.resolve({ ok: true, text: () => Promise.resolve(texts.library) }), console, performance, structuredClone
            });
            runInContext('var self = globalThis;', realm);
            runInContext(texts.worker, realm, { filename: 'esm-script.worker.js' });
            const say = (type: string, ...data: unknown[]) => (realm as { onmessage(event: object): void }).onmessage({ data: { type, data } });
            const answerOf = async (type: string) => {
                while (!answers.some(answer => answer.type === type)) await setTimeout(10);
                return answers.splice(answers.findIndex(answer => answer.type === type), 1)[0].data;
            };
            say('init', '/');
            await answerOf('init');
            const core = 'export const limber = {};';
            const types = readFileSync('node_modules/playcanvas/build/playcanvas.d.ts', 'utf8');
            const files = [['/playcanvas.d.ts', types], [`/${CORE}`, core], ...[...modules].map(([file, text]) => [`/${file}`, text])];
            for (const [i, { name, attributes }] of limberScripts.entries()) {
                say('attributes:parse', i, i === 0 ? files : [], [], `/${[...modules.keys()][i]}`);
                const [, scripts, errors] = await answerOf('attributes:parse') as [number, Record<string, { attributesInvalid: unknown[]; attributes: Record<string, Record<string, unknown>> }>, unknown[]];
                expect(errors, name).to.deep.equal([]);
                expect(Object.keys(scripts)).to.deep.equal([name]);
                expect(scripts[name].attributesInvalid, name).to.deep.equal([]);
                compare(name, scripts[name].attributes, attributes);
            }
            // an attribute that holds an asset is left out while the parser refuses it
            const asset = 'import { Asset, Script } from \'playcanvas\';\nexport class One extends Script {\n    static scriptName = \'one\';\n\n    /**\n     * @attribute\n     * @type {Asset}\n     */\n    file;\n}\n';
            say('attributes:parse', NAMES.length, [['/one.mjs', asset]], [], '/one.mjs');
            const [, { one }] = await answerOf('attributes:parse') as [number, Record<string, { attributesInvalid: unknown[] }>];
            expect(one.attributesInvalid, 'the parser takes assets: let isRead take them').to.have.length(1);
        });
    });
});

/** Compares what the Editor has read with a table. */
function compare(place: string, read: Record<string, Record<string, unknown>>, table: Readonly<Record<string, AttributeDefinition>>) {
    const entries = Object.entries(table).filter(([, definition]) => isRead(definition));
    expect(Object.keys(read), place).to.deep.equal(entries.map(([name]) => name));
    for (const [name, definition] of entries) {
        const { type, title, description, array, min, max, schema, enum: choices, default: value } = read[name];
        const at = `${place}.${name}`;
        expect([type, title, description, array], at).to.deep.equal([definition.type, definition.title, definition.description, Boolean(definition.array)]);
        if (definition.type === 'json') {
            const rows = schema as Record<string, unknown>[];
            compare(at, Object.fromEntries(rows.map(row => [row.name, row])), definition.schema);
            continue;
        }
        if (definition.type === 'number') expect([min, max], at).to.deep.equal([definition.min, definition.max]);
        if (definition.type === 'string' && definition.enum) expect(choices, at).to.deep.equal(definition.enum);
        if ('default' in definition && definition.type !== 'curve') expect(value, at).to.deep.equal(definition.default);
    }
}
