import { Color, Entity, Quat, StandardMaterial, Vec3, type GraphNode } from 'playcanvas';

// A scarf of plain entities for a character on which nothing swings: two ends that hang down its back.

/** Joints of an end, and metres of a person: their length, the width and thickness of the cloth, and where the ends hang from the neck. */
const JOINTS = 6;
const LENGTH = 0.09;
const WIDTH = 0.085;
const THICKNESS = 0.012;
const BEHIND = 0.075;
const APART = 0.045;
const DOWN = 0.02;

const DEGREES = 180 / Math.PI;

/** Name of the pieces of cloth, which do not swing by themselves. */
export const CLOTH = 'scarf cloth';

export class Scarf {
    /** First joints of the two ends. */
    readonly ends: readonly Entity[];

    private readonly material = new StandardMaterial();

    /**
     * @param neck - What it hangs on.
     * @param forward - Where the character faces, in the world.
     * @param size - Metres of the scene for a metre of a person.
     */
    constructor(neck: GraphNode, forward: Vec3, size: number) {
        const { material } = this;
        material.diffuse = new Color(0.75, 0.1, 0.08);
        material.gloss = 0.2;
        material.update();
        this.ends = [-1, 1].map(side => this.hang(neck, forward, size, side));
    }

    /** Leaves it where it is, unseen. */
    hide() {
        for (const end of this.ends) end.enabled = false;
    }

    destroy() {
        for (const end of this.ends) end.destroy();
        this.material.destroy();
    }

    private hang(neck: GraphNode, forward: Vec3, size: number, side: number): Entity {
        const right = new Vec3().cross(forward, Vec3.UP);
        const place = neck.getPosition().clone();
        place.add(forward.clone().mulScalar(-BEHIND * size)).add(right.mulScalar(side * APART * size));
        place.y -= DOWN * size;
        const turn = new Quat().setFromEulerAngles(0, Math.atan2(forward.x, forward.z) * DEGREES, 0);
        const unit = size / neck.getWorldTransform().getScale().x;
        let above = neck;
        const joints = Array.from({ length: JOINTS }, (_, i) => {
            const joint = new Entity(`scarf ${side < 0 ? 'left' : 'right'} ${i + 1}`);
            above.addChild(joint);
            if (i === 0) {
                joint.setPosition(place);
                joint.setRotation(turn);
            } else {
                joint.setLocalPosition(0, -LENGTH * unit, 0);
            }
            const cloth = new Entity(CLOTH);
            cloth.addComponent('render', { type: 'box', material: this.material });
            cloth.setLocalScale(WIDTH * unit, 1.04 * LENGTH * unit, THICKNESS * unit);
            cloth.setLocalPosition(0, -LENGTH / 2 * unit, 0);
            joint.addChild(cloth);
            above = joint;
            return joint;
        });
        return joints[0];
    }
}
