import { readFile } from 'node:fs/promises';

import { expect } from 'chai';

import { GalleryBrowser } from './gallery-browser';
import { editGlb } from './glb';
import type { OpenActiveRagdoll } from '../../docs/demo/pages/active-ragdoll';
import { requireRig } from '../support/skip';

const PAGE = '?page=active-ragdoll';

/** Milliseconds after which the page has shown what has changed. */
const SHOWN_MS = 400;

declare global {
    interface Window {
        /** The page of the ragdoll. */
        ragdoll: OpenActiveRagdoll;
    }
}

describe('page of activeRagdoll', () => {
    let gallery: GalleryBrowser;

    before(async () => {
        gallery = await GalleryBrowser.start();
        await gallery.open(PAGE);
        await gallery.page.evaluate(() => {
            Object.defineProperty(window, 'ragdoll', { get: () => window.gallery!.page });
        });
    });

    after(() => gallery?.stop());

    const open = async () => {
        gallery.messages.length = 0;
        await gallery.show('active-ragdoll', 'mannequin');
        // the first ball has come and is gone
        await gallery.step(1);
        await gallery.page.evaluate(() => window.ragdoll.clear());
    };
    const read = <T>(evaluate: () => T) => gallery.page.evaluate(evaluate);
    const choose = (name: string) => gallery.page.locator('.presets').getByText(name, { exact: true }).click();
    const act = (name: string) => gallery.page.locator('#tools').getByText(name, { exact: true }).click();
    const toggle = (name: string) => gallery.page.locator(`[data-switch="${name}"]`).click();
    const figures = () => read(() => window.ragdoll.tracking.measure()!);
    const bodies = () => read(() => window.ragdoll.tracking.bones);
    const shown = async () => {
        await gallery.page.waitForTimeout(SHOWN_MS);
        const readings = gallery.page.locator('.readings .reading');
        return Object.fromEntries(await readings.evaluateAll(all => all.map((dom, i) => [`${dom.querySelector('span')!.textContent} ${i}`, dom.querySelector('output')!.value])));
    };
    const placeOnScreen = (bone: string) => gallery.page.evaluate((bone) => {
        const { stage, page } = window.look;
        const { left, top } = stage.canvas.getBoundingClientRect();
        const ragdoll = page as unknown as OpenActiveRagdoll;
        const { x, y } = stage.camera.camera!.worldToScreen(ragdoll.script.getBoneState(bone)!.position);
        return { x: left + x, y: top + y };
    }, bone);
    const ballCount = () => read(() => window.ragdoll.arena.balls.length);

    /** Largest figures within some seconds. */
    const worst = (seconds: number) => gallery.page.evaluate((frames) => {
        const most = { turn: 0, distance: 0 };
        for (let i = 0; i < frames; i++) {
            window.look.app.update(1 / 60);
            const { turn, distance } = window.ragdoll.tracking.measure()!;
            most.turn = Math.max(most.turn, turn);
            most.distance = Math.max(most.distance, distance);
        }
        return most;
    }, Math.round(60 * seconds));

    describe('on the mannequin', () => {
        before(() => open());

        it('opens with weights at which a push is seen, without an error or a warning', async () => {
            await gallery.step(0.5);
            await gallery.screenshot('ragdoll');
            expect(await bodies()).to.equal(20);
            expect(await gallery.page.locator('.presets [aria-pressed="true"]').textContent()).to.equal('10 / 10');
            expect(await read(() => window.ragdoll.problems())).to.deep.equal([]);
            expect(gallery.messages).to.deep.equal([]);
        });

        it('has the five pictures, which differ as they should under a push', async () => {
            const found: Record<string, { turn: number; distance: number }> = {};
            for (const name of ['100 / 0', '50 / 0', '10 / 0', '100 / 100', '30 / 30']) {
                await choose(name);
                await act('Get up');
                found[name] = await read(() => {
                    const { script, tracking } = window.ragdoll;
                    const run = (frames: number, each = () => {}) => {
                        for (let i = 0; i < frames; i++) {
                            window.look.app.update(1 / 60);
                            each();
                        }
                    };
                    // off, on again, and a second to stand
                    run(84);
                    const { position } = script.getBoneState('spine2')!;
                    script.addImpulse('spine2', position, position.clone().set(12, 0, 60));
                    const mean = { turn: 0, distance: 0 };
                    run(60, () => {
                        const { turn, distance } = tracking.measure()!;
                        mean.turn += turn / 60;
                        mean.distance += distance / 60;
                    });
                    return mean;
                });
            }
            const told = JSON.stringify(found);
            expect(found['50 / 0'].turn, told).to.be.above(1.5 * found['100 / 0'].turn);
            expect(found['10 / 0'].turn, told).to.be.above(1.5 * found['50 / 0'].turn);
            expect(found['30 / 30'].distance, told).to.be.above(1.5 * found['100 / 100'].distance).and.above(0.001);
        });

        it('shows its tracking error as figures', async () => {
            await choose('100 / 100');
            await act('Get up');
            await gallery.step(1.5);
            const { turn, distance } = await figures();
            expect(turn).to.be.below(0.5);
            expect(distance).to.be.below(0.005);
            const held = Object.values(await shown());
            expect(held[2]).to.equal('20');
            expect(held[5]).to.equal('on');
            expect(parseFloat(held[0])).to.be.closeTo(turn, 0.006);
            await choose('10 / 0');
            await gallery.step(1);
            const loose = Object.values(await shown());
            const now = await figures();
            expect(parseFloat(loose[0])).to.be.closeTo(now.turn, 0.51).and.above(5);
            expect(parseFloat(loose[3])).to.be.closeTo(1000 * now.distance, 0.06);
        });

        it('a click throws a ball that moves the body; a drag turns the camera', async () => {
            await choose('30 / 30');
            await act('Get up');
            await gallery.step(1.4);
            const before = await worst(0.5);
            const { x, y } = await placeOnScreen('spine2');
            await gallery.page.mouse.click(x, y);
            expect(await ballCount()).to.equal(1);
            const hit = await worst(0.35);
            await gallery.screenshot('ragdoll-ball');
            const after = await worst(0.6);
            expect(Math.max(hit.turn, after.turn), 'degrees').to.be.above(3 * before.turn);
            await gallery.step(1);
            expect((await figures()).distance).to.be.below(2 * before.distance);
            await gallery.page.mouse.move(x, y);
            await gallery.page.mouse.down();
            await gallery.page.mouse.move(x + 40, y, { steps: 3 });
            await gallery.page.mouse.up();
            expect(await ballCount()).to.equal(1);
            await act('Clear');
            expect(await ballCount()).to.equal(0);
        });

        it('walks into the crate, which moves, and is back', async () => {
            await choose('100 / 0');
            const crate = () => read(() => window.ragdoll.crate.getPosition().z);
            const stood = await crate();
            await act('Walk into the crate');
            expect(await read(() => window.ragdoll.script.translationWeight)).to.equal(1);
            await gallery.step(0.7);
            await gallery.screenshot('ragdoll-crate');
            await gallery.step(1.3);
            expect(await crate()).to.be.above(stood + 0.3);
            expect(await read(() => window.look.character.entity.getPosition().length())).to.equal(0);
            expect(await read(() => window.look.character.clip)).to.equal('idle');
            await gallery.step(0.5);
            expect((await figures()).distance).to.be.below(0.005);
        });

        it('returns to the animation without a step when it is switched off, and leaves no body', async () => {
            await choose('10 / 0');
            // it lies nearly still by then
            await gallery.step(3);
            const steps = await gallery.page.evaluate(() => {
                const { script, tracking } = window.ragdoll;
                const bones = window.look.character.nodes.filter(node => script.getBoneState(node)?.bone === node);
                const places = () => bones.map(bone => bone.getPosition().clone());
                const found: number[] = [];
                script.active = false;
                const way = (from: ReturnType<typeof places>) => Math.max(...places().map((place, i) => place.distance(from[i])));
                for (let i = 0; i < 30; i++) {
                    const before = places();
                    window.look.app.update(1 / 60);
                    found.push(way(before));
                }
                return { found, end: tracking.measure()!, bodies: bones.filter(bone => script.getBoneState(bone)).length };
            });
            const largest = Math.max(...steps.found);
            // it starts and ends softly: a step would be the largest at once
            expect(steps.found[0], 'first frame, metres').to.be.below(0.2 * largest);
            expect(largest).to.be.above(0.05);
            for (let i = 1; i < steps.found.length; i++) expect(Math.abs(steps.found[i] - steps.found[i - 1]), `frame ${i}`).to.be.below(0.5 * largest);
            expect(steps.end.worstTurn).to.be.below(0.01);
            expect(steps.end.worstDistance).to.be.below(1e-4);
            expect(steps.bodies).to.equal(0);
            await shown();
            expect(await gallery.page.locator('.presets [aria-pressed="true"]').count()).to.equal(0);
        });

        it('lets more of them fall onto each other, and takes them away', async () => {
            await choose('100 / 100');
            await toggle('pile');
            await gallery.step(3.5);
            await gallery.screenshot('ragdoll-pile');
            const heights = await read(() => window.ragdoll.pile.scripts.flatMap(script => ['hips', 'head', 'leftHand', 'rightFoot'].map(bone => script.getBoneState(bone)!.position.y)));
            expect(heights.length).to.equal(4 * 8);
            // the joint of a hand that lies flat may be a few millimetres below the contact of its body, and one below all others deeper
            const [lowest, second] = heights.sort((a, b) => a - b);
            expect(lowest, 'lowest').to.be.above(-0.06);
            expect(second, 'lowest but one').to.be.above(-0.01);
            expect(Math.max(...heights), 'highest').to.be.within(0.2, 1.5);
            await toggle('pile');
            await gallery.step(0.1);
            expect(await read(() => window.look.app.root.findByName('pile 0'))).to.equal(null);
            expect(gallery.messages).to.deep.equal([]);
        });

        it('has switches for the simulation, the twin and the drawing of bodies', async () => {
            for (const on of [false, true]) {
                await toggle('active');
                expect(await read(() => window.ragdoll.script.active)).to.equal(on);
                await gallery.step(0.4);
            }
            await choose('30 / 30');
            const { x, y } = await placeOnScreen('head');
            await gallery.page.mouse.click(x, y);
            // lines pile up in frames that are not drawn
            await gallery.step(0.4);
            await toggle('draw');
            expect(await read(() => window.ragdoll.script.drawDebugRagdoll)).to.equal(true);
            await toggle('twin');
            expect(await read(() => window.ragdoll.twin.isShown)).to.equal(true);
            await gallery.step(0.02);
            await gallery.screenshot('ragdoll-bodies');
            await toggle('twin');
            await toggle('draw');
            expect(await read(() => [window.ragdoll.twin.isShown, window.ragdoll.script.drawDebugRagdoll])).to.deep.equal([false, false]);
        });
    });

    describe('other characters', () => {
        before(() => open());

        const tracks = async (height: number) => {
            await choose('100 / 100');
            await gallery.step(1);
            const { worstTurn, worstDistance } = await figures();
            expect(worstTurn).to.be.below(0.5);
            expect(worstDistance).to.be.below(0.005 * height);
            await choose('10 / 0');
            await gallery.step(1);
            const { turn, distance } = await figures();
            expect(turn).to.be.above(3);
            expect(distance).to.be.above(0.02 * height);
        };
        const dropped = async (name: string, bytes: Uint8Array) => {
            await gallery.drop([{ name, bytes }]);
            await gallery.page.waitForFunction(name => window.look.character.name === name, name);
            await gallery.step(0.1);
        };

        it('the hound, by choice', async () => {
            await gallery.page.locator('#samples').selectOption('hound');
            await gallery.page.waitForFunction(() => window.look.character.name === 'hound.glb');
            await gallery.step(0.1);
            expect(await bodies()).to.be.above(20);
            await tracks(0.4);
            await gallery.screenshot('ragdoll-hound');
            expect(await read(() => window.ragdoll.problems())).to.deep.equal([]);
        });

        it('one in centimetres, with gravity and things of its size', async () => {
            const bytes = editGlb(await readFile('templates/mannequin.glb'), (gltf) => {
                const children = gltf.scenes[0].nodes;
                gltf.scenes[0].nodes = [gltf.nodes.push({ name: 'scaled', scale: [100, 100, 100], children }) - 1];
            });
            await dropped('centimetres.glb', bytes);
            expect(await read(() => window.look.app.systems.rigidbody!.gravity.y)).to.be.closeTo(-981, 20);
            expect(await read(() => window.ragdoll.crate.getLocalScale().x)).to.be.closeTo(50, 1);
            await tracks(175);
        });

        it('Xbot, dropped', async function () {
            const file = requireRig('Xbot.glb', this);
            await dropped('Xbot.glb', await readFile(file));
            expect(await bodies()).to.equal(20);
            await tracks(1.75);
        });

        it('leave nothing behind, like the page itself', async () => {
            const held = () => read(() => ({
                children: window.look.app.root.children.length,
                assets: window.look.app.assets.list().length,
                gravity: window.look.app.systems.rigidbody!.gravity.y
            }));
            const link = (name: string) => gallery.follow(name);
            await act('Walk into the crate');
            await toggle('pile');
            await gallery.step(0.1);
            await link('Perfect Look At');
            await gallery.step(0.1);
            const other = await held();
            expect(await read(() => window.look.character.entity.getPosition().length())).to.equal(0);
            await link('Active Ragdoll');
            await gallery.step(0.1);
            const mine = await held();
            await link('Perfect Look At');
            expect(await held()).to.deep.equal(other);
            await link('Active Ragdoll');
            await gallery.step(0.1);
            expect(await held()).to.deep.equal(mine);
            expect(gallery.messages).to.deep.equal([]);
        });
    });
});
