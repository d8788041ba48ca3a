import { expect } from 'chai';
import { Quat, Vec3 } from 'playcanvas';

import { createFlatPose, type FlatPose } from '../../../scripts/core/pose/flat-pose';
import { addPose, blendPoses, copyPose } from '../../../scripts/core/pose/pose-blend';
import { randomDirection, randomRotation, seededRandom } from '../../support/geometry';

const BONES = 40;

/** Of an angle in radians, and of a length. */
const EXACT = 1e-7;

const random = seededRandom(11);

function randomPose(): FlatPose {
    const pose = createFlatPose(Array.from({ length: BONES }, (_, i) => i - 1));
    for (let bone = 0; bone < BONES; bone++) {
        const { x, y, z, w } = randomRotation(random);
        pose.localRotations.set([x, y, z, w], 4 * bone);
        pose.localPositions.set([random() - 0.5, random(), 3 * random()], 3 * bone);
        pose.localScales[bone] = 0.5 + random();
    }
    return pose;
}

const emptyPose = () => createFlatPose(Array.from({ length: BONES }, (_, i) => i - 1));
const rotationOf = ({ localRotations }: FlatPose, bone: number) => new Quat(...localRotations.subarray(4 * bone, 4 * bone + 4) as unknown as [number, number, number, number]);
const positionOf = ({ localPositions }: FlatPose, bone: number) => new Vec3(...localPositions.subarray(3 * bone, 3 * bone + 3) as unknown as [number, number, number]);

/** The turn from one rotation to another, to the parent: its axis times its angle along the shorter way, radians. */
function turnFrom(a: Quat, b: Quat): Vec3 {
    const { x, y, z, w } = new Quat().mul2(b, a.clone().invert());
    const sine = Math.hypot(x, y, z);
    const angle = 2 * Math.atan2(sine, Math.abs(w)) * (w < 0 ? -1 : 1);
    return sine > 0 ? new Vec3(x, y, z).mulScalar(angle / sine) : new Vec3();
}

const turned = (axis: Vec3, degrees: number) => new Quat().setFromAxisAngle(axis, degrees);

const locals = ({ localRotations, localPositions, localScales }: FlatPose) => [[...localRotations], [...localPositions], [...localScales]];

describe('blendPoses', () => {
    it('turns each bone its share of the shorter way about one axis, moves and scales it its share', () => {
        const [from, to, out] = [randomPose(), randomPose(), emptyPose()];
        const weights = Float64Array.from({ length: BONES }, () => random());
        blendPoses(out, from, to, weights);
        for (let bone = 0; bone < BONES; bone++) {
            const whole = turnFrom(rotationOf(from, bone), rotationOf(to, bone));
            expect(whole.length()).to.be.at.most(Math.PI);
            expect(turnFrom(rotationOf(from, bone), rotationOf(out, bone)).distance(whole.mulScalar(weights[bone]))).to.be.below(EXACT);
            const place = positionOf(from, bone).lerp(positionOf(from, bone), positionOf(to, bone), weights[bone]);
            expect(positionOf(out, bone).distance(place)).to.be.below(EXACT);
            expect(out.localScales[bone]).to.be.closeTo(from.localScales[bone] * (1 - weights[bone]) + to.localScales[bone] * weights[bone], EXACT);
        }
    });

    it('turns by tiny angles too', () => {
        const [from, to, out] = [emptyPose(), emptyPose(), emptyPose()];
        to.localRotations.set([Math.sin(5e-5), 0, 0, Math.cos(5e-5)], 0);
        blendPoses(out, from, to, new Float64Array(BONES).fill(0.25));
        expect(2 * Math.asin(out.localRotations[0])).to.be.closeTo(0.25e-4, 1e-9);
    });

    it('is exactly the one pose at weight 0 and exactly the other at 1, beyond them and where the weight is no number', () => {
        const [from, to, out] = [randomPose(), randomPose(), emptyPose()];
        for (const [weight, expected] of [[0, from], [-1, from], [NaN, from], [1, to], [2, to], [Infinity, to]] as const) {
            blendPoses(out, from, to, new Float64Array(BONES).fill(weight));
            expect(locals(out)).to.deep.equal(locals(expected));
        }
    });

    it('may write into one of its poses', () => {
        const weights = Float64Array.from({ length: BONES }, () => random());
        const [from, to, expected] = [randomPose(), randomPose(), emptyPose()];
        blendPoses(expected, from, to, weights);
        const [inFrom, inTo] = [emptyPose(), emptyPose()];
        copyPose(inFrom, from);
        copyPose(inTo, to);
        blendPoses(inFrom, inFrom, to, weights);
        blendPoses(inTo, from, inTo, weights);
        expect(locals(inFrom)).to.deep.equal(locals(expected));
        expect(locals(inTo)).to.deep.equal(locals(expected));
    });
});

describe('addPose', () => {
    it('adds turns about one axis, also exaggerated and turned around', () => {
        const [base, reference, added, out] = [emptyPose(), emptyPose(), emptyPose(), emptyPose()];
        const axis = randomDirection(random);
        const set = (pose: FlatPose, degrees: number) => {
            const { x, y, z, w } = turned(axis, degrees);
            for (let bone = 0; bone < BONES; bone++) pose.localRotations.set([x, y, z, w], 4 * bone);
        };
        set(base, 20);
        set(reference, -15);
        set(added, 35);
        for (const weight of [0.5, 1, 1.5, -1]) {
            addPose(out, base, reference, added, new Float64Array(BONES).fill(weight));
            expect(turnFrom(turned(axis, 20 + weight * 50), rotationOf(out, 3)).length()).to.be.below(EXACT);
        }
    });

    it('applies the difference in the frame of each bone: base * (reference^-1 * added), to its share', () => {
        const [base, reference, added, out] = [randomPose(), randomPose(), randomPose(), emptyPose()];
        const weights = Float64Array.from({ length: BONES }, () => random());
        addPose(out, base, reference, added, weights);
        for (let bone = 0; bone < BONES; bone++) {
            // seen in the bone's own frame both are turns from the identity
            const difference = new Quat().mul2(rotationOf(reference, bone).invert(), rotationOf(added, bone));
            const seen = new Quat().mul2(rotationOf(base, bone).invert(), rotationOf(out, bone));
            const whole = turnFrom(new Quat(), difference);
            expect(turnFrom(new Quat(), seen).distance(whole.mulScalar(weights[bone]))).to.be.below(EXACT);
            const place = positionOf(added, bone).sub(positionOf(reference, bone)).mulScalar(weights[bone]).add(positionOf(base, bone));
            expect(positionOf(out, bone).distance(place)).to.be.below(EXACT);
        }
    });

    it('gives the added pose itself on a base that is the reference, with its scales', () => {
        const [reference, added, out] = [randomPose(), randomPose(), emptyPose()];
        addPose(out, reference, reference, added, new Float64Array(BONES).fill(1));
        for (let bone = 0; bone < BONES; bone++) {
            expect(turnFrom(rotationOf(added, bone), rotationOf(out, bone)).length()).to.be.below(EXACT);
            expect(positionOf(out, bone).distance(positionOf(added, bone))).to.be.below(EXACT);
            expect(out.localScales[bone]).to.be.closeTo(added.localScales[bone], EXACT);
        }
    });

    it('is exactly the base at weight 0 and where the weight is no number', () => {
        const [base, reference, added, out] = [randomPose(), randomPose(), randomPose(), emptyPose()];
        for (const weight of [0, NaN]) {
            addPose(out, base, reference, added, new Float64Array(BONES).fill(weight));
            expect(locals(out)).to.deep.equal(locals(base));
        }
    });

    it('may write into any of its poses', () => {
        const poses = [randomPose(), randomPose(), randomPose()];
        const weights = Float64Array.from({ length: BONES }, () => random());
        const expected = emptyPose();
        addPose(expected, poses[0], poses[1], poses[2], weights);
        for (let i = 0; i < 3; i++) {
            const copies = poses.map((pose) => {
                const copy = emptyPose();
                copyPose(copy, pose);
                return copy;
            });
            addPose(copies[i], copies[0], copies[1], copies[2], weights);
            expect(locals(copies[i])).to.deep.equal(locals(expected));
        }
    });
});
