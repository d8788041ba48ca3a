import { Vec3 } from 'playcanvas';

import { angleOf } from './geometry';
import type { RandomBody } from './random-bodies';
import type { Rig } from '../../scripts/rig/rig';
import type { Role } from '../../scripts/rig/roles';
import type { BodyPart } from '../../scripts/rig/sentence';

// What of a body at random is not as it was built, and whether a sentence is about it.

/** Largest error of up and forward, in degrees. */
const DIRECTIONS = 10;

const partOf = (role: Role): BodyPart => (role === 'head' ? 'head' : role === 'hips' ? 'trunk' : /Thigh|Shin|Foot/.test(role) ? 'legs' : 'arms');

/** The faults of what was found; silent: about one of these there is no sentence. */
export function faultsOfBody(rig: Rig, { expected, legs, turn }: RandomBody): { faults: string[]; isSilent: boolean } {
    const faults: [BodyPart, string][] = [];
    const nameOf = (node: number | undefined) => (node === undefined ? 'none' : rig.skeleton.nodes[node].name);
    for (const [role, node] of expected) {
        const found = rig.bones.get(role);
        if (rig.skeleton.nodes[found ?? -1] !== node) faults.push([partOf(role), `${role} is ${nameOf(found)}, not ${node.name}`]);
    }
    if (rig.legs !== legs) faults.push(['legs', `${rig.legs} legs, not ${legs}`]);
    const own = rig.skeleton.space!.getRotation();
    for (const [what, [x, y, z], truth] of [['up', rig.up, Vec3.UP], ['forward', rig.forward, Vec3.BACK]] as const) {
        const off = angleOf(own.transformVector(new Vec3(x, y, z), new Vec3()), turn.transformVector(truth, new Vec3()));
        if (!(off < DIRECTIONS)) faults.push(['body', `${what} is ${off.toFixed(0)} degrees off`]);
    }
    const isSaid = (part: BodyPart) => rig.sentences.some(({ about }) => about.includes('body') || about.includes(part) || (part === 'body' && about.some(one => one === 'legs' || one === 'head')));
    return { faults: faults.map(([, words]) => words), isSilent: faults.some(([part]) => !isSaid(part)) };
}
