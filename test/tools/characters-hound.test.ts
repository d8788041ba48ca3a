import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { CharacterFile, followSteps, segmentDistance, slide, vertices, type Contact } from './character-file';
import { itIsSound } from './sound-character';
import { createHound } from '../../tools/characters/hound/hound';
import { SOLE, WITHERS } from '../../tools/characters/hound/proportions';
import { TROT } from '../../tools/characters/hound/trot';
import { WALK } from '../../tools/characters/hound/walk';
import { HOUND } from '../support/characters';
import { describeFull } from '../support/skip';

// The four-legged sample character as a file: its mesh and skin, and what its clips do.

const SIDES = ['L', 'R'] as const;
const FORE_LEG = ['shoulder_blade', 'upper_arm', 'forearm', 'metacarpus', 'fore_paw'];
const HIND_LEG = ['thigh', 'shin', 'metatarsus', 'hind_paw'];
const TRUNK = ['pelvis', 'spine1', 'spine2', 'spine3', 'chest', 'neck1', 'neck2', 'neck3', 'head'];
const TAIL = [1, 2, 3, 4, 5, 6, 7].map(i => `tail${i}`);
const SIDED = ['eye', 'upper_lid', 'lower_lid', 'ear1', 'ear2', ...FORE_LEG, ...HIND_LEG];

/** Paws by their bones, and the phase of the stride at which they come down. */
const paws = (hindLeft: number, foreLeft: number) => [
    { bone: 'hind_paw.L', from: hindLeft }, { bone: 'fore_paw.L', from: foreLeft },
    { bone: 'hind_paw.R', from: hindLeft + 0.5 }, { bone: 'fore_paw.R', from: (foreLeft + 0.5) % 1 }
];

const GAITS = [
    { ...WALK, paws: paws(0, 0.25), down: [0.61, 0.64], clearance: 0.012 },
    { ...TROT, paws: paws(0, 0.5), down: [0.43, 0.46], clearance: 0.03 }
] as const;

/** Length of a leg in use over its whole length, at most: what is left lets paws follow a slope. */
const MOST_EXTENSION = 0.97;

/** Distance over which a paw's point counts as down, in metres. */
const DOWN = 0.001;

/** Part of a swing's length at either end that the clearance leaves out. */
const SWING_EDGE = 0.25;

const file = new CharacterFile(HOUND);

/** Corners of a paw's sole. */
function sole(paw: string): Contact[] {
    const { x, z } = file.bind().place(paw);
    return [[-0.015, -SOLE.back], [0.015, -SOLE.back], [-0.015, SOLE.front], [0.015, SOLE.front]].map(([aside, ahead]) => ({
        place: file.follow(paw, new Vec3(x + aside, 0, z + ahead)),
        height: 0
    }));
}

const onSide = (bones: string[], side: string) => bones.map(bone => `${bone}.${side}`);

/** Legs without the shoulder blade, from the trunk to the paw. */
const legs = SIDES.flatMap(side => [onSide(FORE_LEG.slice(1), side), onSide(HIND_LEG, side)]);

/** Angle that each joint of a chain bends about the animal's left, forwards positive, in degrees. */
function bends(bones: string[]): number[] {
    const points = bones.map(bone => file.place(bone));
    const steps = points.slice(1).map((p, i) => p.clone().sub(points[i]));
    return steps.slice(1).map((step, i) => {
        const before = steps[i];
        return Math.atan2(before.z * step.y - before.y * step.z, before.y * step.y + before.z * step.z) * 180 / Math.PI;
    });
}

describeFull('the hound', () => {
    before(() => file.load());

    itIsSound(file, {
        create: createHound,
        clips: {
            idle: { duration: 5, rate: 30 },
            walk: { duration: WALK.duration, rate: 60 },
            trot: { duration: TROT.duration, rate: 60 }
        },
        apart: /^eye|_lid/,
        free: /eye|lid|jaw/,
        // that of a big lean dog, 30 to 40 kg
        volume: [0.03, 0.04],
        eyes: SIDES.map(side => ({ eye: `eye.${side}`, upper: `upper_lid.${side}`, lower: `lower_lid.${side}` })),
        lids: [0.0153, 0.0173],
        jaw: 'jaw'
    });

    it('has every bone once', () => {
        expect(file.names()).to.have.members([...TRUNK, 'jaw', ...TAIL, ...SIDES.flatMap(side => onSide(SIDED, side))]);
    });

    it('has four legs of four bones, a neck of three, a tail of seven, and ears of two', () => {
        const chain = (bones: string[], from: string) => bones.forEach((bone, i) => {
            expect(file.parent(bone), bone).to.equal(i === 0 ? from : bones[i - 1]);
        });
        chain(TRUNK.slice(1), 'pelvis');
        chain(TAIL, 'pelvis');
        for (const side of SIDES) {
            chain(onSide(FORE_LEG, side), 'chest');
            chain(onSide(HIND_LEG, side), 'pelvis');
            chain(onSide(['ear1', 'ear2'], side), 'head');
        }
    });

    it('is 0.65 m high at the withers, faces +Z, and has its left at +X', () => {
        const points = file.primitives().flatMap(vertices).map(v => v.position);
        file.bind();
        const blade = file.place('shoulder_blade.L');
        const withers = Math.max(...points.filter(p => Math.abs(p.z - blade.z) < 0.01).map(p => p.y));
        expect(withers).to.be.closeTo(WITHERS, 0.01);
        expect(Math.min(...points.map(p => p.y))).to.be.closeTo(0, 0.001);
        expect(file.place('head').z).to.be.above(file.place('pelvis').z + 0.5);
        for (const bone of SIDED) {
            const [left, right] = SIDES.map(side => file.place(`${bone}.${side}`));
            expect(left.x).to.be.above(0.02);
            expect(left.distance(new Vec3(-right.x, right.y, right.z))).to.be.below(1e-5);
        }
    });

    it('has a long neck and the back of its legs behind', () => {
        file.bind();
        expect(file.place('neck1').distance(file.place('head'))).to.be.above(0.4 * WITHERS);
        for (const side of SIDES) {
            const hock = file.place(`metatarsus.${side}`);
            expect(hock.z, 'hock').to.be.below(Math.min(file.place(`shin.${side}`).z, file.place(`hind_paw.${side}`).z));
            expect(file.place(`shin.${side}`).z, 'knee').to.be.above(file.place(`thigh.${side}`).z);
            expect(file.place(`forearm.${side}`).z, 'elbow').to.be.below(file.place(`upper_arm.${side}`).z);
        }
    });

    it('has flat soles, as long as the program says', () => {
        const names = file.names();
        const all = file.primitives().flatMap(vertices);
        for (const paw of SIDES.flatMap(side => [`fore_paw.${side}`, `hind_paw.${side}`])) {
            const joint = file.bind().place(paw);
            const skin = all.filter(v => names[v.joints[0]] === paw && v.position.y < 0.004);
            expect(skin.length).to.be.above(20);
            expect(Math.min(...skin.map(v => v.position.y))).to.be.closeTo(0, 0.001);
            const ahead = skin.map(v => v.position.z - joint.z);
            expect(Math.max(...ahead), `front of ${paw}`).to.be.closeTo(SOLE.front, 0.002);
            expect(Math.min(...ahead), `back of ${paw}`).to.be.closeTo(-SOLE.back, 0.002);
        }
    });

    for (const clip of ['idle', 'walk', 'trot']) {
        describe(clip, () => {
            it('stays in its place, with the head ahead', () => {
                for (const time of file.times(clip)) {
                    file.pose(clip, time);
                    const middle = file.place('spine2');
                    expect(Math.hypot(middle.x, middle.z + 0.045)).to.be.below(0.03);
                    const gaze = file.direction('eye.L', Vec3.BACK);
                    expect(gaze.dot(Vec3.BACK)).to.be.above(Math.cos(8 * Math.PI / 180));
                }
            });

            it('bends knees forwards, hocks and elbows backwards only, and never stretches a leg', () => {
                for (const time of file.times(clip)) {
                    file.pose(clip, time);
                    for (const side of SIDES) {
                        const [knee, hock] = bends(onSide(HIND_LEG, side));
                        const [elbow] = bends(onSide(FORE_LEG.slice(1), side));
                        expect(knee, 'knee').to.be.below(-8);
                        expect(hock, 'hock').to.be.above(3);
                        expect(elbow, 'elbow').to.be.above(8);
                    }
                    for (const leg of legs) expect(file.extension(leg), leg[0]).to.be.below(MOST_EXTENSION);
                }
            });

            it('keeps its legs apart', () => {
                for (const time of file.times(clip)) {
                    file.pose(clip, time);
                    const below = legs.map(leg => leg.slice(1).map(bone => file.place(bone)));
                    below.forEach((a, i) => below.slice(0, i).forEach((b) => {
                        for (let m = 1; m < a.length; m++) {
                            for (let n = 1; n < b.length; n++) {
                                expect(segmentDistance(a[m - 1], a[m], b[n - 1], b[n])).to.be.above(0.045);
                            }
                        }
                    }));
                }
            });
        });
    }

    it('stands still while it breathes: paws as in the bind pose, ears and tail alive', () => {
        const soles = SIDES.flatMap(side => [...sole(`fore_paw.${side}`), ...sole(`hind_paw.${side}`)]);
        const start = soles.map(({ place }) => place());
        const range = (bone: string, local: Vec3) => {
            const directions = file.times('idle').map(time => file.pose('idle', time).direction(bone, local));
            return Math.max(...directions.map(a => Math.acos(Math.min(1, a.dot(directions[0]))) * 180 / Math.PI));
        };
        for (const time of file.times('idle')) {
            file.pose('idle', time);
            soles.forEach(({ place }, i) => expect(place().distance(start[i])).to.be.below(0.0005));
        }
        expect(range('ear1.L', Vec3.UP), 'ear').to.be.above(8);
        expect(range('tail7', Vec3.UP), 'tail').to.be.above(8);
        expect(range('chest', Vec3.UP), 'breath').to.be.within(0.5, 3);
    });

    for (const { name, length, duration, paws, down, clearance } of GAITS) {
        describe(`its ${name}`, () => {
            for (const { bone, from } of paws) {
                it(`plants ${bone} flat, without sliding, at ${from * 100} % of the stride`, () => {
                    const steps = followSteps(file, name, length / duration, sole(bone));
                    const flat = steps.map(({ contacts }) => contacts.every(({ low }) => Math.abs(low) < DOWN));
                    const touching = steps.map(({ contacts }) => contacts.some(({ low }) => low < DOWN));
                    const share = touching.filter(Boolean).length / steps.length;
                    expect(share, 'share of the stride that it is down').to.be.within(down[0], down[1]);
                    const landing = steps.find((_, i) => i > 0 && touching[i] && !touching[i - 1])!.phase;
                    expect(Math.abs((landing - from + 1.5) % 1 - 0.5), 'touch-down').to.be.below(0.02);

                    const own = (phase: number) => (phase - from + 1) % 1;
                    steps.forEach(({ phase, contacts }, i) => {
                        // the moments of landing and leaving are shared between two keys
                        if (own(phase) > 0.01 && own(phase) < down[0] - 0.01) expect(flat[i], `flat at ${phase}`).to.equal(true);
                        for (const { low } of contacts) expect(low, 'depth below the floor').to.be.above(-DOWN);
                    });
                    sole(bone).forEach((_, i) => expect(slide(steps, i, DOWN), 'slide').to.be.below(0.001));

                    const edge = (1 - down[1]) * SWING_EDGE;
                    const swing = steps.filter(({ phase }) => own(phase) > down[1] + edge && own(phase) < 1 - edge);
                    expect(Math.min(...swing.flatMap(step => step.contacts.map(({ low }) => low))), 'clearance').to.be.above(clearance);
                });
            }
        });
    }

    it('sways its back and nods its head twice a stride as it walks', () => {
        const times = file.times('walk');
        const angles = (bone: string, local: Vec3, angle: (v: Vec3) => number) => times.map(
            time => angle(file.pose('walk', time).direction(bone, local)) * 180 / Math.PI);
        const span = (values: number[]) => Math.max(...values) - Math.min(...values);
        expect(span(angles('pelvis', Vec3.RIGHT, v => Math.atan2(v.z, v.x))), 'sway').to.be.within(6, 10);
        const nod = angles('neck3', Vec3.UP, v => Math.atan2(v.y, v.z));
        expect(span(nod), 'nod').to.be.within(3, 6);
        const mean = nod.reduce((a, b) => a + b) / nod.length;
        expect(nod.filter((value, i) => value > mean && nod.at(i - 1)! <= mean), 'nods').to.have.length(2);
    });
});
