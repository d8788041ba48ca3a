import type { AppBase } from 'playcanvas';

// What scripts do after all others in a frame, while they have something to do then: one listener for all of them, which goes when the
// last script has gone and nothing is left to do.

/** Something to do at the end of a frame; answers whether there is more to do in the next one. */
export type EndTask = (dt: number) => boolean;

const queues = new WeakMap<AppBase, EndOfFrame>();

export class EndOfFrame {
    private readonly tasks: EndTask[] = [];

    /** Scripts that may have something to do. */
    private users = 0;

    private isListening = false;

    private constructor(private readonly app: AppBase) {}

    /** That of an application. */
    static of(app: AppBase): EndOfFrame {
        let queue = queues.get(app);
        if (!queue) {
            queue = new EndOfFrame(app);
            queues.set(app, queue);
        }
        return queue;
    }

    /** Lets a script take part. To be called before the frame in which it is needed, as when a script initializes. */
    retain() {
        this.users++;
        if (this.isListening) return;
        this.isListening = true;
        // after the listener of the engine's scripts, as that was there before
        this.app.systems.on('postUpdate', this.run, this);
    }

    /** Ends the part of a script; what it has added goes on. */
    release() {
        this.users--;
        this.rest();
    }

    /** Does something from the end of this frame on; once, however often it is added. */
    add(task: EndTask) {
        if (!this.tasks.includes(task)) this.tasks.push(task);
    }

    private run(dt: number) {
        for (let i = this.tasks.length - 1; i >= 0; i--) if (!this.tasks[i](dt)) this.tasks.splice(i, 1);
        this.rest();
    }

    /** Listens no more when nobody is left. */
    private rest() {
        if (this.users > 0 || this.tasks.length > 0 || !this.isListening) return;
        this.isListening = false;
        this.app.systems.off('postUpdate', this.run, this);
    }
}
