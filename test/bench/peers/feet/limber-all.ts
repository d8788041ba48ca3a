import { makeScriptPeer } from './script';
import type { Peer } from '../../peer';

// All that the script has: planting, the swing's look ahead, a damped pelvis.

export function makePeer(count: number): Promise<Peer> {
    return makeScriptPeer(count, { adjustPelvisVertically: true, dampPelvis: true }, {});
}
