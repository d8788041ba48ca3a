import { Container } from '@playcanvas/pcui';

// Curves of the channels over the last seconds, one below the other.

/** A channel as it is drawn. */
export interface Channel {
    readonly title: string;
    readonly colour: string;
    /** Smallest and largest value in its row. */
    readonly range: readonly [number, number];
    read(): number;
}

const WIDTH = 560;
const ROW = 44;

/** Seconds in the picture, and moments a second. */
const SECONDS = 40;
const RATE = 15;
const COUNT = SECONDS * RATE;

export class ChannelCurves {
    readonly element = new Container({ class: 'curves' });

    private readonly context: CanvasRenderingContext2D;

    private readonly values: readonly number[][];

    private since = 0;

    constructor(private readonly channels: readonly Channel[]) {
        const canvas = document.createElement('canvas');
        canvas.width = WIDTH;
        canvas.height = ROW * channels.length;
        canvas.style.width = '100%';
        this.context = canvas.getContext('2d')!;
        this.element.dom.append(canvas);
        this.values = channels.map(() => []);
    }

    /** Takes up a frame of some seconds, and draws. */
    update(dt: number) {
        this.since += dt;
        if (this.since < 1 / RATE) return;
        this.since = 0;
        this.channels.forEach((channel, i) => {
            this.values[i].push(channel.read());
            if (this.values[i].length > COUNT) this.values[i].shift();
        });
        this.draw();
    }

    private draw() {
        const { context } = this;
        context.fillStyle = '#20292b';
        context.fillRect(0, 0, WIDTH, ROW * this.channels.length);
        this.channels.forEach(({ title, colour, range: [low, high] }, row) => {
            const values = this.values[row];
            const top = ROW * row;
            context.strokeStyle = colour;
            context.lineWidth = 2;
            context.beginPath();
            values.forEach((value, i) => context.lineTo((COUNT - values.length + i) / COUNT * WIDTH, top + 4 + (ROW - 8) * (1 - (value - low) / (high - low))));
            context.stroke();
            context.font = '15px sans-serif';
            context.fillStyle = '#c8d2d4';
            context.fillText(title, 8, top + 17);
        });
    }
}
