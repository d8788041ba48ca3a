import { expect } from 'chai';
import type { Entity } from 'playcanvas';

import { findCharacter } from '../../scripts/rig/character';
import { turnBetween } from '../support/geometry';
import { SetupStage } from '../support/setup-stage';
import { itFull, requireRig } from '../support/skip';

// A robot whose feet hang on its root: its knees follow an idle without a jerk.

/** Degrees per second. */
const FASTEST = 40;

describe('knees above feet that hang on the root', () => {
    itFull('turn slowly while the weight shifts and fidgets come', async function () {
        const file = requireRig('more/RobotExpressive.glb', this);
        const stage = await SetupStage.open();
        const hero = await stage.addHero(file, 'Hero');
        (hero.children[0] as Entity).removeComponent('anim');
        const { limbs, skeleton: { nodes } } = findCharacter(hero)!;
        const joints = [limbs.leftFoot!, limbs.rightFoot!].flatMap(({ bones }) => bones.slice(0, -1).map(bone => nodes[bone]));
        hero.script!.create('idleRandomizer', { attributes: { seed: 1, fidgetTime: [3, 3], preset: 'game' } as never });
        stage.step(5);
        let fastest = 0;
        let before = joints.map(node => node.getLocalRotation().clone());
        for (let frame = 0; frame < 1200; frame++) {
            stage.step();
            const now = joints.map(node => node.getLocalRotation().clone());
            for (const [i, turn] of now.entries()) fastest = Math.max(fastest, 60 * turnBetween(turn, before[i]));
            before = now;
        }
        stage.close();
        expect(fastest).to.be.within(1, FASTEST);
    });
});
