import { readFile } from 'node:fs/promises';

import { expect } from 'chai';

import { GalleryBrowser } from './gallery-browser';
import { editGlb } from './glb';
import type { OpenActiveRagdoll } from '../../docs/demo/pages/active-ragdoll';
import type { OpenMecFootPlacer } from '../../docs/demo/pages/mec-foot-placer';
import { furtherRig } from '../support/characters';
import { requireRig } from '../support/skip';

// What all pages share, and the first seconds of each.

/** Milliseconds after which the page has shown what has changed. */
const SHOWN_MS = 400;

const PAGES = ['drop-a-character', 'perfect-look-at', 'mec-foot-placer', 'active-ragdoll'];

const SIZES = [[1400, 860], [1280, 720], [390, 844]] as const;

/** The file with its meshes taken out: clips and bones alone. */
async function clipsAlone(sample: string): Promise<{ name: string, bytes: Uint8Array }> {
    const bytes = editGlb(await readFile(`templates/${sample}.glb`), (gltf) => {
        const all = gltf as { meshes?: object, skins?: object, nodes: { mesh?: number, skin?: number }[] };
        delete all.meshes;
        delete all.skins;
        for (const node of all.nodes) {
            delete node.mesh;
            delete node.skin;
        }
    });
    return { name: `${sample}-clips.glb`, bytes };
}

describe('frame of the gallery', () => {
    let gallery: GalleryBrowser;

    before(async () => {
        gallery = await GalleryBrowser.start();
        await gallery.open('?page=nonsense&character=nobody&clip=nothing');
    });

    after(() => gallery?.stop());

    const read = <T>(evaluate: () => T) => gallery.page.evaluate(evaluate);
    const characterName = () => read(() => window.gallery!.character.name);
    const message = () => gallery.page.locator('#message').textContent();
    const says = (words: string) => gallery.page.waitForFunction(words => document.getElementById('message')!.textContent!.includes(words), words);
    const address = () => new URL(gallery.page.url()).searchParams;

    describe('the address', () => {
        it('loses words that stand for nothing', () => {
            expect([...address().keys()]).to.deep.equal([]);
            expect(gallery.messages).to.deep.equal([]);
        });

        it('goes back by the steps that were taken, without leaving the gallery', async () => {
            await read(() => {
                Object.assign(window, { marker: 1 });
            });
            await gallery.follow('Active Ragdoll');
            await gallery.page.locator('#samples').selectOption('hound');
            await gallery.page.waitForFunction(() => window.gallery!.character.name === 'hound.glb');
            await gallery.page.goBack();
            await gallery.page.waitForFunction(() => window.gallery!.character.name === 'mannequin.glb');
            expect(address().get('page')).to.equal('active-ragdoll');
            await gallery.page.goBack();
            await gallery.page.waitForFunction(() => document.querySelector('#pages a[aria-current]')!.textContent === 'Drop a character');
            expect(await read(() => (window as { marker?: number }).marker)).to.equal(1);
            await gallery.page.goForward();
            await gallery.page.waitForFunction(() => document.querySelector('#pages a[aria-current]')!.textContent === 'Active Ragdoll');
        });
    });

    describe('pages', () => {
        /** What outlives a page: panels, listeners of elements and of the engine, entities. */
        const left = async () => {
            // the elements of the inspectors go two frames later
            await read(() => new Promise((resolve) => {
                requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(resolve)));
            }));
            return read(count);
        };

        const count = () => {
            const { app } = window.gallery!;
            const handlers = (object: unknown) => [...((object as { _callbacks?: Map<string, unknown[]> })._callbacks ?? new Map()).values()].reduce((sum, all) => sum + all.length, 0);
            const systems = app.systems as unknown as { list: unknown[] };
            return {
                panels: document.querySelectorAll('#sidebar > *').length,
                buttons: document.querySelectorAll('#tools .actions > *').length,
                elements: window.listeners.size,
                engine: [app, systems, app.graphicsDevice, app.root, app.scene, ...systems.list].reduce((sum: number, object) => sum + handlers(object), 0),
                entities: app.root.children.length
            };
        };

        it('leave no panel, no listener and no entity behind when they are closed', async () => {
            await gallery.show('perfect-look-at', 'mannequin');
            await gallery.step(0.1);
            const first = await left();
            expect(first.panels).to.equal(2);
            expect(first.elements).to.be.greaterThan(0);
            expect(first.engine).to.be.greaterThan(0);
            for (const page of PAGES) {
                await gallery.show(page);
                await gallery.step(0.7);
                await gallery.show('perfect-look-at');
                await gallery.step(0.1);
                expect(await left(), page).to.deep.equal(first);
            }
            expect(gallery.messages).to.deep.equal([]);
        });

        it('show all digits of a number', async () => {
            const cut = await gallery.page.locator('.pcui-slider input').evaluateAll((all) => {
                const inputs = all as HTMLInputElement[];
                return inputs.filter(input => input.scrollWidth > input.clientWidth).map(input => input.value);
            });
            expect(await gallery.page.locator('[data-path="softLimit"] input').inputValue()).to.equal('0.85');
            expect(cut).to.deep.equal([]);
        });

        it('have the panel with the bones folded at first', async () => {
            expect(await gallery.page.locator('#found table').isVisible()).to.equal(false);
            await gallery.page.locator('#found .pcui-panel-header').click();
            await gallery.page.waitForTimeout(SHOWN_MS);
            expect(await gallery.page.locator('#found table').isVisible()).to.equal(true);
            await gallery.page.locator('#found .pcui-panel-header').click();
        });
    });

    describe('files', () => {
        before(() => gallery.show('perfect-look-at', 'mannequin'));

        it('of two quick choices show the second one, whichever comes first', async () => {
            await read(async () => {
                const { gallery } = window;
                const bytes = await (await fetch('hound.glb')).arrayBuffer();
                const late = new Promise<{ name: string, bytes: ArrayBuffer }[]>((resolve) => {
                    setTimeout(() => resolve([{ name: 'late.glb', bytes }]), 600);
                });
                await Promise.all([gallery!.load(late), gallery!.loadSample('mannequin')]);
            });
            expect(await characterName()).to.equal('mannequin.glb');
            await read(() => Promise.all([window.gallery!.loadSample('mannequin'), window.gallery!.loadSample('hound')]));
            expect(await characterName()).to.equal('hound.glb');
            expect(await gallery.page.locator('#samples').inputValue()).to.equal('hound');
        });

        it('may be the same one twice', async () => {
            await gallery.show('', 'mannequin');
            await gallery.show('active-ragdoll', 'mannequin');
            await gallery.step(0.1);
            expect(await read(() => window.gallery!.character.createModel().name)).to.be.a('string');
            expect(gallery.messages).to.deep.equal([]);
        });

        it('with clips alone add them to the character that is there', async () => {
            await gallery.show('perfect-look-at', 'mannequin');
            const clips = () => read(() => [...window.gallery!.character.clips.keys()]);
            const before = await clips();
            await gallery.drop([await clipsAlone('mannequin')]);
            await gallery.page.waitForFunction(count => window.gallery!.character.clips.size > count, before.length);
            expect(await characterName()).to.equal('mannequin.glb');
            expect(await clips()).to.deep.equal([...before, ...before.map(clip => `${clip}'`)]);
            expect(await read(() => window.gallery!.character.clip)).to.equal(`${before[0]}'`);
            expect(await gallery.page.locator('.clip').textContent()).to.include(`${before[0]}'`);
            await gallery.step(0.5);
            expect(await read(() => window.gallery!.page.problems())).to.deep.equal([]);
        });

        it('with clips and the body that is there add the clips, under its own name they are the character anew', async () => {
            await gallery.show('perfect-look-at', 'mannequin');
            const clips = () => read(() => window.gallery!.character.clips.size);
            const before = await clips();
            const bytes = await readFile('templates/mannequin.glb');
            await gallery.drop([{ name: 'walking.glb', bytes }]);
            await gallery.page.waitForFunction(count => window.gallery!.character.clips.size === 2 * count, before);
            expect(await characterName()).to.equal('mannequin.glb');
            await gallery.drop([{ name: 'mannequin.glb', bytes }]);
            await gallery.page.waitForFunction(count => window.gallery!.character.clips.size === count, before);
        });

        it('with clips of another character are refused with a sentence', async () => {
            await gallery.drop([await clipsAlone('hound')]);
            await says('hound-clips.glb');
            expect(await message()).to.match(/move bones that "mannequin.glb" does not have.*Drop them together/);
            expect(await characterName()).to.equal('mannequin.glb');
        });

        it('with two characters are refused with a sentence', async () => {
            const files = await Promise.all(['hound', 'mannequin'].map(async name => ({ name: `${name}.glb`, bytes: await readFile(`templates/${name}.glb`) })));
            await gallery.drop(files);
            await says('two characters');
            expect(await message()).to.match(/"hound.glb" and "mannequin.glb" are two characters.*Drop one/);
            expect(await characterName()).to.equal('mannequin.glb');
        });

        it('of strangers: a clip alone on the one that it belongs to, in any order with it', async function () {
            requireRig('bitmoji.glb', this);
            await gallery.show('', 'bitmoji-walk.glb,bitmoji.glb');
            expect(await characterName()).to.equal('bitmoji.glb');
            await gallery.drop([{ name: 'bitmoji-jump-flip.glb', bytes: await readFile(furtherRig('bitmoji-jump-flip.glb')!) }]);
            await gallery.page.waitForFunction(() => window.gallery!.character.clips.size === 2, undefined, { timeout: 60000 });
            expect(await read(() => [...window.gallery!.character.clips.keys()])).to.deep.equal(['bitmoji-walk', 'bitmoji-jump-flip']);
        });
    });

    describe('time', () => {
        before(() => gallery.show('perfect-look-at', 'mannequin'));

        const seconds = () => read(() => window.gallery!.character.entity.anim!.baseLayer!.activeStateCurrentTime);
        const press = (key: string) => gallery.page.keyboard.press(key);
        const scale = () => read(() => window.gallery!.app.timeScale);
        const isPressed = (key: string) => gallery.page.locator(`#tools [data-key="${key}"]`).getAttribute('aria-pressed');

        // the tests step the application themselves
        after(() => read(() => {
            window.gallery!.app.timeScale = 0;
        }));

        it('stands still and goes on by single frames', async () => {
            await press('p');
            expect(await scale()).to.equal(0);
            expect(await isPressed('p')).to.equal('true');
            const before = await seconds();
            await press('.');
            expect(await seconds() - before).to.be.closeTo(1 / 60, 1e-6);
            await press('p');
            expect(await scale()).to.equal(1);
        });

        it('runs slowly', async () => {
            await press('s');
            expect(await scale()).to.be.within(0.1, 0.3);
            await press('s');
            expect(await scale()).to.equal(1);
        });

        it('keys rest while somebody types', async () => {
            await gallery.page.locator('.methods input').focus();
            await press('p');
            expect(await isPressed('p')).to.equal('false');
            await gallery.page.locator('.methods input').blur();
        });
    });

    describe('before and after', () => {
        before(() => gallery.show('perfect-look-at', 'mannequin'));

        it('one key leaves the pose to the animation, and one brings the script back', async () => {
            const turned = () => read(() => {
                const { character } = window.gallery!;
                const head = character.model!.bones.get('head')!;
                const track = window.gallery!.page.scripts[0].script.enabled;
                const { x, y, z, w } = head.getLocalRotation();
                return { enabled: track, rotation: [x, y, z, w] };
            });
            await gallery.step(1.5);
            const after = await turned();
            await gallery.page.keyboard.press('b');
            await gallery.step(3);
            const before = await turned();
            const clip = await read(() => {
                const { character, app } = window.gallery!;
                const twin = character.createModel();
                app.root.addChild(twin);
                twin.addComponent('anim', { activate: true });
                twin.anim!.assignAnimation('clip', character.clips.get(character.clip)!);
                twin.anim!.baseLayer!.play('clip');
                twin.anim!.baseLayer!.activeStateCurrentTime = character.entity.anim!.baseLayer!.activeStateCurrentTime;
                app.update(0);
                const { x, y, z, w } = twin.findByName(character.model!.bones.get('head')!.name)!.getLocalRotation();
                twin.destroy();
                return [x, y, z, w];
            });
            const cosine = (a: number[], b: number[]) => Math.abs(a.reduce((sum, value, i) => sum + value * b[i], 0));
            expect(before.enabled).to.equal(false);
            expect(cosine(before.rotation, clip)).to.be.closeTo(1, 1e-5);
            expect(cosine(after.rotation, before.rotation)).to.be.lessThan(0.999);
            await gallery.page.keyboard.press('b');
            expect((await turned()).enabled).to.equal(true);
        });

        it('one key draws the skeleton', async () => {
            const lines = () => read(() => {
                const { app } = window.gallery!;
                let count = 0;
                const { drawLines } = app;
                app.drawLines = (places) => {
                    count += (places as unknown[]).length / 2;
                };
                app.update(1 / 60);
                app.drawLines = drawLines;
                return count;
            });
            expect(await lines()).to.equal(0);
            await gallery.page.keyboard.press('k');
            const bones = await read(() => window.gallery!.character.model!.nodes.length);
            expect(await lines()).to.be.within(2 * bones, 5 * bones);
            await gallery.page.keyboard.press('k');
            expect(await lines()).to.equal(0);
        });

        it('says how long the scripts take', async () => {
            await gallery.step(1);
            await gallery.page.waitForTimeout(SHOWN_MS);
            expect(parseFloat((await gallery.page.locator('.cost').textContent())!)).to.be.greaterThan(0);
        });
    });

    describe('the first seconds', () => {
        /** Where places are in the picture, from -1 to 1 in both directions; the engine knows it only after a frame is drawn. */
        const seen = (what: 'portrait' | 'character' | 'stairs') => gallery.page.evaluate((what) => {
            const { stage, character, page } = window.look;
            const find = {
                portrait: () => [page.target.entity.getPosition(), (character.model!.bones.get('head') ?? character.model!.bones.get('neck'))!.getPosition()],
                character: () => {
                    const { center, halfExtents } = character.bounds;
                    return [-0.8, 0.8].flatMap(x => [-0.8, 0.8].map(y => center.clone().set(center.x + x * halfExtents.x, center.y + y * halfExtents.y, center.z)));
                },
                stairs: () => [character.bounds.center.clone().set(-3, 0.17, -5)]
            };
            const toCamera = stage.camera.getWorldTransform().clone().invert();
            const high = Math.tan(stage.camera.camera!.fov * Math.PI / 360);
            return find[what]().map((place) => {
                const { x, y, z } = toCamera.transformPoint(place);
                return { x: x / (-z * high * stage.aspect), y: y / (-z * high) };
            });
        }, what);

        const isInside = (places: readonly { x: number, y: number }[]) => places.every(({ x, y }) => Math.abs(x) < 1 && Math.abs(y) < 1);

        SIZES.forEach(([width, height]) => {
            describe(`at ${width} by ${height}`, () => {
                before(async () => {
                    await gallery.page.setViewportSize({ width, height });
                    await gallery.page.waitForFunction(width => innerWidth === width, width);
                });

                it('everything is in the window, and the stage has room', async () => {
                    await gallery.show('active-ragdoll', 'mannequin');
                    const boxes = await read(() => ['stage', 'open', 'tools', 'sidebar', 'samples'].map((id) => {
                        const { left, right, top, bottom } = document.getElementById(id)!.getBoundingClientRect();
                        return { id, inside: left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight, width: right - left, height: bottom - top };
                    }));
                    for (const { id, inside } of boxes) expect(inside, id).to.equal(true);
                    expect(boxes[0].width).to.be.at.least(Math.min(width, 900));
                    expect(boxes[0].height).to.be.at.least(0.42 * height);
                    expect(await read(() => document.documentElement.scrollWidth)).to.be.at.most(width);
                });

                it('looks at a ball that moves, head and shoulders in the picture', async () => {
                    await gallery.show('perfect-look-at', 'mannequin');
                    const places: string[] = [];
                    for (let i = 0; i < 6; i++) {
                        const now = await seen('portrait');
                        expect(isInside(now), JSON.stringify(now)).to.equal(true);
                        places.push(now[0].x.toFixed(2));
                        if (i === 2) await gallery.screenshot(`first-look-at-${width}`);
                        await gallery.step(1);
                    }
                    expect(new Set(places).size).to.be.greaterThan(4);
                    expect(await read(() => window.look.page.script.residual)).to.be.lessThan(6);
                });

                it('is on the stairs within three seconds, which are in view', async () => {
                    await gallery.show('mec-foot-placer', 'mannequin');
                    const stairs = await seen('stairs');
                    expect(isInside(stairs), JSON.stringify(stairs)).to.equal(true);
                    await gallery.step(3);
                    expect(await read(() => (window.look.page as unknown as OpenMecFootPlacer).walker.position.y)).to.be.greaterThan(0.17);
                    await gallery.screenshot(`first-feet-${width}`);
                });

                it('is hit by a ball at once, and comes back', async () => {
                    await gallery.show('active-ragdoll', 'mannequin');
                    expect(isInside(await seen('character'))).to.equal(true);
                    const worst = () => read(() => (window.look.page as unknown as OpenActiveRagdoll).tracking.measure()!.worstDistance);
                    await gallery.step(0.95);
                    await gallery.screenshot(`first-ragdoll-${width}`);
                    expect(await worst()).to.be.greaterThan(0.1);
                    await gallery.step(2);
                    expect(await worst()).to.be.lessThan(0.08);
                });
            });
        });

        describe('with strangers', () => {
            before(() => gallery.page.setViewportSize({ width: 1280, height: 720 }));

            ['hound', 'Husky.glb', 'Knight.glb', 'rpm.glb', 'avatar.vrm'].forEach((character) => {
                it(`frames the head of ${character}, the ball before its face`, async function () {
                    if (character.includes('.')) requireRig(character, this);
                    await gallery.show('perfect-look-at', character);
                    await gallery.step(1);
                    const now = await seen('portrait');
                    expect(isInside(now), JSON.stringify(now)).to.equal(true);
                    const ahead = await read(() => {
                        const { page, character } = window.look;
                        const way = page.target.entity.getPosition().clone().sub((character.model!.bones.get('head') ?? character.model!.bones.get('neck'))!.getPosition());
                        return way.dot(character.model!.forward);
                    });
                    expect(ahead).to.be.greaterThan(0);
                    await gallery.screenshot(`first-look-at-${character.replace(/\W.*/, '')}`);
                });
            });
        });
    });
});
