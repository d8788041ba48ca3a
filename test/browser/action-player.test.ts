import { expect } from 'chai';

import { GalleryBrowser } from './gallery-browser';
import type { OpenActionPlayer } from '../../docs/demo/pages/action-player';

// The course: it plays itself until somebody presses a key, and then answers in the frame of the key.

/** Degrees between two runs of the same frame that are one, and by which a bone is elsewhere. */
const SAME = 0.1;
const OTHER = 0.3;

const FRAMES = 40;

/** Milliseconds in which the gallery opens, also on a machine that is busy. */
const OPENING = 150000;

describe('the page of actionPlayer', () => {
    let gallery: GalleryBrowser;

    before(async () => {
        gallery = await GalleryBrowser.start();
        gallery.page.setDefaultTimeout(OPENING);
        await gallery.open('?page=action-player');
        await gallery.page.waitForFunction(() => [...window.gallery!.character.clips.keys()].some(clip => clip.startsWith('get-up')));
    });

    after(() => gallery?.stop());

    const read = () => gallery.page.evaluate(() => {
        const page = window.gallery!.page as unknown as OpenActionPlayer;
        return {
            x: page.hero.runner.mover.getPosition().x, facing: page.hero.runner.facing, stance: page.script.stance,
            meter: page.hero.meter.frames, plays: page.figures[3].read() as string, problems: page.problems(),
            state: page.character.entity.anim!.baseLayer!.activeState
        };
    });

    /** Brings all back; the page plays itself no more, and the character stands. */
    async function stand() {
        // the second time there is nothing left of what was before
        for (const seconds of [1.5, 0]) {
            await gallery.page.evaluate(() => (window.gallery!.page as unknown as OpenActionPlayer).begin());
            await gallery.page.keyboard.press('ArrowRight');
            await gallery.step(seconds);
        }
    }

    /** Rotations of the rig's bones after each of some frames. */
    const frames = (count: number, rate: number) => gallery.page.evaluate(([count, rate]) => Array.from({ length: count }, () => {
        const { app, character } = window.gallery!;
        app.update(1 / rate);
        return [...character.model!.bones.values()].flatMap((bone) => {
            const { x, y, z, w } = bone.getLocalRotation();
            return [x, y, z, w];
        });
    }), [count, rate] as const);

    /** The same of somebody who stands, with a key that goes down before one of them. */
    async function record(rate: number, key: string | null, at: number): Promise<number[][]> {
        await stand();
        const before = await frames(at, rate);
        if (key) await gallery.page.keyboard.down(key);
        const after = await frames(FRAMES - at, rate);
        if (key) await gallery.page.keyboard.up(key);
        return [...before, ...after];
    }

    /** Largest angle between the bones of two frames, degrees. */
    const apart = (a: readonly number[], b: readonly number[]) => Math.max(...Array.from({ length: a.length / 4 }, (_, i) => {
        const dot = [0, 1, 2, 3].reduce((sum, k) => sum + a[4 * i + k] * b[4 * i + k], 0);
        return 360 / Math.PI * Math.acos(Math.min(1, Math.abs(dot)));
    }));

    it('plays itself: it runs, turns at the end, and tells no problem', async () => {
        const before = await read();
        await gallery.step(1.5);
        const later = await read();
        expect(before.plays).to.equal('itself');
        expect(later.x).to.be.above(before.x + 1);
        expect(later.problems).to.deep.equal([]);
        let turned = false;
        for (let i = 0; i < 12 && !turned; i++) {
            await gallery.step(1);
            turned = (await read()).facing === -1;
        }
        expect(turned).to.equal(true);
        expect(gallery.messages).to.deep.equal([]);
    });

    for (const rate of [30, 60, 144]) {
        it(`shows the answer to a key in the next frame, at ${rate} Hz`, async () => {
            for (const key of ['ArrowRight', 'ArrowLeft']) {
                const at = 21;
                const without = await record(rate, null, at);
                const within = await record(rate, key, at);
                const off = without.map((frame, i) => apart(frame, within[i]));
                expect(Math.max(...off.slice(0, at)), 'before the key').to.be.below(SAME);
                expect(off[at], key).to.be.above(OTHER);
                expect((await read()).meter).to.equal(1);
            }
        });
    }

    /** What takes a few frames to be seen: a push, and a jump, which bends the knees first. */
    const SLOW: ReadonlySet<string | null> = new Set(['hit', 'jump']);

    /** Asks for an action by its name, in the stance that it is made for. */
    async function ask(action: string | null, stance: string, isSlow = SLOW.has(action)) {
        await stand();
        if (stance !== 'standing') await gallery.page.keyboard.down('ArrowRight');
        if (stance !== 'standing') await frames(12, 60);
        if (stance === 'jumping') await gallery.page.keyboard.press(' ');
        if (stance === 'jumping') await frames(12, 60);
        const state = await gallery.page.evaluate((action) => {
            const { script, hero } = window.gallery!.page as unknown as OpenActionPlayer;
            if (action === 'hit') hero.press('hit');
            else if (action) script.request(action);
            return { played: hero.layer!.activeState, part: hero.parts.get(action as 'dive') ?? '', explained: script.explain() };
        }, action);
        const bones = await frames(isSlow ? 3 : 1, 60);
        await gallery.page.keyboard.up('ArrowRight');
        return { ...state, bones: bones.at(-1)! };
    }

    for (const [action, stance] of [
        ['stand attack', 'standing'], ['near attack', 'standing'], ['run attack', 'moving'], ['air attack', 'jumping'], ['jump', 'standing'], ['dive', 'moving'], ['hit', 'standing']
    ] as const) {
        it(`plays ${action} while ${stance}: other bones in the next frame`, async () => {
            const without = await ask(null, stance, SLOW.has(action));
            const { played, part, explained, bones } = await ask(action, stance);
            if (action !== 'hit') expect(played, explained.join('; ')).to.equal(part);
            // what is wound up begins slowly
            expect(apart(without.bones, bones)).to.be.above(SAME);
        });
    }

    it('lets the kick out of a jump land before the feet do, and a dive go on when the feet are below the body', async () => {
        for (const [action, stance] of [['air attack', 'jumping'], ['dive', 'moving']] as const) {
            await ask(action, stance);
            await gallery.page.keyboard.down('ArrowRight');
            const shares = await gallery.page.evaluate((action) => {
                const { app, page } = window.gallery!;
                const { hero } = page as unknown as OpenActionPlayer;
                let share = 0;
                for (let i = 0; i < 120 && hero.layer!.activeState === hero.parts.get(action); i++) {
                    share = hero.layer!.activeStateCurrentTime / hero.layer!.activeStateDuration;
                    app.update(1 / 60);
                }
                return share;
            }, action);
            await gallery.page.keyboard.up('ArrowRight');
            expect(shares, action).to.be.above(action === 'dive' ? 0.74 : 0.46);
        }
    });

    it('keeps its balance where it stops at an edge, and not on level ground', async () => {
        const stop = async (x: number) => {
            await stand();
            // at one go: the page's own frames would move it on between two calls
            return gallery.page.evaluate((x) => {
                const { app, page } = window.gallery!;
                const { overlay, hero } = page as unknown as OpenActionPlayer;
                const names: string[] = [];
                const { play } = overlay;
                const run = (key: string, frames: number) => {
                    window.dispatchEvent(new KeyboardEvent(key, { key: 'ArrowRight', code: 'ArrowRight' }));
                    for (let i = 0; i < frames; i++) app.update(1 / 60);
                };
                hero.runner.placeAt(x);
                overlay.play = (name, strength) => { names.push(name); play.call(overlay, name, strength); };
                run('keydown', 15);
                run('keyup', 6);
                delete (overlay as Partial<typeof overlay>).play;
                return names;
            }, x);
        };
        expect(await stop(6.1)).to.deep.equal(['windmill']);
        expect(await stop(-2)).to.deep.equal([]);
    });

    it('stands a press during a turn to the other side', async () => {
        await stand();
        await gallery.page.keyboard.down('ArrowRight');
        await gallery.step(0.4);
        for (let i = 0; i < 4; i++) {
            await gallery.page.keyboard.press('ArrowLeft');
            await frames(7, 60);
            await gallery.page.keyboard.press('x');
            await frames(30, 60);
        }
        await gallery.page.keyboard.up('ArrowRight');
        expect(gallery.messages).to.deep.equal([]);
    });

    it('runs and faces about while keys are down, and hears nothing after the page is left', async () => {
        await record(60, null, 1);
        const { x } = await read();
        await gallery.page.keyboard.down('ArrowLeft');
        await gallery.step(0.5);
        const left = await read();
        await gallery.page.keyboard.up('ArrowLeft');
        expect(left.plays).to.equal('you');
        expect(left.facing).to.equal(-1);
        expect(left.x).to.be.below(x - 0.5);
        expect(left.stance).to.equal('moving');
        await gallery.step(0.3);
        expect((await read()).stance).to.equal('standing');
        // the number fields of the panels keep one each for the lock of the pointer
        const listeners = () => gallery.page.evaluate(() => [...window.listeners].filter(one => !one.startsWith('pointerlockchange')).length);
        await gallery.show('stride-warp');
        const others = await listeners();
        await gallery.show('action-player');
        await gallery.show('stride-warp');
        expect(await listeners()).to.equal(others);
        await gallery.show('action-player');
    });

    it('takes touches', async () => {
        await record(60, null, 1);
        await gallery.page.evaluate(() => {
            const button = document.querySelector<HTMLElement>('.pad [data-press=right]')!;
            button.setPointerCapture = () => {};
            button.dispatchEvent(new PointerEvent('pointerdown', { pointerId: 1, bubbles: true, cancelable: true }));
        });
        const { x } = await read();
        await gallery.step(0.4);
        expect((await read()).x).to.be.above(x + 0.5);
        await gallery.page.evaluate(() => document.querySelector('.pad [data-press=right]')!.dispatchEvent(new PointerEvent('pointerup', { pointerId: 1 })));
        await gallery.step(0.3);
        expect((await read()).stance).to.equal('standing');
    });

    it('gets hit, falls, and stands again', async () => {
        await record(60, null, 1);
        await gallery.page.keyboard.press('h');
        await gallery.page.keyboard.press('h');
        await gallery.step(0.5);
        const state = () => gallery.page.evaluate(() => (window.gallery!.page as unknown as OpenActionPlayer).reactions!.state);
        expect(await state()).not.to.equal('animated');
        await gallery.step(12);
        // the last of a reaction is not seen any more
        expect(await state()).to.be.oneOf(['animated', 'reacting']);
        expect((await read()).problems).to.deep.equal([]);
    });
});
