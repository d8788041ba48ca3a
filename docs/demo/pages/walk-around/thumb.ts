import type { PlayerControls } from 'limber';

// The stick under a thumb: a ring where it came down, and a knob where it is.

/** Pixels from the ring's middle to which the knob goes. */
const REACH = 56;

export class Thumb {
    private readonly ring = document.createElement('div');

    private readonly knob = document.createElement('div');

    constructor(private readonly parent: HTMLElement, private readonly controls: PlayerControls) {
        this.ring.className = 'thumb';
        this.ring.append(this.knob);
        this.ring.hidden = true;
        parent.append(this.ring);
    }

    update() {
        const { ring, knob, controls: { stick } } = this;
        ring.hidden = !stick;
        if (!stick) return;
        const { left, top } = this.parent.getBoundingClientRect();
        const x = stick.toX - stick.x, y = stick.toY - stick.y;
        const share = Math.min(1, REACH / Math.max(1, Math.hypot(x, y)));
        ring.style.transform = `translate(${stick.x - left}px, ${stick.y - top}px)`;
        knob.style.transform = `translate(${x * share}px, ${y * share}px)`;
    }

    destroy() {
        this.ring.remove();
    }
}
