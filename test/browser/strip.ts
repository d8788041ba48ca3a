import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { parseArgs } from 'node:util';

import { GalleryBrowser } from './gallery-browser';

// Takes pictures of a page of the gallery as it moves, stepped by hand at 60 frames a second, side by side in one file:
//
//     node --import ./tools/typescript.mjs test/browser/strip.ts --page spring-chain --character hound --seconds 3

const HELP = `node --import ./tools/typescript.mjs test/browser/strip.ts
  --page NAME         page, by its name in the address
  --character NAMES   mannequin, hound, a file, or a file of the folder LIMBER_RIGS; with commas: further files with clips
  --clip NAME         clip to play
  --seconds N         how long (3)
  --frames N          how many pictures (12)
  --from N            seconds before the first picture (0)
  --do 'N: CODE'      runs code in the page after N seconds; page, gallery, app, character and script are at hand; may be given again
  --columns N         pictures in a row (4)
  --size WxH          size of the window (1280x720)
  --window            pictures of the whole window in place of the stage alone
  --width N           width of a picture in the strip (480)
  --out FILE          where it goes (screenshots/strip.png)
  --log               prints what --do and the console say`;

const { values } = parseArgs({
    options: {
        page: { type: 'string', default: '' },
        character: { type: 'string', default: '' },
        clip: { type: 'string', default: '' },
        seconds: { type: 'string', default: '3' },
        frames: { type: 'string', default: '12' },
        from: { type: 'string', default: '0' },
        do: { type: 'string', multiple: true, default: [] },
        columns: { type: 'string', default: '4' },
        size: { type: 'string', default: '1280x720' },
        window: { type: 'boolean', default: false },
        width: { type: 'string', default: '480' },
        out: { type: 'string', default: 'screenshots/strip.png' },
        log: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false }
    }
});

interface Act {
    readonly at: number;
    readonly code: string;
}

function readAct(text: string): Act {
    const colon = text.indexOf(':');
    return { at: Number(text.slice(0, colon)), code: text.slice(colon + 1) };
}

/** Runs code of the command line in the page. */
async function run(gallery: GalleryBrowser, code: string) {
    const said = await gallery.page.evaluate((code) => {
        const { page, app, character } = window.gallery!;
        const { script } = page as { script?: unknown };
        const body = /\breturn\b|;/.test(code) ? code : `return ${code}`;
        // eslint-disable-next-line no-new-func
        const answer: unknown = new Function('page', 'gallery', 'app', 'character', 'script', body)(page, window.gallery, app, character, script);
        return answer === undefined || typeof answer === 'object' && answer !== null ? JSON.stringify(answer) : String(answer);
    }, code);
    if (values.log) console.log(`${code.trim()} → ${said}`);
}

/** Goes on in time, and lets acts happen on the way. */
class HandClock {
    private now = 0;

    constructor(private readonly gallery: GalleryBrowser, private readonly acts: Act[]) {}

    async goTo(seconds: number) {
        while (this.acts.length > 0 && this.acts[0].at <= seconds) {
            const act = this.acts.shift()!;
            await this.pass(act.at);
            await run(this.gallery, act.code);
        }
        await this.pass(seconds);
    }

    private async pass(until: number) {
        const seconds = until - this.now;
        this.now = until;
        await this.gallery.step(seconds);
    }
}

async function main() {
    if (values.help) {
        console.log(HELP);
        return;
    }
    const [width, height] = values.size.split('x').map(Number);
    const gallery = await GalleryBrowser.start({ width, height });
    try {
        await gallery.open(new URLSearchParams({ page: values.page, clip: values.clip }).toString().replace(/^/, '?'));
        await gallery.show(values.page, values.character);
        if (values.clip) await gallery.page.evaluate(clip => window.gallery!.character.play(clip), values.clip);
        const acts = values.do.map(readAct).sort((a, b) => a.at - b.at);
        const from = Number(values.from), seconds = Number(values.seconds), count = Number(values.frames);
        await gallery.beginStrip(Number(values.width), Number(values.columns), count);
        const clock = new HandClock(gallery, acts);
        for (let i = 0; i < count; i++) {
            const until = from + (count > 1 ? seconds * i / (count - 1) : 0);
            await clock.goTo(until);
            await gallery.addToStrip(i, `${until.toFixed(2)} s`, values.window);
        }
        const png = await gallery.endStrip();
        await mkdir(dirname(values.out), { recursive: true });
        await writeFile(values.out, png);
        const problems = await gallery.page.evaluate(() => window.gallery!.page.problems());
        console.log(`${values.out}: ${basename(values.character) || 'mannequin'} on ${values.page || 'the first page'}, ${count} pictures`);
        if (problems.length > 0) console.log(`problems: ${problems.join(' ')}`);
        if (gallery.messages.length > 0) console.log(`console: ${gallery.messages.join('\n')}`);
    } finally {
        await gallery.stop();
    }
}

await main();
