import { closeSync, existsSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

import { examine } from './check-rig/examine';
import { examineEntry, listCharacters, rowText } from './check-rig/folder';
import { createProgress, type Progress } from './check-rig/progress';
import { formatReport, reportData } from './check-rig/report';
import { missedFigures, missText, type Finding } from './check-rig/verdict';
import { FileProblem } from './glb/file-problem';

// Tells whether a character works: its rig as it is detected, and the figures of every system of the pack on it.
//
// Exit codes: 0 all is good, 1 a figure misses its limit, 2 the file is no character or cannot be read.

const USAGE = 'npm run check-rig -- FILE.glb [CLIPS.glb ...] [--all] [--json FILE], or npm run check-rig -- FOLDER [--json FILE]';

/** Most missed figures that the last line names. */
const NAMED = 4;

interface Arguments { file: string; clipFiles: string[]; isThorough: boolean; json: string | undefined }

function readArguments(args: string[]): Arguments {
    const { values, positionals } = (() => {
        try {
            return parseArgs({ args, allowPositionals: true, options: { json: { type: 'string' }, all: { type: 'boolean', default: false } } });
        } catch (error) {
            throw new FileProblem(`${(error as Error).message.split('. ')[0]}. Usage: ${USAGE}`);
        }
    })();
    const [file, ...clipFiles] = positionals;
    if (!file) throw new FileProblem(`name the file of a character. Usage: ${USAGE}`);
    return { file, clipFiles, isThorough: values.all, json: values.json };
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

/** What misses its limit, for one line; null when nothing does. */
function missLine(file: string, findings: readonly Finding[]): string | null {
    const all = findings.reduce((sum, { figures }) => sum + figures.length, 0);
    const missed = findings.flatMap(finding => missedFigures(finding).map(figure => `${finding.system}, ${missText(figure)}`));
    if (missed.length === 0) return null;
    const more = missed.length > NAMED ? `; and ${missed.length - NAMED} more` : '';
    return `"${file}": ${missed.length} of ${all} figures miss: ${missed.slice(0, NAMED).join('; ')}${more}`;
}

/** One line for each character of a folder; the exit code. */
async function checkFolder({ file: folder, json }: Arguments, stdout: Writable, progress: Progress): Promise<number> {
    if (json !== undefined) claim(json);
    const entries = listCharacters(folder);
    if (entries.length === 0) throw new FileProblem(`"${folder}" holds no .glb or .vrm file. Name a folder of characters, or one file.`);
    const width = Math.max(...entries.map(({ name }) => name.length));
    const rows = [];
    for (const entry of entries) {
        const row = await examineEntry(folder, entry, step => progress.say(`${entry.name}: ${step}`));
        progress.end();
        stdout.write(`${rowText(row, width)}\n`);
        rows.push(row);
    }
    if (json !== undefined) writeFileSync(json, `${JSON.stringify(rows, null, 4)}\n`);
    return Math.max(...rows.map(row => ('sentence' in row ? 2 : Math.min(row.missed, 1))));
}

/** The report of one character; the exit code. */
async function checkFile({ file, clipFiles, isThorough, json }: Arguments, stdout: Writable, stderr: Writable, progress: Progress): Promise<number> {
    if (json !== undefined) claim(json);
    const examination = await examine(file, { clipFiles, isThorough, say: progress.say });
    progress.end();
    stdout.write(`${formatReport(examination)}\n`);
    if (json !== undefined) writeFileSync(json, `${JSON.stringify(reportData(examination), null, 4)}\n`);
    examination.character.close();
    const sentence = missLine(file, examination.findings);
    if (sentence) stderr.write(`[check-rig] ${sentence}\n`);
    return sentence ? 1 : 0;
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
        const wanted = readArguments(args);
        const isFolder = statSync(wanted.file, { throwIfNoEntry: false })?.isDirectory() ?? false;
        return isFolder ? await checkFolder(wanted, stdout, progress) : await checkFile(wanted, stdout, stderr, progress);
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
