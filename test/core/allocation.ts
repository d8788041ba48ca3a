import { expect } from 'chai';

import { createFlatPose } from '../../scripts/core/pose/flat-pose';
import { addPose, blendPoses } from '../../scripts/core/pose/pose-blend';
import { bytesOf, NOISE } from '../support/allocation';

describe('a blend of poses', () => {
    it('allocates nothing', () => {
        const bones = 60;
        const parents = Array.from({ length: bones }, (_, i) => i - 1);
        const [out, from, to] = [createFlatPose(parents), createFlatPose(parents), createFlatPose(parents)];
        to.localRotations.fill(0.5);
        const weights = new Float64Array(bones).fill(0.3);
        expect(bytesOf(() => {
            blendPoses(out, from, to, weights);
            addPose(out, out, from, to, weights);
        }, 4000)).to.be.below(NOISE);
    });
});
