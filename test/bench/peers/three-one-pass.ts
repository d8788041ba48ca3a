import type { Peer } from '../peer';
import { makePeer as makeThree } from './three';

// three.js with the one pass that is its solver's default.

export function makePeer(count: number): Peer {
    return makeThree(count, 1);
}
