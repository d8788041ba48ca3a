import { expect } from 'chai';
import type { Vec3 } from 'playcanvas';

import type { StrideFoot } from '../../scripts/feet/stride/stride-foot';
import type { StrideWarp } from '../../scripts/index';
import { onMannequin } from '../support/foot-stage';

// Where a foot in the air will come down, as strideWarp expects it, against where it does.

const FRAME = 1 / 60;

/** Seconds before the strike from which on it is expected. */
const EARLY = 0.3;

/** What it may be off on the ground, as a share of the stride's length. */
const OFF = 0.01;

/** A place that was expected, and the time that was left then. */
interface Expected { readonly x: number; readonly z: number; readonly left: number }

onMannequin('a foot in the air', (stage) => {
    for (const share of [0.8, 1.2]) {
        it(`comes down where it was expected to, at ${share} times the clip's speed`, () => {
            const hero = stage.add().play('walk');
            const speed = share * stage.speedOf('walk');
            hero.model.addComponent('script');
            const script = hero.model.script!.create('strideWarp', { attributes: { speed } }) as StrideWarp;
            const feet = () => (script as unknown as { pass: { feet: readonly StrideFoot[] } }).pass.feet;
            const stride = speed * stage.clip('walk').duration;
            const expected: Expected[][] = [[], []];
            const offs: number[] = [];
            for (let i = 0; i < 300; i++) {
                const { x, z } = hero.holder.getPosition().clone().add(stage.forward.clone().mulScalar(speed * FRAME) as Vec3);
                hero.holder.setPosition(x, 0, z);
                stage.step(FRAME);
                feet().forEach(({ node, path: { isDown }, footfall: { timeLeft, strike } }, k) => {
                    if (isDown) {
                        const { x, z } = node.getPosition();
                        for (const place of expected[k].splice(0)) if (i > 60) offs.push(Math.hypot(place.x - x, place.z - z) / stride);
                    } else if (timeLeft < EARLY) expected[k].push({ x: strike[0], z: strike[2], left: timeLeft });
                });
            }
            expect(offs).to.have.length.above(60);
            expect(Math.max(...offs)).to.be.below(OFF);
        });
    }
});
