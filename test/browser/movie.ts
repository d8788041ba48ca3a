import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';

import { GalleryBrowser } from './gallery-browser';

// Writes a page of the gallery as a moving picture, an animated WebP, stepped by hand at 60 frames a second. Without options it is the one of the README:
//
//     npm run movie

/** Milliseconds for what the code of --do loads. */
const LOADING = 2000;

const HELP = `npm run movie --
  --page NAME         page, by its name in the address (walk-around)
  --character NAMES   mannequin, hound, a file, or a file of the folder LIMBER_RIGS; with commas: further files with clips
  --seconds N         how long (10)
  --from N            seconds before the first picture (0.8)
  --do CODE           code that runs in the page before that; page, gallery, app and character are at hand (a companion comes along)
  --rate N            pictures a second, a divisor of 60 (12)
  --size WxH          pixels of a picture (640x360)
  --quality N         0 to 1 (0.6)
  --out FILE          where it goes (docs/images/walk-around.webp)`;

const { values } = parseArgs({
    options: {
        page: { type: 'string', default: 'walk-around' },
        character: { type: 'string', default: '' },
        seconds: { type: 'string', default: '10' },
        from: { type: 'string', default: '0.8' },
        do: { type: 'string', default: 'page.switches.find(({ name }) => name === "companion")?.set(true)' },
        rate: { type: 'string', default: '12' },
        size: { type: 'string', default: '640x360' },
        quality: { type: 'string', default: '0.6' },
        out: { type: 'string', default: 'docs/images/walk-around.webp' },
        help: { type: 'boolean', default: false }
    }
});

/** Draws the stage, and gives its picture as a WebP of a size in pixels. */
async function shoot(gallery: GalleryBrowser, width: number, height: number): Promise<Buffer> {
    const url = await gallery.page.evaluate(([width, height, quality]) => {
        const canvas = document.getElementById('canvas') as HTMLCanvasElement;
        const picture = document.createElement('canvas');
        Object.assign(picture, { width, height });
        // the middle of the stage, as wide and high as it fits
        const scale = Math.min(canvas.width / width, canvas.height / height);
        const [w, h] = [scale * width, scale * height];
        // what is drawn can be read until the next frame begins
        window.gallery!.app.render();
        picture.getContext('2d', { alpha: false })!.drawImage(canvas, (canvas.width - w) / 2, (canvas.height - h) / 2, w, h, 0, 0, width, height);
        return picture.toDataURL('image/webp', quality);
    }, [width, height, Number(values.quality)] as const);
    return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

/** Length of what stands before the chunks of a WebP file. */
const HEADER = 12;

function chunk(name: string, ...contents: Buffer[]): Buffer {
    const content = Buffer.concat(contents);
    const head = Buffer.alloc(8);
    head.write(name, 'latin1');
    head.writeUInt32LE(content.length, 4);
    return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

function numbers(...fields: readonly (readonly [value: number, bytes: number])[]): Buffer {
    return Buffer.concat(fields.map(([value, bytes]) => {
        const field = Buffer.alloc(bytes);
        field.writeUIntLE(value, 0, bytes);
        return field;
    }));
}

/** The chunk of a WebP file that holds its picture: what else a browser writes, such as the colour profile, has no place in a frame. */
function pictureOf(file: Buffer): Buffer {
    let at = HEADER;
    while (file.toString('latin1', at, at + 4) !== 'VP8 ') {
        const length = file.readUInt32LE(at + 4);
        at += 8 + length + length % 2;
    }
    return file.subarray(at);
}

/** Pictures as one animated WebP that repeats for ever: the browser makes the pictures, the container of such a file is a list of them. */
function join(pictures: readonly Buffer[], width: number, height: number, milliseconds: number): Buffer {
    const size = [[width - 1, 3], [height - 1, 3]] as const;
    const isAnimated = 2, overwrites = 2;
    const frames = pictures.map(picture => chunk('ANMF', numbers([0, 6], ...size, [milliseconds, 3], [overwrites, 1]), pictureOf(picture)));
    return chunk('RIFF', Buffer.from('WEBP'), chunk('VP8X', numbers([isAnimated, 4], ...size)), chunk('ANIM', numbers([0, 6])), ...frames);
}

async function main() {
    if (values.help) {
        console.log(HELP);
        return;
    }
    const [width, height] = values.size.split('x').map(Number);
    const rate = Number(values.rate), count = Math.round(Number(values.seconds) * rate);
    const gallery = await GalleryBrowser.start();
    try {
        await gallery.open(`?page=${values.page}`);
        if (values.character) await gallery.show(values.page, values.character);
        if (values.do) {
            await gallery.page.evaluate((code) => {
                const { page, app, character } = window.gallery!;
                // eslint-disable-next-line no-new-func
                new Function('page', 'gallery', 'app', 'character', code)(page, window.gallery, app, character);
            }, values.do);
            await gallery.page.waitForTimeout(LOADING);
        }
        await gallery.step(Number(values.from));
        const pictures: Buffer[] = [];
        for (let i = 0; i < count; i++) {
            pictures.push(await shoot(gallery, width, height));
            await gallery.step(1 / rate);
        }
        const movie = join(pictures, width, height, Math.round(1000 / rate));
        await mkdir(dirname(values.out), { recursive: true });
        await writeFile(values.out, movie);
        console.log(`${values.out}: ${count} pictures, ${Math.round(movie.length / 1024)} KB`);
    } finally {
        await gallery.stop();
    }
}

await main();
