import { expect } from 'chai';
import { Quat, Vec3, type AnimTrack, type AppBase } from 'playcanvas';

import { STRIKES } from '../../tools/characters/mannequin/attacks';
import { RUN_SPEED } from '../../tools/characters/mannequin/run';
import { createApp, loadGlb, type LoadedCharacter } from '../support/app';
import { MANNEQUIN } from '../support/characters';
import { headingOf, PosedMannequin, type Moment } from '../support/posed-mannequin';

// The clips of templates/mannequin-actions.glb as the engine plays them on the mannequin.

const SECONDS: Readonly<Record<string, number>> = { turn: 38 / 60, land: 0.7, jump: 0.5, fall: 0.8, 'attack-stand': 0.75, 'attack-run': 0.7, 'attack-air': 0.6, dive: 1.15, hit: 0.55, windmill: 1 };
const SIDES = ['Left', 'Right'] as const;

/** Phase of the run at which the turn takes over, and seconds of the turn at which the left foot leaves the floor. */
const TURN_FROM = 4 / 42;
const TURN_LIFT = 0.185;

/** Height above its place on the floor below which a point of a foot is down, metres. */
const DOWN = 0.002;

/** Samples a second: between the keys too, as joints are interpolated and not feet. */
const RATE = 150;

/** Largest change of a joint's velocity from one sample to the next, metres per second: impacts and blows have the most. */
const STEP = 3;
const STEPS: Readonly<Record<string, number>> = { land: 8, hit: 9, 'attack-stand': 7, 'attack-run': 11, 'attack-air': 4, dive: 6, windmill: 7 };

const DEGREES = 180 / Math.PI;

/** Smallest difference of two angles in degrees. */
const apart = (a: number, b: number) => Math.abs(((a - b) % 360 + 540) % 360 - 180);

/** What a limb of three joints is bent by, degrees, and the axis that it bends about. */
function bendOf({ place }: Moment, side: string, [upper, lower, end]: readonly string[]) {
    const [along, on] = [[upper, lower], [lower, end]].map(([from, to]) => place(side + to).clone().sub(place(side + from)).normalize());
    return { angle: Math.acos(Math.min(1, along.dot(on))) * DEGREES, axis: new Vec3().cross(along, on) };
}

describe('mannequin-actions.glb', () => {
    let app: AppBase, model: LoadedCharacter, clips: Map<string, AnimTrack>, body: PosedMannequin;

    before(async () => {
        app = createApp();
        model = await loadGlb(app, MANNEQUIN);
        ({ clips } = await loadGlb(app, 'templates/mannequin-actions.glb'));
        body = new PosedMannequin(app, model, RATE);
    });

    after(() => app.destroy());

    const momentOf = (track: AnimTrack, time: number) => body.at(track, time);
    const momentsOf = (name: string) => body.moments(clips.get(name)!);
    const lowest = (moment: Moment, side: string) => Math.min(...body.soles(moment, side).map(({ y }) => y));

    /** Largest distance of joints between two poses, the second one turned about the vertical. */
    function distance(a: Moment, b: Moment, degrees = 0): number {
        const turn = new Quat().setFromEulerAngles(0, degrees, 0);
        return Math.max(...body.bones.map(bone => a.place(bone).distance(turn.transformVector(b.place(bone).clone()))));
    }

    /** Farthest that a point of a foot moves over the floor while it is down, the entity running. */
    function slideOf(name: string, side: string, speed: number): number {
        const ways = momentsOf(name).map(moment => body.soles(moment, side).map(({ x, y, z }) => ({ isDown: y < DOWN, place: new Vec3(x, 0, z + speed * moment.time) })));
        return Math.max(...[0, 1, 2].map((point) => {
            let planted: Vec3 | null = null, slide = 0;
            for (const { [point]: { isDown, place } } of ways) {
                planted = isDown ? planted ?? place : null;
                if (planted) slide = Math.max(slide, planted.distance(place));
            }
            return slide;
        }));
    }

    it('holds the clips of a player', () => {
        expect([...clips.keys()]).to.have.members(Object.keys(SECONDS));
        for (const [name, seconds] of Object.entries(SECONDS)) expect(clips.get(name)!.duration, name).to.be.closeTo(seconds, 1e-4);
    });

    describe('turn', () => {
        const run = () => model.clips.get('run')!;

        it('begins in the run seen from behind and ends in it, to the millimetre', () => {
            const track = clips.get('turn')!;
            expect(distance(momentOf(track, 0), momentOf(run(), TURN_FROM * run().duration), 180)).to.be.below(0.001);
            expect(distance(momentOf(track, track.duration), momentOf(run(), 0))).to.be.below(0.001);
        });

        it('goes on in the world as the run came: no joint leaves its way by more than 10 mm in the first 60th of a second', () => {
            const dt = 1 / 60;
            const from = TURN_FROM * run().duration;
            const [before, start, after] = [momentOf(run(), from - dt), momentOf(run(), from), momentOf(clips.get('turn')!, dt)];
            const own = momentOf(run(), from + dt);
            const back = new Quat().setFromEulerAngles(0, 180, 0);
            for (const bone of body.bones) {
                const world = back.transformVector(after.place(bone).clone()).add(new Vec3(0, 0, -RUN_SPEED * dt));
                const moved = world.distance(start.place(bone));
                const usual = Math.max(...[before, own].map(other => other.place(bone).distance(start.place(bone)) + RUN_SPEED * dt));
                expect(moved, bone).to.be.below(usual + 0.01);
            }
        });

        it('keeps the left foot in its place until it lifts it, then lands the right one, and slides by less than 5 mm', () => {
            for (const side of SIDES) {
                expect(slideOf('turn', side, RUN_SPEED), side).to.be.below(0.005);
                expect(Math.min(...momentsOf('turn').map(moment => lowest(moment, side))), side).to.be.above(-0.004);
            }
            for (const moment of momentsOf('turn').filter(({ time }) => time < TURN_LIFT - 0.01)) {
                expect(lowest(moment, 'Left')).to.be.below(DOWN);
            }
        });

        it('comes around to the right: the head leads, the shoulders follow, then the hips', () => {
            const done = (bone: string) => momentsOf('turn').find(({ turn }) => Math.abs(headingOf(turn(bone))) < 90)!.time;
            expect(done('Head')).to.be.below(done('Spine2'));
            expect(done('Spine2')).to.be.below(done('Hips'));
            const middle = momentOf(clips.get('turn')!, done('Hips'));
            expect(headingOf(middle.turn('Hips'))).to.be.within(45, 90);
        });
    });

    describe('land', () => {
        it('begins and ends as somebody who stands, whose feet stay where they are', () => {
            const [idle, track] = [momentOf(model.clips.get('idle')!, 0), clips.get('land')!];
            for (const time of [0, track.duration]) expect(distance(momentOf(track, time), idle)).to.be.below(0.001);
            for (const side of SIDES) {
                expect(slideOf('land', side, 0), side).to.be.below(0.002);
                // between two keys, while straight legs give in
                expect(Math.min(...momentsOf('land').map(moment => lowest(moment, side))), side).to.be.above(-0.005);
            }
        });

        it('is lowest, and bent the most, a 30th of a second after the impact', () => {
            const moments = momentsOf('land');
            const heights = moments.map(({ place }) => place('Hips').y);
            const low = Math.min(...heights);
            expect(heights[0] - low).to.be.within(0.15, 0.25);
            expect(moments[heights.indexOf(low)].time).to.be.closeTo(1 / 30, 1 / RATE);
            const bent = moments.map(({ turn }) => turn('Spine2').transformVector(new Vec3(0, 1, 0)).z);
            expect(moments[bent.indexOf(Math.max(...bent))].time).to.be.closeTo(1 / 30, 1 / RATE);
        });
    });

    describe('windmill', () => {
        it('begins and ends as somebody who stands, and leaves the balls of the feet where they are', () => {
            const [idle, track] = [momentOf(model.clips.get('idle')!, 0), clips.get('windmill')!];
            for (const time of [0, track.duration]) expect(distance(momentOf(track, time), idle)).to.be.below(0.001);
            for (const side of SIDES) {
                for (const moment of momentsOf('windmill')) {
                    expect(moment.place(`${side}ToeBase`).distance(idle.place(`${side}ToeBase`)), `${side} at ${moment.time}`).to.be.below(0.002);
                    expect(lowest(moment, side), side).to.be.above(-0.005);
                }
            }
        });

        it('tips over ahead at once, and wheels both arms forward, half a turn apart', () => {
            const moments = momentsOf('windmill');
            const bent = moments.map(({ turn }) => turn('Spine2').transformVector(new Vec3(0, 1, 0)).z);
            expect(moments[bent.indexOf(Math.max(...bent))].time).to.be.below(0.12);
            // turned about the shoulder from one sample to the next, forward over the top; around the axis to the left
            const wheels = SIDES.map((side) => {
                const arms = moments.map(({ place }) => place(`${side}Hand`).clone().sub(place(`${side}Arm`)));
                return arms.map(({ y, z }) => Math.atan2(z, y) * DEGREES);
            });
            const turned = wheels.map(angles => angles.slice(1).reduce((sum, angle, i) => sum + ((angle - angles[i] + 540) % 360) - 180, 0));
            for (const degrees of turned) expect(degrees).to.be.within(300, 760);
            const middle = moments.findIndex(({ time }) => time > 0.3);
            expect(apart(wheels[0][middle], wheels[1][middle])).to.be.above(100);
        });
    });

    describe('jump and fall', () => {
        it('go over into each other, and the fall into itself', () => {
            const [jump, fall] = ['jump', 'fall'].map(name => clips.get(name)!);
            expect(distance(momentOf(jump, jump.duration), momentOf(fall, 0))).to.be.below(0.001);
            expect(distance(momentOf(fall, fall.duration), momentOf(fall, 0))).to.be.below(0.001);
        });

        it('pushes with the right leg first, and has both feet off the floor after a tenth of a second', () => {
            const track = clips.get('jump')!;
            expect(lowest(momentOf(track, 0), 'Right')).to.be.within(-0.005, 0.03);
            expect(lowest(momentOf(track, 0), 'Left')).to.be.above(0.1);
            for (const moment of momentsOf('jump').filter(({ time }) => time > 0.1)) for (const side of SIDES) expect(lowest(moment, side)).to.be.above(0.02);
        });
    });

    describe('attacks', () => {
        const clipOf = (name: string) => clips.get(name) ?? model.clips.get(name)!;
        const startOf = (name: string) => momentOf(clipOf(name), 0);

        for (const [name, base, limb] of [['attack-stand', 'idle', 'RightHand'], ['attack-run', 'run', 'RightHand'], ['attack-air', 'fall', 'RightFoot']] as const) {
            it(`${name} begins and ends in the ${base}, winds up, and strikes when it says`, () => {
                const track = clipOf(name);
                const start = startOf(base);
                for (const time of [0, track.duration]) expect(distance(momentOf(track, time), start)).to.be.below(0.001);
                const ahead = momentsOf(name).map(({ time, place }) => ({ time, z: place(limb).z }));
                const farthest = ahead.reduce((a, b) => (a.z > b.z ? a : b));
                const [from, to] = STRIKES[name];
                // what leads to the strike lasts longer than it, and most of the way ahead is made in it
                expect(from).to.be.above(to - from);
                expect(farthest.time).to.be.within(from, to + 0.02);
                const at = (time: number) => momentOf(track, time).place(limb).z;
                const wound = Math.min(...ahead.filter(({ time }) => time <= farthest.time).map(({ z }) => z));
                expect(farthest.z - at(from)).to.be.above(0.7 * (farthest.z - wound));
                expect(farthest.z).to.be.above(start.place(limb).z + 0.25);
            });
        }

        it('the punch keeps feet in their places but for a step of the left one', () => {
            for (const side of SIDES) {
                expect(slideOf('attack-stand', side, 0), side).to.be.below(0.005);
                expect(Math.min(...momentsOf('attack-stand').map(moment => lowest(moment, side))), side).to.be.above(-0.004);
            }
        });

        it('the blow out of the run has the legs of the run', () => {
            const run = model.clips.get('run')!;
            for (const { time, place } of momentsOf('attack-run')) {
                const own = momentOf(run, time % run.duration);
                for (const bone of ['LeftFoot', 'RightFoot', 'LeftToeBase', 'RightToeBase']) expect(place(bone).distance(own.place(bone))).to.be.below(0.004);
            }
        });
    });

    describe('dive and hit', () => {
        it('the dive flies level, rolls once ahead with nothing but skin below the floor, and ends standing', () => {
            const track = clips.get('dive')!;
            const up = (moment: Moment) => moment.turn('Hips').transformVector(new Vec3(0, 1, 0));
            const moments = momentsOf('dive');
            expect(distance(momentOf(track, track.duration), momentOf(model.clips.get('idle')!, 0))).to.be.below(0.005);
            expect(moments.some(moment => up(moment).z > 0.97 && moment.place('Hips').y > 0.8)).to.equal(true);
            const pitches = moments.map(moment => Math.atan2(up(moment).z, up(moment).y) * DEGREES);
            let turned = 0;
            for (let i = 1; i < pitches.length; i++) turned += ((pitches[i] - pitches[i - 1]) % 360 + 540) % 360 - 180;
            expect(turned + pitches[0]).to.be.closeTo(360, 3);
            for (const { place } of moments) expect(Math.min(...body.bones.filter(bone => !/Scarf|Strap/.test(bone)).map(bone => place(bone).y))).to.be.above(-0.01);
        });

        it('the hit throws the chest back at once and the head after it, on feet that stay', () => {
            const [idle, track] = [momentOf(model.clips.get('idle')!, 0), clips.get('hit')!];
            for (const time of [0, track.duration]) expect(distance(momentOf(track, time), idle)).to.be.below(0.001);
            const backmost = (bone: string) => momentsOf('hit').map(({ time, turn }) => ({ time, z: turn(bone).transformVector(new Vec3(0, 1, 0)).z })).reduce((a, b) => (a.z < b.z ? a : b)).time;
            expect(backmost('Spine2')).to.be.closeTo(1 / 30, 1 / RATE);
            expect(backmost('Head')).to.be.within(0.07, 0.13);
            for (const side of SIDES) expect(slideOf('hit', side, 0), side).to.be.below(0.005);
        });
    });

    describe('every clip', () => {
        const bindBend = (side: string, limb: readonly string[]) => bendOf(body.bind, side, limb);
        const bones = () => body.bones;

        for (const name of Object.keys(SECONDS)) {
            it(`${name}: knees and elbows bend the right way, and nothing turns farther than a body can`, () => {
                for (const moment of momentsOf(name)) {
                    const { time, place, turn } = moment;
                    const say = (what: string) => `${what} at ${time.toFixed(3)} s`;
                    for (const side of SIDES) {
                        for (const limb of [['UpLeg', 'Leg', 'Foot'], ['Arm', 'ForeArm', 'Hand']]) {
                            const { angle, axis } = bendOf(moment, side, limb);
                            expect(angle, say(side + limb[1])).to.be.within(1, 150);
                            // the bind pose is bent a little, the right way
                            const right = turn(side + limb[0]).transformVector(bindBend(side, limb).axis);
                            expect(axis.dot(right), say(side + limb[1])).to.be.above(0);
                        }
                        const shin = place(`${side}Foot`).clone().sub(place(`${side}Leg`)).normalize();
                        const sole = turn(`${side}Foot`).transformVector(new Vec3(0, 0, 1));
                        const pointed = 90 - Math.acos(shin.dot(sole)) * DEGREES;
                        expect(pointed, say(`${side} ankle`)).to.be.within(-50, 65);
                        expect(apart(headingOf(turn(`${side}Foot`)), headingOf(turn('Hips'))), say(`${side} hip turned out`)).to.be.below(60);
                    }
                    expect(apart(headingOf(turn('Head')), headingOf(turn('Spine2'))), say('neck')).to.be.below(75);
                    expect(apart(headingOf(turn('Spine2')), headingOf(turn('Hips'))), say('spine')).to.be.below(60);
                }
            });

            it(`${name}: moves without steps`, () => {
                const moments = momentsOf(name);
                const worst = bones().map((bone) => {
                    const changes = moments.slice(2).map(({ place }, i) => place(bone).clone().sub(moments[i + 1].place(bone).clone().mulScalar(2)).add(moments[i].place(bone)).length() * RATE);
                    const largest = Math.max(...changes);
                    return { bone, largest, time: moments[changes.indexOf(largest) + 1].time };
                }).reduce((a, b) => (a.largest > b.largest ? a : b));
                expect(worst.largest, `${worst.bone} at ${worst.time.toFixed(3)} s`).to.be.below(STEPS[name] ?? STEP);
            });
        }
    });
});
