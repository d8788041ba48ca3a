import { expect } from 'chai';
import type { AppBase } from 'playcanvas';

import { detectRig, type Rig } from '../../scripts/rig/detect';
import { findBone, nearestName } from '../../scripts/rig/find';
import { findSkeleton } from '../../scripts/rig/skeleton';
import { createApp } from '../support/app';
import { buildSkeleton } from '../support/build-skeleton';
import { WRITTEN_SKELETONS } from '../support/skeletons';

describe('findBone', () => {
    let app: AppBase;
    let rig: Rig;

    before(() => {
        app = createApp();
        rig = detectRig(findSkeleton(buildSkeleton(app, WRITTEN_SKELETONS[0]).root)!);
    });
    after(() => app.destroy());

    const found = (name: string) => rig.skeleton.nodes[findBone(rig, name)]?.name;

    it('finds a role', () => {
        expect(found('head')).to.equal('mixamorig:Head');
        expect(found('spine1')).to.equal('mixamorig:Spine1');
        expect(found('leftThigh')).to.equal('mixamorig:LeftUpLeg');
    });

    it('finds a node by its exact name', () => {
        expect(found('mixamorig:LeftHandIndex2')).to.equal('mixamorig:LeftHandIndex2');
    });

    it('finds a node without regard to namespace, case and separators', () => {
        expect(found('LeftHandIndex2')).to.equal('mixamorig:LeftHandIndex2');
        expect(found('left hand_index.2')).to.equal('mixamorig:LeftHandIndex2');
        expect(found('Head')).to.equal('mixamorig:Head');
    });

    it('finds a role without regard to case and separators', () => {
        expect(found('Left Thigh')).to.equal('mixamorig:LeftUpLeg');
    });

    it('finds names, but no roles, in a skeleton alone', () => {
        expect(findBone(rig.skeleton, 'leftThigh')).to.equal(-1);
        expect(findBone(rig.skeleton, 'LeftUpLeg')).to.equal(rig.bones.get('leftThigh'));
    });

    it('answers -1 for what is not there', () => {
        for (const name of ['', '  ', 'Hed', 'tail', 'toString']) expect(findBone(rig, name), name).to.equal(-1);
    });

    describe('nearestName', () => {
        it('names what was probably meant', () => {
            expect(nearestName(rig, 'Hed')).to.equal('mixamorig:Head');
            expect(nearestName(rig, 'mixamorig:LeftHnadIndex2')).to.equal('mixamorig:LeftHandIndex2');
            expect(nearestName(rig, 'leftTigh')).to.equal('leftThigh');
            expect(nearestName(rig.skeleton, 'RightLg')).to.equal('mixamorig:RightLeg');
        });

        it('names nothing where nothing is like it', () => {
            for (const name of ['', 'x', 'propeller', 'Lightsaber']) expect(nearestName(rig, name), name).to.equal(null);
        });
    });
});
