import { animationRetargetAttributes, findCharacter, OWN_MOTIONS, type AnimationRetarget, type OwnMotion } from 'limber';
import { BoundingBox, Entity, Vec3, type Asset } from 'playcanvas';

import { FADE_SECONDS, readContainer, readTracks, type Character } from '../frame/character';
import { offerOwnMotions } from '../frame/own-motions';
import { OpenPage, type Action, type Figure, type Page } from '../frame/page';
import type { Stage } from '../frame/stage';
import type { View } from '../frame/view';

/** Distance of each of the two from the middle, metres on a person. */
const APART = 0.6;

/** The clip that is shown first. */
const FIRST = 'walk';

/** What states of the character are called that have clips of the pack, beside its own. */
const stateOf = (clip: string) => `${clip}, of the pack`;

export class OpenAnimationRetarget extends OpenPage {
    readonly script: AnimationRetarget;

    /** The clip that both play. */
    chosen = FIRST;

    /** Who the clips were made for; null while the file is on its way. */
    source: Entity | null = null;

    override readonly presets: readonly Action[] = this.clips.map(clip => ({
        title: clip, hint: `Made over for ${this.character.name}`, act: () => this.choose(clip), isChosen: () => this.chosen === clip
    }));

    override readonly figures: readonly Figure[] = [
        { label: 'clip', read: () => (this.track ? [this.chosen, 'good'] : [this.chosen, 'busy']) },
        { label: 'seconds', read: () => this.track?.duration.toFixed(2) ?? '–' },
        { label: 'curves', read: () => String(this.track?.curves.length ?? '–') }
    ];

    /** From the middle to the character. */
    private readonly left: Vec3;

    /** Where the source stands, for its name. */
    private readonly sourceName = new Entity('source');

    private readonly clipBefore: string;

    constructor(stage: Stage, character: Character) {
        super(stage, character);
        const { entity, bounds } = character;
        this.clipBefore = character.clip;
        this.left = this.leftward.mulScalar(APART * stage.unit);
        entity.setPosition(this.left);
        offerOwnMotions(stage.app);
        // without clips to begin with, as the source is not there yet
        const asset = stage.app.assets.find(this.file, 'container') as unknown as Asset;
        this.script = this.add('animationRetarget', animationRetargetAttributes, { source: asset, clips: [{ name: FIRST, state: stateOf(FIRST) }] });
        this.script.on('ready', this.show, this);
        asset.ready(() => this.addSource(asset));
        stage.app.assets.load(asset);
        stage.app.root.addChild(this.sourceName);
        this.sourceName.setPosition(this.left.clone().mulScalar(-1));
        const above = bounds.center.y + 1.05 * bounds.halfExtents.y;
        this.names.push(
            { text: 'made for', over: this.sourceName, above, mark: '#5b6b70' },
            { text: 'plays on yours', over: entity, above, mark: '#f60' }
        );
    }

    override view(): View {
        const { center, halfExtents } = this.character.bounds;
        const wide = new Vec3(Math.abs(this.left.x), 0, Math.abs(this.left.z));
        return { box: new BoundingBox(center, halfExtents.clone().add(wide)), around: 24, above: 10 };
    }

    override update() {
        const anim = this.source?.anim;
        if (!anim) return;
        anim.speed = this.character.speed;
        const [theirs, ours] = [anim.baseLayer!, this.character.entity.anim?.baseLayer];
        // clips that fade in may have begun a frame apart
        if (ours?.activeState === stateOf(theirs.activeState)) theirs.activeStateCurrentTime = ours.activeStateCurrentTime;
    }

    override close() {
        const { character } = this;
        this.script.off('ready', this.show, this);
        this.source?.destroy();
        this.sourceName.destroy();
        this.source = null;
        character.forgetTracks(this.script.tracks.keys());
        character.play(this.clipBefore);
    }

    /** Off is the character with its own clip. */
    override set isOn(on: boolean) {
        super.isOn = on;
        if (!on) this.character.play(this.clipBefore);
        else this.show();
    }

    override get isOn(): boolean {
        return super.isOn;
    }

    /** Lets both play a clip of the pack. */
    choose(clip: string) {
        this.chosen = clip;
        this.script.clips = [{ name: clip, state: stateOf(clip) }];
    }

    /** The clip as it was made for the character. */
    private get track() {
        return this.script.tracks.get(stateOf(this.chosen)) ?? null;
    }

    private get isAnimal(): boolean {
        return this.character.model?.legs === 4;
    }

    private get file(): string {
        return this.isAnimal ? 'motions-animals.glb' : 'motions-people.glb';
    }

    /** Names of the clips that are shown by themselves. */
    private get clips(): string[] {
        const motions: Readonly<Record<string, OwnMotion>> = this.isAnimal ? OWN_MOTIONS.animals : OWN_MOTIONS.people;
        return Object.keys(motions).filter(clip => !motions[clip].additive);
    }

    /** Shows who the clips were made for, as tall as the character. */
    private addSource(asset: Asset) {
        // another page may be there by now
        if (this.stage.app.root !== this.character.entity.parent || this.character.entity.script!.get('animationRetarget') !== this.script as never) return;
        const { model } = this.character;
        const source = readContainer(asset).instantiateRenderEntity({ castShadows: true });
        this.source = source;
        this.stage.app.root.addChild(source);
        const own = findCharacter(source)!;
        const size = (model?.height ?? own.height) / own.height;
        source.setLocalScale(size, size, size);
        source.setPosition(this.left.clone().mulScalar(-1));
        if (model) source.setEulerAngles(0, (Math.atan2(model.forward.x, model.forward.z) - Math.atan2(own.forward.x, own.forward.z)) * 180 / Math.PI, 0);
        source.addComponent('anim', { activate: true });
        for (const track of readTracks(asset)) source.anim!.assignAnimation(track.name, track);
        this.show();
    }

    /** Lets both play the chosen clip, once it is there. */
    private show() {
        const { character, chosen, track } = this;
        if (!track) return;
        const state = stateOf(chosen);
        character.takeTracks(new Map([[state, track]]));
        if (this.isOn) character.play(state);
        const layer = this.source?.anim?.baseLayer;
        if (layer && layer.activeState !== chosen) layer.transition(chosen, FADE_SECONDS);
    }
}

export const animationRetargetPage: Page = {
    name: 'animation-retarget',
    title: 'Animation Retarget',
    summary: 'The pack\'s own motions on any character, whoever they were made for: on the one side the source, on the other yours. Choose clip by clip.',
    open: (stage, character) => new OpenAnimationRetarget(stage, character)
};
