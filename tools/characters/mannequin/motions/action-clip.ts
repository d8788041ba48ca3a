import type { Motion } from '../../clip';
import type { Skeleton } from '../../skeleton';
import { createAction, type Action } from '../acting';
import { stand } from '../idle';

// Actions of somebody who stands, as clips.

/** Played once, on the idle's first pose. */
export function actionClip(skeleton: Skeleton, name: string, action: Action, rate = 30): Motion {
    const act = createAction(action);
    return { name, duration: action.seconds, rate, isOnce: true, pose: share => act({ pose: stand(skeleton, 0), grip: 1 }, share * action.seconds) };
}

/** What repeats: keys of the action go round, on one breath of the idle. */
export function loopClip(skeleton: Skeleton, name: string, action: Action, rate = 30): Motion {
    const act = createAction(action);
    return { name, duration: action.seconds, rate, pose: share => act({ pose: stand(skeleton, share), grip: 1 }, share * action.seconds) };
}
