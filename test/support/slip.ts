import { Vec3 } from 'playcanvas';

// Skating, as the eye sees it.

/** Share of a person's height, metres, within which vertices above the lowest one touch the ground. */
const TOUCH = 0.001;

/** How far the patch of a sole that touches the ground has moved along it since a foot was planted: what the eye sees as skating. */
export class Slip {
    /** Way since the foot was planted, metres. */
    readonly way = new Vec3();

    private before: Float64Array | null = null;

    /** Takes the frame's vertices in. Heights are those over the ground; the way is that across its normal. Answers false for a first frame. */
    follow(points: Float64Array, heightOf: (points: Float64Array, v: number) => number, normal: Vec3, size: number): boolean {
        const { before } = this;
        if (before) {
            const heights = Array.from({ length: points.length / 3 }, (_, v) => Math.max(heightOf(points, v), heightOf(before, v)));
            const least = Math.min(...heights) + TOUCH * size;
            const step = new Vec3();
            let count = 0;
            heights.forEach((height, v) => {
                if (height > least) return;
                count++;
                step.add(new Vec3(points[3 * v] - before[3 * v], points[3 * v + 1] - before[3 * v + 1], points[3 * v + 2] - before[3 * v + 2]));
            });
            step.mulScalar(1 / count);
            this.way.add(step.sub(normal.clone().mulScalar(step.dot(normal))));
        }
        this.before = points.slice();
        return before !== null;
    }

    /** Begins a new stance. */
    lift() {
        this.way.set(0, 0, 0);
        this.before = null;
    }
}
