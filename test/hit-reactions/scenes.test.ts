import { expect } from 'chai';
import { Quat, Vec3 } from 'playcanvas';

import type { MecFootPlacer, PerfectLookAt } from '../../scripts/index';
import { turnBetween } from '../support/geometry';
import { boneOf, CHEST, FOREARM, hit, onHitStage, STANDING_MANNEQUIN, STANDING_XBOT, type Hero, type HitStage } from '../support/hit-stage';
import { itFull } from '../support/skip';

// What a character meets: a post, balls, other scripts, an old Ammo, a moon.

const PINNED = { active: true, rotationWeight: 1, translationWeight: 1 };

/** Metres per second of a walk. */
const WALK = 1.4;

/** Largest change of a free post's momentum within a tenth of a second when a character walks into it, newton seconds. */
function walkIntoPost(stage: HitStage, hasReactions: boolean): number {
    const parent = stage.addEntity('walker');
    const hero = stage.addHero({ knockOutDistance: 10 }, 'walk', parent);
    if (!hasReactions) hero.actor.model.script!.destroy('hitReactions');
    Object.assign(hero.actor.ragdoll, PINNED);
    stage.run(0.2);
    // the post hangs free and is as heavy as the walker, so that its momentum tells what it was given
    const { x, z } = hero.hips.getPosition();
    const post = stage.addBox(new Vec3(0.1, 0.9, 0.1), new Vec3(x, 1.1, z + 0.75), {
        type: 'dynamic', mass: 5000, angularFactor: Vec3.ZERO, linearFactor: new Vec3(0, 0, 1), friction: 0
    });
    const momenta: number[] = [];
    stage.run(0.9, 120, () => {
        parent.translate(0, 0, WALK / 120);
        momenta.push(5000 * post.rigidbody!.linearVelocity.z);
    });
    stage.clear();
    return Math.max(...momenta.map((momentum, i) => momentum - (momenta[i - 12] ?? 0)));
}

onHitStage('a contact', (stage) => {
    it('with a post at 1.4 m/s is at least 40 % softer than with full weights', () => {
        const hard = walkIntoPost(stage, false), soft = walkIntoPost(stage, true);
        console.log(`      peak impulse ${hard.toFixed(0)} N s at weight 1, ${soft.toFixed(0)} N s with reactions`);
        expect(hard).to.be.above(20);
        expect(soft).to.be.below(0.6 * hard);
    });
}, [STANDING_MANNEQUIN, STANDING_XBOT]);

/** What a ball at 9 m/s does to who is pinned. */
function throwBall(stage: HitStage, mass: number): { hero: Hero; away: number } {
    stage.addFloor();
    const hero = stage.addHero({ getUpDelay: 60 });
    Object.assign(hero.actor.ragdoll, PINNED);
    stage.run(0.2);
    const chest = boneOf(hero.actor, CHEST).getPosition();
    const ball = stage.addEntity('ball');
    ball.setPosition(chest.x, chest.y + 0.1, chest.z + 0.8);
    ball.addComponent('collision', { type: 'sphere', radius: 0.13 });
    ball.addComponent('rigidbody', { type: 'dynamic', mass, restitution: 0.3 });
    ball.rigidbody!.linearVelocity = new Vec3(0, 0.5, -9);
    const { z } = hero.hips.getPosition();
    stage.run(1.5);
    return { hero, away: hero.hips.getPosition().z - z };
}

for (const build of ['ammojs-typed', 'ammo.js'] as const) {
    onHitStage('a ball', (stage) => {
        it('that is heavy knocks over, away from where it came; a light one does not', () => {
            const light = throwBall(stage, 3);
            expect(light.hero.states).to.include('reacting').and.not.include('falling');
            expect(Math.abs(light.away)).to.be.below(0.1);
            stage.clear();
            const heavy = throwBall(stage, 25);
            expect(heavy.hero.states).to.include('falling');
            expect(heavy.away).to.be.below(-0.4);
        });
    }, [STANDING_MANNEQUIN], build);
}

onHitStage('the story', (stage) => {
    it('is the same on the Ammo of 2016: reacts, falls, gets up', () => {
        stage.addFloor();
        const hero = stage.addHero();
        hit(hero, FOREARM, new Vec3(0, 0, 20));
        stage.run(5);
        expect(hero.states).to.deep.equal(['reacting', 'animated']);
        hit(hero, CHEST, new Vec3(0, 0, 350));
        stage.run(9);
        expect(hero.states.slice(-4)).to.deep.equal(['falling', 'settled', 'gettingUp', 'animated']);
        expect(hero.reactions.problems()).to.deep.equal([]);
    });
}, [STANDING_MANNEQUIN], 'ammo.js');

onHitStage('the moon', (stage) => {
    itFull('has no rest at the top of a throw, and one on the ground', () => {
        stage.addFloor();
        const { gravity } = stage.app.systems.rigidbody!;
        gravity.set(0, -1.6, 0);
        const hero = stage.addHero({ fallTension: 0 });
        hero.reactions.fall();
        hit(hero, ['hips'], new Vec3(0, 150, 0));
        let highest = 0, settledAt = NaN;
        stage.run(12, 60, () => {
            const { y } = hero.hips.getPosition();
            highest = Math.max(highest, y);
            if (Number.isNaN(settledAt) && hero.reactions.state === 'settled') settledAt = y;
        });
        gravity.set(0, -9.81, 0);
        expect(highest).to.be.above(1.5);
        expect(settledAt).to.be.below(0.5);
    });
});

onHitStage('other scripts', (stage) => {
    itFull('go on during a light hit, let go in a fall, and come back in the get-up', () => {
        stage.addFloor();
        const hero = stage.addHero({ getUpDelay: 1 });
        const { script } = hero.actor.model;
        const target = stage.addEntity('target');
        target.setPosition(2, 1.6, 2);
        const lookAt = script!.create('perfectLookAt', { attributes: { targetObject: target }, ind: 0 }) as unknown as PerfectLookAt;
        const feet = script!.create('mecFootPlacer', { ind: 1 }) as unknown as MecFootPlacer;
        const head = boneOf(hero.actor, ['head']);
        const same = hero.twin.nodes[hero.actor.nodes.indexOf(head)];
        const turn = () => turnBetween(head.getRotation(), same.getRotation());
        stage.run(1.5);
        const looking = turn();
        expect(looking, 'looks before').to.be.above(15);
        hit(hero, FOREARM, new Vec3(0, 0, 10));
        stage.run(0.3);
        expect(hero.reactions.state).to.equal('reacting');
        expect(Math.abs(turn() - looking), 'looks on during a hit').to.be.below(10);
        stage.run(1);
        hit(hero, CHEST, new Vec3(0, 0, 350));
        // not while it tumbles
        for (let frame = 0; frame < 300 && hero.reactions.state !== 'settled'; frame++) stage.step();
        expect(hero.reactions.state).to.equal('settled');
        const lying = head.getRotation().clone();
        stage.run(0.2);
        const before = head.getRotation().clone();
        target.setPosition(-3, 0.2, -3);
        stage.run(0.2);
        // where it looks no longer matters to who lies
        expect(turnBetween(before, head.getRotation())).to.be.below(turnBetween(lying, before) + 3);
        target.setPosition(2, 1.6, 2);
        stage.run(9);
        expect(hero.reactions.state).to.equal('animated');
        expect([lookAt.enabled, feet.enabled]).to.deep.equal([true, true]);
        const away = new Quat().copy(hero.actor.model.getRotation());
        target.setPosition(hero.actor.model.getPosition().clone().add(away.transformVector(new Vec3(2, 1.6, 2))));
        stage.run(2);
        const turned = turnBetween(head.getRotation(), away.mul(same.getRotation()));
        expect(turned, 'looks again').to.be.above(15);
    });
});

onHitStage('who lies still', (stage) => {
    it('is not simulated any more: its bodies sleep, and nothing is solved for them', () => {
        stage.addFloor();
        const hero = stage.addHero({ getUpDelay: 60 });
        hero.reactions.fall();
        const ragdoll = () => hero.actor.ragdoll.control.bodies as unknown as { bodies: { isAsleep: boolean }; state: { positions: ArrayLike<number> } };
        stage.run(0.5);
        let reads = 0;
        const { bodies } = ragdoll() as unknown as { bodies: { read(state: object): void } };
        const read = bodies.read.bind(bodies);
        bodies.read = (state) => { reads++; read(state); };
        stage.run(0.5, 60);
        const moving = reads;
        stage.run(5);
        expect(hero.reactions.state).to.equal('settled');
        expect(ragdoll().bodies.isAsleep).to.equal(true);
        reads = 0;
        stage.run(0.5, 60);
        console.log(`      bodies read ${moving} times in half a second as it moves, ${reads} as it lies`);
        expect(moving).to.be.at.least(50);
        expect(reads).to.equal(0);
    });
});

onHitStage('a floor of a kilometre', (stage) => {
    itFull('is got up from as from any other: the character stands on it', () => {
        stage.addBox(new Vec3(500, 0.5, 500), new Vec3(0, -0.5, 0), { type: 'static', friction: 0.6 });
        const hero = stage.addHero();
        const { y } = hero.hips.getPosition();
        hero.reactions.fall();
        hit(hero, CHEST, new Vec3(0, 0, 200));
        stage.run(7);
        expect(hero.states).to.include('gettingUp');
        expect(hero.actor.model.getPosition().y, 'the entity').to.be.closeTo(0, 0.001);
        expect(hero.hips.getPosition().y, 'the hips').to.be.closeTo(y, 0.05);
    });
}, [STANDING_MANNEQUIN]);

onHitStage('bad places', (stage) => {
    itFull('a character inside of a box, and one whose floor goes: no number breaks, and it stands again when it can', () => {
        const floor = stage.addFloor();
        stage.addBox(new Vec3(0.4, 0.4, 0.4), new Vec3(0, 0.4, 0), { type: 'static' });
        const inside = stage.addHero();
        hit(inside, CHEST, new Vec3(0, 0, 300));
        let fastest = 0;
        let last = inside.hips.getPosition().clone();
        stage.run(9, 60, () => {
            const now = inside.hips.getPosition().clone();
            fastest = Math.max(fastest, 60 * now.distance(last));
            last = now;
        });
        expect(fastest).to.be.below(30);
        expect(inside.states).to.include('settled');
        floor.destroy();
        hit(inside, CHEST, new Vec3(0, 100, 300));
        stage.run(3);
        expect(inside.hips.getPosition().y).to.be.below(-3);
        expect(inside.reactions.state).to.equal('falling');
    });
});
