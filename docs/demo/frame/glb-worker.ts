import type { GlbFile, ReadFile, Told } from './glb';
import { FileProblem } from '../../../tools/glb/file-problem';
import { gunzip, isGzip } from '../../../tools/glb/gzip';
import { unpackGlb } from '../../../tools/glb/unpack';

// Reads files beside the page: looks into them, and unpacks those that are compressed, by decoders that are fetched when the first such file comes.

const createDraco = async () => (await import('./draco')).createDraco();

async function read({ name, bytes: raw }: GlbFile): Promise<ReadFile> {
    const bytes = new Uint8Array(raw);
    const { bytes: readable, contents: { skins, clips, json } } = await unpackGlb(name, isGzip(bytes) ? await gunzip(bytes) : bytes, createDraco);
    const isWhole = readable.byteLength === readable.buffer.byteLength;
    return { name, bytes: (isWhole ? readable.buffer : readable.slice().buffer) as ArrayBuffer, skins, clips, json };
}

async function answer(files: GlbFile[]): Promise<Told> {
    try {
        const out: ReadFile[] = [];
        for (const file of files) {
            postMessage({ step: `Reading ${file.name}`, done: out.length / files.length } satisfies Told);
            out.push(await read(file));
        }
        return { files: out };
    } catch (error) {
        if (!(error instanceof FileProblem)) throw error;
        return { problem: error.message };
    }
}

addEventListener('message', ({ data }: MessageEvent<GlbFile[]>) => {
    answer(data).then(told => postMessage(told, { transfer: 'files' in told ? told.files.map(({ bytes }) => bytes) : [] }), (error) => {
        // for the page's handler of errors, which a rejection does not reach
        setTimeout(() => { throw error; });
    });
});
