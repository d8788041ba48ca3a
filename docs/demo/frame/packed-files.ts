import { ContainerHandler, type Asset } from 'playcanvas';

import { fetchFile } from './drop-zone';
import { readFiles } from './glb';
import { isGzip } from '../../../tools/glb/gzip';

// Files of the gallery itself that the engine loads. The site holds them packed (tools/glb/pack.ts): they are unpacked in the worker that reads dropped files.

type Load = ContainerHandler['load'];

/** The bytes of one of the gallery's own files, as the engine reads them. */
async function readOwn(name: string): Promise<ArrayBuffer> {
    const file = await fetchFile(name);
    if (!isGzip(new Uint8Array(file.bytes))) return file.bytes;
    const [{ bytes }] = await readFiles([file], () => {}, new AbortController().signal);
    return bytes;
}

export class PackedContainerHandler extends ContainerHandler {
    override load(url: Parameters<Load>[0], callback: Parameters<Load>[1], asset?: Asset) {
        const file = asset?.file as { url: string, contents?: ArrayBuffer } | undefined;
        const load = () => super.load(url, callback, asset);
        if (!file || file.contents) {
            load();
            return;
        }
        readOwn(file.url).then((bytes) => {
            file.contents = bytes;
            load();
        }, (problem: Error) => callback(problem.message));
    }
}
