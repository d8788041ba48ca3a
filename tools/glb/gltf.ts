// What is looked at of the JSON in a GLB.
//
// Source: glTF 2.0 specification. In a file that somebody gave it is certain after the checks of sound.ts alone; numbers of transforms may be null.

/** Numbers of an element, by the type of its accessor. */
export const SIZES: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

/** A node; its transform as far as it is given. */
export interface GltfNode {
    readonly name?: string;
    readonly children?: readonly number[];
    readonly translation?: readonly number[];
    readonly rotation?: readonly number[];
    readonly scale?: readonly number[];
    readonly matrix?: readonly number[];
    readonly mesh?: number;
    readonly skin?: number;
}

/** Numbers of one kind, and where they lie. */
export interface GltfAccessor {
    readonly bufferView?: number;
    readonly byteOffset?: number;
    readonly componentType: number;
    readonly count: number;
    readonly type: string;
}

/** A part of a buffer. */
export interface GltfBufferView {
    readonly buffer: number;
    readonly byteOffset?: number;
    readonly byteLength: number;
    readonly byteStride?: number;
}

/** A clip: its samplers name accessors. */
export interface GltfAnimation {
    readonly name?: string;
    readonly channels?: readonly { readonly sampler: number; readonly target?: { readonly node?: number } }[];
    readonly samplers?: readonly { readonly input: number; readonly output: number }[];
}

/** A mesh of some primitives, whose attributes name accessors. */
export interface GltfMesh {
    readonly name?: string;
    readonly primitives?: readonly {
        readonly attributes?: Readonly<Record<string, number>>;
        readonly indices?: number;
        readonly targets?: readonly Readonly<Record<string, number>>[];
    }[];
}

/** All of it. */
export interface Gltf {
    readonly nodes?: readonly GltfNode[];
    readonly meshes?: readonly GltfMesh[];
    readonly skins?: readonly { readonly joints?: readonly number[]; readonly inverseBindMatrices?: number }[];
    readonly animations?: readonly GltfAnimation[];
    readonly accessors?: readonly GltfAccessor[];
    readonly buffers?: readonly { readonly uri?: string }[];
    readonly bufferViews?: readonly GltfBufferView[];
    readonly images?: readonly { readonly uri?: string }[];
    readonly materials?: readonly unknown[];
    readonly scenes?: readonly { readonly nodes?: readonly number[] }[];
    readonly extensionsUsed?: readonly string[];
}
