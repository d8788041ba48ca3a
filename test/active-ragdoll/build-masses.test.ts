import { expect } from 'chai';

import { activeRagdollAttributes } from '../../scripts/active-ragdoll/attributes';
import { defaultBones } from '../../scripts/active-ragdoll/plan/default-rows';
import { solidInertia } from '../../scripts/active-ragdoll/plan/masses';
import type { RigidBodySettings } from '../../scripts/active-ragdoll/settings';
import { createShape } from '../../scripts/active-ragdoll/shapes/shape';
import { makeRow } from '../../scripts/shell/attributes';
import { seededRandom } from '../support/geometry';
import { inEachWorkshop } from '../support/ragdoll-build';
import { skipBecause } from '../support/skip';

/** De Leva 1996, tables 4: percent of the body's mass, women and men. */
const TABLE: [RegExp, number, number][] = [
    [/^(?:head|neck\d*)$/, 6.68, 6.94],
    [/^(?:hips|spine\d*|\w+Clavicle)$/, 42.57, 43.46],
    [/^\w+UpperArm$/, 2 * 2.55, 2 * 2.71], [/^\w+Forearm$/, 2 * 1.38, 2 * 1.62], [/^\w+Hand$/, 2 * 0.56, 2 * 0.61],
    [/^\w+Thigh$/, 2 * 14.78, 2 * 14.16], [/^\w+Shin$/, 2 * 4.81, 2 * 4.33], [/^\w+Foot$/, 2 * 1.29, 2 * 1.37]
];

const sumOf = (bodies: readonly RigidBodySettings[]) => bodies.reduce((sum, { mass }) => sum + mass, 0);

/** Moments of a solid of 1 kg by points thrown into it. */
function thrownInertia(inside: (x: number, y: number, z: number) => boolean, reach: [number, number, number]): number[] {
    const random = seededRandom(3);
    const sums = [0, 0, 0];
    let count = 0;
    for (let i = 0; i < 200000; i++) {
        const [x, y, z] = reach.map(value => value * (2 * random() - 1));
        if (!inside(x, y, z)) continue;
        count++;
        sums[0] += y * y + z * z;
        sums[1] += x * x + z * z;
        sums[2] += x * x + y * y;
    }
    return sums.map(sum => sum / count);
}

describe('solidInertia', () => {
    const capsule = (half: number, radius: number) => (x: number, y: number, z: number) => Math.hypot(x, Math.max(0, Math.abs(y) - half), z) <= radius;
    const cases = [
        { kind: 'capsule', half: [0, 0.3, 0], radius: 0.1, inside: capsule(0.3, 0.1), reach: [0.1, 0.4, 0.1] },
        { kind: 'sphere', half: [0, 0, 0], radius: 0.2, inside: capsule(0, 0.2), reach: [0.2, 0.2, 0.2] },
        { kind: 'box', half: [0.1, 0.3, 0.2], radius: 0, inside: () => true, reach: [0.1, 0.3, 0.2] }
    ] as const;
    for (const { kind, half, radius, inside, reach } of cases) {
        it(`is that of a ${kind}`, () => {
            const out = new Float64Array(3);
            const axes = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
            solidInertia(out, createShape(kind, new Float64Array(3), axes, Float64Array.from(half), radius), 2);
            thrownInertia(inside, [...reach]).forEach((moment, axis) => expect(out[axis] / (2 * moment)).to.be.within(0.98, 1.02));
        });
    }
});

inEachWorkshop('masses of a built ragdoll', (shop) => {
    it('sum up to the total mass', () => {
        for (const massPreset of ['stable', 'anatomical'] as const) {
            for (const totalMass of [1, 70, 300]) {
                const { settings } = shop.build({ massPreset, totalMass, clips: [] });
                expect(sumOf(settings.bodies) / totalMass).to.be.closeTo(1, 1e-9);
                expect(settings.totalMass / totalMass).to.be.closeTo(1, 1e-9);
            }
        }
    });

    it('anatomical: each segment has its share by the table within 0.1 %', function () {
        if (shop.rig.legs === 4) skipBecause(this, 'the table is of people');
        const { bodies } = shop.build({ massPreset: 'anatomical', totalMass: 100, clips: [] }).settings;
        for (const [part, woman, man] of TABLE) {
            const share = sumOf(bodies.filter(({ name }) => part.test(name)));
            expect(share, String(part)).to.be.closeTo((woman + man) / 2, 0.1);
        }
    });

    it('stable: 0.8 to 1.2 of the parent\'s, which has at least the inertia of its children or twice its own', () => {
        const { settings, shapes } = shop.build({ massPreset: 'stable', clips: [] });
        const { bodies } = settings;
        bodies.forEach(({ name, mass, parent, inertia }, i) => {
            if (parent >= 0) expect(mass / bodies[parent].mass, name).to.be.within(0.8 - 1e-9, 1.2 + 1e-9);
            const own = new Float64Array(3);
            solidInertia(own, shapes[i], mass);
            const children = bodies.filter(child => child.parent === i).reduce((sum, child) => sum + Math.max(...child.inertia), 0);
            const most = Math.max(...inertia);
            expect(most, name).to.be.at.least(Math.min(children, 2 * Math.max(...own)) * (1 - 1e-9));
            inertia.forEach((moment, axis) => expect(moment / own[axis], name).to.be.within(1 - 1e-9, 2 + 1e-9));
        });
    });

    it('a row\'s mass is that body\'s, and its inertia follows', () => {
        const rows = defaultBones(shop.rig).map(values => makeRow(activeRagdollAttributes.bones, values));
        rows.find(({ boneName }) => boneName === 'leftHand')!.mass = 20;
        const { settings, shapes } = shop.build({ massPreset: 'anatomical', rows, clips: [] });
        const index = settings.bodies.findIndex(({ name }) => name === 'leftHand');
        const own = new Float64Array(3);
        solidInertia(own, shapes[index], 20);
        expect(settings.bodies[index].mass).to.equal(20);
        expect([...settings.bodies[index].inertia]).to.deep.equal([...own]);
    });
});
