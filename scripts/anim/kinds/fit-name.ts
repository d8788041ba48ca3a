// Which clip fits a state by their names: "Walk Forward" takes "Armature|walk", "GetUpProne" takes "get-up-prone".

/** Words that say the same; the first one stands for all. */
const SAME: readonly (readonly string[])[] = [
    ['idle', 'stand', 'standing', 'wait', 'waiting', 'breathing'], ['walk', 'walking'], ['run', 'running', 'jog', 'jogging'], ['back', 'backward', 'backwards'],
    ['jump', 'jumping'], ['fall', 'falling', 'air'], ['land', 'landing'], ['turn', 'turning'], ['strafe', 'strafing'], ['sit', 'sitting'], ['wave', 'waving'],
    ['talk', 'talking'], ['climb', 'climbing'], ['hang', 'hanging'], ['hit', 'hurt', 'hitreact', 'hitreaction'], ['get', 'getting'],
    ['prone', 'belly', 'front', 'face'], ['supine', 'lie']
];

/** Words that do not tell one clip from another. */
const EMPTY = new Set(['armature', 'anim', 'animation', 'clip', 'mixamo', 'com', 'base', 'layer', 'loop', 'forward', 'cycle', 'the', 'a', 'rig', 'state', 'take']);

/** The words of a name: small, split where a capital, a digit or a mark begins another one. */
function wordsOf(name: string): Set<string> {
    const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/([a-z])(\d)/gi, '$1 $2').toLowerCase().split(/[^a-z0-9]+/);
    return new Set(words.filter(word => word !== '' && !EMPTY.has(word)).map(word => SAME.find(same => same.includes(word))?.[0] ?? word));
}

/**
 * The name among others that fits one best: that shares most words with it and has fewest others. Names that are the same but for marks and capitals come
 * first.
 *
 * @returns null where none shares half of the words.
 */
export function fitName(wanted: string, names: Iterable<string>): string | null {
    const own = wordsOf(wanted);
    let best: string | null = null;
    let most = 0.5 - 1e-9;
    for (const name of names) {
        const words = wordsOf(name);
        const shared = [...own].filter(word => words.has(word)).length;
        const share = shared / (own.size + words.size - shared);
        if (!(share > most)) continue;
        most = share;
        best = name;
    }
    return best;
}
