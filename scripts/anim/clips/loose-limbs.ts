import { ClipSampler } from './clip-sampler';
import type { Steps } from '../../core/timing/steps';
import { releaseLimb } from '../../rig/find-detached';
import { ClipCache } from '../../rig/model-cache';
import type { Rig } from '../../rig/rig';
import { assignedTracks } from '../component/anim-reader';
import { animRootOf, findAnim } from '../component/find-anim';

// What hangs elsewhere than on its limb, and leaves it in a clip, is no limb: a hand that lets a rope go, a shoe that is thrown.

/** Distance from its place at the limb from which on it has left, as a share of the height: an IK foot that its leg does not reach is within a twelfth. */
const GONE = 0.25;

/** A clip is looked at as often, evenly over its time. */
const LOOKS = 16;

/** Nodes that leave their limbs in clips that were looked at. */
const leaving = new ClipCache<readonly number[]>('loose');

/** Releases the detached limbs that leave their place in a clip that the character has, in pieces. Answers whether there was one: it has to be found anew. */
export function *releaseLooseLimbs(rig: Rig): Steps<boolean> {
    const { skeleton, height } = rig;
    const component = skeleton.detached.length > 0 ? findAnim(skeleton.nodes[0]) : null;
    if (!component) return false;
    const gone = new Map<number, string>();
    for (const track of assignedTracks(component)) {
        const nodes = yield* leaving.of(rig).prepare(track, function *() {
            yield;
            const sampler = new ClipSampler(track, animRootOf(component), skeleton);
            const left: number[] = [];
            for (const { node } of skeleton.detached) if ((yield* farthest(sampler, node, skeleton.parents[node])) > GONE * height * sampler.modelScale) left.push(node);
            return left;
        });
        for (const node of nodes) gone.set(node, track.name);
    }
    for (const [node, clip] of gone) releaseLimb(skeleton, node, clip);
    return gone.size > 0;
}

/** Greatest distance in a clip of a node from its place at the limb in the reference pose. */
function *farthest(sampler: ClipSampler, node: number, parent: number): Steps<number> {
    const { first, reference, duration } = sampler;
    const at = 3 * (first + node);
    let most = 0;
    for (let look = 0; look < LOOKS; look++) {
        yield;
        const { localPositions, scales } = sampler.sample(look / (LOOKS - 1) * duration);
        const [x, y, z] = [0, 1, 2].map(axis => localPositions[at + axis] - reference.localPositions[at + axis]);
        most = Math.max(most, scales[first + parent] * Math.hypot(x, y, z));
    }
    return most;
}
