import type { Rig } from './rig';
import type { Role } from './roles';
import type { Skeleton } from './skeleton';

// Finds a bone by what a person writes: a role such as `head`, or a node's name.

/** Share of a name's letters that may be wrong for it to be what was meant. */
const LIKENESS = 0.4;

/**
 * Finds a bone: by role, then by the node's exact name, then without regard to case, separators and namespace.
 *
 * @param where - A rig, or a skeleton, which knows no roles.
 * @returns Index into the skeleton's nodes, or -1.
 */
export function findBone(where: Rig | Skeleton, boneName: string): number {
    const bone = 'bones' in where ? where.bones.get(boneName as Role) : undefined;
    if (bone !== undefined) return bone;
    const { nodes } = skeletonOf(where);
    const exact = nodes.findIndex(node => node.name === boneName);
    if (exact >= 0) return exact;
    const key = simplify(boneName);
    if (key === '') return -1;
    const similar = nodes.findIndex(node => simplify(node.name) === key);
    if (similar >= 0 || !('bones' in where)) return similar;
    for (const [role, node] of where.bones) {
        if (simplify(role) === key) return node;
    }
    return -1;
}

/** The role or node's name that is most like a given one, for messages; null when none is. */
export function nearestName(where: Rig | Skeleton, boneName: string): string | null {
    const names = skeletonOf(where).nodes.map(node => node.name);
    if ('bones' in where) names.push(...where.bones.keys());
    return nearestOf(names, boneName);
}

/** The one of some names that is most like a given one, for messages; null when none is. */
export function nearestOf(names: Iterable<string>, wanted: string): string | null {
    const key = simplify(wanted);
    let nearest: string | null = null;
    let least = LIKENESS * key.length;
    for (const name of names) {
        const distance = editDistance(key, simplify(name));
        if (!(distance < least)) continue;
        least = distance;
        nearest = name;
    }
    return nearest;
}

function skeletonOf(where: Rig | Skeleton): Skeleton {
    return 'skeleton' in where ? where.skeleton : where;
}

/** A name without namespace, separators and case. */
function simplify(name: string): string {
    return name.replace(/^.*[:|]/, '').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Number of letters to insert, remove, replace or swap with their neighbour to make one word from another. */
function editDistance(a: string, b: string): number {
    let before: number[] = [];
    let row = Array.from({ length: b.length + 1 }, (_, j) => j);
    for (let i = 1; i <= a.length; i++) {
        const next = [i];
        for (let j = 1; j <= b.length; j++) {
            next[j] = Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
            if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) next[j] = Math.min(next[j], before[j - 2] + 1);
        }
        before = row;
        row = next;
    }
    return row[b.length];
}
