import type { ActiveRagdoll } from 'limber';
import { BLEND_NORMAL, Color, StandardMaterial, type Entity, type Quat, type RenderComponent } from 'playcanvas';

import { FADE_SECONDS, type Character } from '../../frame/character';

// A twin of the character that plays the same clips without the script: what it differs by is the tracking error. Nothing is asked of
// the script but which bones have bodies.

/** What the character differs by from its animation. */
export interface TrackingError {
    /** Root mean square and largest of the turns against the parents, degrees. */
    readonly turn: number;
    readonly worstTurn: number;
    /** Mean and largest distance of bones, metres of the scene. */
    readonly distance: number;
    readonly worstDistance: number;
}

const DEGREES = 180 / Math.PI;

/** Angle between two rotations, degrees. */
function angleBetween(a: Quat, b: Quat): number {
    const { x, y, z, w } = a.clone().invert().mul(b);
    return 2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w)) * DEGREES;
}

export class Twin {
    readonly entity: Entity;

    /** The bones that have a body, each with that of the twin. */
    private pairs: readonly (readonly [Entity, Entity])[] = [];

    private readonly material = new StandardMaterial();

    private readonly renders: RenderComponent[];

    private clip = '';

    constructor(private readonly character: Character, root: Entity) {
        this.entity = character.createModel();
        this.entity.name = 'twin';
        root.addChild(this.entity);
        this.renders = this.entity.findComponents('render') as unknown as RenderComponent[];
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
        this.isShown = false;
        this.startClips();
    }

    /** Whether it is seen. */
    set isShown(shown: boolean) {
        for (const render of this.renders) render.enabled = shown;
    }

    get isShown(): boolean {
        return this.renders.some(render => render.enabled);
    }

    /** Finds the bones that have a body; they stay known while the simulation is off. */
    findBones(script: ActiveRagdoll) {
        const bones = this.character.nodes.filter(node => script.getBoneState(node)?.bone === node);
        if (bones.length === 0) return;
        const [nodes, twins] = [this.character.entity.find(() => true), this.entity.find(() => true)];
        this.pairs = bones.map(bone => [bone, twins[nodes.indexOf(bone)] as Entity]);
    }

    /** Bodies of the character. */
    get bones(): number {
        return this.pairs.length;
    }

    /** Goes where the character goes and plays what it plays. Called before a frame's animation. */
    update() {
        const { entity, character } = this;
        entity.setPosition(character.entity.getPosition());
        entity.setRotation(character.entity.getRotation());
        if (!entity.anim) return;
        entity.anim.speed = character.speed;
        if (character.clip === this.clip) return;
        this.clip = character.clip;
        entity.anim.baseLayer!.transition(this.clip, FADE_SECONDS);
    }

    /** What the character differs by now; null before there were bodies. */
    measure(): TrackingError | null {
        const { pairs } = this;
        if (pairs.length === 0) return null;
        let [squares, worstTurn, sum, worstDistance] = [0, 0, 0, 0];
        for (const [bone, same] of pairs) {
            const turn = angleBetween(bone.getLocalRotation(), same.getLocalRotation());
            const distance = bone.getPosition().distance(same.getPosition());
            squares += turn * turn;
            sum += distance;
            worstTurn = Math.max(worstTurn, turn);
            worstDistance = Math.max(worstDistance, distance);
        }
        return { turn: Math.sqrt(squares / pairs.length), worstTurn, distance: sum / pairs.length, worstDistance };
    }

    destroy() {
        this.entity.destroy();
        this.material.destroy();
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
