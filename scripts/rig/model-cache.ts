import type { Rig } from './rig';

// What has been worked out of a model, kept for all its instances: they share the arrays of their reference pose.

/**
 * Results of one kind, kept as long as their model.
 *
 * @example
 * const footModels = new ModelCache<number, FootModel>();
 * const model = footModels.get(rig, foot, () => measure(rig, foot));
 */
export class ModelCache<Key extends string | number, Result> {
    private readonly models = new WeakMap<object, Map<Key, Result>>();

    /**
     * Answers what was worked out before, or works it out.
     *
     * @param rig - The rig of one instance.
     * @param key - What is asked for of the model.
     * @param work - Works it out of what all instances have in common, in units of the model: nothing of it may belong to one of them.
     */
    get(rig: Rig, key: Key, work: () => Result): Result {
        const model = rig.skeleton.positions;
        let results = this.models.get(model);
        if (!results) {
            results = new Map();
            this.models.set(model, results);
        }
        if (!results.has(key)) results.set(key, work());
        return results.get(key)!;
    }
}

/** The result that was worked out last for each model: for what depends on settings that seldom differ between its instances. */
export class LastOfModel<Result> {
    private readonly models = new ModelCache<'last', { key: string; result: Result | null }>();

    /**
     * Answers what was worked out last if it was for the same settings, else works it out.
     *
     * @param rig - The rig of one instance.
     * @param key - All that the result depends on besides the model.
     * @param work - Works it out, see {@link ModelCache.get}.
     */
    get(rig: Rig, key: string, work: () => Result): Result {
        const last = this.models.get(rig, 'last', () => ({ key, result: null }));
        if (last.key === key && last.result !== null) return last.result;
        const result = work();
        Object.assign(last, { key, result });
        return result;
    }
}
