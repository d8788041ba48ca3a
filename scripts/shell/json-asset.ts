import type { AppBase, Asset } from 'playcanvas';

// Data of a json asset that several characters share: loaded where it is not, and read again when it has changed.

export class JsonAsset {
    private asset: Asset | null = null;

    /** @param changed - Called when what {@link read} answers is another one. */
    constructor(private readonly app: AppBase, private readonly changed: () => void) {}

    /**
     * What the asset holds; null without one, and while it is on its way.
     *
     * @param asset - The asset; what was read before is let go.
     */
    read(asset: Asset | null): unknown {
        if (asset !== this.asset) {
            this.release();
            this.asset = asset;
            asset?.on('load', this.changed);
            asset?.on('change', this.changed);
        }
        if (!asset) return null;
        // what is loaded with the next call is told by its event
        if (!asset.resource && !asset.loading) this.app.assets.load(asset);
        return asset.resource ?? null;
    }

    release() {
        this.asset?.off('load', this.changed);
        this.asset?.off('change', this.changed);
        this.asset = null;
    }
}

/** Whether data is an object with fields. */
export function isObject(data: unknown): data is Record<string, unknown> {
    return typeof data === 'object' && data !== null && !Array.isArray(data);
}
