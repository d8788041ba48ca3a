import { expect } from 'chai';

import { outdatedPages } from '../../tools/docs';

describe('documentation', () => {
    it('shows the attributes as the scripts have them; npm run docs mends it', async () => {
        expect(await outdatedPages(false)).to.deep.equal([]);
    });
});
