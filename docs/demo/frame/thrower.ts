import type { Vec3 } from 'playcanvas';

import type { Arena } from './arena';
import type { Stage } from './stage';

// A click does something to what is under the pointer, by default it throws a ball there; a drag still turns the camera.

/** Way of the pointer in pixels from which a press is a drag. */
const DRAG_PIXELS = 5;

/** Speed of a ball, metres per second, and how far in front of the camera it starts. */
const SPEED = 11;
const START = 0.4;

export class Thrower {
    private readonly pressed = { x: NaN, y: NaN };

    /**
     * @param arena - Where the balls fly.
     * @param act - What is done with a world point in the place of throwing a ball at it.
     * @param takes - Takes a click at a place of the canvas, in pixels, for itself, or not.
     */
    constructor(private readonly stage: Stage, private readonly arena: Arena, private readonly act?: (point: Vec3) => void, private readonly takes?: (x: number, y: number) => boolean) {
        const { canvas } = stage;
        canvas.addEventListener('pointerdown', this.onDown);
        canvas.addEventListener('pointerup', this.onUp);
    }

    destroy() {
        const { canvas } = this.stage;
        canvas.removeEventListener('pointerdown', this.onDown);
        canvas.removeEventListener('pointerup', this.onUp);
    }

    /**
     * Acts on what is seen at a place of the canvas.
     *
     * @param x - Pixels from the left.
     * @param y - Pixels from the top.
     */
    throwAt(x: number, y: number) {
        if (this.takes?.(x, y)) return;
        const { stage, arena } = this;
        const camera = stage.camera.camera!;
        const eye = stage.camera.getPosition();
        const far = camera.screenToWorld(x, y, camera.farClip);
        const hit = stage.app.systems.rigidbody!.raycastFirst(eye, far);
        // over the horizon it flies as far as the character stands
        const goal = hit ? hit.point : camera.screenToWorld(x, y, eye.length());
        if (this.act) {
            this.act(goal);
            return;
        }
        const from = goal.clone().sub(eye).normalize().mulScalar(START * arena.scale).add(eye);
        arena.throwAt(from, goal, SPEED * arena.scale);
    }

    private readonly onDown = (event: PointerEvent) => {
        if (event.button !== 0) return;
        this.pressed.x = event.offsetX;
        this.pressed.y = event.offsetY;
    };

    private readonly onUp = (event: PointerEvent) => {
        const { x, y } = this.pressed;
        if (event.button !== 0 || !(Math.hypot(event.offsetX - x, event.offsetY - y) < DRAG_PIXELS)) return;
        this.throwAt(event.offsetX, event.offsetY);
    };
}
