import { FileProblem } from './file-problem';
import type { Gltf, GltfAccessor, GltfBufferView } from './gltf';

// Refuses what no engine should be given: files that are huge, that turn in circles, and whose numbers are none.
//
// Limits: what is only ugly passes, such as normals that are no numbers; nobody here looks at them.

/** Most of each kind. A game's character has some hundred nodes, a film's some thousand. */
const MOST = { nodes: 10000, meshes: 5000, skins: 1000, animations: 2000, materials: 5000, accessors: 200000 };

/** Most channels of all clips, most numbers of all accessors, most bytes of all parts of buffers. */
const MOST_CHANNELS = 500000;
const MOST_VALUES = 50e6;
const MOST_BYTES = 2e9;

/** Longest name in letters, and most nodes above one another: the engine walks down by itself. */
const LONGEST_NAME = 1000;
const DEEPEST = 500;

const FLOAT = 5126;

/** Numbers of an element. */
const SIZES: Record<string, number> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

/** Makes the sentence of one file. */
type Refuse = (what: string, advice: string) => never;

/**
 * Checks that a file can be tried.
 *
 * @param name - The file's name, for sentences.
 * @param gltf - Its JSON.
 * @param data - Its chunk of numbers.
 * @throws {FileProblem} When it cannot.
 */
export function checkSound(name: string, gltf: Gltf, data: Uint8Array): void {
    const refuse: Refuse = (what, advice) => { throw new FileProblem(`"${name}" ${what}. ${advice}.`); };
    checkCounts(gltf, refuse);
    checkNames(gltf, refuse);
    checkTree(gltf, refuse);
    checkTransforms(gltf, refuse);
    checkNumbers(gltf, data, refuse);
}

function checkCounts(gltf: Gltf, refuse: Refuse) {
    const tooMany = (count: number, most: number, what: string) => {
        if (!(count <= most)) refuse(`holds ${count} ${what}; more than ${most} are not tried`, 'Export the character alone, without the scene around it');
    };
    for (const [kind, most] of Object.entries(MOST)) tooMany(gltf[kind as keyof typeof MOST]?.length ?? 0, most, kind);
    const sum = <T>(list: readonly T[] | undefined, of: (item: T) => number) => (list ?? []).reduce((total, item) => total + of(item), 0);
    tooMany(sum(gltf.animations, ({ channels }) => channels?.length ?? 0), MOST_CHANNELS, 'channels of clips');
    tooMany(sum(gltf.accessors, ({ count, type }) => count * (SIZES[type] ?? 1)), MOST_VALUES, 'values');
    tooMany(sum(gltf.bufferViews, ({ byteLength }) => byteLength), MOST_BYTES, 'bytes of unpacked data');
}

function checkNames({ nodes = [], meshes = [], animations = [] }: Gltf, refuse: Refuse) {
    for (const { name } of [...nodes, ...meshes, ...animations]) {
        if (name !== undefined && !(String(name).length <= LONGEST_NAME)) {
            refuse(`has a name of ${name.length} letters, "${name.slice(0, 20)}…"`, `Give it at most ${LONGEST_NAME}`);
        }
    }
}

/** Every node hangs on at most one other, none on itself, and not too deep. */
function checkTree({ nodes = [] }: Gltf, refuse: Refuse) {
    const parents = new Int32Array(nodes.length).fill(-1);
    const broken = 'Its hierarchy is broken: export it again';
    nodes.forEach(({ children = [] }, parent) => {
        for (const child of children) {
            if (!(child in nodes)) refuse(`names a node ${child} that does not exist`, broken);
            if (parents[child] >= 0) refuse(`has a node, "${nodes[child].name ?? child}", that hangs on two others`, broken);
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
        if (depth > DEEPEST) refuse(`has more than ${DEEPEST} nodes below one another, or nodes that hang on themselves`, broken);
        depths[start] = depth;
    }
}

function checkTransforms({ nodes = [] }: Gltf, refuse: Refuse) {
    for (const { name, translation = [], rotation = [], scale = [], matrix = [] } of nodes) {
        if (![...translation, ...rotation, ...scale, ...matrix].every(Number.isFinite)) {
            refuse(`has a transform that is no number, of the node "${name ?? ''}"`, 'Set it anew where the model was made, and export it again');
        }
    }
}

/** Vertices, bind matrices and keys of clips are numbers. */
function checkNumbers({ meshes = [], skins = [], animations = [], accessors = [], bufferViews = [] }: Gltf, data: Uint8Array, refuse: Refuse) {
    const check = (index: number | undefined, what: string) => {
        const accessor = accessors[index ?? -1];
        const view = bufferViews[accessor?.bufferView ?? -1];
        if (view && view.buffer === 0 && accessor.componentType === FLOAT && !areNumbers(data, accessor, view)) {
            refuse(`has ${what} that are no numbers`, 'Mend them where the model was made, and export it again');
        }
    };
    const looked = new Set<number>();
    const once = (index: number | undefined, what: string) => {
        if (index === undefined || looked.has(index)) return;
        looked.add(index);
        check(index, what);
    };
    for (const { primitives = [] } of meshes) for (const { attributes } of primitives) once(attributes?.POSITION, 'vertices');
    for (const { inverseBindMatrices } of skins) once(inverseBindMatrices, 'bind matrices');
    for (const { name, samplers = [] } of animations) {
        for (const { input, output } of samplers) for (const index of [input, output]) once(index, `keys of the clip "${name ?? ''}"`);
    }
}

/** Whether all floats of an accessor are numbers; what lies outside of the data is the engine's to refuse. */
function areNumbers(data: Uint8Array, { byteOffset = 0, count, type }: GltfAccessor, { byteOffset: viewOffset = 0, byteStride }: GltfBufferView): boolean {
    const size = SIZES[type] ?? 1;
    const stride = byteStride || 4 * size;
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    const start = viewOffset + byteOffset;
    const inside = Math.min(count, Math.floor((data.byteLength - start - 4 * size) / stride) + 1);
    for (let i = 0; i < inside; i++) {
        for (let k = 0; k < size; k++) {
            if (!Number.isFinite(view.getFloat32(start + i * stride + 4 * k, true))) return false;
        }
    }
    return true;
}
