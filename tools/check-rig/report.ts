import type { Character } from './character';
import type { Clip } from './clip';
import type { Steps } from './clip-kinds';
import type { Examination } from './examine';
import { limitText, measuredText, resultOf } from './figures';
import { drawTree } from './tree';
import { judge, type Finding } from './verdict';
import { listSentences } from '../../docs/demo/frame/sentences';
import { lineOf } from '../../scripts/rig/evidence';

// What is told about a character: as text for people, and as data.

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
export function columns(rows: readonly string[][], toRight: readonly number[] = []): string[] {
    const widths = rows[0].map((_, i) => Math.max(...rows.map(row => row[i].length)));
    return rows.map(row => row.map((cell, i) => (toRight.includes(i) ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))).join('  ').trimEnd());
}

/** The character in a line, and what works on it. */
function summary({ character, findings }: Examination): string[][] {
    const { rig, height, forward, up } = character;
    return [
        ['character', `${rig.legs} legs, ${metres(height)}, faces ${axisText(forward)}, up ${axisText(up)}`],
        ...findings.map((finding) => {
            const { word, why } = judge(finding);
            return [finding.system, why === '' ? word : `${word}: ${why}`];
        }),
        ['clips', clipsText(character)]
    ];
}

/** Which clips are measured. */
function clipsText({ clips, poses, kinds }: Character): string {
    if (clips.length === 0) return 'none: the rest pose is measured';
    const measured = poses.map(clip => `${clip!.name} (${kinds.get(clip!)!.kind})`).join(', ');
    return `${clips.length === poses.length ? 'all' : `${poses.length} of ${clips.length}`} measured: ${measured}`;
}

function facts({ rig, scale }: Character): string[][] {
    return [
        ...rig.legs === 2 ? [['leg length', `left ${metres(rig.legLengths.left * scale)}, right ${metres(rig.legLengths.right * scale)}`]] : [],
        ['not found', rig.missing.join(', ') || 'nothing'],
        ...rig.evidence.map(one => ['weighed', lineOf(one)])
    ];
}

/** What is wrong: as limberSetup tells it, and then what the scripts add. */
const problemsOf = ({ character, findings }: Examination) => listSentences(character.rig.problems, findings.flatMap(({ problems }) => problems));

/** Each clip: what it is, and whether it is measured. */
function clipLines({ clips, poses, kinds }: Character): string[] {
    const cells = clips.map((clip) => {
        const { name, track, moved, wanted } = clip;
        const { kind, steps } = kinds.get(clip)!;
        return [
            name, kind, `${track.duration.toFixed(2)} s`, `moves ${moved} of its ${wanted} nodes`, poses.includes(clip) ? '' : 'left out',
            kind === 'walking' && steps ? stepsText(steps) : ''
        ];
    });
    return cells.length > 0 ? columns(cells, [2]) : [];
}

function stepsText({ speed, strideLength, down }: Steps): string {
    const shares = down.map(share => `${Math.round(100 * share)} %`).join(', ');
    return `${speed.toFixed(2)} m/s, stride ${strideLength.toFixed(2)} m, feet down ${shares}`;
}

/** The figures of all systems under one head; those of one system and pose stand together. */
function table(findings: readonly Finding[]): string[] {
    const entries = findings.flatMap(({ system, figures }) => figures.map((figure) => {
        return { title: figure.pose === '' ? system : `${system}, ${figure.pose}`, figure };
    }));
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
export function formatReport(examination: Examination): string {
    const { character, findings } = examination;
    const section = (title: string, lines: readonly string[]) => (lines.length > 0 ? ['', title, ...lines.map(line => `  ${line}`)] : []);
    return [
        character.path,
        ...columns(summary(examination)).map(line => `  ${line}`),
        ...section('Problems', problemsOf(examination)),
        ...section('Bones with roles', [...drawTree(character.rig), '', ...columns(facts(character))]),
        ...section('Clips', clipLines(character)),
        '', ...table(findings)
    ].join('\n');
}

/** The report as data. */
export function reportData({ character, findings }: Examination): object {
    const { rig, path, height, scale, forward, up, clips, poses, kinds } = character;
    const axes = ({ x, y, z }: { x: number; y: number; z: number }) => [x, y, z];
    const clipData = (clip: Clip) => {
        const { name, track, moved, wanted } = clip;
        return { name, duration: track.duration, moved, wanted, kind: kinds.get(clip)!.kind, isMeasured: poses.includes(clip), steps: kinds.get(clip)!.steps };
    };
    return {
        file: path,
        legs: rig.legs,
        height,
        forward: axes(forward),
        up: axes(up),
        legLengths: { left: rig.legLengths.left * scale, right: rig.legLengths.right * scale },
        bones: Object.fromEntries([...rig.bones].map(([role, index]) => [role, rig.skeleton.nodes[index].name])),
        missing: rig.missing,
        clips: clips.map(clipData),
        systems: findings.map(finding => ({ system: finding.system, ...judge(finding) })),
        problems: problemsOf({ character, findings }),
        figures: findings.flatMap(({ system, figures }) => figures.map(figure => ({ system, ...figure, result: resultOf(figure) })))
    };
}
