// The calls of the Editor that the installer makes, and no others: those of the Editor's version 2.30.4. docs/install.md lists them.

/** Data of an asset or an entity, by path. */
export interface Item {
    get(path: string): unknown;
}

export interface EditorAsset extends Item {
    has(path: string): boolean;
    /** What older parts of the Editor take for the asset. */
    readonly observer: unknown;
}

export interface EditorEntity extends Item {
    readonly children: readonly (EditorEntity | null)[];
    /** Whether what is set can be undone. */
    readonly history: { enabled: boolean };
    set(path: string, value: unknown): void;
}

/** A handler that can be taken off. */
export interface EventHandle {
    unbind(): void;
}

export interface UploadData {
    readonly name?: string;
    readonly type?: string;
    readonly filename?: string;
    readonly file?: Blob;
    readonly folder?: EditorAsset;
    readonly data?: object;
    readonly preload?: boolean;
    /** Id of the asset whose file is replaced. */
    readonly id?: number;
}

export interface EditorAssets {
    list(): EditorAsset[];
    get(id: number): EditorAsset | null;
    on(event: 'add', act: () => void): EventHandle;
    upload(data: UploadData): Promise<EditorAsset>;
    createFolder(options: { name: string }): Promise<EditorAsset>;
    createTemplate(options: { name: string, entity: EditorEntity, folder: EditorAsset }): Promise<EditorAsset>;
    instantiateTemplates(assets: EditorAsset[], parent: EditorEntity, options: { history: boolean }): Promise<EditorEntity[]>;
    delete(assets: EditorAsset[]): Promise<unknown>;
}

/** An entity with its children, as it is created. */
export interface EntityData {
    readonly name: string;
    readonly position?: readonly number[];
    readonly children?: readonly EntityData[];
    readonly components?: object;
    readonly [field: string]: unknown;
}

export interface EditorEntities {
    readonly root: EditorEntity | null;
    create(data: EntityData, options: { history: boolean }): EditorEntity | null;
    delete(entities: EditorEntity[], options: { history: boolean }): Promise<unknown>;
}

/** A request that is under way. */
export interface Request {
    on(event: 'load', act: (status: number, answer: { readonly id: number }) => void): Request;
    on(event: 'error', act: (status: number, answer: unknown) => void): Request;
}

/** What is sent to create the asset of a model, and how it is imported. */
export interface ModelData {
    readonly name: string;
    readonly filename: string;
    readonly type: 'scene';
    readonly file: Blob;
    /** Id of the folder. */
    readonly parent: string;
    readonly preload: boolean;
}

/** How a model is imported: the Editor's own settings are those of the user. */
export type ImportSettings = Readonly<Record<string, boolean | number | string>>;

/** The document of the open scene. */
export interface SceneDocument {
    /** Calls back when the server has all changes of this page. */
    whenNothingPending(act: () => void): void;
}

/** What the Editor's parser says of a script file. */
export interface ParseResult {
    /** Sentences or errors of a file that registers nothing. */
    readonly scriptsInvalid?: readonly unknown[];
    readonly scripts?: Readonly<Record<string, { readonly attributesInvalid?: readonly unknown[] }>>;
}

/** The global `editor` of the Editor's page. */
export interface Editor {
    readonly api: {
        readonly globals: {
            readonly projectId: number;
            readonly accessToken?: string;
            readonly assets: EditorAssets;
            readonly entities: EditorEntities;
            readonly realtime: { readonly scenes: { readonly current: SceneDocument | null } };
            readonly rest: { readonly assets: { assetCreate(data: ModelData, settings: ImportSettings): Request } };
        };
    };
    call(method: 'permissions:write'): boolean;
    call(method: 'settings:project'): Item | null;
    call(method: 'assets:pipeline:options', changes: ImportSettings): ImportSettings | null;
    call(method: 'status:text' | 'status:error', text: string): void;
    call(method: 'scripts:parse', asset: unknown, done: (error: unknown, result?: ParseResult) => void): void;
    /** The methods that `call` finds; they come one by one while the page loads. */
    readonly methods?: { has(method: string): boolean };
}
