import type { SpringChain } from 'limber';
import { Color, Entity, Quat, StandardMaterial, Vec3, type GraphNode } from 'playcanvas';

// A scarf of plain entities for a character on which nothing swings: two ends that hang down its back, over what it wears.

/** Joints of an end, and metres of a person: their length, the width and thickness of the cloth, and where the ends hang from the neck. */
const JOINTS = 6;
const LENGTH = 0.09;
const WIDTH = 0.085;
const THICKNESS = 0.012;
const BEHIND = 0.075;
const APART = 0.045;
const DOWN = 0.02;

/** Metres of a person behind the neck at which nothing of the body is. */
const CLEAR = 1;

/** How the cloth swings. */
const SWING = { stiffness: 0.1, drag: 0.25, gravity: 0.35 };

/** Metres of a person by which it is laid further from the body than its joints are thick; and steps in which places are tried, metres and degrees. */
const GAP = 0.005;
const STEP = 0.005;
const TURN = 2;

const DEGREES = 180 / Math.PI;

/** Name of the pieces of cloth, which do not swing by themselves. */
const CLOTH = 'scarf cloth';

export class Scarf {
    /** Joints of the two ends, from the neck on. */
    readonly ends: readonly (readonly Entity[])[];

    /** What the ends hang on. Its name says what it is, so that the script finds it. */
    private readonly collar = new Entity('scarf');

    private readonly material = new StandardMaterial();

    /**
     * @param neck - What it hangs on.
     * @param forward - Where the character faces, in the world.
     * @param size - Metres of the scene for a metre of a person.
     */
    constructor(private readonly neck: GraphNode, private readonly forward: Vec3, private readonly size: number) {
        const { material, collar } = this;
        material.diffuse = new Color(0.75, 0.1, 0.08);
        material.gloss = 0.2;
        material.update();
        neck.addChild(collar);
        collar.setRotation(new Quat().setFromEulerAngles(0, Math.atan2(forward.x, forward.z) * DEGREES, 0));
        this.ends = ['left', 'right'].map((side) => {
            let above = collar;
            return Array.from({ length: JOINTS }, (_, i) => {
                const joint = new Entity(`scarf ${side} ${i + 1}`);
                above.addChild(joint);
                above = joint;
                return joint;
            });
        });
        this.lay([], 0, CLEAR);
    }

    /** Lets a script find it with the body that it must not go through, and lays it on that body. */
    wear(script: SpringChain) {
        const find = () => {
            script.colliders.length = 0;
            script.chains = [];
        };
        find();
        this.lay(script.colliders, script.chains.at(-1)?.radius ?? 0);
        find();
        for (const row of script.chains.filter(({ rootBone }) => this.ends.some(([first]) => first === rootBone))) Object.assign(row, SWING, { exclude: [CLOTH] });
        this.sew();
        script.refresh();
    }

    /** Hangs as another one does. */
    copy(other: Scarf) {
        this.ends.forEach((joints, end) => joints.forEach((joint, i) => {
            joint.setLocalPosition(other.ends[end][i].getLocalPosition());
            joint.setLocalRotation(other.ends[end][i].getLocalRotation());
        }));
    }

    destroy() {
        this.collar.destroy();
        this.material.destroy();
    }

    /**
     * Lays the ends down the back, outside of a body.
     *
     * @param capsules - The body.
     * @param radius - How thick the joints are, in the scene.
     * @param behind - How far behind the neck they begin at least, metres of a person.
     */
    lay(capsules: SpringChain['colliders'], radius: number, behind = BEHIND) {
        const { neck, forward, size, ends } = this;
        const body = capsules.map(row => new Capsule(row, radius + GAP * size));
        const isInside = (place: Vec3) => body.some(capsule => capsule.holds(place));
        const backward = new Vec3(-forward.x, 0, -forward.z).normalize();
        const right = new Vec3().cross(forward, Vec3.UP);
        ends.forEach((joints, end) => {
            const place = neck.getPosition().clone().add(backward.clone().mulScalar(behind * size)).add(right.clone().mulScalar((2 * end - 1) * APART * size));
            place.y -= DOWN * size;
            while (isInside(place)) place.add(backward.clone().mulScalar(STEP * size));
            for (const joint of joints) {
                const way = new Vec3(), next = new Vec3();
                let angle = 0;
                do {
                    way.copy(Vec3.DOWN).mulScalar(Math.cos(angle / DEGREES)).add(backward.clone().mulScalar(Math.sin(angle / DEGREES)));
                    next.copy(way).mulScalar(LENGTH * size).add(place);
                    angle += TURN;
                } while (isInside(next) && angle < 180);
                joint.setPosition(place);
                joint.setRotation(new Quat().setFromDirections(Vec3.DOWN, way).mul(this.collar.getRotation()));
                place.copy(next);
            }
        });
    }

    /** Sews cloth on the joints. */
    private sew() {
        const unit = this.size / this.neck.getWorldTransform().getScale().x;
        for (const joint of this.ends.flat()) {
            const cloth = new Entity(CLOTH);
            cloth.addComponent('render', { type: 'box', material: this.material });
            cloth.setLocalScale(WIDTH * unit, 1.04 * LENGTH * unit, THICKNESS * unit);
            cloth.setLocalPosition(0, -LENGTH / 2 * unit, 0);
            joint.addChild(cloth);
        }
    }
}

/** A capsule of a body in the world. */
class Capsule {
    private readonly start: Vec3;

    private readonly way: Vec3;

    private readonly radius: number;

    /**
     * @param row - The script's row.
     * @param reach - How much thicker it counts.
     */
    constructor({ bone, offset, tail, radius }: SpringChain['colliders'][number], reach: number) {
        const matrix = bone!.getWorldTransform();
        this.start = matrix.transformPoint(offset, new Vec3());
        this.way = matrix.transformPoint(tail, new Vec3()).sub(this.start);
        this.radius = radius + reach;
    }

    /** Whether a place is inside. */
    holds(place: Vec3): boolean {
        const { start, way, radius } = this;
        const from = new Vec3().sub2(place, start);
        const length = way.dot(way);
        const share = length > 0 ? Math.min(1, Math.max(0, from.dot(way) / length)) : 0;
        return from.sub(way.clone().mulScalar(share)).length() < radius;
    }
}
