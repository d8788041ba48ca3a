import { expect } from 'chai';
import { Mat4, Vec3 } from 'playcanvas';

import { vertices, type CharacterFile, type Vertex } from './character-file';
import { createApp, loadGlb } from '../support/app';
import { FULL, sampled } from '../support/characters';

// Sentences that hold for every sample character.

/** Signed volume of triangles, in cubic metres. */
function volumeOf(triangles: Vec3[][]): number {
    return triangles.reduce((sum, [a, b, c]) => sum + new Vec3().cross(a, b).dot(c) / 6, 0);
}

/** Triangles of the body without the pieces that belong to the bones `apart`. */
function bodyTriangles(file: CharacterFile, apart: RegExp): Vertex[][] {
    const names = file.names();
    return file.primitives().flatMap((primitive) => {
        const corners = vertices(primitive);
        const indices = [...(primitive.getIndices()?.getArray() ?? [])];
        const triangles = Array.from({ length: indices.length / 3 }, (_, t) => indices.slice(t * 3, t * 3 + 3).map(i => corners[i]));
        return triangles.filter(([corner]) => !apart.test(names[corner.joints[0]]));
    });
}

/** Where the skin's vertices are in the pose that the skeleton has. */
function skinned(file: CharacterFile): (vertex: Vertex) => Vec3 {
    const skin = file.document.getRoot().listSkins()[0];
    const inverses = skin.getInverseBindMatrices()?.getArray() as Float32Array;
    const matrices = file.names().map((name, i) => {
        const inverse = new Mat4();
        inverse.data.set(inverses.subarray(i * 16, i * 16 + 16));
        return file.matrix(name).mul(inverse);
    });
    return ({ position, joints, weights }) => {
        const sum = new Vec3();
        weights.forEach((weight, i) => sum.add(matrices[joints[i]].transformPoint(position).mulScalar(weight / 255)));
        return sum;
    };
}

/** What the sentences about every character need. */
export interface Sound {
    create(): Promise<Uint8Array>;
    /** Length in seconds and keys a second of each clip. */
    clips: Record<string, { duration: number; rate: number }>;
    /** Bones whose skin is a piece of its own. */
    apart: RegExp;
    /** Bones that clips leave to scripts. */
    free: RegExp;
    /** Limits of the body's volume, in cubic metres. */
    volume: [number, number];
    /** Bones of eyes with their lids. */
    eyes: { eye: string; upper: string; lower: string }[];
    /** Least and most distance of a lid's points from its eye, in metres. */
    lids: [number, number];
    /** Bones of jaw, and least number of points that it moves. */
    jaw: string;
}

/** Share by which the body's volume may change in a clip: skin that collapses at a joint loses more. */
const VOLUME_CHANGE = 0.06;

/** Says that a character is sound. The file is loaded before. */
export function itIsSound(file: CharacterFile, sound: Sound): void {
    const { create, clips, apart, free, volume, eyes, lids, jaw } = sound;

    (FULL ? it : it.skip)('is the file that the program writes', async () => {
        expect(Buffer.from(await create()).equals(file.bytes), 'run `npm run characters` and commit').to.equal(true);
    });

    it('stays below a megabyte and needs no extension', () => {
        expect(file.bytes.length).to.be.below(1e6);
        expect(file.document.getRoot().listExtensionsUsed()).to.deep.equal([]);
    });

    it('loads in the engine with its bones and clips', async () => {
        const app = createApp();
        const character = await loadGlb(app, file.path);
        expect([...character.clips.keys()]).to.deep.equal(Object.keys(clips));
        const entity = character.instantiate();
        for (const joint of file.document.getRoot().listSkins()[0].listJoints()) {
            expect(entity.findByName(joint.getName()), joint.getName()).not.to.equal(null);
        }
        app.destroy();
    });

    it('has weights that add up to one', () => {
        for (const { weights, joints } of file.primitives().flatMap(vertices)) {
            expect(weights.reduce((a, b) => a + b, 0)).to.equal(255);
            weights.forEach((weight, i) => expect(weight > 0 || joints[i] === 0).to.equal(true));
        }
    });

    it('has one closed body, its faces turned outwards', () => {
        const triangles = bodyTriangles(file, apart).map(triangle => triangle.map(corner => corner.position));
        const edges = new Map<string, number>();
        for (const [a, b, c] of triangles) {
            for (const [from, to] of [[a, b], [b, c], [c, a]].map(edge => edge.map(p => `${p.x} ${p.y} ${p.z}`))) {
                const key = from < to ? `${from}|${to}` : `${to}|${from}`;
                edges.set(key, (edges.get(key) ?? 0) + (from < to ? 1 : -1));
            }
        }
        // each edge is walked as often one way as the other
        expect([...edges.values()].filter(count => count !== 0)).to.have.length(0);
        expect(volumeOf(triangles)).to.be.within(...volume);
    });

    it('can shut its eyes: lids are shells about the eye that meet when they turn', () => {
        const names = file.names();
        for (const { eye, upper, lower } of eyes) {
            const center = file.bind().place(eye);
            const edge = (lid: string, open: 1 | -1) => {
                expect(file.place(lid).distance(center)).to.equal(0);
                const shell = file.primitives().flatMap(vertices).filter(v => names[v.joints[0]] === lid);
                const toLid = file.matrix(lid).invert();
                for (const { position } of shell) expect(position.distance(center)).to.be.within(...lids);
                // how far the lid's edge stands above or below its line of sight, in degrees
                return Math.min(...shell.map((v) => {
                    const { y, z } = toLid.transformPoint(v.position);
                    return open * Math.atan2(y, z) * 180 / Math.PI;
                }));
            };
            const [above, below] = [edge(upper, 1), edge(lower, -1)];
            expect(Math.min(above, below), 'open').to.be.above(10);
            expect(above + below, 'shut, after turns of 28 and 14 degrees').to.be.at.most(28 + 14);
        }
    });

    it('can open its mouth: the jaw has the skin below the lips, and none above them', () => {
        const names = file.names();
        const skin = file.primitives().flatMap(vertices).filter(v => v.joints.some((joint, i) => names[joint] === jaw && v.weights[i] > 127));
        expect(skin.length).to.be.above(100);
        expect(Math.max(...skin.map(v => v.position.y))).to.be.below(file.bind().place(jaw).y);
    });

    for (const [name, { duration, rate }] of Object.entries(clips)) {
        describe(name, () => {
            it(`lasts ${duration.toFixed(2)} s at about ${rate} keys a second`, () => {
                expect(file.duration(name)).to.be.closeTo(duration, 1e-6);
                expect((file.keys(name).length - 1) / duration).to.be.closeTo(rate, 0.01 * rate);
            });

            it('ends as it begins', () => {
                for (const sampler of file.clip(name).listSamplers()) {
                    const values = [...(sampler.getOutput()?.getArray() ?? [])];
                    const size = sampler.getOutput()?.getElementSize() ?? 0;
                    const [first, last] = [values.slice(0, size), values.slice(-size)];
                    // a quaternion and its negative are one rotation
                    const product = first.reduce((sum, v, i) => sum + v * last[i], 0);
                    const same = first.every((v, i) => Math.abs(v - (size === 4 && product < 0 ? -1 : 1) * last[i]) < 1e-6);
                    expect(same).to.equal(true);
                }
            });

            it('leaves eyes, lids and jaw to the scripts', () => {
                const moved = file.clip(name).listChannels().map(channel => channel.getTargetNode()?.getName() ?? '');
                expect(moved.filter(bone => free.test(bone))).to.deep.equal([]);
            });

            it('keeps the volume of the body: no joint collapses', () => {
                const triangles = bodyTriangles(file, apart);
                const poses = sampled(8, 2);
                const whole = volumeOf(triangles.map(triangle => triangle.map(corner => corner.position)));
                for (let i = 0; i < poses; i++) {
                    file.pose(name, duration * i / poses);
                    const place = skinned(file);
                    const now = volumeOf(triangles.map(triangle => triangle.map(place)));
                    expect(now / whole).to.be.within(1 - VOLUME_CHANGE, 1 + VOLUME_CHANGE);
                }
            });
        });
    }
}
