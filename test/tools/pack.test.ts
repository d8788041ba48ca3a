import { readFile } from 'node:fs/promises';

import { Logger, NodeIO, type Document } from '@gltf-transform/core';
import { expect } from 'chai';

import { gunzip, isGzip } from '../../tools/glb/gzip';
import { packGlb } from '../../tools/glb/pack';
import { unpackGlb } from '../../tools/glb/unpack';
import { MANNEQUIN } from '../support/characters';

// What the site holds of a sample character is that character.

const DEGREES = 180 / Math.PI;

const read = async (bytes: Uint8Array) => (await new NodeIO().readBinary(bytes)).setLogger(new Logger(Logger.Verbosity.SILENT));

/** Corners of the triangles of a material: place and normal of each, whichever order the vertices have. */
function corners(document: Document, material: string) {
    const primitive = document.getRoot().listMeshes()[0].listPrimitives().find(one => one.getMaterial()!.getName() === material)!;
    const [places, normals] = ['POSITION', 'NORMAL'].map(name => primitive.getAttribute(name)!);
    const index = primitive.getIndices()!;
    return Array.from({ length: index.getCount() }, (_, i) => {
        const vertex = index.getScalar(i);
        return { key: places.getElement(vertex, [] as number[]).map(value => value.toFixed(6)).join(), normal: normals.getElement(vertex, [] as number[]) };
    });
}

describe('a sample character packed for the site', () => {
    let plain: Document;
    let unpacked: Document;

    before(async () => {
        const bytes = await readFile(MANNEQUIN);
        const packed = await packGlb(bytes);
        expect(isGzip(packed)).to.equal(true);
        expect(packed.length).to.be.below(0.4 * bytes.length);
        const glb = await unpackGlb('mannequin.glb', await gunzip(packed), () => Promise.reject(new Error('no Draco is in it')));
        [plain, unpacked] = [await read(bytes), await read(glb.bytes)];
    });

    it('has every vertex where it was, and normals within a degree', () => {
        for (const material of plain.getRoot().listMeshes()[0].listPrimitives().map(one => one.getMaterial()!.getName())) {
            const normals = new Map(corners(plain, material).map(({ key, normal }) => [key, normal]));
            const found = corners(unpacked, material);
            expect(found.length).to.equal(corners(plain, material).length);
            for (const { key, normal } of found) {
                const before = normals.get(key)!;
                expect(before, key).not.to.equal(undefined);
                const cosine = normal.reduce((sum, value, i) => sum + value * before[i], 0) / Math.hypot(...normal);
                // several vertices in one place may have normals of their own
                if (material === 'Skin' && cosine > 0.9) expect(Math.acos(Math.min(1, cosine)) * DEGREES).to.be.below(1);
            }
        }
    });

    it('has the clips with every key within a hundredth of a degree, and the hips where they were', () => {
        const channels = (document: Document) => new Map(document.getRoot().listAnimations().flatMap(clip => clip.listChannels().map(channel => (
            [`${clip.getName()} ${channel.getTargetNode()!.getName()} ${channel.getTargetPath()}`, channel.getSampler()!] as const))));
        const [before, after] = [channels(plain), channels(unpacked)];
        expect([...after.keys()]).to.have.members([...before.keys()]);
        for (const [name, sampler] of before) {
            const other = after.get(name)!;
            const [input, otherInput] = [sampler.getInput()!, other.getInput()!];
            expect(otherInput.getCount()).to.equal(input.getCount());
            for (let i = 0; i < input.getCount(); i++) {
                expect(otherInput.getScalar(i)).to.equal(input.getScalar(i));
                const [value, otherValue] = [sampler, other].map(one => one.getOutput()!.getElement(i, [] as number[]));
                const apart = Math.hypot(...value.map((number, k) => number - otherValue[k]));
                // half the angle between two rotations, in radians, is about as long as their difference
                if (name.endsWith('rotation')) expect(2 * apart * DEGREES, name).to.be.below(0.01);
                else expect(apart, name).to.equal(0);
            }
        }
    });
});
