import { Entity, Vec3, type AnimTrack, type AppBase, type GraphNode } from 'playcanvas';

import { createApp, loadGlb, type LoadedCharacter } from './app';
import { furtherRig, GNOME, HOUND, MANNEQUIN } from './characters';
import { MirrorSkin, sameNodes } from './mirror-skin';
import { registerLimber, type AnimationMirror } from '../../scripts/index';
import { findCharacter } from '../../scripts/rig/character';
import type { Rig } from '../../scripts/rig/rig';

// A character beside another instance of it whose animation is mirrored.

/** A file of a character, and that of its clips. */
export interface MirrorSource { readonly name: string; readonly file: string; readonly clips: string }

/** The pack's own characters, and those of the further ones that are there. */
export function mirrorSources(...further: readonly (string | readonly [string, string])[]): MirrorSource[] {
    const own = [{ name: 'mannequin', file: MANNEQUIN, clips: MANNEQUIN }, { name: 'gnome', file: GNOME, clips: GNOME }, { name: 'hound', file: HOUND, clips: HOUND }];
    return [...own, ...further.flatMap((entry) => {
        const [model, clip] = typeof entry === 'string' ? [entry, entry] : entry;
        const [file, clips] = [furtherRig(model), furtherRig(clip)];
        return file && clips ? [{ name: model.replace(/\.\w+$/, ''), file, clips }] : [];
    })];
}

export class MirrorStage {
    readonly app: AppBase = createApp();

    /** The animation as it is, and mirrored. */
    original!: Entity;

    mirrored!: Entity;

    script!: AnimationMirror;

    rig!: Rig;

    track!: AnimTrack;

    character!: LoadedCharacter;

    clips!: LoadedCharacter['clips'];

    constructor() {
        registerLimber(this.app);
    }

    /**
     * Puts the two into the scene.
     *
     * @param clip - What the name of the clip that they play contains; the first one when none does.
     * @param attributes - Of the script.
     * @param load - `loadNewGlb` where the clips of the test are to tell other tests nothing about the model.
     */
    async open({ file, clips }: MirrorSource, clip: RegExp = /walk/i, attributes: object = { mirror: true }, load = loadGlb) {
        this.character = await load(this.app, file);
        this.clips = clips === file ? this.character.clips : (await loadGlb(this.app, clips)).clips;
        this.track = [...this.clips.values()].find(({ name }) => clip.test(name)) ?? [...this.clips.values()][0];
        this.original = this.add();
        this.mirrored = this.add();
        this.mirrored.addComponent('script');
        this.script = this.mirrored.script!.create('animationMirror', { attributes }) as unknown as AnimationMirror;
        this.rig = findCharacter(this.mirrored)!;
    }

    /** An instance that plays the clip. */
    add(track: AnimTrack | null = this.track): Entity {
        const stand = new Entity('stand');
        this.app.root.addChild(stand);
        const model = this.character.instantiate();
        stand.addChild(model);
        if (track) {
            model.addComponent('anim', { activate: true });
            model.anim!.assignAnimation('Clip', track);
        }
        return model;
    }

    /** Poses both at a share of the clip. */
    pose(share: number) {
        for (const model of [this.original, this.mirrored]) model.anim!.baseLayer!.activeStateCurrentTime = share * this.track.duration;
        this.app.update(0);
    }

    /** The node of one instance at the place of another's. */
    same(node: GraphNode, from = this.mirrored, to = this.original): GraphNode {
        return to.find(() => true)[from.find(() => true).indexOf(node)];
    }

    /** The skin across the plane x = 0, with the twins that the script has. */
    skin(): MirrorSkin {
        const { rig, script } = this;
        const { nodes } = rig.skeleton;
        const index = new Map(nodes.map((node, i) => [node, i]));
        return new MirrorSkin(rig.skeleton, node => index.get(script.getMirrorMappedBone(nodes[node]) ?? nodes[node])!, Vec3.RIGHT, 0, rig.height);
    }

    /** How far the mirrored skin is from the reflection of the original's now, millimetres of a body of 1.8 m. */
    compare(skin: MirrorSkin) {
        return skin.compare(this.places(skin, this.original), this.places(skin, this.mirrored));
    }

    /** Where the vertices of an instance are. */
    places(skin: MirrorSkin, model: Entity): Vec3[] {
        return skin.places(sameNodes(this.rig.skeleton, this.mirrored, model), this.spaceOf(model));
    }

    close() {
        this.app.destroy();
    }

    /** The node of an instance whose space is the model's. */
    private spaceOf(model: Entity): GraphNode {
        const space = this.rig.skeleton.space!;
        return space === this.mirrored.parent ? model.parent! : this.same(space, this.mirrored, model);
    }
}
