// Gzipped files, unpacked by what browsers and Node have themselves.

/** Whether bytes begin as a gzipped file does. */
export function isGzip(bytes: Uint8Array): boolean {
    return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** What was gzipped. */
export async function gunzip(bytes: Uint8Array): Promise<Uint8Array> {
    const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}
