// What kinds of values the JSON of a GLB must hold where something here looks at it. Other parts of the file are the engine's to refuse.
//
// Source: glTF 2.0 specification, section "Properties Reference".

/** A kind of value; `!` behind it: it may not be missing. A list has its element's kind in brackets, an object those of its fields. */
type Kind = 'number' | 'number!' | 'string' | 'string!' | 'list' | readonly [Kind] | { readonly [field: string]: Kind };

const GLTF: Kind = {
    nodes: [{
        name: 'string', children: ['number'], translation: 'list', rotation: 'list', scale: 'list', matrix: 'list', mesh: 'number', skin: 'number'
    }],
    meshes: [{ name: 'string', primitives: [{ attributes: {}, indices: 'number', targets: [{}] }] }],
    skins: [{ joints: ['number'], inverseBindMatrices: 'number', skeleton: 'number' }],
    animations: [{
        name: 'string', channels: [{ sampler: 'number!', target: { node: 'number', path: 'string!' } }], samplers: [{ input: 'number!', output: 'number!' }]
    }],
    accessors: [{ bufferView: 'number', byteOffset: 'number', componentType: 'number!', count: 'number!', type: 'string!' }],
    bufferViews: [{ buffer: 'number!', byteOffset: 'number', byteLength: 'number!', byteStride: 'number' }],
    buffers: [{ uri: 'string' }],
    images: [{ uri: 'string' }],
    materials: [{}],
    scenes: [{ nodes: ['number'] }],
    extensionsUsed: ['string']
};

const WORDS = { number: 'number', string: 'text', list: 'list' };

/** Where a value of a wrong kind stands, and what belongs there. */
interface Wrong { path: string; readonly is: string }

/**
 * Looks for a value of a wrong kind.
 *
 * @returns Where it stands and what it should be, in words; null: all are right.
 */
export function findMisshapen(gltf: object): string | null {
    const wrong = misshapen(gltf, GLTF);
    return wrong && `"${wrong.path.replace(/^\./, '')}" is no ${wrong.is}`;
}

function misshapen(value: unknown, kind: Kind): Wrong | null {
    if (typeof kind === 'string') {
        const word = kind.replace('!', '') as keyof typeof WORDS;
        if (value === undefined && kind === word) return null;
        const fits = word === 'list' ? Array.isArray(value) : typeof value === word;
        return fits ? null : { path: '', is: WORDS[word] };
    }
    if (value === undefined) return null;
    if (isList(kind)) {
        if (!Array.isArray(value)) return { path: '', is: WORDS.list };
        for (let i = 0; i < value.length; i++) {
            const wrong = misshapen(value[i] ?? null, kind[0]);
            if (wrong) return below(`[${i}]`, wrong);
        }
        return null;
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return { path: '', is: 'object' };
    for (const field in kind) {
        const wrong = misshapen((value as Record<string, unknown>)[field], kind[field]);
        if (wrong) return below(`.${field}`, wrong);
    }
    return null;
}

const isList = (kind: Kind): kind is readonly [Kind] => Array.isArray(kind);

function below(step: string, wrong: Wrong): Wrong {
    wrong.path = step + wrong.path;
    return wrong;
}
