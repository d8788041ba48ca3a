import { copyFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitepress';

import { SIDEBAR } from '../sidebar';

// The site: the documentation as it stands in the repository, and the reference of the API; tools/site.ts builds it, and the gallery goes beside it.

const top = fileURLToPath(new URL('../../..', import.meta.url));

export default defineConfig({
    title: 'Limber',
    description: 'PlayCanvas scripts for procedural character animation.',
    srcDir: top,
    head: [['link', { rel: 'icon', href: 'data:,' }]],
    // what all pages share stands in a file of its own
    metaChunk: true,
    cacheDir: `${top}/build/site-cache`,
    srcExclude: ['test/**', 'tools/**', 'dist/**'],
    // pages link each other by their files, so they stay where they are; the front page alone is called as hosts want it
    rewrites: { 'README.md': 'index.md', 'build/api/:page*': 'api/:page*' },
    markdown: {
        config(markdown) {
            const open = markdown.renderer.rules.link_open!;
            markdown.renderer.rules.link_open = (tokens, index, options, env, self) => {
                const href = tokens[index].attrGet('href')!;
                tokens[index].attrSet('href', href.replace(/^(\.\.\/)*README\.md/, '/'));
                return open(tokens, index, options, env, self);
            };
        }
    },
    ignoreDeadLinks: [/LICENSE$/],
    buildEnd: ({ outDir }) => copyFile(`${top}/LICENSE`, `${outDir}/LICENSE`),
    themeConfig: {
        nav: [
            { text: 'Gallery', link: '/gallery/index.html', target: '_self' },
            { text: 'Scripts', link: '/docs/perfect-look-at' },
            { text: 'I see ...', link: '/docs/i-see' },
            { text: 'How do I ...', link: '/docs/how-do-i' },
            { text: 'API', link: '/api/' }
        ],
        // pages of the reference name each other
        sidebar: { '/api/': [], '/': SIDEBAR },
        outline: [2, 3],
        search: {
            provider: 'local',
            options: {
                // the pages of the scripts name all that is public; the reference is found from there
                _render: (source, env, markdown) => (/^api\/|CHANGELOG|engine-report/.test(env.relativePath) ? '' : markdown.render(source, env))
            }
        }
    }
});
