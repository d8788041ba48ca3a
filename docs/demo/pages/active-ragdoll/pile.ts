import type { ActiveRagdoll } from 'limber';
import { Vec3, type Entity } from 'playcanvas';

import type { Character } from '../../frame/character';
import type { Stage } from '../../frame/stage';

// A pile of ragdolls: more of the same character, limp, that fall onto each other beside it.

/** How many fall. */
const COUNT = 8;

/** Where the lowest one falls, in heights of the character, how far apart they are, and how far they lie off the middle. */
const AT = new Vec3(1.15, 0.45, -0.35);
const APART = 0.4;
const SPREAD = 0.12;

export class Pile {
    readonly models: Entity[] = [];

    constructor(private readonly stage: Stage, private readonly character: Character) {}

    get isThere(): boolean {
        return this.models.length > 0;
    }

    /** The script of each. */
    get scripts(): ActiveRagdoll[] {
        return this.models.map(model => model.script!.get('activeRagdoll') as unknown as ActiveRagdoll);
    }

    /** Lets them fall. */
    drop() {
        this.clear();
        const { bounds } = this.character;
        const height = 2 * bounds.halfExtents.y;
        for (let i = 0; i < COUNT; i++) {
            const model = this.character.createModel(i + 1);
            model.name = `pile ${i}`;
            // each lies another way around and turned about its length
            const turn = 137.5 * i;
            model.setEulerAngles(80, turn, 0);
            const spread = new Vec3(Math.cos(2 * turn), 0, Math.sin(2 * turn)).mulScalar(SPREAD);
            const middle = new Vec3(AT.x, AT.y + i * APART, AT.z).add(spread).mulScalar(height);
            const centre = model.getRotation().transformVector(bounds.center, new Vec3());
            model.setPosition(middle.sub(centre));
            this.stage.app.root.addChild(model);
            model.addComponent('script');
            model.script!.create('activeRagdoll', { attributes: { active: true, rotationWeight: 0, translationWeight: 0 } });
            this.models.push(model);
        }
    }

    clear() {
        for (const model of this.models.splice(0)) model.destroy();
    }
}
