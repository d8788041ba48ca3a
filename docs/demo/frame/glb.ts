import { FileProblem } from '../../../tools/glb/file-problem';

// The files of the gallery. They are read in a worker, so that the page goes on and reading can be given up.

export { FileProblem };

/** A file that somebody gave to the gallery. */
export interface GlbFile {
    name: string;
    bytes: ArrayBuffer;
}

/** A file as the engine reads it, and what it holds. */
export interface ReadFile extends GlbFile {
    skins: number;
    clips: number;
    /** The JSON of the file as it came, with all its extensions. */
    json: object;
}

/** What the worker says: which file it is at and what share of them is read, that all are read, or what is wrong with one. */
export type Told = { readonly step: string, readonly done: number } | { readonly files: ReadFile[] } | { readonly problem: string };

/**
 * Reads files.
 *
 * @param files - GLB files.
 * @param tell - Hears which file is read, and what share of them is read before it, from 0 to 1.
 * @param signal - Gives reading up.
 * @throws {FileProblem} When the engine could not read one of them.
 */
export function readFiles(files: readonly GlbFile[], tell: (step: string, done: number) => void, signal: AbortSignal): Promise<ReadFile[]> {
    signal.throwIfAborted();
    const worker = new Worker(new URL('./glb-worker.ts', import.meta.url), { type: 'module' });
    return new Promise<ReadFile[]>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        worker.addEventListener('error', ({ message }) => reject(new FileProblem(`Reading "${files[0].name}" has failed (${message ?? 'its reader cannot be loaded'}). Load the page again.`)));
        worker.addEventListener('message', ({ data }: MessageEvent<Told>) => {
            if ('step' in data) tell(data.step, data.done);
            else if ('files' in data) resolve(data.files);
            else reject(new FileProblem(data.problem));
        });
        tell(`Reading ${files[0].name}`, 0);
        worker.postMessage(files);
    }).finally(() => worker.terminate());
}
