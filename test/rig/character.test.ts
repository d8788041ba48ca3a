import { expect } from 'chai';
import { Entity, Quat, type AppBase } from 'playcanvas';

import { findCharacter } from '../../scripts/rig/character';
import { createApp, loadGlb, type LoadedCharacter } from '../support/app';
import { MANNEQUIN } from '../support/characters';
import { turnBetween } from '../support/geometry';

/** What 32-bit bind matrices leave of an angle, in degrees. */
const EXACT = 1e-3;

describe('findCharacter', () => {
    let app: AppBase;
    let model: LoadedCharacter;
    let rest: Map<string, Quat>;

    beforeEach(async () => {
        app = createApp();
        model = await loadGlb(app, MANNEQUIN);
        rest = new Map();
        model.instantiate().forEach(node => rest.set(node.name, node.getLocalRotation().clone()));
    });

    afterEach(() => app.destroy());

    function animated(): Entity {
        const entity = model.instantiate();
        app.root.addChild(entity);
        entity.addComponent('anim', { activate: true });
        entity.anim!.assignAnimation('walk', model.clips.get('walk')!);
        return entity;
    }

    function runFrames() {
        for (let i = 0; i < 20; i++) app.update(1 / 60);
    }

    /** Largest angle between the reference that was found and the model's own. */
    function referenceError(entity: Entity): number {
        const { nodes, localRotations } = findCharacter(entity)!.skeleton;
        return Math.max(...nodes.map((node, i) => {
            const [x, y, z, w] = localRotations.subarray(4 * i, 4 * i + 4);
            return turnBetween(rest.get(node.name)!, rest.get(node.name)!.clone().set(x, y, z, w));
        }));
    }

    it('takes the reference pose of a model that has not been animated', () => {
        expect(referenceError(animated())).to.be.below(EXACT);
    });

    it('keeps it while the character is animated, for every entity above the skeleton', () => {
        const entity = animated();
        const rig = findCharacter(entity);
        runFrames();
        expect(findCharacter(entity)).to.equal(rig);
        expect(findCharacter(entity.children[0])).to.equal(rig);
    });

    it('takes it from the skin when animation has run before', () => {
        const entity = animated();
        runFrames();
        expect(referenceError(entity)).to.be.below(EXACT);
    });

    it('gives a copy of an animated character the reference of what it was copied from', () => {
        const entity = animated();
        findCharacter(entity);
        runFrames();
        const copy = entity.clone();
        app.root.addChild(copy);
        expect(referenceError(copy)).to.be.below(EXACT);
        expect(findCharacter(copy)!.skeleton.nodes).not.to.include(findCharacter(entity)!.skeleton.nodes[0]);
    });

    it('keeps the reference of the bones that stay when something is hung on the character', () => {
        const entity = model.instantiate();
        app.root.addChild(entity);
        findCharacter(entity);
        const head = entity.findByName('mixamorig:Head')!;
        head.setLocalEulerAngles(0, 60, 0);
        entity.findByName('mixamorig:RightHand')!.addChild(new Entity('sword'));
        const { nodes, localRotations } = findCharacter(entity)!.skeleton;
        const index = nodes.indexOf(head);
        const [x, y, z, w] = localRotations.subarray(4 * index, 4 * index + 4);
        expect(turnBetween(rest.get(head.name)!, new Quat(x, y, z, w))).to.be.below(1e-4);
    });
});
