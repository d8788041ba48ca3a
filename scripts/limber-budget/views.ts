import { Mat4, PROJECTION_ORTHOGRAPHIC, type AppBase, type CameraComponent } from 'playcanvas';

import { RADIANS } from '../core/math/scalars';

// What the cameras of an application see in a frame, and how far away it looks.

/** Numbers of a camera: where it is, how much it enlarges, and the six planes that bound what it sees, four numbers each. */
const ZOOM = 3;
const PLANES = 4;
const SIZE = PLANES + 24;

/** Tangent of half the angle of view at which a distance counts as it is: that of a new camera, 45 degrees. */
const USUAL = Math.tan(22.5 * RADIANS);

/** Metres that a camera moves in a frame, and share by which it enlarges more or less, from which on it is another picture. */
const CUT = 1;
const ZOOMED = 0.1;

const view = new Mat4();
const clip = new Mat4();

export class Views {
    private numbers = new Float64Array(SIZE);

    private count = 0;

    /** Whether a camera shows another picture than before: distances are others at once. The reader resets it. */
    hasCut = false;

    /** Whether all is seen: there is no camera, as on a server, or someone looks around in a headset. */
    private isEverywhere = true;

    constructor(private readonly app: AppBase) {}

    /** Reads the cameras as they are. */
    read() {
        const { cameras } = this.app.systems.camera as unknown as { readonly cameras: readonly CameraComponent[] };
        const { count } = this;
        this.count = 0;
        if (SIZE * cameras.length > this.numbers.length) this.numbers = new Float64Array(SIZE * cameras.length);
        for (let i = 0; i < cameras.length; i++) if (cameras[i].enabled && cameras[i].entity.enabled) this.add(cameras[i]);
        if (this.count !== count) this.hasCut = true;
        this.isEverywhere = this.count === 0 || this.app.xr?.active === true;
    }

    /** Whether a camera sees some of a ball: its centre and its radius. */
    sees(balls: Float64Array, b: number): boolean {
        if (this.isEverywhere) return true;
        for (let i = 0; i < this.count; i++) if (this.isIn(SIZE * i, balls, b)) return true;
        return false;
    }

    /** How far away a point looks: the distance from the nearest camera at its usual angle of view; 0 without a camera. */
    distance(point: Float64Array): number {
        const { numbers, count } = this;
        let least = count > 0 ? Infinity : 0;
        for (let o = 0; o < SIZE * count; o += SIZE) {
            const x = point[0] - numbers[o], y = point[1] - numbers[o + 1], z = point[2] - numbers[o + 2];
            const zoom = numbers[o + ZOOM];
            // what is seen in parallel looks as far away as the picture is high
            least = Math.min(least, zoom > 0 ? Math.sqrt(x * x + y * y + z * z) * zoom : -zoom);
        }
        return least;
    }

    private isIn(o: number, balls: Float64Array, b: number): boolean {
        const { numbers } = this;
        for (let p = o + PLANES; p < o + SIZE; p += 4) {
            if (numbers[p] * balls[b] + numbers[p + 1] * balls[b + 1] + numbers[p + 2] * balls[b + 2] + numbers[p + 3] < -balls[b + 3]) return false;
        }
        return true;
    }

    private add(camera: CameraComponent) {
        const { numbers } = this;
        const o = SIZE * this.count++;
        view.copy(camera.entity.getWorldTransform());
        const zoom = numbers[o + ZOOM];
        for (let k = 0; k < 3; k++) {
            if (!(Math.abs(view.data[12 + k] - numbers[o + k]) < CUT)) this.hasCut = true;
            numbers[o + k] = view.data[12 + k];
        }
        if (camera.projection === PROJECTION_ORTHOGRAPHIC) {
            numbers[o + ZOOM] = -camera.orthoHeight / USUAL;
        } else {
            const tangent = Math.tan(camera.fov / 2 * RADIANS);
            numbers[o + ZOOM] = (camera.horizontalFov ? tangent / camera.aspectRatio : tangent) / USUAL;
        }
        if (!(Math.abs(numbers[o + ZOOM] - zoom) < ZOOMED * Math.abs(zoom))) this.hasCut = true;
        const { data } = clip.mul2(camera.projectionMatrix, view.invert());
        for (let plane = 0; plane < 6; plane++) {
            const p = o + PLANES + 4 * plane;
            const row = plane >> 1, sign = plane % 2 === 0 ? 1 : -1;
            for (let k = 0; k < 4; k++) numbers[p + k] = data[4 * k + 3] + sign * data[4 * k + row];
            const length = Math.hypot(numbers[p], numbers[p + 1], numbers[p + 2]);
            for (let k = 0; k < 4; k++) numbers[p + k] /= length;
        }
    }
}
