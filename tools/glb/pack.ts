import { gzipSync } from 'node:zlib';

import { Logger, NodeIO, type Accessor, type Document } from '@gltf-transform/core';
import { EXTMeshoptCompression, KHRMaterialsVariants, KHRMeshQuantization } from '@gltf-transform/extensions';
import { quantize, reorder } from '@gltf-transform/functions';
import { MeshoptEncoder } from 'meshoptimizer/encoder';

// Packs a character for the site: a fourth of its size. Places stay as they are; normals are kept in one byte a number, rotations of clips in two.
// docs/demo/frame/packed-files.ts unpacks it.

/** What 1 is in two bytes. */
const ONE = 32767;

/** Keeps the rotations of clips in two bytes a number: they are off by 0.002 degrees at most. */
function packTurns(document: Document) {
    const channels = document.getRoot().listAnimations().flatMap(clip => clip.listChannels());
    const turns = channels.filter(channel => channel.getTargetPath() === 'rotation').map(channel => channel.getSampler()!.getOutput() as Accessor);
    for (const accessor of new Set(turns)) {
        if (accessor.getNormalized()) continue;
        accessor.setArray(Int16Array.from(accessor.getArray()!, value => Math.round(Number(value) * ONE))).setNormalized(true);
    }
}

/** A GLB with meshopt's compression, gzipped. */
export async function packGlb(glb: Uint8Array): Promise<Uint8Array> {
    await MeshoptEncoder.ready;
    const io = new NodeIO().registerExtensions([EXTMeshoptCompression, KHRMaterialsVariants, KHRMeshQuantization]).registerDependencies({ 'meshopt.encoder': MeshoptEncoder });
    const document = (await io.readBinary(glb)).setLogger(new Logger(Logger.Verbosity.SILENT));
    await document.transform(reorder({ encoder: MeshoptEncoder }), quantize({ pattern: /^NORMAL$/, quantizeNormal: 8 }));
    packTurns(document);
    document.createExtension(EXTMeshoptCompression).setRequired(true).setEncoderOptions({ method: EXTMeshoptCompression.EncoderMethod.QUANTIZE });
    return gzipSync(await io.writeBinary(document), { level: 9 });
}
