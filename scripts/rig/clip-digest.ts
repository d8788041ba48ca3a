import type { AnimTrack } from 'playcanvas';

import { addTextToDigest, addToDigest, DIGEST } from '../core/math/digest';

// Tells clips apart by what is in them, also between two loads of a file.

const digests = new WeakMap<AnimTrack, string>();

/** A text that is another one when a clip has other curves or other keys. */
export function digestOfClip(clip: AnimTrack): string {
    let digest = digests.get(clip);
    if (digest === undefined) {
        let hash = DIGEST;
        for (const { paths, input, output, interpolation } of clip.curves) {
            hash = addToDigest(hash, [input, output, interpolation]);
            for (const path of paths) hash = addTextToDigest(hash, JSON.stringify(path));
        }
        for (const { data } of [...clip.inputs, ...clip.outputs]) {
            hash = addToDigest(hash, data instanceof Float32Array ? new Uint32Array(data.buffer, data.byteOffset, data.length) : data);
        }
        digest = `${clip.name} ${clip.duration} ${hash}`;
        digests.set(clip, digest);
    }
    return digest;
}
