import { execFileSync, spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

import { applyMutant, findMutants, type Mutant } from './mutate/mutants';

// Changes the scripts in small ways, one at a time, and tells which changes no test notices.
//
//     npm run mutate -- [--count 20] [--seed 1] [--base BRANCH] [--near] [FILE.ts[:LINE] ...]
//
// Without files it takes those that differ from the base; on the base itself, those of its last changes. Tests that lie where the file lies run
// first, the others for what they leave; with --near those alone. It works on a copy of the project, and changes nothing here. Limits: some changes do not matter to anybody,
// so survivors are read by people; a test that never ends counts as one that fails.

/** Changes of the history that are looked at where nothing differs from the base. */
const RECENT = 30;

/** Milliseconds after which tests that do not end have noticed. */
const PATIENCE = { near: 300000, all: 900000 };

/** A change of a file. */
interface Candidate { readonly file: string; readonly line: number; readonly source: string; readonly mutant: Mutant }

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(line => line !== '');

/** Files of the scripts that were changed of late; the base is a branch, which a fresh clone may not have. */
function changedFiles(base: string): string[] {
    const scripts = ['--name-only', '--diff-filter=d', '--', 'scripts/*.ts'];
    const isThere = git('branch', '--list', base).length > 0;
    const changed = isThere ? git('diff', `${base}...`, ...scripts) : [];
    if (changed.length > 0) return changed;
    const commits = git('rev-list', '--no-merges', `--max-count=${RECENT}`, 'HEAD');
    return [...new Set(commits.flatMap(commit => git('show', '--format=', ...scripts.slice(0, 2), commit, ...scripts.slice(2))))].filter(file => git('ls-files', file).length > 0);
}

/** A stream of numbers from 0 to 1: mulberry32 by Tommy Ettinger. */
function randomOf(seed: number): () => number {
    let state = seed;
    return () => {
        state = (state + 0x6d2b79f5) | 0;
        let mixed = Math.imul(state ^ (state >>> 15), state | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    };
}

/** All changes of some files; of those with a line, the changes in it. */
async function candidatesOf(files: readonly string[]): Promise<Candidate[]> {
    const lists = await Promise.all(files.map(async (wanted): Promise<Candidate[]> => {
        const [file, wantedLine] = wanted.split(':');
        const source = await readFile(file, 'utf8');
        return findMutants(source).map(mutant => ({ file, line: source.slice(0, mutant.start).split('\n').length, source, mutant }))
        .filter(({ line }) => wantedLine === undefined || line === Number(wantedLine));
    }));
    return lists.flat();
}

/** Takes some at random. */
function draw<T>(all: readonly T[], count: number, random: () => number): T[] {
    const left = [...all];
    return Array.from({ length: Math.min(count, all.length) }, () => left.splice(Math.floor(random() * left.length), 1)[0]);
}

/** Runs a command in a folder; whether it ends well and in time. */
function succeeds(folder: string, patience: number, command: string, ...args: string[]): Promise<boolean> {
    return new Promise((done) => {
        const child = spawn(command, args, { cwd: folder, stdio: 'ignore', detached: true });
        const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), patience);
        child.on('exit', (code) => {
            clearTimeout(timer);
            done(code === 0);
        });
    });
}

/** The folders of tests that lie as a script does: `scripts/core/gaze/aim.ts` has `test/core`, `scripts/stride-warp.ts` has `test/stride-warp`. */
function nearTests(file: string): string {
    const [, folder] = file.replace(/\.ts$/, '').split('/');
    return `test/${folder}/**/*.test.ts`;
}

/** Whether the tests notice a change: those of its folder alone, or all. */
async function isNoticed(folder: string, { file, source, mutant }: Candidate, isNearOnly: boolean): Promise<boolean> {
    await writeFile(join(folder, file), applyMutant(source, mutant));
    try {
        const isNear = git('ls-files', nearTests(file)).length > 0;
        if (isNear && !await succeeds(folder, PATIENCE.near, 'npx', 'mocha', '--bail', '--parallel', '--jobs', '2', nearTests(file))) return true;
        if (isNear && isNearOnly) return false;
        return !await succeeds(folder, PATIENCE.all, 'npm', 'test', '--', '--bail');
    } finally {
        await writeFile(join(folder, file), source);
    }
}

/** A copy of the project as it is, without its history. */
async function copyProject(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'limber-mutate-'));
    const files = git('ls-files', '--cached', '--others', '--exclude-standard');
    for (const file of files) await cp(file, join(folder, file), { recursive: true });
    await symlink(resolve('node_modules'), join(folder, 'node_modules'));
    return folder;
}

/** A change as a line for people. */
function describe({ file, line, source, mutant: { start, end, text } }: Candidate): string {
    const from = source.lastIndexOf('\n', start) + 1;
    const to = source.indexOf('\n', end);
    const before = source.slice(from, to < 0 ? undefined : to);
    return `${file}:${line}\n    - ${before.trim()}\n    + ${(source.slice(from, start) + text + source.slice(end, to < 0 ? undefined : to)).trim()}`;
}

async function main() {
    const { values: { count, seed, base, near }, positionals } = parseArgs({
        allowPositionals: true,
        options: { count: { type: 'string', default: '20' }, seed: { type: 'string' }, base: { type: 'string', default: 'main' }, near: { type: 'boolean', default: false } }
    });
    const used = seed === undefined ? Number.parseInt(git('rev-parse', 'HEAD')[0].slice(0, 7), 16) : Number(seed);
    const files = positionals.length > 0 ? positionals : changedFiles(base);
    const chosen = draw(await candidatesOf(files), Number(count), randomOf(used));
    console.log(`[mutate] ${chosen.length} changes of ${files.length} files, seed ${used}`);
    const folder = await copyProject();
    const survivors: Candidate[] = [];
    try {
        for (const [i, candidate] of chosen.entries()) {
            const noticed = await isNoticed(folder, candidate, near);
            console.log(`[mutate] ${i + 1}/${chosen.length} ${noticed ? 'noticed ' : 'SURVIVES'} ${candidate.file}:${candidate.line}`);
            if (!noticed) survivors.push(candidate);
        }
    } finally {
        await rm(folder, { recursive: true });
    }
    console.log(`[mutate] ${survivors.length} of ${chosen.length} changes are noticed by no test${survivors.length > 0 ? ':' : '.'}`);
    for (const survivor of survivors) console.log(describe(survivor));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main();
