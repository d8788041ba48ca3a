import { readFile } from 'node:fs/promises';

import { expect } from 'chai';

import { GalleryBrowser } from './gallery-browser';
import { editGlb } from './glb';
import type { OpenSpringChain } from '../../docs/demo/pages/spring-chain';
import type { SpringChain } from '../../scripts/index';
import { MANNEQUIN } from '../support/characters';

declare global {
    interface Window {
        /** The page of the springs. */
        springs: OpenSpringChain;
    }
}

describe('page of springChain', () => {
    let gallery: GalleryBrowser;

    before(async () => {
        gallery = await GalleryBrowser.start();
        await gallery.open('?page=spring-chain');
        await gallery.page.evaluate(() => {
            Object.defineProperty(window, 'springs', { get: () => window.gallery!.page });
        });
    });

    after(() => gallery?.stop());

    const read = <T>(evaluate: () => T) => gallery.page.evaluate(evaluate);
    const setSlider = (name: string, value: number) => gallery.page.locator(`[data-slider="${name}"] input`).fill(String(value))
    .then(() => gallery.page.keyboard.press('Enter'));
    const problems = () => read(() => window.springs.problems());

    /** Largest swing in degrees within the first lap of the page, at a frame rate. */
    const swingAt = async (rate: number) => {
        await gallery.show('spring-chain');
        await setSlider('rate', rate);
        await gallery.step(3.05);
        return read(() => window.springs.swing.largest);
    };

    it('opens with the mannequin, whose scarf swings in the first seconds', async () => {
        expect(await read(() => window.gallery!.character.name)).to.equal('mannequin.glb');
        const most = await read(() => {
            let most = 0;
            for (let i = 0; i < 90; i++) {
                window.gallery!.app.update(1 / 60);
                most = Math.max(most, window.springs.swing.now);
            }
            return most;
        });
        expect(await read(() => window.springs.script.chains.length)).to.equal(3);
        expect(most).to.be.above(5);
        expect(await problems()).to.deep.equal([]);
        expect(gallery.messages).to.deep.equal([]);
    });

    it('swings alike at 20 and 144 frames a second', async () => {
        const usual = await swingAt(60);
        expect(usual, 'degrees').to.be.above(15);
        const frames = await read(() => window.gallery!.app.frame);
        for (const rate of [20, 144]) expect(await swingAt(rate), `${rate} Hz`).to.be.closeTo(usual, 0.05 * usual);
        const ran = await read(() => window.gallery!.app.frame) - frames;
        expect(ran).to.be.closeTo(3.05 * (20 + 144), 10);
    });

    it('has wind that is felt while the character stands', async () => {
        await gallery.show('spring-chain');
        await gallery.page.locator('[data-switch="run"]').click();
        await gallery.step(2);
        const calm = await read(() => window.springs.swing.now);
        await setSlider('wind', 30);
        await gallery.step(1);
        expect(await read(() => window.springs.script.wind.length())).to.be.closeTo(30, 1e-6);
        expect(await read(() => window.springs.swing.now)).to.be.above(calm + 10);
    });

    it('has a cape, which comes and goes', async () => {
        await gallery.show('spring-chain');
        const chains = () => read(() => window.springs.script.chains.length);
        const before = await chains();
        await gallery.page.locator('[data-switch="cape"]').click();
        await gallery.step(1);
        expect(await chains()).to.equal(before + 9);
        expect(await read(() => window.springs.script.colliders.length)).to.be.above(8);
        expect(await read(() => window.springs.swing.now)).to.be.above(5);
        expect(await problems()).to.deep.equal([]);
        await gallery.page.locator('[data-switch="cape"]').click();
        await gallery.step(0.1);
        expect(await chains()).to.equal(before);
        expect(await problems()).to.deep.equal([]);
        expect(gallery.messages).to.deep.equal([]);
    });

    it('jumps, and its scarf flies up in the fall', async () => {
        await gallery.show('spring-chain');
        await read(() => window.springs.switches.find(({ name }) => name === 'run')!.set(false));
        await gallery.step(1);
        await read(() => window.springs.actions.find(({ title }) => title === 'Jump')!.act());
        await gallery.step(1);
        expect(await read(() => window.springs.lap.isInAir)).to.equal(true);
        expect(await read(() => window.springs.swing.now)).to.be.above(45);
        await gallery.step(0.2);
        expect(await read(() => [window.springs.lap.isInAir, window.springs.lap.holder.getPosition().y])).to.deep.equal([false, 0]);
        expect(await problems()).to.deep.equal([]);
    });

    /** The mannequin as a VRM file with springs. */
    const writeVrm = async (edit: (nodes: { name?: string }[]) => void = () => {}) => {
        const bytes = await readFile(MANNEQUIN);
        return editGlb(bytes, (gltf) => {
            const node = (name: string) => (gltf.nodes as { name?: string }[]).findIndex(one => one.name === `mixamorig:${name}`);
            Object.assign(gltf, {
                extensions: {
                    VRMC_springBone: {
                        specVersion: '1.0',
                        colliders: [{ node: node('Spine2'), shape: { sphere: { offset: [0, 0, 0], radius: 0.11 } } }],
                        colliderGroups: [{ colliders: [0] }],
                        springs: [{ joints: [1, 2, 3, 4, 5].map(i => ({ node: node(`ScarfLong${i}`), stiffness: 0.7, gravityPower: 0.2 })), colliderGroups: [0] }]
                    }
                }
            });
            edit(gltf.nodes as { name?: string }[]);
        });
    };

    it('swings what a VRM file says that is dropped, here and on the page of dropped characters', async () => {
        const bytes = await writeVrm();
        await gallery.show('spring-chain', 'hound');
        await gallery.drop([{ name: 'scarf.vrm', bytes }]);
        await gallery.page.waitForFunction(() => window.gallery!.character.name === 'scarf.vrm');
        const rows = (name: 'script' | 'springs') => gallery.page.evaluate((name) => {
            const { chains, colliders } = (window.gallery!.page as unknown as Record<string, SpringChain>)[name];
            return [chains.map(({ boneName, stiffness }) => [boneName, stiffness]), colliders.map(({ boneName, radius }) => [boneName, radius])];
        }, name);
        const wanted = [[['mixamorig:ScarfLong1', 0.7]], [['mixamorig:Spine2', 0.11]]];
        expect(await rows('script')).to.deep.equal(wanted);
        await gallery.step(1.5);
        expect(await read(() => window.springs.swing.now)).to.be.above(5);
        expect(await problems()).to.deep.equal([]);
        await gallery.show('drop-a-character');
        await gallery.step(0.1);
        expect(await rows('springs')).to.deep.equal(wanted);
        // what only the file knows to swing
        const unnamed = await writeVrm((nodes) => {
            for (const node of nodes) node.name = node.name?.replace(/Scarf|Strap/, 'Secondary');
        });
        await gallery.show('', 'hound');
        await gallery.drop([{ name: 'secondary.vrm', bytes: unnamed }]);
        await gallery.page.waitForFunction(() => window.gallery!.character.name === 'secondary.vrm');
        await gallery.step(0.1);
        expect(await rows('springs')).to.deep.equal([[['mixamorig:SecondaryLong1', 0.7]], wanted[1]]);
        const ability = gallery.page.locator('[data-ability="springs"]');
        expect(await ability.innerText()).to.match(/in a breeze/);
        expect(await problems()).to.deep.equal([]);
        expect(gallery.messages).to.deep.equal([]);
        await gallery.show('spring-chain', 'mannequin');
    });

    it('shows the hound, whose tail and ears swing, without a cape, and leaves nothing behind', async () => {
        await gallery.show('', 'hound');
        expect(await gallery.page.locator('[data-switch]').count()).to.be.above(2);
        expect(await gallery.page.locator('[data-switch="cape"]').count()).to.equal(0);
        expect(await read(() => window.springs.script.chains.length)).to.equal(3);
        // it trots on straight for seconds between two turns
        const swings: number[] = [];
        for (let i = 0; i < 30; i++) {
            await gallery.step(0.1);
            swings.push(await read(() => window.springs.swing.now));
        }
        expect(Math.max(...swings)).to.be.above(15);
        expect(await problems()).to.deep.equal([]);
        // that page has a twin of its own
        await gallery.show('perfect-look-at');
        expect(await read(() => [window.gallery!.app.root.find(({ name }) => name === 'twin').length, window.gallery!.stage.clock.rate])).to.deep.equal([1, 0]);
        expect(gallery.messages).to.deep.equal([]);
    });
});
