import { Asset, BoundingBox, Entity, type AnimTrack, type AppBase, type RenderComponent } from 'playcanvas';

import { FileProblem, inspectGlb, unpackGlb, type GlbFile } from './glb';

// A character on the stage: the model of one GLB, and the clips of that GLB and of those given with it.

interface Container {
    animations: Asset[];
    instantiateRenderEntity(options?: object): Entity;
}

/** Seconds in which one clip fades into the next. */
export const FADE_SECONDS = 0.25;

/** The engine counts its updates of skins from 1. */
const BEFORE_FIRST_FRAME = 0;

async function loadContainer(app: AppBase, file: GlbFile): Promise<Asset> {
    const contents = await unpackGlb(file);
    const asset = new Asset(file.name, 'container', { url: file.name, filename: file.name, contents } as never);
    return new Promise((resolve, reject) => {
        asset.once('load', () => resolve(asset));
        asset.once('error', () => {
            app.assets.remove(asset);
            reject(new FileProblem(`"${file.name}" could not be read; the console says where. Export it again as glTF binary (.glb).`));
        });
        app.assets.add(asset);
        app.assets.load(asset);
    });
}

/** The clips of the files by name. A file with a single clip often gives it a meaningless name, so the file's name is taken. */
function collectClips(assets: Asset[]): Map<string, AnimTrack> {
    const clips = new Map<string, AnimTrack>();
    for (const asset of assets) {
        const tracks = (asset.resource as unknown as Container).animations.map(clip => clip.resource as AnimTrack);
        const fileName = asset.name.replace(/\.(?:glb|vrm)$/i, '');
        for (const track of tracks) {
            let name = tracks.length === 1 && assets.length > 1 ? fileName : track.name || fileName;
            // exporters put the armature's name in front; a dot is a path to the animation component
            name = name.split('|').pop()!.replaceAll('.', ' ');
            while (clips.has(name)) name = `${name}'`;
            clips.set(name, track);
        }
    }
    return clips;
}

export class Character {
    readonly entity: Entity;

    /** Clips by name. */
    readonly clips: ReadonlyMap<string, AnimTrack>;

    /** Box around the meshes in the reference pose. */
    readonly bounds = new BoundingBox();

    /** Name of the clip that plays; empty without clips. */
    clip = '';

    constructor(private readonly app: AppBase, readonly name: string, private readonly assets: Asset[]) {
        this.entity = (assets[0].resource as unknown as Container).instantiateRenderEntity({ castShadows: true });
        app.root.addChild(this.entity);
        this.measure();
        this.clips = collectClips(assets);
        if (this.clips.size > 0) {
            this.entity.addComponent('anim', { activate: true });
            for (const [clip, track] of this.clips) this.entity.anim!.assignAnimation(clip, track);
            const names = [...this.clips.keys()];
            this.play(names.find(clip => /idle/i.test(clip)) ?? names[0]);
        }
        this.entity.addComponent('script');
    }

    private measure() {
        const renders = this.entity.findComponents('render') as unknown as RenderComponent[];
        const meshes = renders.flatMap(render => render.meshInstances);
        meshes.forEach((mesh, i) => {
            // a skinned mesh is measured by its bones, whose matrices are otherwise made when the first frame is drawn
            mesh.skinInstance?.updateMatrices(mesh.node, BEFORE_FIRST_FRAME);
            if (i === 0) this.bounds.copy(mesh.aabb);
            else this.bounds.add(mesh.aabb);
        });
    }

    /** All nodes of the character, parents before children. */
    get nodes(): Entity[] {
        return this.entity.find(node => node instanceof Entity) as Entity[];
    }

    /** Playback speed, 1 is as recorded. */
    set speed(speed: number) {
        if (this.entity.anim) this.entity.anim.speed = speed;
    }

    get speed(): number {
        return this.entity.anim?.speed ?? 1;
    }

    /**
     * Fades to another clip.
     *
     * @param clip - Its name; a name that the character does not have changes nothing.
     */
    play(clip: string) {
        const layer = this.entity.anim?.baseLayer;
        if (!layer || !this.clips.has(clip) || clip === this.clip) return;
        if (this.clip === '') layer.play(clip);
        else layer.transition(clip, FADE_SECONDS);
        this.clip = clip;
    }

    /** Another instance of the model, which is not on the stage; its owner destroys it. */
    createModel(): Entity {
        return (this.assets[0].resource as unknown as Container).instantiateRenderEntity();
    }

    /** Takes the character off the stage and gives back all memory. */
    destroy() {
        this.entity.destroy();
        for (const asset of this.assets) {
            this.app.assets.remove(asset);
            asset.unload();
        }
    }
}

/**
 * Makes a character: the first file with a skin is its model, all of them give clips.
 *
 * @param app - The application.
 * @param files - GLB files.
 * @throws {FileProblem} When there is nothing to put on the stage.
 */
export async function loadCharacter(app: AppBase, files: GlbFile[]): Promise<Character> {
    if (files.length === 0) throw new FileProblem('Nothing that was dropped is a file. Drop a skinned character as glTF binary (.glb).');
    const contents = files.map(inspectGlb);
    const model = contents.findIndex(content => content.skins > 0);
    if (model < 0) {
        const clips = contents.some(content => content.clips > 0);
        const advice = clips ? 'Drop it together with the character that its clips belong to.' : 'Export the character with its armature and skin weights.';
        throw new FileProblem(`"${files[0].name}" has no skin, so there are no bones to move. ${advice}`);
    }
    const clipFiles = files.filter((_, i) => i !== model && contents[i].clips > 0);
    const loaded = await Promise.allSettled([files[model], ...clipFiles].map(file => loadContainer(app, file)));
    const assets = loaded.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []));
    const failed = loaded.find(result => result.status === 'rejected');
    if (failed) {
        assets.forEach((asset) => {
            app.assets.remove(asset);
            asset.unload();
        });
        throw failed.reason;
    }
    return new Character(app, files[model].name, assets);
}
