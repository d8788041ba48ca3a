import { expect } from 'chai';

import { applyMutant, findMutants } from '../../tools/mutate/mutants';

/** All sources that a source may become. */
const mutantsOf = (source: string) => findMutants(source).map(mutant => applyMutant(source, mutant));

/** What a statement of a function may become. */
function statementsOf(statement: string): string[] {
    const [before, after] = ['function f(a, b) { ', ' }'];
    return mutantsOf(before + statement + after).map(source => source.slice(before.length, source.length - after.length));
}

describe('mutate', () => {
    it('changes arithmetic, comparisons, logic, numbers, signs, ends of ranges, branches and calls, one at a time', () => {
        expect(statementsOf('return a * b;')).to.deep.equal(['return a / b;']);
        expect(statementsOf('return a < 5;')).to.deep.equal(['return a >= 5;', 'return a < (2 * 5);']);
        expect(statementsOf('return a && b === 0;')).to.deep.equal(['return a || b === 0;', 'return a && b !== 0;', 'return a && b === 1;']);
        expect(statementsOf('return -a;')).to.deep.equal(['return a;']);
        expect(statementsOf('return !a;')).to.deep.equal(['return a;']);
        expect(statementsOf('a += b;')).to.deep.equal(['a -= b;']);
        expect(statementsOf('return Math.min(a, b);')).to.deep.equal(['return Math.max(a, b);']);
        expect(statementsOf('if (a) b();')).to.deep.equal(['if (!(a)) b();', 'if (a) ;']);
    });

    it('leaves types, texts, imports and what runs once', () => {
        expect(statementsOf('return `a` + \'b\';')).to.deep.equal([]);
        expect(statementsOf('const c: 5 = b;')).to.deep.equal([]);
        expect(mutantsOf('import a from \'a\';\nexport const MOST = 5 * 2;\nclass A { b = 3; }')).to.deep.equal([]);
    });

    it('finds some in the pack itself, each of them another program', () => {
        const source = 'export class A {\n    /** Doc. */\n    m(x: number) {\n        if (x > 0) return x + 1;\n        return super.m(x);\n    }\n}\n';
        const all = mutantsOf(source);
        expect(new Set(all).size).to.equal(all.length);
        for (const other of all) expect(other).not.to.equal(source);
    });
});
