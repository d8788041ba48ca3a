import type { ActionPlayer } from 'limber';
import type { AnimTrack } from 'playcanvas';

import { STRIKE } from './opponents';
import type { Part, Parts } from './parts';

// The lists of actionPlayer for the clips that a character has.

type Lists = Pick<ActionPlayer, 'actions' | 'windows' | 'continuations'>;

const ATTACKS = ['stand attack', 'near attack', 'run attack', 'air attack'] as const;

/** Share of the run's speed from which on an attack is one of the run. */
const RUNNING = 0.4;

/** Share of a dive after which it may be cancelled: the feet are under the body again. */
const ROLLED = 0.76;

/** Metres of a person up to which an opponent is near. */
const NEAR = 0.8;

/**
 * @param speed - Of the run, metres of the scene per second.
 * @param scale - Metres of the scene for a metre of a person.
 * @param hasWindows - Whether actions may be cancelled before their end.
 * @param hasContext - Whether the attack depends on what the character does; else it is the same always.
 */
export function createLists(parts: Parts, clips: ReadonlyMap<string, AnimTrack>, speed: number, scale: number, hasWindows: boolean, hasContext: boolean): Lists {
    const limits: Readonly<Record<typeof ATTACKS[number], object>> = {
        'stand attack': {},
        'near attack': { stances: ['standing'], maxDistance: NEAR * scale, score: 1 },
        'run attack': { stances: ['moving', 'diving'], minSpeed: RUNNING * speed, score: 1 },
        'air attack': { stances: ['jumping'], score: 1 }
    };
    const attacks = ATTACKS.filter((part, i) => parts.has(part) && (i === 0 || hasContext)).map(part => ({ name: part, kind: 'attack', state: parts.get(part), ...limits[part] }));
    const jump = parts.has('jump') ? [{ name: 'jump', state: parts.get('jump'), stances: ['standing', 'moving'] }] : [];
    const dive = parts.has('dive') ? [{ name: 'dive', state: parts.get('dive'), stances: ['standing', 'moving'] }] : [];
    const strikes = attacks.map(({ name }) => ({ action: name, start: STRIKE[1] * secondsOf(name) }));
    // an attack out of a jump is no cancelling that has to wait
    const leaps = jump.map(({ name }) => ({ action: name, start: 0, cancelledBy: attacks.map(attack => attack.name) }));
    const falls = jump.length > 0 && parts.has('fall') ? [{ from: parts.get('jump'), to: parts.get('fall') }] : [];
    const rolls = dive.map(({ name }) => ({ action: name, start: ROLLED * secondsOf('dive') }));
    return {
        actions: [...jump, ...dive, ...attacks], windows: [...hasWindows ? [...strikes, ...rolls] : [], ...attacks.length > 0 ? leaps : []],
        continuations: falls
    } as unknown as Lists;

    function secondsOf(part: Part): number {
        return clips.get(parts.get(part)!)!.duration;
    }
}
