import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect } from 'chai';

import { GalleryBrowser, serveFolder } from './gallery-browser';
import { editGlb, makeGlb } from './glb';
import { changeControl, control, scriptValue } from './inspector';
import { perfectLookAtAttributes, type AttributeTable } from '../../scripts/index';
import { furtherRig } from '../support/characters';
import { requireRig } from '../support/skip';

const table: AttributeTable = perfectLookAtAttributes;

/** Milliseconds after which the page has shown what the script has changed itself. */
const SHOWN_MS = 600;

const settle = (ms = SHOWN_MS) => new Promise((resolve) => {
    setTimeout(resolve, ms);
});

describe('gallery', () => {
    let gallery: GalleryBrowser;

    before(async () => {
        gallery = await GalleryBrowser.start();
        await gallery.open('?page=perfect-look-at');
    });

    after(() => gallery?.stop());

    const mannequin = () => readFile('templates/mannequin.glb');
    const characterName = () => gallery.page.evaluate(() => window.look.character.name);
    const rowCount = (list: string) => gallery.page.evaluate(name => (window.look.page.script as never as Record<string, unknown[]>)[name].length, list);
    const shownRows = (list: string) => gallery.page.locator(`.list:has([data-action="add ${list}"]) .row`).count();
    const foundRoles = () => gallery.page.locator('#found td:first-child').allTextContents();
    const message = () => gallery.page.locator('#message').textContent();

    describe('when it opens', () => {
        it('shows the mannequin without an error or a warning', async () => {
            await gallery.step(2);
            await gallery.screenshot('gallery');
            expect(await characterName()).to.equal('mannequin.glb');
            expect(gallery.messages).to.deep.equal([]);
        });

        it('has no attribute as an own property of the script', async () => {
            const own = await gallery.page.evaluate(() => Object.keys(window.look.page.script));
            for (const attribute of Object.keys(table)) expect(own).not.to.include(attribute);
        });

        it('says which bones were found', async () => {
            expect(await foundRoles()).to.include.members(['hips', 'spine', 'neck', 'head', 'left eye', 'right foot']);
        });

        it('shows the lists that the script has filled', async () => {
            for (const [name, definition] of Object.entries(table)) {
                if (definition.type === 'json') expect(await shownRows(name), name).to.equal(await rowCount(name));
            }
            expect(await shownRows('lookAtBones')).to.be.greaterThan(2);
        });
    });

    describe('the inspector', () => {
        before(() => gallery.show('perfect-look-at'));

        it('changes every attribute', async () => {
            for (const [name, definition] of Object.entries(table)) {
                if (definition.type === 'json') continue;
                const expected = await changeControl(gallery.page, name, definition);
                expect(await scriptValue(gallery.page, name), name).to.deep.equal(expected);
            }
        });

        it('adds rows, and changes every field of a row', async () => {
            for (const [name, definition] of Object.entries(table)) {
                if (definition.type !== 'json') continue;
                const before = await rowCount(name);
                await gallery.page.locator(`[data-action="add ${name}"]`).click();
                expect(await rowCount(name), name).to.equal(before + 1);
                for (const [field, fieldDefinition] of Object.entries(definition.schema)) {
                    const path = `${name}.${before}.${field}`;
                    const expected = await changeControl(gallery.page, path, fieldDefinition);
                    expect(await scriptValue(gallery.page, path), path).to.deep.equal(expected);
                }
            }
        });

        it('moves and removes rows', async () => {
            const names = () => scriptValue(gallery.page, 'lookAtBones').then(rows => (rows as { name?: string }[]).length);
            const first = await scriptValue(gallery.page, 'lookAtBones.0.bone');
            const second = await scriptValue(gallery.page, 'lookAtBones.1.bone');
            await gallery.page.locator('[data-action="down lookAtBones.0"]').click();
            expect(await scriptValue(gallery.page, 'lookAtBones.0.bone')).to.equal(second);
            expect(await scriptValue(gallery.page, 'lookAtBones.1.bone')).to.equal(first);
            await gallery.page.locator('[data-action="up lookAtBones.1"]').click();
            expect(await scriptValue(gallery.page, 'lookAtBones.0.bone')).to.equal(first);
            const count = await names();
            await gallery.page.locator(`[data-action="remove lookAtBones.${count - 1}"]`).click();
            expect(await names()).to.equal(count - 1);
            expect(await shownRows('lookAtBones')).to.equal(count - 1);
        });

        it('shows the rows that the script fills into an empty list', async () => {
            await gallery.page.evaluate(() => {
                window.look.page.script.lookAtBones = [];
            });
            await settle();
            expect(await rowCount('lookAtBones')).to.be.greaterThan(2);
            expect(await shownRows('lookAtBones')).to.equal(await rowCount('lookAtBones'));
        });

        it('follows a slider', async () => {
            const bar = control(gallery.page, 'weight').locator('.pcui-slider-bar');
            const { width } = (await bar.boundingBox())!;
            await bar.click({ position: { x: 0.75 * width, y: 2 } });
            expect(await scriptValue(gallery.page, 'weight')).to.be.closeTo(0.75, 0.03);
        });

        it('shows what the script changes itself', async () => {
            await gallery.page.evaluate(() => window.look.page.script.setLookAtWeight(0.25));
            await settle();
            expect(await control(gallery.page, 'weight').locator('input').inputValue()).to.equal('0.25');
        });

        it('has the text of every attribute as a tooltip', async () => {
            const label = gallery.page.locator('.pcui-label-group:has([data-path="weight"]) > .pcui-label').first();
            await label.hover();
            expect(await gallery.page.locator('.tooltip').textContent()).to.include(perfectLookAtAttributes.weight.description);
            await gallery.page.mouse.move(10, 300);
            const described = await gallery.page.locator('[data-tooltip]').evaluateAll(all => all.map(dom => (dom as HTMLElement).dataset.tooltip));
            for (const definition of Object.values(table)) expect(described).to.include(definition.description);
        });
    });

    describe('the target', () => {
        before(() => gallery.show('perfect-look-at'));

        it('moves by itself', async () => {
            const place = () => gallery.page.evaluate(() => window.look.page.target.entity.getPosition().toString());
            const before = await place();
            await gallery.step(0.5);
            expect(await place()).not.to.equal(before);
        });

        it('can be dragged, and the gaze follows it while the camera stays', async () => {
            await gallery.lookAt(0.3, 1.6, 0.5);
            const camera = () => gallery.page.evaluate(() => window.look.stage.camera.getPosition().toString());
            const cameraBefore = await camera();
            const from = await gallery.page.evaluate(() => {
                const { stage, page } = window.look;
                const { left, top } = stage.canvas.getBoundingClientRect();
                const screen = stage.camera.camera!.worldToScreen(page.target.entity.getPosition());
                return { x: left + screen.x, y: top + screen.y };
            });
            await gallery.page.mouse.move(from.x, from.y);
            await gallery.page.mouse.down();
            await gallery.page.mouse.move(from.x - 60, from.y + 40, { steps: 4 });
            await gallery.step(0.02);
            const during = await gallery.page.evaluate(() => ({
                residual: window.look.page.script.residual, x: window.look.page.target.entity.getPosition().x
            }));
            await gallery.page.mouse.up();
            await gallery.step(2);
            const after = await gallery.page.evaluate(() => window.look.page.script.residual);
            expect(during.x).to.be.lessThan(0.28);
            expect(during.residual).to.be.greaterThan(1);
            expect(after).to.be.lessThan(0.1);
            expect(await camera()).to.equal(cameraBefore);
        });

        it('moves by itself again after the button was pressed', async () => {
            await settle();
            await gallery.page.getByText('Let the target move').click();
            expect(await gallery.page.evaluate(() => window.look.page.target.wandering)).to.equal(true);
        });

        it('leaves the rest of the stage to the camera', async () => {
            const camera = () => gallery.page.evaluate(() => window.look.stage.camera.getPosition().toString());
            const before = await camera();
            await gallery.page.mouse.move(700, 500);
            await gallery.page.mouse.down();
            await gallery.page.mouse.move(800, 500, { steps: 3 });
            await gallery.page.mouse.up();
            await gallery.step(0.2);
            expect(await camera()).not.to.equal(before);
        });

        const sides = [['left', 1.1, 1.5, 1], ['right', -1.1, 1.3, 1], ['up', 0.4, 1.95, 0.5]] as const;
        sides.forEach(([side, x, y, z]) => {
            it(`is looked at ${side}`, async () => {
                await gallery.page.evaluate(() => window.look.stage.show(window.look.page.view(), window.look.character.model!.forward));
                expect(await gallery.lookAt(x, y, z)).to.be.lessThan(0.1);
                await gallery.screenshot(`gallery-target-${side}`);
            });
        });
    });

    describe('the buttons', () => {
        before(() => gallery.show('perfect-look-at'));

        it('take the look away and bring it back in the time that is given', async () => {
            const weight = () => gallery.page.evaluate(() => window.look.page.script.getLookAtWeight());
            await gallery.page.locator('.methods input').fill('0.5');
            await gallery.page.locator('.methods input').press('Enter');
            await gallery.page.getByText('Disable', { exact: true }).click();
            await gallery.step(0.25);
            expect(await weight()).to.be.closeTo(0.5, 0.05);
            await settle();
            expect(await gallery.page.locator('.readings').textContent()).to.include('0.3 s');
            await gallery.step(0.3);
            expect(await weight()).to.equal(0);
            await gallery.page.getByText('Enable', { exact: true }).click();
            await gallery.step(0.6);
            expect(await weight()).to.equal(1);
            await settle();
            expect(await control(gallery.page, 'weight').locator('input').inputValue()).to.equal('1');
        });
    });

    describe('the address', () => {
        it('says which clip is played, and keeps another choice', async () => {
            await gallery.open('?page=perfect-look-at&clip=walk');
            expect(await gallery.page.evaluate(() => window.look.character.clip)).to.equal('walk');
            await gallery.page.locator('.clip').click();
            await gallery.page.locator('.clip .pcui-select-input-list').getByText('run', { exact: true }).click();
            expect(await gallery.page.evaluate(() => window.look.character.clip)).to.equal('run');
            expect(gallery.page.url()).to.include('clip=run');
            await gallery.page.locator('.tools .pcui-slider input').fill('0.5');
            await gallery.page.locator('.tools .pcui-slider input').press('Enter');
            expect(await gallery.page.evaluate(() => window.look.character.speed)).to.equal(0.5);
        });
    });

    describe('the navigation', () => {
        it('is one line at 1280 pixels, and leads to every page', async () => {
            await gallery.page.setViewportSize({ width: 1280, height: 720 });
            await gallery.show('perfect-look-at', 'mannequin');
            const summaries = gallery.page.locator('#pages summary');
            expect(await summaries.allTextContents()).to.deep.equal(['Start', 'Move', 'React', 'Look', 'Make']);
            const boxes = await Promise.all([...await summaries.all(), gallery.page.locator('#open')].map(async one => (await one.boundingBox())!));
            boxes.forEach(({ x }, i) => expect(x).to.be.at.least(i > 0 ? boxes[i - 1].x + boxes[i - 1].width : 0));
            expect((await gallery.page.locator('.bar').boundingBox())!.height).to.be.at.most(48);
            const names = await gallery.page.locator('#pages a').evaluateAll(links => links.map(link => new URLSearchParams((link as HTMLAnchorElement).search).get('page')));
            expect(names.sort()).to.deep.equal(readdirSync('docs/demo/pages').filter(file => file.endsWith('.ts') && file !== 'index.ts').map(file => file.slice(0, -3)).sort());
        });

        it('unfolds one group at a time, and folds it on Escape and on a press beside it', async () => {
            const unfolded = () => gallery.page.locator('#pages details[open] summary').allTextContents();
            await gallery.page.locator('#pages summary').getByText('Move').click();
            await gallery.page.locator('#pages summary').getByText('React').click();
            expect(await unfolded()).to.deep.equal(['React']);
            await gallery.page.keyboard.press('Escape');
            expect(await unfolded()).to.deep.equal([]);
            await gallery.page.locator('#pages summary').getByText('Make').click();
            await gallery.page.locator('.brand').click();
            expect(await unfolded()).to.deep.equal([]);
            expect(await gallery.page.locator('#pages summary[aria-current]').allTextContents()).to.deep.equal(['Look']);
        });

        it('opens a page anew, with nothing left of the one before', async () => {
            await gallery.show('perfect-look-at');
            const children = () => gallery.page.evaluate(() => window.look.app.root.children.length);
            const before = await children();
            await gallery.follow('Perfect Look At');
            await gallery.step(0.1);
            expect(await children()).to.equal(before);
            expect(await gallery.page.locator('.inspector').count()).to.equal(1);
            expect(gallery.page.url()).to.include('page=perfect-look-at');
            expect(gallery.messages).to.deep.equal([]);
        });
    });

    describe('dropped files', () => {
        before(() => gallery.show('perfect-look-at', 'mannequin'));

        const dropAndWait = async (names: string[]) => {
            const paths = names.map(furtherRig) as string[];
            const files = await Promise.all(paths.map(async (path, i) => ({ name: names[i], bytes: await readFile(path) })));
            await gallery.drop(files);
            await gallery.page.waitForFunction(name => window.look.character.name === name, names[0]);
        };

        const held = () => gallery.page.evaluate(() => ({
            assets: window.look.app.assets.list().length,
            textures: window.look.app.graphicsDevice.textures.size,
            children: window.look.app.root.children.length
        }));

        it('replace the character by Xbot, whose rig is found', async function () {
            requireRig('Xbot.glb', this);
            const before = await gallery.page.evaluateHandle(() => window.look.character.entity);
            await dropAndWait(['Xbot.glb']);
            expect(await before.evaluate(entity => entity.parent)).to.equal(null);
            expect(await foundRoles()).to.include.members(['hips', 'spine', 'head']);
            expect(await gallery.lookAt(0.6, 1.7, 1.3)).to.be.lessThan(1);
            await gallery.screenshot('gallery-xbot');
        });

        it('bring clips for a character without any', async function () {
            requireRig('bitmoji.glb', this);
            await dropAndWait(['bitmoji.glb', 'bitmoji-walk.glb', 'bitmoji-idle.glb']);
            expect(await gallery.page.evaluate(() => [...window.look.character.clips.keys()])).to.have.members(['bitmoji-walk', 'bitmoji-idle']);
            expect(await gallery.page.evaluate(() => window.look.character.clip)).to.equal('bitmoji-idle');
            expect(await foundRoles()).to.include.members(['hips', 'spine', 'head']);
            expect(await gallery.lookAt(0.5, 1.1, 1)).to.be.lessThan(1);
            await gallery.screenshot('gallery-bitmoji');
        });

        it('leave nothing behind of the characters before', async function () {
            for (const file of ['bitmoji.glb', 'Xbot.glb']) requireRig(file, this);
            await dropAndWait(['Xbot.glb']);
            const first = await held();
            await dropAndWait(['bitmoji.glb']);
            await dropAndWait(['Xbot.glb']);
            expect(await held()).to.deep.equal(first);
        });

        [0.01, 100].forEach((scale) => {
            it(`are shown close up when the character is ${scale} times as large`, async () => {
                const bytes = editGlb(await mannequin(), (gltf) => {
                    const children = gltf.scenes[0].nodes;
                    gltf.scenes[0].nodes = [gltf.nodes.push({ name: 'scaled', scale: [scale, scale, scale], children }) - 1];
                });
                await gallery.drop([{ name: `mannequin-${scale}.glb`, bytes }]);
                await gallery.page.waitForFunction(name => window.look.character.name === name, `mannequin-${scale}.glb`);
                // the neck to the top of the head is a tenth of a person
                const height = await gallery.page.evaluate(() => {
                    const { app, stage, character } = window.look;
                    // the camera knows where it is from the next picture on
                    app.render();
                    const top = character.bounds.center.clone();
                    top.y += character.bounds.halfExtents.y;
                    const neck = character.model!.bones.get('head')!.getPosition();
                    const [high, low] = [top, neck].map(point => stage.camera.camera!.worldToScreen(point).y);
                    return (low - high) / stage.canvas.clientHeight;
                });
                expect(height).to.be.within(0.12, 0.35);
                expect(await gallery.lookAt(0.6 * scale, 1.5 * scale, 1.2 * scale)).to.be.lessThan(1);
                await gallery.screenshot(`gallery-scaled-${scale}`);
            });
        });

        it('show where they go while they are held over the page', async () => {
            const isShown = () => gallery.page.locator('#drop').isVisible();
            await gallery.page.evaluate(() => document.body.dispatchEvent(new DragEvent('dragenter', { bubbles: true })));
            expect(await isShown()).to.equal(true);
            await gallery.page.evaluate(() => document.body.dispatchEvent(new DragEvent('dragleave', { bubbles: true })));
            expect(await isShown()).to.equal(false);
        });

        const bad: { what: string, name: string, bytes: () => Uint8Array | Promise<Uint8Array>, says: RegExp }[] = [
            { what: 'a text file', name: 'notes.txt', bytes: () => Buffer.from('not a model'), says: /"notes.txt" is not a GLB file\..*\.glb/ },
            { what: 'half a GLB', name: 'half.glb', bytes: async () => (await mannequin()).subarray(0, 60000), says: /"half.glb" ends after 60000 of \d+ bytes\. .*again/ },
            { what: 'a GLB without skin', name: 'box.glb', bytes: () => makeGlb({ nodes: [{}], scenes: [{ nodes: [0] }] }), says: /"box.glb" has no skin.*Export/ },
            { what: 'a GLB with a damaged head', name: 'odd.glb', bytes: () => makeGlb({ skins: [{}] }).map((byte, i) => (i === 20 ? 0 : byte)), says: /"odd.glb" has a damaged head\..*Export/ },
            { what: 'a GLB that no engine could read', name: 'wild.glb', bytes: () => makeGlb({ skins: [{ joints: [7] }], nodes: [{ mesh: 3, skin: 0 }], meshes: [], scenes: [{ nodes: [0] }] }), says: /"wild.glb" names a mesh 3 that does not exist.*export/ }
        ];
        bad.forEach(({ what, name, bytes, says }) => {
            it(`say in a sentence what is wrong with ${what}, and the character stays`, async () => {
                const before = await held();
                const shown = await characterName();
                await gallery.drop([{ name, bytes: await bytes() }]);
                await gallery.page.waitForFunction(name => document.getElementById('message')!.textContent!.includes(name), name);
                expect(await message()).to.match(says);
                expect(await gallery.page.locator('#message').isVisible()).to.equal(true);
                expect(await characterName()).to.equal(shown);
                expect(await held()).to.deep.equal(before);
                await gallery.step(0.1);
            });
        });

        it('say so when there is no file at all', async () => {
            await gallery.drop([]);
            await gallery.page.waitForFunction(() => document.getElementById('message')!.textContent!.startsWith('Nothing'));
            await gallery.screenshot('gallery-message');
        });

        it('also come through the button, and take the sentence away', async () => {
            await gallery.page.locator('#files').setInputFiles('templates/mannequin.glb');
            await gallery.page.waitForFunction(() => window.look.character.name === 'mannequin.glb');
            expect(await gallery.page.locator('#message').isVisible()).to.equal(false);
        });

        it('cause no error in the console', () => {
            // the engine prints what it cannot read
            expect(gallery.messages.filter(text => !text.includes('wild.glb'))).to.deep.equal([]);
        });
    });

    describe('in a small window', () => {
        it('fits without scrolling sideways', async () => {
            await gallery.page.setViewportSize({ width: 800, height: 600 });
            await gallery.open('?page=perfect-look-at');
            await gallery.step(1);
            await gallery.screenshot('gallery-800x600');
            const inside = await gallery.page.evaluate(() => ['stage', 'sidebar', 'tools', 'open'].every((id) => {
                const { left, right, top, bottom } = document.getElementById(id)!.getBoundingClientRect();
                return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
            }));
            expect(inside).to.equal(true);
            expect(await gallery.page.evaluate(() => document.documentElement.scrollWidth)).to.be.at.most(800);
        });
    });

    describe('when it is built', () => {
        let outDir = '';

        before(async () => {
            outDir = await mkdtemp(join(tmpdir(), 'limber-gallery-'));
            // a process of its own: the server has made this one a process for development
            const env = { ...process.env, NODE_ENV: 'production' };
            const args = ['node_modules/vite/bin/vite.js', 'build', 'docs/demo', '--outDir', outDir, '--sourcemap', 'hidden'];
            await promisify(execFile)(process.execPath, args, { env });
        });

        after(() => rm(outDir, { recursive: true }));

        it('brings the license of every package that it bundles, and of what is compiled into them', async () => {
            const names = (await readdir(join(outDir, 'assets'))).filter(name => name.endsWith('.map'));
            const maps = await Promise.all(names.map(async name => JSON.parse(await readFile(join(outDir, 'assets', name), 'utf8')) as { sources: string[] }));
            const packages = new Set(maps.flatMap(({ sources }) => sources).flatMap(source => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? []));
            const text = (await Promise.all(['packages.md', 'worker-packages.md'].map(name => readFile(join(outDir, 'licenses', name), 'utf8')))).join('\n');
            expect(packages).to.include.keys('playcanvas', '@playcanvas/pcui', '@gltf-transform/core');
            for (const name of [...packages, 'ammojs-typed']) expect(text).to.match(new RegExp(`^## ${name} - `, 'm'));
            expect(await readFile(join(outDir, 'licenses/bullet-and-ammo.txt'), 'utf8')).to.include('Erwin Coumans').and.include('ammo.js contributors');
            expect(await readFile(join(outDir, 'licenses/draco.txt'), 'utf8')).to.include('Apache License').and.include('END OF TERMS AND CONDITIONS');
        });

        it('works from any folder of a site, without an error or a warning', async () => {
            const { server, address } = await serveFolder(outDir);
            try {
                await gallery.open('?page=perfect-look-at', address);
                expect(await gallery.lookAt(0.6, 1.5, 1.2)).to.be.lessThan(1);
                expect(await gallery.page.evaluate(() => Object.keys(window.look.page.script))).not.to.include('weight');
                expect(gallery.messages).to.deep.equal([]);
            } finally {
                server.close();
            }
        });
    });
});
