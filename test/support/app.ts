import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

import {
    AnimComponentSystem, AppBase, AppOptions, Asset, CameraComponentSystem, ContainerHandler, Entity, ModelComponentSystem,
    NullGraphicsDevice, RenderComponentSystem, ScriptComponentSystem, AnimClipHandler, AnimStateGraphHandler, TemplateHandler,
    ScriptHandler, TextureHandler, Texture, type AnimTrack
} from 'playcanvas';

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

/** An application of the real engine that draws nothing. Call `update(dt)` for each frame and `destroy()` at the end. */
export function createApp(): AppBase {
    const element = canvas as unknown as HTMLCanvasElement;
    const app = new AppBase(element);
    const options = new AppOptions();
    options.graphicsDevice = new NullGraphicsDevice(element);
    options.componentSystems = [
        RenderComponentSystem, ModelComponentSystem, CameraComponentSystem, AnimComponentSystem, ScriptComponentSystem
    ];
    options.resourceHandlers = [
        ContainerHandler, AnimClipHandler, AnimStateGraphHandler, TemplateHandler, ScriptHandler, TextureHandler
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

/** Loads a GLB from a file. Textures are replaced by an empty one: no browser decodes images here. */
export async function loadGlb(app: AppBase, path: string): Promise<LoadedCharacter> {
    const bytes = await readFile(path);
    const contents = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const image = {
        processAsync(_image: unknown, done: (error: Error | null, asset: Asset) => void) {
            const texture = new Asset('no-texture', 'texture');
            texture.resource = new Texture(app.graphicsDevice, { width: 1, height: 1 });
            texture.loaded = true;
            done(null, texture);
        }
    };
    const name = basename(path);
    const asset = new Asset(name, 'container', { url: name, filename: name, contents } as never, undefined, { image } as never);
    await new Promise<void>((resolve, reject) => {
        asset.once('load', () => resolve());
        asset.once('error', (error: unknown) => reject(new Error(String(error))));
        app.assets.add(asset);
        app.assets.load(asset);
    });
    const resource = asset.resource as unknown as ContainerResource;
    return {
        instantiate: () => resource.instantiateRenderEntity(),
        clips: new Map(resource.animations.map(clip => clip.resource as AnimTrack).map(track => [track.name, track]))
    };
}
