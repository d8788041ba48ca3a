import { makeScriptPeer } from './script';
import type { Peer } from '../../peer';

/** A rod that hangs, and swings about as often as the chains of VRM's law. */
const ROD = { frequency: 1.5, gravity: 0.4, airDrag: 0.5 };

export const makePeer = (count: number): Peer => makeScriptPeer(count, true, ROD);
