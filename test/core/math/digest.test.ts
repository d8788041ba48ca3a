import { expect } from 'chai';

import { addTextToDigest, addToDigest, DIGEST } from '../../../scripts/core/math/digest';

describe('digest', () => {
    it('is the FNV hash as it is published', () => {
        expect(addTextToDigest(DIGEST, '') >>> 0).to.equal(0x811c9dc5);
        expect(addTextToDigest(DIGEST, 'a') >>> 0).to.equal(0xe40c292c);
        expect(addTextToDigest(DIGEST, 'foobar') >>> 0).to.equal(0xbf9cf968);
        expect(addToDigest(DIGEST, Uint32Array.of(...[...'foobar'].map(letter => letter.charCodeAt(0)))) >>> 0).to.equal(0xbf9cf968);
    });
});
