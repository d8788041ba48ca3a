import type { AnimComponent } from 'playcanvas';

import { isHindFirst, namedSide, risesHindFirst } from '../anim/kinds/get-up-names';
import { OWN_MOTIONS, type OwnMotion } from '../anim/kinds/own-motions';
import type { Rig } from '../rig/rig';

// What a character that has no animation does with the pack's motions: it stands, goes as fast as the parameter `speed` says, and has the clips with
// which `hitReactions` gets up.

/** Name of the parameter: metres a second of the scene. */
const SPEED = 'speed';

/** Seconds of a fade between two gaits. */
const FADE = 0.25;

/** Share of the difference from one gait's speed to the next one's at which the next begins. */
const CHANGE = 0.6;

/** Gaits from the slowest on, of people and of animals. */
const GAITS = { people: ['idle', 'walk', 'run'], animals: ['idle', 'walk', 'trot', 'gallop'] } as const;

/** The clips of the pack that a character without animation gets. */
function ownClips(rig: Rig): readonly string[] {
    const kind = kindOf(rig);
    const getUps = Object.keys(OWN_MOTIONS[kind]).filter(name => namedSide(name) !== null && isHindFirst(name) === risesHindFirst(rig));
    return [...GAITS[kind], ...getUps];
}

function kindOf({ legs }: Rig): keyof typeof OWN_MOTIONS {
    return legs === 4 ? 'animals' : 'people';
}

/**
 * Gives an anim component a state graph with a state for each of these clips.
 *
 * @param size - Of the character against the one that the clips were made for.
 */
export function loadOwnGraph(anim: AnimComponent, rig: Rig, size: number): void {
    const kind = kindOf(rig);
    const motions: Readonly<Record<string, OwnMotion>> = OWN_MOTIONS[kind];
    const gaits: readonly string[] = GAITS[kind];
    const speedOf = (gait: string) => (motions[gait].velocity?.[2] ?? 0) * size;
    const transitions = gaits.slice(1).flatMap((gait, i) => {
        const change = speedOf(gaits[i]) + CHANGE * (speedOf(gait) - speedOf(gaits[i]));
        const when = (predicate: string) => ({ conditions: [{ parameterName: SPEED, predicate, value: change }], time: FADE, interruptionSource: 'NEXT_STATE' });
        return [{ from: gaits[i], to: gait, ...when('GREATER_THAN') }, { from: gait, to: gaits[i], ...when('LESS_THAN') }];
    });
    anim.loadStateGraph({
        parameters: { [SPEED]: { name: SPEED, type: 'FLOAT', value: 0 } },
        layers: [{
            name: 'Base', blendType: 'OVERWRITE', weight: 1,
            states: [{ name: 'START' }, ...ownClips(rig).map(name => ({ name, speed: 1, loop: gaits.includes(name) }))],
            transitions: [{ from: 'START', to: gaits[0] }, ...transitions]
        }]
    } as never);
}
