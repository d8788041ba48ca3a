import type { PoseInertia } from '../pose/pose-inertia';
import type { PoseRecord } from '../pose/pose-record';

// What a script has shown on skeletons that it no longer works on: it dies out there, also when the script is gone.

export class DyingPoses {
    private readonly poses: PoseInertia[] = [];

    get running(): boolean {
        return this.poses.length > 0;
    }

    /** Lets what was shown die out within a time in seconds; what does so already goes on. */
    add(inertia: PoseInertia, time: number) {
        if (this.poses.includes(inertia)) return;
        inertia.start(time);
        inertia.record.retain();
        this.poses.push(inertia);
    }

    /** Stops it on a skeleton, for a script that works on it again. Answers whether anything was dying out there. */
    take(record: PoseRecord): boolean {
        const index = this.poses.findIndex(inertia => inertia.record === record);
        if (index < 0) return false;
        this.poses.splice(index, 1);
        record.release();
        return true;
    }

    /** One frame of all of them. */
    step(frame: number, dt: number) {
        for (let i = this.poses.length - 1; i >= 0; i--) {
            const inertia = this.poses[i];
            inertia.record.begin(frame);
            inertia.begin();
            inertia.step(dt);
            if (!inertia.running) this.take(inertia.record);
        }
    }
}
