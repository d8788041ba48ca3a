// What is looked at of the JSON in a GLB.
//
// Source: glTF 2.0 specification. Nothing of it is certain in a file that somebody gave: numbers may be null, arrays may be missing.

/** A node; its transform as far as it is given. */
export interface GltfNode {
    readonly name?: string;
    readonly children?: readonly number[];
    readonly translation?: readonly number[];
    readonly rotation?: readonly number[];
    readonly scale?: readonly number[];
    readonly matrix?: readonly number[];
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
    readonly channels?: readonly unknown[];
    readonly samplers?: readonly { readonly input: number; readonly output: number }[];
}

/** A mesh of some primitives, whose attributes name accessors. */
export interface GltfMesh {
    readonly name?: string;
    readonly primitives?: readonly { readonly attributes?: Readonly<Record<string, number>> }[];
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
    readonly extensionsUsed?: readonly string[];
}
