// A sheet of pictures: time goes to the right, below one another the same moment without scripts and with them, from each side.

interface Layout {
    /** What each row of a band shows. */
    readonly rows: readonly string[];
    /** Columns of the canvas that is copied: its pictures stand in `rows.length / characters` rows. */
    readonly characters: number;
    readonly pictures: number;
    /** Pixels of a picture. */
    readonly width: number;
    readonly height: number;
    /** Pictures in a row of the sheet. */
    readonly columns: number;
}

const HEAD = 18;
const FONT = '12px sans-serif';

export class Sheet {
    private readonly canvas = document.createElement('canvas');

    private readonly context: CanvasRenderingContext2D;

    constructor(private readonly source: HTMLCanvasElement, private readonly layout: Layout) {
        const { pictures, width, columns } = layout;
        this.canvas.width = Math.min(pictures, columns) * width;
        this.canvas.height = Math.ceil(pictures / columns) * this.band;
        this.context = this.canvas.getContext('2d')!;
        this.context.fillStyle = '#20262a';
        this.context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    }

    /**
     * Adds what has just been drawn as the picture of an index.
     *
     * @param over - Draws over the picture of a row, from its upper left corner.
     */
    add(index: number, text: string, over?: (context: CanvasRenderingContext2D, row: number) => void) {
        const { context, layout: { rows, characters, width, height, columns } } = this;
        const x = index % columns * width, top = Math.floor(index / columns) * this.band;
        context.font = FONT;
        context.fillStyle = '#ffffff';
        context.fillText(text, x + 5, top + HEAD - 5);
        rows.forEach((row, i) => {
            const y = top + HEAD + i * height;
            const from = [i % characters * width, Math.floor(i / characters) * height];
            context.drawImage(this.source, from[0], from[1], width, height, x, y, width - 1, height - 1);
            if (over) {
                context.save();
                context.translate(x, y);
                context.beginPath();
                context.rect(0, 0, width - 1, height - 1);
                context.clip();
                over(context, i);
                context.restore();
            }
            if (index % columns !== 0) return;
            context.fillStyle = '#000000';
            context.fillText(row, x + 5, y + 13);
        });
    }

    /** The sheet as a PNG in a data URL. */
    get url(): string {
        return this.canvas.toDataURL('image/png');
    }

    /** Pixels from one row of times to the next. */
    private get band(): number {
        return HEAD + this.layout.rows.length * this.layout.height;
    }
}
