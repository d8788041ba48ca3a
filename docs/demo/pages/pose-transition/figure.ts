import type { PoseTransition } from 'limber';
import { Color, Entity, StandardMaterial, type GraphNode, type Quat } from 'playcanvas';

import type { Character } from '../../frame/character';

// One of the figures that switch at the same moment: what lies between two clips is its own.

/** How a figure goes from one clip to the next. */
export interface Manner {
    readonly title: string;
    readonly colour: readonly [number, number, number];
    /** Mode of poseTransition; null: PlayCanvas's cross-fade. */
    readonly mode: 'inertialize' | 'deadBlend' | null;
}

export const MANNERS: readonly Manner[] = [
    { title: 'inertialize', colour: [0.35, 0.85, 0.45], mode: 'inertialize' },
    { title: 'dead blend', colour: [0.4, 0.65, 1], mode: 'deadBlend' },
    { title: 'cross-fade', colour: [1, 0.55, 0.3], mode: null }
];

/** A cross-fade has half of the old pose left after half its time: this many half-lives last as long. */
const FADE_HALF_LIVES = 2;

/** Angle between two rotations, degrees. */
function angleBetween(a: Quat, b: Quat): number {
    const { x, y, z, w } = a.clone().invert().mul(b);
    return 2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w)) * 180 / Math.PI;
}

export class Figure {
    readonly script: PoseTransition | null = null;

    /** Speed of the watched bone in the last frames, degrees a second. */
    readonly speeds: number[] = [];

    private readonly disc = new Entity('disc');

    private readonly material = new StandardMaterial();

    private bone: GraphNode | null = null;

    private before: Quat | null = null;

    /**
     * @param entity - The character, or another instance of it.
     * @param script - poseTransition where it is there already.
     */
    constructor(readonly entity: Entity, readonly manner: Manner, character: Character, script: PoseTransition | null, size: number) {
        this.script = script;
        if (!entity.anim) {
            entity.addComponent('anim', { activate: true });
            for (const [clip, track] of character.clips) entity.anim!.assignAnimation(clip, track);
            entity.anim!.baseLayer?.play(character.clip);
        }
        if (manner.mode && !script) {
            entity.addComponent('script');
            this.script = entity.script!.create('poseTransition', { attributes: { mode: manner.mode } }) as PoseTransition;
        }
        this.material.diffuse = new Color(...manner.colour);
        this.material.update();
        this.disc.addComponent('render', { type: 'cylinder', material: this.material, castShadows: false });
        this.disc.setLocalScale(0.8 * size, 0.004 * size, 0.8 * size);
        entity.parent!.addChild(this.disc);
    }

    /** Stands at a place. */
    place(x: number, z: number) {
        this.entity.setPosition(x, 0, z);
        this.disc.setPosition(x, 0.002, z);
    }

    /** Watches the bone that has a name. */
    watch(name: string) {
        this.bone = this.entity.findByName(name);
        this.before = null;
        this.speeds.length = 0;
    }

    /**
     * Goes to a clip.
     *
     * @param start - Where in the clip, 0..1.
     * @param halfLife - Seconds.
     */
    go(clip: string, start: number, halfLife: number) {
        this.entity.anim!.baseLayer!.transition(clip, this.manner.mode ? 0 : FADE_HALF_LIVES * halfLife, start);
        if (this.script) this.script.halfLife = halfLife;
    }

    /** Measures a frame that is finished. */
    measure(dt: number, most: number) {
        if (!this.bone || !(dt > 0)) return;
        const now = this.bone.getLocalRotation();
        if (this.before) this.speeds.push(angleBetween(this.before, now) / dt);
        if (this.speeds.length > most) this.speeds.shift();
        this.before = now.clone();
    }

    destroy() {
        this.disc.destroy();
        this.material.destroy();
    }
}
