import { expect } from 'chai';
import { Quat, Vec3, type Entity, type GraphNode } from 'playcanvas';

import { CHEST, hit, onHitStage, STANDING_MANNEQUIN, STANDING_XBOT, type Hero, type HitStage } from '../support/hit-stage';
import { itFull } from '../support/skip';

// Where a push meets something else: walls, edges, stairs and slopes, and who cannot be pushed like others.

/** Newton seconds that knock a person down. */
const KNOCK = 260;

/** Metres of a joint inside of a wall. */
const INSIDE = 0.001;

/** Degrees of a steep slope. */
const STEEP = 20;

/** Pushes and waits; every number stays one. */
function push(stage: HitStage, hero: Hero, impulse: Vec3, seconds: number, each: () => void = () => {}, rate = 60) {
    hit(hero, CHEST, impulse);
    stage.run(seconds, rate, () => {
        const { x, y, z } = hero.hips.getPosition();
        expect(Number.isFinite(x + y + z)).to.equal(true);
        each();
    });
}

onHitStage('a push', (stage) => {
    itFull('against a wall leaves nothing inside of it, from steps and from a fall', () => {
        for (const [impulse, rate] of [[60, 60], [60, 30], [60, 144], [KNOCK, 60], [KNOCK, 30], [KNOCK, 144]]) {
            stage.addFloor();
            stage.addBox(new Vec3(3, 2, 0.5), new Vec3(0, 2, 1), { type: 'static' });
            const hero = stage.addHero({ getUpDelay: 60 });
            let [deepest, last, time] = [-Infinity, -Infinity, 0];
            const { bones } = hero.actor.ragdoll.control;
            push(stage, hero, new Vec3(0, 0, impulse), 3, () => {
                const depth = Math.max(...bones.map((bone: GraphNode) => bone.getPosition().z - 0.5));
                deepest = Math.max(deepest, depth);
                time += 1 / rate;
                if (time > 1.5) last = Math.max(last, depth);
            }, rate);
            console.log(`      ${impulse} N s at ${rate} Hz: ${(1000 * deepest).toFixed(1)} mm, later ${(1000 * last).toFixed(0)} mm, ${hero.reactions.state}`);
            expect(deepest, `${impulse} N s at ${rate} Hz`).to.be.below(INSIDE);
            expect(last, `${impulse} N s at ${rate} Hz`).to.be.below(INSIDE);
            stage.clear();
        }
    });

    itFull('over a ledge ends on the ground below it', () => {
        stage.addFloor();
        stage.addBox(new Vec3(1, 0.5, 1), new Vec3(0, 0.5, -0.6), { type: 'static' });
        const player = stage.addEntity('player');
        player.setPosition(0, 1, 0);
        const hero = stage.addHero({ getUpDelay: 60 }, undefined, player);
        const { y } = hero.hips.getPosition();
        push(stage, hero, new Vec3(0, 0, KNOCK), 7);
        expect(hero.states).to.include('settled');
        expect(hero.hips.getPosition().y).to.be.below(y - 1);
        expect(hero.actor.model.getPosition().y).to.be.closeTo(0, 0.05);
    });

    itFull('does not step over a ledge', () => {
        stage.addFloor();
        stage.addBox(new Vec3(1, 0.5, 1), new Vec3(0, 0.5, -0.88), { type: 'static' });
        const player = stage.addEntity('player');
        player.setPosition(0, 1, 0);
        const hero = stage.addHero({ getUpDelay: 60 }, undefined, player);
        push(stage, hero, new Vec3(0, 0, 50), 2);
        expect(hero.actor.model.getPosition().z).to.be.below(0.01);
        expect(hero.states).not.to.include('falling');
    });

    itFull('on stairs and on a slope ends lying on them, and nothing breaks', () => {
        for (const place of ['stairs', 'slope'] as const) {
            const turn = new Quat().setFromEulerAngles(STEEP, 0, 0);
            if (place === 'slope') {
                const ground = stage.addFloor().rigidbody!;
                ground.teleport(turn.transformVector(new Vec3(0, -0.5, 0)), turn);
                // frictions are multiplied: on the floor's own everything slides down there
                ground.friction = 1;
            } else for (let i = -2; i < 14; i++) stage.addBox(new Vec3(1.5, 2, 0.15), new Vec3(0, -2 - 0.17 * i, 0.3 * i), { type: 'static' });
            if (place === 'stairs') stage.addBox(new Vec3(8, 0.5, 8), new Vec3(0, -3, 9), { type: 'static', friction: 0.6 });
            const hero = stage.addHero({ getUpDelay: 60 });
            push(stage, hero, new Vec3(0, 0, KNOCK), 6);
            console.log(`      ${place}: ${hero.reactions.state} at ${hero.hips.getPosition().y.toFixed(2)} m`);
            expect(hero.states, place).to.include('falling');
            expect(hero.reactions.state, place).to.equal('settled');
            expect(hero.hips.getPosition().y, place).to.be.within(-8, 0.5);
            stage.clear();
        }
    });

    itFull('that no one can feel does nothing, and the heaviest breaks nothing', () => {
        stage.addFloor();
        const hero = stage.addHero({ getUpDelay: 60 });
        push(stage, hero, new Vec3(), 0.2);
        expect(hero.states).to.deep.equal([]);
        push(stage, hero, new Vec3(0, 0, 10000), 4);
        expect(hero.states).to.include('falling');
    });

    for (const [what, gravity] of [['no gravity', new Vec3()], ['gravity to the side', new Vec3(9.81, 0, 0)]] as const) {
        itFull(`under ${what} breaks nothing`, () => {
            stage.addFloor();
            stage.app.systems.rigidbody!.gravity.copy(gravity);
            const hero = stage.addHero({ getUpDelay: 60 });
            push(stage, hero, new Vec3(0, 0, 40), 1);
            push(stage, hero, new Vec3(0, 0, KNOCK), 2);
            stage.app.systems.rigidbody!.gravity.set(0, -9.81, 0);
        });
    }

    itFull('without ground, or in the air, breaks nothing and takes no step', () => {
        const hero = stage.addHero({ getUpDelay: 60 });
        push(stage, hero, new Vec3(0, 0, 50), 1);
        expect(hero.actor.model.getPosition().length()).to.be.below(1e-3);
        push(stage, hero, new Vec3(0, 0, KNOCK), 2);
        expect(hero.hips.getPosition().y).to.be.below(-1);
        stage.clear();
        stage.addFloor();
        const player = stage.addEntity('player');
        player.setPosition(0, 1.5, 0);
        const flying = stage.addHero({ getUpDelay: 60 }, undefined, player);
        push(stage, flying, new Vec3(0, 0, 50), 1);
        expect(new Vec3(0, 1.5, 0).distance(flying.actor.model.getPosition())).to.be.below(1e-3);
    });

    itFull('on a platform that carries the character is caught on it', () => {
        const platform = stage.addBox(new Vec3(3, 0.5, 3), new Vec3(0, -0.5, 0), { type: 'kinematic', friction: 0.6 });
        const player = stage.addEntity('player');
        const hero = stage.addHero({ getUpDelay: 60 }, undefined, player);
        const go = () => {
            for (const entity of [platform, player] as Entity[]) entity.translate(1 / 60, 0, 0);
        };
        stage.run(0.3, 60, go);
        push(stage, hero, new Vec3(0, 0, 55), 2, go);
        expect(hero.states).not.to.include('falling');
        expect(hero.actor.model.getPosition().x).to.be.closeTo(platform.getPosition().x, 0.1);
    });

    itFull('with a pole in both hands is felt, ends in a fall and a get-up, and the pole stays in the hand that holds it', () => {
        stage.addFloor();
        const hero = stage.addHero({ getUpDelay: 0.2 });
        const [left, right] = ['LeftHand', 'RightHand'].map(name => hero.actor.nodes.find(node => node.name.endsWith(name))!);
        const pole = stage.addEntity('pole', right);
        pole.setPosition(right.getPosition());
        pole.lookAt(left.getPosition());
        const held = right.getPosition().distance(left.getPosition()) / 2;
        pole.translateLocal(0, 0, -held);
        pole.addComponent('collision', { type: 'box', halfExtents: new Vec3(0.02, 0.02, held + 0.3) });
        pole.addComponent('rigidbody', { type: 'kinematic' });
        const arm = pole.getPosition().distance(right.getPosition());
        stage.run(0.2);
        expect(hero.states).to.deep.equal([]);
        push(stage, hero, new Vec3(0, 0, KNOCK), 1);
        if (!hero.states.includes('falling')) hero.reactions.fall();
        stage.run(8);
        expect(hero.reactions.state).to.equal('animated');
        expect(pole.getPosition().distance(right.getPosition())).to.be.closeTo(arm, 1e-3);
    });

    for (const [what, without] of [['one leg', /LeftUpLeg|LeftLeg|LeftFoot|LeftToe/], ['arms', /Arm|Hand|Shoulder/], ['legs', /Leg|Foot|Toe/]] as const) {
        itFull(`without bodies for ${what} is felt, ends in a fall and a get-up, and nothing breaks`, () => {
            stage.addFloor();
            const hero = stage.addHero();
            const { ragdoll } = hero.actor;
            ragdoll.bones = ragdoll.control.bones.filter(({ name }) => !without.test(name)).map(bone => ({ bone })) as never;
            hero.reactions.refresh();
            stage.run(0.1);
            expect(ragdoll.control.bones.some(({ name }) => without.test(name))).to.equal(false);
            push(stage, hero, new Vec3(0, 0, 40), 1);
            expect(hero.states).to.include.oneOf(['reacting', 'staggering']);
            push(stage, hero, new Vec3(0, 0, 300), 1);
            if (!hero.states.includes('falling')) hero.reactions.fall();
            stage.run(7);
            expect(hero.reactions.state).to.equal('animated');
        });
    }
}, [STANDING_MANNEQUIN, STANDING_XBOT]);
