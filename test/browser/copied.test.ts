import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { compileFunction } from 'node:vm';

import { expect } from 'chai';
import * as pc from 'playcanvas';
import { Entity, type AppBase, type ScriptType } from 'playcanvas';

import { GalleryBrowser } from './gallery-browser';
import { control } from './inspector';
import type { PerfectLookAt } from '../../scripts/index';
import { perfectLookAtAttributes } from '../../scripts/perfect-look-at';
import { addGlb, loadGlb } from '../support/app';
import { runBuiltFile } from '../support/built-file';
import { MANNEQUIN } from '../support/characters';
import { createPhysicsApp } from '../support/physics-app';

// What is copied from the gallery, taken where it is meant to go: into the project of a reader who has the engine, the built file, physics,
// a floor and a character, and nothing of the gallery.

const PAGES = readdirSync('docs/demo/pages').filter(file => file.endsWith('.ts') && file !== 'index.ts').map(file => file.slice(0, -3));

/** Seconds for which the reader watches. */
const WATCHED = 1;

/** Largest difference of two numbers that are the same. */
const SAME = 1e-6;

/** What a project must bring itself, and is told: clips of actions, and in the Editor what to look at. */
const NEEDS_MORE = /has no clip\. Choose an animation|there is no target\. Set Target Object/;

type Values = Record<string, unknown>;

interface Kept {
    readonly name: string;
    readonly enabled: boolean;
    /** Numbers, switches, words and vectors. */
    readonly values: Values;
    /** Lengths of lists. */
    readonly lengths: Record<string, number>;
}

describe('what is copied from the gallery', () => {
    let gallery: GalleryBrowser, app: AppBase | undefined;

    before(async () => {
        gallery = await GalleryBrowser.start();
        await gallery.open();
    });

    afterEach(() => {
        app?.destroy();
        app = undefined;
    });

    after(() => gallery?.stop());

    /** The project of a reader. */
    async function openProject(): Promise<Entity> {
        app = await createPhysicsApp('ammojs-typed');
        await runBuiltFile(pc);
        const floor = new Entity('floor');
        floor.addComponent('collision', { type: 'box', halfExtents: new pc.Vec3(10, 0.1, 10) });
        floor.addComponent('rigidbody', { type: 'static' });
        floor.setPosition(0, -0.1, 0);
        app.root.addChild(floor);
        const { instantiate, clips } = await loadGlb(app, MANNEQUIN);
        const more = await Promise.all(['mannequin-actions', 'mannequin-get-up'].map(name => loadGlb(app!, `templates/${name}.glb`)));
        const motions = await addGlb(app, 'templates/motions-people.glb');
        await new Promise((loaded) => {
            motions.ready(loaded);
            app!.assets.load(motions);
        });
        const hero = instantiate();
        hero.addComponent('anim', { activate: true });
        for (const [name, track] of [clips, ...more.map(({ clips }) => clips)].flatMap(one => [...one])) hero.anim!.assignAnimation(name, track);
        app.root.addChild(hero);
        return hero;
    }

    /** The scripts as the page has them. */
    const readPage = () => gallery.page.evaluate(() => {
        const { page } = window.gallery!;
        return page.inCode.map(({ name, table, script }) => {
            const own = script as never as Record<string, unknown>;
            const plain = Object.entries(table).filter(([, { type }]) => !['entity', 'asset', 'json', 'curve'].includes(type)).map(([attribute]) => {
                const value = own[attribute];
                return [attribute, value && typeof value === 'object' && 'x' in value ? { ...value } : value];
            });
            const lists = Object.entries(table).filter(([, one]) => one.type === 'json' && 'array' in one && one.array);
            return {
                name, enabled: script.enabled, values: Object.fromEntries(plain), lengths: Object.fromEntries(lists.map(([list]) => [list, (own[list] as unknown[]).length]))
            };
        });
    }) as Promise<Kept[]>;

    const copy = async (text: string) => {
        await gallery.page.getByText(text, { exact: true }).click();
        return gallery.page.evaluate(() => navigator.clipboard.readText());
    };

    /** Copies with the page as it is then: further clips may arrive meanwhile, and lists are filled. */
    async function copyStill(button: string): Promise<{ kept: Kept[], text: string }> {
        for (;;) {
            const kept = await readPage();
            const text = await copy(button);
            if (JSON.stringify(await readPage()) === JSON.stringify(kept)) return { kept, text };
        }
    }

    /** Types a number into the inspector; once more where its row was made again meanwhile. */
    async function type(path: string, value: string) {
        const input = control(gallery.page, path).locator('input').first();
        for (let tries = 0; tries < 3 && await input.inputValue() !== value; tries++) {
            await input.evaluate((dom) => {
                for (let panel = dom.closest('.pcui-collapsed'); panel; panel = panel.parentElement!.closest('.pcui-collapsed')) (panel as unknown as { ui: { collapsed: boolean } }).ui.collapsed = false;
            });
            await input.fill(value);
            await input.press('Enter');
        }
        expect(await input.inputValue(), path).to.equal(value);
    }

    function expectSame(given: unknown, wanted: unknown, what: string) {
        if (typeof wanted === 'number') expect(given, what).to.be.closeTo(wanted, SAME);
        else if (wanted && typeof wanted === 'object' && !Array.isArray(wanted)) for (const [key, value] of Object.entries(wanted)) expectSame((given as Values)[key], value, `${what}.${key}`);
        else expect(given, what).to.deep.equal(wanted);
    }

    /** What a hero's scripts say in their first seconds. */
    function watch(act: () => void): string[] {
        const said: string[] = [];
        const { warn, error } = console;
        Object.assign(console, { warn: (text: string) => said.push(text), error: (text: string) => said.push(text) });
        try {
            act();
            for (let frame = 0; frame < 60 * WATCHED; frame++) app!.update(1 / 60);
        } finally {
            Object.assign(console, { warn, error });
        }
        return said.filter(sentence => !NEEDS_MORE.test(sentence));
    }

    function expectScripts(hero: Entity, kept: readonly Kept[]) {
        for (const { name, enabled, values, lengths } of kept) {
            const script = hero.script!.get(name)! as ScriptType & Values;
            expect(script, name).not.to.equal(null);
            expect(script.enabled, name).to.equal(enabled);
            for (const [attribute, value] of Object.entries(values)) expectSame(script[attribute], value, `${name}.${attribute}`);
            // one that is off has not filled its lists
            if (enabled) for (const [list, length] of Object.entries(lengths)) expect(script[list], `${name}.${list}`).to.have.length(length);
        }
    }

    PAGES.forEach((name) => {
        it(`code of ${name} makes its scripts in a project that has a character and nothing else`, async () => {
            await gallery.show(name, 'mannequin');
            const { kept, text: code } = await copyStill('Copy code');
            const hero = await openProject();
            const said = watch(() => {
                compileFunction(code, ['pc', 'app', 'entity'], { filename: 'copied.js' })(pc, app, hero);
                expectScripts(hero, kept);
            });
            expect(said).to.deep.equal([]);
        });
    });

    /** Changes a number and a row in the inspector's script. */
    const change = () => gallery.page.evaluate(() => {
        const { script } = window.look.page;
        script.weight = 0.4;
        const [head, ...others] = script.lookAtBones;
        script.lookAtBones = [{ ...head, rotationLimit: 33 }, ...others];
    });

    it('settings are what the Editor pastes as a script component', async () => {
        await gallery.show('perfect-look-at', 'mannequin');
        await change();
        const kept = await readPage();
        const text = await copy('Copy settings');
        // the storage of the Editor's page, read as its Paste Component reads it
        const stored = new Map<string, string>();
        compileFunction(text, ['localStorage'])({ setItem: (key: string, value: string) => stored.set(key, value) });
        expect(JSON.parse(stored.get('copy-component-name')!)).to.equal('script');
        const data = JSON.parse(JSON.parse(stored.get('copy-component')!));
        expect(data).to.have.all.keys('enabled', 'order', 'scripts');
        expect(Object.keys(data.scripts.perfectLookAt.attributes)).to.deep.equal(Object.keys(perfectLookAtAttributes));
        const hero = await openProject();
        expect(watch(() => hero.addComponent('script', data))).to.deep.equal([]);
        expectScripts(hero, kept);
        expect((hero.script!.get('perfectLookAt') as PerfectLookAt).lookAtBones.map(({ boneName }) => boneName)).to.include('mixamorig:Head');
    });

    it('code has what was changed, and nothing that was not', async () => {
        await gallery.show('perfect-look-at', 'mannequin');
        await change();
        const code = await copy('Copy code');
        expect(code).not.to.include('maxTurnSpeed');
        const hero = await openProject();
        watch(() => compileFunction(code, ['pc', 'app', 'entity'])(pc, app, hero));
        const { weight, lookAtBones, residual } = hero.script!.get('perfectLookAt') as PerfectLookAt;
        expect({ weight, limit: lookAtBones[0].rotationLimit }).to.deep.equal({ weight: 0.4, limit: 33 });
        expect(residual, 'degrees beside what the copied code looks at').to.be.below(90);
    });

    it('a link opens page, character and what was changed', async () => {
        await gallery.show('perfect-look-at', 'hound');
        const before = await gallery.page.evaluate(() => window.look.page.script.lookAtBones.map(({ rotationLimit }) => rotationLimit));
        await type('weight', '0.4');
        await type('lookAtBones.0.rotationLimit', '33');
        const link = await copy('Copy link');
        expect(new URL(link).searchParams.get('character')).to.equal('hound');
        // the address in the browser's bar is the same link
        expect(gallery.page.url()).to.equal(link);
        await gallery.page.goto('about:blank');
        const { origin } = new URL(link);
        await gallery.open(link.slice(origin.length + 1));
        const shown = await gallery.page.evaluate(() => {
            const { character, page } = window.look;
            return { name: character.name, weight: page.script.weight, limits: page.script.lookAtBones.map(({ rotationLimit }) => rotationLimit), bones: page.script.lookAtBones.map(({ bone }) => bone?.name) };
        });
        expect(shown.name).to.equal('hound.glb');
        expect(shown.weight).to.equal(0.4);
        expect(shown.limits).to.deep.equal([33, ...before.slice(1)]);
        expect(shown.bones).not.to.include(undefined);
        expect(gallery.messages).to.deep.equal([]);
    });

    it('a link is forgotten with the page that it was for, and a broken one is shown but for what is broken', async () => {
        await gallery.show('spring-chain');
        expect(new URL(gallery.page.url()).hash).to.equal('');
        await gallery.page.goto('about:blank');
        await gallery.open('?page=perfect-look-at#perfectLookAt.weight=0.4&perfectLookAt.softLimit=%7B&perfectLookAt.lookAtBones=7&nothing.here=1');
        expect(await gallery.page.evaluate(() => window.look.page.script.weight)).to.equal(0.4);
        const message = await gallery.page.locator('#message').textContent();
        expect(message).to.include('perfectLookAt.softLimit').and.include('perfectLookAt.lookAtBones').and.include('nothing.here').and.not.include('weight');
    });

    it('Record saves a video of the stage after ten seconds', async () => {
        await gallery.page.setViewportSize({ width: 500, height: 500 });
        await gallery.show('perfect-look-at', 'mannequin');
        const coming = gallery.page.waitForEvent('download');
        await gallery.page.evaluate(() => {
            // a browser films what is drawn for the display: drawn with few pixels and no shadow there are some pictures a second
            const { app, stage } = window.look;
            app.graphicsDevice.maxPixelRatio = 0.3;
            stage.light.light!.castShadows = false;
            app.autoRender = true;
            app.timeScale = 1;
        });
        await gallery.page.getByText('Record', { exact: true }).click();
        const pressed = performance.now();
        const download = await coming;
        expect((performance.now() - pressed) / 1000).to.be.above(9.5);
        expect(download.suggestedFilename()).to.match(/^limber-perfect-look-at\.(?:mp4|webm)$/);
        const bytes = await readFile(await download.path());
        const { duration, size } = await gallery.page.evaluate(async (base64) => {
            const video = document.createElement('video');
            video.muted = true;
            video.src = URL.createObjectURL(new Blob([Uint8Array.from(atob(base64), c => c.charCodeAt(0))]));
            const until = (event: string) => new Promise((resolve) => { video.addEventListener(event, resolve, { once: true }); });
            const seek = async (time: number) => {
                const done = until('seeked');
                video.currentTime = time;
                await done;
            };
            await until('loadeddata');
            // a film that was made live says its length only after its end was looked for
            await seek(1e6);
            return { duration: video.currentTime, size: [video.videoWidth, video.videoHeight] };
        }, bytes.toString('base64'));
        // a film begins with its first picture, which software rendering takes seconds for
        expect(duration).to.be.within(2, 11);
        expect(size).to.deep.equal(await gallery.page.evaluate(() => [window.look.stage.canvas.width, window.look.stage.canvas.height]));
        expect(bytes.length).to.be.above(5000);
    });
});
