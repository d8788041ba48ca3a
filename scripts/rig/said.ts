import { correctionOf, type CorrectedRole } from './correction';
import type { NameReading } from './names';
import type { Skeleton } from './skeleton';
import type { NamedPart } from './words';

// Bones that are set by hand: they are read as if they were named so.

/** Nodes that are set by hand, with their roles. */
export type Said = ReadonlyMap<number, CorrectedRole>;

/** The nodes of a skeleton that its correction means. */
export function saidOf(skeleton: Skeleton): Said {
    const found = Object.entries(correctionOf(skeleton)?.roles ?? {}).map(([name, role]) => [skeleton.nodes.findIndex(node => node.name === name), role] as const);
    return new Map(found.filter(([node]) => node >= 0));
}

/** What names say where some bones are set by hand: their roles, and no other bone is called so. Where a foot is called hand no limb is what it is called. */
export function correctNames(names: readonly (NameReading | null)[], said: Said): (NameReading | null)[] {
    if (said.size === 0) return [...names];
    const partOf = (node: number) => names[node]?.name?.part;
    const areLies = [...said].some(([node, role]) => (partOf(node) === 'Hand' && role.endsWith('Foot')) || (partOf(node) === 'Foot' && role.endsWith('Hand')));
    const readings = new Map([...said].map(([node, role]) => [node, readingOf(role)]));
    const isTaken = ({ name, kind }: NameReading) => (areLies && (kind === 'leg' || kind === 'arm')) || [...readings.values()].some(({ name: own }) => own && name && own.part === name.part && own.side === name.side);
    return names.map((reading, node) => readings.get(node) ?? (reading && isTaken(reading) ? { ...reading, name: null, kind: null } : reading));
}

function readingOf(role: CorrectedRole): NameReading {
    if (role === 'none') return { name: null, kind: 'other', girdle: null, side: null, words: '' };
    const [, side = null, part] = /^(left|right)?(.+)$/.exec(role)! as unknown as [string, 'left' | 'right' | undefined, NamedPart];
    const kind = part === 'Foot' ? 'leg' : part === 'Hand' ? 'arm' : part === 'hips' ? 'trunk' : part as 'head' | 'tail';
    return { name: { part, side }, kind, girdle: null, side, words: part };
}

/** Ends of limbs that are set on both sides: the pairs that they are of. */
export function saidEnds(said: Said): [number, number][] {
    const nodeOf = (role: string) => [...said].find(([, other]) => other === role)?.[0];
    return ['Foot', 'Hand'].flatMap((part) => {
        const [left, right] = [nodeOf(`left${part}`), nodeOf(`right${part}`)];
        return left !== undefined && right !== undefined ? [[left, right] as [number, number]] : [];
    });
}
