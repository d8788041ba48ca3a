import type { HitReactions } from 'limber';
import { Vec3, type Entity } from 'playcanvas';

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
        const { bounds, clips, clip } = this.character;
        const radius = RADIUS * 2 * bounds.halfExtents.y;
        for (let i = 0; i < COUNT; i++) {
            const model = this.character.createModel();
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

    clear() {
        for (const model of this.models.splice(0)) model.destroy();
    }
}
