// GLB files for the drop zone, good and bad.

interface Gltf {
    scenes: { nodes: number[] }[];
    nodes: object[];
    animations: object[];
}

const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;

function pack(gltf: object, rest: Buffer): Uint8Array {
    const text = Buffer.from(JSON.stringify(gltf));
    const json = Buffer.concat([text, Buffer.alloc((4 - text.length % 4) % 4, ' ')]);
    const head = Buffer.alloc(HEADER_BYTES + CHUNK_HEADER_BYTES);
    const length = head.length + json.length + rest.length;
    [MAGIC, 2, length, json.length, JSON_CHUNK].forEach((value, i) => head.writeUInt32LE(value, 4 * i));
    return Buffer.concat([head, json, rest]);
}

/** A GLB with a JSON chunk alone. */
export function makeGlb(gltf: object): Uint8Array {
    return pack({ asset: { version: '2.0' }, ...gltf }, Buffer.alloc(0));
}

/** A GLB with its JSON changed. */
export function editGlb(bytes: Buffer, edit: (gltf: Gltf) => void): Uint8Array {
    const start = HEADER_BYTES + CHUNK_HEADER_BYTES;
    const end = start + bytes.readUInt32LE(HEADER_BYTES);
    const gltf = JSON.parse(bytes.toString('utf8', start, end)) as Gltf;
    edit(gltf);
    return pack(gltf, bytes.subarray(end));
}

/** A GLB with zeros behind its data, so many bytes long in all, as one with large pictures is. */
export function padGlb(bytes: Buffer, length: number): Uint8Array {
    const padded = editGlb(bytes, (gltf) => { (gltf as unknown as { buffers: { byteLength: number }[] }).buffers[0].byteLength += length - bytes.length; });
    const out = Buffer.concat([padded, Buffer.alloc(length - bytes.length)]);
    out.writeUInt32LE(out.length, 8);
    const chunk = HEADER_BYTES + CHUNK_HEADER_BYTES + out.readUInt32LE(HEADER_BYTES);
    out.writeUInt32LE(out.length - chunk - CHUNK_HEADER_BYTES, chunk);
    return out;
}
