import { expect } from 'chai';
import { Entity, Quat, Vec3, type GraphNode } from 'playcanvas';

import type { PerfectLookAt } from '../../scripts/index';
import type { Role } from '../../scripts/rig/roles';
import { sampled } from '../support/characters';
import { onIdle as on, STANDING, type IdleStage } from '../support/idle-stage';

// What is seen of an idle on characters: feet, balance, smoothness, and that it never comes again.

const bone = ({ rig }: IdleStage, role: Role): GraphNode | null => {
    const index = rig.bones.get(role);
    return index === undefined ? null : rig.skeleton.nodes[index];
};

const degrees = (a: Quat, b: Quat) => {
    const sine = Math.hypot(
        a.w * b.x - a.x * b.w - a.y * b.z + a.z * b.y, a.w * b.y + a.x * b.z - a.y * b.w - a.z * b.x, a.w * b.z - a.x * b.y + a.y * b.x - a.z * b.w
    );
    return 2 * Math.asin(Math.min(1, sine)) * 180 / Math.PI;
};

/** Bones that the idle turns against the held clip, eyes and lids apart. */
function drivenBones(stage: IdleStage): GraphNode[] {
    const { app, script, rig } = stage;
    const { nodes } = rig.skeleton;
    script.weight = 0;
    app.update(1 / 60);
    const before = nodes.map(node => node.getLocalRotation().clone());
    script.weight = 1;
    for (let i = 0; i < 40; i++) app.update(0.5);
    const own = new Set((['leftEye', 'rightEye', 'leftUpperEyelid', 'rightUpperEyelid', 'leftLowerEyelid', 'rightLowerEyelid'] as const).map(role => bone(stage, role)));
    return nodes.filter((node, i) => !own.has(node) && degrees(node.getLocalRotation(), before[i]) > 1e-4);
}

/** Middle of the skin, each part of it taken where its bone is. */
function balance({ rig }: IdleStage): Vec3 {
    const { skinShare, nodes } = rig.skeleton;
    const sum = new Vec3();
    nodes.forEach((node, i) => { if (skinShare[i] > 0) sum.add(node.getPosition().clone().mulScalar(skinShare[i])); });
    return sum;
}

/** How far a point is outside of the hull of others on the ground; below 0 inside. */
function leans(point: Vec3, points: readonly Vec3[]): number {
    let most = -Infinity;
    for (let angle = 0; angle < 2 * Math.PI; angle += Math.PI / 18) {
        const along = ({ x, z }: Vec3) => x * Math.cos(angle) + z * Math.sin(angle);
        most = Math.max(most, along(point) - Math.max(...points.map(along)));
    }
    return most;
}

describe('feet of an idle', () => {
    for (const name of Object.keys(STANDING)) {
        on(name, 'stay within 2 mm of where the clip has them for ten minutes, with the balance between them', (stage) => {
            const { app, script, feet, entity } = stage;
            const size = name === 'Knight' || name === 'Husky' ? 1.75 / stage.rig.height : 1;
            script.weight = 0;
            app.update(1 / 60);
            const places = feet.map(foot => foot.getPosition().clone());
            const turns = feet.map(foot => foot.getRotation().clone());
            const middle = balance(stage);
            const line = new Vec3().sub2(places[1], places[0]).normalize();
            const points = [...places, ...(['leftToes', 'rightToes'] as const).flatMap(role => bone(stage, role)?.getPosition().clone() ?? [])];
            const stood = leans(middle, points) * size;
            script.weight = 1;
            let drift = 0, turned = 0, aside = [Infinity, -Infinity], leant = -Infinity;
            for (let i = 0; i < sampled(6000, 1500); i++) {
                app.update(0.1);
                for (const [k, foot] of feet.entries()) {
                    drift = Math.max(drift, foot.getPosition().distance(places[k]) * size);
                    turned = Math.max(turned, degrees(foot.getRotation(), turns[k]));
                }
                const now = balance(stage);
                aside = [Math.min(aside[0], now.dot(line)), Math.max(aside[1], now.dot(line))];
                leant = Math.max(leant, leans(now, points) * size);
            }
            expect(drift, 'drift').to.be.below(0.002);
            expect(turned, 'turn').to.be.below(0.1);
            // the heel and the edges of the sole reach some centimetres beyond the joints
            expect(leant, 'balance').to.be.below(Math.max(0.04, stood));
            expect((aside[1] - aside[0]) * size, 'shift').to.be.above(0.015);
            expect(script.problems()).to.deep.equal([]);
            expect(entity.enabled).to.equal(true);
        });
    }

    on('mannequin', 'stay while the clip plays, on a character that is scaled and turned', (stage) => {
        const { app, entity, script, feet } = stage;
        entity.setLocalScale(2, 2, 2);
        entity.setEulerAngles(0, 77, 0);
        script.weight = 0;
        app.update(1 / 60);
        const places = feet.map(foot => foot.getPosition().clone());
        const hips = bone(stage, 'hips')!;
        const start = hips.getPosition().clone();
        script.weight = 1;
        let shift = 0;
        for (let i = 0; i < 1200; i++) {
            app.update(0.1);
            feet.forEach((foot, k) => expect(foot.getPosition().distance(places[k])).to.be.below(0.002));
            shift = Math.max(shift, new Vec3().sub2(hips.getPosition(), start).dot(entity.right));
        }
        // to the character's own side, twice as far as at its size
        expect(shift).to.be.within(0.03, 0.15);
    });
});

describe('smoothness of an idle', () => {
    for (const name of ['mannequin', 'Xbot', 'Husky']) {
        on(name, 'no bone but eyes and lids changes its speed by 2 % of its peak within a 600th of a second; the head is below 60 degrees a second', (stage) => {
            const { app } = stage;
            const bones = drivenBones(stage);
            expect(bones.length).to.be.above(5);
            const head = bone(stage, 'head')!;
            const last = bones.map(node => node.getLocalRotation().clone());
            const speeds = bones.map(() => new Vec3());
            const peaks = bones.map(() => 0), steps = bones.map(() => 0);
            let fastest = 0, seen = head.getRotation().clone();
            const inverse = new Quat(), turn = new Quat(), speed = new Vec3();
            for (let i = 0; i < sampled(60, 15) * 600; i++) {
                app.update(1 / 600);
                bones.forEach((node, k) => {
                    const now = node.getLocalRotation();
                    turn.mul2(inverse.copy(last[k]).invert(), now);
                    speed.set(turn.x, turn.y, turn.z).mulScalar(turn.w < 0 ? -2 : 2);
                    last[k].copy(now);
                    if (i > 0) steps[k] = Math.max(steps[k], speed.distance(speeds[k]));
                    speeds[k].copy(speed);
                    peaks[k] = Math.max(peaks[k], speed.length());
                });
                fastest = Math.max(fastest, 600 * degrees(head.getRotation(), seen));
                seen = head.getRotation().clone();
            }
            bones.forEach((node, k) => expect(steps[k], node.name).to.be.below(Math.max(0.02 * peaks[k], 1e-6)));
            expect(fastest).to.be.within(5, 60);
        });
    }
});

describe('repetition of an idle', () => {
    for (const preset of ['game', 'original'] as const) {
        on('mannequin', `${preset}: of its windows of 10 s, 20 s apart or more, at most one pair in 100 000 is nearer than 0.5 degrees`, (stage) => {
            const { app } = stage;
            const bones = drivenBones(stage);
            const RATE = 2.5, WINDOW = 10 * RATE;
            const poses: Quat[][] = [];
            for (let i = 0; i < sampled(1800, 900) * RATE; i++) {
                app.update(1 / RATE);
                poses.push(bones.map(node => node.getLocalRotation().clone()));
            }
            const limit = 0.5 ** 2 * WINDOW * bones.length;
            let pairs = 0, near = 0;
            for (let a = 0; a + WINDOW <= poses.length; a += RATE * 2) {
                for (let b = a + 30 * RATE; b + WINDOW <= poses.length; b += RATE * 2) {
                    pairs++;
                    let sum = 0;
                    for (let i = 0; i < WINDOW && sum < limit; i++) for (let k = 0; k < bones.length; k++) sum += degrees(poses[a + i][k], poses[b + i][k]) ** 2;
                    if (sum < limit) near++;
                }
            }
            expect(pairs).to.be.above(50000);
            expect(near).to.be.at.most(Math.ceil(pairs / 100000));
        }, { preset });
    }
});

describe('bones of an idle', () => {
    const spreadOf = (stage: IdleStage, seconds: number, read: () => number) => {
        let low = Infinity, high = -Infinity;
        for (let i = 0; i < seconds * 20; i++) {
            stage.app.update(0.05);
            low = Math.min(low, read());
            high = Math.max(high, read());
        }
        return high - low;
    };
    const still = { preset: 'custom', weightShift: { range: [0, 0] }, look: { rangeX: [0, 0], rangeY: [0, 0] }, facial: { range: [0, 0] }, fidgetTime: [0, 0], breathing: 0, sway: 0, gaze: false, blink: false };

    on('mannequin', 'breathingAmount moves the chest, sway the pelvis, each by itself and in its measure', (stage) => {
        const { script } = stage;
        const [chest, hips] = [bone(stage, 'spine2')!, bone(stage, 'hips')!];
        const chestTurn = () => chest.getLocalRotation().x;
        const place = () => hips.getPosition().x;
        expect(spreadOf(stage, 20, chestTurn)).to.be.below(1e-6);
        expect(spreadOf(stage, 20, place)).to.be.below(1e-6);
        script.breathing = 14;
        const calm = spreadOf(stage, 60, chestTurn);
        script.breathingAmount = 3;
        const deep = spreadOf(stage, 60, chestTurn);
        expect(calm).to.be.above(0.003);
        expect(deep / calm).to.be.within(2.3, 3.7);
        script.breathingAmount = 0;
        expect(spreadOf(stage, 20, chestTurn)).to.be.below(1e-6);
        script.sway = 1;
        // three standard deviations to each side at the most, most of the time
        expect(spreadOf(stage, 200, place)).to.be.within(0.009, 0.03);
    }, still);

    on('mannequin', 'gaze turns the eyes and with them the head, blink closes the lids, facial opens the jaw', (stage) => {
        const { script } = stage;
        const [eye, head, lid, jaw] = (['leftEye', 'head', 'leftUpperEyelid', 'jaw'] as const).map(role => bone(stage, role)!);
        const start = [eye, head, lid, jaw].map(node => node.getLocalRotation().clone());
        const turnOf = (node: GraphNode, i: number) => () => degrees(node.getLocalRotation(), start[i]);
        expect(spreadOf(stage, 10, turnOf(eye, 0))).to.be.below(1e-4);
        script.gaze = true;
        expect(spreadOf(stage, 60, turnOf(eye, 0))).to.be.within(8, 40);
        expect(spreadOf(stage, 120, turnOf(head, 1))).to.be.within(0.5, 25);
        script.gaze = false;
        script.blink = true;
        expect(spreadOf(stage, 30, turnOf(lid, 2))).to.be.within(25, 60);
        script.blink = false;
        script.facial = { ...script.facial, range: script.facial.range.clone().set(0, 1) };
        expect(spreadOf(stage, 60, turnOf(jaw, 3))).to.be.within(1, 4);
    }, still);

    on('mannequin', 'a look goes to the character\'s right and up, by 36 and 24 degrees at 1', (stage) => {
        const { app, entity, rig } = stage;
        const head = bone(stage, 'head')!;
        const forward = new Vec3(...rig.forward);
        const rest = new Quat().mul2(new Quat().copy(entity.getRotation()).invert(), head.getRotation());
        for (let i = 0; i < 200; i++) app.update(0.05);
        const turned = new Quat().mul2(head.getRotation(), rest.invert()).transformVector(forward);
        const right = new Vec3().cross(forward, Vec3.UP);
        expect(Math.atan2(turned.dot(right), turned.dot(forward)) * 180 / Math.PI).to.be.closeTo(18, 1);
        expect(Math.asin(turned.y) * 180 / Math.PI).to.be.closeTo(12, 1);
    }, { ...still, look: { rangeX: [0.5, 0.5], rangeY: [0.5, 0.5] } });

    for (const name of ['mannequin', 'Xbot', 'Husky']) {
        on(name, 'is gone without a trace when it is switched off, within Blend Time, or at once with its entity', (stage) => {
            const { app, script, rig, entity } = stage;
            const { nodes } = rig.skeleton;
            script.enabled = false;
            app.update(1 / 60);
            const before = nodes.map(node => [node.getLocalRotation().clone(), node.getLocalPosition().clone()] as const);
            const apart = () => Math.max(...nodes.map((node, i) => degrees(node.getLocalRotation(), before[i][0]) + node.getLocalPosition().distance(before[i][1])));
            script.enabled = true;
            for (let i = 0; i < 300; i++) app.update(1 / 30);
            expect(apart()).to.be.above(2);
            script.enabled = false;
            // the frame in which it is switched off, and a tenth of a second
            for (let i = 0; i < 14; i++) app.update(1 / 60);
            expect(apart()).to.be.below(1e-5);
            script.enabled = true;
            for (let i = 0; i < 100; i++) app.update(1 / 30);
            expect(apart()).to.be.above(2);
            entity.enabled = false;
            entity.enabled = true;
            script.enabled = false;
            app.update(1 / 60);
            entity.script!.destroy('idleRandomizer');
            for (let i = 0; i < 14; i++) app.update(1 / 60);
            expect(apart()).to.be.below(1e-5);
        });
    }

    on('mannequin', 'lends perfectLookAt its gaze while that has nothing to look at, and takes it back', (stage) => {
        const { app, entity, script } = stage;
        const look = entity.script!.create('perfectLookAt') as PerfectLookAt;
        const seen = new Set<string>();
        let residual = 0;
        for (let i = 0; i < 1200; i++) {
            app.update(1 / 60);
            expect(look.targetObject?.name).to.equal('idle gaze');
            seen.add(look.gazeDirection.clone().mulScalar(10).round().toString());
            if (look.reached) residual++;
        }
        expect(seen.size).to.be.above(5);
        expect(residual).to.be.above(300);
        const ball = new Entity('ball');
        app.root.addChild(ball);
        ball.setPosition(0.5, 1.6, 2);
        look.targetObject = ball;
        for (let i = 0; i < 60; i++) app.update(1 / 60);
        expect(look.targetObject).to.equal(ball);
        look.targetObject = null;
        for (let i = 0; i < 60; i++) app.update(1 / 60);
        expect(look.targetObject).to.not.equal(null);
        script.fadeOut(0);
        app.update(1 / 60);
        expect(look.targetObject).to.equal(null);
        expect(app.root.findByName('idle gaze')).to.equal(null);
    });
});
