import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { FRAME, onEachBiped, onStrangersInStride, type FootStage } from '../support/foot-stage';
import { WalkAbout } from '../support/walk-about';

// A body that leans so far that gravity and its acceleration go through its feet: the middle of the hips against the same walk without.

const GRAVITY = 9.81;

/** Degrees a second of a curve, and what a body leans at most, and back. */
const TURN = 90;
const MOST = 20;
const MOST_BACK = 6;

/** Seconds in which one walks straight, and in which it is watched. */
const BEFORE = 2;
const WATCHED = 2;

function rows(stage: FootStage, walk: string) {
    /** Mean angle in degrees by which the hips are to the left of the entity's place, and by which the trunk is turned forward, against upright. */
    const watch = (lean: number, turning: number, speeds: (seconds: number) => number, from: number, to: number) => {
        const about = new WalkAbout(stage, { lean }, ['idle', walk]);
        const { hero: { holder } } = about;
        const hips = about.hero.bone('hips');
        const start = hips.getRotation().clone().invert();
        const back = holder.getRotation().clone();
        start.mul(back);
        let aside = 0, ahead = 0, count = 0;
        for (let i = 0; i < to / FRAME; i++) {
            about.step(speeds(i * FRAME), 0, turning);
            if (i * FRAME < from) continue;
            const turned = holder.getRotation().clone().invert().mul(hips.getRotation()).mul(start);
            const up = turned.transformVector(Vec3.UP, new Vec3());
            const left = new Vec3().cross(Vec3.UP, stage.forward);
            const place = holder.getWorldTransform().clone().invert().transformPoint(hips.getPosition());
            aside += Math.atan2(place.dot(left), place.y) * 180 / Math.PI;
            ahead += Math.asin(up.dot(stage.forward)) * 180 / Math.PI;
            count++;
        }
        stage.clear();
        return { aside: aside / count, ahead: ahead / count };
    };

    it('leans into a curve as far as physics wants it', () => {
        const speed = stage.speedOf(walk);
        const angle = Math.atan(speed * TURN * Math.PI / 180 / GRAVITY) * 180 / Math.PI;
        const upright = watch(0, TURN, () => speed, BEFORE, BEFORE + WATCHED);
        for (const lean of [0.5, 1]) {
            const wanted = Math.min(MOST, lean * angle);
            const { aside } = watch(lean, TURN, () => speed, BEFORE, BEFORE + WATCHED);
            expect(aside - upright.aside, `lean ${lean}`).to.be.closeTo(wanted, 0.15 * wanted + 0.3);
        }
        const most = Math.min(MOST, angle);
        const right = watch(1, -TURN, () => speed, BEFORE, BEFORE + WATCHED).aside - watch(0, -TURN, () => speed, BEFORE, BEFORE + WATCHED).aside;
        expect(right).to.be.closeTo(-most, 0.15 * most + 0.3);
    });

    it('leans forward as it speeds up, and back as it brakes, but not far: that is done with a foot ahead', () => {
        const speed = stage.speedOf(walk);
        const ramp = (sign: number) => (seconds: number) => speed * (seconds < 1 ? sign > 0 ? 0.4 : 1.2 : Math.max(0.4, Math.min(1.2, sign > 0 ? 0.4 + seconds - 1 : 1.2 - seconds + 1)));
        for (const sign of [1, -1]) {
            const wanted = Math.min(sign > 0 ? MOST : MOST_BACK, Math.atan(speed / GRAVITY) * 180 / Math.PI);
            const one = watch(1, 0, ramp(sign), 1.4, 1.75), none = watch(0, 0, ramp(sign), 1.4, 1.75);
            expect(one.ahead - none.ahead).to.be.closeTo(sign * wanted, 0.3 * wanted + 0.5);
        }
    });
}

onEachBiped('leaning', stage => rows(stage, 'walk'));

onStrangersInStride('leaning, strangers', (stage, walk) => {
    if (stage.feet.length === 2) rows(stage, walk);
});
