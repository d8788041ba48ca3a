import { Logger, NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS, EXTTextureWebP, KHRTextureBasisu } from '@gltf-transform/extensions';
import { draco, meshopt, quantize } from '@gltf-transform/functions';
import draco3d from 'draco3dgltf';
import { MeshoptEncoder } from 'meshoptimizer';

// The same character as other exporters pack it.

/** How a file may be packed. */
export const PACKINGS = ['meshopt', 'draco', 'quantize', 'ktx', 'webp'] as const;
export type Packing = typeof PACKINGS[number];

/** Stands for an image of a kind that nobody decodes here. */
const IMAGE = new Uint8Array(64);

/** A GLB packed in one of the ways. */
export async function packGlb(path: string, packing: Packing): Promise<Uint8Array> {
    await MeshoptEncoder.ready;
    const io = new NodeIO().registerExtensions(ALL_EXTENSIONS).registerDependencies({
        'meshopt.encoder': MeshoptEncoder, 'draco3d.encoder': await draco3d.createEncoderModule()
    });
    const document = (await io.read(path)).setLogger(new Logger(Logger.Verbosity.SILENT));
    if (packing === 'meshopt') await document.transform(meshopt({ encoder: MeshoptEncoder }));
    else if (packing === 'draco') await document.transform(draco());
    else if (packing === 'quantize') await document.transform(quantize());
    else {
        const isKtx = packing === 'ktx';
        const extension = isKtx ? document.createExtension(KHRTextureBasisu) : document.createExtension(EXTTextureWebP);
        extension.setRequired(true);
        const texture = document.createTexture('skin').setImage(IMAGE).setMimeType(isKtx ? 'image/ktx2' : 'image/webp');
        for (const material of document.getRoot().listMaterials()) material.setBaseColorTexture(texture);
    }
    return io.writeBinary(document);
}
