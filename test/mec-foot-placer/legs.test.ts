import { expect } from 'chai';
import { Quat, Vec3 } from 'playcanvas';

import { FRAME, onEachBiped, type Actor, type FootStage } from '../support/foot-stage';
import { headingBetween, Walk, Worst } from '../support/foot-walk';
import { angleOf, turnBetween } from '../support/geometry';
import { box, scene, slope, type Scenery } from '../support/scenery';
import { catchWarnings } from '../support/warnings';

/** Ground at one height everywhere, metres; it can be moved. */
function level(height = 0): Scenery & { height: number } {
    const it = {
        height,
        ground: { version: 0, cast: (hit: { point: Float64Array; normal: Float64Array; body: unknown }, ray: Float64Array) => {
            const share = (ray[1] - it.height) / ray[6];
            if (!(share >= 0 && share <= 1)) return false;
            hit.point.set([ray[0], it.height, ray[2]]);
            hit.normal.set([0, 1, 0]);
            hit.body = null;
            return true;
        } },
        heightAt: () => it.height,
        distanceTo: (_x: number, y: number) => y - it.height
    };
    return it as never;
}

/** Knee's side of the line from hip to ankle, and the normal of the leg's plane. */
function planeOf(actor: Actor, id: string): Vec3 {
    const [hip, knee, ankle] = actor.leg(id).map(bone => bone.getPosition().clone());
    return new Vec3().cross(ankle.sub(hip), knee.sub(hip)).normalize();
}

/** Largest difference of the local transforms of the legs of two actors: metres of the foot, degrees of the bones. */
function legDifference(stage: FootStage, a: Actor, b: Actor): number {
    return Math.max(...stage.feet.flatMap(id => a.leg(id).map((bone, i) => {
        const own = bone.getPosition().clone().sub(a.holder.getPosition()), other = b.leg(id)[i].getPosition().clone().sub(b.holder.getPosition());
        return own.distance(other);
    })));
}

onEachBiped('a leg', (stage) => {
    catchWarnings();

    it('brings its ankle exactly to where the clip has it over the ground, where it reaches', function () {
        const off = new Worst();
        for (const [height, angle] of [[0.03, 0], [0.08, 0], [0.15, 0], [0.02, 20], [0.05, 30]]) {
            const plane = slope(angle, 90);
            const scenery: Scenery = {
                ground: { cast: (hit, ray) => {
                    const lowered = Float64Array.from(ray);
                    lowered[1] -= height * stage.size;
                    const met = plane.ground.cast(hit, lowered);
                    hit.point[1] += height * stage.size;
                    return met;
                } },
                heightAt: (x, z) => plane.heightAt(x, z) + height * stage.size,
                distanceTo: (x, y, z) => plane.distanceTo(x, y - height * stage.size, z)
            };
            const walk = new Walk(stage, scenery, { clip: stage.standing, rootHeight: () => 0, settings: { maxStep: 1 } });
            for (const id of stage.feet) walk.placer.setPlantBlendWeight(id, 0);
            walk.run(0.6);
            walk.run(0.5, () => {
                for (const id of stage.feet) {
                    if (walk.needed(id, plane.normal) > Math.max(0.97, walk.twin.extension(id))) continue;
                    const wanted = walk.twin.foot(id).getPosition().clone();
                    wanted.y = scenery.heightAt(wanted.x, wanted.z) + wanted.y / plane.normal.y;
                    off.see(1000 * walk.hero.foot(id).getPosition().distance(wanted) / stage.size, `${id}, ${height} m up, ${angle} degrees`);
                }
            });
            stage.clear();
        }
        this.test!.title += ` (${off.value.toFixed(3)} mm)`;
        expect(off.count).to.be.above(60);
        expect(off.value, off.note).to.be.at.most(0.5);
    });

    it('without anything to correct is the animation\'s, with plant weight 0', function () {
        const off = new Worst();
        for (const clip of [stage.standing, 'walk']) {
            const walk = new Walk(stage, level(), { clip, settings: { adjustPelvisVertically: true, dampPelvis: true } });
            for (const id of stage.feet) walk.placer.setPlantBlendWeight(id, 0);
            walk.run(3, () => off.see(1000 * legDifference(stage, walk.hero, walk.twin) / stage.size, `${clip} at ${walk.twin.time.toFixed(3)} s`));
            stage.clear();
        }
        this.test!.title += ` (${off.value.toFixed(4)} mm)`;
        expect(off.value, off.note).to.be.at.most(0.05);
    });

    it('bends its knee as the animation does on level ground of another height, and turns its plane evenly while the character turns round', function () {
        const step = new Worst(), flip = new Worst();
        const scenery = scene([box([0, -0.5, 0], [8, 1, 8]), box([0.5 * stage.size, 0.06 * stage.size - 0.5, 0], [stage.size, 1, 8], [0, 0, 4])]);
        const [hero, twin] = [stage.add().play(stage.standing), stage.add().play(stage.standing)];
        const placer = hero.place({ adjustPelvisVertically: true }, scenery.ground);
        placer.feet = placer.feet.map(row => ({ ...row, disablePlantFromDistance: 0.1, disablePlantFromAngle: 25 })) as never;
        for (let i = 0; i < 40; i++) stage.step();
        const before = new Map<string, Vec3>();
        for (let i = 0; i <= 240; i++) {
            const turn = new Quat().setFromEulerAngles(0, 1.5 * i, 0);
            hero.holder.setRotation(turn);
            twin.holder.setRotation(turn);
            stage.step();
            for (const id of stage.feet) {
                const [own, clip] = [planeOf(hero, id), planeOf(twin, id)];
                flip.see(angleOf(own, clip), `${id} at ${1.5 * i}`);
                const local = turn.clone().invert().transformVector(own, new Vec3());
                const last = before.get(id);
                if (last) step.see(angleOf(local, last), `${id} at ${1.5 * i}`);
                before.set(id, local);
            }
        }
        this.test!.title += ` (${step.value.toFixed(2)} degrees a frame, ${flip.value.toFixed(0)} from the clip's)`;
        expect(step.value, step.note).to.be.at.most(3);
        expect(flip.value, flip.note).to.be.below(60);
    });

    it('too short for its foot lifts the heel first, then the pelvis comes down, then the foot slides: and is never longer than 99.9 percent or its clip', function () {
        const longest = new Worst();
        for (const [angle, heading] of [[25, 0], [40, 0], [40, 90], [35, 180]]) {
            for (const adjustPelvisVertically of [true, false]) {
                const walk = new Walk(stage, slope(angle, heading), { settings: { adjustPelvisVertically, dampPelvis: true } });
                walk.run(0.5);
                walk.run(1.5, () => {
                    for (const id of stage.feet) longest.see(walk.hero.extension(id) - Math.max(0.999, walk.twin.extension(id)), `${id} on ${angle} degrees, pelvis ${adjustPelvisVertically}`);
                });
                stage.clear();
            }
        }
        this.test!.title += ` (${(100 * longest.value).toFixed(4)} % over)`;
        expect(longest.value, longest.note).to.be.below(1e-5);
    });

    it('behind the hip lifts its heel and leaves the pelvis, as long as that is enough; then the pelvis comes down', function () {
        // standing with one foot pulled back: the ground under it goes down bit by bit
        const found: { heel: number; pelvis: number; slide: number }[] = [];
        const clip = 'walk';
        const contacts = trailing(clip);
        for (let drop = 0; drop <= 0.24; drop += 0.02) {
            const deep = drop * stage.size;
            const ground = level();
            const lowered: Scenery = {
                ground: { version: 0, cast: (hit: never, ray: never) => {
                    const behind = (ray as Float64Array)[2] < contacts.split;
                    ground.height = behind ? -deep : 0;
                    return ground.ground.cast(hit, ray);
                } }, heightAt: (_x, z) => (z < contacts.split ? -deep : 0), distanceTo: (_x, y, z) => y - (z < contacts.split ? -deep : 0)
            };
            const [hero, twin] = [stage.add().play(clip, 0), stage.add().play(clip, 0)];
            // the clip takes a time only after it has begun
            stage.step();
            for (const actor of [hero, twin]) actor.model.anim!.baseLayer!.activeStateCurrentTime = contacts.time;
            hero.place({ adjustPelvisVertically: true, maxStep: 1 }, lowered.ground);
            for (let i = 0; i < 60; i++) stage.step();
            const { id } = contacts;
            const turned = turnBetween(hero.foot(id).getRotation(), twin.foot(id).getRotation());
            const off = hero.foot(id).getPosition().clone().sub(twin.foot(id).getPosition());
            found.push({
                heel: turned, pelvis: 1000 * (twin.bone('hips').getPosition().y - hero.bone('hips').getPosition().y) / stage.size, slide: 1000 * off.z / stage.size
            });
            stage.clear();
        }
        const first = (measure: (one: typeof found[0]) => number, least: number) => found.findIndex(one => measure(one) > least);
        const [heel, pelvis] = [first(one => one.heel, 2), first(one => one.pelvis, 5)];
        this.test!.title += ` (heel from ${2 * heel} cm on, pelvis from ${2 * pelvis} cm on, at the end ${found[12].heel.toFixed(0)} degrees, ${found[12].pelvis.toFixed(0)} mm)`;
        expect(heel, 'the heel lifts').to.be.above(-1);
        expect(pelvis, 'the pelvis comes down').to.be.above(-1);
        expect(heel).to.be.at.most(pelvis);
    });

    /** A time of the walk at which a foot carries well behind its hip, and where the ground is to be divided. */
    function trailing(clip: string): { id: string; time: number; split: number } {
        const actor = stage.add().play(clip);
        let best = { id: '', time: 0, split: 0, behind: 0 };
        for (let i = 1; i <= Math.floor(stage.clip(clip).duration / FRAME); i++) {
            stage.step();
            const [left, right] = stage.feet.map((id) => {
                const [hip, , ankle] = actor.leg(id).map(bone => bone.getPosition());
                return { id, behind: hip.z - ankle.z, z: ankle.z };
            });
            for (const [foot, other] of [[left, right], [right, left]]) {
                if ([foot, other].every(one => stage.isDown(clip, one.id, actor.time)) && foot.behind > best.behind) {
                    best = { id: foot.id, time: actor.time, split: (foot.z + other.z) / 2, behind: foot.behind };
                }
            }
        }
        stage.clear();
        return best;
    }

    it('keeps its full length of ground: softReach bends it no further than the clip has it, and eases into full extension', () => {
        // where the pelvis may not move, feet of a crouched stand go down until the leg is straight
        for (const softReach of [0, 0.03, 0.08]) {
            const ground = level();
            const hero = stage.add().play(stage.standing, 0);
            hero.place({ softReach, maxStep: 2 }, ground.ground);
            const lags: number[] = [];
            let before = NaN, knee = 0;
            for (let i = 0; i < 120; i++) {
                ground.height = -0.002 * i * stage.size;
                (ground.ground as { version: number }).version++;
                stage.step();
                const [hip, mid, ankle] = hero.leg('leftFoot').map(bone => bone.getPosition());
                const angle = angleOf(hip.clone().sub(mid), ankle.clone().sub(mid));
                if (i > 30 && Number.isFinite(before)) knee = Math.max(knee, Math.abs(angle - before));
                before = angle;
                lags.push(hero.extension('leftFoot'));
            }
            expect(Math.max(...lags), `soft reach ${softReach}`).to.be.at.most(Math.max(0.9991, lags[0] + 1e-4));
            if (softReach >= 0.03) expect(knee, `knee of soft reach ${softReach}, degrees a frame`).to.be.below(9);
            stage.clear();
        }
    });

    it('has the hint of its knee moved by the offset in the entity\'s frame, towards it', () => {
        for (const [offset, side] of [[new Vec3(0.4, 0, 0), 1], [new Vec3(-0.4, 0, 0), -1]] as const) {
            const ground = level(0.06 * stage.size);
            const [plain, bent, twin] = [0, 1, 2].map(() => stage.add().play(stage.standing, 0));
            for (const [actor, ikHintOffset] of [[plain, new Vec3()], [bent, offset.clone().mulScalar(stage.size)]] as const) {
                const placer = actor.place({}, ground.ground);
                placer.feet = placer.feet.map(row => ({ ...row, ikHintOffset })) as never;
            }
            for (let i = 0; i < 40; i++) stage.step();
            for (const id of stage.feet) {
                const [, kneeA, ankleA] = plain.leg(id).map(bone => bone.getPosition());
                const [, kneeB, ankleB] = bent.leg(id).map(bone => bone.getPosition());
                expect(ankleA.distance(ankleB)).to.be.below(5e-4);
                expect(side * (kneeB.x - kneeA.x), `${id}, ${offset}`).to.be.above(0.005 * stage.size);
                const [hip] = bent.leg(id).map(bone => bone.getPosition());
                // the knee lies in the plane of hip, ankle and hint: toe plus calf plus offset
                const forward = bent.forwardOf(id);
                forward.y = 0;
                // the calf as the animation has it
                const [, kneeC, ankleC] = twin.leg(id).map(bone => bone.getPosition());
                const calf = kneeC.clone().sub(ankleC);
                const hint = ankleB.clone().add(forward.normalize().mulScalar(bent.sole(id).length)).add(calf).add(offset.clone().mulScalar(stage.size));
                const normal = new Vec3().cross(ankleB.clone().sub(hip), hint.clone().sub(hip)).normalize();
                const plain2 = new Vec3().cross(ankleB.clone().sub(hip), hint.clone().sub(offset.clone().mulScalar(stage.size)).sub(hip)).normalize();
                const asked = angleOf(plain2, normal), got = angleOf(planeOf(plain, id), planeOf(bent, id));
                expect(got, `turn of the knee of ${id}`).to.be.closeTo(asked, 1.5);
            }
            stage.clear();
        }
    });
});

onEachBiped('the way from animation to ground and back', (stage) => {
    catchWarnings();

    for (const transitionTime of [0.1, 0.2, 0.5]) {
        it(`takes ${transitionTime} s, starts without a jump, and ends with the animation`, function () {
            const lift = 0.08 * stage.size;
            const ground = level(lift);
            let there = false;
            const gone = { version: 0, cast: (hit: never, ray: never) => there && ground.ground.cast(hit, ray) };
            const [hero, twin] = [stage.add().play(stage.standing, 0), stage.add().play(stage.standing, 0)];
            const placer = hero.place({ maxStep: 1 }, gone);
            placer.feet = placer.feet.map(row => ({ ...row, transitionTime, plantFoot: false })) as never;
            for (let i = 0; i < 30; i++) stage.step();
            const off = () => hero.foot('leftFoot').getPosition().y - twin.foot('leftFoot').getPosition().y;
            expect(Math.abs(off())).to.be.below(1e-4 * stage.size);
            const pass = (wanted: number, start: number) => {
                gone.version++;
                const values: number[] = [];
                for (let i = 0; i < 60; i++) {
                    stage.step();
                    values.push(off());
                }
                const arrived = values.findIndex(value => Math.abs(value - wanted) < 2e-4 * stage.size);
                const biggest = Math.max(...values.map((value, i) => Math.abs(value - (i === 0 ? start : values[i - 1]))));
                // at half of the time it is half way
                return { first: Math.abs(values[0] - start), arrived: (arrived + 1) * FRAME, biggest };
            };
            there = true;
            const up = pass(lift, 0);
            there = false;
            const down = pass(0, lift);
            for (const [name, { first, arrived }] of [['onto', up], ['off', down]] as const) {
                this.test!.title += ` (${name}: ${(1000 * first / stage.size).toFixed(2)} mm, ${arrived.toFixed(3)} s)`;
                if (transitionTime >= 0.2) expect(1000 * first / stage.size, name).to.be.at.most(2);
                // its last frame moves by less than can be seen
                expect(arrived, name).to.be.within(transitionTime - 2.6 * FRAME - 0.12 * transitionTime, transitionTime + 1.01 * FRAME);
            }
            expect(Math.abs(off())).to.be.below(1e-4 * stage.size);
        });
    }

    it('in the air is the animation\'s within 0.1 mm after the time', function () {
        const walk = new Walk(stage, level(), { settings: { adjustPelvisVertically: true, dampPelvis: true } });
        walk.run(1);
        walk.hero.holder.translate(0, 0, 0);
        // the character goes up and away from its ground
        const { placer } = walk;
        placer.setGround({ cast: () => false });
        walk.run(0.2 + FRAME);
        const off = new Worst();
        walk.run(1, () => off.see(1000 * legDifference(stage, walk.hero, walk.twin) / stage.size));
        this.test!.title += ` (${off.value.toFixed(4)} mm)`;
        expect(off.value).to.be.at.most(0.1);
        for (const id of stage.feet) expect(headingBetween(walk.hero.forwardOf(id), walk.twin.forwardOf(id))).to.be.below(0.01);
    });
});
