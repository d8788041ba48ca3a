import { createActions } from './actions';
import { GALLOP } from './gallop';
import { createTurnInPlace } from './turn-in-place';
import { sample, type Motion } from '../../clip';
import type { Skeleton } from '../../skeleton';
import { writeGlb } from '../../write-glb';
import { createBones } from '../bones';
import { createGait } from '../gait';
import { createHindFirst, createRising } from '../get-up';
import { createCoarseSkin } from '../hound';
import { createIdle } from '../idle';
import { TROT } from '../trot';
import { WALK } from '../walk';

// The pack's own motions of animals on four legs, on a coarse body of the hound: what an animal without clips of its own gets.

/** Bones that scripts move and no clip does. */
const FREE = /^eye|_lid|^jaw$/;

/** All motions of animals. */
export function createAnimalMotions(skeleton: Skeleton): Motion[] {
    return [
        createIdle(skeleton), createGait(skeleton, WALK), createGait(skeleton, TROT), createGait(skeleton, GALLOP), createTurnInPlace(skeleton, 'left'), createTurnInPlace(skeleton, 'right'),
        ...createRising(skeleton), ...createHindFirst(skeleton), ...createActions(skeleton)
    ];
}

/** The bytes of `motions-animals.glb`. */
export async function createAnimals(): Promise<Uint8Array> {
    const skeleton = createBones();
    return writeGlb({
        name: 'Hound', skeleton, parts: [await createCoarseSkin(skeleton)], clips: createAnimalMotions(skeleton).map(sample), isAnimated: name => !FREE.test(name), isPacked: true
    });
}
