import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

import { listCharacters } from './check-rig/folder';
import { FileProblem } from './glb/file-problem';
import { StripBrowser } from './strip/browser';
import type { Request } from './strip/request';
import { DEFAULT_SCENE, scenes } from './strip/scenes';

// Shows how a character moves: frames of a scene, stepped by hand and drawn in a browser, side by side in one picture.

const HELP = `npm run strip -- --character FILE[,CLIPS.glb ...] --out FILE.png
  --scene NAMES       scenes, with commas; several give one picture each (${DEFAULT_SCENE})
  --scripts NAMES     scripts of the second character, in order, with commas; left out: those that the scene is for; none: no script
  --set NAME=VALUE    attribute of a script, such as mecFootPlacer.tiltBody=1; JSON or a word; may be given again
  --clip NAME         clip in place of the one that the scene plays
  --speed N           metres per second in place of the clip's own speed
  --from N --to N     first and last frame that is shown; left out: the whole scene
  --every N           frames from one picture to the next; left out: as many as give eight pictures
  --rate N            frames a second (60)
  --views NAMES       side, front, back, top, with commas; left out: what the scene is best seen from
  --at ROLE           a close-up of a bone, by its role or name
  --zoom N            times larger (1)
  --folder NAMES      folders, with commas: each character of them, as it is at the end, in one picture, with its bones
  --bones             draws the bones, coloured by their roles
  --alone             no second character without scripts
  --do 'N: CODE'      runs code before frame N; actor, script(name), stage and pc are at hand; may be given again
  --print CODE        prints an expression at each picture; the same names are at hand
  --width N           pixels of a picture (195)
  --columns N         pictures in a row (8)
  --list              names the scenes`;

/** Pictures of a scene when nothing else is said. */
const PICTURES = 8;

const number = (name: string, text: string, least: number): number => {
    const value = Number(text);
    if (!(value >= least)) throw new FileProblem(`--${name} ${text} is no number from ${least} on`);
    return value;
};

/** A value of the command line: JSON, or else a word. */
function readValue(text: string): unknown {
    try {
        return JSON.parse(text);
    } catch {
        return text;
    }
}

/** `mecFootPlacer.tiltBody=1` as script, attribute and value. */
function readSetting(text: string): [string, string, unknown] {
    const parts = /^(\w+)\.(\w+)=(.*)$/.exec(text);
    if (!parts) throw new FileProblem(`--set ${text} has no such form: mecFootPlacer.tiltBody=1`);
    return [parts[1], parts[2], readValue(parts[3])];
}

const names = (text: string): string[] => text.split(',').filter(name => name !== '');

function readArguments() {
    const { values } = parseArgs({
        options: {
            character: { type: 'string', default: 'templates/mannequin.glb' },
            scene: { type: 'string', default: DEFAULT_SCENE },
            scripts: { type: 'string' },
            set: { type: 'string', multiple: true, default: [] },
            clip: { type: 'string', default: '' },
            speed: { type: 'string' },
            from: { type: 'string', default: '0' },
            to: { type: 'string' },
            every: { type: 'string' },
            rate: { type: 'string', default: '60' },
            views: { type: 'string' },
            at: { type: 'string', default: '' },
            zoom: { type: 'string', default: '1' },
            folder: { type: 'string', default: '' },
            bones: { type: 'boolean', default: false },
            alone: { type: 'boolean', default: false },
            do: { type: 'string', multiple: true, default: [] },
            print: { type: 'string', default: '' },
            width: { type: 'string', default: '195' },
            columns: { type: 'string', default: '8' },
            out: { type: 'string', default: 'strip.png' },
            list: { type: 'boolean', default: false },
            help: { type: 'boolean', default: false }
        }
    });
    return values;
}

/** What is asked of the page, for each scene. */
function readRequests(values: ReturnType<typeof readArguments>): Request[] {
    return names(values.scene).map((name) => {
        const scene = scenes.find(one => one.name === name);
        if (!scene) throw new FileProblem(`there is no scene "${name}". There are ${scenes.map(one => one.name).join(', ')}`);
        const rate = number('rate', values.rate, 1);
        const from = number('from', values.from, 0);
        const to = values.to ? number('to', values.to, from) : Math.round(scene.seconds * rate);
        const every = values.every ? number('every', values.every, 1) : Math.max(1, Math.floor((to - from) / (PICTURES - 1)));
        return {
            scene: name,
            scripts: values.scripts === undefined ? scene.scripts : names(values.scripts).filter(script => script !== 'none'),
            settings: values.set.map(readSetting),
            clip: values.clip,
            speed: values.speed === undefined ? null : number('speed', values.speed, 0),
            from, to, every, rate,
            views: values.views === undefined ? scene.views ?? ['side', 'front'] : names(values.views),
            at: values.at,
            zoom: number('zoom', values.zoom, 0.01),
            alone: values.alone,
            bones: values.bones,
            acts: values.do.map((text) => {
                const colon = text.indexOf(':');
                return { frame: number('do', text.slice(0, colon), 0), code: text.slice(colon + 1) };
            }),
            print: values.print,
            width: number('width', values.width, 16),
            columns: number('columns', values.columns, 1)
        };
    });
}

/** Draws the last moment of each character of some folders, with its bones, in one picture. */
async function drawFolders(folders: readonly string[], request: Request, out: string) {
    const entries = folders.flatMap(folder => listCharacters(folder).map(({ name, clips }) => ({ name, files: [name, ...clips].map(file => join(folder, file)) })));
    if (entries.length === 0) throw new FileProblem(`--folder ${folders.join()} holds no .glb or .vrm file`);
    const browser = await StripBrowser.start(entries[0].files);
    const pictures: { title: string; png: Buffer }[] = [];
    try {
        for (const { name, files } of entries) {
            try {
                await browser.open(files);
                const { png, lines } = await browser.take({ ...request, from: request.to, alone: true, bones: true });
                pictures.push({ title: name, png });
                for (const line of lines) console.log(`${name}: ${line}`);
            } catch (error) {
                console.log(`${name}: ${(error as Error).message}`);
            }
        }
        mkdirSync(dirname(out), { recursive: true });
        writeFileSync(out, await browser.join(pictures, request.columns));
        console.log(`${out}: ${request.scene}, ${pictures.length} characters`);
    } finally {
        await browser.stop();
    }
}

async function main() {
    const values = readArguments();
    if (values.help || values.list) {
        const list = scenes.map(({ name, text, scripts }) => `${name.padEnd(10)} ${text} (${scripts.join(', ')})`);
        console.log([...values.help ? [HELP, ''] : [], ...list].join('\n'));
        return;
    }
    const requests = readRequests(values);
    if (values.folder !== '') {
        await drawFolders(names(values.folder), requests[0], values.out);
        return;
    }
    const browser = await StripBrowser.start(names(values.character));
    try {
        for (const request of requests) {
            const { png, lines } = await browser.take(request);
            const file = requests.length === 1 ? values.out : values.out.replace(/(?:\.png)?$/, `-${request.scene}.png`);
            mkdirSync(dirname(file), { recursive: true });
            writeFileSync(file, png);
            for (const line of [`${file}: ${request.scene}, frames ${request.from} to ${request.to}, each ${request.every}`, ...lines]) console.log(line);
        }
    } finally {
        await browser.stop();
    }
}

try {
    await main();
} catch (error) {
    console.error(`[strip] ${(error as Error).message}`);
    process.exitCode = 1;
}
