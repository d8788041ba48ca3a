import { ContainerHandler, type Asset } from 'playcanvas';

import { readFiles } from './glb';
import { isGzip } from '../../../tools/glb/gzip';

// Files of the gallery itself that the engine loads. The site holds them packed (tools/glb/pack.ts): they are unpacked in the worker that reads dropped files.

export class PackedContainerHandler extends ContainerHandler {
    override fetch(url: string | { load: string, original: string }, type: string, callback: Parameters<ContainerHandler['fetch']>[2], asset?: Asset) {
        super.fetch(url, type, (error, bytes: ArrayBuffer) => {
            if (error || !isGzip(new Uint8Array(bytes))) {
                callback(error, bytes);
                return;
            }
            const name = asset?.name ?? String(url);
            readFiles([{ name, bytes }], () => {}, new AbortController().signal)
            .then(([file]) => callback(null, file.bytes), (problem: Error) => callback(problem.message));
        }, asset);
    }
}
