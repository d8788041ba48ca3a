import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { CharacterFile, vertices } from './character-file';
import { RUN, STANDING_TILT, WALK, type Normal } from '../support/gait-data';
import { readAngles, type JointAngles } from '../support/joint-angles';

// The walk and the run of the mannequin against people: published angles of joints, strides, the force on the ground.

const FILE = 'templates/motions-people.glb';
const SIDES = ['Left', 'Right'] as const;

/** Metres a second and seconds of a stride. */
const WALKING = { speed: 1.34, seconds: 1.06 };
const RUNNING = { speed: 3, seconds: 0.7 };

const GRAVITY = 9.81;

const file = new CharacterFile(FILE);

/** Says that angles are within one standard deviation over the whole stride, on both sides, against a zero. */
function itIsWithin(clip: string, name: keyof JointAngles, normal: readonly Normal[], zero: (bind: JointAngles) => number) {
    it(`${clip}: ${name} is within one standard deviation over the stride`, () => {
        const read = readAngles(file);
        const offset = zero(read.bind);
        for (const side of SIDES) {
            normal.forEach(([mean, deviation], i) => {
                const angle = read.at(clip, side, i / normal.length)[name] - offset;
                expect(Math.abs(angle - mean), `${side}, ${100 * i / normal.length} %: ${angle.toFixed(1)} for ${mean} ± ${deviation}`).to.be.below(deviation);
            });
        }
    });
}

/** Height of the middle of the skin's volume, as if it were of one density, at each key of a clip. */
function weightHeights(clip: string): number[] {
    const skin = file.document.getRoot().listSkins()[0];
    const inverses = skin.getInverseBindMatrices()!.getArray()!;
    const names = file.names();
    const parts = file.primitives().map(primitive => ({ corners: vertices(primitive), indices: [...primitive.getIndices()!.getArray()!] }));
    return file.keys(clip).slice(0, -1).map((time) => {
        file.pose(clip, time);
        const matrices = names.map((name, i) => {
            const inverse = file.matrix(name).clone();
            inverse.data.set(inverses.slice(i * 16, i * 16 + 16));
            return file.matrix(name).mul(inverse);
        });
        let volume = 0, moment = 0;
        for (const { corners, indices } of parts) {
            const places = corners.map(({ position, joints, weights }) => weights.reduce(
                (sum, weight, k) => (weight > 0 ? sum.add(matrices[joints[k]].transformPoint(position).mulScalar(weight / 255)) : sum), new Vec3()));
            for (let t = 0; t < indices.length; t += 3) {
                const [a, b, c] = [0, 1, 2].map(k => places[indices[t + k]]);
                const v = new Vec3().cross(a, b).dot(c) / 6;
                volume += v;
                moment += v * (a.y + b.y + c.y) / 4;
            }
        }
        return moment / volume;
    });
}

/** Force on the ground in weights at each key. */
function forces(clip: string): number[] {
    const heights = weightHeights(clip);
    const dt = file.duration(clip) / heights.length;
    return heights.map((y, i) => {
        const [before, after] = [heights[(i + heights.length - 1) % heights.length], heights[(i + 1) % heights.length]];
        return 1 + (before - 2 * y + after) / dt / dt / GRAVITY;
    });
}

describe('gaits of people', () => {
    before(() => file.load());

    const pelvis = ['tilt', 'hip'];
    for (const name of Object.keys(WALK) as (keyof typeof WALK)[]) {
        itIsWithin('walk', name, WALK[name], () => (pelvis.includes(name) ? -STANDING_TILT : 0));
    }
    for (const name of Object.keys(RUN) as (keyof typeof RUN)[]) itIsWithin('run', name, RUN[name], bind => bind[name]);

    it('walk: 99 to 114 steps a minute of 0.675 to 0.83 m, as men of 18 to 29 years take (norms of GAITRite), width 82 to 135 mm', () => {
        expect(file.duration('walk')).to.be.closeTo(WALKING.seconds, 1e-4);
        expect(120 / WALKING.seconds).to.be.within(99, 114);
        expect(WALKING.speed * WALKING.seconds / 2).to.be.within(0.675, 0.83);
        file.pose('walk', 0.2 * WALKING.seconds);
        const left = file.place('LeftFoot').x;
        file.pose('walk', 0.7 * WALKING.seconds);
        expect(left - file.place('RightFoot').x).to.be.within(0.082, 0.135);
    });

    it('run: 84.8 ± 3.6 strides a minute, the best for 3 m/s (Lieberman et al. 2015)', () => {
        expect(file.duration('run')).to.be.closeTo(RUNNING.seconds, 1e-4);
        expect(60 / RUNNING.seconds).to.be.closeTo(84.8, 3.6);
    });

    it('walk: bears 1.1 to 1.4 weights as one foot takes over from the other, 0.6 to 0.9 over one of them', () => {
        const force = forces('walk');
        expect(Math.max(...force)).to.be.within(1.1, 1.4);
        expect(Math.min(...force)).to.be.within(0.6, 0.9);
    });

    it('run: flies twice on a parabola, and bears 1.75 to 2.6 weights at most between', () => {
        const force = forces('run');
        const flight = force.filter((_, i) => [0.36, 0.86].some(from => i / force.length > from + 0.02 && i / force.length < from + 0.12));
        expect(flight.length).to.be.above(6);
        for (const weights of flight) expect(weights).to.be.within(-0.2, 0.2);
        expect(Math.max(...force)).to.be.within(1.75, 2.6);
    });
});
