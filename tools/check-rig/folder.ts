import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { examine, type Examination } from './examine';
import { sightOf } from './sights';
import { missedFigures, judge, type Verdict } from './verdict';
import { FileProblem } from '../glb/file-problem';

// A folder of characters, each in one line.

/** A character of a folder, with the files of its clips. */
export interface Entry { readonly name: string; readonly clips: readonly string[] }

/** What is told of one file of a folder. */
export interface Row {
    readonly name: string;
    readonly legs: number;
    readonly height: number;
    /** Clips that were measured, and all. */
    readonly measured: number;
    readonly clips: number;
    /** Of each system how it works, and what a user sees of it. */
    readonly systems: readonly (Verdict & { readonly system: string; readonly sight: string })[];
    /** Figures that miss. */
    readonly missed: number;
}

/** A file that is no character, and the sentence that says so. */
export interface Refused { readonly name: string; readonly sentence: string }

const CHARACTER = /\.(?:glb|vrm)$/i;

/** The characters of a folder in the order of their names. `Hero-walk.glb` beside `Hero.glb` holds clips for it. */
export function listCharacters(folder: string): Entry[] {
    const names = readdirSync(folder).filter(name => CHARACTER.test(name)).sort((a, b) => a.localeCompare(b, 'en'));
    const base = (name: string) => name.replace(CHARACTER, '');
    const ownerOf = (name: string) => names.find(other => other !== name && base(name).startsWith(`${base(other)}-`));
    return names.filter(name => !ownerOf(name)).map(name => ({ name, clips: names.filter(other => ownerOf(other) === name) }));
}

function rowOf(name: string, { character, findings }: Examination): Row {
    const { rig, height, clips, poses } = character;
    return {
        name, legs: rig.legs, height, measured: clips.length === 0 ? 0 : poses.length, clips: clips.length,
        systems: findings.map(finding => ({ system: finding.system, sight: sightOf(finding), ...judge(finding) })),
        missed: findings.reduce((sum, finding) => sum + missedFigures(finding).length, 0)
    };
}

/** Examines one character of a folder. */
export async function examineEntry(folder: string, { name, clips }: Entry, say: (step: string) => void): Promise<Row | Refused> {
    try {
        const examination = await examine(join(folder, name), { clipFiles: clips.map(clip => join(folder, clip)), say });
        try {
            return rowOf(name, examination);
        } finally {
            examination.character.close();
        }
    } catch (error) {
        if (error instanceof FileProblem) return { name, sentence: error.message };
        throw error;
    }
}

/** One line for a file. */
export function rowText(row: Row | Refused, width: number): string {
    const name = row.name.padEnd(width);
    if ('sentence' in row) return `${name}  ${row.sentence}`;
    const systems = row.systems.map(({ system, word }) => `${system} ${word}`.padEnd(system.length + ' does not work'.length));
    const clips = `${row.clips === row.measured ? '' : `${row.measured} of `}${row.clips} clips`;
    const why = row.systems.find(({ word }) => word !== 'works')?.why ?? '';
    return `${name}  ${row.legs} legs  ${row.height.toFixed(2).padStart(6)} m  ${systems.join('  ')}  ${clips.padStart(11)}  ${why}`.trimEnd();
}
