import { expect } from 'chai';

import { fitShape } from '../../scripts/active-ragdoll/shapes/fit-shape';
import { volumeOf } from '../../scripts/active-ragdoll/shapes/shape';

// Skin without a thickness: cards of hair and cloth, and what an exporter has drawn together.

const SIDE = Float64Array.of(0, 0, 1);

const skins: Readonly<Record<string, (i: number) => readonly number[]>> = {
    'a card': i => [0.01 * (i % 10), 0, 0.01 * Math.floor(i / 10)],
    'a line': i => [0.001 * i, 0, 0],
    'one point': () => [0.3, 0.3, 0.3]
};

describe('a shape around', () => {
    for (const [name, place] of Object.entries(skins)) {
        for (const kind of ['capsule', 'sphere', 'box'] as const) {
            it(`${name} is a ${kind} with a size`, () => {
                const points = Float64Array.from(Array.from({ length: 100 }, (_, i) => place(i)).flat());
                for (const direction of [[1, 0, 0], [0, 1, 0]]) {
                    const shape = fitShape(kind, [points], [Float64Array.from(direction)], SIDE);
                    expect([...shape.center, ...shape.axes, ...shape.half, shape.radius].every(Number.isFinite), 'numbers').to.equal(true);
                    expect(volumeOf(shape)).to.be.within(1e-9, 0.02);
                }
            });
        }
    }
});
