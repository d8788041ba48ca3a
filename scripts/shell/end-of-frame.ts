import type { AppBase } from 'playcanvas';

// What scripts do after all others in a frame, while they have something to do then: one listener for all of them.

/** Something to do at the end of a frame; answers whether there is more to do in the next one. */
export type EndTask = (dt: number) => boolean;

const queues = new WeakMap<AppBase, EndOfFrame>();

export class EndOfFrame {
    private readonly tasks: EndTask[] = [];

    /** That of an application. The first call must come before the frame in which it is needed, as when a script initializes. */
    static of(app: AppBase): EndOfFrame {
        let queue = queues.get(app);
        if (!queue) {
            queue = new EndOfFrame();
            queues.set(app, queue);
            // after the listener of the engine's scripts, as that was there before
            app.systems.on('postUpdate', queue.run, queue);
        }
        return queue;
    }

    /** Does something from the end of this frame on; once, however often it is added. */
    add(task: EndTask) {
        if (!this.tasks.includes(task)) this.tasks.push(task);
    }

    private run(dt: number) {
        for (let i = this.tasks.length - 1; i >= 0; i--) if (!this.tasks[i](dt)) this.tasks.splice(i, 1);
    }
}
