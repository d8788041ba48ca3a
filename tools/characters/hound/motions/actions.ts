import type { Motion } from '../../clip';
import type { Skeleton } from '../../skeleton';
import { createAction, type Action, type Keys } from '../acting';
import { stand } from '../idle';

// What an animal does where it stands: being hit, sitting, lying.

const SIT = { back: [0, -0.235, -0.14], pelvis: [-44, 0, 0], chest: [-52, 0, 0], neck: [-14, 0, 0], head: [2, 0, 0], fore: [0, 0, -0.12, -4, 0], hind: [0.02, 0, 0.18, -73, 0], tail: [34, 0, 0] } as const;
const LIE = { back: [0, -0.317, -0.24], pelvis: [0, 0, 0], chest: [-5, 0, 0], neck: [-4, 0, 0], head: [-4, 0, 0], fore: [0, 0, 0, -72, 0], hind: [0, 0, 0, -73, 0], tail: [0, 0, 1] } as const;

const HIT_FRONT: Action = {
    seconds: 0.8,
    back: [[0.07, [0, -0.02, -0.07]], [0.2, [0, -0.045, -0.1]], [0.5, [0, -0.01, -0.02]]],
    pelvis: [[0.1, [-4, 0, 0]], [0.22, [-8, 0, 0]], [0.55, [0, 0, 0]]],
    chest: [[0.06, [-5, 0, 0]], [0.2, [3, 0, 0]], [0.5, [0, 0, 0]]],
    neck: [[0.05, [-16, 0, 0]], [0.16, [6, 0, 3]], [0.45, [4, 0, 1]]],
    head: [[0.04, [-14, 0, 0]], [0.14, [10, 6, 6]], [0.4, [6, 2, 2]]],
    foreLeft: [[0.12, [0, 0, 0, 0, 0]], [0.2, [0, 0.05, -0.05, 20, 20]], [0.3, [0, 0, -0.08, 0, 0]], [0.5, [0, 0, -0.08, 0, 0]], [0.58, [0, 0.04, -0.03, 24, 24]], [0.68, [0, 0, 0, 0, 0]]],
    ears: [[0.05, [40, 6]], [0.45, [26, 4]], [0.8, [0, 0]]], tail: [[0.15, [-14, 0, 0]], [0.5, [-8, 0, 0]]]
};

const HIT_LEFT: Action = {
    seconds: 0.8,
    back: [[0.07, [-0.05, -0.02, 0]], [0.2, [-0.075, -0.04, 0]], [0.5, [-0.01, -0.006, 0]]],
    pelvis: [[0.08, [0, 7, -4]], [0.22, [0, 5, -6]], [0.55, [0, 0, 0]]],
    chest: [[0.06, [0, 9, 6]], [0.2, [2, 5, 8]], [0.55, [0, 0, 0]]],
    neck: [[0.05, [-6, 8, 14]], [0.18, [4, 2, 8]], [0.5, [1, 0, 1]]],
    head: [[0.05, [-6, -10, 18]], [0.18, [6, 0, 6]], [0.5, [2, 0, 0]]],
    foreRight: [[0.08, [0, 0, 0, 0, 0]], [0.16, [0.04, 0.04, 0.01, 20, 20]], [0.24, [0.07, 0, 0.02, 0, 0]], [0.5, [0.07, 0, 0.02, 0, 0]], [0.58, [0.03, 0.03, 0.01, 20, 20]], [0.66, [0, 0, 0, 0, 0]]],
    hindRight: [[0.12, [0, 0, 0, 0, 0]], [0.2, [0.03, 0.04, 0, 10, 14]], [0.29, [0.06, 0, 0, 0, 0]], [0.52, [0.06, 0, 0, 0, 0]], [0.6, [0.03, 0.03, 0, 10, 14]], [0.68, [0, 0, 0, 0, 0]]],
    ears: [[0.05, [40, 6]], [0.45, [26, 4]], [0.8, [0, 0]]], tail: [[0.15, [-12, 8, 0]], [0.5, [-6, 0, 0]]]
};

/** An action seen in a mirror. */
function mirrorAction(action: Action): Action {
    const swap = (keys: Keys | undefined, signs: readonly number[]) => keys?.map(([at, values]): [number, number[]] => [at, values.map((value, i) => value * signs[i])]);
    const turn = [1, -1, -1];
    const { foreLeft, foreRight, hindLeft, hindRight } = action;
    return {
        ...action, back: swap(action.back, [-1, 1, 1]), pelvis: swap(action.pelvis, turn), chest: swap(action.chest, turn), neck: swap(action.neck, turn), head: swap(action.head, turn),
        tail: swap(action.tail, [1, -1, 1]), foreLeft: foreRight, foreRight: foreLeft, hindLeft: hindRight, hindRight: hindLeft
    };
}

/** Goes through keys of which each moves all parts, with both paws of a pair alike. */
type Whole = Partial<Record<'back' | 'pelvis' | 'chest' | 'neck' | 'head' | 'fore' | 'hind' | 'tail' | 'lies', readonly number[]>>;
function through(seconds: number, ...moments: readonly (readonly [number, Whole])[]): Action {
    const of = (part: keyof Whole) => moments.flatMap(([at, whole]): [number, readonly number[]][] => (whole[part] ? [[at, whole[part]]] : []));
    const [fore, hind] = [of('fore'), of('hind')];
    return {
        seconds, back: of('back'), pelvis: of('pelvis'), chest: of('chest'), neck: of('neck'), head: of('head'), tail: of('tail'), lies: of('lies'),
        foreLeft: fore, foreRight: fore, hindLeft: hind, hindRight: hind
    };
}

const HIND_STEP = [0.01, 0.03, 0.1, -16, 10] as const;

const SIT_DOWN: Action = {
    ...through(1.1,
        [0.15, { head: [8, 0, 0], neck: [4, 0, 0], back: [0, -0.02, -0.01], pelvis: [-4, 0, 0] }], [0.5, { back: [0, -0.13, -0.08], pelvis: [-24, 0, 0], chest: [-24, 0, 0], tail: [20, 0, 0], head: [4, 0, 0] }],
        [0.85, { back: [0, -0.24, -0.14], pelvis: [-45, 0, 0], chest: [-52, 0, 0], neck: [-12, 0, 0] }], [1.1, { ...SIT, fore: undefined, hind: undefined }]),
    hindLeft: [[0.1, [0, 0, 0, 0, 0]], [0.22, HIND_STEP], [0.36, [0.02, 0, 0.18, -24, 0]], [0.85, SIT.hind], [1.1, SIT.hind]],
    hindRight: [[0.3, [0, 0, 0, 0, 0]], [0.42, HIND_STEP], [0.56, [0.02, 0, 0.18, -40, 0]], [0.88, SIT.hind], [1.1, SIT.hind]],
    foreLeft: [[0.4, [0, 0, 0, 0, 0]], [0.5, [0, 0.03, -0.03, 20, 20]], [0.6, SIT.fore], [1.1, SIT.fore]],
    foreRight: [[0.62, [0, 0, 0, 0, 0]], [0.7, [0, 0.03, -0.03, 20, 20]], [0.8, SIT.fore], [1.1, SIT.fore]]
};

const STAND_UP: Action = {
    ...through(1,
        [0, { ...SIT, fore: undefined, hind: undefined }], [0.2, { head: [10, 0, 0], neck: [4, 0, 0], back: [0, -0.225, -0.1] }],
        [0.5, { back: [0, -0.1, 0.03], pelvis: [-14, 0, 0], chest: [-16, 0, 0], neck: [10, 0, 0], head: [6, 0, 0], tail: [14, 0, 0] }], [0.75, { back: [0, -0.01, 0.02], pelvis: [2, 0, 0], chest: [0, 0, 0], neck: [4, 0, 0] }],
        [1, { back: [0, 0, 0], pelvis: [0, 0, 0], chest: [0, 0, 0], neck: [0, 0, 0], head: [0, 0, 0], tail: [0, 0, 0] }]),
    hindLeft: [[0, SIT.hind], [0.4, [0.02, 0, 0.18, -30, 0]], [0.62, [0.02, 0, 0.18, 0, 0]], [0.72, [0.01, 0.035, 0.09, 10, 16]], [0.84, [0, 0, 0, 0, 0]]],
    hindRight: [[0, SIT.hind], [0.4, [0.02, 0, 0.18, -30, 0]], [0.52, [0.01, 0.035, 0.09, 10, 16]], [0.64, [0, 0, 0, 0, 0]]],
    foreLeft: [[0, SIT.fore], [0.25, SIT.fore], [0.36, [0, 0.035, -0.03, 24, 24]], [0.46, [0, 0, 0, 0, 0]]],
    foreRight: [[0, SIT.fore], [0.6, SIT.fore], [0.7, [0, 0.035, -0.03, 24, 24]], [0.8, [0, 0, 0, 0, 0]]]
};

const LIE_DOWN = through(1.5,
    [0.2, { head: [12, 0, 0], neck: [10, 0, 0], back: [0, -0.02, -0.03] }],
    [0.6, { back: [0, -0.16, -0.13], pelvis: [8, 0, 0], chest: [20, 0, 0], neck: [4, 0, 0], head: [8, 0, 0], fore: [0, 0, 0, -60, 0], hind: [0, 0, 0, -24, 0] }],
    [0.95, { back: [0, -0.26, -0.2], pelvis: [10, 0, 0], chest: [8, 0, 0], fore: LIE.fore, hind: [0, 0, 0, -54, 0], lies: [0] }],
    [1.3, { ...LIE, lies: [1] }], [1.5, { ...LIE, lies: [1] }]);

const STILL_SIT = through(4, [0, SIT], [1.6, { ...SIT, chest: [-53, 0, 0], head: [1, 2, 9] }], [2.6, { ...SIT, head: [3, 1, 5] }], [3.2, { ...SIT, chest: [-53, 0, 0], head: [2, 0, -3] }], [4, SIT]);
const STILL_LIE = through(4, [0, { ...LIE, lies: [1] }], [1.4, { ...LIE, chest: [-6, 0, 0], head: [-6, 1, 8] }], [2.6, { ...LIE, head: [-2, 1, 3] }], [3.2, { ...LIE, chest: [-6, 0, 0], head: [-4, 0, -5] }], [4, { ...LIE, lies: [1] }]);

/** All of them. */
export function createActions(skeleton: Skeleton): Motion[] {
    const clip = (name: string, action: Action, isOnce: boolean, rate = 30): Motion => {
        const act = createAction(action);
        return { name, duration: action.seconds, rate, isOnce, pose: share => act(stand(skeleton, 0), share * action.seconds) };
    };
    return [
        clip('hit-front', HIT_FRONT, true, 60), clip('hit-left', HIT_LEFT, true, 60), clip('hit-right', mirrorAction(HIT_LEFT), true, 60),
        clip('sit-down', SIT_DOWN, true), clip('sit', STILL_SIT, false), clip('stand-up', STAND_UP, true), clip('lie-down', LIE_DOWN, true), clip('lie', STILL_LIE, false)
    ];
}
