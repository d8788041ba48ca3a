import { BLEND_NORMAL, Color, StandardMaterial, Vec3, type Entity, type RenderComponent } from 'playcanvas';

import { FADE_SECONDS, type Character } from './character';

// A twin of the character that plays the same clips without any script: before and after in one picture.

export class Twin {
    readonly entity: Entity;

    /** Where the twin is from the character, in the frame of what carries that. */
    readonly beside = new Vec3();

    private readonly material = new StandardMaterial();

    private readonly renders: RenderComponent[];

    private readonly position = new Vec3();

    private clip = '';

    /**
     * @param isGhost - Whether it is seen as a ghost, for a twin in the character's place.
     */
    constructor(private readonly character: Character, root: Entity, isGhost = true) {
        this.entity = character.createModel();
        this.entity.name = 'twin';
        root.addChild(this.entity);
        this.renders = this.entity.findComponents('render') as unknown as RenderComponent[];
        if (isGhost) this.makeGhost();
        this.startClips();
    }

    /** Whether it is seen. */
    set isShown(shown: boolean) {
        for (const render of this.renders) render.enabled = shown;
    }

    get isShown(): boolean {
        return this.renders.some(render => render.enabled);
    }

    /** The twin's node of a node of the character. */
    same(node: Entity): Entity {
        const at = this.character.entity.find(() => true).indexOf(node);
        return this.entity.find(() => true)[at] as Entity;
    }

    /** Goes where the character goes and plays what it plays. Called before a frame's animation. */
    update() {
        const { entity, character } = this;
        character.entity.parent!.getRotation().transformVector(this.beside, this.position);
        entity.setPosition(this.position.add(character.entity.getPosition()));
        entity.setRotation(character.entity.getRotation());
        if (!entity.anim) return;
        entity.anim.speed = character.speed;
        if (character.clip === this.clip) return;
        this.clip = character.clip;
        // clips may have come since
        if (!entity.anim.baseLayer!.states.includes(this.clip)) entity.anim.assignAnimation(this.clip, character.clips.get(this.clip)!);
        entity.anim.baseLayer!.transition(this.clip, FADE_SECONDS);
    }

    destroy() {
        this.entity.destroy();
        this.material.destroy();
    }

    private makeGhost() {
        const { material } = this;
        material.diffuse = new Color(0, 0, 0);
        material.emissive = new Color(0.35, 0.75, 1);
        material.opacity = 0.35;
        material.blendType = BLEND_NORMAL;
        material.update();
        for (const mesh of this.renders.flatMap(render => render.meshInstances)) {
            mesh.material = material;
            mesh.castShadow = false;
        }
    }

    private startClips() {
        const { character, entity } = this;
        if (character.clips.size === 0) return;
        entity.addComponent('anim', { activate: true });
        for (const [clip, track] of character.clips) entity.anim!.assignAnimation(clip, track);
        this.clip = character.clip;
        const layer = entity.anim!.baseLayer!;
        layer.play(this.clip);
        layer.activeStateCurrentTime = character.entity.anim!.baseLayer!.activeStateCurrentTime;
    }
}
