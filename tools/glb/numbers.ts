import type { Refuse } from './file-problem';
import { SIZES, type Gltf, type GltfAccessor, type GltfBufferView } from './gltf';

// The numbers of a GLB are numbers: transforms, vertices, bind matrices, keys of clips. Clips end within a time.
//
// Limits: what is only ugly passes, such as normals that are no numbers; nobody here looks at them.

/** Longest clip in seconds: how it is played is looked at all along. */
const LONGEST_CLIP = 1200;

const FLOAT = 5126;

/** Refuses a file with numbers that are none. */
export function checkNumbers(gltf: Gltf, data: Uint8Array, refuse: Refuse): void {
    checkTransforms(gltf, refuse);
    checkValues(gltf, data, refuse);
    checkDurations(gltf, data, refuse);
}

function checkTransforms({ nodes = [] }: Gltf, refuse: Refuse) {
    for (const { name, translation = [], rotation = [], scale = [], matrix = [] } of nodes) {
        if (![...translation, ...rotation, ...scale, ...matrix].every(Number.isFinite)) {
            refuse(`has a transform that is no number, of the node "${name ?? ''}"`, 'Set it anew where the model was made, and export it again');
        }
    }
}

/** Vertices, bind matrices and keys of clips are numbers. */
function checkValues({ meshes = [], skins = [], animations = [], accessors = [], bufferViews = [] }: Gltf, data: Uint8Array, refuse: Refuse) {
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

/** No clip has a key that is later than anybody looks. */
function checkDurations({ animations = [], accessors = [], bufferViews = [] }: Gltf, data: Uint8Array, refuse: Refuse) {
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    for (const { name, samplers = [] } of animations) {
        for (const { input } of samplers) {
            const { bufferView, byteOffset = 0, count, componentType } = accessors[input];
            const part = bufferViews[bufferView ?? -1];
            const last = (part?.byteOffset ?? 0) + byteOffset + 4 * (count - 1);
            if (part?.buffer !== 0 || componentType !== FLOAT || !(count > 0) || last + 4 > data.byteLength) continue;
            const seconds = view.getFloat32(last, true);
            if (seconds > LONGEST_CLIP) {
                refuse(`has a clip, "${name ?? ''}", of ${seconds.toPrecision(4)} seconds; more than ${LONGEST_CLIP} are not tried`, 'Cut it, and export the file again');
            }
        }
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
