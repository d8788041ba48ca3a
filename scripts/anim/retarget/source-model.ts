import type { AnimTrack, AppBase, Asset, Entity } from 'playcanvas';

// The model that clips were made for, and the clips of its file. One hidden instance serves all characters that take clips of it.

/** A source of clips. */
export interface SourceModel {
    readonly entity: Entity;
    readonly clips: ReadonlyMap<string, AnimTrack>;
}

/** What the engine makes of a GLB. */
interface Container {
    readonly animations: readonly Asset[];
    instantiateRenderEntity(): Entity;
}

const models = new WeakMap<object, SourceModel>();

/** The model of a loaded container, which is in no scene; null where it holds no model. */
export function sourceModelOf(asset: Asset): SourceModel | null {
    const container = asset.resource as unknown as Container | undefined;
    if (typeof container?.instantiateRenderEntity !== 'function') return null;
    let model = models.get(container);
    if (!model) {
        const clips = container.animations.flatMap(({ resource }) => (resource ? [resource as AnimTrack] : []));
        model = { entity: container.instantiateRenderEntity(), clips: new Map(clips.map(clip => [clip.name, clip])) };
        models.set(container, model);
        const { entity } = model;
        asset.once('unload', () => entity.destroy());
    }
    return model;
}

/** Names of the assets with the pack's own motions. */
const OWN = { people: 'motions-people.glb', animals: 'motions-animals.glb' };

/** Name of the asset with the pack's motions for a character with as many legs. */
export function ownMotionsName(legs: number): string {
    return legs === 4 ? OWN.animals : OWN.people;
}

/** The asset with the pack's motions for a character with as many legs; null where the project has none. */
export function findOwnMotions(app: AppBase, legs: number): Asset | null {
    return app.assets.find(ownMotionsName(legs), 'container') ?? null;
}

/** Calls back with a loaded asset, at once where it is loaded already. */
export function whenLoaded(app: AppBase, asset: Asset, ready: () => void, failed: () => void): void {
    if (asset.resource) {
        ready();
        return;
    }
    asset.once('load', ready);
    asset.once('error', failed);
    app.assets.load(asset);
}
