import { PITCH, ROLL, Signal, SIGNALS, YAW } from './signals';
import type { Rig } from '../rig/rig';
import type { Role } from '../rig/roles';

// Which bone turns by how much for which signal: a person shifts the weight with the hip up over the leg that carries, the spine curved
// back over it and the head level (contrapposto); an animal moves its trunk over its legs.

/** How a bone turns: degrees for one of each signal, first about the line to the right, then the vertical, then the line ahead. */
export interface BodyTurn {
    /** Index of the node. */
    readonly node: number;
    readonly degrees: Float64Array;
}

/** Degrees at a whole shift: the hip of the leg that carries goes up and forward; the shoulders lean the other way by a share of it. */
const HIP_ROLL = 4.5;
const HIP_YAW = 3;
const SHOULDERS = 0.6;

/** The same of an animal, whose spine stays as it is. */
const TRUNK_ROLL = 1.5;

/** Degrees at a calm breath: chest, and each shoulder. */
const CHEST = 1.6;
const SHOULDER = 1.2;

/** Share of a look that the neck takes. */
const NECK = 0.4;

/** Degrees in which lids close, and the lower ones come up; share of the eyes' turn down that the upper ones follow. */
const UPPER_LID = 30;
const LOWER_LID = 9;
const LID_FOLLOWS = 0.6;

/** Degrees by which the jaw opens with the face. */
const JAW = 2.5;

class Turns {
    private readonly byNode = new Map<number, Float64Array>();

    constructor(private readonly rig: Rig) {}

    add(nodes: readonly (number | undefined)[], axis: number, signal: Signal, degrees: number) {
        const there = nodes.filter(node => node !== undefined);
        for (const node of there) {
            const turn = this.byNode.get(node) ?? new Float64Array(3 * SIGNALS);
            turn[SIGNALS * axis + signal] += degrees / there.length;
            this.byNode.set(node, turn);
        }
    }

    addRole(role: Role, axis: number, signal: Signal, degrees: number) {
        this.add([this.rig.bones.get(role)], axis, signal, degrees);
    }

    list(): BodyTurn[] {
        return [...this.byNode].map(([node, degrees]) => ({ node, degrees })).sort((a, b) => a.node - b.node);
    }
}

/** The turns of a character, parents before children. */
export function findBodyTurns(rig: Rig): BodyTurn[] {
    const turns = new Turns(rig);
    if (rig.legs === 4) turns.addRole('hips', ROLL, Signal.shift, -TRUNK_ROLL);
    else addStance(turns, rig);
    addHead(turns, rig);
    for (const [side, sign] of [['left', 1], ['right', -1]] as const) {
        if (rig.legs !== 4) turns.addRole(`${side}Clavicle`, ROLL, Signal.breath, sign * SHOULDER);
        turns.addRole(`${side}Eye`, YAW, Signal.eyeX, -1);
        turns.addRole(`${side}Eye`, PITCH, Signal.eyeY, 1);
        turns.addRole(`${side}UpperEyelid`, PITCH, Signal.lids, -UPPER_LID);
        turns.addRole(`${side}UpperEyelid`, PITCH, Signal.eyeY, LID_FOLLOWS);
        turns.addRole(`${side}LowerEyelid`, PITCH, Signal.lids, LOWER_LID);
    }
    turns.addRole('jaw', PITCH, Signal.face, -JAW);
    return turns.list();
}

/** Hips, spine and chest of a character on two legs. */
function addStance(turns: Turns, { bones, spine, neck }: Rig) {
    if (spine.length === 0) return;
    turns.addRole('hips', ROLL, Signal.shift, -HIP_ROLL);
    turns.addRole('hips', YAW, Signal.shift, HIP_YAW);
    turns.add(spine, ROLL, Signal.shift, HIP_ROLL * (1 + SHOULDERS));
    turns.add(spine, YAW, Signal.shift, -HIP_YAW);
    turns.add(spine.slice(Math.floor(spine.length / 2)), PITCH, Signal.breath, CHEST);
    const above = neck.length > 0 ? neck : [bones.get('head')];
    turns.add(above, ROLL, Signal.shift, -HIP_ROLL * SHOULDERS);
    turns.add(above, PITCH, Signal.breath, -CHEST);
}

function addHead(turns: Turns, { neck }: Rig) {
    const share = neck.length > 0 ? NECK : 0;
    for (const [axis, signal, sign] of [[YAW, Signal.headX, -1], [PITCH, Signal.headY, 1]] as const) {
        turns.add(neck, axis, signal, sign * share);
        turns.addRole('head', axis, signal, sign * (1 - share));
    }
}
