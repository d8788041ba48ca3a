import wasm from 'draco3dgltf/draco_decoder_gltf.wasm?url';
import createDecoder from 'draco3dgltf/draco_decoder_gltf_nodejs.js';

/** Makes the decoder of Draco in a browser. The module is fetched with the first file that needs it. */
export function createDraco(): Promise<unknown> {
    return createDecoder({ locateFile: () => wasm });
}
