import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { defineConfig, type Plugin } from 'vite';

import { packGlb } from '../../tools/glb/pack.js';

// The gallery: served by `vite docs/demo`, built to dist/site/gallery by `vite build docs/demo`.

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Brings along the licences of what packages have compiled into them, which their own do not name. */
const compiledIn: Plugin = {
    name: 'licenses',
    generateBundle() {
        for (const name of readdirSync(path('licenses'))) this.emitFile({ type: 'asset', fileName: `licenses/${name}`, source: readFileSync(path(`licenses/${name}`)) });
    }
};

/** Puts the sample characters beside the page, packed. */
const packedSamples: Plugin = {
    name: 'packed samples',
    apply: 'build',
    async generateBundle() {
        const names = readdirSync(path('../../templates')).filter(name => name.endsWith('.glb'));
        for (const fileName of names) this.emitFile({ type: 'asset', fileName, source: await packGlb(readFileSync(path(`../../templates/${fileName}`))) });
    }
};

/** The licences of the packages that the worker is made of: `build.license` tells those of the page alone. */
const inWorker: Plugin = {
    name: 'licenses of the worker',
    generateBundle(_, bundle) {
        const modules = Object.values(bundle).flatMap(file => (file.type === 'chunk' ? file.moduleIds : []));
        const folders = new Set(modules.flatMap(id => /.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []));
        const source = [...folders].sort().map((folder) => {
            const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Record<string, string>;
            const text = readdirSync(folder).filter(file => /^licen[cs]e/i.test(file)).map(file => readFileSync(`${folder}/${file}`, 'utf8').trim());
            return [`## ${name} - ${version} (${license})`, ...text].join('\n\n');
        }).join('\n\n');
        this.emitFile({ type: 'asset', fileName: 'licenses/worker-packages.md', source });
    }
};

export default defineConfig({
    plugins: [compiledIn, packedSamples],
    // relative, so that the built gallery works in any folder of any site
    base: './',
    // without this a missing file is answered with index.html
    appType: 'mpa',
    // the sample characters are served as they are, and packed when the gallery is built
    publicDir: path('../../templates'),
    resolve: {
        alias: { limber: path('../../scripts/index.ts') }
    },
    server: {
        host: 'localhost',
        fs: { allow: [path('../..')] }
    },
    // the worker fetches its decoders when it needs them
    worker: { format: 'es', plugins: () => [inWorker] },
    optimizeDeps: {
        // found up front, so that the page does not reload itself at the first visit
        include: [
            'playcanvas', 'playcanvas/scripts/esm/camera-controls.mjs',
            '@playcanvas/observer', '@playcanvas/pcui', '@playcanvas/pcui/styles',
            '@gltf-transform/core', '@gltf-transform/extensions', '@gltf-transform/functions', 'meshoptimizer/decoder',
            'draco3dgltf/draco_decoder_gltf_nodejs.js'
        ]
    },
    build: {
        outDir: path('../../dist/site/gallery'),
        emptyOutDir: true,
        copyPublicDir: false,
        license: { fileName: 'licenses/packages.md' },
        // the engine alone is above the default
        chunkSizeWarningLimit: 3000,
        // the engine changes seldom, and stays in the reader's cache
        rolldownOptions: {
            output: { codeSplitting: { groups: [{ name: 'engine', test: /node_modules\/playcanvas\// }] } },
            checks: { pluginTimings: false }
        }
    }
});
