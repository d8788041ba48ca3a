import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect } from 'chai';

const PAGES = ['README.md', 'docs/demo/README.md', ...readdirSync('docs').filter(file => file.endsWith('.md')).map(file => `docs/${file}`)];

/** What a heading is called in an address, as GitHub and most site generators do it. */
const anchorOf = (heading: string) => heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '').trim().replace(/ /g, '-');

const anchors = (page: string) => [...readFileSync(page, 'utf8').replace(/^```.*\n[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading));

/** Links of a text that stands in a folder and lead nowhere. */
function deadLinks(text: string, page: string): string[] {
    const links = [...text.replace(/^```.*\n[\s\S]*?^```/gm, '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link).filter(link => !/^https?:/.test(link));
    return links.filter((link) => {
        const [path, anchor] = link.split('#');
        const target = path === '' ? page : join(dirname(page), path);
        if (!existsSync(target)) return true;
        return anchor !== undefined && !(statSync(target).isFile() && anchors(target).includes(anchor));
    });
}

describe('links of the documentation', () => {
    for (const page of PAGES) {
        it(`${page}: lead somewhere`, () => {
            expect(deadLinks(readFileSync(page, 'utf8'), page)).to.deep.equal([]);
        });
    }

    it('are looked at: to files, to headings, of pictures', () => {
        const text = '[a](nothing.md) [b](install.md) ![c](images/none.svg) [d](install.md#no-such-heading) [e](#trouble) [f](#troubles) [g](../README.md#try-it)';
        expect(deadLinks(text, 'docs/install.md')).to.deep.equal(['nothing.md', 'images/none.svg', 'install.md#no-such-heading', '#troubles']);
    });

    it('lead to every page from somewhere', () => {
        const texts = new Map(PAGES.map(page => [page, readFileSync(page, 'utf8')]));
        const lonely = PAGES.filter(page => page !== 'README.md' && page !== 'docs/demo/README.md' && ![...texts].some(([from, text]) => from !== page &&
            [...text.matchAll(/\]\(([^)\s#]+)/g)].some(([, link]) => join(dirname(from), link) === page)));
        expect(lonely, 'link it from a page').to.deep.equal([]);
    });
});
