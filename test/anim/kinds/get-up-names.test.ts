import { expect } from 'chai';

import { isHindFirst, namedSide } from '../../../scripts/anim/kinds/get-up-names';

// From which side a clip gets up, by its name.

describe('the name of a clip that gets up', () => {
    it('says from which side', () => {
        expect(['get-up-prone', 'Armature|GetUpLeft', 'getup_supine_2', 'get-up-right'].map(namedSide)).to.deep.equal(['prone', 'left', 'supine', 'right']);
    });

    it('says hind first for cattle, which lie on the belly', () => {
        expect(['get-up-hind-first', 'GetUpHindFirst'].map(namedSide)).to.deep.equal(['prone', 'prone']);
    });

    it('says hind first beside a side', () => {
        expect(['get-up-left-hind-first', 'GetUpLeft'].map(name => [namedSide(name), isHindFirst(name)])).to.deep.equal([['left', true], ['left', false]]);
    });

    it('says nothing where it is another', () => {
        expect(['walk', 'get-up', 'prone'].map(namedSide)).to.deep.equal([null, null, null]);
    });
});
