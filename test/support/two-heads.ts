import type { WrittenSkeleton } from './skeletons';

/** An animal that is the same at both ends, without names. */
export const TWO_HEADS: WrittenSkeleton = {
    convention: 'two heads', sides: ['a', 'b'], axes: 'y along', armature: { name: 'Armature', turn: [0, 0, 0], scale: 1 }, skin: 'skinned',
    table: ['node_0 0 60 0 r10', ...[1, -1].flatMap((sign, i) => [
        `  node_${i}1 0 60 ${25 * sign} r10`, `    node_${i}2 0 70 ${45 * sign} r5`, `      node_${i}3 0 85 ${60 * sign} r8`,
        `    node_${i}4% 9 55 ${25 * sign} r4`, `      node_${i}5% 9 30 ${25 * sign} r3`, `        node_${i}6% 9 6 ${25 * sign} paw`
    ])].join('\n'),
    expected: {}
};
