import { findCharacter, SpringChain, useRoles, type Character as Model, type RoleCorrection } from 'limber';
import { BoundingBox, Entity, type AnimTrack, type AppBase, type Asset, type ContainerResource, type MeshInstance, type RenderComponent } from 'playcanvas';

import { showUnseen } from './unseen';

// A character on the stage: the model of one GLB, and the clips of that GLB and of those given with it or later.

/** What the engine makes of a GLB. */
interface Container {
    animations: Asset[];
    instantiateRenderEntity(options?: object): Entity;
}

/** Seconds in which one clip fades into the next. */
export const FADE_SECONDS = 0.25;

/** The engine counts its updates of skins from 1. */
const BEFORE_FIRST_FRAME = 0;

export function readContainer(asset: Asset): Container {
    return asset.resource as unknown as Container;
}

export function readTracks(asset: Asset): AnimTrack[] {
    return readContainer(asset).animations.map(clip => clip.resource as AnimTrack);
}

/** Gives back the memory of a file. */
export function unload(app: AppBase, asset: Asset) {
    app.assets.remove(asset);
    asset.unload();
}

export class Character {
    readonly entity: Entity;

    /** Clips by name. */
    readonly clips = new Map<string, AnimTrack>();

    /** Box around the meshes in the reference pose. */
    readonly bounds = new BoundingBox();

    /** What the pack finds in it; null without a skeleton. */
    model: Model | null;

    /** Bones whose role was set by hand, by their names. */
    roles: RoleCorrection['roles'] = {};

    /** What is wrong with the file beside its bones: sentences. */
    readonly problems: readonly string[];

    /** Name of the clip that plays; empty without clips. */
    clip = '';

    /** Seconds in which one clip fades into the next. */
    fade = FADE_SECONDS;

    private readonly assets: Asset[];

    /** The clip that a page finds. */
    private readonly firstClip: string;

    /**
     * @param model - The file of the model.
     * @param clips - Files that give further clips.
     * @param json - The JSON of the model's file.
     */
    constructor(private readonly app: AppBase, model: Asset, clips: readonly Asset[], private readonly json: object) {
        this.assets = [model];
        this.entity = readContainer(model).instantiateRenderEntity({ castShadows: true });
        app.root.addChild(this.entity);
        const meshes = (this.entity.findComponents('render') as unknown as RenderComponent[]).flatMap(render => render.meshInstances);
        this.problems = showUnseen(meshes).map(sentence => `"${model.name}": ${sentence}`);
        this.measure(meshes);
        this.model = findCharacter(this.entity);
        this.entity.addComponent('script');
        this.collectClips(model, clips.length > 0);
        this.addClips(clips);
        const names = [...this.clips.keys()];
        // of several idles the plainest
        const [idle] = names.filter(clip => /idle/i.test(clip)).sort((a, b) => a.length - b.length);
        this.firstClip = idle ?? names[0];
        this.play(this.firstClip);
    }

    /** Name of the model's file. */
    get name(): string {
        return this.assets[0].name;
    }

    /** Chains and colliders that a VRM file brings for `springChain`; nothing of another file, in which the script finds them. */
    get springs(): Partial<Pick<SpringChain, 'chains' | 'colliders'>> {
        const { extensions = {} } = this.json as { extensions?: object };
        return 'VRM' in extensions || 'VRMC_springBone' in extensions ? SpringChain.fromVrm(this.json, this.entity) : {};
    }

    /** Whether it plays the clip with which a page opens, and the user has chosen no other one. */
    get playsFirst(): boolean {
        return this.clip === this.firstClip;
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
        else layer.transition(clip, this.fade);
        this.clip = clip;
    }

    /**
     * Takes further clips.
     *
     * @param files - Files with clips for the character's bones.
     * @returns Their names.
     */
    addClips(files: readonly Asset[]): string[] {
        this.assets.push(...files);
        return files.flatMap(file => this.collectClips(file, true));
    }

    /**
     * Makes states for clips that are still to come.
     *
     * @param names - Of the states; the first one is played.
     */
    prepareStates(names: readonly string[]) {
        if (!this.entity.anim) this.entity.addComponent('anim', { activate: true });
        const states = names.map(name => ({ name, speed: 1, loop: true }));
        this.entity.anim!.loadStateGraph({
            layers: [{ name: 'Base', states: [{ name: 'START', speed: 1 }, ...states], transitions: [{ from: 'START', to: names[0] }] }], parameters: {}
        } as never);
    }

    /**
     * Takes clips that a script has given to states.
     *
     * @param tracks - By the names of the states.
     */
    takeTracks(tracks: ReadonlyMap<string, AnimTrack>) {
        for (const [name, track] of tracks) this.clips.set(name, track);
        if (this.clip === '') this.play([...tracks.keys()][0]);
    }

    /**
     * Forgets clips that a script has given; they stay in their states.
     *
     * @param names - Of the states.
     */
    forgetTracks(names: Iterable<string>) {
        for (const name of names) this.clips.delete(name);
    }

    /**
     * Another instance of the model, which is not on the stage; its owner destroys it.
     *
     * @param look - Which of the looks that the file brings it has; these begin anew after the last one.
     */
    createModel(look = 0): Entity {
        const resource = this.assets[0].resource as unknown as ContainerResource;
        const model = resource.instantiateRenderEntity();
        const looks = resource.getMaterialVariants();
        if (looks.length > 0) resource.applyMaterialVariant(model, looks[look % looks.length]);
        return model;
    }

    /**
     * Puts the character where it came to the stage, for the next page.
     *
     * @param clip - What it shall play then; a clip that it does not have stands for its first one.
     */
    reset(clip: string) {
        this.fade = FADE_SECONDS;
        this.play(this.clips.has(clip) ? clip : this.firstClip);
        if (this.entity.parent !== this.app.root) this.entity.reparent(this.app.root);
        this.entity.setPosition(0, 0, 0);
        this.entity.setRotation(0, 0, 0, 1);
    }

    /**
     * Sets by hand which bone is what; the page has to be opened anew.
     *
     * @param data - A correction as JSON; null: as it is found.
     * @returns What is wrong with it, in a sentence; empty: nothing.
     */
    correct(data: unknown): string {
        const problem = useRoles(this.entity, data);
        if (problem !== '') return problem;
        this.roles = (data as RoleCorrection | null)?.roles ?? {};
        this.model = findCharacter(this.entity);
        return '';
    }

    /** Takes the character off the stage and gives back all memory. */
    destroy() {
        this.entity.destroy();
        for (const asset of this.assets) unload(this.app, asset);
    }

    private measure(meshes: readonly MeshInstance[]) {
        meshes.forEach((mesh, i) => {
            // a skinned mesh is measured by its bones, whose matrices are otherwise made when the first frame is drawn
            mesh.skinInstance?.updateMatrices(mesh.node, BEFORE_FIRST_FRAME);
            if (i === 0) this.bounds.copy(mesh.aabb);
            else this.bounds.add(mesh.aabb);
        });
    }

    /** Takes the clips of a file. A file with a single clip among several files often gives it a meaningless name: the file's is taken. */
    private collectClips(file: Asset, isOneOfSeveral: boolean): string[] {
        const tracks = readTracks(file);
        if (tracks.length === 0) return [];
        if (!this.entity.anim) this.entity.addComponent('anim', { activate: true });
        const fileName = file.name.replace(/\.(?:glb|vrm)$/i, '');
        return tracks.map((track) => {
            let name = tracks.length === 1 && isOneOfSeveral ? fileName : track.name || fileName;
            // exporters put the armature's name in front; a dot is a path to the animation component
            name = name.split('|').pop()!.replaceAll('.', ' ');
            while (this.clips.has(name)) name = `${name}'`;
            this.clips.set(name, track);
            this.entity.anim!.assignAnimation(name, track);
            return name;
        });
    }
}
