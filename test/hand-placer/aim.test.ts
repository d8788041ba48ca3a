import { expect } from 'chai';
import { Entity, Vec3 } from 'playcanvas';

import { furtherRig, GNOME, MANNEQUIN } from '../support/characters';
import { angleOf, turnBetween } from '../support/geometry';
import { HandStage, type Reacher } from '../support/hand-stage';
import { catchWarnings } from '../support/warnings';

const FRAME = 1 / 60;

/** Places of a target from the right shoulder: outwards, up, ahead, in heights of the character. */
const PLACES = [[0, 0, 2], [0.8, 0.3, 1.5], [-1.2, -0.4, 1.2], [0.3, 1, 1.3], [1.3, 0, 0.3], [-0.1, -0.05, 0.9]] as const;

const FILES = [MANNEQUIN, GNOME, ...['Xbot.glb', 'Soldier.glb', 'Knight.glb', 'more/KnightQ.glb', 'rpm.glb'].flatMap(file => furtherRig(file) ?? [])];

/** Angle in degrees between the -Z axis of an entity and the direction from it to a point. */
function missOf(barrel: Entity, at: Vec3): number {
    return angleOf(barrel.forward, at.clone().sub(barrel.getPosition()));
}

for (const file of FILES) {
    describe(`what aims: ${file}`, () => {
        const stage = new HandStage();
        catchWarnings();
        before(() => stage.open(file));
        afterEach(() => stage.clear());
        after(() => stage.close());

        /** A character with a gun in its right hand, whose barrel is beside its grip and turned against it. */
        const addGunner = (settings: object = {}, others: object = {}, clip = '') => {
            const reacher = stage.add(others, clip);
            const gun = stage.addTarget(), barrel = new Entity('barrel', stage.app), mark = new Entity('gripRight', stage.app);
            for (const child of [barrel, mark]) gun.addChild(child);
            barrel.setLocalPosition(0, 0.04 * reacher.height, -0.1 * reacher.height);
            barrel.setLocalEulerAngles(2, -3, 0);
            mark.setLocalEulerAngles(0, 0, 80);
            const target = stage.addTarget(reacher.fromShoulder('right', 0, 0, 2));
            reacher.hands.attach('right', gun, 0);
            reacher.hands.aims = [{ hand: 'right', boneName: '', axis: '-z', speed: 0, limit: 110, weight: 1, bodyShare: 1, ...settings, barrel, target }] as never;
            stage.step(FRAME, 3);
            return { reacher, gun, barrel, target };
        };

        it('points at its target, still and at 5 m/s across', function () {
            const { reacher, barrel, target } = addGunner();
            const misses = PLACES.map(([x, y, z]) => {
                target.setPosition(reacher.fromShoulder('right', x, y, z));
                stage.step();
                return missOf(barrel, target.getPosition());
            });
            let across = 0;
            for (let i = -40; i <= 40; i++) {
                target.setPosition(reacher.fromShoulder('right', 5 / 1.75 * i * FRAME, 0.2, 2));
                stage.step();
                across = Math.max(across, missOf(barrel, target.getPosition()));
            }
            const still = Math.max(...misses);
            this.test!.title += ` (${still.toFixed(3)} and ${across.toFixed(3)} degrees)`;
            expect(still).to.be.below(0.1);
            expect(across).to.be.below(0.5);
            expect(reacher.hands.problems()).to.deep.equal([]);
        });

        it('takes half of the way from the spine, and leaves the head where it looks', () => {
            const { reacher, target } = addGunner({}, {});
            const roles = reacher.roles;
            const head = roles.get('head')!, chest = roles.get('rightClavicle')?.parent ?? roles.get('rightUpperArm')!.parent!;
            target.setPosition(reacher.fromShoulder('right', 0, 0, 2));
            stage.step();
            const [look, trunk] = [head.getRotation().clone(), chest.getRotation().clone()];
            target.setPosition(reacher.fromShoulder('right', 2, 0, 1));
            stage.step();
            expect(turnBetween(head.getRotation(), look)).to.be.below(0.1);
            if (roles.has('spine') || roles.has('spine1')) expect(turnBetween(chest.getRotation(), trunk)).to.be.within(20, 40);
        });

        it('points there with a hand that reaches for a place on the chest, and the other hand on the gun', function () {
            const { reacher, gun, barrel, target } = addGunner();
            const chest = (reacher.roles.get('rightClavicle')?.parent ?? reacher.roles.get('rightUpperArm')!.parent!) as Entity;
            const seat = stage.addTarget();
            seat.reparent(chest);
            seat.setPosition(reacher.fromShoulder('right', -0.05, -0.08, 0.6 * reacher.armLength('right') / reacher.height));
            seat.setRotation(gun.findByName('gripRight')!.getRotation());
            // an entity below a bone stays one that a hand can reach for
            reacher.hands.refresh();
            reacher.hands.reach('right', seat);
            const mark = new Entity('gripLeft', stage.app);
            gun.addChild(mark);
            mark.setLocalPosition(0, 0, -0.1 * reacher.armLength('right'));
            reacher.hands.attach('left', gun);
            let most = 0;
            for (let i = -20; i <= 20; i++) {
                target.setPosition(reacher.fromShoulder('right', 0.05 * i, 0.02 * i, 2));
                stage.step();
                if (i >= -15) most = Math.max(most, missOf(barrel, target.getPosition()));
            }
            this.test!.title += ` (${most.toFixed(3)} degrees)`;
            expect(most).to.be.below(0.1);
            expect(reacher.hands.problems()).to.deep.equal([]);
            expect(gun.findByName('gripRight')!.getPosition().distance(seat.getPosition())).to.be.below(0.2 * reacher.armLength('right'));
        });
    });
}

describe('what aims', () => {
    const stage = new HandStage();
    catchWarnings();
    before(() => stage.open(MANNEQUIN));
    afterEach(() => stage.clear());
    after(() => stage.close());

    const addPointer = (settings: object): { reacher: Reacher; target: Entity } => {
        const reacher = stage.add({ blendTime: 0 });
        const target = stage.addTarget(reacher.fromShoulder('right', 0, 0, 2));
        reacher.hands.aims = [{ hand: 'right', boneName: '', barrel: null, axis: '-z', speed: 0, limit: 110, weight: 1, bodyShare: 0, ...settings, target }] as never;
        stage.step(FRAME, 2);
        return { reacher, target };
    };

    it('is a finger that points, a turret on a bone, or half of it', () => {
        const { reacher } = addPointer({});
        const { elbow, hand } = reacher.arm('right')!;
        // the arm is stretched as in the pose of the file
        expect(angleOf(hand.getPosition().clone().sub(elbow.getPosition()), reacher.forward)).to.be.below(25);
        const rest = stage.add();
        const pointing = reacher.arm('right')!.shoulder.getRotation().clone();
        const [from] = [rest.arm('right')!.shoulder.getRotation().clone()];
        reacher.hands.aims[0].weight = 0.5;
        stage.step();
        const half = reacher.arm('right')!.shoulder.getRotation();
        expect(turnBetween(half, from)).to.be.closeTo(turnBetween(pointing, from) / 2, 0.1);

        const turret = new Entity('turret', stage.app);
        const { reacher: other, target } = addPointer({ boneName: 'head', barrel: turret, axis: 'x' });
        other.roles.get('head')!.addChild(turret);
        turret.setLocalEulerAngles(10, 20, 0);
        target.setPosition(other.fromShoulder('right', 0.5, 0.5, 2));
        stage.step();
        expect(angleOf(turret.right, target.getPosition().clone().sub(turret.getPosition()))).to.be.below(0.1);
    });

    it('leads a target that moves, so that what is shot meets it', () => {
        const speed = 20;
        const { reacher, target } = addPointer({ speed, boneName: 'head', axis: 'z' });
        const head = reacher.roles.get('head')!;
        const at = (time: number) => reacher.fromShoulder('right', -1, 0, 3).add(new Vec3(3 * time, time, 0));
        for (let i = 0; i <= 90; i++) {
            target.setPosition(at(i * FRAME));
            stage.step();
        }
        const [from, way] = [head.getPosition().clone(), head.getRotation().transformVector(Vec3.BACK, new Vec3())];
        let nearest = Infinity;
        for (let time = 0; time < 2; time += 1 / 1000) nearest = Math.min(nearest, from.clone().add(way.clone().mulScalar(speed * time)).distance(at(1.5 + time)));
        expect(nearest).to.be.below(0.03);
        expect(missFrom(from, way, at(1.5))).to.be.above(2);
    });

    it('lets go of a target behind or destroyed without a jump, and says what is wrong', () => {
        const { reacher, target } = addPointer({});
        reacher.hands.blendTime = 0.4;
        const turns = (frames: number) => Math.max(...Array.from({ length: frames }, () => {
            const before = reacher.pose();
            stage.step();
            return Math.max(...reacher.pose().map((turn, i) => turnBetween(turn, before[i])));
        }));
        target.setPosition(reacher.fromShoulder('right', 0, 0, -2));
        // eased over 24 frames, a joint does no more than an eleventh of its way in one
        const away = turns(40);
        expect(away).to.be.within(1, 12);
        target.setPosition(reacher.fromShoulder('right', 0, 0, 2));
        expect(turns(40)).to.be.below(12);
        target.destroy();
        expect(turns(40)).to.be.below(12);
        expect(reacher.hands.problems().join()).to.include('was destroyed');
        reacher.hands.aims = [{ ...reacher.hands.aims[0], target: null, boneName: 'no such bone' }] as never;
        expect(reacher.hands.problems().join()).to.include('aim 1');
    });
});

function missFrom(from: Vec3, way: Vec3, at: Vec3): number {
    return angleOf(way, at.clone().sub(from));
}
