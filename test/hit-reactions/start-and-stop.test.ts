import { expect } from 'chai';
import { Vec3, type Entity } from 'playcanvas';

import { CHEST, hit, onHitStage, STANDING } from '../support/hit-stage';

/** Changes of speed in one frame, m/s, as a game makes them: setting out, stopping, turning about. */
const CHANGES = [[0, 4], [4, 0], [2, -2]];

/** Pushes, newton seconds: one that no character steps for, and one that none falls by. */
const LIGHT = 15;
const HEAVY = 60;

/** Translation weights of a ragdoll that is active all the time. */
const WEIGHTS = [0.1, 0.5, 1];

onHitStage('a character that its game starts, stops or turns about just after a push', (stage) => {
    /** Moves a player at speeds for some seconds each. */
    const mover = (player: Entity, rate: number) => {
        let way = 0;
        return (speed: number, seconds: number) => stage.run(seconds, rate, () => {
            way += speed / rate;
            player.setPosition(0, 0, way);
        });
    };

    for (const rate of [30, 60]) {
        it(`does not lose its balance by that, at ${rate} Hz`, () => {
            stage.addFloor();
            for (const [before, after, push] of CHANGES.flatMap(change => [LIGHT, HEAVY].map(push => [...change, push]))) {
                const player = stage.addEntity('player');
                const hero = stage.addHero({}, undefined, player);
                const go = mover(player, rate);
                go(before, 0.5);
                hit(hero, CHEST, new Vec3(push, 0, 0));
                go(before, 0.15);
                go(after, 1);
                expect(hero.states, `${before} to ${after} m/s, ${push} N s`).to.include('reacting').and.not.include('falling');
                if (push === LIGHT) expect(hero.states, `${before} to ${after} m/s`).not.to.include('staggering');
                player.destroy();
            }
        });
    }

    for (const rate of [30, 60]) {
        it(`nor does one whose ragdoll is active without a push, however weak it is, at ${rate} Hz`, () => {
            stage.addFloor();
            for (const [before, after, weight] of CHANGES.flatMap(change => WEIGHTS.map(weight => [...change, weight]))) {
                const player = stage.addEntity('player');
                const hero = stage.addHero({}, undefined, player);
                Object.assign(hero.actor.ragdoll, { active: true, rotationWeight: 1, translationWeight: weight });
                const go = mover(player, rate);
                go(before, 0.5);
                go(after, 1);
                expect(hero.states, `${before} to ${after} m/s, weight ${weight}`).not.to.include('falling');
                player.destroy();
            }
        });
    }
}, STANDING);
