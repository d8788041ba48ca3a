import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { buildEditorFile } from './bundle/editor-file';
import { Client, type Environment } from './push/client';
import { explain } from './push/failures';
import { HostedProject } from './push/project';

// Sends build/limber.js to a hosted project, by the REST interface of PlayCanvas.
//
// Who sends it and where to is settled by the environment or ~/.pcconfig. The pcconfig.json of the pack is for those who send files with
// playcanvas-sync, and lets that send this one file.

const CREDENTIALS = ['PLAYCANVAS_API_KEY', 'PLAYCANVAS_PROJECT_ID', 'PLAYCANVAS_BRANCH_ID'];
const BASE_URL = 'PLAYCANVAS_BASE_URL';
const DEFAULT_BASE_URL = 'https://playcanvas.com';
const README_SECTION = 'the README tells where to find it, under "Push it to a hosted project"';

/** After this time, in milliseconds, a server that took the connection and says nothing is given up. */
const PATIENCE = 120000;

/** What ~/.pcconfig holds; nothing when there is none. */
function readHomeConfig(home: string): Record<string, unknown> {
    const file = join(home, '.pcconfig');
    if (!existsSync(file)) return {};
    let config: unknown = null;
    try {
        config = JSON.parse(readFileSync(file, 'utf8'));
    } catch { /* told below */ }
    if (typeof config !== 'object' || config === null) throw new Error(`${file} cannot be read. Make it one JSON object, with quotes around names and texts.`);
    return config as Record<string, unknown>;
}

/** Throws a sentence when the key would travel in the open. */
function checkAddress(environment: Environment, what: string): void {
    const address = environment[BASE_URL] ?? '';
    let isSafe = false;
    try {
        isSafe = new URL(address).protocol === 'https:';
    } catch { /* told below */ }
    if (!isSafe) throw new Error(`${what} is "${address}". It must be an address that begins with https://, or the key would travel in the open.`);
}

/**
 * The environment with what ~/.pcconfig adds to it: key, project, branch and address of the server. Throws a sentence when one
 * is missing or cannot be right.
 */
export function completeEnvironment(environment: Environment, home: string): Environment {
    const config = readHomeConfig(home);
    const complete = { ...environment };
    for (const name of [...CREDENTIALS, BASE_URL]) complete[name] = String(environment[name] || (config[name] ?? '')).trim();
    complete[BASE_URL] ||= DEFAULT_BASE_URL;

    const missing = CREDENTIALS.filter(name => !complete[name]);
    if (missing.length > 0) {
        throw new Error(`There is no ${missing.join(' and no ')}. Set it in the environment or in ${join(home, '.pcconfig')}; ${README_SECTION}.`);
    }
    if (!/^[\x21-\x7e]+$/.test(complete.PLAYCANVAS_API_KEY!)) {
        throw new Error('PLAYCANVAS_API_KEY holds a space or a letter that no key has. Copy the key again, without anything around it.');
    }
    if (!/^\d+$/.test(complete.PLAYCANVAS_PROJECT_ID!)) {
        throw new Error(`PLAYCANVAS_PROJECT_ID is "${complete.PLAYCANVAS_PROJECT_ID}", which is no number. Take the number in the address of the project's page.`);
    }
    checkAddress(complete, BASE_URL);
    return complete;
}

/**
 * Sends `build/limber.js` below a folder. Throws a sentence when that fails. An address in the folder's `pcconfig.json` counts before that
 * of the environment.
 *
 * @param root - Folder with `build/` and `pcconfig.json`.
 * @param environment - What {@link completeEnvironment} answers.
 * @param patience - Longest time to wait for the server, in milliseconds.
 * @returns A sentence about what was done.
 */
export async function send(root: string, environment: Environment, patience = PATIENCE): Promise<string> {
    const file = join(root, 'build', 'limber.js');
    if (!existsSync(file)) throw new Error(`${file} is missing. Run npm run build.`);

    const config: Environment = JSON.parse(await readFile(join(root, 'pcconfig.json'), 'utf8'));
    const misplaced = CREDENTIALS.filter(name => name in config);
    if (misplaced.length > 0) {
        throw new Error(`pcconfig.json holds ${misplaced.join(' and ')} and is shared with everybody. Move that to ~/.pcconfig.`);
    }
    const env: Environment = { ...environment, ...config };
    checkAddress(env, `${BASE_URL} in pcconfig.json`);
    const signal = AbortSignal.timeout(patience);
    const { PLAYCANVAS_PROJECT_ID: project, PLAYCANVAS_BRANCH_ID: branch } = env;
    try {
        const done = await new HostedProject(new Client(env, signal), project!, branch!).bring(await readFile(file));
        if (done) return `${done} limber.js in project ${project}. Press Parse in its inspector in the Editor.`;
        return `Nothing to do: project ${project} has this limber.js already.`;
    } catch (error) {
        if (signal.aborted) throw new Error(`${env[BASE_URL]} did not answer within ${patience / 1000} s. Push again later.`);
        throw new Error(explain(error, env));
    }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
    try {
        const environment = completeEnvironment(process.env, homedir());
        await buildEditorFile();
        console.log(`[push] ${await send('.', environment)}`);
    } catch (error) {
        console.error(`[push] ${(error as Error).message}`);
        process.exitCode = 1;
    }
}
