import { basename } from 'node:path';

import { expect } from 'chai';
import { Vec3, type Entity } from 'playcanvas';

import { findCharacter, type ActiveRagdoll, type HitReactions } from '../../scripts/index';
import { charactersAtHand, FULL, GNOME, MANNEQUIN } from '../support/characters';
import { setUp, SetupStage } from '../support/setup-stage';
import { skipBecause } from '../support/skip';
import { catchWarnings } from '../support/warnings';

// Everybody lives: who came without clips, or without some, stands, walks, is hit by a ball of the physics, falls and gets up.

/** The pack's own are taken without their clips. */
const NOTHING = /no clip is called so/;

/** Clips that a stranger comes with. */
const GAITS = /^(?!.*(?:dea|die|attack|jump|hit)).*(?:walk|idle)/i;

/** The first ball's share of the character's mass, how much heavier each further one is, and how many come until the character falls. */
const FIRST = 0.3;
const HEAVIER = 1.6;
const BALLS = 4;

/** Metres of a person by which each further ball comes lower. */
const LOWER = 0.07;

/** Metres a second of a ball at a person, and a person's height at the head's joint and in all. */
const SPEED = 10;
const PERSON = 1.6;
const TALL = 1.75;

/** Seconds in which a ball has come and a character is falling, and those in which it is up again after it was hit. */
const FALLING = 1.5;
const UP_AGAIN = 10;

/** Who does not, and why. */
const MISSES: Readonly<Record<string, string>> = {
    'Cat.glb': 'lies and never comes to rest', 'Cow.glb': 'lies and comes to rest too late', 'Fox.glb': 'lies and never comes to rest',
    'Goblin.glb': 'has one body for trunk and arms, and is not felled', 'Walker.glb': 'has legs that spread wide, and is not felled', 'Triceratops.glb': 'is not felled',
    'Delegate.glb': 'falls onto its haunches, its head stays up', 'Dragon.glb': 'was not looked into',
    'Bird.glb': 'gets up with legs that are built otherwise', 'Boxman.glb': 'gets up with legs that end at the knees', 'EnemyLarge.glb': 'stands lower after it got up',
    'HorseBones.glb': 'has hind legs that hang beside its body',
    'Lumberjack.glb': 'skin hangs below its lowest body', 'Witch.glb': 'skin hangs below its lowest body'
};

const files = FULL ? charactersAtHand() : [GNOME];

describe('limberSetup: animate', () => {
    const warnings = catchWarnings();
    let stage: SetupStage;

    before(async () => {
        stage = await SetupStage.open();
        for (const file of ['motions-people.glb', 'motions-animals.glb']) await stage.load(`templates/${file}`);
    });
    afterEach(() => stage.clear());
    after(() => stage.close());

    /** A ball that the physics throw at the trunk from the left. */
    function throwBall(trunk: Vec3, size: number, mass: number): Entity {
        const ball = stage.addEntity('Ball', trunk.clone().add(new Vec3(1.5 * size, 0, 0)));
        ball.addComponent('collision', { type: 'sphere', radius: 0.14 * size });
        ball.addComponent('rigidbody', { type: 'dynamic', mass, restitution: 0.2 });
        const speed = SPEED * Math.sqrt(size);
        ball.rigidbody!.linearVelocity = new Vec3(-speed, 9.81 * 0.75 * size / speed, 0);
        return ball;
    }

    files.forEach((path) => {
        const name = basename(path);
        it(`${name}: stands, walks, is hit by a ball, falls and gets up within ten seconds`, async function () {
            const hero = await stage.addHero(path, 'Hero', new Vec3(), path.startsWith('templates/') ? NOTHING : GAITS);
            const { legs, bones, nodes, height } = findCharacter(hero)!;
            if (legs !== 2 && legs !== 4) skipBecause(this, `${legs} legs were found in it`);
            if (MISSES[name]) skipBecause(this, MISSES[name]);
            const setup = setUp(hero, { animate: true, hitReactions: true });
            stage.step(30);
            expect(setup.report().filter(sentence => /^(?:Animate|Hit Reactions):/.test(sentence) && !/was added\.$/.test(sentence))).deep.equal([]);
            const node = (...roles: string[]) => roles.map(role => bones.get(role as never)).find(bone => bone) ?? nodes[0];
            const [head, hips, chest] = [node('head'), node('hips'), node('spine2', 'spine1', 'spine', 'hips')];
            const standing = head.getPosition().y;
            const size = Math.max(standing / PERSON, height / TALL);
            const anim = (hero.anim ?? hero.findComponent('anim') as Entity['anim'])!;
            const layer = anim.baseLayer!;
            for (const [gait, speed] of [['walk', legs === 4 ? 2 : 1.3], ['idle', 0]] as const) {
                const state = layer.states.find(one => new RegExp(gait, 'i').test(one))!;
                if ('speed' in anim.parameters) anim.setFloat('speed', speed * size);
                else layer.transition(state, 0.2);
                stage.step(60);
                expect(layer.activeState).equal(state);
            }
            const reactions = hero.script!.get('hitReactions') as unknown as HitReactions;
            const { totalMass } = hero.script!.get('activeRagdoll') as unknown as ActiveRagdoll;
            const down = () => /falling|settled|gettingUp/.test(reactions.state);
            let frames = 0, lowest = Infinity;
            for (let ball = 0; ball < BALLS && !down(); ball++) {
                const trunk = new Vec3().lerp(chest.getPosition(), hips.getPosition(), 0.3);
                // joints of animals are near the back
                trunk.y -= ball * LOWER * size;
                const thrown = throwBall(trunk, size, FIRST * HEAVIER ** ball * totalMass);
                for (frames = 0; frames < FALLING * 60 && !down(); frames++) stage.step();
                if (!down()) thrown.destroy();
            }
            expect(down(), 'falls').equal(true);
            while (frames++ < UP_AGAIN * 60 && reactions.state !== 'animated') {
                stage.step();
                lowest = Math.min(lowest, head.getPosition().y);
            }
            expect(lowest / standing, 'height of the head as it lies').below(0.7);
            expect(reactions.state, 'state').equal('animated');
            stage.step(60);
            expect(head.getPosition().y / standing, 'height of the head as it stands again').within(0.9, 1.1);
            if (!FULL) expect(warnings).deep.equal([]);
        });
    });

    it('gives a character with clips those that it lacks, and leaves its own', async () => {
        const hero = await stage.addHero(MANNEQUIN, 'Hero', new Vec3(), /idle|walk/);
        setUp(hero, { animate: true });
        const layer = (hero.findComponent('anim') as Entity['anim'])!.baseLayer!;
        expect(layer.states.filter(state => !/START|END|ANY/.test(state))).deep.equal(['idle', 'walk', 'run', 'get-up-supine', 'get-up-prone', 'get-up-left', 'get-up-right']);
    });

    it('is off where it has neither two nor four legs', () => {
        const hero = stage.addEntity();
        const tail = stage.addEntity('Tail');
        hero.addChild(tail);
        const setup = setUp(hero, { animate: true });
        expect(setup.report().join()).match(/Animate: not on, .*legs/);
    });
});
