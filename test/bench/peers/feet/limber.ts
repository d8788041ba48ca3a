import { makeScriptPeer } from './script';
import type { Peer } from '../../peer';

// What the other peers do: each ankle to a place over the ground, without planting and without looking ahead.

export function makePeer(count: number): Promise<Peer> {
    return makeScriptPeer(count, { predictSwing: false }, { plantFoot: false });
}
