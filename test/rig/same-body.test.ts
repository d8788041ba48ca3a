import { expect } from 'chai';
import { Entity, Vec3, type AppBase } from 'playcanvas';

import { detectRig } from '../../scripts/rig/detect';
import { findSkeleton } from '../../scripts/rig/skeleton';
import { ANIMALS } from '../support/animals';
import { createApp, loadNewGlb } from '../support/app';
import { buildSkeleton } from '../support/build-skeleton';
import { requireRig } from '../support/skip';

// What is found on a body is the same on its topmost node and on an entity above that, and whatever was found before.

/** Degrees by which a file has its topmost node turned. */
const TILT = -138;

describe('one body, one rig', () => {
    let app: AppBase;

    before(() => { app = createApp(); });
    after(() => app.destroy());

    /** What is found below an entity, with directions in the scene. */
    function describeBelow(entity: Entity) {
        const { skeleton, bones, legs, up, forward, problems } = detectRig(findSkeleton(entity)!);
        const turn = skeleton.space!.getRotation();
        const inScene = ([x, y, z]: Float64Array) => turn.transformVector(new Vec3(x, y, z)).toArray().map(value => (value + 0).toFixed(3).replace('-0.000', '0.000'));
        return { legs, roles: [...bones].map(([role, node]) => `${role} ${skeleton.nodes[node].name}`), up: inScene(up), forward: inScene(forward), problems };
    }

    function hang(model: Entity): Entity {
        const hero = new Entity('Hero', app);
        app.root.addChild(hero);
        hero.addChild(model);
        return hero;
    }

    it('a model whose topmost node is turned in its file is upright, on that node and above it', () => {
        const { root } = buildSkeleton(app, { ...ANIMALS[0], armature: { ...ANIMALS[0].armature, turn: [TILT, 0, 0] } });
        root.find(() => true).forEach((node, i) => { node.name = `node_${i}`; });
        const above = describeBelow(root);
        expect([above.legs, ...above.up]).to.deep.equal([4, '0.000', '1.000', '0.000']);
        expect(describeBelow(root.children[0] as Entity)).to.deep.equal(above);
        root.destroy();
    });

    it('the same on a file, first and after another one', async function () {
        const [deer, horse] = [requireRig('more/Deer.glb', this), requireRig('more/HorseBones.glb', this)];
        const model = await loadNewGlb(app, deer);
        const hero = hang(model.instantiate());
        const first = describeBelow(hero);
        const other = hang((await loadNewGlb(app, horse)).instantiate());
        describeBelow(other);
        const alone = model.instantiate();
        app.root.addChild(alone);
        expect(describeBelow(alone)).to.deep.equal(first);
        for (const entity of [hero, other, alone]) entity.destroy();
    });
});
