import { Container } from '@playcanvas/pcui';
import type { ClipSteps } from 'limber';

import type { Figure } from './figure';

// Curves of one bone's speed, one for each figure, and below them when the feet of the clip are down.

const WIDTH = 560;
const HEIGHT = 200;
const ROW = 12;

/** Largest speed in the picture, degrees a second: cross-fades jump far beyond. */
const FASTEST = 1500;

const css = ([r, g, b]: readonly [number, number, number]) => `rgb(${255 * r} ${255 * g} ${255 * b})`;

export class Curves {
    readonly element = new Container({ class: 'curves' });

    private readonly canvas = document.createElement('canvas');

    private readonly context: CanvasRenderingContext2D;

    constructor(private readonly figures: readonly Figure[], private readonly bone: string) {
        this.canvas.width = WIDTH;
        this.canvas.style.width = '100%';
        this.context = this.canvas.getContext('2d')!;
        this.element.dom.append(this.canvas);
    }

    /**
     * Draws what was measured.
     *
     * @param frames - How many frames fit in the width.
     * @param steps - The clip's; null where nothing is known of its feet.
     * @param time - Seconds of the clip.
     */
    draw(frames: number, steps: ClipSteps | null, time: number) {
        const rows = steps?.feet.length ?? 0;
        const height = HEIGHT + ROW * (rows + 1);
        if (this.canvas.height !== height) this.canvas.height = height;
        const { context } = this;
        context.fillStyle = '#20292b';
        context.fillRect(0, 0, WIDTH, height);
        this.drawSpeeds(frames);
        if (steps) this.drawFeet(steps, time);
    }

    private drawSpeeds(frames: number) {
        const { context, figures } = this;
        const most = Math.min(FASTEST, Math.max(100, ...figures.flatMap(({ speeds }) => speeds)));
        for (const { speeds, manner } of figures) {
            context.strokeStyle = css(manner.colour);
            context.lineWidth = 2;
            context.beginPath();
            speeds.forEach((speed, i) => context.lineTo((frames - speeds.length + i) / frames * WIDTH, (HEIGHT - 8) * (1 - speed / most) + 4));
            context.stroke();
        }
        context.font = '15px sans-serif';
        context.fillStyle = '#c8d2d4';
        context.fillText(`${this.bone}, up to ${most.toFixed(0)}°/s`, 8, 18);
        figures.forEach(({ manner }, i) => {
            context.fillStyle = css(manner.colour);
            context.fillText(manner.title, 8, 38 + 18 * i);
        });
    }

    private drawFeet({ feet, duration }: ClipSteps, time: number) {
        const { context } = this;
        feet.forEach(({ stances }, row) => {
            const y = HEIGHT + ROW * row + 4;
            context.fillStyle = '#39464a';
            context.fillRect(0, y, WIDTH, ROW - 3);
            context.fillStyle = row % 2 === 0 ? '#e2c044' : '#b48ee0';
            for (const { strike, release } of stances) {
                context.fillRect(strike / duration * WIDTH, y, Math.min(release - strike, duration - strike) / duration * WIDTH, ROW - 3);
                if (release > duration) context.fillRect(0, y, (release - duration) / duration * WIDTH, ROW - 3);
            }
        });
        const x = (time / duration - Math.floor(time / duration)) * WIDTH;
        context.fillStyle = '#fff';
        context.fillRect(x - 1, HEIGHT, 2, ROW * feet.length + 4);
    }
}
