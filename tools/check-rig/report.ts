import type { Character } from './character';
import { limitText, measuredText, resultOf, type Figure } from './figures';
import { drawTree } from './tree';

// What is told about a character: as text for people, and as data.

/** What a system of the pack has found. */
export interface Finding {
    readonly system: string;
    readonly figures: readonly Figure[];
}

/** All figures, with the system and the pose as a title. */
export function listFigures(findings: readonly Finding[]): { title: string; figure: Figure }[] {
    return findings.flatMap(({ system, figures }) => figures.map((figure) => {
        return { title: figure.pose === '' ? system : `${system}, ${figure.pose}`, figure };
    }));
}

const AXES = ['x', 'y', 'z'] as const;

const WORDS = { good: 'good', missed: 'MISSED', none: 'nothing to measure' };

/** The axis of the scene that is nearest to a direction, and how far that is. */
function axisText(direction: { x: number; y: number; z: number }): string {
    const axis = AXES.reduce((a, b) => (Math.abs(direction[b]) > Math.abs(direction[a]) ? b : a));
    const along = direction[axis];
    const angle = Math.acos(Math.min(1, Math.abs(along))) * 180 / Math.PI;
    return `${along < 0 ? '-' : '+'}${axis}${angle < 0.5 ? '' : `, ${angle.toFixed(0)} degrees off`}`;
}

function metres(length: number): string {
    return length > 0 ? `${length.toFixed(2)} m` : 'not found';
}

/** Rows of cells with columns of one width; those named are set to the right. */
function columns(rows: readonly string[][], toRight: readonly number[] = []): string[] {
    const widths = rows[0].map((_, i) => Math.max(...rows.map(row => row[i].length)));
    return rows.map(row => row.map((cell, i) => (toRight.includes(i) ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))).join('  ').trimEnd());
}

function facts({ rig, clips, height, scale, forward, up }: Character): string[][] {
    return [
        ['legs', String(rig.legs)],
        ['height', metres(height)],
        ['faces', axisText(forward)],
        ['up', axisText(up)],
        ...rig.legs === 2 ? [['leg length', `left ${metres(rig.legLengths.left * scale)}, right ${metres(rig.legLengths.right * scale)}`]] : [],
        ['not found', rig.missing.join(', ') || 'nothing'],
        ...clips.length === 0 ? [['clips', 'none: the rest pose is measured']] :
            clips.map(({ name, track, moved, wanted }, i) => [i === 0 ? 'clips' : '', `${name}, ${track.duration.toFixed(2)} s, moves ${moved} of its ${wanted} nodes`])
    ];
}

/** The figures of all systems under one head; those of one system and pose stand together. */
function table(findings: readonly Finding[]): string[] {
    const entries = listFigures(findings);
    const cells = entries.map(({ figure }) => [`  ${figure.what}`, measuredText(figure), limitText(figure), WORDS[resultOf(figure)]]);
    const [head, ...rows] = columns([['what', 'measured', 'limit', 'result'], ...cells], [1]);
    const lines = [head];
    entries.forEach(({ title }, i) => {
        if (title !== entries[i - 1]?.title) lines.push('', title);
        lines.push(rows[i]);
    });
    return lines;
}

/** The report for people. */
export function formatReport(character: Character, findings: readonly Finding[], problems: readonly string[]): string {
    const section = (title: string, lines: readonly string[]) => (lines.length > 0 ? ['', title, ...lines] : []);
    return [
        character.path,
        ...columns(facts(character)).map(line => `  ${line}`),
        ...section('Bones with roles', drawTree(character.rig).map(line => `  ${line}`)),
        ...section('Problems', problems.map(problem => `  ${problem}`)),
        '', ...table(findings)
    ].join('\n');
}

/** The report as data. */
export function reportData(character: Character, findings: readonly Finding[], problems: readonly string[]): object {
    const { rig, path, height, scale, forward, up, clips } = character;
    const axes = ({ x, y, z }: { x: number; y: number; z: number }) => [x, y, z];
    return {
        file: path,
        legs: rig.legs,
        height,
        forward: axes(forward),
        up: axes(up),
        legLengths: { left: rig.legLengths.left * scale, right: rig.legLengths.right * scale },
        bones: Object.fromEntries([...rig.bones].map(([role, index]) => [role, rig.skeleton.nodes[index].name])),
        missing: rig.missing,
        clips: clips.map(({ name, track, moved, wanted }) => ({ name, duration: track.duration, moved, wanted })),
        problems,
        figures: findings.flatMap(({ system, figures }) => figures.map(figure => ({ system, ...figure, result: resultOf(figure) })))
    };
}
