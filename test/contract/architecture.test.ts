import { existsSync, readdirSync, readFileSync } from 'node:fs';

import { expect } from 'chai';

const page = readFileSync('docs/architecture.md', 'utf8');

/** Folders and files at the start of each line of the page's tree, by their path from the top of the project. */
function namedPaths(): string[] {
    const tree = /```\n(scripts\/[\s\S]*?)```/.exec(page)![1];
    const above: string[] = [];
    return tree.split('\n').flatMap((line) => {
        const [, indent, names] = /^( {0,8})((?:[\w-]+(?:\/|\.\w+)(?: +|$))*)/.exec(line)!;
        if (names === '') return [];
        const depth = indent.length / 2;
        const paths = names.trim().split(/ +/).map(name => above.slice(0, depth).join('') + name);
        above[depth] = names.trim().split(/ +/)[0];
        return paths;
    });
}

/** Every folder below one, by its path from the top of the project, a slash at its end. */
function foldersBelow(folder: string): string[] {
    return readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isDirectory())
    .flatMap(({ name }) => [`${folder}${name}/`, ...foldersBelow(`${folder}${name}/`)]);
}

describe('docs/architecture.md', () => {
    it('names every folder of scripts/', () => {
        expect(namedPaths()).to.include.members(foldersBelow('scripts/'));
    });

    it('names nothing that is not there', () => {
        // what the build makes may not be made yet
        const made = namedPaths().filter(path => !/^(?:build|dist)\//.test(path));
        expect(made.filter(path => !existsSync(path))).to.deep.equal([]);
    });

    it('names files by the names that they have', () => {
        const files = readdirSync('scripts', { recursive: true, encoding: 'utf8' }).map(file => `/${file.replaceAll('\\', '/')}`);
        const named = [...page.matchAll(/`([\w/-]+\.ts)`/g)].map(([, name]) => name);
        expect(named).to.include('core/ground/ground.ts');
        expect(named.filter(name => !files.some(file => file.endsWith(`/${name}`)))).to.deep.equal([]);
    });
});
