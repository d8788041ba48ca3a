import { readFile } from 'node:fs/promises';

import { NodeIO, type Document } from '@gltf-transform/core';
import { EXTMeshoptCompression } from '@gltf-transform/extensions';
import { MeshoptEncoder } from 'meshoptimizer';

import { MANNEQUIN } from './characters';
import { editGlb, makeGlb } from '../browser/glb';

// Files that nobody should have to wait for: huge, turned in circles, or with numbers that are none.

/** A bad file, and the sentence that it deserves. */
export interface HostileFile {
    readonly what: string;
    readonly bytes: () => Promise<Uint8Array> | Uint8Array;
    readonly says: RegExp;
}

const nodesOf = (count: number, node: (i: number) => object) => makeGlb({ nodes: Array.from({ length: count }, (_, i) => node(i)), scenes: [{ nodes: [0] }] });

/** The mannequin with something changed in its JSON. */
async function edited(edit: Parameters<typeof editGlb>[1]): Promise<Uint8Array> {
    return editGlb(Buffer.from(await readFile(MANNEQUIN)), edit);
}

/** The mannequin with something changed in its numbers. */
async function changed(change: (document: Document) => void, isPacked = false): Promise<Uint8Array> {
    await MeshoptEncoder.ready;
    const io = new NodeIO().registerExtensions([EXTMeshoptCompression]).registerDependencies({ 'meshopt.encoder': MeshoptEncoder });
    const document = await io.read(MANNEQUIN);
    change(document);
    if (isPacked) document.createExtension(EXTMeshoptCompression).setRequired(true);
    return io.writeBinary(document);
}

function breakVertex(document: Document) {
    const positions = document.getRoot().listMeshes()[0].listPrimitives()[0].getAttribute('POSITION')!;
    positions.setElement(positions.getCount() >> 1, [0, NaN, 0]);
}

/** A crowd of bones on one. */
function addBones(document: Document) {
    const [skin] = document.getRoot().listSkins();
    const [hips] = skin.listJoints();
    for (let i = document.getRoot().listNodes().length; i < 4096; i++) {
        const bone = document.createNode(`bone ${i}`);
        hips.addChild(bone);
        skin.addJoint(bone);
    }
    const matrices = skin.getInverseBindMatrices()!;
    matrices.setArray(Float32Array.from({ length: 16 * skin.listJoints().length }, (_, i) => (i % 5 === 0 ? 1 : 0)));
}

function stretchClip(document: Document) {
    for (const sampler of document.getRoot().listAnimations()[1].listSamplers()) {
        const times = sampler.getInput()!;
        times.setScalar(times.getCount() - 1, 1e30);
    }
}

/** JSON that nobody has typed in. */
type Anything = Record<string, { [field: string]: unknown }[]>;

function multiplySkins(gltf: object) {
    const { skins } = gltf as Anything;
    while (skins.length < 400) skins.push(skins[0]);
}

/** The same values over and over, so that the file stays small. */
function addTargets(gltf: object) {
    for (const { primitives } of (gltf as Anything).meshes) {
        for (const primitive of primitives as { attributes: { POSITION: number }; targets: object[] }[]) {
            primitive.targets = Array.from({ length: 300 }, () => ({ POSITION: primitive.attributes.POSITION }));
        }
    }
}

/** Values of wrong kinds: where they stand, and what is put there. */
const MISSHAPEN: readonly HostileFile[] = ([
    ['nodes', {}], ['nodes', [null]], ['nodes', [{ children: 5 }]], ['nodes', [{ name: 7 }]], ['meshes', [{ primitives: {} }]], ['skins', [{ joints: 'all' }]],
    ['animations', 'walk'], ['animations', [{ channels: [{}] }]], ['accessors', [7]], ['bufferViews', [{ buffer: 0 }]], ['extensionsUsed', 'none']
] as const).map(([field, value]) => ({
    what: `${field} that are ${JSON.stringify(value)}`,
    bytes: () => edited((gltf) => { Object.assign(gltf, { [field]: value }); }),
    says: new RegExp(`has a damaged head: "${field}[^"]*" is no (list|object|number|text)\\. Export it again`)
}));

/** Text that JSON reads as an infinite number. */
const ENDLESS = '1e999';

/** A GLB whose JSON has a number that is too large to be one. */
async function endless(): Promise<Uint8Array> {
    const bytes = Buffer.from(await edited((gltf) => { (gltf.nodes[3] as { translation: unknown }).translation = [123456, 0, 0]; }));
    const at = bytes.indexOf('123456');
    bytes.write(ENDLESS.padEnd(6), at);
    return bytes;
}

export const HOSTILE_FILES: readonly HostileFile[] = [
    { what: 'a hundred thousand nodes', bytes: () => nodesOf(1e5, i => ({ name: `n${i}` })), says: /holds 100000 nodes; more than \d+ are not tried\. Export the character alone/ },
    { what: 'a million nodes', bytes: () => nodesOf(1e6, i => ({ name: `node ${i}`, translation: [i, 0, 0] })), says: /holds 1000000 nodes;/ },
    { what: 'a head of a hundred megabytes', bytes: () => makeGlb({ nodes: [{ extras: 'x'.repeat(1e8) }] }), says: /describes itself in \d+ bytes; more than/ },
    { what: 'three thousand nodes one below the other', bytes: () => nodesOf(3000, i => ({ children: i < 2999 ? [i + 1] : [] })), says: /more than 500 nodes below one another/ },
    { what: 'nodes in a circle', bytes: () => nodesOf(3, i => ({ children: [(i + 1) % 3] })), says: /nodes that hang on themselves/ },
    { what: 'a node that hangs on two others', bytes: () => makeGlb({ nodes: [{ children: [2] }, { children: [2] }, {}] }), says: /that hangs on two others/ },
    { what: 'a child that does not exist', bytes: () => makeGlb({ nodes: [{ children: [7] }] }), says: /names a node 7 that does not exist/ },
    { what: 'a name of a megabyte', bytes: () => edited((gltf) => { (gltf.nodes[0] as { name: string }).name = 'x'.repeat(1e6); }), says: /a name of 1000000 letters, "x{20}…"\. Give it at most/ },
    { what: 'a transform that is endless', bytes: endless, says: /has a transform that is no number, of the node "[^"]+"\./ },
    { what: 'a transform that is null', bytes: () => edited((gltf) => { (gltf.nodes[3] as { scale: unknown }).scale = [1, null, 1]; }), says: /has a transform that is no number/ },
    { what: 'a vertex that is no number', bytes: () => changed(breakVertex), says: /has vertices that are no numbers\. Mend them/ },
    { what: 'a packed vertex that is no number', bytes: () => changed(breakVertex, true), says: /has vertices that are no numbers\. Mend them/ },
    {
        what: 'bind matrices that are no numbers',
        bytes: () => changed((document) => { document.getRoot().listSkins()[0].getInverseBindMatrices()!.setElement(5, new Array(16).fill(Infinity)); }),
        says: /has bind matrices that are no numbers/
    },
    {
        what: 'keys that are no numbers',
        bytes: () => changed((document) => { document.getRoot().listAnimations()[1].listSamplers()[4].getOutput()!.setElement(1, [NaN, NaN, NaN, NaN]); }),
        says: /has keys of the clip "walk" that are no numbers/
    },
    { what: 'more bones than any character has', bytes: () => changed(addBones), says: /holds 4\d{3} nodes; more than 4000 are not tried/ },
    { what: 'as many skins as bones', bytes: () => edited(multiplySkins), says: /holds \d{5} bones of skins; more than 20000 are not tried/ },
    { what: 'three hundred morph targets', bytes: () => edited(addTargets), says: /holds \d+ numbers of morph targets; more than 6000000 are not tried\. Leave out/ },
    { what: 'a clip without an end', bytes: () => changed(stretchClip), says: /has a clip, "walk", of 1\.000e\+30 seconds; more than 1200 are not tried\. Cut it/ },
    { what: 'a skin that does not exist', bytes: () => edited(({ nodes }) => { Object.assign(nodes[0], { skin: 7 }); }), says: /names a skin 7 that does not exist/ },
    { what: 'a mesh that does not exist', bytes: () => edited(({ nodes }) => { Object.assign(nodes[0], { mesh: -1 }); }), says: /names a mesh -1 that does not exist/ },
    ...MISSHAPEN,
    { what: 'an endless accessor', bytes: () => makeGlb({ nodes: [{}], accessors: [{ componentType: 5126, count: 1e12, type: 'VEC3' }] }), says: /holds 3000000000000 values;/ },
    { what: 'a head that is no object', bytes: () => makeGlb({ nodes: [{}] }).map((byte, i) => (i < 20 ? byte : 0x31)), says: /has a damaged head/ },
    { what: 'half of it', bytes: async () => (await readFile(MANNEQUIN)).subarray(0, 60000), says: /ends after 60000 of \d+ bytes/ },
    { what: 'text', bytes: () => Buffer.from('not a model'), says: /is not a GLB file/ },
    { what: 'nothing', bytes: () => Buffer.alloc(0), says: /is not a GLB file/ }
];
