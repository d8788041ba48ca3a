import type { Flat } from '../core/math/flat-math';

// What a player does: keys, a thumb on the left half of the screen, a gamepad; and what turns the camera.

/** Keys by their place on the keyboard: what they add to the right and ahead. */
const KEYS: Readonly<Record<string, readonly [right: number, ahead: number]>> = {
    KeyW: [0, 1], KeyS: [0, -1], KeyA: [-1, 0], KeyD: [1, 0],
    ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0]
};
const RUN: readonly string[] = ['ShiftLeft', 'ShiftRight'];
const JUMP = 'Space';

/** Elements for typing, in which keys are letters. */
const TYPING = 'input:not([type=checkbox]), textarea, select, [contenteditable]';

/** Pixels from the place of the thumb at which the stick is all the way, and degrees of the camera for a pixel of a drag. */
const STICK_RADIUS = 56;
const DRAG = 0.3;

/** Milliseconds and pixels of a touch that is a tap. */
const TAP_TIME = 220;
const TAP_WAY = 12;

/** Deflection of a gamepad's stick that counts as none, and degrees a second of the camera with the right one all the way. */
const DEAD = 0.15;
const LOOK_SPEED = 150;

/** Listeners come before those of the elements below. */
const FIRST = { capture: true };

/** A finger or the mouse that is down. */
interface Pointer { readonly isStick: boolean; readonly x: number; readonly y: number; readonly time: number; lastX: number; lastY: number; way: number }

/** The left stick on the screen: where the thumb came down, and where it is, in pixels of the canvas. */
export interface ScreenStick { readonly x: number; readonly y: number; readonly toX: number; readonly toY: number }

export class PlayerInput {
    /** To the right and ahead; 1 is all the way. */
    readonly move: Flat = new Float64Array(2);

    /** Whether it comes from keys, which have no way between, and whether the key to run is down. */
    isByKeys = false;

    isRunning = false;

    /** Degrees that the camera shall turn to the left and up, until they are taken. */
    readonly look: Flat = new Float64Array(2);

    /** Whether a jump was asked for, until it is taken. */
    jumps = false;

    private readonly down = new Set<string>();

    private readonly pointers = new Map<number, Pointer>();

    private hasGamepad = false;

    private wasButtonDown = false;

    private canvas: HTMLElement | null = null;

    private touchAction = '';

    /** @param turnsCamera - Whether a drag turns the camera. */
    constructor(private readonly turnsCamera: () => boolean) {}

    /** Where the thumb is; null: it is not there. */
    get stick(): ScreenStick | null {
        for (const { isStick, x, y, lastX, lastY } of this.pointers.values()) if (isStick) return { x, y, toX: lastX, toY: lastY };
        return null;
    }

    /** Begins to listen. */
    attach(canvas: HTMLElement) {
        if (this.canvas) return;
        this.canvas = canvas;
        this.touchAction = canvas.style.touchAction;
        // the page shall not scroll under the thumb
        canvas.style.touchAction = 'none';
        this.listen('addEventListener');
    }

    /** Stops listening, and forgets what was down. */
    detach() {
        if (!this.canvas) return;
        this.listen('removeEventListener');
        this.canvas.style.touchAction = this.touchAction;
        this.canvas = null;
        this.release();
    }

    /** Reads how things are in a frame. */
    read(dt: number) {
        const { move, down } = this;
        move.fill(0);
        this.isByKeys = false;
        for (const code of down) {
            const key = KEYS[code];
            if (!key) continue;
            move[0] += key[0];
            move[1] += key[1];
            this.isByKeys = true;
        }
        this.isRunning = down.has(RUN[0]) || down.has(RUN[1]);
        for (const pointer of this.pointers.values()) if (pointer.isStick) this.push((pointer.lastX - pointer.x) / STICK_RADIUS, (pointer.y - pointer.lastY) / STICK_RADIUS);
        if (this.hasGamepad) this.readGamepads(dt);
        const length = Math.hypot(move[0], move[1]);
        if (length <= 1) return;
        move[0] /= length;
        move[1] /= length;
    }

    private push(right: number, ahead: number) {
        this.move[0] += right;
        this.move[1] += ahead;
    }

    private readGamepads(dt: number) {
        let isButtonDown = false;
        for (const pad of navigator.getGamepads()) {
            if (!pad) continue;
            const [x = 0, y = 0, lookX = 0, lookY = 0] = pad.axes;
            if (Math.hypot(x, y) > DEAD) this.push(x, -y);
            if (Math.hypot(lookX, lookY) > DEAD) this.turn(-lookX * LOOK_SPEED * dt, -lookY * LOOK_SPEED * dt);
            isButtonDown ||= pad.buttons[0]?.pressed === true;
        }
        if (isButtonDown && !this.wasButtonDown) this.jumps = true;
        this.wasButtonDown = isButtonDown;
    }

    private turn(left: number, up: number) {
        this.look[0] += left;
        this.look[1] += up;
    }

    private listen(method: 'addEventListener' | 'removeEventListener') {
        const { canvas } = this;
        const page = canvas!.ownerDocument?.defaultView;
        // before those of a camera that is turned by the same finger
        canvas![method]('pointerdown', this.onDown as EventListener, FIRST);
        page?.[method]('pointermove', this.onMove as EventListener, FIRST);
        page?.[method]('pointerup', this.onUp as EventListener, FIRST);
        page?.[method]('pointercancel', this.onUp as EventListener, FIRST);
        // before keys of the page that mean something else
        page?.[method]('keydown', this.onKey as EventListener, FIRST);
        page?.[method]('keyup', this.onKey as EventListener, FIRST);
        page?.[method]('blur', this.release);
        page?.[method]('gamepadconnected', this.onGamepad);
    }

    private readonly release = () => {
        this.down.clear();
        this.pointers.clear();
        this.move.fill(0);
        this.look.fill(0);
        this.jumps = false;
    };

    private readonly onGamepad = () => {
        this.hasGamepad = true;
    };

    private readonly onKey = (event: KeyboardEvent) => {
        const { code, type } = event;
        if (!(code in KEYS) && !RUN.includes(code) && code !== JUMP) return;
        if (type === 'keyup') {
            this.down.delete(code);
            return;
        }
        const { target } = event;
        if (event.ctrlKey || event.metaKey || event.altKey || 'matches' in target! && (target as Element).matches(TYPING)) return;
        if (code === JUMP && !event.repeat) this.jumps = true;
        this.down.add(code);
        // arrows and the space bar would scroll the page
        if (!RUN.includes(code)) event.preventDefault();
    };

    private readonly onDown = (event: PointerEvent) => {
        const { left, width } = this.canvas!.getBoundingClientRect();
        const { clientX: x, clientY: y, pointerId, timeStamp } = event;
        const isTouch = event.pointerType === 'touch';
        const isStick = isTouch && x - left < width / 2 && this.stick === null;
        this.pointers.set(pointerId, { isStick, x, y, time: timeStamp, lastX: x, lastY: y, way: 0 });
        if (isStick) event.stopImmediatePropagation();
    };

    private readonly onMove = (event: PointerEvent) => {
        const pointer = this.pointers.get(event.pointerId);
        if (!pointer) return;
        const x = event.clientX - pointer.lastX, y = event.clientY - pointer.lastY;
        pointer.lastX += x;
        pointer.lastY += y;
        pointer.way += Math.abs(x) + Math.abs(y);
        if (pointer.isStick) event.stopImmediatePropagation();
        else if (this.turnsCamera()) this.turn(-x * DRAG, -y * DRAG);
    };

    private readonly onUp = (event: PointerEvent) => {
        const pointer = this.pointers.get(event.pointerId);
        if (!pointer) return;
        this.pointers.delete(event.pointerId);
        const isTap = event.timeStamp - pointer.time < TAP_TIME && pointer.way < TAP_WAY;
        if (!pointer.isStick && event.pointerType === 'touch' && isTap && event.type === 'pointerup') this.jumps = true;
    };
}
