import type { Rig } from './rig';

// What has been worked out of a model, once for all its instances: they share the arrays of their reference pose.

const known = new WeakMap<object, Map<string, unknown>>();

/**
 * Answers what was worked out before, or works it out.
 *
 * @param rig - The rig of one instance.
 * @param name - What it is; the same for the same work.
 * @param work - Works it out of what all instances have in common: nothing of it may belong to one of them.
 */
export function oncePerModel<T>({ skeleton: { positions } }: Rig, name: string, work: () => T): T {
    let results = known.get(positions);
    if (!results) {
        results = new Map();
        known.set(positions, results);
    }
    if (!results.has(name)) results.set(name, work());
    return results.get(name) as T;
}
