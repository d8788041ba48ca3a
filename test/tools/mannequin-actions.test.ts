import { expect } from 'chai';
import { Quat, Vec3, type AnimTrack, type AppBase, type Entity, type GraphNode } from 'playcanvas';

import { RUN_SPEED } from '../../tools/characters/mannequin/run';
import { createApp, loadGlb, type LoadedCharacter } from '../support/app';
import { MANNEQUIN } from '../support/characters';

// The clips of templates/mannequin-actions.glb as the engine plays them on the mannequin.

const SECONDS: Readonly<Record<string, number>> = { turn: 38 / 60, land: 0.7, jump: 0.5, fall: 0.8 };
const SIDES = ['Left', 'Right'] as const;

/** Phase of the run at which the turn takes over, and seconds of the turn at which the left foot leaves the floor. */
const TURN_FROM = 4 / 42;
const TURN_LIFT = 0.185;

/** Height above its place on the floor below which a point of a foot is down, metres. */
const DOWN = 0.002;

/** Samples a second: between the keys too, as joints are interpolated and not feet. */
const RATE = 150;

/** Largest change of a joint's velocity from one sample to the next, metres per second: an impact has the most. */
const STEP = 3;
const STEPS: Readonly<Record<string, number>> = { land: 8 };

const DEGREES = 180 / Math.PI;

/** What a body does at a moment, in model space. */
interface Moment {
    place(bone: string): Vec3;
    /** How far a bone has turned from the bind pose. */
    turn(bone: string): Quat;
}

/** Heading of a turn about the vertical, degrees to the left: that of the axis across, which pitch leaves as it is. */
function heading(turn: Quat): number {
    const left = turn.transformVector(new Vec3(1, 0, 0));
    return Math.atan2(-left.z, left.x) * DEGREES;
}

/** Smallest difference of two angles in degrees. */
const apart = (a: number, b: number) => Math.abs(((a - b) % 360 + 540) % 360 - 180);

describe('mannequin-actions.glb', () => {
    let app: AppBase, model: LoadedCharacter, clips: Map<string, AnimTrack>, entity: Entity;
    let playing: AnimTrack | null = null;
    const known = new Map<string, (Moment & { time: number })[]>();
    let nodes: Map<string, GraphNode>, bindTurns: Map<string, Quat>, bindPlaces: Map<string, Vec3>;

    before(async () => {
        app = createApp();
        model = await loadGlb(app, MANNEQUIN);
        ({ clips } = await loadGlb(app, 'templates/mannequin-actions.glb'));
        entity = model.instantiate();
        app.root.addChild(entity);
        nodes = new Map(entity.find(node => node.name.startsWith('mixamorig:')).map(node => [node.name.slice('mixamorig:'.length), node as GraphNode]));
        bindTurns = new Map([...nodes].map(([name, node]) => [name, node.getRotation().clone()]));
        bindPlaces = new Map([...nodes].map(([name, node]) => [name, node.getPosition().clone()]));
        entity.addComponent('anim', { activate: true, speed: 0 });
    });

    after(() => app.destroy());

    /** The pose of a clip at a time. */
    function momentOf(track: AnimTrack, time: number): Moment {
        if (playing !== track) entity.anim!.assignAnimation('Clip', track);
        playing = track;
        entity.anim!.baseLayer!.activeStateCurrentTime = Math.min(time, 0.99999 * track.duration);
        app.update(0);
        const places = new Map([...nodes].map(([name, node]) => [name, node.getPosition().clone()]));
        const turns = new Map([...nodes].map(([name, node]) => [name, node.getRotation().clone().mul(bindTurns.get(name)!.clone().invert())]));
        return { place: bone => places.get(bone)!, turn: bone => turns.get(bone)!.clone() };
    }

    /** Even moments of a clip, read once. */
    const momentsOf = (name: string) => {
        const read = known.get(name);
        if (read) return read;
        const track = clips.get(name)!;
        const count = Math.round(track.duration * RATE);
        const moments = Array.from({ length: count + 1 }, (_, i) => ({ time: track.duration * i / count, ...momentOf(track, track.duration * i / count) }));
        known.set(name, moments);
        return moments;
    };

    /** Largest distance of joints between two poses, the second one turned about the vertical. */
    function distance(a: Moment, b: Moment, degrees = 0): number {
        const turn = new Quat().setFromEulerAngles(0, degrees, 0);
        return Math.max(...[...nodes.keys()].map(bone => a.place(bone).distance(turn.transformVector(b.place(bone)))));
    }

    /** Points under a foot that can stand on the floor: heel, ball and tip of the toes; each with its height when it does. */
    function solesOf(moment: Moment, side: string): { place: Vec3; low: number }[] {
        const bind = (bone: string) => bindPlaces.get(side + bone)!;
        const carried = (bone: string, point: Vec3) => moment.turn(side + bone).transformVector(point.clone().sub(bind(bone))).add(moment.place(side + bone));
        const ahead = bind('ToeBase').clone().sub(bind('Foot'));
        ahead.y = 0;
        ahead.normalize();
        const onFloor = (v: Vec3) => new Vec3(v.x, 0, v.z);
        const heel = onFloor(bind('Foot')).sub(ahead.mulScalar(0.044));
        return [carried('Foot', heel), carried('ToeBase', onFloor(bind('ToeBase'))), carried('ToeBase', onFloor(bind('Toe_End')))].map(place => ({ place, low: place.y }));
    }

    /** Farthest that a point of a foot moves over the floor while it is down, the entity running; and the lowest that any point is. */
    function slideOf(name: string, side: string, speed: number): { slide: number; lowest: number } {
        const planted: (Vec3 | null)[] = [null, null, null];
        let slide = 0, lowest = Infinity;
        for (const moment of momentsOf(name)) {
            solesOf(moment, side).forEach(({ place, low }, i) => {
                const onFloor = new Vec3(place.x, 0, place.z + speed * moment.time);
                lowest = Math.min(lowest, low);
                planted[i] = low < DOWN ? planted[i] ?? onFloor : null;
                if (planted[i]) slide = Math.max(slide, planted[i]!.distance(onFloor));
            });
        }
        return { slide, lowest };
    }

    it('holds the clips of a player, in a small file', () => {
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
            for (const bone of nodes.keys()) {
                const world = back.transformVector(after.place(bone)).add(new Vec3(0, 0, -RUN_SPEED * dt));
                const moved = world.distance(start.place(bone));
                const usual = Math.max(...[before, own].map(other => other.place(bone).distance(start.place(bone)) + RUN_SPEED * dt));
                expect(moved, bone).to.be.below(usual + 0.01);
            }
        });

        it('keeps the left foot in its place until it lifts it, then lands the right one, and slides by less than 5 mm', () => {
            for (const side of SIDES) {
                const { slide, lowest } = slideOf('turn', side, RUN_SPEED);
                expect(slide, side).to.be.below(0.005);
                expect(lowest, side).to.be.above(-0.004);
            }
            for (const moment of momentsOf('turn').filter(({ time }) => time < TURN_LIFT - 0.01)) {
                expect(Math.min(...solesOf(moment, 'Left').map(({ low }) => low))).to.be.below(DOWN);
            }
        });

        it('comes around to the right: the head leads, the shoulders follow, then the hips', () => {
            const done = (bone: string) => momentsOf('turn').find(({ turn }) => Math.abs(heading(turn(bone))) < 90)!.time;
            expect(done('Head')).to.be.below(done('Spine2'));
            expect(done('Spine2')).to.be.below(done('Hips'));
            const middle = momentOf(clips.get('turn')!, done('Hips'));
            expect(heading(middle.turn('Hips'))).to.be.within(45, 90);
        });
    });

    describe('land', () => {
        it('begins and ends as somebody who stands, whose feet stay where they are', () => {
            const [idle, track] = [momentOf(model.clips.get('idle')!, 0), clips.get('land')!];
            for (const time of [0, track.duration]) expect(distance(momentOf(track, time), idle)).to.be.below(0.001);
            for (const side of SIDES) {
                const { slide, lowest } = slideOf('land', side, 0);
                expect(slide, side).to.be.below(0.002);
                // between two keys, while straight legs give in
                expect(lowest, side).to.be.above(-0.005);
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

    describe('jump and fall', () => {
        it('go over into each other, and the fall into itself', () => {
            const [jump, fall] = ['jump', 'fall'].map(name => clips.get(name)!);
            expect(distance(momentOf(jump, jump.duration), momentOf(fall, 0))).to.be.below(0.001);
            expect(distance(momentOf(fall, fall.duration), momentOf(fall, 0))).to.be.below(0.001);
        });

        it('pushes with the right leg first, and has both feet off the floor after a tenth of a second', () => {
            const lowest = (moment: Moment, side: string) => Math.min(...solesOf(moment, side).map(({ low }) => low));
            const track = clips.get('jump')!;
            expect(lowest(momentOf(track, 0), 'Right')).to.be.within(-0.005, 0.03);
            expect(lowest(momentOf(track, 0), 'Left')).to.be.above(0.1);
            for (const moment of momentsOf('jump').filter(({ time }) => time > 0.1)) for (const side of SIDES) expect(lowest(moment, side)).to.be.above(0.02);
        });
    });

    describe('every clip', () => {
        for (const name of Object.keys(SECONDS)) {
            it(`${name}: knees and elbows bend the right way, and nothing turns farther than a body can`, () => {
                for (const { time, place, turn } of momentsOf(name)) {
                    const say = (what: string) => `${what} at ${time.toFixed(3)} s`;
                    for (const side of SIDES) {
                        for (const [upper, lower, end] of [['UpLeg', 'Leg', 'Foot'], ['Arm', 'ForeArm', 'Hand']]) {
                            const bend = (at: (bone: string) => Vec3) => {
                                const [along, on] = [[upper, lower], [lower, end]].map(([from, to]) => at(side + to).clone().sub(at(side + from)).normalize());
                                return { angle: Math.acos(Math.min(1, along.dot(on))) * DEGREES, axis: new Vec3().cross(along, on) };
                            };
                            const { angle, axis } = bend(place);
                            expect(angle, say(side + lower)).to.be.within(1, 150);
                            // the bind pose is bent a little, the right way
                            const right = turn(side + upper).transformVector(bend(bone => bindPlaces.get(bone)!).axis);
                            expect(axis.dot(right), say(side + lower)).to.be.above(0);
                        }
                        const shin = place(`${side}Foot`).clone().sub(place(`${side}Leg`)).normalize();
                        const sole = turn(`${side}Foot`).transformVector(new Vec3(0, 0, 1));
                        const pointed = 90 - Math.acos(shin.dot(sole)) * DEGREES;
                        expect(pointed, say(`${side} ankle`)).to.be.within(-40, 65);
                        expect(apart(heading(turn(`${side}Foot`)), heading(turn('Hips'))), say(`${side} hip turned out`)).to.be.below(60);
                    }
                    expect(apart(heading(turn('Head')), heading(turn('Spine2'))), say('neck')).to.be.below(75);
                    expect(apart(heading(turn('Spine2')), heading(turn('Hips'))), say('spine')).to.be.below(60);
                }
            });

            it(`${name}: moves without steps`, () => {
                const moments = momentsOf(name);
                const worst = [...nodes.keys()].map((bone) => {
                    const changes = moments.slice(2).map(({ place }, i) => place(bone).clone().sub(moments[i + 1].place(bone).clone().mulScalar(2)).add(moments[i].place(bone)).length() * RATE);
                    const largest = Math.max(...changes);
                    return { bone, largest, time: moments[changes.indexOf(largest) + 1].time };
                }).reduce((a, b) => (a.largest > b.largest ? a : b));
                expect(worst.largest, `${worst.bone} at ${worst.time.toFixed(3)} s`).to.be.below(STEPS[name] ?? STEP);
            });
        }
    });
});
