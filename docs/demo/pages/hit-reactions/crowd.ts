import type { HitReactions } from 'limber';
import { BoundingBox, Vec3, type Entity } from 'playcanvas';

import type { Character } from '../../frame/character';
import type { Stage } from '../../frame/stage';

/** How many stand around, in a circle of so many heights of the character. */
const COUNT = 6;
const RADIUS = 0.9;

/** More of the same character around it, that get hit together. */
export class Crowd {
    readonly models: Entity[] = [];

    constructor(private readonly stage: Stage, private readonly character: Character) {}

    get isThere(): boolean {
        return this.models.length > 0;
    }

    /** The script of each. */
    get scripts(): HitReactions[] {
        return this.models.map(model => model.script!.get('hitReactions') as unknown as HitReactions);
    }

    gather() {
        this.clear();
        const { clips, clip } = this.character;
        const { radius } = this;
        for (let i = 0; i < COUNT; i++) {
            const model = this.character.createModel(i + 1);
            const angle = 2 * Math.PI * (i + 0.5) / COUNT;
            model.setPosition(new Vec3(Math.sin(angle), 0, Math.cos(angle)).mulScalar(radius));
            model.setEulerAngles(0, 180 * angle / Math.PI, 0);
            this.stage.app.root.addChild(model);
            model.addComponent('anim', { activate: true });
            for (const [name, track] of clips) model.anim!.assignAnimation(name, track);
            if (clip) model.anim!.baseLayer!.play(clip);
            model.addComponent('script');
            model.script!.create('activeRagdoll');
            model.script!.create('hitReactions');
            this.models.push(model);
        }
    }

    /** Makes a box as large as those who are there need it. */
    widen(box: BoundingBox) {
        if (!this.isThere) return;
        const { center, halfExtents: { y } } = this.character.bounds;
        box.add(new BoundingBox(new Vec3(0, center.y, 0), new Vec3(this.radius, y, this.radius)));
    }

    /** Of the circle in which they stand, metres. */
    private get radius(): number {
        return RADIUS * 2 * this.character.bounds.halfExtents.y;
    }

    clear() {
        for (const model of this.models.splice(0)) model.destroy();
    }
}
