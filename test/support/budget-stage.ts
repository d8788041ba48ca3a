import { Entity, type AppBase, type GraphNode, type Quat } from 'playcanvas';

import { createApp, loadGlb } from './app';
import { type LimberBudget, HeightGround, registerLimber, type MecFootPlacer } from '../../scripts/index';

// The same character twice, each in an application of its own: one with a budget, one without. What the budget changes is the difference of both.

/** What scripts get, by their registered names. */
export type Scripts = Readonly<Record<string, object>>;

/** Hills that feet stand on. */
const HILLS_AT = (x: number, z: number) => 0.06 * Math.sin(1.7 * x) * Math.cos(1.3 * z);
const HILLS = new HeightGround(HILLS_AT);

/** A character on hills, something that it looks at, and a camera. */
export class BudgetWorld {
    readonly camera: Entity;

    readonly ball: Entity;

    readonly heroes: Entity[] = [];

    budget: LimberBudget | null = null;

    private constructor(readonly app: AppBase) {
        registerLimber(app);
        this.camera = this.add('Camera');
        this.camera.addComponent('camera', { fov: 45 });
        this.ball = this.add('Ball');
        this.lookFrom(6);
    }

    static async open(file: string, clip: RegExp, scripts: Scripts, count = 1): Promise<BudgetWorld> {
        const world = new BudgetWorld(createApp());
        const { instantiate, clips } = await loadGlb(world.app, file);
        const [name, track] = [...clips].find(([known]) => clip.test(known))!;
        for (let i = 0; i < count; i++) {
            const hero = instantiate();
            hero.setLocalPosition(2 * i, 0, 0);
            world.app.root.addChild(hero);
            hero.addComponent('anim', { activate: true });
            hero.anim!.assignAnimation(name, track);
            hero.addComponent('script');
            for (const [script, attributes] of Object.entries(scripts)) {
                const given = script === 'perfectLookAt' ? { targetObject: world.ball, ...attributes } : attributes;
                const made = hero.script!.create(script, { attributes: given as never });
                if (script === 'mecFootPlacer') (made as unknown as MecFootPlacer).setGround(HILLS);
            }
            world.heroes.push(hero);
        }
        return world;
    }

    addBudget(attributes: Partial<LimberBudget> = {}): LimberBudget {
        const holder = this.add('Budget');
        holder.addComponent('script');
        this.budget = holder.script!.create('limberBudget', { attributes: attributes as never }) as unknown as LimberBudget;
        return this.budget;
    }

    /** Puts the camera so far in front of the first character; turned away it sees none. */
    lookFrom(distance: number, isTurned = false) {
        const z = this.heroes[0]?.getPosition().z ?? 0;
        this.camera.setPosition(0, 1, z + distance);
        this.camera.setEulerAngles(0, isTurned ? 180 : 0, 0);
    }

    /** Puts all characters where they are after so many metres, and what they look at before them, so many metres aside. */
    walkTo(metres: number, aside = 0) {
        for (const hero of this.heroes) {
            const { x } = hero.getPosition();
            hero.setPosition(x, HILLS_AT(x, metres), metres);
        }
        this.ball.setPosition(aside, 1.5, metres + 3);
    }

    step(dt: number) {
        this.app.update(dt);
    }

    close() {
        this.app.destroy();
    }

    /** Adds an empty entity. */
    add(name: string): Entity {
        const entity = new Entity(name, this.app);
        this.app.root.addChild(entity);
        return entity;
    }
}

/** Bones of a character, without its root. */
export function bonesOf(hero: Entity): GraphNode[] {
    return hero.find((node: GraphNode) => node !== hero && node.name.length > 0);
}

/** Gives the budget a clock that stands still: all turns fit. */
export function frozenClock(budget: LimberBudget) {
    clockOf(budget).clock = () => 0;
}

/** The clock of a budget, for one that is wound by hand. */
export function clockOf(budget: LimberBudget): { clock(): number } {
    return (budget as unknown as { plan: { clock(): number } }).plan;
}

/** Angle between two rotations in degrees. */
export function turnBetween(a: Quat, b: Quat): number {
    const { x, y, z, w } = a.clone().mul(b.clone().invert());
    return 2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w)) * 180 / Math.PI;
}
