import { expect } from 'chai';
import { Quat, Vec3, type AppBase } from 'playcanvas';

import { detectRig } from '../../scripts/rig/detect';
import { findSkeleton } from '../../scripts/rig/skeleton';
import { createApp } from '../support/app';
import { buildSkeleton, type Placing } from '../support/build-skeleton';
import { CREATURES } from '../support/creatures';
import { angleOf } from '../support/geometry';

// What is neither a person nor an ordinary animal: which bone is what as far as it has a word, and nothing that it has not.

/** Largest error of up and forward, in degrees. */
const DIRECTIONS = 10;

/** How a model may be stored. */
const PLACINGS: Record<string, Placing> = {
    'as written': {},
    'on a root that is turned, as its up is Z, in centimetres': { turn: new Quat().setFromEulerAngles(90, 0, 0), size: 100 },
    'facing aside, tiny': { turn: new Quat().setFromEulerAngles(0, 90, 0), size: 0.01 }
};

describe('creatures', () => {
    let app: AppBase;

    before(() => { app = createApp(); });
    after(() => app.destroy());

    CREATURES.forEach((creature) => {
        Object.entries(PLACINGS).forEach(([name, placing]) => {
            it(`${creature.convention}, ${name}`, () => {
                const { root, expected } = buildSkeleton(app, creature, placing);
                if (placing.turn) root.setLocalRotation(placing.turn.clone().invert());
                const rig = detectRig(findSkeleton(root)!);
                for (const [role, node] of expected) expect(rig.skeleton.nodes[rig.bones.get(role) ?? -1]?.name, role).to.equal(node.name);
                for (const role of rig.bones.keys()) expect(role).not.to.match(creature.without);
                expect(rig.legs, 'legs').to.equal(creature.legs);
                expect(rig.problems.join(' ')).to.contain(creature.says);
                if (creature.says === '') expect(rig.problems).to.deep.equal([]);
                const turn = rig.skeleton.space?.getRotation() ?? Quat.IDENTITY;
                const inWorld = ([x, y, z]: Float64Array) => turn.transformVector(new Vec3(x, y, z), new Vec3());
                expect(angleOf(inWorld(rig.up), Vec3.UP), 'up').to.be.below(DIRECTIONS);
                expect(angleOf(inWorld(rig.forward), Vec3.BACK), 'forward').to.be.below(DIRECTIONS);
                root.destroy();
            });
        });

        // wings that hang like arms are told by their names alone
        if (creature.convention === 'bird with wings') return;
        it(`${creature.convention}, names that mean nothing`, () => {
            const { root } = buildSkeleton(app, creature);
            root.find(() => true).forEach((node, i) => { node.name = `node_${i}`; });
            const rig = detectRig(findSkeleton(root)!);
            for (const role of rig.bones.keys()) expect(role).not.to.match(creature.without);
            root.destroy();
        });
    });
});
