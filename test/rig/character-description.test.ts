import { expect } from 'chai';
import { Entity, Vec3, type AppBase } from 'playcanvas';

import { findCharacter, type Character } from '../../scripts/index';
import { createApp, loadGlb } from '../support/app';
import { HOUND, MANNEQUIN } from '../support/characters';

describe('findCharacter', () => {
    let app: AppBase;

    before(() => { app = createApp(); });

    after(() => app.destroy());

    /** A character in the scene below an entity that is turned and scaled. */
    async function stand(file: string, yaw = 0, scale = 1): Promise<{ model: Entity; character: Character }> {
        const parent = new Entity('parent', app);
        parent.setEulerAngles(0, yaw, 0);
        parent.setLocalScale(scale, scale, scale);
        app.root.addChild(parent);
        const model = (await loadGlb(app, file)).instantiate();
        parent.addChild(model);
        return { model, character: findCharacter(model)! };
    }

    it('tells the bones of roles and limbs as nodes', async () => {
        const { model, character } = await stand(MANNEQUIN);
        expect(character.bones.get('head')).to.equal(model.findByName('mixamorig:Head'));
        expect(character.bones.get('leftFoot')).to.equal(model.findByName('mixamorig:LeftFoot'));
        expect(character.limbs.leftFoot!.map(({ name }) => name))
        .to.deep.equal(['mixamorig:LeftUpLeg', 'mixamorig:LeftLeg', 'mixamorig:LeftFoot']);
        expect(character.nodes).to.include(model.findByName('mixamorig:Head'));
        expect(character.legs).to.equal(2);
        expect(character.feet).to.deep.equal(['leftFoot', 'rightFoot']);
        expect(character.problems).to.deep.equal([]);
    });

    it('tells directions and height in the scene\'s space and units', async () => {
        const { character } = await stand(MANNEQUIN, 90, 2);
        expect(character.height).to.be.closeTo(3.5, 0.07);
        expect(character.forward.distance(new Vec3(1, 0, 0)), 'forward').to.be.below(0.02);
        expect(character.up.distance(Vec3.UP), 'up').to.be.below(0.02);
    });

    it('knows animals', async () => {
        const { character } = await stand(HOUND);
        expect(character.legs).to.equal(4);
        expect(character.limbs.rightHand).to.be.an('array');
        expect(character.feet).to.deep.equal(['leftHand', 'rightHand', 'leftFoot', 'rightFoot']);
    });

    it('is null where there is no character', () => {
        expect(findCharacter(new Entity('nobody', app))).to.equal(null);
    });
});
