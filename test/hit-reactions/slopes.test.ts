import { expect } from 'chai';
import { Quat, Vec3 } from 'playcanvas';

import { FULL } from '../support/characters';
import { boneOf, CHEST, onHitStage, STANDING, STANDING_MANNEQUIN, type Hero, type HitSource, type HitStage } from '../support/hit-stage';

// Ground carries: who stands on a slope with bodies in the world is neither touched nor out of balance, whether its feet are on it or in it.

const PINNED = { active: true, rotationWeight: 1, translationWeight: 1 };

/** Degrees, and seconds for which it stands there. */
const SLOPES = FULL ? [0, 10, 17, 25] : [17];
const SECONDS = FULL ? 5 : 2;

/** Degrees at which feet that nobody puts on the ground are an eighth of the height in it. */
const STEEP = 25;

/** Who sways from 17 degrees on. */
const SWAYS = new Set(['Xbot']);

/** A character on ground that falls to its right or behind it, with its bodies in the world. */
function stand(stage: HitStage, degrees: number, axis: Vec3, hasFeet: boolean): Hero {
    const turn = new Quat().setFromAxisAngle(axis, degrees);
    stage.addFloor().rigidbody!.teleport(turn.transformVector(new Vec3(0, -0.5, 0)), turn);
    const hero = stage.addHero({ getUpDelay: 60 });
    if (hasFeet) hero.actor.model.script!.create('mecFootPlacer', { attributes: { adjustPelvisVertically: true, dampPelvis: true }, ind: 0 });
    stage.run(0.5);
    Object.assign(hero.actor.ragdoll, PINNED);
    return hero;
}

onHitStage('who stands on a slope', (stage) => {
    for (const hasFeet of [false, true]) {
        it(`with bodies in the world ${hasFeet ? 'and feet on the ground ' : ''}feels nothing of it`, () => {
            SLOPES.forEach((degrees, i) => {
                const hero = stand(stage, degrees, i % 2 === 0 ? Vec3.BACK : Vec3.RIGHT, hasFeet);
                stage.run(SECONDS);
                // legs are pushed out of the ground so far that the body sways: short ones where it is steep, and Xbot's
                const sways = degrees === STEEP || (SWAYS.has(stage.source.name) && !hasFeet && degrees > 10);
                const felt = sways ? hero.states.filter(state => !/staggering|reacting|animated/.test(state)) : hero.states;
                expect(felt, `${degrees} degrees`).to.deep.equal([]);
                stage.clear();
            });
        });
    }
}, STANDING);

/** Its armature is scaled a hundred times: nothing may be taken for a hundredth of what it is. */
const SCALED: HitSource = { name: 'Cat', file: 'Cat.glb', clipFile: 'Cat.glb', clip: 'Idle' };

onHitStage('who stands on the floor below a scaled armature', (stage) => {
    it('with bodies in the world feels nothing of it', () => {
        const hero = stand(stage, 0, Vec3.BACK, false);
        stage.run(1);
        expect(hero.states).to.deep.equal([]);
    });
}, [SCALED]);

onHitStage('who stands on a slope', (stage) => {
    it('feels a light ball and falls from a heavy one', () => {
        for (const [mass, felt, not] of [[3, /reacting|staggering/, 'falling'], [25, /falling/, 'settled']] as const) {
            const hero = stand(stage, 17, Vec3.BACK, true);
            stage.run(1);
            expect(hero.states).to.deep.equal([]);
            const chest = boneOf(hero.actor, CHEST).getPosition();
            const ball = stage.addEntity('ball');
            ball.setPosition(chest.x, chest.y + 0.1, chest.z + 0.8);
            ball.addComponent('collision', { type: 'sphere', radius: 0.13 });
            ball.addComponent('rigidbody', { type: 'dynamic', mass, restitution: 0.3 });
            ball.rigidbody!.linearVelocity = new Vec3(0, 0.5, -9);
            stage.run(0.5);
            expect(hero.states.some(state => felt.test(state)), hero.states.join()).to.equal(true);
            expect(hero.states).to.not.include(not);
            stage.clear();
        }
    });
}, [STANDING_MANNEQUIN]);
