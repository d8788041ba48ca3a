import type { Vec3 } from 'playcanvas';

// Pushes that wait for the bodies: those of the frames between the switch and the first step.

interface Push {
    readonly body: number;
    readonly point: Vec3;
    readonly impulse: Vec3;
}

export class PushQueue {
    private waiting: Push[] = [];

    /** Keeps a push on a body: newton seconds at a world point. */
    add(body: number, point: Vec3, impulse: Vec3) {
        this.waiting.push({ body, point: point.clone(), impulse: impulse.clone() });
    }

    /** Answers what waits, and forgets it. */
    takeAll(): readonly Push[] {
        const taken = this.waiting;
        this.waiting = [];
        return taken;
    }
}
