import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { CharacterFile, followSteps, segmentDistance, slide, vertices, type Contact } from './character-file';
import { itIsSound } from './sound-character';
import { HEEL_BEHIND_ANKLE } from '../../tools/characters/mannequin/foot-path';
import { createMannequin } from '../../tools/characters/mannequin/mannequin';
import { RUN_SPEED } from '../../tools/characters/mannequin/run';
import { WALK_SPEED } from '../../tools/characters/mannequin/walk';
import { MANNEQUIN } from '../support/characters';
import { describeFull } from '../support/skip';

const SIDES = ['Left', 'Right'] as const;
const FINGER_BONES = ['Thumb', 'Index', 'Middle', 'Ring', 'Pinky'].flatMap(finger => [1, 2, 3].map(i => `Hand${finger}${i}`));
const SIDED = ['Eye', 'UpperEyelid', 'LowerEyelid', 'Shoulder', 'Arm', 'ForeArm', 'Hand', ...FINGER_BONES,
    'UpLeg', 'Leg', 'Foot', 'ToeBase', 'Toe_End'];
const CLOTH = [['ScarfLong', 5], ['ScarfShort', 4], ['Strap', 3]].flatMap(([name, count]) => Array.from({ length: Number(count) }, (_, i) => `${name}${i + 1}`));
const BONES = ['Hips', 'Spine', 'Spine1', 'Spine2', 'Neck', 'Head', 'HeadTop_End', 'Jaw', ...SIDES.flatMap(side => SIDED.map(name => side + name)), 'Scarf', ...CLOTH];

const GAITS = [
    { clip: 'walk', speed: WALK_SPEED, stance: [0.6, 0.66] },
    { clip: 'run', speed: RUN_SPEED, stance: [0.35, 0.4] }
] as const;

/** Distance over which a foot's point counts as down, in metres. */
const DOWN = 0.002;

/** Part of the stride in which a foot must clear the floor, and by how much, in metres. */
const SWING = { from: 0.72, to: 0.9, clearance: 0.02 };

const rig = new CharacterFile(MANNEQUIN);

/** Points of a foot that can stand on the floor, with their height when they do. */
function contacts(side: string): Contact[] {
    const ankle = rig.bind().place(`${side}Foot`);
    const ball = rig.place(`${side}ToeBase`);
    const tip = rig.place(`${side}Toe_End`);
    const ahead = new Vec3(ball.x - ankle.x, 0, ball.z - ankle.z).normalize();
    const heel = new Vec3(ankle.x, 0, ankle.z).sub(ahead.mulScalar(HEEL_BEHIND_ANKLE));
    return [
        { place: rig.follow(`${side}Foot`, heel), height: 0 },
        { place: () => rig.place(`${side}ToeBase`), height: ball.y },
        { place: rig.follow(`${side}ToeBase`, new Vec3(tip.x, 0, tip.z)), height: 0 }
    ];
}

const leg = (side: string) => ['UpLeg', 'Leg', 'Foot'].map(name => side + name);

describeFull('the mannequin', () => {
    before(() => rig.load());

    itIsSound(rig, {
        create: createMannequin,
        clips: { idle: { duration: 2.33, rate: 30 }, walk: { duration: 1.06, rate: 30 }, run: { duration: 0.7, rate: 60 } },
        apart: /Eye$|Eyelid$/,
        free: /Eye|Jaw|Scarf|Strap/,
        // that of a slim person of this height
        volume: [0.045, 0.075],
        eyes: SIDES.map(side => ({ eye: `${side}Eye`, upper: `${side}UpperEyelid`, lower: `${side}LowerEyelid` })),
        lids: [0.0208, 0.0251],
        jaw: 'Jaw'
    });

    it('has every bone once, under names of Mixamo', () => {
        const names = rig.document.getRoot().listSkins()[0].listJoints().map(joint => joint.getName());
        expect(names).to.have.members(BONES.map(name => `mixamorig:${name}`));
    });

    it('wears a scarf and a strap: closed pieces, faces outwards, on bones that no clip moves', () => {
        const names = rig.names();
        for (const name of ['ScarfLong', 'ScarfShort', 'Strap']) {
            const volume = rig.primitives().flatMap((primitive) => {
                const corners = vertices(primitive);
                const indices = [...(primitive.getIndices()?.getArray() ?? [])];
                return indices.flatMap((_, i) => (i % 3 === 0 && names[corners[indices[i]].joints[0]].startsWith(name) ? [indices.slice(i, i + 3).map(k => corners[k].position)] : []));
            }).reduce((sum, [a, b, c]) => sum + new Vec3().cross(a, b).dot(c) / 6, 0);
            expect(volume, name).to.be.within(2e-5, 6e-4);
        }
    });

    it('is 1.75 m tall and stands on the floor', () => {
        const heights = rig.primitives().flatMap(vertices).map(v => v.position.y);
        const [lowest, highest] = heights.reduce(([low, high], y) => [Math.min(low, y), Math.max(high, y)], [Infinity, -Infinity]);
        expect(highest - lowest).to.be.closeTo(1.75, 0.01);
        expect(lowest).to.be.closeTo(0, 0.003);
    });

    for (const name of ['idle', 'walk', 'run']) {
        describe(name, () => {
            it('stays in its place, with the head level', () => {
                for (const time of rig.times(name)) {
                    rig.pose(name, time);
                    const hips = rig.place('Hips');
                    expect(Math.hypot(hips.x, hips.z)).to.be.below(0.04);
                    expect(rig.direction('Head', Vec3.BACK).dot(Vec3.BACK)).to.be.above(Math.cos(4 * Math.PI / 180));
                }
            });

            it('bends knees and elbows the right way only', () => {
                for (const time of rig.times(name)) {
                    rig.pose(name, time);
                    const left = rig.direction('Hips', Vec3.RIGHT);
                    for (const side of SIDES) {
                        const bend = (names: string[]) => {
                            const [a, b, c] = names.map(bone => rig.place(side + bone));
                            return new Vec3().cross(b.clone().sub(a).normalize(), c.clone().sub(b).normalize()).dot(left);
                        };
                        expect(bend(['UpLeg', 'Leg', 'Foot'])).to.be.above(0.02);
                        expect(bend(['Arm', 'ForeArm', 'Hand'])).to.be.below(-0.02);
                        expect(rig.extension(leg(side))).to.be.below(0.9985);
                    }
                }
            });

            it('keeps limbs apart', () => {
                for (const time of rig.times(name)) {
                    rig.pose(name, time);
                    const at = (bone: string) => rig.place(bone);
                    expect(segmentDistance(at('LeftLeg'), at('LeftFoot'), at('RightLeg'), at('RightFoot'))).to.be.above(0.085);
                    expect(segmentDistance(at('LeftFoot'), at('LeftToeBase'), at('RightFoot'), at('RightToeBase'))).to.be.above(0.08);
                    for (const side of SIDES) {
                        const toThigh = segmentDistance(at(`${side}Hand`), at(`${side}HandMiddle3`), at(`${side}UpLeg`), at(`${side}Leg`));
                        expect(toThigh).to.be.above(0.095);
                    }
                }
            });
        });
    }

    it('stands still while it breathes, its legs nearly straight', () => {
        for (const side of SIDES) {
            const points = contacts(side);
            const start = points.map(({ place }) => {
                rig.pose('idle', 0);
                return place();
            });
            for (const time of rig.times('idle')) {
                rig.pose('idle', time);
                points.forEach(({ place }, i) => expect(place().distance(start[i])).to.be.below(0.0005));
                expect(rig.extension(leg(side))).to.be.within(0.985, 0.995);
            }
        }
    });

    for (const { clip, speed, stance } of GAITS) {
        it(`does not slide in its ${clip}`, () => {
            for (const side of SIDES) {
                const steps = followSteps(rig, clip, speed, contacts(side));
                const down = steps.filter(step => step.contacts.some(({ low }) => low < DOWN)).length / steps.length;
                expect(down, 'share of the stride that the foot is down').to.be.within(stance[0], stance[1]);

                const inSwing = steps.filter(({ phase }) => {
                    const own = (phase + (side === 'Left' ? 0 : 0.5)) % 1;
                    return own > SWING.from && own < SWING.to;
                });
                const lowest = Math.min(...inSwing.flatMap(step => step.contacts.map(({ low }) => low)));
                expect(lowest, 'clearance in swing').to.be.above(SWING.clearance);

                steps[0].contacts.forEach((_, i) => {
                    expect(Math.min(...steps.map(step => step.contacts[i].low)), 'depth below the floor').to.be.above(-0.002);
                    expect(slide(steps, i, DOWN), `${side} contact ${i}`).to.be.below(0.002);
                });
            }
        });
    }
});
