import type { Refuse } from './file-problem';
import { SIZES, type Gltf } from './gltf';

// What a GLB costs the page that shows it: the engine and the pack work on it in one thread, and nobody should wait for seconds without a word.

/** Most of each kind. A game's character has some hundred nodes, a film's some thousand. */
const MOST = { nodes: 4000, meshes: 2000, skins: 500, animations: 2000, materials: 2000, accessors: 200000 };

/** Most bones of all skins together: each skin has an instance of each of its own. */
const MOST_JOINTS = 20000;

/** Most vertices that are drawn, and most numbers of all morph targets, which the engine packs into textures. */
const MOST_VERTICES = 2e6;
const MOST_MORPHS = 6e6;

/** Most channels of all clips, most numbers of all accessors, most bytes of all parts of buffers. */
const MOST_CHANNELS = 100000;
const MOST_VALUES = 50e6;
const MOST_BYTES = 2e9;

/** Longest name in letters. */
const LONGEST_NAME = 1000;

/** Refuses a file that holds too many of something, as far as the length of its lists tells: whatever they hold. */
export function checkCounts(gltf: Gltf, refuse: Refuse): void {
    for (const [kind, most] of Object.entries(MOST)) checkMost(gltf[kind as keyof typeof MOST]?.length ?? 0, most, kind, refuse);
}

/** Refuses a file that would take too long. */
export function checkCost({ nodes = [], meshes = [], skins = [], animations = [], accessors = [], bufferViews = [] }: Gltf, refuse: Refuse): void {
    const check = (count: number, most: number, what: string, advice?: string) => checkMost(count, most, what, refuse, advice);
    const primitives = meshes.flatMap(mesh => mesh.primitives ?? []);
    const valuesOf = (index: number) => accessors[index].count * (SIZES[accessors[index].type] ?? 1);
    check(sum(skins, ({ joints }) => joints?.length ?? 0), MOST_JOINTS, 'bones of skins');
    check(sum(primitives, ({ attributes }) => accessors[attributes?.POSITION ?? -1]?.count ?? 0), MOST_VERTICES, 'vertices');
    check(sum(primitives, ({ targets }) => sum(targets, target => sum(Object.values(target), valuesOf))), MOST_MORPHS, 'numbers of morph targets', 'Leave out those that nobody needs');
    check(sum(animations, ({ channels }) => channels?.length ?? 0), MOST_CHANNELS, 'channels of clips', 'Export fewer clips into one file');
    check(sum(accessors, ({ count, type }) => count * (SIZES[type] ?? 1)), MOST_VALUES, 'values');
    check(sum(bufferViews, ({ byteLength }) => byteLength), MOST_BYTES, 'bytes of unpacked data');
    for (const { name } of [...nodes, ...meshes, ...animations]) {
        if (name !== undefined && name.length > LONGEST_NAME) {
            refuse(`has a name of ${name.length} letters, "${name.slice(0, 20)}…"`, `Give it at most ${LONGEST_NAME}`);
        }
    }
}

function checkMost(count: number, most: number, what: string, refuse: Refuse, advice = 'Export the character alone, without the scene around it') {
    if (!(count <= most)) refuse(`holds ${count} ${what}; more than ${most} are not tried`, advice);
}

const sum = <T>(list: readonly T[] | undefined, of: (item: T) => number) => (list ?? []).reduce((total, item) => total + of(item), 0);
