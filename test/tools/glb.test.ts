import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { expect } from 'chai';

import { detectRig } from '../../scripts/rig/detect';
import { findSkeleton } from '../../scripts/rig/skeleton';
import { readSkin, type Skin } from '../../scripts/skin/skin';
import { inspectGlb } from '../../tools/glb/contents';
import { readGlb } from '../../tools/glb/read-glb';
import { editGlb } from '../browser/glb';
import { createApp, loadGlb } from '../support/app';
import { MANNEQUIN } from '../support/characters';
import { packGlb, PACKINGS, type Packing } from '../support/pack-glb';
import { itFull, requireRig } from '../support/skip';

// Compressed files come to the engine as if they were not.

/** Largest distance in metres of a vertex from the skin that was packed: 14 bits over two metres, and rounding. */
const QUANTUM = 0.0005;

/** Every so many vertices is looked up among all. */
const STRIDE = 29;

/** What the pack reads of a file. */
async function readCharacter(path: string) {
    const app = createApp();
    const { instantiate, clips } = await loadGlb(app, path);
    const model = instantiate();
    app.root.addChild(model);
    const rig = detectRig(findSkeleton(model)!)!;
    const { nodes } = rig.skeleton;
    const skin = readSkin(rig.skeleton);
    const roles = Object.fromEntries([...rig.bones].map(([role, index]) => [role, nodes[index].name]));
    const holderAt = (vertex: number) => nodes[skin.holders[vertex]]?.name;
    app.destroy();
    return { roles, skin, holderAt, clips, legs: rig.legs, height: rig.height };
}

/** The vertex of a skin that is nearest to one of another, and its distance. */
function nearest(skin: Skin, other: Skin, vertex: number): { index: number; distance: number } {
    const [x, y, z] = other.points.subarray(3 * vertex);
    let [index, distance] = [-1, Infinity];
    for (let i = 0; i < skin.points.length / 3; i++) {
        const away = Math.hypot(skin.points[3 * i] - x, skin.points[3 * i + 1] - y, skin.points[3 * i + 2] - z);
        if (away < distance) [index, distance] = [i, away];
    }
    return { index, distance };
}

/** One pixel. */
const IMAGE = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('a GLB file', () => {
    for (const [what, uri] of [['its textures share an image', IMAGE], ['its image lies beside it', 'skin.png']]) {
        it(`is read when ${what}`, async () => {
            const path = join(await mkdtemp(join(tmpdir(), 'limber-glb-')), 'textured.glb');
            await writeFile(path, editGlb(await readFile(MANNEQUIN), (gltf) => {
                const textures = [{ source: 0, sampler: 0 }, { source: 0, sampler: 1 }, { source: 0 }];
                Object.assign(gltf, { images: [{ uri }], samplers: [{ wrapS: 33071 }, {}], textures });
                Object.assign((gltf as unknown as { materials: object[] }).materials[0], { pbrMetallicRoughness: { baseColorTexture: { index: 0 } } });
            }));
            const { roles } = await readCharacter(path);
            expect(roles.head).to.equal('mixamorig:Head');
            await rm(dirname(path), { recursive: true });
        });
    }
});

describe('packed GLB files', () => {
    let folder = '';
    let plain: Awaited<ReturnType<typeof readCharacter>>;

    before(async () => {
        folder = await mkdtemp(join(tmpdir(), 'limber-glb-'));
        plain = await readCharacter(MANNEQUIN);
    });

    after(() => rm(folder, { recursive: true }));

    /** Packs the mannequin, and holds what is read of it against the mannequin. */
    async function expectSame(packing: Packing) {
        const path = join(folder, `${packing}.glb`);
        await writeFile(path, await packGlb(MANNEQUIN, packing));
        const packed = await readCharacter(path);
        expect(packed.roles).to.deep.equal(plain.roles);
        expect(packed.height).to.be.closeTo(plain.height, 2 * QUANTUM);
        expect([...packed.clips.keys()]).to.deep.equal([...plain.clips.keys()]);
        // vertices may come in another order, and double ones may be one
        let sameHolder = 0, looked = 0;
        for (let vertex = 0; vertex < packed.skin.points.length / 3; vertex += STRIDE) {
            const { index, distance } = nearest(plain.skin, packed.skin, vertex);
            expect(distance).to.be.below(QUANTUM);
            looked++;
            if (plain.holderAt(index) === packed.holderAt(vertex)) sameHolder++;
        }
        // where two bones carry the same, rounding decides
        expect(sameHolder / looked).to.be.above(0.97);
    }

    for (const packing of PACKINGS) (packing === 'meshopt' ? it : itFull)(`give the same character: ${packing}`, () => expectSame(packing));

    itFull('are known by what they use; others are not touched', async () => {
        expect(inspectGlb('a', await readGlb(MANNEQUIN)).isEncoded).to.equal(false);
        for (const packing of PACKINGS) {
            const bytes = await packGlb(MANNEQUIN, packing);
            expect(inspectGlb('a', bytes).isEncoded, packing).to.equal(packing !== 'webp');
            const path = join(folder, `known-${packing}.glb`);
            await writeFile(path, bytes);
            expect(inspectGlb('a', await readGlb(path)).isEncoded, packing).to.equal(false);
        }
    });

    it('say what is wrong when they cannot be unpacked', async () => {
        const path = join(folder, 'broken.glb');
        const bytes = await packGlb(MANNEQUIN, 'meshopt');
        bytes.fill(0xff, bytes.length - 100000);
        await writeFile(path, bytes);
        const error = await readGlb(path).then(() => null, cause => cause as Error);
        expect(error?.message).to.match(/broken\.glb" cannot be unpacked \(.*\)\. Export it without compression\./);
    });

    for (const [file, clips] of [['Goblin.glb', 7], ['Orc.glb', 14], ['SkeletonMinion.glb', 95], ['avatar.vrm', 0]] as const) {
        it(`of strangers are read: ${file}`, async function () {
            const path = requireRig(file, this);
            const { skin, clips: found } = await readCharacter(path!);
            expect(found.size).to.equal(clips);
            expect(skin.points.length).to.be.above(0);
            expect(skin.points.every(Number.isFinite)).to.equal(true);
            expect(skin.share.reduce((sum, share) => sum + share, 0)).to.be.closeTo(1, 1e-6);
        });
    }
});
