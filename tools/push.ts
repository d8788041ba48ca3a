import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { buildEditorFile } from './bundle/editor-file';
import { REFUSED } from './push/refused';

// Sends build/limber.js to a hosted project.
//
// pcsync, of the package playcanvas-sync, does the sending: it compares hashes and creates or updates the asset. push/safe-pcsync.ts keeps it
// from what is unsafe. It reports every failure as an unhandled rejection that prints the request with the key in it, so its output stays
// here and becomes one sentence.
// What is sent is settled by pcconfig.json, who sends it and where to by the environment or ~/.pcconfig.

const CREDENTIALS = ['PLAYCANVAS_API_KEY', 'PLAYCANVAS_PROJECT_ID', 'PLAYCANVAS_BRANCH_ID'];
const BASE_URL = 'PLAYCANVAS_BASE_URL';
const DEFAULT_BASE_URL = 'https://playcanvas.com';
const README_SECTION = 'the README tells where to find it, under "Push it to a hosted project"';

/** After this time, in milliseconds, a server that took the connection and says nothing is given up; pcsync itself waits forever. */
const PATIENCE = 120000;

type Environment = Record<string, string | undefined>;

/** Failures of pcsync that have a remedy: how it words them, and the sentence. The first that fits is told. */
const FAILURES: [RegExp, (env: Environment) => string][] = [
    [/does not match your current PlayCanvas branch/, env => `Branch ${env.PLAYCANVAS_BRANCH_ID} is not the one that is open in your Editor. ` +
        'Switch to it there, or set PLAYCANVAS_BRANCH_ID to the open one.'],
    [/^3\d\d - /m, env => `${env[BASE_URL]} sends requests elsewhere, which the key must not follow. Set ${BASE_URL} to the address of PlayCanvas itself.`],
    [/^401 - /m, env => `${env[BASE_URL]} does not know the key. Set PLAYCANVAS_API_KEY to a valid token of your account; ${README_SECTION}.`],
    [/^403 - /m, env => `${env[BASE_URL]} does not let this key write to project ${env.PLAYCANVAS_PROJECT_ID}. ` +
        'Use a key of somebody with write access, or check PLAYCANVAS_PROJECT_ID.'],
    [/^404 - /m, env => `${env[BASE_URL]} has no project ${env.PLAYCANVAS_PROJECT_ID} that this key may see. Check PLAYCANVAS_PROJECT_ID.`],
    [/^429 - /m, env => `${env[BASE_URL]} takes no more requests for now. Wait a minute and push again.`],
    [/^5\d\d - /m, env => `${env[BASE_URL]} has trouble of its own. Push again later.`],
    [/certificate/i, env => `The certificate of ${env[BASE_URL]} is not trusted. Check ${BASE_URL}, or name the certificate in NODE_EXTRA_CA_CERTS.`],
    [/\b(ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ESOCKETTIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE)\b|socket hang up/, env => `${env[BASE_URL]} ` +
        `cannot be reached. Check the connection to the internet, HTTPS_PROXY and ${BASE_URL}.`],
    [/is not valid JSON$|JSON input$|Invalid UR[IL]/m, env => `${env[BASE_URL]} does not answer as PlayCanvas does. Check ${BASE_URL} and PLAYCANVAS_API_KEY.`]
];

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

/** What to tell about a failed run of pcsync. */
function explain(stdout: string, stderr: string, env: Environment): string {
    // the reason is what pcsync prints itself, else the error that Node prints in the line above its stack; below it come dumps
    const thrown = /(.*)\n {4}at /.exec(stderr)?.[1] ?? '';
    const reasons = `${stdout}\n${thrown}`.replace(/^(?:<ref[^>]*> )?\w*Error: /gm, '').trim() || 'it ended without a word';
    const refused = reasons.split('\n').find(line => line.startsWith(REFUSED));
    if (refused) return refused.slice(REFUSED.length);
    const known = FAILURES.find(([pattern]) => pattern.test(reasons));
    if (known) return known[1](env);
    const [first] = reasons.replaceAll(env.PLAYCANVAS_API_KEY!, '***').split('\n');
    return `pcsync failed: ${first}. Mend that, or upload build/limber.js by hand in the Editor.`;
}

/**
 * Sends `build/limber.js` below a folder, as the `pcconfig.json` of that folder says. Throws a sentence when that fails.
 *
 * @param root - Folder with `build/` and `pcconfig.json`.
 * @param environment - What {@link completeEnvironment} answers.
 * @param patience - Longest time to wait for the server, in milliseconds.
 * @returns A sentence about what was done.
 */
export async function send(root: string, environment: Environment, patience = PATIENCE): Promise<string> {
    const file = join(root, 'build', 'limber.js');
    if (!existsSync(file)) throw new Error(`${file} is missing. Run npm run build.`);

    // the environment outranks pcconfig.json in pcsync: what is meant for another project must not widen what is sent from this one
    const config: Environment = JSON.parse(await readFile(join(root, 'pcconfig.json'), 'utf8'));
    const misplaced = CREDENTIALS.filter(name => name in config);
    if (misplaced.length > 0) {
        throw new Error(`pcconfig.json holds ${misplaced.join(' and ')} and is shared with everybody. Move that to ~/.pcconfig.`);
    }
    const env: Environment = { ...environment, ...config, PLAYCANVAS_TARGET_DIR: resolve(root) };
    checkAddress(env, `${BASE_URL} in pcconfig.json`);
    const pcsync = createRequire(import.meta.url).resolve('playcanvas-sync/pcsync.js');
    const before = ['./typescript.mjs', './push/safe-pcsync.ts'].map(module => `--import=${import.meta.resolve(module)}`);

    return new Promise((done, fail) => {
        execFile(process.execPath, [...before, pcsync, 'pushAll', '-y'], { env, timeout: patience }, (error, stdout, stderr) => {
            const project = `project ${env.PLAYCANVAS_PROJECT_ID}`;
            if (error?.killed) fail(new Error(`${env[BASE_URL]} did not answer within ${patience / 1000} s. Push again later.`));
            else if (error) fail(new Error(explain(stdout, stderr, env)));
            else if (/^Created /m.test(stdout)) done(`Created limber.js in ${project}. Press Parse in its inspector in the Editor.`);
            else if (/^Updated /m.test(stdout)) done(`Updated limber.js in ${project}. Press Parse in its inspector in the Editor.`);
            else done(`Nothing to do: ${project} has this limber.js already.`);
        });
    });
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
