import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { createGroundHit } from '../../../scripts/core/ground/ground';
import { HeightGround } from '../../../scripts/core/ground/height-ground';
import { MeshGround } from '../../../scripts/core/ground/mesh-ground';
import { angleOf, randomDirection, seededRandom } from '../../support/geometry';
import { box, scene, triangles } from '../../support/scenery';

function ray(from: Vec3, way: Vec3, length: number): Float64Array {
    return Float64Array.of(from.x, from.y, from.z, way.x, way.y, way.z, length);
}

/** The nearest triangle along a ray by brute force: its distance and normal, on the ray's side. */
function nearest(positions: number[], indices: number[], from: Vec3, way: Vec3, length: number): { distance: number; normal: Vec3 } | null {
    let found: { distance: number; normal: Vec3 } | null = null;
    const at = (i: number) => new Vec3(positions[3 * indices[i]], positions[3 * indices[i] + 1], positions[3 * indices[i] + 2]);
    for (let i = 0; i < indices.length; i += 3) {
        const [a, b, c] = [at(i), at(i + 1), at(i + 2)];
        const normal = new Vec3().cross(b.clone().sub(a), c.clone().sub(a)).normalize();
        const facing = normal.dot(way);
        if (Math.abs(facing) < 1e-12) continue;
        const distance = normal.dot(a.clone().sub(from)) / facing;
        if (distance < 0 || distance > length || (found && distance >= found.distance)) continue;
        const point = from.clone().add(way.clone().mulScalar(distance));
        const inside = [[a, b], [b, c], [c, a]].every(([p, q]) => new Vec3().cross(q.clone().sub(p), point.clone().sub(p)).dot(normal) >= 0);
        if (inside) found = { distance, normal: facing > 0 ? normal.mulScalar(-1) : normal };
    }
    return found;
}

describe('MeshGround', () => {
    const random = seededRandom(31);
    const boxes = Array.from({ length: 40 }, () => box(
        [6 * random() - 3, random() - 0.5, 6 * random() - 3], [0.2 + random(), 0.2 + 0.4 * random(), 0.2 + random()], [360 * random(), 360 * random(), 360 * random()]
    ));
    const { positions, indices } = triangles(boxes);
    const ground = new MeshGround(positions, indices);
    const hit = createGroundHit();

    it('meets of 2000 rays in all directions the same triangle as a search of all', () => {
        let met = 0;
        for (let i = 0; i < 2000; i++) {
            const from = new Vec3(8 * random() - 4, 3 * random() - 1.5, 8 * random() - 4), way = randomDirection(random), length = 6 * random();
            const expected = nearest(positions, indices, from, way, length);
            expect(ground.cast(hit, ray(from, way, length))).to.equal(expected !== null);
            if (!expected) continue;
            met++;
            const point = new Vec3(hit.point[0], hit.point[1], hit.point[2]);
            expect(point.distance(from)).to.be.closeTo(expected.distance, 1e-9);
            expect(angleOf(new Vec3(hit.normal[0], hit.normal[1], hit.normal[2]), expected.normal)).to.be.below(1e-5);
            expect(hit.body).to.equal(null);
        }
        expect(met).to.be.above(300);
    });

    it('meets upright boxes from above at their tops', () => {
        const truth = scene(boxes);
        for (let i = 0; i < 500; i++) {
            const [x, z] = [7 * random() - 3.5, 7 * random() - 3.5];
            const top = truth.heightAt(x, z);
            expect(ground.cast(hit, ray(new Vec3(x, 3, z), new Vec3(0, -1, 0), 6))).to.equal(top > -Infinity);
            if (top > -Infinity) expect(hit.point[1]).to.be.closeTo(top, 1e-9);
        }
    });

    it('misses neither triangle on the edge that two share, nor at their corners', () => {
        const floor = new MeshGround([-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1], [0, 1, 2, 0, 2, 3]);
        for (let i = 0; i <= 200; i++) {
            const at = -1 + i / 100;
            expect(floor.cast(hit, ray(new Vec3(at, 1, at), new Vec3(0, -1, 0), 2)), `at ${at}`).to.equal(true);
            expect(hit.normal[1]).to.equal(1);
        }
    });

    it('of no triangles, and of one without size, meets nothing', () => {
        expect(new MeshGround([], []).cast(hit, ray(new Vec3(0, 1, 0), new Vec3(0, -1, 0), 2))).to.equal(false);
        expect(new MeshGround([0, 0, 0, 0, 0, 0, 1, 0, 0], [0, 1, 2]).cast(hit, ray(new Vec3(0, 1, 0), new Vec3(0, -1, 0), 2))).to.equal(false);
    });

    it('of thousands of triangles at one place is still made and met', () => {
        const many = Array.from({ length: 3000 }, () => [0, 1, 2]).flat();
        expect(new MeshGround([-1, 0, -1, 1, 0, -1, 0, 0, 1], many).cast(hit, ray(new Vec3(0, 1, 0), new Vec3(0, -1, 0), 2))).to.equal(true);
    });
});

describe('HeightGround', () => {
    const height = (x: number, z: number) => 0.3 * Math.sin(1.3 * x) + 0.2 * Math.cos(0.9 * z);
    const ground = new HeightGround(height);
    const hit = createGroundHit();

    it('is met from above exactly, with the normal of its slope', () => {
        const random = seededRandom(8);
        for (let i = 0; i < 300; i++) {
            const [x, z] = [10 * random() - 5, 10 * random() - 5];
            expect(ground.cast(hit, ray(new Vec3(x, 2, z), new Vec3(0, -1, 0), 5))).to.equal(true);
            expect([hit.point[0], hit.point[2]]).to.deep.equal([x, z]);
            expect(hit.point[1]).to.be.closeTo(height(x, z), 1e-12);
            const normal = new Vec3(-0.39 * Math.cos(1.3 * x), 1, 0.18 * Math.sin(0.9 * z)).normalize();
            expect(angleOf(new Vec3(hit.normal[0], hit.normal[1], hit.normal[2]), normal)).to.be.below(0.01);
        }
    });

    it('is met by slanting rays where they first go below it', () => {
        const random = seededRandom(9);
        let met = 0;
        for (let i = 0; i < 300; i++) {
            const from = new Vec3(4 * random() - 2, 0.8 + random(), 4 * random() - 2);
            const way = randomDirection(random);
            way.y = -Math.abs(way.y) - 0.3;
            way.normalize();
            let expected = NaN;
            for (let share = 0; share < 3; share += 1e-3) {
                const at = from.clone().add(way.clone().mulScalar(share));
                if (at.y < height(at.x, at.z)) {
                    expected = share;
                    break;
                }
            }
            if (!Number.isFinite(expected)) continue;
            met++;
            expect(ground.cast(hit, ray(from, way, 3))).to.equal(true);
            expect(new Vec3(hit.point[0], hit.point[1], hit.point[2]).distance(from)).to.be.closeTo(expected, 2e-3);
            expect(hit.point[1]).to.be.closeTo(height(hit.point[0], hit.point[2]), 1e-6);
        }
        expect(met).to.be.above(150);
    });

    it('is not met beyond a ray\'s length, from below, or where there is none', () => {
        const down = new Vec3(0, -1, 0);
        expect(ground.cast(hit, ray(new Vec3(0, 2, 0), down, 1))).to.equal(false);
        expect(ground.cast(hit, ray(new Vec3(0, -2, 0), down, 1))).to.equal(false);
        expect(new HeightGround(() => -Infinity).cast(hit, ray(new Vec3(0, 2, 0), down, 5))).to.equal(false);
    });

    it('has the slope of the side that is there beside a hole', () => {
        const beside = new HeightGround((x, z) => (x > 0 ? -Infinity : 0.5 * x + 0.25 * z));
        for (const x of [-0.005, -0.02]) {
            expect(beside.cast(hit, ray(new Vec3(x, 2, 0), new Vec3(0, -1, 0), 5))).to.equal(true);
            expect(angleOf(new Vec3(hit.normal[0], hit.normal[1], hit.normal[2]), new Vec3(-0.5, 1, -0.25))).to.be.below(0.01);
        }
    });

    it('that answers with what is not a number passes it on', () => {
        new HeightGround(() => NaN).cast(hit, ray(new Vec3(0, 2, 0), new Vec3(0, -1, 0), 5));
        expect(Number.isNaN(hit.point[1])).to.equal(true);
    });
});
