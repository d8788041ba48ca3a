import type { AppBase } from 'playcanvas';

// What scripts have to find out about their character before they begin, in the order in which they came. It takes milliseconds each: with limberBudget so many
// of them in a frame as it allows, so that many characters that come at once do not stop the picture; without it at once.

const queues = new WeakMap<AppBase, SetupQueue>();

/** The set-up of scripts that wait for their turn, of one application. */
export class SetupQueue {
    private readonly waiting = new Set<() => void>();

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

    /** Does something now, or in its turn. */
    add(setUp: () => void) {
        if (this.milliseconds > 0) this.waiting.add(setUp);
        else setUp();
    }

    /** Takes something back that waits. */
    remove(setUp: () => void) {
        this.waiting.delete(setUp);
    }

    /** Does what has waited longest, and goes on while there is time; all of it where nothing is to wait any more. */
    work() {
        const { waiting, milliseconds } = this;
        if (waiting.size === 0) return;
        const end = milliseconds > 0 ? performance.now() + milliseconds : Infinity;
        for (const setUp of waiting) {
            waiting.delete(setUp);
            setUp();
            if (performance.now() >= end) return;
        }
    }
}
