import { expect } from 'chai';
import { Entity, Quat, Vec3 } from 'playcanvas';

import { findFingers } from '../../scripts/anim/retarget/fingers';
import { findCharacter } from '../../scripts/index';
import { findCharacter as findRig } from '../../scripts/rig/character';
import type { Rig } from '../../scripts/rig/rig';
import { createBoneTree } from '../../scripts/rig/tree';
import { charactersAtHand, MANNEQUIN } from '../support/characters';
import { turnBetween } from '../support/geometry';
import { HandStage, seenFrom, type Reacher, type Settings, type Side } from '../support/hand-stage';
import { createPhysicsApp } from '../support/physics-app';
import { ShownSkin } from '../support/shown-skin';
import { skipBecause } from '../support/skip';

// What a hand holds is between its fingers: distances of the skin that is drawn from the prop's own shape.

/** How deep a finger may be in what it holds, millimetres of a person. */
const IN = 7.5;

/** Distance of what is held from the middle of the palm beyond which something is in between, metres of a person. */
const FAR = 0.1;

/** The turn of a mark that lays a prop's y axis across the palm. */
const ACROSS = new Quat().setFromEulerAngles(0, 0, 90);

/** A prop: what the engine draws, its size for a person of 1.75 m, and the distance of a point from its surface, inside below 0. */
interface Shape {
    readonly type: 'cylinder' | 'sphere' | 'box';
    /** Half of its size along the fingers' way around it. */
    readonly radius: number;
    readonly size: Vec3;
    distance(at: Vec3, scale: number): number;
}

const cylinder = (radius: number): Shape => ({
    type: 'cylinder', radius, size: new Vec3(2 * radius, 0.14, 2 * radius),
    distance: ({ x, z }, scale) => Math.hypot(x, z) - scale * radius
});

const SHAPES: Record<string, Shape> = {
    'a pole of 3 cm': cylinder(0.015),
    'a pole of 5 cm': cylinder(0.025),
    'a ball of 7 cm': { type: 'sphere', radius: 0.035, size: new Vec3(0.07, 0.07, 0.07), distance: (at, scale) => at.length() - 0.035 * scale },
    'a bar of 3 cm': {
        type: 'box', radius: 0.015, size: new Vec3(0.03, 0.14, 0.03),
        distance: ({ x, z }, scale) => {
            const [a, b] = [Math.abs(x) - 0.015 * scale, Math.abs(z) - 0.015 * scale];
            return Math.max(a, b) > 0 ? Math.hypot(Math.max(a, 0), Math.max(b, 0)) : Math.max(a, b);
        }
    }
};

/** The vertices that a bone and all below it hold. */
function heldBelow({ skin }: ShownSkin, bone: number, ends: ArrayLike<number>): number[] {
    return [...skin.holders.keys()].filter(vertex => skin.holders[vertex] >= bone && skin.holders[vertex] < ends[bone]);
}

/** The vertices of the thumb of a hand and of each further finger. */
function fingersOf({ bones, skeleton }: Rig, skin: ShownSkin, side: Side, from = 0): number[][] {
    const { positions, parents, ends } = skeleton;
    const hand = bones.get(`${side}Hand`);
    if (hand === undefined) return [[]];
    const at = (node: number) => new Vec3(...positions.subarray(3 * node, 3 * node + 3));
    const { thumb, others } = findFingers(createBoneTree(skeleton), positions, hand, at(hand).distance(at(parents[hand])));
    return [thumb, ...others].map(path => (path.length > from ? heldBelow(skin, path[from], ends) : []));
}

for (const file of [MANNEQUIN, ...charactersAtHand()]) {
    describe(`fingers of ${file}`, () => {
        const stage = new HandStage();
        before(async function () {
            await stage.open(file).catch((error: unknown) => skipBecause(this, String(error)));
        });
        afterEach(() => stage.clear());
        after(() => stage.app && stage.close());

        /** Holds a prop before the palm, its length across it, so near that the open hand just touches it. */
        const hold = (side: Side, { type, size, distance }: Shape) => {
            const reacher = stage.add();
            const [row] = reacher.hands.hands.filter(({ hand }) => hand === side);
            const rig = findRig(reacher.model)!;
            const scale = reacher.height / 1.75;
            const prop = stage.addTarget();
            const drawn = new Entity('drawn', stage.app);
            drawn.addComponent('render', { type });
            drawn.setLocalScale(size.clone().mulScalar(scale));
            prop.addChild(drawn);
            const mark = new Entity(side === 'left' ? 'gripLeft' : 'gripRight', stage.app);
            // the prop's length, its y axis, lies along the mark's x axis
            mark.setLocalRotation(ACROSS);
            prop.addChild(mark);
            const skin = new ShownSkin(rig);
            const fingers = fingersOf(rig, skin, side);
            const thumbEnd = fingersOf(rig, skin, side, 1)[0];
            const palm = heldBelow(skin, rig.bones.get(`${side}Hand`)!, rig.skeleton.ends).filter(vertex => !thumbEnd.includes(vertex));
            const gapOf = (vertices: readonly number[]) => {
                skin.update();
                const seen = prop.getWorldTransform().clone().invert();
                return Math.min(...vertices.map(vertex => distance(seen.transformPoint(skin.place(vertex)), scale))) / scale;
            };
            row.grip = 0;
            reacher.hands.attach(side, prop);
            let depth = 0.1;
            for (let i = 0; i < 12; i++) {
                mark.setLocalPosition(ACROSS.transformVector(new Vec3(0, scale * depth, scale * 0.035)));
                stage.step(1 / 60, 3);
                depth -= gapOf(palm) - 0.0005;
            }
            row.grip = 1;
            reacher.hands.detach(side);
            stage.step(1 / 60, 3);
            reacher.hands.attach(side, prop);
            stage.step(1 / 60, 3);
            return { fingers, gapOf, depth };
        };

        it('touch what the hand holds, and do not go into it', function () {
            const model = stage.addModel();
            if (!findCharacter(model)) skipBecause(this, 'is no character');
            const sides = stage.add().hands.hands.map(({ hand }) => hand);
            if (sides.length === 0) skipBecause(this, 'has no free arms with hands');
            stage.clear();
            for (const [name, shape] of Object.entries(SHAPES)) {
                for (const side of sides) {
                    const { fingers, gapOf, depth } = hold(side, shape);
                    if (!fingers.some(vertices => vertices.length > 0)) skipBecause(this, 'has no fingers');
                    if (depth > FAR) skipBecause(this, 'its sleeves are longer than its palms are thick');
                    const gaps = fingers.map(vertices => (vertices.length > 0 ? 1000 * gapOf(vertices) : NaN));
                    const found = `${name}, ${side}: thumb and fingers ${gaps.map(gap => gap.toFixed(1)).join(' ')} mm from it`;
                    // a thumb that hangs before the palm is in what is thick from the beginning
                    const deepest = Math.min(...(shape.radius > 0.02 && shape.type === 'cylinder' ? gaps.slice(1) : gaps).filter(gap => !Number.isNaN(gap)));
                    expect(deepest, found).to.be.above(-IN);
                    const far = gaps.slice(1).filter(gap => gap > 8).length;
                    // a ball is smaller than a hand is wide
                    expect(far, found).to.be.at.most(shape.type === 'sphere' ? 2 : 0);
                    stage.clear();
                }
            }
        });
    });
}

describe('fingers around a prop', () => {
    const stage = new HandStage();
    before(async () => stage.open(MANNEQUIN, await createPhysicsApp('ammojs-typed')));
    afterEach(() => stage.clear());
    after(() => stage.close());

    /** A character, and a pole that lies across its right palm. */
    const withPole = (settings: Settings = {}, parent?: Entity, clip = '') => {
        const reacher = stage.add(settings, clip, parent);
        const pole = stage.addTarget();
        pole.addComponent('render', { type: 'cylinder' });
        pole.setLocalScale(0.03, 0.2, 0.03);
        const mark = new Entity('gripRight', stage.app);
        mark.setLocalRotation(ACROSS);
        mark.setLocalPosition(ACROSS.transformVector(new Vec3(0, 0.035, 0.035)).mul(new Vec3(1 / 0.03, 5, 1 / 0.03)));
        pole.addChild(mark);
        return { reacher, pole };
    };

    const fingersIn = ({ nodes }: Reacher) => nodes.filter(({ name }) => /RightHand(?:Thumb|Index|Middle|Ring|Pinky)/.test(name)).map(node => node.getLocalRotation().clone());

    const apart = (a: readonly Quat[], b: readonly Quat[]) => Math.max(...a.map((turn, i) => turnBetween(turn, b[i])));

    /** Largest turn of a joint in a frame, and the joints at the end. */
    const play = (reacher: Reacher, frames: number) => {
        let most = 0;
        for (let i = 0; i < frames; i++) {
            const before = fingersIn(reacher);
            stage.step();
            most = Math.max(most, apart(before, fingersIn(reacher)));
        }
        return { most, joints: fingersIn(reacher) };
    };

    it('close within the blend time, and open again when it is let go, destroyed, or the script is switched off', () => {
        const { reacher, pole } = withPole({ blendTime: 0.4 });
        const { hands } = reacher;
        stage.step();
        const open = fingersIn(reacher);
        hands.attach('right', pole);
        const closed = play(reacher, 60);
        expect(apart(open, closed.joints)).to.be.above(20);
        expect(closed.most).to.be.below(10);
        hands.detach('right');
        const opened = play(reacher, 60);
        expect(opened.most).to.be.within(0.5, 10);
        expect(apart(open, opened.joints)).to.be.below(0.01);
        hands.attach('right', pole);
        expect(apart(closed.joints, play(reacher, 60).joints)).to.be.below(1);
        hands.enabled = false;
        expect(play(reacher, 60).most).to.be.within(0.5, 10);
        expect(apart(open, fingersIn(reacher))).to.be.below(0.01);
        hands.enabled = true;
        expect(play(reacher, 60).most).to.be.within(0.5, 10);
        pole.destroy();
        expect(play(reacher, 60).most).to.be.within(0.5, 10);
        expect(apart(open, fingersIn(reacher))).to.be.below(0.01);
    });

    it('close by the share of Grip and the weight', () => {
        const { reacher, pole } = withPole();
        const { hands } = reacher;
        stage.step();
        const open = fingersIn(reacher);
        hands.attach('right', pole);
        const full = apart(open, play(reacher, 4).joints);
        const [, row] = hands.hands;
        row.grip = 0.5;
        expect(apart(open, play(reacher, 4).joints)).to.be.closeTo(full / 2, 0.5);
        row.grip = 0;
        expect(apart(open, play(reacher, 4).joints)).to.be.below(1e-3);
        row.grip = 1;
        hands.weight = 0.5;
        expect(apart(open, play(reacher, 30).joints)).to.be.closeTo(full / 2, 0.5);
    });

    it('close in the same way while a clip moves them, with other scripts on, at every frame rate', () => {
        const { reacher, pole } = withPole();
        reacher.hands.attach('right', pole);
        const alone = play(reacher, 4).joints;
        for (const rate of [30, 60, 144]) {
            const busy = withPole({}, undefined, 'walk');
            for (const name of ['animationMirror', 'perfectLookAt', 'mecFootPlacer', 'activeRagdoll', 'springChain']) busy.reacher.model.script!.create(name);
            busy.reacher.hands.attach('right', busy.pole);
            stage.step(1 / rate, 4);
            for (let i = 0; i < rate; i++) {
                stage.step(1 / rate);
                expect(apart(alone, fingersIn(busy.reacher)), `${rate} a second`).to.be.below(0.01);
            }
        }
    });

    it('close in the same way on a character that is scaled and turned', () => {
        const { reacher, pole } = withPole();
        reacher.hands.attach('right', pole);
        const before = play(reacher, 4).joints;
        const parent = stage.addTarget(new Vec3(3, 1, -2), new Quat().setFromEulerAngles(20, 110, -30));
        parent.setLocalScale(2, 2, 2);
        const large = withPole({}, parent);
        large.pole.setLocalScale(0.06, 0.4, 0.06);
        large.reacher.hands.attach('right', large.pole);
        expect(apart(before, play(large.reacher, 4).joints)).to.be.below(1);
    });

    it('hold what has a body, which goes on with the speed of the hand when it is let go', () => {
        const { reacher, pole } = withPole({ blendTime: 0 });
        pole.addComponent('collision', { type: 'cylinder', radius: 0.015, height: 0.2 });
        pole.addComponent('rigidbody', { type: 'dynamic', mass: 1 });
        reacher.hands.attach('right', pole);
        stage.step(1 / 60, 4);
        const { hand } = reacher.arm('right')!;
        const place = seenFrom(hand, pole.getPosition());
        for (let i = 0; i < 30; i++) {
            reacher.model.translate(0.02, 0, 0);
            stage.step();
            expect(seenFrom(hand, pole.getPosition()).distance(place)).to.be.below(1e-4);
        }
        expect(pole.rigidbody!.enabled).to.equal(false);
        reacher.hands.detach('right');
        reacher.model.translate(0.02, 0, 0);
        stage.step(1 / 60, 2);
        const from = pole.getPosition().clone();
        stage.step(1 / 60, 30);
        expect((pole.getPosition().x - from.x) / 0.5).to.be.closeTo(1.2, 0.15);
        expect(pole.getPosition().y - from.y).to.be.below(-0.5);
    });
});
