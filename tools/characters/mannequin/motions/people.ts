import { createClimbLadder, createHang } from './climbing';
import { createGestures } from './gestures';
import { createGetUps } from './get-ups';
import { createHits } from './hits';
import { createFalling, createLanding, createStandingJump } from './jumping';
import { createRun, createRunning } from './run';
import { createRunStart, createRunStop } from './run-start-stop';
import { createSitting } from './sitting';
import { createStrafe } from './strafe';
import { createTurnInPlace } from './turn-in-place';
import { createWalk, createWalking } from './walk';
import { createWalkBack } from './walk-back';
import { createWalkStart, createWalkStop } from './walk-start-stop';
import { sample, type Motion } from '../../clip';
import type { Skeleton } from '../../skeleton';
import { writeGlb } from '../../write-glb';
import { createBones } from '../bones';
import { createRising } from '../get-up';
import { createIdle } from '../idle';
import { createCoarseSkin } from '../mannequin';
import { createWindmill } from '../windmill';

// The pack's own motions of people, on a coarse body of the mannequin: what a character without clips of its own gets.

/** Bones that scripts move and no clip does. */
const FREE = /Eye$|Eyelid$|Jaw$|_End$|Scarf|Strap/;

/** All motions of people. */
export function createPeopleMotions(skeleton: Skeleton): Motion[] {
    const [walking, running] = [createWalking(skeleton), createRunning(skeleton)];
    return [
        createIdle(skeleton), createWalk(skeleton), createRun(skeleton), createWalkBack(skeleton), createStrafe(skeleton, 'Left'), createStrafe(skeleton, 'Right'),
        createTurnInPlace(skeleton, 'Left'), createTurnInPlace(skeleton, 'Right'), createWalkStart(skeleton, walking), createWalkStop(skeleton, walking),
        createRunStart(skeleton, running), createRunStop(skeleton, running), createStandingJump(skeleton), createFalling(skeleton), createLanding(skeleton), ...createRising(skeleton), ...createGetUps(skeleton), ...createHits(skeleton), ...createGestures(skeleton), ...createSitting(skeleton), createClimbLadder(skeleton), createHang(skeleton),
        createWindmill(skeleton)
    ];
}

/** The bytes of `motions-people.glb`. */
export async function createPeople(): Promise<Uint8Array> {
    const skeleton = createBones();
    return writeGlb({
        name: 'Mannequin', skeleton, parts: [await createCoarseSkin(skeleton)], clips: createPeopleMotions(skeleton).map(sample), isAnimated: name => !FREE.test(name), isPacked: true
    });
}
