import { expect } from 'chai';

import { inEachWorkshop } from '../support/ragdoll-build';

inEachWorkshop('size of a built ragdoll', (shop) => {
    it('is in world metres: as large as the character, whatever the units of its file', () => {
        shop.renew();
        const { bodies } = shop.build({ clips: [] }).settings;
        const heights = shop.vertices().map(({ point }) => point.y);
        const [low, high] = heights.reduce(([least, most], y) => [Math.min(least, y), Math.max(most, y)], [Infinity, -Infinity]);
        const places = bodies.map(body => shop.place(body)).map(({ settings, center, axes }) => {
            const half = settings.shape === 'box' ?
                axes.reduce((sum, axis, i) => sum + Math.abs(axis.y) * settings.halfExtents[i], 0) :
                settings.radius + Math.abs(axes[1].y) * (settings.length / 2 - settings.radius);
            return [center.y - half, center.y + half];
        });
        expect(Math.min(...places.map(([bottom]) => bottom)), 'sole').to.be.closeTo(low, 0.01 * (high - low));
        expect(Math.max(...places.map(([, top]) => top)), 'top').to.be.closeTo(high, 0.07 * (high - low));
    });

    it('grows with the entity: lengths by its scale, inertia by its square, limits and masses not', () => {
        shop.renew();
        const usual = shop.build().settings.bodies;
        for (const scale of [0.01, 0.1, 10]) {
            shop.renew(scale);
            const { bodies } = shop.build().settings;
            bodies.forEach((body, i) => {
                const one = usual[i];
                const near = (value: number, expected: number, what: string) => {
                    expect(value, `${body.name}, ${what}, scale ${scale}`).to.be.closeTo(expected, 1e-6);
                };
                expect([body.name, body.shape, body.parent]).to.deep.equal([one.name, one.shape, one.parent]);
                near(body.length / scale, one.length, 'length');
                near(body.radius / scale, one.radius, 'radius');
                near(body.mass, one.mass, 'mass');
                for (let axis = 0; axis < 3; axis++) {
                    near(body.offset[axis] / scale, one.offset[axis], 'offset');
                    near(body.halfExtents[axis] / scale, one.halfExtents[axis], 'half extents');
                    expect(body.inertia[axis] / scale ** 2 / one.inertia[axis], `${body.name}, inertia`).to.be.closeTo(1, 1e-6);
                }
                if (!body.joint) return;
                near(body.joint.swingLimitY, one.joint!.swingLimitY, 'swing');
                near(body.joint.swingLimitZ, one.joint!.swingLimitZ, 'swing');
                near(body.joint.twistLimit, one.joint!.twistLimit, 'twist');
                for (let axis = 0; axis < 3; axis++) near(body.joint.parentAnchor[axis] / scale, one.joint!.parentAnchor[axis], 'anchor');
            });
        }
        shop.renew();
    });
});
