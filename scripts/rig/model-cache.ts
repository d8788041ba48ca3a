import type { AnimTrack } from 'playcanvas';

import { digestOfClip } from './clip-digest';
import { fromExactJson, toExactJson } from './exact-json';
import type { Rig } from './rig';
import { finish, type Steps } from '../core/timing/steps';

// What has been worked out of a model, kept for all its instances: they share the arrays of their reference pose.
//
// Results that have a name can be baked: written into a file once, and taken from there instead of being worked out (see `baked.ts`).

/** Results of one model by the names of their kinds and their keys, as exact JSON. */
export type BakedResults = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** How results that are no plain data are written into a file and made again; null stays null. */
interface Form<Result> {
    readonly pack: (result: Result) => unknown;
    readonly unpack: (packed: unknown) => Result;
}

/** A kind of results that can be baked. */
interface Bakeable {
    readonly name: string;
    /** What is known of a model and its clips, by its keys. */
    collect(model: object, clips: readonly AnimTrack[]): Iterable<readonly [string, unknown]>;
}

const bakeable: Bakeable[] = [];

const bakedOf = new WeakMap<object, BakedResults>();

/** What is known of a model and these clips of it, to be written into a file. */
export function collectResults({ skeleton: { positions } }: Rig, clips: readonly AnimTrack[]): BakedResults {
    return Object.fromEntries(bakeable.flatMap((kind) => {
        const results = [...kind.collect(positions, clips)].map(([key, result]) => [key, toExactJson(result)]);
        return results.length > 0 ? [[kind.name, Object.fromEntries(results)]] : [];
    }));
}

/** Gives a model results that are taken instead of being worked out. */
export function giveResults({ skeleton: { positions } }: Rig, results: BakedResults) {
    bakedOf.set(positions, results);
}

/** A baked result, or what is worked out where there is none. */
function *bakedOr<Result>(model: object, name: string, key: () => string, work: () => Steps<Result>, form?: Form<Result>): Steps<Result> {
    const results = name === '' ? undefined : bakedOf.get(model)?.[name];
    const own = results && key();
    if (own === undefined || !(own in results!)) return yield* work();
    const result = fromExactJson(results![own]);
    return form && result !== null ? form.unpack(result) : result as Result;
}

/** Work that is done in one piece. */
function inOne<Result>(work: () => Result): () => Steps<Result> {
    // eslint-disable-next-line require-yield
    return function *() {
        return work();
    };
}

/**
 * Results of one kind, kept as long as their model.
 *
 * @example
 * const footModels = new ModelCache<number, FootModel>('feet');
 * const model = footModels.get(rig, foot, () => measure(rig, foot));
 */
export class ModelCache<Key extends string | number, Result> {
    private readonly models = new WeakMap<object, Map<Key, Result>>();

    /** @param name - Name of the kind in a file of baked results, which are plain data then; without one they are never baked. */
    constructor(private readonly name = '') {
        if (name !== '') bakeable.push({ name, collect: model => [...this.models.get(model) ?? []].map(([key, result]) => [String(key), result] as const) });
    }

    /**
     * Answers what was worked out before, or works it out.
     *
     * @param rig - The rig of one instance.
     * @param key - What is asked for of the model.
     * @param work - Works it out of what all instances have in common, in units of the model: nothing of it may belong to one of them.
     */
    get(rig: Rig, key: Key, work: () => Result): Result {
        const results = this.models.get(rig.skeleton.positions);
        return results?.has(key) ? results.get(key)! : finish(this.prepare(rig, key, inOne(work)));
    }

    /** The same in pieces. */
    *prepare({ skeleton: { positions: model } }: Rig, key: Key, work: () => Steps<Result>): Steps<Result> {
        const results = this.models.get(model) ?? new Map<Key, Result>();
        this.models.set(model, results);
        if (!results.has(key)) results.set(key, yield* bakedOr(model, this.name, () => String(key), work));
        return results.get(key)!;
    }
}

/** The result that was worked out last for each model: for what depends on settings that seldom differ between its instances. */
export class LastOfModel<Result> {
    private readonly models = new WeakMap<object, { key: string; result: Result }>();

    /** @param name - See {@link ModelCache}. */
    constructor(private readonly name = '') {
        if (name === '') return;
        const collect = (model: object) => {
            const last = this.models.get(model);
            return last ? [[last.key, last.result] as const] : [];
        };
        bakeable.push({ name, collect });
    }

    /**
     * Answers what was worked out last if it was for the same settings, else works it out.
     *
     * @param rig - The rig of one instance.
     * @param key - All that the result depends on besides the model.
     * @param work - Works it out, see {@link ModelCache.get}.
     */
    get(rig: Rig, key: string, work: () => Result): Result {
        return finish(this.prepare(rig, key, inOne(work)));
    }

    /** The same in pieces. */
    *prepare(rig: Rig, key: string, work: () => Steps<Result>): Steps<Result> {
        const model = rig.skeleton.positions;
        const last = this.models.get(model);
        if (last?.key === key) return last.result;
        const result = yield* bakedOr<Result>(model, this.name, () => key, work);
        this.models.set(model, { key, result });
        return result;
    }
}

/** What is known of the clips of one model. */
export class ClipResults<Result> {
    private readonly results = new WeakMap<AnimTrack, Result>();

    constructor(private readonly model: object, private readonly name: string, private readonly key: string, private readonly form?: Form<Result>) {}

    /** What was worked out of a clip; undefined: nothing yet. */
    find(clip: AnimTrack): Result | undefined {
        return this.results.get(clip);
    }

    /** Answers what was worked out of a clip before, or works it out. */
    get(clip: AnimTrack, work: () => Result): Result {
        const { results } = this;
        return results.has(clip) ? results.get(clip)! : finish(this.prepare(clip, inOne(work)));
    }

    /** The same in pieces. */
    *prepare(clip: AnimTrack, work: () => Steps<Result>): Steps<Result> {
        const { results, model, name, form } = this;
        if (!results.has(clip)) results.set(clip, yield* bakedOr(model, name, () => this.keyOf(clip), work, form));
        return results.get(clip)!;
    }

    /** What is known of these clips, for a file. */
    collect(clips: readonly AnimTrack[]): [string, unknown][] {
        const { results, form } = this;
        return clips.filter(clip => results.has(clip)).map((clip) => {
            const result = results.get(clip)!;
            return [this.keyOf(clip), form && result !== null ? form.pack(result) : result];
        });
    }

    private keyOf(clip: AnimTrack): string {
        return `${this.key} ${digestOfClip(clip)}`;
    }
}

/** Results about the clips of models, kept as long as model and clip. */
export class ClipCache<Result> {
    private readonly models = new WeakMap<object, Map<string, ClipResults<Result>>>();

    /**
     * @param name - See {@link ModelCache}.
     * @param form - Of results that are no plain data, but for null.
     */
    constructor(private readonly name = '', private readonly form?: Form<Result>) {
        if (name !== '') bakeable.push({ name, collect: (model, clips) => [...this.models.get(model)?.values() ?? []].flatMap(results => results.collect(clips)) });
    }

    /**
     * The results of a model.
     *
     * @param key - What else they depend on.
     */
    of({ skeleton: { positions } }: Rig, key = ''): ClipResults<Result> {
        const keys = this.models.get(positions) ?? new Map<string, ClipResults<Result>>();
        this.models.set(positions, keys);
        const results = keys.get(key) ?? new ClipResults(positions, this.name, key, this.form);
        keys.set(key, results);
        return results;
    }
}
