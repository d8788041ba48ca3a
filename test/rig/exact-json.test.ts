import { expect } from 'chai';

import { fromExactJson, toExactJson } from '../../scripts/rig/exact-json';

describe('exact JSON', () => {
    const throughText = (value: unknown) => fromExactJson(JSON.parse(JSON.stringify(toExactJson(value))));

    it('gives back every number, array and map to the last bit', () => {
        const odd = [0.1 + 0.2, -0, NaN, Infinity, -Infinity, 5e-324, Number.MAX_VALUE];
        const data = {
            odd, doubles: Float64Array.from(odd), floats: Float32Array.from(odd), whole: Int32Array.of(-1, 2 ** 31 - 1), bytes: Uint8Array.of(0, 255), none: new Float64Array(0),
            map: new Map<string, unknown>([['head', 3], ['eyes', [1, null]]]), text: 'ä"\n', deep: [{ a: { b: true } }], nothing: null
        };
        const back = throughText(data) as typeof data;
        expect(back).to.deep.equal(data);
        expect(back.odd.every((value, i) => Object.is(value, odd[i]))).to.equal(true);
        expect(back.doubles.every((value, i) => Object.is(value, odd[i]))).to.equal(true);
        expect(back.map).to.be.instanceOf(Map);
    });

    it('takes a long array', () => {
        const long = Float64Array.from({ length: 100000 }, (_, i) => Math.sin(i));
        expect(throughText(long)).to.deep.equal(long);
    });

    it('refuses what is no plain data', () => {
        class Foot {}
        expect(() => toExactJson({ feet: [new Foot()] })).to.throw('a Foot is no plain data');
    });
});
