import { makeScriptPeer } from './script';
import type { Peer } from '../../peer';

export const makePeer = (count: number): Peer => makeScriptPeer(count, false);
