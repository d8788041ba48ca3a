import { roleOf, type Rig } from '../../scripts/rig/rig';

// The detected rig as a tree of nodes with their roles. Branches without a role are counted, not drawn.

interface Line { text: string; role: string }

/** The lines of the tree. */
export function drawTree(rig: Rig): string[] {
    const { nodes, parents, ends } = rig.skeleton;
    const lines: Line[] = [];
    const hasRole = (node: number) => [...rig.bones.values()].some(bone => node <= bone && bone < ends[node]);
    const draw = (node: number, before: string, below: string) => {
        lines.push({ text: before + nodes[node].name, role: roleOf(rig, node) ?? '' });
        const children: number[] = [];
        let hidden = 0;
        for (let child = node + 1; child < ends[node]; child = ends[child]) {
            if (hasRole(child)) children.push(child); else hidden += ends[child] - child;
        }
        children.forEach((child, i) => {
            const isLast = i === children.length - 1 && hidden === 0;
            draw(child, `${below}${isLast ? '└ ' : '├ '}`, `${below}${isLast ? '  ' : '│ '}`);
        });
        if (hidden > 0) lines.push({ text: `${below}└ … ${hidden} more`, role: '' });
    };
    const top = parents.indexOf(-1);
    draw(top, '', '');
    const width = Math.max(...lines.filter(({ role }) => role !== '').map(({ text }) => text.length));
    return lines.map(({ text, role }) => (role === '' ? text : `${text.padEnd(width)}  ${role}`));
}
