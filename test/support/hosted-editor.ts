import { createHash } from 'node:crypto';

import type { TemplateData, TemplateEntity } from '../../tools/installer/contents';
import type { Editor, EditorAsset, EditorEntity, EntityData, Request, UploadData } from '../../tools/installer/editor-api';

// A stand-in of the Editor: the calls that the installer makes, in the form that they have in version 2.30.4, on a project in memory. Each call
// that goes to the server can be made to fail, before it has done anything or after.

/** Milliseconds that the server takes for an import. */
const IMPORT_TIME = 4;

type Data = Record<string, unknown>;

function at(data: Data, path: string): unknown {
    return path.split('.').reduce<unknown>((value, key) => (value as Data | null | undefined)?.[key], data);
}

const addressOf = (text: string) => `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`;
const fileOf = (filename: string, text: string) => ({ filename, url: addressOf(text), hash: createHash('md5').update(text).digest('hex') });

class Asset implements EditorAsset {
    readonly observer = this;

    constructor(readonly data: Data) {}

    get(path: string) {
        return at(this.data, path);
    }

    has(path: string) {
        return at(this.data, path) !== undefined;
    }
}

class Entity implements EditorEntity {
    readonly children: Entity[] = [];

    readonly history = { enabled: true };

    constructor(readonly data: Data, readonly parent: Entity | null) {
        parent?.children.push(this);
    }

    get(path: string) {
        return at(this.data, path);
    }

    set(path: string, value: unknown) {
        this.data[path] = value;
    }

    /** The entity and all below it. */
    all(): Entity[] {
        return [this, ...this.children.flatMap(child => child.all())];
    }

    tree(): object {
        return { ...this.data, children: this.children.map(child => child.tree()) };
    }
}

/** How the server fails. */
export interface Failure {
    /** Which call, counted from 1. */
    readonly call: number;
    /** Whether the call has been done and only its answer is lost. */
    readonly isDone?: boolean;
    /** Whether all calls after it fail too. */
    readonly forGood?: boolean;
    readonly reason?: string;
}

export class HostedEditor {
    /** Names of the calls to the server, in their order. */
    readonly calls: string[] = [];

    readonly status: string[] = [];

    failure: Failure | null = null;

    mayWrite = true;

    isLegacy = false;

    /** Names of files whose import fails, and whether any import ends. */
    readonly broken = new Set<string>();

    imports = true;

    /** Whether imports end while the next assets are deleted, and not after their time. */
    endsImportsLate = false;

    private readonly late: (() => void)[] = [];

    readonly root = new Entity({ name: 'Root', resource_id: 'root' }, null);

    readonly editor: Editor;

    private assets: Asset[] = [];

    private readonly listeners = new Set<() => void>();

    private nextId = 1000;

    /**
     * @param scriptsIn - Names under which the scripts of a text register.
     */
    constructor(private readonly scriptsIn: (text: string) => string[]) {
        this.editor = this.makeEditor();
    }

    /** The whole project, as text. */
    get state(): string {
        return JSON.stringify({ assets: this.assets.map(({ data }) => data), entities: this.root.tree() });
    }

    /** Type and name of each asset, sorted. */
    get names(): string[] {
        return this.assets.map(({ data }) => `${String(data.type)} ${String(data.name)}`).sort();
    }

    find(type: string, name: string): Asset | undefined {
        return this.assets.find(({ data }) => data.type === type && data.name === name);
    }

    /** Puts an asset into the project. */
    add(data: Data): Asset {
        const asset = new Asset({ id: this.nextId++, path: [], ...data });
        this.assets.push(asset);
        for (const listener of this.listeners) listener();
        return asset;
    }

    /** Puts a script file into the project. */
    addScript(name: string, text: string, isParsed = true): Asset {
        return this.add({ type: 'script', name, preload: true, file: fileOf(name, text), data: { scripts: isParsed ? this.parsed(text) : {} } });
    }

    private parsed(text: string): Data {
        return Object.fromEntries(this.scriptsIn(text).map(script => [script, { attributes: {} }]));
    }

    /** A call to the server. */
    private async serve<T>(name: string, act: () => T | Promise<T>): Promise<T> {
        this.calls.push(name);
        const { failure } = this;
        const fails = failure !== null && (this.calls.length === failure.call || failure.forGood === true && this.calls.length > failure.call);
        const reason = new Error(failure?.reason ?? '0: network');
        await new Promise<void>((resolve) => {
            setImmediate(resolve);
        });
        if (fails && failure.isDone !== true) throw reason;
        const answer = await act();
        if (fails) throw reason;
        return answer;
    }

    private pathOf(folder: unknown): number[] {
        return folder ? [Number(folder)] : [];
    }

    /** What the server makes of a model: a container, a material of it and a template. Of clips alone there is no template. */
    private import(source: Asset) {
        const { data } = source;
        data.task = 'running';
        const end = () => {
            if (!this.imports || !this.assets.includes(source)) return;
            if (this.broken.has(String(data.name))) {
                data.task = 'failed';
                return;
            }
            const { path } = data;
            const container = this.add({ type: 'container', name: data.name, path, source_asset_id: String(data.id) });
            this.add({ type: 'material', name: 'skin', path, source_asset_id: String(container.data.id) });
            if (!/-get-up|-idle/.test(String(data.name))) {
                const model = { name: data.name, parent: null, children: [], components: { render: { asset: container.data.id } } };
                this.add({ type: 'template', name: data.name, path, meta: { containerAsset: container.data.id }, data: { entities: { model } } });
            }
            data.task = null;
        };
        if (this.endsImportsLate) this.late.push(end);
        else setTimeout(end, IMPORT_TIME);
    }

    private create({ children, ...data }: EntityData, parent: Entity): Entity {
        const entity = new Entity({ resource_id: `id-${this.nextId++}`, ...data }, parent);
        for (const child of children ?? []) this.create(child, entity);
        return entity;
    }

    private makeEditor(): Editor {
        const { root } = this;
        const upload = (data: UploadData) => this.serve(data.id ? 'replace' : `upload ${data.type}`, async () => {
            const text = await data.file?.text() ?? '';
            if (data.id) {
                const asset = this.assets.find(one => one.data.id === data.id)!;
                asset.data.file = fileOf(data.filename!, text);
                return asset;
            }
            const file = data.filename ? { file: fileOf(data.filename, text) } : {};
            return this.add({ type: data.type, name: data.name, path: this.pathOf(data.folder?.get('id')), data: data.data, preload: data.preload, ...file });
        });
        const globals: Editor['api']['globals'] = {
            projectId: 4711,
            accessToken: 'a-token-that-nobody-has',
            assets: {
                list: () => [...this.assets],
                get: id => this.assets.find(({ data }) => data.id === id) ?? null,
                on: (_, act) => {
                    this.listeners.add(act);
                    return { unbind: () => this.listeners.delete(act) };
                },
                upload,
                createFolder: ({ name }) => upload({ type: 'folder', name }),
                createTemplate: ({ name, entity, folder }) => this.serve('createTemplate', () => {
                    const entities = Object.fromEntries((entity as Entity).all().map(one => [String(one.get('resource_id')), one.tree()]));
                    return this.add({ type: 'template', name, path: this.pathOf(folder.get('id')), data: { entities } });
                }),
                instantiateTemplates: (templates, parent) => this.serve('instantiateTemplates', () => templates.map((template) => {
                    const { entities } = template.get('data') as TemplateData;
                    return this.create({ ...Object.values(entities)[0] as TemplateEntity, children: [] } as EntityData, parent as Entity);
                })),
                delete: list => this.serve('delete', () => {
                    for (const end of this.late.splice(0)) end();
                    this.assets = this.assets.filter(asset => !list.includes(asset));
                })
            },
            entities: {
                root,
                create: data => this.create(data, root),
                delete: (list) => {
                    for (const entity of list as Entity[]) entity.parent!.children.splice(entity.parent!.children.indexOf(entity), 1);
                    return Promise.resolve();
                }
            },
            realtime: { scenes: { current: { whenNothingPending: (act) => {
                setImmediate(act);
            } } } },
            rest: { assets: { assetCreate: (data) => {
                const handlers: { load?: (status: number, answer: { id: number }) => void, error?: (status: number, answer: unknown) => void } = {};
                this.serve('assetCreate', () => {
                    const asset = this.add({ type: data.type, name: data.name, path: this.pathOf(data.parent), source: true, task: null });
                    this.import(asset);
                    return asset;
                }).then(asset => handlers.load?.(201, { id: Number(asset.data.id) }), (error: Error) => handlers.error?.(Number.parseInt(error.message, 10), error.message));
                const request: Request = {
                    on: (event, act) => {
                        Object.assign(handlers, { [event]: act });
                        return request;
                    }
                };
                return request;
            } } }
        };
        const call = (method: string, ...given: unknown[]) => {
            if (method === 'permissions:write') return this.mayWrite;
            if (method === 'settings:project') return { get: () => this.isLegacy };
            if (method === 'assets:pipeline:options') return given[0];
            if (method.startsWith('status:')) return this.status.push(String(given[0]));
            if (method !== 'scripts:parse') throw new Error(`no method ${method}`);
            const [asset, done] = given as [Asset, (error: unknown, result?: object) => void];
            const text = Buffer.from(String(asset.get('file.url')).split(',')[1], 'base64').toString();
            this.serve('parse', () => {
                (asset.data.data as Data).scripts = this.parsed(text);
            }).then(() => done(null, { scripts: this.parsed(text) }), done);
            return undefined;
        };
        return { api: { globals }, call: call as Editor['call'] };
    }
}
