import { statSync } from 'node:fs';
import { basename } from 'node:path';

import * as currentEngine from 'playcanvas';
import type { AnimTrack, AppBase, AppOptions, Asset, Entity, Mesh } from 'playcanvas';

import { readGlb } from '../../tools/glb/read-glb';

// The real engine without a browser: an application on the null device, and characters loaded from files.

const canvas = {
    width: 640,
    height: 480,
    clientWidth: 640,
    clientHeight: 480,
    style: {},
    addEventListener() {},
    removeEventListener() {},
    getBoundingClientRect: () => ({ left: 0, top: 0, width: 640, height: 480 })
};

/** The engine as a module; another version is given the types of the current one. */
export type Engine = typeof currentEngine;

/** An application of the real engine that draws nothing, with these systems. Call `update(dt)` for each frame and `destroy()` at the end. */
export function startApp(engine: Engine, systems: AppOptions['componentSystems']): AppBase {
    const element = canvas as unknown as HTMLCanvasElement;
    const app = new engine.AppBase(element);
    const options = new engine.AppOptions();
    options.graphicsDevice = new engine.NullGraphicsDevice(element);
    options.componentSystems = systems;
    options.resourceHandlers = [
        engine.ContainerHandler, engine.AnimClipHandler, engine.AnimStateGraphHandler, engine.TemplateHandler, engine.ScriptHandler,
        engine.TextureHandler
    ];
    app.init(options);
    app.start();
    return app;
}

/** An application without physics. */
export function createApp(engine: Engine = currentEngine): AppBase {
    return startApp(engine, [
        engine.RenderComponentSystem, engine.ModelComponentSystem, engine.CameraComponentSystem, engine.AnimComponentSystem,
        engine.ScriptComponentSystem
    ]);
}

/** What a loaded GLB gives to a test. */
export interface LoadedCharacter {
    /** Makes an instance of the model, not yet in the scene. */
    instantiate(): Entity;
    /** Clips of the file by name. */
    clips: Map<string, AnimTrack>;
}

interface ContainerResource {
    instantiateRenderEntity(): Entity;
    animations: Asset[];
    data: { renders: { meshes: readonly Mesh[] }[]; meshDefaultMaterials: Record<number, unknown> };
}

/** A file as it was read last: unpacked, and the meshes that were made of it first. */
interface FileRead { readonly version: string; readonly bytes: Promise<Uint8Array>; meshes: readonly (readonly Mesh[])[] | null }

const filesRead = new Map<string, FileRead>();

/** Number of the next file that is loaded as one that nobody has seen. */
let newFiles = 0;

/** Reads a GLB once for all tests of a process, as long as the file stays what it is. */
function readOnce(path: string): FileRead {
    const stats = statSync(path, { throwIfNoEntry: false });
    const version = stats?.isFile() ? `${stats.mtimeMs} ${stats.size}` : '';
    const kept = filesRead.get(path);
    if (kept?.version === version && version !== '') return kept;
    const read = { version, bytes: readGlb(path), meshes: null };
    filesRead.set(path, read);
    return read;
}

/**
 * Gives a container the meshes that another application made of the same file: the character on them is then found once in a process, which is
 * more than half of what most tests cost. They are kept for good.
 */
function shareMeshes(app: AppBase, { data }: ContainerResource, file: FileRead) {
    if (!file.meshes) {
        file.meshes = data.renders.map(({ meshes }) => meshes);
        for (const mesh of file.meshes.flat()) mesh.incRefCount();
    }
    data.renders.forEach((render, i) => {
        const { meshes } = render;
        const kept = file.meshes![i];
        kept.forEach((mesh, j) => { data.meshDefaultMaterials[mesh.id] = data.meshDefaultMaterials[meshes[j].id]; });
        render.meshes = kept;
    });
    // of other applications that had them, one may be gone
    const adopt = () => {
        for (const mesh of file.meshes!.flat()) {
            mesh.device = app.graphicsDevice;
            if (mesh.morph) mesh.morph.device = app.graphicsDevice;
        }
    };
    adopt();
    app.once('destroy', adopt);
}

/** Adds a GLB as an asset of its file's name, which is not loaded yet. Textures are replaced by an empty one: no browser decodes images here. */
export async function addGlb(app: AppBase, path: string, engine: Engine = currentEngine, isShared = engine === currentEngine): Promise<Asset> {
    const file = readOnce(path);
    const bytes = await file.bytes;
    const contents = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const image = {
        processAsync(_image: unknown, done: (error: Error | null, asset: Asset) => void) {
            const texture = new engine.Asset('no-texture', 'texture');
            texture.resource = new engine.Texture(app.graphicsDevice, { width: 1, height: 1 });
            texture.loaded = true;
            // the engine makes copies of textures that share an image where the first one is
            app.assets.add(texture);
            done(null, texture);
        }
    };
    const name = basename(path);
    // the engine reads a file of one address once
    const url = isShared ? name : `${newFiles++}/${name}`;
    const asset = new engine.Asset(name, 'container', { url, filename: name, contents } as never, undefined, { image } as never);
    if (isShared) asset.once('load', () => shareMeshes(app, asset.resource as unknown as ContainerResource, file));
    app.assets.add(asset);
    return asset;
}

/** Loads a GLB as a model that nobody has seen: its character has to be found anew. */
export async function loadNewGlb(app: AppBase, path: string): Promise<LoadedCharacter> {
    return load(app, await addGlb(app, path, currentEngine, false));
}

/** Loads a GLB from a file, compressed or not. What is found on it is known to all tests of the process. */
export async function loadGlb(app: AppBase, path: string, engine: Engine = currentEngine): Promise<LoadedCharacter> {
    return load(app, await addGlb(app, path, engine));
}

async function load(app: AppBase, asset: Asset): Promise<LoadedCharacter> {
    await new Promise<void>((resolve, reject) => {
        asset.once('load', () => resolve());
        asset.once('error', (error: unknown) => reject(new Error(String(error))));
        app.assets.load(asset);
    });
    const resource = asset.resource as unknown as ContainerResource;
    return {
        instantiate: () => resource.instantiateRenderEntity(),
        clips: new Map(resource.animations.map(clip => clip.resource as AnimTrack).map(track => [track.name, track]))
    };
}
