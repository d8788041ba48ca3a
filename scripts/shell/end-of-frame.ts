import type { AppBase, EventHandler } from 'playcanvas';

// What scripts do after all others in a frame, while they have something to do then: one listener for all of them, which goes when the
// last script has gone and nothing is left to do.
//
// Events are fired last of all, when no script of the pack is at work any more: listeners may destroy anything.

/** Something to do at the end of a frame; answers whether there is more to do in the next one. */
export type EndTask = (dt: number) => boolean;

/** Something that has happened in a frame. */
interface News {
    readonly source: EventHandler;
    readonly event: string;
    readonly args: readonly unknown[];
}

const queues = new WeakMap<AppBase, EndOfFrame>();

export class EndOfFrame {
    /** What is done after all tasks, before events are fired; null: nothing. */
    last: ((dt: number) => void) | null = null;

    private readonly tasks: EndTask[] = [];

    private news: News[] = [];

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

    /** Fires an event at the end of this frame; one of a handler of such events at the end of the next. */
    announce(source: EventHandler, event: string, args: readonly unknown[]) {
        this.news.push({ source, event, args });
    }

    private run(dt: number) {
        for (let i = this.tasks.length - 1; i >= 0; i--) if (!this.tasks[i](dt)) this.tasks.splice(i, 1);
        this.last?.(dt);
        this.tell();
        this.rest();
    }

    private tell() {
        const { news } = this;
        if (news.length === 0) return;
        this.news = [];
        let told = 0;
        try {
            while (told < news.length) {
                const { source, event, args } = news[told++];
                source.fire(event, ...args);
            }
        } finally {
            // after a handler that throws, in the next frame
            this.news.unshift(...news.slice(told));
        }
    }

    /** Listens no more when no listener is left. */
    private rest() {
        if (this.users > 0 || this.tasks.length > 0 || this.news.length > 0 || !this.isListening) return;
        this.isListening = false;
        this.app.systems.off('postUpdate', this.run, this);
    }
}
