import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';

import { expect } from 'chai';

import { limberScripts } from '../../scripts/index';
import { pageOf } from '../../tools/docs';

const readme = readFileSync('README.md', 'utf8');

describe('README', () => {
    for (const { name } of limberScripts) {
        it(`names ${name} in its table, with a sentence and a page that is there`, () => {
            const page = pageOf(name);
            expect(readme).to.match(new RegExp(`^\\| \\[${name}\\]\\(${page.replace('.', '\\.')}\\) \\| \\S.{20,} \\|$`, 'm'));
            expect(existsSync(page), page).to.equal(true);
        });
    }

    it('names no script in its table that there is not', () => {
        const named = [...readme.matchAll(/^\| \[(\w+)\]\(docs\//gm)].map(([, name]) => name);
        expect(named).to.have.members(limberScripts.map(({ name }) => name));
    });

    it('shows each family of scripts, as the gallery groups them', () => {
        const families = [...readme.matchAll(/^### (\w+)\n\n!\[\S.{20,}\]\((docs\/images\/\w+\.webp)\)\n\n\| script \|/gm)];
        expect(families.map(([, title]) => title)).to.deep.equal(['Move', 'React', 'Look', 'Make']);
        for (const [, , picture] of families) expect(statSync(picture).size, picture).to.be.within(1, 50000);
    });

    it('gets one started with two commands', () => {
        for (const command of ['npm install && npm start', 'npm install && npm test']) expect(readme).to.include(`\n\`\`\`\n${command}\n\`\`\`\n`);
    });
});

describe('the list of scripts', () => {
    it('holds every file that stands in scripts/, and nothing else', () => {
        const files = readdirSync('scripts').filter(file => file.endsWith('.ts') && file !== 'index.ts').map(file => `docs/${file.replace(/\.ts$/, '.md')}`);
        expect(files, 'add it to limberScripts in scripts/index.ts').to.have.members(limberScripts.map(({ name }) => pageOf(name)));
    });
});
