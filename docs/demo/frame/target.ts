import { BLEND_NORMAL, Color, Entity, Quat, StandardMaterial, Vec3 } from 'playcanvas';

import type { Stage } from './stage';

// A ball that a character can react to. It wanders by itself until somebody drags it.

/** Metres of a person. */
const RADIUS = 0.03;

/** Smallest distance in pixels at which a pointer takes the ball, so that a finger can. */
const GRAB_PIXELS = 22;

/** Half-life in seconds with which the ball comes back to its path after it was let go. */
const RETURN_HALF_LIFE = 0.4;

/** Distance of the path from the head, metres of a person. */
export const PATH_DISTANCE = 0.42;

/** Turn to the sides in radians, and way up and down in metres of a person. */
const TURN = 1.25;
const HEIGHT = 0.15;

/** Radians per second of the turn to the sides and of the way up and down. */
const TURN_SPEED = 0.62;
const HEIGHT_SPEED = 1.05;

/** Seconds of the path at which the ball starts: at a side. */
const START = 1.1;

/** A point of the path around a head that looks along z: from side to side, near and far, high and low. */
export function wander(out: Vec3, seconds: number): Vec3 {
    const yaw = TURN * Math.sin(TURN_SPEED * seconds);
    const height = HEIGHT * Math.sin(HEIGHT_SPEED * seconds) + 0.4 * HEIGHT * Math.sin(0.37 * seconds);
    const distance = PATH_DISTANCE * (1 + 0.15 * Math.sin(0.53 * seconds));
    return out.set(Math.sin(yaw) * distance, height, Math.cos(yaw) * distance);
}

const onPath = new Vec3();
const screen = new Vec3();
const scale = new Vec3();

function createMaterial(diffuse: Color, emissive: Color, opacity = 1): StandardMaterial {
    const material = new StandardMaterial();
    material.diffuse = diffuse;
    material.emissive = emissive;
    material.gloss = 0.7;
    material.opacity = opacity;
    if (opacity < 1) material.blendType = BLEND_NORMAL;
    material.update();
    return material;
}

export class Target {
    readonly entity = new Entity('target');

    /** Whether the ball moves by itself. */
    wandering = true;

    private readonly stem = new Entity('target stem');

    private readonly centre = new Vec3();

    private readonly offset = new Vec3();

    private seconds = START;

    private readonly turn = new Quat();

    private readonly floor: number;

    /** Size of the path, in the scene. */
    private size = 1;

    private depth = 0;

    constructor(private readonly stage: Stage) {
        this.floor = stage.floor.getPosition().y;
        const diameter = 2 * RADIUS * stage.unit;
        this.entity.setLocalScale(diameter, diameter, diameter);
        const material = createMaterial(new Color(1, 0.42, 0.1), new Color(0.35, 0.1, 0.01));
        this.entity.addComponent('render', { type: 'sphere', material });
        // a thread to the floor shows where in the depth the ball is
        const thread = createMaterial(new Color(0, 0, 0), new Color(1, 0.6, 0.35), 0.35);
        this.stem.addComponent('render', { type: 'cylinder', material: thread, castShadows: false });
        stage.app.root.addChild(this.entity);
        stage.app.root.addChild(this.stem);
        // moves before the scripts that look at the pose of a frame
        stage.app.systems.on('update', this.update, this);

        // the parent hears of the pointer before the camera's controls do
        const surface = stage.canvas.parentElement!;
        surface.addEventListener('pointerdown', this.onDown, true);
        surface.addEventListener('pointermove', this.onHover);
    }

    /**
     * Sets the path around a head.
     *
     * @param centre - Where the head is.
     * @param forward - Where it looks.
     * @param size - Of the path, 1 for a person.
     */
    circle(centre: Vec3, forward: Vec3, size = 1) {
        this.size = size * this.stage.unit;
        this.centre.copy(centre);
        this.turn.setFromEulerAngles(0, Math.atan2(forward.x, forward.z) * 180 / Math.PI, 0);
        this.offset.set(0, 0, 0);
        this.update(0);
    }

    /** Lets the ball move by itself, from where it is. */
    release() {
        this.pathPoint();
        this.offset.sub2(this.entity.getPosition(), onPath);
        this.wandering = true;
    }

    /**
     * Puts the ball somewhere, where it stays.
     *
     * @param position - World position.
     */
    moveTo(position: Vec3) {
        this.wandering = false;
        this.entity.setPosition(position);
        this.placeStem();
    }

    update(dt: number) {
        if (this.wandering) {
            this.seconds += dt;
            this.offset.mulScalar(0.5 ** (dt / RETURN_HALF_LIFE));
            this.pathPoint();
            this.entity.setPosition(onPath.add(this.offset));
        }
        this.placeStem();
    }

    destroy() {
        const surface = this.stage.canvas.parentElement!;
        surface.removeEventListener('pointerdown', this.onDown, true);
        surface.removeEventListener('pointermove', this.onHover);
        this.stopDrag();
        this.stage.app.systems.off('update', this.update, this);
        this.entity.destroy();
        this.stem.destroy();
    }

    private pathPoint() {
        this.turn.transformVector(wander(onPath, this.seconds), onPath).mulScalar(this.size).add(this.centre);
    }

    private placeStem() {
        const { x, y, z } = this.entity.getPosition();
        const height = y - this.floor;
        const width = 0.006 * this.stage.unit;
        this.stem.setPosition(x, this.floor + height / 2, z);
        this.stem.setLocalScale(scale.set(width, Math.abs(height), width));
    }

    /** Whether the pointer is on the ball; remembers how far the ball is from the camera. */
    private hit(event: PointerEvent): boolean {
        if (event.target !== this.stage.canvas) return false;
        const camera = this.stage.camera.camera!;
        const position = this.entity.getPosition();
        camera.worldToScreen(position, screen);
        if (!(screen.z > 0)) return false;
        const { left, top, height } = this.stage.canvas.getBoundingClientRect();
        const distance = Math.hypot(event.clientX - left - screen.x, event.clientY - top - screen.y);
        this.depth = position.distance(this.stage.camera.getPosition());
        const pixelsPerMetre = height / (2 * this.depth * Math.tan(camera.fov * Math.PI / 360));
        return distance < Math.max(GRAB_PIXELS, RADIUS * this.stage.unit * pixelsPerMetre);
    }

    private readonly onHover = (event: PointerEvent) => {
        this.stage.canvas.style.cursor = this.hit(event) ? 'grab' : '';
    };

    private readonly onDown = (event: PointerEvent) => {
        if (event.button !== 0 || !this.hit(event)) return;
        event.stopPropagation();
        event.preventDefault();
        this.wandering = false;
        this.stage.canvas.style.cursor = 'grabbing';
        window.addEventListener('pointermove', this.onDrag, true);
        window.addEventListener('pointerup', this.onUp, true);
        window.addEventListener('pointercancel', this.onUp, true);
    };

    /** Keeps the ball under the pointer, in the plane through it that faces the camera. */
    private readonly onDrag = (event: PointerEvent) => {
        event.stopPropagation();
        const { camera, canvas } = this.stage;
        const { left, top } = canvas.getBoundingClientRect();
        const position = camera.camera!.screenToWorld(event.clientX - left, event.clientY - top, this.depth);
        position.y = Math.max(position.y, this.floor + RADIUS * this.stage.unit);
        this.moveTo(position);
    };

    private readonly onUp = (event: PointerEvent) => {
        event.stopPropagation();
        this.stopDrag();
    };

    private stopDrag() {
        this.stage.canvas.style.cursor = '';
        window.removeEventListener('pointermove', this.onDrag, true);
        window.removeEventListener('pointerup', this.onUp, true);
        window.removeEventListener('pointercancel', this.onUp, true);
    }
}
