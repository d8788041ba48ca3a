import { existsSync, readFileSync } from 'node:fs';

import { expect } from 'chai';

import { OWNERS_FIELDS, releaseProblems, unfilledFields } from '../../tools/release';
import { skipBecause } from '../support/skip';

// What the public sees of the project beside its code.

const json = JSON.parse(readFileSync('package.json', 'utf8'));

describe('in public', () => {
    for (const field of OWNERS_FIELDS) {
        it(`package.json says its ${field}`, function () {
            if (unfilledFields(json).includes(field)) skipBecause(this, `the owner fills in ${field}`);
        });
    }

    it('package.json has keywords and all fields that the owner fills in', () => {
        expect(json.keywords).to.include.members(['playcanvas', 'animation']);
        expect(json).to.include.keys(OWNERS_FIELDS);
    });

    it('a release needs what the owner fills in, its version as tag, and its section of the changelog', () => {
        const filled = { version: '1.2.0', repository: 'a/b', homepage: 'a', bugs: 'a' };
        const changelog = '# Changelog\n\n## 1.2.0 - 2026-12-01\n';
        expect(releaseProblems('v1.2.0', filled, changelog)).to.deep.equal([]);
        expect(releaseProblems('v1.2.0', { ...filled, homepage: 'OWNER' }, changelog)).to.deep.equal(['homepage in package.json is a placeholder. Fill it in.']);
        expect(releaseProblems('v1.3.0', filled, changelog)).to.have.length(1);
        expect(releaseProblems('v1.2.0', filled, '# Changelog\n\n## Unreleased\n')).to.have.length(1);
    });

    it('the release asks before it publishes, with the origin of the package', () => {
        const steps = readFileSync('.github/workflows/release.yml', 'utf8').split('\n').filter(line => line.includes('- run:'));
        const at = (command: string) => steps.findIndex(line => line.includes(command));
        for (const command of ['npm ci', 'tools/release.ts', 'npm test', 'npm run build']) expect(at(command), command).to.be.within(0, at('npm publish --provenance') - 1);
    });

    for (const page of ['CONTRIBUTING.md', 'SECURITY.md']) {
        it(`${page} names no file that there is not`, () => {
            const paths = [...readFileSync(page, 'utf8').matchAll(/\b(?:scripts|test|tools|docs|templates|\.github)\/[\w/.-]+\.(?:ts|md|json)\b/g)].map(([path]) => path);
            expect(paths.filter(path => !existsSync(path))).to.deep.equal([]);
        });
    }

    it('CONTRIBUTING.md says how to add each kind of thing', () => {
        const text = readFileSync('CONTRIBUTING.md', 'utf8');
        for (const kind of ['a script', 'an attribute', 'a rule of detection', 'a step of a foot', 'a scene of strips']) expect(text).to.include(`| ${kind} |`);
        for (const word of ['LIMBER_RIGS', 'LIMBER_EDITOR', 'npx mocha']) expect(text).to.include(word);
    });
});
