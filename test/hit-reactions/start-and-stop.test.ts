import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { CHEST, hit, onHitStage, STANDING } from '../support/hit-stage';

/** Changes of speed in one frame, m/s, as a game makes them: setting out, stopping, turning about. */
const CHANGES = [[0, 4], [4, 0], [2, -2]];

/** Pushes, newton seconds: one that no character steps for, and one that none falls by. */
const LIGHT = 15;
const HEAVY = 60;

onHitStage('a character that its game starts, stops or turns about just after a push', (stage) => {
    for (const rate of [30, 60]) {
        it(`does not lose its balance by that, at ${rate} Hz`, () => {
            stage.addFloor();
            for (const [before, after, push] of CHANGES.flatMap(change => [LIGHT, HEAVY].map(push => [...change, push]))) {
                const player = stage.addEntity('player');
                const hero = stage.addHero({}, undefined, player);
                let speed = before, way = 0;
                const go = (seconds: number) => stage.run(seconds, rate, () => {
                    way += speed / rate;
                    player.setPosition(0, 0, way);
                });
                go(0.5);
                hit(hero, CHEST, new Vec3(push, 0, 0));
                go(0.15);
                speed = after;
                go(1);
                expect(hero.states, `${before} to ${after} m/s, ${push} N s`).to.include('reacting').and.not.include('falling');
                if (push === LIGHT) expect(hero.states, `${before} to ${after} m/s`).not.to.include('staggering');
                player.destroy();
            }
        });
    }
}, STANDING);
