import { expect } from 'chai';
import { Vec3, type AppBase, type Entity } from 'playcanvas';

import { GazeTarget, type LookAt } from '../../scripts/idle-randomizer/gaze-target';
import { createApp } from '../support/app';

// Where an idle lets perfectLookAt look, by trigonometry.

const RADIANS = Math.PI / 180;

describe('the gaze of an idle through a look-at', () => {
    let app: AppBase;

    before(() => { app = createApp(); });

    after(() => app.destroy());

    it('is at the angles to the right and up from the line ahead, at twice the height, in any frame', () => {
        const eyes = new Vec3(3, 1.6, -2);
        const lookAt = { enabled: true, targets: [], targetObject: null as Entity | null, gazeOrigin: eyes };
        const gaze = new GazeTarget(() => lookAt as unknown as LookAt);
        // turned to the left by 90 degrees: its right is +z of the scene reversed
        const frames = [[1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 0, -1, 0, 1, 0, 1, 0, 0]];
        expect(gaze.isFree).to.equal(true);
        for (const axes of frames) {
            for (const [x, y] of [[0, 0], [30, 0], [-20, 0], [0, 15], [10, -25]]) {
                gaze.look(x, y, Float64Array.from(axes), 1.75);
                const to = lookAt.targetObject!.getPosition().clone().sub(eyes);
                const [right, up, ahead] = [0, 3, 6].map(i => to.dot(new Vec3(axes[i], axes[i + 1], axes[i + 2])));
                expect(ahead, 'metres ahead').to.be.closeTo(3.5, 1e-5);
                expect(Math.atan2(right, ahead) / RADIANS, 'to the right').to.be.closeTo(x, 1e-4);
                expect(Math.atan2(up, ahead) / RADIANS, 'up').to.be.closeTo(y, 1e-4);
            }
        }
        expect(gaze.isFree, 'its own target does not hold it').to.equal(true);
        gaze.destroy();
        expect(lookAt.targetObject).to.equal(null);
    });
});
