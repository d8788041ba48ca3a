import { registerLimber } from 'limber';
import { Asset, BoundingBox, Entity, Vec3, type AppBase } from 'playcanvas';

import { Studio } from '../../tools/strip/studio';

// What runs in the page of set-up.ts: loads characters, draws them, and puts scripts onto them.

declare global {
    interface Window {
        openStage(): Promise<void>;
        /** Loads, instantiates and draws a character in place of the one before. */
        showFile(url: string): Promise<void>;
        /** Puts a script onto it. */
        addScript(name: string): void;
    }
}

let studio: Studio;
let ball: Entity;
let hero: Entity | null = null;

/** Draws, and waits until all is drawn. */
function draw(app: AppBase, hero: Entity) {
    app.update(1 / 60);
    const bounds = new BoundingBox();
    (hero.findComponents('render') as unknown as { meshInstances: { aabb: BoundingBox }[] }[]).flatMap(({ meshInstances }) => meshInstances)
    .forEach(({ aabb }, i) => (i === 0 ? bounds.copy(aabb) : bounds.add(aabb)));
    studio.draw(['side'], [bounds]);
    const { gl } = app.graphicsDevice as unknown as { gl: WebGL2RenderingContext };
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
}

window.openStage = async () => {
    studio = await Studio.create();
    const { app } = studio;
    registerLimber(app);
    const floor = new Entity('Floor', app);
    floor.setPosition(0, -0.5, 0);
    floor.addComponent('collision', { type: 'box', halfExtents: new Vec3(30, 0.5, 30) });
    floor.addComponent('rigidbody', { type: 'static' });
    app.root.addChild(floor);
    ball = new Entity('Ball', app);
    ball.setPosition(0.5, 1.5, 3);
    app.root.addChild(ball);
    studio.frame(['side'], 1, 640, 480);
};

/** Loads a file. */
async function load(app: AppBase, url: string) {
    const asset = new Asset('file', 'container', { url, filename: 'file.glb' } as never);
    await new Promise<void>((resolve, reject) => {
        asset.once('load', () => resolve());
        asset.once('error', (error: unknown) => reject(new Error(String(error))));
        app.assets.add(asset);
        app.assets.load(asset);
    });
    return asset.resource as unknown as { instantiateRenderEntity(): Entity; animations: Asset[] };
}

window.showFile = async (url) => {
    const { app } = studio;
    const container = await load(app, url);
    const { animations } = container;
    hero?.destroy();
    hero = new Entity('Hero', app);
    hero.addComponent('script');
    const model = container.instantiateRenderEntity();
    hero.addChild(model);
    app.root.addChild(hero);
    if (animations.length > 0) model.addComponent('anim', { activate: true });
    animations.forEach(({ resource }, i) => model.anim!.assignAnimation(`Clip ${i}`, resource as never));
    draw(app, hero);
};

window.addScript = (name) => {
    hero!.script!.create(name, { attributes: name === 'perfectLookAt' ? { targetObject: ball } as never : {} });
};
