import { expect } from 'chai';

import { Problems } from '../../scripts/shell/problems';

describe('Problems', () => {
    let printed: unknown[];
    const { warn } = console;

    beforeEach(() => {
        printed = [];
        console.warn = (...words: unknown[]) => printed.push(...words);
    });

    afterEach(() => {
        console.warn = warn;
    });

    it('says which script and which entity each sentence is about', () => {
        const problems = new Problems('perfectLookAt', { name: 'Hero' });
        problems.add('a bone is missing. Choose one.');
        expect(problems.list()).to.deep.equal(['[perfectLookAt] "Hero": a bone is missing. Choose one.']);
        expect(printed).to.deep.equal(problems.list());
    });

    it('prints each sentence once, also when the set-up is read again', () => {
        const problems = new Problems('perfectLookAt', { name: 'Hero' });
        for (let i = 0; i < 3; i++) {
            problems.clear();
            problems.add('a bone is missing.');
            problems.enter('scale', 'the scale is negative.');
            problems.enter('scale', 'the scale is negative.');
        }
        expect(printed).to.have.length(2);
        expect(problems.list()).to.have.length(2);
    });

    it('drops a state that has ended', () => {
        const problems = new Problems('perfectLookAt', { name: 'Hero' });
        problems.enter('scale', 'the scale is negative.');
        problems.leave('scale');
        expect(problems.list()).to.deep.equal([]);
    });
});
