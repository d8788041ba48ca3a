import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import process from 'node:process';

// gate.ts NAME MINUTES OPTIONS COMMAND...: runs tests, and fails on any red one. A file with a red test runs again by itself, with OPTIONS of mocha, as load and neighbours change
// what physics and browsers do; what is red twice fails. A test in test/support/known-reds.json is printed and fails nothing; that list may only get shorter.

interface Test { readonly fullTitle: string, readonly file?: string, readonly err?: { readonly message?: string } }

interface Report { readonly stats: { readonly passes: number, readonly pending: number }, readonly failures: readonly Test[] }

const [name, minutes, options, ...command] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'gate-'));
const known = JSON.parse(readFileSync('test/support/known-reds.json', 'utf8')) as Record<string, string>;
const end = Date.now() + Number(minutes) * 60000;

/** Runs a command of mocha, and ends all its processes when its time is over; answers its report, and null where it has not come to its end. */
function run(words: readonly string[]): Report | null {
    const output = join(folder, `${Date.now()}.json`);
    const seconds = Math.max(1, (end - Date.now()) / 1000);
    spawnSync('timeout', ['-k', '10', `${seconds}`, ...words, '--reporter', 'json', '--reporter-option', `output=${output}`], { stdio: ['ignore', 'ignore', 'inherit'] });
    try {
        return JSON.parse(readFileSync(output, 'utf8'));
    } catch {
        return null;
    }
}

/** Without the figures that some tests add to their title. */
const titleOf = ({ fullTitle }: Test) => fullTitle.replace(/ \([^\d()]*\d[^()]*\)$/, '');

const isNew = (test: Test) => !(titleOf(test) in known);

function print(what: string, { fullTitle, err }: Test) {
    console.log(`${name}: ${what}: ${fullTitle}\n    ${String(err?.message).slice(0, 1000)}`);
}

/** Runs a file by itself; answers what is red in it again. */
function runAlone(file: string): readonly Test[] {
    const report = run(['npx', 'mocha', ...options.split(' ').filter(Boolean), file]);
    return report ? report.failures.filter(isNew) : [{ fullTitle: `${file} did not come to its end by itself` }];
}

const first = run(command);
if (!first) {
    console.log(`${name}: not at its end within ${minutes} minutes, or broken off.`);
    process.exit(1);
}
for (const failure of first.failures) print(isNew(failure) ? 'red' : `known, ${known[titleOf(failure)]}`, failure);
const red = first.failures.filter(isNew);
const files = [...new Set(red.map(({ file }) => relative(process.cwd(), file ?? '.')))];
const left = files.flatMap(runAlone);
for (const failure of left) print('red again, by itself', failure);
rmSync(folder, { recursive: true, force: true });
console.log(`${name}: ${first.stats.passes + red.length - left.length} passed, ${left.length} failed, ${first.stats.pending} skipped`);
process.exit(left.length > 0 ? 1 : 0);
