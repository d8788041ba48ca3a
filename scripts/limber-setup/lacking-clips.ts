import { openNodesOf } from '../anim/component/anim-internals';
import { findAnim } from '../anim/component/find-anim';
import { listStates } from '../anim/component/interlude';
import { fitName } from '../anim/kinds/fit-name';
import { getUpSide, isHindFirst, namedSide, risesHindFirst } from '../anim/kinds/get-up-names';
import { OWN_MOTIONS } from '../anim/kinds/own-motions';
import type { Rig } from '../rig/rig';

// What a character with clips lacks to stand, walk, run and get up.

/** A row of Clips of animationRetarget. */
interface ClipState { readonly name: string; readonly state: string }

/** What clips are called that others have instead of one of the pack's. */
const KINDS: readonly (readonly [clip: string, others: RegExp])[] = [['idle', /idle|stand|wait|breath/i], ['walk', /walk/i], ['run', /run|jog|gallop|canter/i]];
const ON_FOUR: Readonly<Record<string, string>> = { run: 'gallop' };

/** Found when a character was set up: afterwards it has what it lacked. */
const found = new WeakMap<Rig, ClipState[]>();

/**
 * Rows for the clips of the pack that a character lacks, and for the states of its graph that have no clip; none for one without clips and states, which gets
 * all of them.
 */
export function lackingClips(rig: Rig): ClipState[] {
    if (!found.has(rig)) found.set(rig, findLacking(rig));
    return found.get(rig)!;
}

function findLacking(rig: Rig): ClipState[] {
    const anim = findAnim(rig.skeleton.nodes[0]);
    const layer = anim?.baseLayer;
    if (!anim || !layer) return [];
    const own = Object.keys(OWN_MOTIONS[rig.legs === 4 ? 'animals' : 'people']);
    const open = layer.states.flatMap(state => openNodesOf(layer, state)).filter(path => !/^(?:START|END|ANY)$/.test(path));
    const filled = open.flatMap((path) => {
        const name = fitName(path.replaceAll('.', ' '), own);
        return name ? [{ name, state: path }] : [];
    });
    const known = listStates(anim);
    const has = (others: RegExp) => [...layer.states, ...known.map(({ track }) => track.name)].some(name => others.test(name));
    const gaits = KINDS.filter(([, others]) => !has(others)).map(([clip]) => (rig.legs === 4 ? ON_FOUR[clip] ?? clip : clip));
    const sides = new Set(known.map(getUpSide));
    const getUps = own.filter((clip) => {
        const side = namedSide(clip);
        return side !== null && !sides.has(side) && isHindFirst(clip) === risesHindFirst(rig);
    });
    return [...filled, ...[...gaits, ...getUps].map(name => ({ name, state: '' }))];
}
