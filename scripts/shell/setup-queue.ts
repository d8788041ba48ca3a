import type { AppBase } from 'playcanvas';

import type { Steps } from '../core/timing/steps';

// What scripts have to find out about their character before they begin, in the order in which they came. It takes milliseconds each, and tenths of a second for
// the first of a model: with limberBudget so much of it in a frame as it allows, so that characters that come do not stop the picture; without it at once.

const queues = new WeakMap<AppBase, SetupQueue>();

/** What is to be found out before something is set up. */
interface Task {
    readonly prepare: () => Steps<void>;
    /** null until it begins. */
    steps: Steps<void> | null;
    isPrepared: boolean;
}

/** Does what comes before a set-up until a time, a piece at least; answers whether the set-up itself may follow now. */
function prepare(task: Task, end: number): boolean {
    while (!task.isPrepared) {
        try {
            task.steps ??= task.prepare();
            task.isPrepared = task.steps.next().done === true;
        } catch {
            // the set-up fails by the same, and says what is wrong
            task.isPrepared = true;
        }
        if (performance.now() >= end) return false;
    }
    return true;
}

/** The set-up of scripts that wait for their turn, of one application. */
export class SetupQueue {
    private readonly waiting = new Map<() => void, Task>();

    /** Real time of a frame in which set-up is done; 0: no script waits. */
    milliseconds = 0;

    /** That of an application. */
    static of(app: AppBase): SetupQueue {
        let queue = queues.get(app);
        if (!queue) {
            queue = new SetupQueue();
            queues.set(app, queue);
        }
        return queue;
    }

    /** How many scripts wait. */
    get length(): number {
        return this.waiting.size;
    }

    /**
     * Does something now, or in its turn.
     *
     * @param prepare - In a turn this comes first, over as many frames as it takes: what it finds out is kept, so that what follows finds it.
     */
    add(setUp: () => void, prepare: () => Steps<void>) {
        if (this.milliseconds > 0) this.waiting.set(setUp, { prepare, steps: null, isPrepared: false });
        else setUp();
    }

    /** Takes something back that waits. */
    remove(setUp: () => void) {
        this.waiting.delete(setUp);
    }

    /** Does a piece of what has waited longest, and goes on while there is time; all of it at once where nothing is to wait any more. */
    work() {
        const { waiting, milliseconds } = this;
        if (waiting.size === 0) return;
        const end = performance.now() + milliseconds;
        for (const [setUp, task] of waiting) {
            if (milliseconds > 0 && !prepare(task, end)) return;
            waiting.delete(setUp);
            setUp();
            if (milliseconds > 0 && performance.now() >= end) return;
        }
    }
}
