import { HeightGround } from 'limber';
import { Entity, StandardMaterial, type Vec3 } from 'playcanvas';

import type { Stage } from '../../frame/stage';

// Stairs up, a landing, and stairs down, around the middle of the stage along the way of the character.

/** Height and depth of a step, number of steps each way, length of the landing and width, metres of a person. */
const RISER = 0.17;
const TREAD = 0.29;
const STEPS = 8;
const LANDING = 1.2;
const WIDTH = 1.6;

/** From the first step to where a person begins to walk at the pace of stairs: two strides. */
const APPROACH = 1.5;

/** From the middle to the first step. */
const HALF = LANDING / 2 + (STEPS - 1) * TREAD;

export class StairsOnStage {
    readonly ground: HeightGround;

    private readonly entity = new Entity('stairs');

    private readonly material = new StandardMaterial();

    private readonly unit: number;

    /**
     * @param forward - Direction in which the character goes.
     */
    constructor(stage: Stage, private readonly forward: Vec3) {
        const { unit } = stage;
        this.unit = unit;
        this.ground = new HeightGround((x, z) => this.heightAt(x * forward.x + z * forward.z));
        this.material.diffuse.set(0.42, 0.44, 0.5);
        this.material.update();
        for (let step = 0; step < STEPS; step++) {
            const box = new Entity('step', stage.app);
            box.addComponent('render', { type: 'box', material: this.material });
            const length = 2 * (HALF - step * TREAD);
            box.setLocalScale(WIDTH * unit, RISER * unit, length * unit);
            box.setLocalPosition(0, (step + 0.5) * RISER * unit, 0);
            this.entity.addChild(box);
        }
        this.entity.setLocalEulerAngles(0, Math.atan2(forward.x, forward.z) * 180 / Math.PI, 0);
        stage.app.root.addChild(this.entity);
    }

    get tread(): number {
        return TREAD * this.unit;
    }

    /** A little before the first step. */
    get start(): Vec3 {
        return this.forward.clone().mulScalar(-(HALF + APPROACH) * this.unit);
    }

    show(on: boolean) {
        this.entity.enabled = on;
    }

    /** Whether a place is on the stairs or near them. */
    isNear(place: Vec3): boolean {
        return Math.abs(place.dot(this.forward)) < (HALF + APPROACH) * this.unit;
    }

    /** Height at which a character goes: along the line over the noses. */
    lineAt(place: Vec3): number {
        const from = HALF * this.unit - Math.abs(place.dot(this.forward));
        return Math.max(0, Math.min(STEPS, (from / this.unit + TREAD) / TREAD)) * RISER * this.unit;
    }

    destroy() {
        this.entity.destroy();
        this.material.destroy();
    }

    private heightAt(along: number): number {
        const from = HALF * this.unit - Math.abs(along);
        return Math.max(0, Math.min(STEPS, Math.floor(from / this.unit / TREAD) + 1)) * RISER * this.unit;
    }
}
