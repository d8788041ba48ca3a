import type { Entity } from 'playcanvas';

// What the scripts of a character take, by their callbacks.

const METHODS = ['update', 'fixedUpdate', 'postUpdate'] as const;

type Stepped = Partial<Record<typeof METHODS[number], (dt: number) => void>>;

/** Tells of each callback of a script that has run, and how many milliseconds it took. */
export function timeScripts(hero: Entity, names: readonly string[], note: (name: string, milliseconds: number) => void): void {
    for (const name of names) {
        const script = hero.script!.get(name) as unknown as Stepped;
        for (const method of METHODS) {
            const step = script[method];
            if (!step) continue;
            script[method] = function timed(dt: number) {
                const start = performance.now();
                step.call(script, dt);
                note(name, performance.now() - start);
            };
        }
    }
}
