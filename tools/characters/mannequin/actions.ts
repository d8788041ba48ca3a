import { createAirAttack, createRunningAttack, createStandingAttack } from './attacks';
import { createBones } from './bones';
import { createDive } from './dive';
import { createHit } from './hit';
import { createFall, createJump } from './jump';
import { createLand } from './land';
import { createTurn } from './turn';
import { createWindmill } from './windmill';
import { sample } from '../clip';
import { writeGlb } from '../write-glb';

// What a player does: turning back, jumping, falling, landing, attacking, diving, being hit, keeping the balance.

/** Bones that scripts move and no clip does. */
const FREE = /Eye$|Eyelid$|Jaw$|_End$|Scarf|Strap/;

/** The bytes of `mannequin-actions.glb`: clips without a mesh. */
export function createMannequinActions(): Promise<Uint8Array> {
    const skeleton = createBones();
    const motions = [
        createTurn, createLand, createJump, createFall, createStandingAttack, createRunningAttack, createAirAttack, createDive, createHit,
        createWindmill
    ].map(create => create(skeleton));
    return writeGlb({ name: 'Mannequin', skeleton, parts: [], clips: motions.map(sample), isAnimated: name => !FREE.test(name) });
}
