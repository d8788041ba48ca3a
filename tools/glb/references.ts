import type { Refuse } from './file-problem';
import type { Gltf } from './gltf';

// What a GLB names by number is there: nodes, meshes, skins, accessors. Its nodes make a tree.

/** Most nodes above one another: the engine walks down by itself. */
const DEEPEST = 500;

const BROKEN = 'It was damaged by the program that wrote it: export it again';

/** Refuses a file that names something that it does not hold. */
export function checkReferences(gltf: Gltf, refuse: Refuse): void {
    const { nodes = [], meshes = [], skins = [], animations = [], accessors = [], bufferViews = [], buffers = [], scenes = [] } = gltf;
    const has = (index: number | undefined, list: readonly unknown[], what: string) => {
        if (index !== undefined && !(Number.isInteger(index) && index >= 0 && index < list.length)) refuse(`names ${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what} ${index} that does not exist`, BROKEN);
    };
    for (const node of nodes) {
        has(node.mesh, meshes, 'mesh');
        has(node.skin, skins, 'skin');
        for (const child of node.children ?? []) has(child, nodes, 'node');
    }
    for (const scene of scenes) for (const root of scene.nodes ?? []) has(root, nodes, 'node');
    for (const { primitives = [] } of meshes) {
        for (const { attributes = {}, indices, targets = [] } of primitives) {
            has(indices, accessors, 'accessor');
            for (const values of [attributes, ...targets]) for (const index of Object.values(values)) has(index, accessors, 'accessor');
        }
    }
    for (const { joints = [], inverseBindMatrices } of skins) {
        for (const joint of joints) has(joint, nodes, 'node');
        has(inverseBindMatrices, accessors, 'accessor');
    }
    for (const { channels = [], samplers = [] } of animations) {
        for (const { sampler, target } of channels) {
            has(sampler, samplers, 'sampler');
            has(target?.node, nodes, 'node');
        }
        for (const { input, output } of samplers) for (const index of [input, output]) has(index, accessors, 'accessor');
    }
    for (const { bufferView } of accessors) has(bufferView, bufferViews, 'part of a buffer');
    for (const { buffer } of bufferViews) has(buffer, buffers, 'buffer');
    checkTree(gltf, refuse);
}

/** Every node hangs on at most one other, none on itself, and not too deep. */
function checkTree({ nodes = [] }: Gltf, refuse: Refuse) {
    const parents = new Int32Array(nodes.length).fill(-1);
    nodes.forEach(({ children = [] }, parent) => {
        for (const child of children) {
            if (parents[child] >= 0) refuse(`has a node, "${nodes[child].name ?? child}", that hangs on two others`, BROKEN);
            parents[child] = parent;
        }
    });
    const depths = new Int32Array(nodes.length);
    for (let start = 0; start < nodes.length; start++) {
        let depth = 0;
        // up to what is known already
        for (let node = start; node >= 0 && depth <= DEEPEST; node = parents[node]) {
            if (depths[node] > 0) {
                depth += depths[node];
                break;
            }
            depth++;
        }
        if (depth > DEEPEST) refuse(`has more than ${DEEPEST} nodes below one another, or nodes that hang on themselves`, BROKEN);
        depths[start] = depth;
    }
}
