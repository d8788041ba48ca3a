import type { Role } from 'limber';
import { AnimCurve, AnimData, AnimTrack, INTERPOLATION_LINEAR, Mat4, Quat, Vec3, type Entity, type GraphNode } from 'playcanvas';

import { reach } from './limb';
import type { Character } from '../../frame/character';

// A clip of climbing, made for whatever person is there: hands and feet go up in turn, and hold on to what is 30 cm higher each time. It
// is made for a wall that is even.

/** Seconds of the clip, keys in it, and how far it climbs, metres of a person. */
const SECONDS = 2.4;
const KEYS = 48;
const CLIMBED = 0.6;

/** Share of the clip in which a limb is on its way to its next hold, and how far it then is from the wall. */
const LIFTED = 0.22;
const AWAY = 0.07;

/** How far the body rises while a limb holds on. */
const STROKE = CLIMBED * (1 - LIFTED);

/** Distance of the even wall from the character, metres of a person: of wrists, and of ankles before which the foot still has to be. */
const WALL = 0.4;

/** Height of the upper edge of a bar over the wrist that holds on to it, metres of a person: fingers bend over it at their second joint. */
export const GRIP = 0.13;

/** Degrees by which the joints of a finger are bent over the edge, from the knuckle on, and by how much a finger may point aside: a thumb does more. */
const BENT = [8, 68, 22];
const FINGER = 30;

/** Limbs in the order in which they go: where they are aside, the height of the hold in the middle of its time, and the distance from the wall. */
const LIMBS: readonly { end: Role, aside: number, height: number, depth: number }[] = [
    { end: 'leftHand', aside: 0.24, height: 1.5, depth: 0.05 },
    { end: 'rightFoot', aside: -0.14, height: 0.4, depth: 0.16 },
    { end: 'rightHand', aside: -0.24, height: 1.5, depth: 0.05 },
    { end: 'leftFoot', aside: 0.14, height: 0.4, depth: 0.16 }
];

/** The fingers of a hand, each from the knuckle on: chains of bones that go on where the forearm points. */
function fingersOf(hand: GraphNode): GraphNode[][] {
    const along = hand.getPosition().clone().sub(hand.parent!.getPosition()).normalize();
    return hand.children.flatMap((knuckle) => {
        const finger = [knuckle as GraphNode];
        while (finger.at(-1)!.children[0]) finger.push(finger.at(-1)!.children[0] as GraphNode);
        const way = finger.at(-1)!.getPosition().clone().sub(knuckle.getPosition()).normalize();
        return finger.length > 2 && way.dot(along) > Math.cos(FINGER * Math.PI / 180) ? [finger.slice(0, BENT.length)] : [];
    });
}

/** Height of a wrist over where the character stands as it grips a bar; the next ones are half of what is climbed apart. */
export const HOLD = LIMBS[0].height + STROKE / 2 + LIFTED * CLIMBED;

/** A rotation that takes one pair of directions that stand on each other to another one. */
function turnPair(from: readonly [Vec3, Vec3], to: readonly [Vec3, Vec3]): Quat {
    const frame = ([a, b]: readonly [Vec3, Vec3]) => {
        const across = b.clone().sub(a.clone().mulScalar(a.dot(b))).normalize();
        const third = new Vec3().cross(a, across);
        return new Quat().setFromMat4(new Mat4().set([a.x, a.y, a.z, 0, across.x, across.y, across.z, 0, third.x, third.y, third.z, 0, 0, 0, 0, 1]));
    };
    return frame(to).mul(frame(from).invert());
}

/** Share of the way up that a limb is on, and how far it is lifted, for a share of its own cycle. */
function goAlong(share: number): { up: number, lift: number } {
    if (share < LIFTED) {
        const part = share / LIFTED;
        return { up: part * part * (3 - 2 * part) - 0.5, lift: Math.sin(Math.PI * part) };
    }
    // holding on: the body goes up, so that the hold goes down
    return { up: 0.5 - (share - LIFTED) / (1 - LIFTED), lift: 0 };
}

/** The three nodes of a limb, from its end up. */
const limbOf = (end: GraphNode): GraphNode[] => [end.parent!.parent!, end.parent!, end];

/**
 * Makes the clip.
 *
 * @param unit - Metres of the scene for a metre of a person.
 * @returns Null for who is no person with hands.
 */
export function makeClimb(character: Character, unit: number): AnimTrack | null {
    const { model } = character;
    if (!model || model.legs !== 2 || LIMBS.some(({ end }) => !model.bones.get(end)?.parent?.parent)) return null;
    const body = character.createModel();
    const own = character.entity.find(() => true), copies = body.find(() => true);
    const copyOf = (node: GraphNode) => copies[own.indexOf(node as Entity)] as GraphNode;
    const left = new Vec3().cross(model.up, model.forward);
    const limbs = LIMBS.map((limb, i) => {
        const nodes = limbOf(copyOf(model.bones.get(limb.end)!));
        const [, middle, end] = nodes;
        const isHand = limb.end.endsWith('Hand');
        const along = end.getPosition().clone().sub(middle.getPosition()).normalize();
        // palms on the wall, fingers up; feet as they stand
        const turn = isHand ? turnPair([along, model.up.clone().mulScalar(-1)], [model.up, model.forward]) : new Quat();
        const fingers = isHand ? fingersOf(end).map(finger => finger.map(node => ({ node, rest: node.getLocalRotation().clone() }))) : [];
        return { ...limb, nodes, fingers, isHand, start: i / LIMBS.length, turn: turn.mul(end.getRotation()) };
    });
    const bent = { hand: model.up.clone().mulScalar(-1).sub(model.forward.clone().mulScalar(0.2)), foot: model.forward.clone() };
    const bending = new Vec3().cross(model.up, model.forward);
    const keys = new Map<GraphNode, number[]>(limbs.flatMap(({ nodes, fingers }) => [...nodes, ...fingers.flat().map(({ node }) => node)]).map(node => [node, []]));
    const last = new Map<GraphNode, Quat>();
    const times = Array.from({ length: KEYS + 1 }, (_, i) => SECONDS * i / KEYS);
    for (let i = 0; i <= KEYS; i++) {
        for (const { nodes, fingers, isHand, aside, height, depth, start, turn } of limbs) {
            const { up, lift } = goAlong((i / KEYS - start + 1) % 1);
            const goal = left.clone().mulScalar(aside * unit)
            .add(model.up.clone().mulScalar((height + up * STROKE) * unit)).add(model.forward.clone().mulScalar((WALL - depth - lift * AWAY) * unit));
            const side = left.clone().mulScalar(Math.sign(aside) * (isHand ? 0.6 : 0.5));
            reach(nodes, goal, side.add(isHand ? bent.hand : bent.foot));
            nodes[2].setRotation(turn);
            for (const finger of fingers) {
                finger.forEach(({ node, rest }, joint) => {
                    node.setLocalRotation(rest);
                    node.setRotation(new Quat().setFromAxisAngle(bending, BENT[joint] * (1 - lift)).mul(node.getRotation()));
                });
            }
            for (const node of [...nodes, ...fingers.flat().map(({ node }) => node)]) {
                const now = node.getLocalRotation().clone();
                const before = last.get(node);
                if (before && before.dot(now) < 0) now.mulScalar(-1);
                last.set(node, now);
                keys.get(node)!.push(now.x, now.y, now.z, now.w);
            }
        }
    }
    // all bones: one that the clip left out would keep the pose of the clip before, or come to lie at its parent when the state gets its clip again
    const inputs = [new AnimData(1, times), new AnimData(1, [0])];
    const outputs: AnimData[] = [], curves: AnimCurve[] = [];
    const addCurve = (node: GraphNode, property: 'localRotation' | 'localPosition', input: number, components: number, values: number[]) => {
        const path = { entityPath: node.path.split('/'), component: 'graph', propertyPath: [property] };
        curves.push(new AnimCurve([path] as never, input, outputs.length, INTERPOLATION_LINEAR));
        outputs.push(new AnimData(components, values));
    };
    for (const node of model.nodes.map(copyOf).filter(node => node !== body)) {
        const turned = keys.get(node), { x, y, z, w } = node.getLocalRotation(), place = node.getLocalPosition();
        addCurve(node, 'localRotation', turned ? 0 : 1, 4, turned ?? [x, y, z, w]);
        addCurve(node, 'localPosition', 1, 3, [place.x, place.y, place.z]);
    }
    body.destroy();
    return new AnimTrack('climb', SECONDS, inputs, outputs, curves);
}

/** Metres of a person a second. */
export const CLIMB_SPEED = CLIMBED / SECONDS;

/** Distance of the wall's even face. */
export const WALL_DISTANCE = WALL;
