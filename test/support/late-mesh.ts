import { Asset, type AppBase, type Entity, type RenderComponent } from 'playcanvas';

/** Takes the meshes off a model, as long as their files are loading. What is returned gives them back, as a load that ends does. */
export function holdMeshesBack(app: AppBase, model: Entity): () => void {
    const held = (model.findComponents('render') as RenderComponent[]).map((render) => {
        const { resource } = app.assets.get(render.asset as unknown as number)!;
        const asset = new Asset('late', 'render');
        asset.loading = true;
        app.assets.add(asset);
        render.asset = asset.id as never;
        return { asset, resource };
    });
    return () => {
        for (const { asset, resource } of held) {
            asset.resource = resource as never;
            asset.loaded = true;
            app.assets.fire(`load:${asset.id}`, asset);
        }
    };
}
