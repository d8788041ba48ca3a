// Plain data as JSON that comes back bit for bit: arrays of numbers, maps, and numbers that JSON has no word for.

const ARRAYS = { Float64Array, Float32Array, Int32Array, Uint32Array, Uint8Array } as const;

type NumberArray = InstanceType<typeof ARRAYS[keyof typeof ARRAYS]>;

/** Marks what is written otherwise than in JSON: the name of its kind, and its value. */
interface Marked { readonly $: string; readonly v: unknown }

/** Bytes that are made into one text at a time. */
const PIECE = 8192;

function textOf(values: NumberArray): string {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    let text = '';
    for (let i = 0; i < bytes.length; i += PIECE) text += String.fromCharCode(...bytes.subarray(i, i + PIECE));
    return btoa(text);
}

function arrayOf(kind: keyof typeof ARRAYS, text: string): NumberArray {
    const bytes = atob(text);
    const out = new Uint8Array(bytes.length);
    for (let i = 0; i < bytes.length; i++) out[i] = bytes.charCodeAt(i);
    return new ARRAYS[kind](out.buffer);
}

/** Makes data that JSON holds exactly of plain data. What is neither a number, text, array, map nor an object of such throws. */
export function toExactJson(value: unknown): unknown {
    if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0) ? value : { $: 'number', v: Object.is(value, -0) ? '-0' : String(value) } satisfies Marked;
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (Array.isArray(value)) return value.map(toExactJson);
    const { name } = (value as object).constructor;
    if (value instanceof Map) return { $: 'Map', v: [...value].map(pair => pair.map(toExactJson)) } satisfies Marked;
    if (name in ARRAYS) return { $: name, v: textOf(value as NumberArray) } satisfies Marked;
    if (Object.getPrototypeOf(value) !== Object.prototype) throw new Error(`a ${name} is no plain data`);
    return Object.fromEntries(Object.entries(value as object).filter(([, own]) => own !== undefined).map(([key, own]) => [key, toExactJson(own)]));
}

/** Makes the data again. */
export function fromExactJson(json: unknown): unknown {
    if (typeof json !== 'object' || json === null) return json;
    if (Array.isArray(json)) return json.map(fromExactJson);
    const { $: kind, v: held } = json as Partial<Marked>;
    if (kind === undefined) return Object.fromEntries(Object.entries(json).map(([key, own]) => [key, fromExactJson(own)]));
    if (kind === 'number') return Number(held);
    if (kind === 'Map') return new Map((held as [unknown, unknown][]).map(([key, own]) => [fromExactJson(key), fromExactJson(own)]));
    return arrayOf(kind as keyof typeof ARRAYS, held as string);
}
