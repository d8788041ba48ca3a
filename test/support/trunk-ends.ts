import type { ShownSkin } from './shown-skin';
import { modelScale, type Rig } from '../../scripts/rig/rig';

// The shoulder and the croup of an animal, by its skin.

/** So many vertices of a trunk are looked at. */
const SEEN = 60;

/** Vertices of the trunk over a leg: of the shoulder or of the croup. The animal faces along the z axis, and the skin is updated. */
export function trunkOver(skin: ShownSkin, rig: Rig, leg: 'leftHand' | 'leftFoot'): number[] {
    const root = rig.limbs[leg]!.bones[0];
    const { holders } = skin.skin;
    const trunk = new Set([rig.bones.get('hips')!, ...rig.spine, ...Object.values(rig.limbs).flatMap(limb => limb?.bones.slice(0, 1) ?? [])]);
    const joint = rig.skeleton.nodes[root].getPosition();
    const near = 0.1 * rig.height * modelScale(rig);
    const over = [...holders.keys()].filter(vertex => trunk.has(holders[vertex]) && Math.abs(skin.place(vertex).z - joint.z) < near);
    return over.filter((_, i) => i % Math.ceil(over.length / SEEN) === 0);
}

/** Mean heights of groups of vertices, metres. */
export function heightsOf(skin: ShownSkin, groups: readonly (readonly number[])[]): number[] {
    return groups.map(vertices => vertices.reduce((sum, vertex) => sum + skin.place(vertex).y, 0) / vertices.length);
}
