import { expect } from 'chai';
import { Vec3, type GraphNode } from 'playcanvas';

import { findCharacter } from '../../scripts/rig/character';
import { boneOf, onHitStage, STANDING_MANNEQUIN, STANDING_XBOT, type HitSource, type HitStage } from '../support/hit-stage';

// A hand goes to where a heavy hit was, and back again; in a fall too.

const PERSON = 1.75;

/** Metres of a person between the middle of a hand and the wound; and what the hand comes nearer by. */
const HOLDS = 0.14;
const NEARER = 0.1;

/** Metres per second of a hand on its way; that of a person who starts. */
const FASTEST = 9;

/** Seconds by which the animation has the hand again. */
const BACK = 3.2;
const OFF = 0.02;

/** Change of the whole body's velocity by a hit that hurts, m/s; and by one that does not. */
const HEAVY = 1.9;
const LIGHT = 0.9;

interface Wound { woundHolding?: number; names: readonly string[]; falls?: boolean; speed?: number; limp?: readonly string[]; fromBehind?: boolean }

/** Hits a bone on its front; answers how near the nearer hand comes, how fast, and what is left at the end. */
function watch(stage: HitStage, { woundHolding = 1, names, falls = false, speed = HEAVY, limp, fromBehind = false }: Wound) {
    const hero = stage.addHero({ woundHolding, bracing: 0, getUpDelay: 60, balance: falls, knockOutDistance: 10 });
    const { actor, reactions, twin } = hero;
    const rig = findCharacter(actor.model)!;
    const metre = rig.height * (rig.skeleton.space?.getWorldTransform().getScale().y ?? 1) / PERSON;
    const bone = boneOf(actor, names);
    const hands = [rig.limbs.leftHand!, rig.limbs.rightHand!].map(({ bones }) => rig.skeleton.nodes[bones.at(-1)!]);
    const same = (node: GraphNode) => twin.nodes[actor.nodes.indexOf(node as never)];
    const [x, y, z] = rig.forward;
    const ahead = (rig.skeleton.space ?? actor.model).getRotation().transformVector(new Vec3(x, y, z)).mulScalar(fromBehind ? -1 : 1);
    const point = bone.getPosition().clone().add(ahead.clone().mulScalar(0.1 * metre));
    const own = bone.getWorldTransform().clone().invert().transformPoint(point);
    if (falls) reactions.fall();
    if (limp) reactions.limp(limp as string[]);
    // masses are known when the bodies are there
    reactions.hit(bone, point, new Vec3(0, 0, 0.01));
    stage.step(1 / 60);
    const masses = actor.ragdoll.control.bodies!.tree.masses;
    reactions.hit(bone, point, ahead.mulScalar(-speed * masses.reduce((sum, mass) => sum + mass, 0)));
    const found = { near: Infinity, speed: 0, off: 0 };
    let before = hands.map(hand => hand.getPosition().clone());
    stage.run(falls ? 0.9 : BACK, 60, () => {
        const wound = bone.getWorldTransform().transformPoint(own);
        const now = hands.map(hand => hand.getPosition().clone());
        now.forEach((hand, i) => {
            found.near = Math.min(found.near, hand.distance(wound) / metre);
            if (!falls) found.speed = Math.max(found.speed, 60 * hand.distance(before[i]) / metre);
        });
        before = now;
    });
    found.off = Math.max(...hands.map(hand => hand.getPosition().distance(same(hand).getPosition()) / metre));
    const { state } = reactions;
    actor.model.destroy();
    twin.model.destroy();
    return { ...found, state };
}

const BELLY = ['spine1', 'spine', 'spine2'];

const PEOPLE: readonly HitSource[] = [
    STANDING_MANNEQUIN, STANDING_XBOT,
    { name: 'Soldier', file: 'Soldier.glb', clipFile: 'Soldier.glb', clip: 'Idle' },
    { name: 'Knight', file: 'Knight.glb', clipFile: 'Knight.glb', clip: 'Idle' }
];

onHitStage('a heavy hit', (stage) => {
    it('has a hand at it, standing and falling, and none without holding, for a light one or from behind', () => {
        stage.addFloor();
        const holds = watch(stage, { names: BELLY });
        const usual = watch(stage, { names: BELLY, woundHolding: 0 });
        const falling = watch(stage, { names: BELLY, falls: true });
        const loose = watch(stage, { names: BELLY, falls: true, woundHolding: 0 });
        console.log(`      ${(1000 * holds.near).toFixed(0)} mm (${(1000 * usual.near).toFixed(0)} without), falling ${(1000 * falling.near).toFixed(0)} (${(1000 * loose.near).toFixed(0)}), hand ${holds.speed.toFixed(1)} m/s, off ${(1000 * holds.off).toFixed(0)} mm, ${holds.state}`);
        expect(holds.near).to.be.below(HOLDS);
        expect(usual.near - holds.near).to.be.above(NEARER);
        expect(falling.near).to.be.below(loose.near);
        // the blow itself throws the arm too
        expect(holds.speed).to.be.below(Math.max(FASTEST, 1.1 * usual.speed));
        expect(holds.off).to.be.below(OFF);
        expect(holds.state).to.equal('animated');
        expect(watch(stage, { names: BELLY, speed: LIGHT }).near).to.be.above(usual.near - 0.05);
        expect(watch(stage, { names: BELLY, fromBehind: true }).near).to.be.above(holds.near + 0.05);
    });

    it('has none of limp arms at it', () => {
        stage.addFloor();
        const limp = ['leftUpperArm', 'rightUpperArm', 'leftForearm', 'rightForearm', 'leftHand', 'rightHand'];
        const [with1, without] = [1, 0].map(woundHolding => watch(stage, { names: BELLY, limp, woundHolding }).near);
        expect(with1).to.be.closeTo(without, 0.02);
    });
}, PEOPLE);
