import { expect } from 'chai';

import { createFlatPose, updateWorld } from '../../../scripts/core/pose/flat-pose';
import { shiftBone, turnBone } from '../../../scripts/core/pose/move-bone';

describe('a bone that is moved in the world', () => {
    /** A bone below a parent that is turned by 90 degrees about y and twice as large. */
    const pose = () => {
        const made = createFlatPose([-1, 0, 1]);
        made.localRotations.set([0, Math.SQRT1_2, 0, Math.SQRT1_2], 0);
        made.localScales[0] = 2;
        made.localPositions.set([1, 2, 3, 0.5, 0, 0.25, 0, 0, 1]);
        updateWorld(made);
        return made;
    };

    it('goes by the offset, with all that hangs on it', () => {
        const made = pose(), before = [...made.positions];
        shiftBone(made, 1, Float64Array.of(0.3, -0.2, 0.7));
        updateWorld(made);
        [0, 0, 0, 0.3, -0.2, 0.7, 0.3, -0.2, 0.7].forEach((shift, i) => expect(made.positions[i] - before[i]).to.be.closeTo(shift, 1e-12));
    });

    it('turns about its place', () => {
        const made = pose(), before = [...made.positions];
        const [x, y, z] = [6, 7, 8].map((i, k) => before[i] - before[3 + k]);
        // 180 degrees about z
        turnBone(made, 1, Float64Array.of(0, 0, 1, 0));
        updateWorld(made);
        for (let k = 0; k < 3; k++) expect(made.positions[3 + k]).to.be.closeTo(before[3 + k], 1e-12);
        [-x, -y, z].forEach((arm, k) => expect(made.positions[6 + k] - made.positions[3 + k]).to.be.closeTo(arm, 1e-12));
    });
});
