import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import type { StrideWarp } from '../../scripts/index';
import { onEachCharacter, type Actor, type FootStage } from '../support/foot-stage';
import { Slip } from '../support/slip';

// A walk at other speeds and aside: what the soles that stand slide on the floor, vertex by vertex, and what the knees do.

const FRAME = 1 / 60;

/** What a walk has shown. Millimetres and degrees on a person. */
interface Seen {
    /** Furthest that a planted sole has gone along the floor in one stance. */
    slide: number;
    /** Fastest bend of a knee in degrees a second, of the character and of its twin that plays the clip. */
    knee: number;
    twinKnee: number;
    /** Straightest leg as a share of its length, and that of the twin. */
    extension: number;
    twinExtension: number;
    /** How far the pelvis was below that of the twin. */
    down: number;
    stances: number;
}

function kneeOf(actor: Actor, id: string): number {
    const [hip, knee, ankle] = actor.leg(id).map(bone => bone.getPosition());
    const a = hip.clone().sub(knee).normalize(), b = ankle.clone().sub(knee).normalize();
    return Math.acos(Math.max(-1, Math.min(1, a.dot(b)))) * 180 / Math.PI;
}

/** Walks for some seconds at a share of the clip's own speed and in a direction, degrees to the left. */
function walk(stage: FootStage, share: number, direction: number, seconds: number, isMoved = true): Seen {
    const [hero, twin] = [stage.add().play('walk'), stage.add().play('walk')];
    const own = stage.speedOf('walk');
    const speed = share * own;
    hero.model.addComponent('script');
    const script = hero.model.script!.create('strideWarp', { attributes: { speed: share === 1 ? 0 : speed, direction } }) as StrideWarp;
    const angle = direction * Math.PI / 180;
    const { forward } = stage;
    // up × forward points to the left
    const way = new Vec3(forward.x * Math.cos(angle) + forward.z * Math.sin(angle), 0, forward.z * Math.cos(angle) - forward.x * Math.sin(angle));
    const seen: Seen = { slide: 0, knee: 0, twinKnee: 0, extension: 0, twinExtension: 0, down: 0, stances: 0 };
    const slips = stage.feet.map(() => new Slip());
    const bends = stage.feet.map(() => [NaN, NaN]);
    for (let i = 0; i * FRAME < seconds; i++) {
        if (isMoved) hero.holder.translate(way.clone().mulScalar(speed * FRAME));
        stage.step(FRAME);
        twin.model.anim!.baseLayer!.activeStateCurrentTime = hero.time;
        const isSettled = i * FRAME > 1;
        const base = hero.holder.getPosition();
        stage.feet.forEach((id, foot) => {
            const points = hero.sole(id).read();
            if (isMoved) {
                if (!stage.isDown('walk', id, hero.time)) {
                    if (slips[foot].way.length() > 0) seen.stances++;
                    slips[foot].lift();
                } else if (slips[foot].follow(points, (all, v) => all[3 * v + 1], Vec3.UP, stage.size) && isSettled) {
                    seen.slide = Math.max(seen.slide, 1000 * slips[foot].way.length() / stage.size);
                }
            }
            const now = [kneeOf(hero, id), kneeOf(twin, id)];
            if (isSettled) {
                seen.knee = Math.max(seen.knee, Math.abs(now[0] - bends[foot][0]) / FRAME);
                seen.twinKnee = Math.max(seen.twinKnee, Math.abs(now[1] - bends[foot][1]) / FRAME);
                seen.extension = Math.max(seen.extension, hero.extension(id));
                seen.twinExtension = Math.max(seen.twinExtension, twin.extension(id));
                const drop = (twin.bone('hips').getPosition().y - twin.holder.getPosition().y) - (hero.bone('hips').getPosition().y - base.y);
                seen.down = Math.max(seen.down, 1000 * drop / stage.size);
            }
            bends[foot] = now;
        });
    }
    expect(script.problems()).to.deep.equal([]);
    return seen;
}

onEachCharacter('strideWarp', (stage) => {
    for (const share of [0.7, 0.85, 1, 1.2, 1.4]) {
        for (const direction of [0, 25, -25]) {
            it(`does not let planted feet slide at ${share} times the clip's speed, ${direction} degrees aside`, () => {
                const seen = walk(stage, share, direction, 5);
                // a foot that stands goes 10 mm at most, also where it slides in the clip
                expect(seen.slide).to.be.below(10);
                expect(seen.stances).to.be.above(3 * stage.feet.length);
                // no pop: no knee more than twice as fast as the clip's, and none straighter than it may be
                expect(seen.knee).to.be.below(2 * seen.twinKnee);
                expect(seen.extension).to.be.below(Math.max(0.9995, seen.twinExtension + 1e-4));
                expect(seen.down).to.be.below(51);
            });
        }
    }

    it('holds feet in the same way below a character that stays in place, as on a treadmill', () => {
        const [moved, inPlace] = [walk(stage, 0.8, 20, 3), walk(stage, 0.8, 20, 3, false)];
        expect(inPlace.extension).to.be.closeTo(moved.extension, 0.004);
        expect(inPlace.knee).to.be.closeTo(moved.knee, 0.1 * moved.knee);
    });

    it('goes below the clip\'s own sliding at its own speed', () => {
        if (stage.name === 'Xbot') expect(walk(stage, 1, 0, 4).slide).to.be.below(5);
    });
});
