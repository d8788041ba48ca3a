import { closeSync, existsSync, openSync, rmSync, writeFileSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

import { Character } from './check-rig/character';
import { limitText, measuredText, resultOf } from './check-rig/figures';
import { createProgress } from './check-rig/progress';
import { formatReport, listFigures, reportData, type Finding } from './check-rig/report';
import { SYSTEMS } from './check-rig/systems';
import { FileProblem } from './glb/file-problem';

// Tells whether a character works: its rig as it is detected, and the figures of every system of the pack on it.
//
// Exit codes: 0 all is good, 1 a figure misses its limit, 2 the file is no character or cannot be read.

const USAGE = 'npm run check-rig -- FILE.glb [CLIPS.glb ...] [--json FILE]';

interface Arguments { file: string; clipFiles: string[]; json: string | undefined }

function readArguments(args: string[]): Arguments {
    const { values, positionals } = (() => {
        try {
            return parseArgs({ args, allowPositionals: true, options: { json: { type: 'string' } } });
        } catch (error) {
            throw new FileProblem(`${(error as Error).message.split('. ')[0]}. Usage: ${USAGE}`);
        }
    })();
    const [file, ...clipFiles] = positionals;
    if (!file) throw new FileProblem(`name the file of a character. Usage: ${USAGE}`);
    return { file, clipFiles, json: values.json };
}

/** Makes sure that the report can be written, before any work; an existing file is left as it is. */
function claim(json: string) {
    if (/\.(?:glb|vrm)$/i.test(json)) throw new FileProblem(`--json names "${json}", which would be overwritten. Name a .json file.`);
    const isNew = !existsSync(json);
    try {
        closeSync(openSync(json, 'a'));
    } catch (error) {
        throw new FileProblem(`"${json}" cannot be written (${(error as NodeJS.ErrnoException).code}). Name a file in a folder that exists and is yours.`);
    }
    if (isNew) rmSync(json);
}

/** What misses its limit and what to do, for one line; null when nothing does. */
function verdict(file: string, findings: readonly Finding[], problems: readonly string[]): string | null {
    const figures = listFigures(findings);
    const missed = figures.filter(({ figure }) => resultOf(figure) === 'missed');
    if (missed.length === 0) return null;
    const [{ title, figure }] = missed;
    return `"${file}": ${missed.length} of ${figures.length} figures miss, first ${title}: ${figure.what}, ${measuredText(figure)}, ` +
        `limit ${limitText(figure)}. ${problems[0] ?? 'docs/check-rig.md tells what to do.'}`;
}

/**
 * Runs the command.
 *
 * @param args - What stands after its name.
 * @param stdout - Receives the report.
 * @param stderr - Receives what is being done, and the one line about what is wrong.
 * @returns The exit code.
 */
export async function checkRig(args: string[], stdout: Writable, stderr: Writable): Promise<number> {
    const progress = createProgress(stderr);
    const { warn, error } = console;
    // what scripts and the engine print stands in the report
    console.warn = console.error = () => {};
    try {
        const { file, clipFiles, json } = readArguments(args);
        if (json !== undefined) claim(json);
        progress.say(`reading ${[file, ...clipFiles].join(', ')}`);
        const character = await Character.open(file, clipFiles);
        const problems: string[] = [];
        const findings = SYSTEMS.map(({ name, measure }): Finding => {
            const listener = { progress: (step: string) => progress.say(`${name}: ${step}`), problem: (sentence: string) => problems.push(sentence) };
            return { system: name, figures: measure(character, listener) };
        });
        progress.end();
        stdout.write(`${formatReport(character, findings, problems)}\n`);
        if (json !== undefined) writeFileSync(json, `${JSON.stringify(reportData(character, findings, problems), null, 4)}\n`);
        character.close();
        const sentence = verdict(file, findings, problems);
        if (sentence) stderr.write(`[check-rig] ${sentence}\n`);
        return sentence ? 1 : 0;
    } catch (cause) {
        progress.end();
        const { message } = cause as Error;
        stderr.write(`[check-rig] ${cause instanceof FileProblem ? message : `something unexpected went wrong (${message}). Report it together with the file.`}\n`);
        return 2;
    } finally {
        Object.assign(console, { warn, error });
    }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) process.exitCode = await checkRig(process.argv.slice(2), process.stdout, process.stderr);
