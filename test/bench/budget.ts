import type { LimberBudget } from '../../scripts/index';
import { BudgetWorld } from '../support/budget-stage';
import { MANNEQUIN } from '../support/characters';

// A thousand characters with look-at and feet under limberBudget, in a process of its own: what all scripts take in a frame, after the animation
// and before the picture, with the planning and with the engine's own round through its scripts. 50 of them are near.

const COUNT = 1000;
const NEAR = 50;
const MILLISECONDS = 4;

/** Share of the budget by which it may be missed. */
const SLACK = 0.1;

const DT = 1 / 60;

/** Frames in which it is found out what characters take, and those that are measured. */
const SETTLING = 240;
const MEASURED = 240;

/** What came out: milliseconds of a frame, the characters that had a turn in it, and how much farther away than they are they counted. */
export interface BudgetOutcome {
    readonly count: number;
    readonly budget: number;
    readonly mean: number;
    readonly median: number;
    readonly worst: number;
    readonly free: number;
    readonly turns: number;
    readonly stretch: number;
    readonly missed: readonly string[];
}

const quantile = (values: readonly number[], share: number) => [...values].sort((a, b) => a - b)[Math.floor(share * (values.length - 1))];
const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Frames of a world; answers what each took in scripts. */
function run(world: BudgetWorld, frames: number): number[] {
    const { systems } = world.app as unknown as { systems: { fire(name: string, ...args: unknown[]): void } };
    const original = systems.fire;
    const times: number[] = [];
    systems.fire = function fire(name, ...args) {
        const start = performance.now();
        original.call(this, name, ...args);
        if (name === 'postUpdate') times.push(performance.now() - start);
    };
    for (let frame = 0; frame < frames; frame++) {
        world.ball.setPosition(5 * Math.sin(frame * DT), 1.5, 3);
        world.step(DT);
    }
    systems.fire = original;
    return times;
}

const world = await BudgetWorld.open(MANNEQUIN, /walk/i, { perfectLookAt: {}, mecFootPlacer: {} }, COUNT);
// in rows before the camera: the first ones near, the others up to a hundred metres away
world.heroes.forEach((hero, i) => {
    const row = Math.floor(i / 10);
    hero.setLocalPosition(0.8 * (i % 10) - 3.6, 0, i < NEAR ? -1.2 * row : -20 - 0.8 * row);
});
world.camera.setPosition(0, 1.5, 4);
const free = meanOf(run(world, 20).slice(10));
const budget: LimberBudget = world.addBudget({ milliseconds: MILLISECONDS });
run(world, SETTLING);
const times = run(world, MEASURED);
const { turns, stretch } = budget;
const mean = meanOf(times);
const missed = mean <= (1 + SLACK) * MILLISECONDS ? [] : [`budget, ${COUNT} characters: ${mean.toFixed(1)} ms a frame; the budget is ${MILLISECONDS} ms.`];
console.log(JSON.stringify({
    count: COUNT, budget: MILLISECONDS, mean, median: quantile(times, 0.5), worst: quantile(times, 0.99), free, turns, stretch, missed
} satisfies BudgetOutcome));
process.exit(0);
