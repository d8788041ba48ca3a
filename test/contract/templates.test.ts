import { readdirSync, readFileSync } from 'node:fs';

import { expect } from 'chai';
import * as current from 'playcanvas';
import type { AppBase, ContainerResource, Entity, GraphNode, Quat } from 'playcanvas';
import * as oldest from 'playcanvas-1.77';

import { instantiateCharacter, registerLimber, type LimberSetup, type PerfectLookAt, type SpringChain, type TemplateJson } from '../../scripts/index';
import { makeTemplates, SAMPLES } from '../../tools/templates';
import { addGlb, loadGlb, type Engine, type LoadedCharacter } from '../support/app';
import { builtFile, classicEngine, runBuiltFile } from '../support/built-file';
import { FULL } from '../support/characters';
import { parseAsEditor } from '../support/editor-parser';
import { findMisfits } from '../support/editor-rules';
import { turnBetween } from '../support/geometry';
import { createPhysicsApp } from '../support/physics-app';
import { itFull } from '../support/skip';
import { catchWarnings } from '../support/warnings';

// The templates: their data, and characters that are made of them, on the oldest and the newest engine.

interface EntityJson {
    name: string;
    resource_id: string;
    parent: string | null;
    children: string[];
    components: { script?: { order: string[]; scripts: Record<string, { enabled: boolean; attributes: Record<string, unknown> }> } };
}

/** Those that characters are made of: of the large ones one, but in a full run. */
const TRIED = FULL ? SAMPLES : SAMPLES.filter(({ file }) => file !== 'gnome' && file !== 'hound');

const ENGINES: Engine[] = FULL ? [oldest as unknown as Engine, current] : [current];

const readTemplate = (file: string) => JSON.parse(readFileSync(`templates/${file}.json`, 'utf8')) as { entities: Record<string, EntityJson> };
const files = readdirSync('templates').filter(name => name.endsWith('.json')).map(name => name.replace('.json', ''));

/** What differs between two poses of a model: the largest turn in degrees. */
function largestTurn(a: readonly Quat[], b: readonly Quat[]): number {
    return Math.max(...a.map((turn, i) => turnBetween(turn, b[i])));
}

const rotationsOf = (model: GraphNode) => model.find(() => true).map(node => node.getLocalRotation().clone());
const modelOf = (hero: GraphNode) => hero.children.find(({ name }) => !/Target|Camera/.test(name))!;
const scriptsOf = (hero: Entity) => (hero.script as unknown as { scripts: { problems(): string[] }[] }).scripts;
const problemsOf = (hero: Entity) => scriptsOf(hero).flatMap(script => script.problems());

describe('templates/*.json', () => {
    itFull('are those of the tool, up to date (npm run templates)', async () => {
        const texts = await makeTemplates();
        expect([...texts.keys()].sort()).to.deep.equal(files.map(file => `templates/${file}.json`).sort());
        for (const [path, text] of texts) expect(readFileSync(path, 'utf8') === text, path).to.equal(true);
    });

    for (const file of files) {
        it(`${file}: one root, parents and children that fit, ids of its own, nothing of a project`, () => {
            const { entities } = readTemplate(file);
            const all = Object.entries(entities);
            expect(all.filter(([, { parent }]) => parent === null)).to.have.length(1);
            for (const [id, { resource_id: own, parent, children }] of all) {
                expect(own).to.equal(id).and.to.match(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
                if (parent !== null) expect(entities[parent].children).to.include(id);
                for (const child of children) expect(entities[child].parent).to.equal(id);
            }
        });

        it(`${file}: every value and every row is what the Editor takes for its attribute`, async () => {
            const { scripts: declared } = parseAsEditor(classicEngine('playcanvas'), await builtFile());
            const { entities } = readTemplate(file);
            let rows = 0;
            for (const { components } of Object.values(entities)) {
                for (const [name, { attributes }] of Object.entries(components.script?.scripts ?? {})) {
                    const table = declared.find(script => script.name === name)!.attributes;
                    expect(Object.keys(attributes)).to.have.members(table.map(attribute => String(attribute.name)));
                    for (const { name: attribute, definition } of table) {
                        const value = attributes[String(attribute)];
                        expect(findMisfits(`${name}.${String(attribute)}`, definition as never, value)).to.deep.equal([]);
                        const { type } = definition as { type: string };
                        if (type === 'json' && Array.isArray(value)) rows += value.length;
                        if (type === 'entity' && typeof value === 'string') expect(entities).to.have.property(value);
                        if (type === 'asset') expect(value).to.equal(null);
                    }
                }
            }
            if (file !== 'ragdoll') expect(rows).to.be.above(0);
        });
    }

    it('would be caught with what the Editor refuses', () => {
        const schema = [{ name: 'boneName', type: 'string' }, { name: 'names', type: 'string', array: true }, { name: 'limit', type: 'number' }];
        const args = { type: 'json', array: true, schema };
        const good = { boneName: 'head', names: ['a'], limit: 1 };
        expect(findMisfits('rows', args, [good])).to.deep.equal([]);
        for (const bad of [{ ...good, limit: '1' }, { ...good, names: 'a' }, { boneName: 'head', limit: 1 }, { ...good, more: 1 }, { ...good, names: [1] }]) {
            expect(findMisfits('rows', args, [bad]), JSON.stringify(bad)).to.have.length(1);
        }
        expect(findMisfits('rows', args, {})).to.have.length(1);
        expect(findMisfits('mode', { type: 'string', enum: [{ a: 'a' }] }, 'b')).to.have.length(1);
        expect(findMisfits('bone', { type: 'entity' }, 5)).to.have.length(1);
    });
});

ENGINES.forEach((engine) => {
    describe(`characters of templates on engine ${engine.version}`, () => {
        const warnings = catchWarnings();
        const models = new Map<string, LoadedCharacter>();
        let app: AppBase;

        before(async () => {
            app = await createPhysicsApp('ammojs-typed', engine);
            await runBuiltFile(engine);
            const floor = new engine.Entity('Floor', app);
            floor.setPosition(0, -0.5, 0);
            floor.addComponent('collision', { type: 'box', halfExtents: new engine.Vec3(50, 0.5, 50) });
            floor.addComponent('rigidbody', { type: 'static' });
            app.root.addChild(floor);
            // what a character without clips plays
            await addGlb(app, 'templates/motions-people.glb', engine);
        });

        after(() => app.destroy());

        TRIED.forEach(({ file, model: name }) => {
            it(`${file}: two instances and a clone have bones, targets and states of their own`, async () => {
                const loaded = models.get(name) ?? await loadGlb(app, `templates/${name}.glb`, engine);
                models.set(name, loaded);
                const template = new engine.Template(app, readTemplate(file));
                const make = () => {
                    const hero = template.instantiate();
                    hero.addChild(loaded.instantiate());
                    return hero;
                };
                const [first, second] = [make(), make()];
                const heroes = [first, second, first.clone() as Entity];
                heroes.forEach((hero, i) => {
                    hero.setPosition(4 * i, 0, 0);
                    app.root.addChild(hero);
                });
                for (let frame = 0; frame < 10; frame++) app.update(1 / 60);
                for (const hero of heroes) {
                    expect(problemsOf(hero)).to.deep.equal([]);
                    const look = hero.script!.get('perfectLookAt') as unknown as PerfectLookAt | null;
                    if (look) expect(look.targetObject).to.equal(hero.findByName('Look Target'));
                    for (const script of scriptsOf(hero) as unknown as Record<string, { bone?: Entity }[]>[]) {
                        for (const list of ['lookAtBones', 'feet', 'hands', 'chains', 'colliders', 'bones', 'legStabilizers']) {
                            const rows = (script[list] ?? []) as Record<string, unknown>[];
                            for (const value of rows.flatMap(row => Object.values(row))) {
                                if (value instanceof engine.Entity) expect(value.isDescendantOf(hero)).to.equal(true);
                            }
                        }
                    }
                }
                // what happens to one shows on nobody else
                const scripts = scriptsOf(first) as unknown as { enabled: boolean }[];
                const before = heroes.slice(1).map(hero => rotationsOf(modelOf(hero)));
                const others = heroes.slice(1).map(hero => (scriptsOf(hero) as unknown as { enabled: boolean }[]));
                for (const script of others.flat()) script.enabled = false;
                for (let frame = 0; frame < 60; frame++) app.update(1 / 60);
                const still = heroes.slice(1).map(hero => rotationsOf(modelOf(hero)));
                first.findByName('Look Target')?.translate(0.5, 0.3, 0);
                first.setPosition(0, 0, 0.2);
                const own = rotationsOf(modelOf(first));
                for (let frame = 0; frame < 30; frame++) app.update(1 / 60);
                expect(scripts.every(({ enabled }) => enabled)).to.equal(true);
                expect(before).to.have.length(2);
                heroes.slice(1).forEach((hero, i) => expect(largestTurn(rotationsOf(modelOf(hero)), still[i]), 'turn of another one').to.be.below(1e-6));
                if (file !== 'feet' && file !== 'climber') expect(largestTurn(rotationsOf(modelOf(first)), own), 'its own turn').to.be.above(0.05);
                expect(warnings).to.deep.equal([]);
                for (const hero of heroes) hero.destroy();
            });
        });
    });
});

describe('instantiateCharacter', () => {
    const warnings = catchWarnings();
    const things: Entity[] = [];
    let app: AppBase;

    before(async () => {
        app = await createPhysicsApp('ammojs-typed');
        const floor = new current.Entity('Floor', app);
        floor.setPosition(0, -0.5, 0);
        floor.addComponent('collision', { type: 'box', halfExtents: new current.Vec3(50, 0.5, 50) });
        floor.addComponent('rigidbody', { type: 'static' });
        app.root.addChild(floor);
    });

    afterEach(() => { for (const thing of things.splice(0)) thing.destroy(); });
    after(() => app.destroy());

    const containerOf = (loaded: LoadedCharacter) => ({ instantiateRenderEntity: () => loaded.instantiate() }) as unknown as ContainerResource;

    it('says which scripts of a template are not loaded, and gives the model all the same', async () => {
        const loaded = await loadGlb(app, 'templates/mannequin.glb');
        const hero = instantiateCharacter(containerOf(loaded), readTemplate('mannequin'), app);
        expect(warnings).to.have.length(1);
        expect(warnings[0]).to.match(/^\[instantiateCharacter\] "Mannequin": scripts of the template are not loaded: animationMirror, .*springChain\. Call registerLimber\(app\) first, or load a limber\.js that holds them\.$/);
        expect(hero.findByName('mixamorig:Head')).not.to.equal(null);
        hero.destroy();
    });

    it('says what is not loaded yet', async () => {
        const asset = new current.Asset('hero.glb', 'container');
        expect(() => instantiateCharacter(asset, readTemplate('feet'), app)).to.throw('the container "hero.glb" is not loaded. Wait for asset.ready() first.');
        const loaded = await loadGlb(app, 'templates/mannequin.glb');
        const template = new current.Asset('feet', 'template');
        expect(() => instantiateCharacter(containerOf(loaded), template, app)).to.throw('the template "feet" is not loaded');
    });

    TRIED.filter(({ more, climbs, file }) => !more && !climbs && file !== 'hands').forEach(({ file, model, ticks, tuned, chains }) => {
        itFull(`${file}: does what the same scripts do that code sets up`, async () => {
            registerLimber(app);
            const loaded = await loadGlb(app, `templates/${model}.glb`);
            const target = new current.Entity('target', app);
            app.root.addChild(target);
            things.push(target);
            // one after the other in the same place, since physics at another place rounds otherwise
            const play = (hero: Entity, prepare: () => void): Quat[][] => {
                const anim = modelOf(hero) as Entity;
                anim.addComponent('anim', { activate: true });
                anim.anim!.assignAnimation('walk', loaded.clips.get('walk')!);
                app.root.addChild(hero);
                prepare();
                const idle = hero.script!.get('idleRandomizer') as unknown as { seed: number; idleState: string } | null;
                if (idle) Object.assign(idle, { seed: 7, idleState: '' });
                const shown = Array.from({ length: 90 }, () => {
                    app.update(1 / 60);
                    return rotationsOf(modelOf(hero));
                });
                expect(problemsOf(hero)).to.deep.equal([]);
                hero.destroy();
                return shown;
            };
            const ofTemplate = instantiateCharacter(containerOf(loaded), readTemplate(file) as TemplateJson, app);
            const own = ofTemplate.findByName('Look Target');
            const byTemplate = play(ofTemplate, () => {
                if (own) target.setPosition(own.getPosition());
            });
            const byCode = new current.Entity('by code', app);
            byCode.addChild(loaded.instantiate());
            byCode.addComponent('script');
            const bySetup = play(byCode, () => {
                const setup = byCode.script!.create('limberSetup', { attributes: { ...ticks, targetObject: own ? target : null } }) as unknown as LimberSetup;
                expect(setup.problems()).to.deep.equal([]);
                for (const [script, values] of Object.entries(tuned ?? {})) Object.assign(byCode.script!.get(script)!, values);
                const springs = byCode.script!.get('springChain') as unknown as SpringChain | null;
                if (chains && springs) springs.chains = springs.chains.filter(({ boneName }) => chains.test(boneName));
            });
            const largest = Math.max(...byTemplate.map((turns, frame) => largestTurn(turns, bySetup[frame])));
            // numbers of templates are rounded to the three digits that the inspector shows
            expect(largest, 'degrees between the two').to.be.below(1.5);
        });
    });
});
