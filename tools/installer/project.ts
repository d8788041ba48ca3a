import type { Editor, EditorAsset, EditorEntity, Item } from './editor-api';

// What is in the project that is open in the Editor, and waiting for what is to come.

/** What went wrong, in a sentence for the user. */
export class InstallProblem extends Error {}

/** Milliseconds between two looks at something that takes its time. */
const LOOK_EVERY = 250;

/** The id of an asset, however it is written. */
export function idOf(asset: Item): number {
    return Number(asset.get('id'));
}

/** The folder in which an asset is; 0: none. */
export function folderOf(asset: Item): number {
    const path = (asset.get('path') ?? []) as readonly (number | string)[];
    return Number(path[path.length - 1] ?? 0);
}

/** The words of an error, an event of one, a finding of the parser, or a text. */
export function textOf(reason: unknown): string {
    const { message } = (reason ?? {}) as { message?: unknown };
    return typeof message === 'string' && message ? message : String(reason ?? 'no reason');
}

/** A sentence about a refused request, from the number that stands in it. */
export function explain(reason: unknown): string {
    if (reason instanceof InstallProblem) return reason.message;
    const text = textOf(reason);
    if (/\b401\b/.test(text)) return 'The Editor says that you are not logged in any more. Log in, load the page again, and install again.';
    if (/\b403\b/.test(text)) return 'The Editor says that you may not write to this project. Ask its owner for write access, or fork it.';
    if (/disk allowance/i.test(text)) return 'Your account has no room left for the files. Free some, or install without the sample characters.';
    if (/^0\b|network|failed to fetch|timed? ?out/i.test(text)) return `The Editor cannot be reached (${text}). Check the connection, load the page again, and install again.`;
    return `The Editor answers "${text}". Look into docs/install.md for the calls that the installer makes; one may have changed.`;
}

export class Project {
    /** Ids of all assets that were there at first. */
    private readonly before: ReadonlySet<number>;

    /**
     * @param patience - Longest wait for one answer, in milliseconds.
     */
    constructor(readonly editor: Editor, private readonly patience: number) {
        this.before = new Set(this.assets.list().map(idOf));
    }

    get assets() {
        return this.editor.api.globals.assets;
    }

    get entities() {
        return this.editor.api.globals.entities;
    }

    /** Assets that have come since the start. */
    get added(): EditorAsset[] {
        return this.assets.list().filter(asset => !this.before.has(idOf(asset)));
    }

    find(isMeant: (asset: EditorAsset) => boolean): EditorAsset | null {
        return this.assets.list().find(isMeant) ?? null;
    }

    /** An asset of a type and a name in a folder; 0: in the topmost one. */
    findIn(folder: number, type: string, name: string): EditorAsset | null {
        return this.find(asset => asset.get('type') === type && asset.get('name') === name && folderOf(asset) === folder);
    }

    /** What has become of a file: assets that were made of it, and of these. */
    madeOf(source: number): EditorAsset[] {
        const from = (asset: EditorAsset) => Number(asset.get('source_asset_id') || asset.get('meta.containerAsset') || 0);
        const direct = this.assets.list().filter(asset => from(asset) === source && idOf(asset) !== source);
        return [...new Set([...direct, ...direct.flatMap(asset => this.madeOf(idOf(asset)))])];
    }

    /** Number of entities in a tree of the scene; NaN: some of it has not arrived yet. */
    countEntities(entity: EditorEntity): number {
        return entity.children.reduce((sum, child) => sum + (child ? this.countEntities(child) : NaN), 1);
    }

    /** Waits until the server has all changes of the scene. */
    async whenSceneIsSent(): Promise<void> {
        const scene = this.editor.api.globals.realtime.scenes.current;
        if (!scene) throw new InstallProblem('No scene is open. Open one, and install again.');
        const sent = new Promise<void>((resolve) => {
            scene.whenNothingPending(resolve);
        });
        await this.within(sent, 'the answer of the scene');
    }

    /** The answer to a request, within the patience. What arrives later is taken back by whoever noted it. */
    async within<T>(answer: Promise<T>, what: string): Promise<T> {
        let timer: ReturnType<typeof setTimeout>;
        const late = new Promise<never>((_, reject) => {
            timer = setTimeout(() => reject(this.lateness(what)), this.patience);
        });
        try {
            return await Promise.race([answer, late]);
        } finally {
            clearTimeout(timer!);
        }
    }

    private lateness(what: string): InstallProblem {
        return new InstallProblem(`${what} did not come within ${Math.round(this.patience / 1000)} s. The Editor may be busy: install again later.`);
    }

    /**
     * Waits until something is there.
     *
     * @param look - Answers it, or null for not yet; what it throws ends the waiting.
     * @param what - Names it, for the sentence when it does not come.
     */
    async wait<T>(look: () => T | null, what: string): Promise<T> {
        for (const start = performance.now(); performance.now() - start < this.patience;) {
            const found = look();
            if (found !== null) return found;
            await new Promise<void>((resolve) => {
                const handle = this.assets.on('add', () => done());
                const timer = setTimeout(() => done(), Math.min(LOOK_EVERY, this.patience));
                const done = () => {
                    handle.unbind();
                    clearTimeout(timer);
                    resolve();
                };
            });
        }
        throw this.lateness(what);
    }
}
