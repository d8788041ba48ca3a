import { Quat, Vec3, type GraphNode } from 'playcanvas';

// A limb of two bones whose end is put somewhere: with it a pose is made by hand.

const turn = new Quat();
const goalWay = new Vec3();
const side = new Vec3();
const joint = new Vec3();

/** Turns a bone so that another one, below it, comes to lie in the direction of a place. */
function point(bone: GraphNode, end: GraphNode, place: Vec3) {
    const from = bone.getPosition();
    const now = end.getPosition().clone().sub(from).normalize();
    turn.setFromDirections(now, place.clone().sub(from).normalize());
    bone.setRotation(turn.mul(bone.getRotation()));
}

/**
 * Puts the end of a limb somewhere; one that does not reach is stretched towards it.
 *
 * @param limb - Its two bones and its end.
 * @param goal - World place for the end.
 * @param bend - World direction to which its joint bends.
 */
export function reach([upper, lower, end]: readonly GraphNode[], goal: Vec3, bend: Vec3) {
    const root = upper.getPosition().clone();
    const [first, second] = [lower.getPosition().distance(root), end.getPosition().distance(lower.getPosition())];
    goalWay.sub2(goal, root);
    const distance = Math.min(goalWay.length(), 0.999 * (first + second));
    goalWay.normalize();
    side.copy(bend).sub(joint.copy(goalWay).mulScalar(goalWay.dot(bend))).normalize();
    const cos = (first * first + distance * distance - second * second) / (2 * first * distance);
    joint.copy(goalWay).mulScalar(first * cos).add(side.mulScalar(first * Math.sqrt(Math.max(0, 1 - cos * cos)))).add(root);
    point(upper, lower, joint);
    point(lower, end, goalWay.mulScalar(distance).add(root));
}
