import { statSync } from 'node:fs';
import { basename } from 'node:path';

import * as currentEngine from 'playcanvas';
import type { AnimTrack, AppBase, Asset, Entity } from 'playcanvas';

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

/** An application of the real engine that draws nothing. Call `update(dt)` for each frame and `destroy()` at the end. */
export function createApp(engine: Engine = currentEngine): AppBase {
    const element = canvas as unknown as HTMLCanvasElement;
    const app = new engine.AppBase(element);
    const options = new engine.AppOptions();
    options.graphicsDevice = new engine.NullGraphicsDevice(element);
    options.componentSystems = [
        engine.RenderComponentSystem, engine.ModelComponentSystem, engine.CameraComponentSystem, engine.AnimComponentSystem,
        engine.ScriptComponentSystem
    ];
    options.resourceHandlers = [
        engine.ContainerHandler, engine.AnimClipHandler, engine.AnimStateGraphHandler, engine.TemplateHandler, engine.ScriptHandler,
        engine.TextureHandler
    ];
    app.init(options);
    app.start();
    return app;
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
}

/** What was read last of each file, unpacked. */
const filesRead = new Map<string, { version: string; bytes: Promise<Uint8Array> }>();

/** Reads a GLB once for all tests of a process, as long as the file stays what it is. */
function readOnce(path: string): Promise<Uint8Array> {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats?.isFile()) return readGlb(path);
    const version = `${stats.mtimeMs} ${stats.size}`;
    const kept = filesRead.get(path);
    if (kept?.version === version) return kept.bytes;
    const bytes = readGlb(path);
    filesRead.set(path, { version, bytes });
    return bytes;
}

/** Adds a GLB as an asset of its file's name, which is not loaded yet. Textures are replaced by an empty one: no browser decodes images here. */
export async function addGlb(app: AppBase, path: string, engine: Engine = currentEngine): Promise<Asset> {
    const bytes = await readOnce(path);
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
    const asset = new engine.Asset(name, 'container', { url: name, filename: name, contents } as never, undefined, { image } as never);
    app.assets.add(asset);
    return asset;
}

/** Loads a GLB from a file, compressed or not. */
export async function loadGlb(app: AppBase, path: string, engine: Engine = currentEngine): Promise<LoadedCharacter> {
    const asset = await addGlb(app, path, engine);
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
