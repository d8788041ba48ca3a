import { LEGEND } from './bones';

// Pictures of several characters as one, with what the colours of bones mean above them.

/** A picture with the name of what it shows. */
export interface Titled { readonly title: string; readonly url: string }

const HEAD = 22;
const FONT = '13px sans-serif';

async function readImage(url: string): Promise<HTMLImageElement> {
    const image = new Image();
    image.src = url;
    await image.decode();
    return image;
}

/**
 * Puts pictures side by side.
 *
 * @param columns - Pictures in a row.
 * @returns A PNG in a data URL.
 */
export async function joinPictures(pictures: readonly Titled[], columns: number): Promise<string> {
    const images = await Promise.all(pictures.map(({ url }) => readImage(url)));
    const width = Math.max(...images.map(image => image.width));
    const count = Math.min(columns, images.length);
    const rows = Array.from({ length: Math.ceil(images.length / count) }, (_, row) => images.slice(row * count, (row + 1) * count));
    const heights = rows.map(row => HEAD + Math.max(...row.map(image => image.height)));
    const canvas = document.createElement('canvas');
    canvas.width = count * width;
    canvas.height = HEAD + heights.reduce((sum, height) => sum + height, 0);
    const context = canvas.getContext('2d')!;
    context.fillStyle = '#20262a';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.font = FONT;
    let x = 6;
    for (const { title, colour } of LEGEND) {
        context.fillStyle = colour;
        context.fillText(`● ${title}`, x, HEAD - 6);
        x += context.measureText(`● ${title}`).width + 16;
    }
    let top = HEAD;
    rows.forEach((row, i) => {
        row.forEach((image, column) => {
            context.fillStyle = '#ffffff';
            context.fillText(pictures[i * count + column].title, column * width + 6, top + HEAD - 6);
            context.drawImage(image, column * width, top + HEAD);
        });
        top += heights[i];
    });
    return canvas.toDataURL('image/png');
}
