import { basename } from 'node:path';

import { expect } from 'chai';
import { Vec3, type Entity } from 'playcanvas';

import { findCharacter, type ActiveRagdoll, type HitReactions } from '../../scripts/index';
import { charactersAtHand, FULL, GNOME, MANNEQUIN } from '../support/characters';
import { boundOf, type Reached } from '../support/reached';
import { setUp, SetupStage } from '../support/setup-stage';
import { skipBecause } from '../support/skip';
import { ASTRAY_LEGS, HASTY_LIMBS, LOOSE_FEET, UNEVEN_SCALE } from '../support/unsupported';
import { catchWarnings } from '../support/warnings';

// Everybody lives: who came without clips, or without some, stands, walks, is hit by a ball of the physics, falls and gets up.

/** The pack's own are taken without their clips. */
const NOTHING = /no clip is called so/;

/** Clips that a stranger comes with. */
const GAITS = /^(?!.*(?:dea|die|attack|jump|hit)).*(?:walk|idle)/i;

/** Metres that everybody is tall here, as files are of all units, and those of a person's head. */
const TALL = 1.75;
const PERSON = 1.6;

/** The first ball's share of the character's mass, how much heavier each further one is, and how many come until the character falls. */
const FIRST = 0.3;
const HEAVIER = 2;
const BALLS = 6;

/** Metres of a person by which each further ball at an animal comes lower. */
const LOWER = 0.05;

/** Metres a second of a ball. */
const SPEED = 10;

/** Frames in which a character that stands is looked at. */
const STANDING = 180;

/** Seconds in which a ball has come and a character is falling, and those in which it is up again after it was hit. */
const FALLING = 1.5;
const UP_AGAIN = 10;

/** The same of those who are slow to come to rest: the pug slides 20 m from the ball that fells it, the triceratops rocks on its side. */
const REACHED: Reached = { 'Pug.glb': 12, 'Triceratops.glb': 15 };
/** Who does not, and why. */
const MISSES: Readonly<Record<string, string>> = {
    'Lumberjack.glb': 'its own clip stretches single bones, and bodies are refused',
    'Witch.glb': 'its legs do not hang on its hips, and get no bodies',
    'Frog.glb': 'its belly and feet are in the ground, and it falls by itself',
    'ManBones.glb': 'is scaled by 0.077 across and by 0.059 up, of which it is told, and falls by itself',
    'Bird.glb': 'gets up with legs that are built otherwise, and its bodies come out of the ground',
    'HorseBones.glb': 'has hind legs that hang beside its body, and falls again',
    'Zebra.glb': 'balls go past its trunk, between bodies',
    'Dragon.glb': 'rocks on its wings for eight seconds and more until it rests, and is up after twelve',
    'Delegate.glb': 'tips onto its haunches, and its head stays at 0.8 of its height'
};

const files = FULL ? charactersAtHand() : [GNOME];

describe('limberSetup: animate', () => {
    const warnings = catchWarnings();
    let stage: SetupStage;

    // a world of its own for each: what is left of a step in the physics' clock decides how a body falls
    beforeEach(async () => {
        stage = await SetupStage.open();
        for (const file of ['motions-people.glb', 'motions-animals.glb']) await stage.load(`templates/${file}`);
    });
    afterEach(() => {
        stage.clear();
        stage.close();
    });

    /** A ball that the physics throw at a point. */
    function throwBall(at: Vec3, from: Vec3, size: number, mass: number): Entity {
        const ball = stage.addEntity('Ball', at.clone().add(from.clone().mulScalar(1.5 * size)));
        ball.addComponent('collision', { type: 'sphere', radius: 0.14 * size });
        ball.addComponent('rigidbody', { type: 'dynamic', mass, restitution: 0.2 });
        const speed = SPEED * Math.sqrt(size);
        ball.rigidbody!.linearVelocity = from.clone().mulScalar(-speed).add(new Vec3(0, 9.81 * 0.75 * size / speed, 0));
        return ball;
    }

    /** Somebody as tall as a person, what of him is looked at, and how he goes over into a state that is called so. */
    async function addLiving(path: string, at: Vec3) {
        const hero = await stage.addHero(path, 'Hero', at, path.startsWith('templates/') ? NOTHING : GAITS);
        const { legs, bones, nodes, height } = findCharacter(hero)!;
        hero.setLocalScale(Vec3.ONE.clone().mulScalar(TALL / height));
        const node = (...roles: string[]) => roles.map(role => bones.get(role as never)).find(bone => bone) ?? nodes[0];
        const [head, hips, chest] = [node('head'), node('hips'), node('spine2', 'spine1', 'spine', 'hips')];
        const findTrunk = () => new Vec3().lerp(chest.getPosition(), hips.getPosition(), 0.5);
        const size = Math.max(head.getPosition().y / PERSON, 1);
        /** Shows a gait for a second. */
        const show = (gait: string) => {
            const anim = (hero.anim ?? hero.findComponent('anim') as Entity['anim'])!;
            const layer = anim.baseLayer!;
            const state = layer.states.find(one => new RegExp(gait, 'i').test(one))!;
            if ('speed' in anim.parameters) anim.setFloat('speed', gait === 'idle' ? 0 : (legs === 4 ? 2 : 1.3) * size);
            else layer.transition(state, 0.2);
            stage.step(60);
            expect(layer.activeState).equal(state);
        };
        return { hero, legs, head, findTrunk, size, show };
    }

    /** How low and how high a head is in the clip in which a character stands, without the physics. */
    async function standingHeights(path: string): Promise<{ low: number, high: number }> {
        const { hero, head, show } = await addLiving(path, new Vec3(8, 0, 0));
        setUp(hero, { animate: true });
        stage.step(30);
        show('idle');
        let low = Infinity, high = -Infinity;
        for (let frame = 0; frame < STANDING; frame++) {
            stage.step();
            const { y } = head.getPosition();
            low = Math.min(low, y);
            high = Math.max(high, y);
        }
        hero.enabled = false;
        return { low, high };
    }

    files.forEach((path) => {
        const name = basename(path);
        it(`${name}: stands, walks, is hit by a ball, falls and gets up`, async function () {
            const { legs, hero, head, findTrunk, size, show } = await addLiving(path, new Vec3());
            if (legs !== 2 && legs !== 4) skipBecause(this, `${legs} legs were found in it`);
            if (MISSES[name]) skipBecause(this, MISSES[name]);
            const setup = setUp(hero, { animate: true, hitReactions: true });
            stage.step(30);
            // on a body that is built too differently joints are too fast or feet slide in a clip, and that is told
            expect(setup.report().filter(sentence => /^(?:Animate|Hit Reactions):/.test(sentence) && !/was added\.$/.test(sentence) && ![HASTY_LIMBS, LOOSE_FEET, ASTRAY_LEGS, UNEVEN_SCALE].some(one => one.test(sentence)))).deep.equal([]);
            show('walk');
            show('idle');
            const reactions = hero.script!.get('hitReactions') as unknown as HitReactions;
            const { totalMass } = hero.script!.get('activeRagdoll') as unknown as ActiveRagdoll;
            const down = () => /falling|settled|gettingUp/.test(reactions.state);
            expect(down(), 'falls by itself').equal(false);
            const { low, high } = await standingHeights(path);
            let frames = 0, lowest = Infinity;
            for (let ball = 0; ball < BALLS && !down(); ball++) {
                // on two legs some stand wider than their feet are long
                const from = legs === 4 || ball % 2 === 0 ? Vec3.RIGHT : Vec3.BACK;
                const trunk = findTrunk();
                // joints of animals are near the back
                if (legs === 4) trunk.y -= ball * LOWER * size;
                const thrown = throwBall(trunk, from, size, FIRST * HEAVIER ** ball * totalMass);
                for (frames = 0; frames < FALLING * 60 && !down(); frames++) stage.step();
                if (!down()) thrown.destroy();
            }
            expect(down(), 'falls').equal(true);
            const most = boundOf({ name }, UP_AGAIN, REACHED);
            while (frames++ < most * 60 && reactions.state !== 'animated') {
                stage.step();
                lowest = Math.min(lowest, head.getPosition().y);
            }
            expect(lowest / high, 'height of the head as it lies').below(0.7);
            expect(reactions.state, 'state').equal('animated');
            stage.step(60);
            expect(head.getPosition().y / high, 'height of the head as it stands again').within(0.9 * low / high, 1.1);
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
