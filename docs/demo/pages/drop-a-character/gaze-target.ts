import { Color, Entity, Quat, StandardMaterial, Vec3 } from 'playcanvas';

import type { Stage } from '../../frame/stage';
import { PATH_DISTANCE, wander } from '../../frame/target';

// What a character looks at: the pointer over the stage, and without one a small ball that wanders around its head.

/** Diameter of the ball in metres of a person. */
const BALL = 0.05;

/** Distance of the path from the head, against that of a ball that somebody drags, and the least one in radii of the head. */
const PATH = 1.7;
const CLEAR = 2.2;

/** The head that looks. */
export interface Head {
    /** How far it reaches, in the scene. */
    readonly radius: number;
    /** Where it is now. */
    where(): Vec3;
}

/** How far in front of the head the pointer is taken to be, metres of a person, and the least share of the camera's distance. */
const IN_FRONT = 0.7;
const NEAREST = 0.35;

export class GazeTarget {
    readonly entity = new Entity('pointer');

    private readonly ball = new Entity('wandering ball');

    private readonly material = new StandardMaterial();

    private readonly turn = new Quat();

    /** Where the pointer is, in pixels of the canvas; null while it is elsewhere. */
    private pointer: { x: number, y: number } | null = null;

    private seconds = 0;

    /** Size of the path. */
    private readonly path: number;

    private readonly place = new Vec3();

    /**
     * @param head - The head that looks.
     * @param forward - Where the character faces.
     * @param size - Metres of the scene for a metre of a person.
     */
    constructor(private readonly stage: Stage, private readonly head: Head, forward: Vec3, private readonly size: number) {
        this.path = Math.max(PATH * size, CLEAR * head.radius / PATH_DISTANCE);
        this.turn.setFromEulerAngles(0, Math.atan2(forward.x, forward.z) * 180 / Math.PI, 0);
        this.material.diffuse = new Color(1, 0.85, 0.2);
        this.material.emissive = new Color(0.5, 0.38, 0.02);
        this.material.update();
        this.ball.addComponent('render', { type: 'sphere', material: this.material });
        this.ball.setLocalScale(BALL * size, BALL * size, BALL * size);
        this.entity.addChild(this.ball);
        stage.app.root.addChild(this.entity);
        stage.canvas.addEventListener('pointermove', this.onMove);
        stage.canvas.addEventListener('pointerleave', this.onLeave);
        this.update(0);
    }

    /** Whether it is where the pointer is. */
    get isPointed(): boolean {
        return this.pointer !== null;
    }

    /** Follows a place of the canvas, in pixels; null: it wanders. */
    point(at: { x: number, y: number } | null) {
        this.pointer = at;
        this.ball.enabled = at === null;
    }

    update(dt: number) {
        const { pointer, place, entity, size } = this;
        const head = this.head.where();
        if (pointer) {
            const { camera } = this.stage;
            const distance = camera.getPosition().distance(head);
            const depth = Math.max(NEAREST * distance, distance - Math.max(IN_FRONT * size, CLEAR * this.head.radius));
            entity.setPosition(camera.camera!.screenToWorld(pointer.x, pointer.y, depth));
        } else {
            this.seconds += dt;
            entity.setPosition(this.turn.transformVector(wander(place, this.seconds), place).mulScalar(this.path).add(head));
        }
    }

    destroy() {
        const { canvas } = this.stage;
        canvas.removeEventListener('pointermove', this.onMove);
        canvas.removeEventListener('pointerleave', this.onLeave);
        this.entity.destroy();
        this.material.destroy();
    }

    private readonly onMove = (event: PointerEvent) => this.point({ x: event.offsetX, y: event.offsetY });

    private readonly onLeave = () => this.point(null);
}
