import type { CorrectedRole, RoleCorrection } from './correction';
import type { Hypothesis } from './hypotheses';
import { holdsNode } from './pairs';
import type { Bones } from './roles';
import type { Sentence } from './sentence';
import type { BoneTree } from './tree';

// What a correction by hand means for a body: of all that it may be only that remains which fits best what is set.

/** How many bones that are set by hand are in a hypothesis what they are set to. */
export function countFitting(h: Hypothesis): number {
    const { body: { tree }, legs, arms, neckline } = h;
    const hands = legs.length > 1 ? legs : arms ? [arms] : [];
    const head = neckline?.at(-1);
    const fits = (node: number, role: CorrectedRole) => {
        const isOnLimb = [...legs, ...arms ? [arms] : []].some(pair => (role === 'none' ? pair.paths.some(path => path.includes(node)) : holdsNode(tree, pair, node)));
        if (role === 'head') return node === head;
        if (role.endsWith('Foot')) return legs.some(pair => holdsNode(tree, pair, node));
        if (role.endsWith('Hand')) return hands.some(pair => holdsNode(tree, pair, node));
        return !isOnLimb && node !== head;
    };
    return [...tree.said].filter(([node, role]) => fits(node, role)).length;
}

/** Takes the roles of bones that are none, and says which of a correction could not be followed. */
export function finishCorrection(tree: BoneTree, correction: RoleCorrection | null, bones: Bones, problems: Sentence[]): void {
    for (const [role, node] of [...bones]) {
        if (tree.said.get(node) !== 'none') continue;
        const chain = /^(?:tail|\w+(?:Ear|Wing|Fin))/.exec(role)?.[0];
        for (const other of [...bones.keys()]) if (other === role || (chain && other.startsWith(chain))) bones.delete(other);
    }
    for (const [name, role] of Object.entries(correction?.roles ?? {})) {
        const node = tree.skeleton.nodes.findIndex(one => one.name === name);
        const words = role.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`);
        if (node < 0) problems.push({ about: ['body'], says: `the roles that are set by hand name a bone "${name}", and no bone of "${tree.skeleton.nodes[0].name}" is called so. Save them again for this model.` });
        else if (role !== 'none' && bones.get(role) !== node) problems.push({ about: ['body'], says: `"${name}" is set to ${words} by hand, which it cannot be where it hangs. Set another bone.` });
    }
}
