// Draco's decoder has no types of its own.

declare module 'draco3dgltf' {
    const draco: { createDecoderModule(options?: object): Promise<unknown>; createEncoderModule(options?: object): Promise<unknown> };
    export default draco;
}

declare module 'draco3dgltf/draco_decoder_gltf_nodejs.js' {
    const createDecoderModule: (options?: { locateFile(): string }) => Promise<unknown>;
    export default createDecoderModule;
}

declare module 'draco3dgltf/draco_decoder_gltf.wasm?url' {
    const url: string;
    export default url;
}
