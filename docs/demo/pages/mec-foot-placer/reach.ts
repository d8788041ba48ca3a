import { Quat, Vec3, type GraphNode } from 'playcanvas';

// Arms raised to a wall over whatever clip plays, as a clip of climbing would have them.

/** How far the upper arm is raised from where it hangs, how far the elbow is bent, and the forearm turned, degrees. */
const RAISE = 125;
const BEND = 35;
const TWIST = 85;

/** Seconds in which arms are raised. */
const SECONDS = 0.6;

const turn = new Quat();
const axis = new Vec3();
const along = new Vec3();

export class Reach {
    isOn = false;

    private weight = 0;

    private arms: readonly (readonly GraphNode[])[] = [];

    private entity: GraphNode | null = null;

    /**
     * @param arms - Bones of the left arm and of the right one, from the upper arm to the hand.
     * @param entity - What carries the character; it faces along its z.
     */
    attach(arms: readonly (readonly GraphNode[])[], entity: GraphNode) {
        this.arms = arms;
        this.entity = entity;
    }

    update(dt: number) {
        const goal = Number(this.isOn);
        this.weight += Math.sign(goal - this.weight) * Math.min(dt / SECONDS, Math.abs(goal - this.weight));
        if (this.weight === 0 || !this.entity) return;
        const eased = this.weight * this.weight * (3 - 2 * this.weight);
        // arms that hang are raised over the front
        axis.copy(this.entity.right).mulScalar(-1);
        this.arms.forEach((bones, side) => {
            const [upperArm, forearm, hand] = bones.slice(-3);
            turn.setFromAxisAngle(axis, RAISE * eased);
            upperArm.setRotation(turn.mul(upperArm.getRotation()));
            turn.setFromAxisAngle(axis, BEND * eased);
            forearm.setRotation(turn.mul(forearm.getRotation()));
            // palms that face each other come to face the wall
            along.sub2(hand.getPosition(), forearm.getPosition()).normalize();
            turn.setFromAxisAngle(along, (side === 0 ? TWIST : -TWIST) * eased);
            forearm.setRotation(turn.mul(forearm.getRotation()));
        });
    }
}
