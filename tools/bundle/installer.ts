import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';

import { build } from 'esbuild';

import { escapeLetters } from './ascii';
import { BANNER } from './banner';
import { limberScripts } from '../../scripts/index';
import { inspectGlb } from '../glb/contents';
import type { Contents, TemplateData } from '../installer/contents';

// The installer as one file: a snippet for the Editor's console that holds all that it installs.

const FOLDER = 'templates';

const USE = `// Installs Limber into the project that is open in the PlayCanvas Editor: paste this file into the console of the browser there, or use the
// bookmarklet of docs/install.md. limberInstall({ update: true }) replaces a script of another version.`;

/** The template that a player moves, and its model. */
const PLAYER = { name: 'player', model: 'mannequin.glb' };

/** What the installer brings along: the script, and the models and templates of the pack's own folder. */
export async function readContents(script: string): Promise<Contents> {
    const files = (await readdir(FOLDER)).sort();
    const models = await Promise.all(files.filter(name => name.endsWith('.glb')).map(async (name) => {
        const bytes = await readFile(`${FOLDER}/${name}`);
        // clips are bodies without a skin, or come for a character of the same name
        const isCharacter = inspectGlb(name, bytes).skins > 0;
        return { name, base64: bytes.toString('base64'), isCharacter };
    }));
    const templates = await Promise.all(files.filter(name => name.endsWith('.json')).map(async (file) => {
        const name = file.replace(/\.json$/, '');
        const isPlayer = name === PLAYER.name;
        const model = isPlayer ? PLAYER.model : models.find(one => one.isCharacter && one.name === `${name}.glb`)?.name;
        return { name, data: JSON.parse(await readFile(`${FOLDER}/${file}`, 'utf8')) as TemplateData, model, isPlayer };
    }));
    return {
        script: { name: 'limber.js', text: script, hash: createHash('md5').update(script).digest('hex'), scripts: limberScripts.map(({ name }) => name) },
        models,
        templates
    };
}

/** The text of dist/install.js. */
export async function bundleInstaller(script: string): Promise<string> {
    const contents = await readContents(script);
    const { outputFiles: [{ text }] } = await build({
        entryPoints: ['tools/installer/entry.ts'], bundle: true, write: false, format: 'iife', target: 'es2022', legalComments: 'none',
        define: { CONTENTS: 'LIMBER_CONTENTS' }
    });
    return escapeLetters(`${BANNER}\n${USE}\n(() => {\nconst LIMBER_CONTENTS = ${JSON.stringify(contents)};\n${text}})();\n`);
}
