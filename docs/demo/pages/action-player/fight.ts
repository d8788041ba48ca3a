import type { Entity } from 'playcanvas';

import type { Course } from './course';
import type { Hero } from './hero';
import { Opponent, reaches, STRIKE } from './opponents';
import type { Parts } from './parts';
import type { Character } from '../../frame/character';

// Who fights whom: the blows of both sides, and who is in the way.

/** Newton seconds on a person of an opponent's blow. */
const TAKEN = 55;

export class Fight {
    opponents: readonly Opponent[] = [];

    /** Whether the blow of the action that plays has struck. */
    private hasStruck = true;

    /** @param scale - Metres of the scene for a metre of a person. */
    constructor(private readonly hero: Hero, private readonly course: Course, private readonly scale: number) {}

    /** Puts the others into their places. */
    gather(character: Character, parts: Parts) {
        this.destroy();
        this.opponents = Opponent.gather(character, parts, this.course, this.scale, (_, facing) => this.hero.takeBlow(facing, TAKEN));
    }

    /** The opponent that is nearest ahead; behind only where nobody is ahead. */
    get nearest(): Entity | null {
        const { runner } = this.hero;
        const here = runner.mover.getPosition();
        const cost = ({ entity }: Opponent) => {
            const way = (entity.getPosition().x - here.x) * runner.facing;
            return way < 0 ? 100 * this.scale - way : way;
        };
        const standing = this.standing.sort((a, b) => cost(a) - cost(b));
        return standing[0]?.entity ?? null;
    }

    /** An action starts: attacks have a blow to land. */
    begin(isAttack: boolean) {
        this.hasStruck = !isAttack;
    }

    /** Before the hero moves: who stands is in the way. */
    block() {
        this.course.bodies = this.standing.map(({ entity }) => entity.getPosition());
    }

    /** One frame of the others, and of the hero's blow. */
    step(dt: number) {
        this.strike();
        const hero = this.hero.isDown ? null : this.hero.runner.mover.getPosition();
        for (const opponent of this.opponents) opponent.step(dt, hero);
    }

    destroy() {
        for (const opponent of this.opponents) opponent.destroy();
        this.opponents = [];
    }

    private get standing(): Opponent[] {
        return this.opponents.filter(({ isUp }) => isUp);
    }

    /** Lets the blow of the hero's attack land. */
    private strike() {
        const { hero: { action, layer, runner }, scale } = this;
        if (action === '' || this.hasStruck || !layer) return;
        const phase = layer.activeStateDuration > 0 ? layer.activeStateCurrentTime / layer.activeStateDuration : 1;
        if (phase < STRIKE[0]) return;
        const struck = this.standing.filter(({ entity }) => reaches(runner.mover.getPosition(), runner.facing, entity.getPosition(), scale));
        for (const opponent of struck) opponent.takeBlow(runner.facing);
        this.hasStruck = phase > STRIKE[1] || struck.length > 0;
    }
}
