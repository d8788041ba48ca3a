import type { AppBase } from 'playcanvas';

import type { Steps } from '../core/timing/steps';

// What scripts have to find out about their character before they begin, in the order in which they came. It takes milliseconds each, and tenths of a second for
// the first of a model: with limberBudget so much of it in a frame as it allows, so that characters that come do not stop the picture; without it at once.

const queues = new WeakMap<AppBase, SetupQueue>();

/** Something that is set up in its turn. */
export interface SetUp {
    setUp(): void;
    /** What comes before it, over as many frames as it takes: what it finds out is kept, so that the set-up finds it. */
    prepare(): Steps<void>;
    /** Tells that the set-up has thrown something. */
    fail(error: unknown): void;
}

/** How far it has come. */
interface Progress {
    /** null until it begins. */
    steps: Steps<void> | null;
    isPrepared: boolean;
}

/** Does what comes before a set-up until a time, a piece at least; answers whether the set-up itself may follow now. */
function prepare(one: SetUp, task: Progress, end: number): boolean {
    while (!task.isPrepared) {
        try {
            task.steps ??= one.prepare();
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
    private readonly waiting = new Map<SetUp, Progress>();

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

    /** Whether what comes now has to wait. */
    get isOn(): boolean {
        return this.milliseconds > 0;
    }

    /** Sets something up now, or in its turn. */
    add(one: SetUp) {
        if (this.isOn) this.waiting.set(one, { steps: null, isPrepared: false });
        else one.setUp();
    }

    /** Takes something back that waits. */
    remove(one: SetUp) {
        this.waiting.delete(one);
    }

    /** Does a piece of what has waited longest, and goes on while there is time; all of it at once where nothing is to wait any more. */
    work() {
        const { waiting, milliseconds } = this;
        if (waiting.size === 0) return;
        const end = performance.now() + milliseconds;
        for (const [one, task] of waiting) {
            if (milliseconds > 0 && !prepare(one, task, end)) return;
            waiting.delete(one);
            // one that fails stops neither the others nor the frame
            try {
                one.setUp();
            } catch (error) {
                one.fail(error);
            }
            if (milliseconds > 0 && performance.now() >= end) return;
        }
    }
}
