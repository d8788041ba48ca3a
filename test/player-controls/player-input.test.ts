import { expect } from 'chai';

import { PlayerInput } from '../../scripts/player-controls/player-input';
import { FakePage } from '../support/player-stage';

// What keys, fingers and sticks mean. Each test fails without the line of the script that it is about.

describe('the input of a player', () => {
    let page: FakePage;
    let input: PlayerInput;
    let turnsCamera: boolean;

    const canvas = () => page.canvas as unknown as HTMLElement;

    beforeEach(() => {
        page = new FakePage();
        turnsCamera = true;
        input = new PlayerInput(() => turnsCamera);
        page.canvas.style.touchAction = 'pan-y';
        input.attach(canvas());
    });

    afterEach(() => input.detach());

    const send = (event: Event, fields: object, target: EventTarget = page) => {
        target.dispatchEvent(Object.assign(event, fields));
        return event;
    };

    const key = (code: string, fields: object = {}, type = 'keydown') => send(new Event(type, { cancelable: true }), { code, ...fields });

    /** A pointer's event at a time in milliseconds; answers whether others on the canvas hear of it. */
    function pointer(type: string, clientX: number, clientY: number, time: number, fields: object = {}): boolean {
        const target = type === 'pointerdown' ? page.canvas : page;
        let isHeard = false;
        const listener = () => { isHeard = true; };
        target.addEventListener(type, listener);
        const event = Object.assign(new Event(type), { clientX, clientY, pointerId: 1, pointerType: 'touch', ...fields });
        Object.defineProperty(event, 'timeStamp', { value: time });
        target.dispatchEvent(event);
        target.removeEventListener(type, listener);
        return isHeard;
    }

    const move = () => {
        input.read(1 / 60);
        return [...input.move];
    };

    it('two keys at once go no faster than one, and opposite ones not at all', () => {
        key('KeyW');
        key('KeyD');
        expect(Math.hypot(...move())).to.be.closeTo(1, 1e-9);
        key('KeyS');
        key('KeyA');
        expect(move()).to.deep.equal([0, 0]);
    });

    it('either Shift runs', () => {
        for (const code of ['ShiftLeft', 'ShiftRight']) {
            key(code);
            move();
            expect(input.isRunning, code).to.equal(true);
            key(code, {}, 'keyup');
            move();
            expect(input.isRunning, code).to.equal(false);
        }
    });

    it('keys that scroll a page do not, other keys are left to it', () => {
        expect(['ArrowUp', 'Space', 'KeyW'].map(code => key(code).defaultPrevented)).to.deep.equal([true, true, true]);
        expect(['ShiftLeft', 'KeyQ'].map(code => key(code).defaultPrevented)).to.deep.equal([false, false]);
    });

    it('shortcuts of the page, and keys that are typed into it, move nobody', () => {
        for (const held of ['ctrlKey', 'metaKey', 'altKey']) key('KeyS', { [held]: true });
        const typeInto = (isField: boolean) => {
            const typed = new Event('keydown', { cancelable: true });
            Object.defineProperty(typed, 'target', { value: { matches: () => isField } });
            return send(typed, { code: 'KeyW' }).defaultPrevented;
        };
        expect(typeInto(true)).to.equal(false);
        expect(move()).to.deep.equal([0, 0]);
        expect(typeInto(false)).to.equal(true);
        expect(move()).to.deep.equal([0, 1]);
    });

    it('a jump key that is held jumps once', () => {
        key('Space');
        expect(input.jumps).to.equal(true);
        input.jumps = false;
        key('Space', { repeat: true });
        expect(input.jumps).to.equal(false);
    });

    it('a page that loses the keys releases all', () => {
        key('KeyW');
        pointer('pointerdown', 200, 400, 0);
        page.dispatchEvent(new Event('blur'));
        expect(move()).to.deep.equal([0, 0]);
        expect(input.stick).to.equal(null);
    });

    it('a thumb is the stick\'s alone, a second one on the left half and a mouse turn the camera', () => {
        expect(pointer('pointerdown', 200, 400, 0)).to.equal(false);
        expect(pointer('pointermove', 200, 350, 10)).to.equal(false);
        expect(pointer('pointerdown', 300, 400, 20, { pointerId: 2 })).to.equal(true);
        expect(pointer('pointermove', 400, 400, 30, { pointerId: 2 })).to.equal(true);
        expect(input.look[0]).to.be.closeTo(-30, 1e-9);
        expect(input.look[1]).to.equal(0);
        pointer('pointermove', 350, 400, 35, { pointerId: 4 });
        pointer('pointerup', 350, 400, 36, { pointerId: 4 });
        pointer('pointerdown', 100, 100, 40, { pointerId: 3, pointerType: 'mouse' });
        pointer('pointermove', 100, 200, 50, { pointerId: 3, pointerType: 'mouse' });
        expect(input.look[1]).to.be.closeTo(-30, 1e-9);
        expect(input.stick).to.include({ x: 200, y: 400, toX: 200, toY: 350 });
        pointer('pointerup', 200, 350, 60);
        pointer('pointerdown', 100, 100, 70, { pointerId: 3, pointerType: 'mouse' });
        expect(input.stick).to.equal(null);
    });

    it('a camera that something else moves is not turned', () => {
        turnsCamera = false;
        for (const pointerType of ['touch', 'mouse']) {
            pointer('pointerdown', 600, 400, 0, { pointerType });
            pointer('pointermove', 700, 300, 10, { pointerType });
        }
        expect([...input.look]).to.deep.equal([0, 0]);
    });

    it('a tap on the right half jumps; a long one, a drag, one of the stick, of a mouse or of the page does not', () => {
        const tap = (x: number, seconds: number, way = 0, fields: object = {}, end = 'pointerup') => {
            input.jumps = false;
            pointer('pointerdown', x, 400, 0, fields);
            if (way > 0) pointer('pointermove', x + way, 400, 1, fields);
            pointer(end, x + way, 400, 1000 * seconds, fields);
            return input.jumps;
        };
        expect(tap(600, 0.1)).to.equal(true);
        expect(tap(600, 0.1, 5)).to.equal(true);
        expect(tap(600, 0.5)).to.equal(false);
        expect(tap(600, 0.1, 40)).to.equal(false);
        expect(tap(200, 0.1)).to.equal(false);
        expect(tap(600, 0.1, 0, { pointerType: 'mouse' })).to.equal(false);
        expect(tap(600, 0.1, 0, {}, 'pointercancel')).to.equal(false);
        expect(input.stick).to.equal(null);
    });

    it('does not let the page scroll under a thumb, and gives it back', () => {
        input.attach(canvas());
        expect(page.canvas.style.touchAction).to.equal('none');
        input.detach();
        expect(page.canvas.style.touchAction).to.equal('pan-y');
        input.detach();
        pointer('pointerdown', 200, 400, 0);
        expect(input.stick).to.equal(null);
    });

    describe('with a gamepad', () => {
        const pad = { axes: [0, 0, 0, 0], buttons: [{ pressed: false }] };
        let before: PropertyDescriptor | undefined;

        beforeEach(() => {
            before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
            Object.defineProperty(globalThis, 'navigator', { value: { getGamepads: () => [null, pad] }, configurable: true });
            pad.axes = [0, 0, 0, 0];
            pad.buttons = [{ pressed: false }];
            page.dispatchEvent(new Event('gamepadconnected'));
        });

        afterEach(() => {
            if (before) Object.defineProperty(globalThis, 'navigator', before);
            else delete (globalThis as { navigator?: object }).navigator;
        });

        it('sticks that rest a little aside move and turn nothing', () => {
            pad.axes = [0.1, 0.1, 0.1, -0.1];
            expect(move()).to.deep.equal([0, 0]);
            expect([...input.look]).to.deep.equal([0, 0]);
            expect(input.jumps).to.equal(false);
        });

        it('the right stick turns the camera by time', () => {
            pad.axes = [0, 0, 1, 0];
            for (let i = 0; i < 60; i++) move();
            expect(input.look[0]).to.be.closeTo(-150, 1e-6);
        });

        it('a button that is held jumps once', () => {
            pad.buttons = [{ pressed: true }];
            move();
            expect(input.jumps).to.equal(true);
            input.jumps = false;
            move();
            expect(input.jumps).to.equal(false);
        });
    });
});
