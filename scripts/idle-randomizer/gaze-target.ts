import { Entity, type ScriptType, type Vec3 } from 'playcanvas';

import type { Flat } from '../core/math/flat-math';
import { RADIANS } from '../core/math/scalars';

// The gaze of an idle through perfectLookAt: an entity that it looks at while it has no target of its own.

/** What is used of perfectLookAt. */
export interface LookAt extends ScriptType {
    targetObject: Entity | null;
    readonly targets: readonly object[];
    readonly gazeOrigin: Readonly<Vec3>;
}

/** How far away the point is, as a multiple of the character's height. */
const DISTANCE = 2;

export class GazeTarget {
    private readonly point = new Entity('idle gaze');

    private lookAt: LookAt | null = null;

    /** @param findLookAt - Finds perfectLookAt; null: there is none. */
    constructor(private readonly findLookAt: () => LookAt | null) {}

    /** Whether perfectLookAt is there, and free to follow. */
    get isFree(): boolean {
        const lookAt = this.lookAt = this.findLookAt();
        if (!lookAt?.enabled || lookAt.targets.length > 0) return false;
        return lookAt.targetObject === null || lookAt.targetObject === this.point;
    }

    /**
     * Lets perfectLookAt look in a direction, where it is free.
     *
     * @param x - Degrees to the right of the line ahead.
     * @param y - Degrees above it.
     * @param axes - To the right, up and ahead, world space.
     * @param height - Height of the character in the scene.
     */
    look(x: number, y: number, axes: Flat, height: number) {
        const { point, lookAt } = this;
        const { x: eyeX, y: eyeY, z: eyeZ } = lookAt!.gazeOrigin;
        const right = Math.tan(x * RADIANS), up = Math.tan(y * RADIANS), far = DISTANCE * height;
        point.setPosition(
            eyeX + far * (right * axes[0] + up * axes[3] + axes[6]), eyeY + far * (right * axes[1] + up * axes[4] + axes[7]),
            eyeZ + far * (right * axes[2] + up * axes[5] + axes[8])
        );
        lookAt!.targetObject = point;
    }

    /** Lets perfectLookAt go. */
    release() {
        const { point, lookAt } = this;
        if (lookAt?.targetObject === point) lookAt.targetObject = null;
    }

    destroy() {
        this.release();
        this.point.destroy();
    }
}
