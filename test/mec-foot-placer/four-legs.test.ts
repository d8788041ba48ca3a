import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import type { PerfectLookAt } from '../../scripts/index';
import { onHound, type Actor } from '../support/foot-stage';
import { Walk, Worst } from '../support/foot-walk';
import { angleOf } from '../support/geometry';
import { Counted, rubble, slope } from '../support/scenery';
import { catchWarnings } from '../support/warnings';

/** Goal: share of the height within which a paw is on its ground. */
const ON_GROUND = 0.002;

/** Angle between the body's tilt and the asked one, degrees. */
const TILT = 3;

onHound('on four legs', (stage) => {
    catchWarnings();

    /** Direction from the hips to the chest: of the character's back. */
    const backOf = (actor: Actor) => actor.bone('neck').getPosition().clone().sub(actor.bone('hips').getPosition());

    /** Turn of the body about the twin's as angles along and across: what its up has become. */
    function tiltOf(hero: Actor, twin: Actor): Vec3 {
        const turn = hero.bone('hips').getRotation().clone().mul(twin.bone('hips').getRotation().clone().invert());
        return turn.transformVector(Vec3.UP, new Vec3());
    }

    it('fills in four feet', () => {
        const placer = stage.add().place({}, slope(0).ground);
        expect(placer.problems()).to.deep.equal([]);
        expect(placer.feet.map(({ footId }) => footId)).to.have.members(['leftFoot', 'rightFoot', 'leftHand', 'rightHand']);
        for (const row of placer.feet) expect(row.bonesCount).to.be.at.least(4);
    });

    for (const [angle, heading] of [[25, 0], [25, 180], [25, 90], [15, 45]]) {
        it(`all paws stand on a slope of ${angle} degrees towards ${heading}, and the body takes over its tilt`, function () {
            const plane = slope(angle, heading);
            const walk = new Walk(stage, plane, { clip: 'idle', settings: { adjustPelvisVertically: true } });
            walk.run(2);
            const off = new Worst(), tilt = new Worst();
            walk.run(1, () => {
                for (const id of stage.feet) {
                    const foot = walk.foot(id);
                    off.see(Math.abs(foot.lowest - foot.twinLowest) / stage.height, `${id}, extended ${foot.extension.toFixed(3)} of ${foot.twinExtension.toFixed(3)}`);
                }
                tilt.see(angleOf(tiltOf(walk.hero, walk.twin), plane.normal), 'body');
            });
            this.test!.title += ` (${(100 * off.value).toFixed(3)} % of the height, ${tilt.value.toFixed(2)} degrees)`;
            expect(off.value, off.note).to.be.at.most(ON_GROUND);
            expect(tilt.value).to.be.at.most(TILT);
        });
    }

    it('the look-at comes below, and meets its target on slopes', function () {
        const off = new Worst();
        for (const heading of [0, 90, 180]) {
            const walk = new Walk(stage, slope(15, heading), { clip: 'idle' });
            const { hero } = walk;
            const target = stage.addEntity();
            const look = hero.model.script!.create('perfectLookAt', { attributes: { targetObject: target } }) as PerfectLookAt;
            const bone = look.lookAtBones[0].bone!;
            const forward = stage.startRotation(hero.nodes.indexOf(bone)).clone().invert().transformVector(Vec3.BACK, new Vec3());
            // 20 degrees aside, on the level of the eyes
            const place = () => target.setPosition(bone.getPosition().add(new Vec3(Math.sin(0.35), 0, Math.cos(0.35)).mulScalar(20)));
            place();
            walk.run(3);
            off.see(angleOf(bone.getRotation().transformVector(forward, new Vec3()), target.getPosition().sub(bone.getPosition())), `${heading}`);
            expect(look.problems(), 'below').to.deep.equal([]);
            expect(walk.placer.problems(), 'above').to.deep.equal([]);
            hero.model.script!.move('perfectLookAt', 0);
            expect(walk.placer.problems().join()).to.include('below perfectLookAt, which should come after it');
            stage.clear();
        }
        this.test!.title += ` (${off.value.toFixed(2)} degrees)`;
        expect(off.value, off.note).to.be.at.most(1);
    });

    it('walking on a slope of 25 degrees keeps the carrying paws on it, and the body tilted', function () {
        const off = new Worst(), tilt = new Worst();
        for (const heading of [0, 180]) {
            const plane = slope(25, heading);
            const walk = new Walk(stage, plane, { settings: { adjustPelvisVertically: true, dampPelvis: true } });
            walk.run(1.5);
            walk.run(2 * stage.clip('walk').duration, () => {
                for (const id of stage.feet) {
                    const foot = walk.foot(id);
                    if (!foot.isPlanted) continue;
                    off.see(Math.abs(Math.max(0, -foot.lowest) - Math.max(0, -foot.twinLowest)) / stage.height, `into it: ${id} at ${walk.twin.time.toFixed(3)}, ${heading}`);
                    if (walk.reaches(foot)) off.see((Math.max(0, foot.lowest) - Math.max(0, foot.twinLowest)) / stage.height, `over it: ${id} at ${walk.twin.time.toFixed(3)}, ${heading}`);
                }
                tilt.see(angleOf(tiltOf(walk.hero, walk.twin), plane.normal), `${heading} at ${walk.twin.time.toFixed(3)}`);
            });
            stage.clear();
        }
        this.test!.title += ` (${(100 * off.value).toFixed(3)} %, ${tilt.value.toFixed(2)} degrees)`;
        expect(off.value, off.note).to.be.at.most(ON_GROUND);
        expect(tilt.value, tilt.note).to.be.at.most(TILT);
    });

    it('tiltBody is the share of the slope that the body takes over', () => {
        for (const [tiltBody, wanted] of [[1, 20], [0.5, 10], [0.25, 5]]) {
            const plane = slope(20);
            const walk = new Walk(stage, plane, { clip: 'idle', settings: { adjustPelvisVertically: true, tiltBody } });
            walk.run(2);
            expect(angleOf(tiltOf(walk.hero, walk.twin), Vec3.UP), `share ${tiltBody}`).to.be.closeTo(wanted, TILT * 0.7);
            expect(backOf(walk.hero).length()).to.be.closeTo(backOf(walk.twin).length(), 0.01 * stage.height);
            stage.clear();
        }
    });

    it('an idle on rubble does not make it tremble', function () {
        const range = new Worst(), step = new Worst();
        const walk = new Walk(stage, rubble(21, stage.size), { clip: 'idle', rootHeight: () => 0, settings: { adjustPelvisVertically: true } });
        walk.run(2);
        const last = new Map<string, Vec3[]>();
        const low = new Map<string, Vec3[]>(), high = new Map<string, Vec3[]>();
        walk.run(5, () => {
            for (const id of stage.feet) {
                const now = [walk.hero, walk.twin].map(actor => actor.foot(id).getPosition().clone());
                const before = last.get(id);
                if (before) step.see(1000 * (now[0].distance(before[0]) - now[1].distance(before[1])), id);
                last.set(id, now);
                if (!low.has(id)) {
                    low.set(id, now.map(place => place.clone()));
                    high.set(id, now.map(place => place.clone()));
                }
                now.forEach((place, i) => {
                    low.get(id)![i].min(place);
                    high.get(id)![i].max(place);
                });
            }
        });
        for (const id of stage.feet) {
            const [own, clip] = [0, 1].map(i => high.get(id)![i].distance(low.get(id)![i]));
            range.see(1000 * (own - clip), id);
        }
        this.test!.title += ` (${range.value.toFixed(2)} and ${step.value.toFixed(2)} mm)`;
        expect(range.value, range.note).to.be.at.most(0.5);
        expect(step.value, step.note).to.be.at.most(0.5);
    });

    it('asks for no more than sixteen rays a frame, and for none while it is still', () => {
        const counted = new Counted(slope(10).ground);
        const hero = stage.add().play('walk');
        hero.place({ adjustPelvisVertically: true }, counted);
        let most = 0;
        for (let i = 0; i < 90; i++) {
            counted.casts = 0;
            stage.step();
            most = Math.max(most, counted.casts);
        }
        expect(most).to.be.within(4, 16);
        hero.model.anim!.speed = 0;
        for (let i = 0; i < 60; i++) stage.step();
        counted.casts = 0;
        for (let i = 0; i < 30; i++) stage.step();
        expect(counted.casts).to.equal(0);
    });
});
