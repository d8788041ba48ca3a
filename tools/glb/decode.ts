import { GLB_BUFFER, Logger, WebIO, type Document, type GLTF, type JSONDocument } from '@gltf-transform/core';
import {
    EXTMeshoptCompression, EXTTextureWebP, KHRDracoMeshCompression, KHRMaterialsUnlit, KHRMaterialsVariants, KHRMeshQuantization, KHRTextureBasisu,
    KHRTextureTransform
} from '@gltf-transform/extensions';
import { dequantize, unpartition } from '@gltf-transform/functions';
import { MeshoptDecoder } from 'meshoptimizer/decoder';

import { isOutside, type GlbContents } from './contents';
import { FileProblem } from './file-problem';

// Turns a compressed GLB into one that the engine reads without help: geometry and clips are unpacked, quantised numbers become floats.
//
// Limits: textures in KTX files and images beside the file are left out, the character is shown without them.

/** Extensions that are read, so that what they pack is there, and are not written again. */
const PACKINGS = [EXTMeshoptCompression, KHRDracoMeshCompression, KHRMeshQuantization, KHRTextureBasisu];

/** Extensions that say how a character looks. */
const LOOKS = [EXTTextureWebP, KHRMaterialsUnlit, KHRMaterialsVariants, KHRTextureTransform];

/** Makes Draco's decoder: it is found elsewhere in Node than in a browser. */
export type DracoFactory = () => Promise<unknown>;

/** Leaves out the textures that have no image here, or one of a kind that needs a transcoder. */
function dropTextures(document: Document) {
    for (const texture of document.getRoot().listTextures()) {
        if (!texture.getImage()?.byteLength || texture.getMimeType() === 'image/ktx2') texture.dispose();
    }
}

/**
 * Decodes a GLB.
 *
 * @param name - The file's name, for sentences.
 * @param contents - What was found in it.
 * @param createDraco - Makes the decoder of Draco; called only when the file needs it.
 * @returns A GLB without compression.
 * @throws {FileProblem} When it cannot be unpacked.
 */
export async function decodeGlb(name: string, { json, data }: GlbContents, createDraco: DracoFactory): Promise<Uint8Array> {
    const io = new WebIO().registerExtensions([...PACKINGS, ...LOOKS]);
    try {
        await MeshoptDecoder.ready;
        io.registerDependencies({ 'meshopt.decoder': MeshoptDecoder });
        if (json.extensionsUsed?.includes(KHRDracoMeshCompression.EXTENSION_NAME)) {
            io.registerDependencies({ 'draco3d.decoder': await createDraco() });
        }
        // images that lie beside the file are empty here
        const beside = (json.images ?? []).filter(isOutside).map(({ uri }) => [uri, new Uint8Array()]);
        const file = {
            // what else a file says to need is for its looks
            json: { ...json, extensionsRequired: [] } as unknown as GLTF.IGLTF,
            resources: { [GLB_BUFFER]: data, ...Object.fromEntries(beside) } as JSONDocument['resources']
        };
        const document = (await io.readJSON(file)).setLogger(new Logger(Logger.Verbosity.SILENT));
        dropTextures(document);
        await document.transform(dequantize(), unpartition());
        for (const extension of document.getRoot().listExtensionsUsed()) {
            if (PACKINGS.some(({ EXTENSION_NAME }) => EXTENSION_NAME === extension.extensionName)) extension.dispose();
        }
        return await io.writeBinary(document);
    } catch (error) {
        throw new FileProblem(`"${name}" cannot be unpacked (${(error as Error).message}). Export it without compression.`);
    }
}
