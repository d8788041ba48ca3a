import { expect } from 'chai';

import { resizeShape } from '../../scripts/active-ragdoll/shapes/fit-shape';
import { createShape, lengthOf } from '../../scripts/active-ragdoll/shapes/shape';

// A shape with the sizes that a row gives: 0 leaves what was measured.

const AXES = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
const NOWHERE = Float64Array.of(0, 0, 0);

describe('the sizes of a row', () => {
    it('of a capsule: thickness, length from end to end, and either alone', () => {
        for (const [radius, length, expected] of [[0, 0, [0.1, 0.6]], [0.05, 0, [0.05, 0.6]], [0, 0.4, [0.1, 0.4]], [0.05, 1, [0.05, 1]], [0.3, 0.2, [0.3, 0.6]]] as const) {
            const shape = createShape('capsule', NOWHERE, AXES, Float64Array.of(0, 0.2, 0), 0.1);
            resizeShape(shape, radius, length);
            expect([shape.radius, lengthOf(shape)].map(size => Number(size.toFixed(9))), `${radius}, ${length}`).to.deep.equal(expected);
        }
    });

    it('of a sphere: its radius, or half of its length', () => {
        for (const [radius, length, expected] of [[0, 0, 0.1], [0.05, 0, 0.05], [0, 0.4, 0.2], [0.05, 0.4, 0.05]]) {
            const shape = createShape('sphere', NOWHERE, AXES, Float64Array.of(0, 0, 0), 0.1);
            resizeShape(shape, radius, length);
            expect([shape.radius, lengthOf(shape)], `${radius}, ${length}`).to.deep.equal([expected, 2 * expected]);
        }
    });

    it('of a box: half of its edges across, and its length', () => {
        for (const [radius, length, expected] of [[0, 0, [0.1, 0.2, 0.3]], [0.05, 0, [0.05, 0.2, 0.05]], [0, 1, [0.1, 0.5, 0.3]], [0.05, 1, [0.05, 0.5, 0.05]]] as const) {
            const shape = createShape('box', NOWHERE, AXES, Float64Array.of(0.1, 0.2, 0.3), 0);
            resizeShape(shape, radius, length);
            expect([...shape.half], `${radius}, ${length}`).to.deep.equal(expected);
            expect(shape.radius).to.equal(0);
        }
    });
});
