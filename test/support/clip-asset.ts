import { Asset, type AnimTrack, type AppBase } from 'playcanvas';

/** An asset of a clip, as a project has it; without one it is not loaded yet. */
export function assetOf(app: AppBase, track?: AnimTrack): Asset {
    const asset = new Asset(track?.name ?? 'clip', 'animation', { url: 'clip.glb' });
    if (track) {
        asset.resource = track as never;
        asset.loaded = true;
    }
    app.assets.add(asset);
    return asset;
}
