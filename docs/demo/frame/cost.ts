import type { ScriptType } from 'playcanvas';

// Milliseconds that scripts take in a frame, measured around the methods that the engine calls.

const METHODS = ['update', 'postUpdate', 'fixedUpdate'] as const;

type Stepped = Partial<Record<typeof METHODS[number], (dt: number) => void>>;

/** Share of the shown value that a frame's own takes over. */
const FOLLOW = 0.08;

export class Cost {
    /** Smoothed milliseconds of a frame. */
    milliseconds = 0;

    private sum = 0;

    private readonly watched = new WeakSet<ScriptType>();

    /** Measures a script from now on, as long as it lives. */
    watch(script: ScriptType) {
        if (this.watched.has(script)) return;
        this.watched.add(script);
        const steps = script as Stepped;
        for (const name of METHODS) {
            const step = steps[name];
            if (!step) continue;
            steps[name] = (dt) => {
                const start = performance.now();
                step.call(script, dt);
                this.sum += performance.now() - start;
            };
        }
    }

    /** Called after each frame's scripts. */
    finish() {
        this.milliseconds += FOLLOW * (this.sum - this.milliseconds);
        this.sum = 0;
    }
}
