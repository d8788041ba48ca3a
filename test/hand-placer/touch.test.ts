import { expect } from 'chai';
import { Entity, Quat, Vec3 } from 'playcanvas';

import { findCharacter as findRig } from '../../scripts/rig/character';
import { FULL, furtherRig, GNOME, MANNEQUIN } from '../support/characters';
import { turnBetween } from '../support/geometry';
import { findGrasp, HandStage, SIDES, type Reacher, type Side } from '../support/hand-stage';
import { createPhysicsApp } from '../support/physics-app';
import { ShownSkin } from '../support/shown-skin';
import { catchWarnings } from '../support/warnings';

// Hands on walls and railings: distances of the skin that is drawn from what is touched, and where the palm stays meanwhile.

/** Metres of a person a second, where what is touched begins and how long it is. */
const SPEED = 1.2;
const BEGIN = 2;
const LENGTH = 5;

/** Speed of a palm over the ground below which it stays, as a share of the body's. */
const STAYS = 0.1;

/** How deep skin may be in what is touched, millimetres of a person: of a hand that lies on it, and for longer than a moment of one on its way. */
const IN_IT = 15;

/** Seconds that a hand on its way may be deeper in it than that. */
const CROSSING = 0.05;

/** Degrees a second of a joint on its way: from before the chest, where Soldier's clip has its left hand, within Blend Time around the shoulder. */
const FASTEST = 2000;

/** Degrees by which a joint may turn more, or less, than in the frame before, at 60 frames a second: more is a jump. */
const JUMP = 22;

/** A box beside a character that walks: how far from the shoulder, in arm's lengths, and how far below it its top is; Infinity: a wall. */
interface Beside {
    readonly aside: number;
    readonly below: number;
    /** How high it is, metres of a person; left out: down to the ground. */
    readonly bar?: number;
}

const THINGS: Record<string, Beside> = {
    'a wall': { aside: 0.55, below: -Infinity },
    'a wall far away': { aside: 0.65, below: -Infinity },
    'a railing': { aside: 0.5, below: 0.5 },
    'a bar': { aside: 0.5, below: 0.5, bar: 0.08 }
};

const PARTS = ['UpperArm', 'Forearm', 'Hand'] as const;

class Walk {
    readonly holder: Entity;

    readonly reacher: Reacher;

    readonly scale: number;

    readonly out: Vec3;

    readonly box: Entity;

    /** Where the box begins along the way, its near side, and its top. */
    private readonly begin: number;

    private readonly face: number;

    private readonly top: number;

    private readonly bottom: number;

    private readonly depth: number;

    constructor(private readonly stage: HandStage, readonly side: Side, { aside, below, bar }: Beside, readonly type: 'static' | 'kinematic' = 'static') {
        this.holder = stage.addTarget();
        const reacher = stage.add({ blendTime: 0.4, hands: [{ hand: side, touch: true }] }, 'alk', this.holder);
        this.reacher = reacher;
        const arm = reacher.armLength(side);
        this.scale = reacher.height / 1.75;
        const { forward } = reacher;
        this.out = new Vec3().cross(Vec3.UP, forward).mulScalar(side === 'left' ? 1 : -1);
        const at = reacher.fromShoulder(side, aside * arm / reacher.height, 0, 0);
        this.face = at.dot(this.out);
        this.begin = at.dot(forward) + BEGIN * this.scale;
        this.top = below > -Infinity ? at.y - below * arm : 2 * reacher.height;
        this.depth = 0.08 * this.scale;
        this.bottom = bar ? this.top - bar * this.scale : 0;
        const middleHeight = (this.top + this.bottom) / 2;
        this.box = stage.addTarget();
        this.box.addComponent('collision', { type: 'box', halfExtents: new Vec3(this.depth / 2, (this.top - this.bottom) / 2, LENGTH / 2 * this.scale) });
        this.box.addComponent('rigidbody', { type });
        const middle = at.add(this.out.clone().mulScalar(this.depth / 2)).add(forward.clone().mulScalar((BEGIN + LENGTH / 2) * this.scale));
        this.box.rigidbody!.teleport(new Vec3(middle.x, middleHeight, middle.z), new Quat().setFromEulerAngles(0, Math.atan2(forward.x, forward.z) * 180 / Math.PI, 0));
    }

    get palmNode() {
        return this.reacher.arm(this.side)!.hand;
    }

    step(rate: number, speed = SPEED) {
        this.holder.translate(this.reacher.forward.clone().mulScalar(speed * this.scale / rate));
        this.stage.step(1 / rate);
    }

    /** How far a point is from the box, millimetres of a person, below 0 in it; Infinity beside it. */
    gap(at: Vec3): number {
        const along = at.dot(this.reacher.forward) - this.begin, across = at.dot(this.out) - this.face;
        if (along < 0 || along > LENGTH * this.scale || across > this.depth || at.y < this.bottom) return Infinity;
        return 1000 / this.scale * Math.max(-across, at.y - this.top);
    }
}

for (const file of [MANNEQUIN, GNOME, furtherRig('Xbot.glb'), furtherRig('Soldier.glb')].flatMap(file => file ?? [])) {
    describe(`touching hands of ${file}`, () => {
        const stage = new HandStage();
        catchWarnings();
        before(async () => stage.open(file, await createPhysicsApp('ammojs-typed')));
        afterEach(() => stage.clear());
        after(() => stage.close());

        for (const [name, thing] of Object.entries(THINGS)) {
            it(`stay on ${name} while the body passes, with their skin on it, at every frame rate`, () => {
                for (const rate of FULL ? [30, 60, 144] : [60]) {
                    for (const side of SIDES) {
                        const walk = new Walk(stage, side, thing);
                        const { reacher, scale } = walk;
                        for (const script of ['perfectLookAt', 'mecFootPlacer']) reacher.model.script!.create(script);
                        const { palm } = findGrasp(stage, stage.add({ hands: [{ hand: side }] }), side);
                        const skin = new ShownSkin(findRig(reacher.model)!);
                        const { bones, skeleton: { ends } } = findRig(reacher.model)!;
                        const hand = bones.get(`${side}Hand`)!;
                        const vertices = [...skin.skin.holders.keys()].filter(vertex => skin.skin.holders[vertex] >= hand && skin.skin.holders[vertex] < ends[hand]);
                        const nodes = PARTS.map(part => reacher.nodes.indexOf(reacher.roles.get(side + part)!));
                        let held = 0, runs = 0, crossing = 0, deepest = Infinity, farthest = -Infinity, drift = 0, fastest = 0;
                        let from: Vec3 | null = null;
                        let last = walk.palmNode.getPosition().clone();
                        const frames = Math.round((BEGIN + LENGTH + 1) / SPEED * rate);
                        for (let i = 0; i < frames; i++) {
                            const before = reacher.pose();
                            walk.step(rate);
                            const after = reacher.pose();
                            fastest = Math.max(fastest, ...nodes.map(node => turnBetween(before[node], after[node]) * rate));
                            const at = walk.palmNode.getRotation().transformVector(palm, new Vec3()).add(walk.palmNode.getPosition());
                            const stays = at.distance(last) * rate < STAYS * SPEED * scale && walk.gap(at) < 100;
                            last = at;
                            skin.update();
                            const gap = Math.min(...vertices.map(vertex => walk.gap(skin.place(vertex))));
                            if (gap < -IN_IT) crossing++;
                            if (!stays) {
                                from = null;
                                continue;
                            }
                            if (!from) runs++;
                            from ??= at;
                            held++;
                            drift = Math.max(drift, 1000 / scale * at.distance(from));
                            deepest = Math.min(deepest, gap);
                            farthest = Math.max(farthest, gap);
                        }
                        const found = `${rate} a second, ${side}: stays ${runs} times for ${(held / rate).toFixed(1)} s, ${deepest.toFixed(1)} to ${farthest.toFixed(1)} mm from it, off by ${drift.toFixed(1)} mm, on its way in it for ${(crossing / rate).toFixed(2)} s, joints ${fastest.toFixed(0)} degrees a second`;
                        expect(runs, found).to.be.within(4, 9);
                        expect(held / rate, found).to.be.above(0.3 * LENGTH / SPEED);
                        expect(deepest, found).to.be.above(-IN_IT);
                        expect(crossing / rate, found).to.be.below(CROSSING);
                        expect(farthest, found).to.be.below(20);
                        expect(drift, found).to.be.below(5);
                        expect(fastest, found).to.be.below(FASTEST);
                        stage.clear();
                    }
                }
            });

            it(`comes to ${name} and goes back without a jump`, () => {
                const rate = 144;
                const walk = new Walk(stage, 'left', thing);
                const poses: Quat[][] = [];
                for (let i = 0; i < rate * (BEGIN + LENGTH + 2) / SPEED; i++) {
                    walk.step(rate);
                    poses.push(walk.reacher.pose());
                }
                const turns = poses.slice(1).map((pose, i) => pose.map((turn, node) => turnBetween(poses[i][node], turn) * rate / 60));
                const jumps = turns.slice(1).flatMap((now, i) => now.map((turn, node) => Math.abs(turn - turns[i][node])));
                expect(Math.max(...jumps)).to.be.below(JUMP);
            });
        }
    });
}

describe('a hand that touches', () => {
    const stage = new HandStage();
    const warnings = catchWarnings();
    before(async () => stage.open(MANNEQUIN, await createPhysicsApp('ammojs-typed')));
    afterEach(() => stage.clear());
    after(() => stage.close());

    /** Walks up to the middle of a wall; answers how far the palm is from it then, and the walk. */
    const walkAlong = (speed = SPEED, type: 'static' | 'kinematic' = 'static') => {
        const walk = new Walk(stage, 'left', THINGS['a wall'], type);
        const { palm } = findGrasp(stage, stage.add({ hands: [{ hand: 'left' }] }), 'left');
        let nearest = Infinity;
        // its speed is known when it gets there
        walk.holder.translate(walk.reacher.forward.clone().mulScalar(-speed));
        for (let i = 0; i < 60 * ((BEGIN + LENGTH / 2) / speed + 1); i++) {
            walk.step(60, speed);
            nearest = Math.min(nearest, walk.gap(walk.palmNode.getRotation().transformVector(palm, new Vec3()).add(walk.palmNode.getPosition())));
        }
        return { walk, nearest };
    };

    it('tells when it lies on something, and when it leaves that', () => {
        const walk = new Walk(stage, 'left', THINGS['a wall']);
        const told: [boolean, number][] = [];
        walk.reacher.hands.on('reached', (_hand: string, reached: boolean) => told.push([reached, walk.gap(walk.palmNode.getPosition())]));
        for (let i = 0; i < 60 * (BEGIN + LENGTH + 2) / SPEED; i++) walk.step(60);
        expect(told.length).to.be.within(8, 18);
        told.forEach(([reached, gap], i) => {
            expect(reached).to.equal(i % 2 === 0);
            if (reached) expect(gap).to.be.within(0, 80);
        });
    });

    it('lets go where the wall ends, without a jump, and leaves the animation alone then', () => {
        const { walk, nearest } = walkAlong();
        expect(nearest).to.be.below(50);
        for (let i = 0; i < 60 * (LENGTH / 2 + 2) / SPEED; i++) {
            const before = walk.reacher.pose();
            walk.step(60);
            walk.reacher.pose().forEach((turn, node) => expect(turnBetween(before[node], turn) * 60).to.be.below(1400));
        }
        walk.reacher.model.anim!.speed = 0;
        stage.step(1 / 60, 60);
        const shown = walk.reacher.pose();
        walk.reacher.hands.enabled = false;
        stage.step(1 / 60, 60);
        walk.reacher.pose().forEach((turn, node) => expect(turnBetween(shown[node], turn)).to.be.below(0.01));
    });

    it('does so only on what stays, and at a walk', () => {
        expect(walkAlong(SPEED, 'kinematic').nearest).to.be.above(100);
        stage.clear();
        expect(walkAlong(4).nearest).to.be.above(100);
    });

    it('goes to a target that is set, and touches again without one', () => {
        const { walk } = walkAlong();
        const { hands } = walk.reacher;
        const target = stage.addTarget();
        walk.holder.addChild(target);
        target.setPosition(walk.reacher.fromShoulder('left', -0.05, -0.1, 0.25));
        hands.reach('left', target);
        for (let i = 0; i < 40; i++) walk.step(60);
        expect(hands.isReached('left')).to.equal(true);
        hands.release('left');
        for (let i = 0; i < 60; i++) walk.step(60);
        expect(walk.gap(walk.palmNode.getPosition())).to.be.within(0, 80);
        hands.hands[0].touch = false;
        for (let i = 0; i < 60; i++) walk.step(60, 0);
        expect(walk.gap(walk.palmNode.getPosition())).to.be.above(100);
    });

    it('is at rest while the body stands beside a wall', () => {
        const { walk } = walkAlong();
        walk.reacher.model.anim!.speed = 0;
        for (let i = 0; i < 90; i++) walk.step(60, 0);
        const before = walk.palmNode.getPosition().clone();
        for (let i = 0; i < 60; i++) walk.step(60, 0);
        expect(walk.palmNode.getPosition().distance(before)).to.be.below(1e-4);
        expect(walk.gap(before)).to.be.within(0, 80);
    });

    it('says so where there is no physics', async () => {
        const bare = new HandStage();
        await bare.open(MANNEQUIN);
        const { hands } = bare.add({ hands: [{ hand: 'left', touch: true }] });
        bare.step();
        expect(hands.problems().join()).to.contain('no physics');
        hands.hands[0].touch = false;
        bare.step();
        expect(hands.problems()).to.deep.equal([]);
        warnings.length = 0;
        bare.close();
    });
});
