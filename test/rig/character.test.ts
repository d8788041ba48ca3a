import { expect } from 'chai';
import { Entity, Quat, SEMANTIC_BLENDINDICES, SEMANTIC_BLENDWEIGHT, VertexIterator, type AppBase } from 'playcanvas';

import { findCharacter } from '../../scripts/rig/character';
import { addWeights } from '../../scripts/skin/skin-binding';
import { createApp, loadNewGlb, type LoadedCharacter } from '../support/app';
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
        model = await loadNewGlb(app, MANNEQUIN);
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

    /** Finds a fresh model while it, or what it hangs on, has been put somewhere. */
    async function expectSame(put: (entity: Entity) => void, where: 'itself' | 'what it hangs on') {
        const usual = findCharacter(model.instantiate())!;
        const fresh = await loadNewGlb(app, MANNEQUIN);
        const parent = new Entity('parent', app);
        const entity = fresh.instantiate();
        app.root.addChild(parent);
        parent.addChild(entity);
        put(where === 'itself' ? entity : parent);
        const found = findCharacter(entity)!;
        expect([...found.bones]).to.deep.equal([...usual.bones]);
        expect(found.height).to.be.closeTo(usual.height, 1e-5 * usual.height);
        found.up.forEach((value, i) => expect(value).to.be.closeTo(usual.up[i], 1e-6));
        found.skeleton.positions.forEach((value, i) => expect(value).to.be.closeTo(usual.skeleton.positions[i], 1e-5 * usual.height));
    }

    for (const [what, put] of [
        ['a scale of 0', (entity: Entity) => entity.setLocalScale(0, 0, 0)],
        ['a scale that is no number', (entity: Entity) => entity.setLocalScale(NaN, NaN, NaN)],
        ['a place that is no number', (entity: Entity) => entity.setLocalPosition(NaN, 0, 0)],
        ['an infinite place', (entity: Entity) => entity.setLocalPosition(0, Infinity, 0)],
        ['a turn that is no number', (entity: Entity) => entity.setLocalRotation(NaN, 0, 0, 1)]
    ] as const) {
        for (const where of ['itself', 'what it hangs on'] as const) {
            it(`finds the same on a model with ${what}: ${where}`, () => expectSame(put, where));
        }
    }

    it('sees weights that are written anew into the same vertices', () => {
        const entity = model.instantiate();
        app.root.addChild(entity);
        const { meshInstances, bindings } = findCharacter(entity)!.skeleton;
        const instance = meshInstances.find(one => bindings.has(one))!;
        const mesh = instance.mesh!;
        const read = () => {
            const sums = new Float64Array(bindings.get(instance)!.bones.length);
            addWeights(sums, mesh);
            return [...sums];
        };
        const before = read();
        expect(read()).to.deep.equal(before);
        const buffer = mesh.vertexBuffer;
        const weights = new Float32Array(4 * buffer.numVertices).map((_, i) => (i % 4 === 0 ? 1 : 0));
        const bones = new Uint8Array(4 * buffer.numVertices).fill(3);
        const elements = buffer.getFormat().elements;
        const rows = new VertexIterator(buffer);
        for (let i = 0; i < buffer.numVertices; i++) {
            for (const { name } of elements) {
                if (name === SEMANTIC_BLENDWEIGHT) rows.element[name].set(weights[4 * i], 0, 0, 0);
                if (name === SEMANTIC_BLENDINDICES) rows.element[name].set(bones[4 * i], 0, 0, 0);
            }
            rows.next();
        }
        rows.end();
        expect(mesh.vertexBuffer).to.equal(buffer);
        expect(read()[3]).to.be.closeTo(buffer.numVertices, 1);
    });
});
