import type { MeshInstance, StandardMaterial } from 'playcanvas';

// Exporters of some years ago wrote an alpha of zero and a mask into every material: such a body cannot be seen anywhere.

const SENTENCE = 'every material has an alpha of zero behind a mask, so nothing of it could be seen. It is shown opaque here; ' +
    'for your project set the alpha to 1, or the alpha mode to opaque, and export it again.';

/** Whether no texel can pass the mask, whatever a texture holds. */
const isUnseen = ({ opacity, alphaTest }: StandardMaterial) => opacity < alphaTest;

/**
 * Makes a body visible of which nothing can be seen.
 *
 * @param meshes - All that is drawn of it.
 * @returns A sentence where that was needed, else nothing.
 */
export function showUnseen(meshes: readonly MeshInstance[]): string[] {
    const materials = [...new Set(meshes.map(mesh => mesh.material as StandardMaterial))];
    if (materials.length === 0 || !materials.every(isUnseen)) return [];
    for (const material of materials) {
        material.alphaTest = 0;
        material.update();
    }
    return [SENTENCE];
}
