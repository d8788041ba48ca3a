import { readNames } from './names';
import { distanceVec } from '../core/math/flat-math';
import type { Skeleton } from '../skin/skeleton-type';

// Only what is skeleton counts as skeleton: the node of a rigid mesh is the skin of the bone that it hangs on, also when it has that
// bone's name.

/** Share of its distance from the first node within which a mesh is in the place of its bone. */
const SAME_PLACE = 1e-3;

/** The bone of each node: itself, or the one whose skin it is, as a rigid mesh at the end of a bone without a mesh of its own. */
export function findBones({ nodes, parents, ends, positions, meshInstances, bindings }: Skeleton): Int32Array {
    const names = readNames(nodes.map(({ name }) => name));
    const rigid = new Set(meshInstances.filter(instance => !bindings.has(instance)).map(({ node }) => node));
    const isMesh = nodes.map((node, i) => rigid.has(node) && ends[i] === i + 1);
    return Int32Array.from(nodes, (_, i) => {
        const parent = parents[i];
        if (!isMesh[i] || parent < 0 || rigid.has(nodes[parent])) return i;
        // a group that only holds the mesh of another part is no bone of its own
        const hasOthers = nodes.some((_, other) => parents[other] === parent && !isMesh[other]);
        const isInPlace = distanceVec(positions, 3 * i, positions, 3 * parent) < SAME_PLACE * distanceVec(positions, 3 * parent, positions, 0);
        const isCalled = names[i].name !== null && names[i].words !== names[parent].words;
        // what is called a leg on what is not called so is one
        const isLeg = names[i].kind === 'leg' && names[parent].kind !== 'leg';
        return isInPlace || !isCalled || (hasOthers && !isLeg) ? parent : i;
    });
}
