import { expect } from 'chai';
import { Entity, Vec3 } from 'playcanvas';

import { limberScripts, type ActiveRagdoll, type HitReactions, type IdleRandomizer, type LimberSetup, type PerfectLookAt } from '../../scripts/index';
import { register } from '../../scripts/shell/register';
import { GNOME, HOUND, MANNEQUIN } from '../support/characters';
import { turnBetween } from '../support/geometry';
import { ALL, scriptNames, setUp, SetupStage, type Ticks } from '../support/setup-stage';
import { itFull } from '../support/skip';
import { catchWarnings } from '../support/warnings';

const ORDER = ['animationMirror', 'idleRandomizer', 'perfectLookAt', 'mecFootPlacer', 'activeRagdoll', 'hitReactions', 'springChain'];

/** On four legs the feet tilt the body before the head looks. */
const ORDER_ON_FOUR = ['animationMirror', 'idleRandomizer', 'mecFootPlacer', 'perfectLookAt', 'activeRagdoll', 'hitReactions', 'springChain'];

/** The scripts of each tick. */
const SCRIPTS: Record<Exclude<keyof Ticks, 'targetObject'>, string[]> = {
    animate: ['animationRetarget'], lookAt: ['perfectLookAt'], feet: ['mecFootPlacer'], ragdoll: ['activeRagdoll'], hitReactions: ['activeRagdoll', 'hitReactions'],
    mirror: ['animationMirror'], idle: ['idleRandomizer'], springs: ['springChain']
};

/** Get-up clips of the samples stand in files of their own. */
const NO_GET_UP = 'Hit Reactions: there is no clip to get up with, so a character that falls stays down. ' +
    'Tick Animate, name clips get-up-prone and get-up-supine, or add rows to Get-Up Clips of hitReactions.';

describe('limberSetup', () => {
    const warnings = catchWarnings();
    let stage: SetupStage;

    before(async () => { stage = await SetupStage.open(); });
    afterEach(() => stage.clear());
    after(() => stage.close());

    Object.entries(SCRIPTS).forEach(([tick, scripts]) => {
        it(`adds ${scripts.join(' and ')} for ${tick}, and nothing else`, async () => {
            const hero = await stage.addHero(MANNEQUIN);
            const setup = setUp(hero, { [tick]: true });
            expect(scriptNames(hero)).to.deep.equal(['limberSetup', ...scripts]);
            for (const name of scripts) expect(setup.report().join('\n')).to.match(new RegExp(`^[A-Z].*: ${name} was added\\.$`, 'm'));
            expect(setup.toJson().order).to.deep.equal(scripts);
        });
    });

    [MANNEQUIN, GNOME, HOUND].forEach((path) => {
        (path === MANNEQUIN ? it : itFull)(`adds everything in the order of effect, without a sentence of complaint: ${path}`, async () => {
            const hero = await stage.addHero(path);
            const ball = stage.addEntity('Ball', new Vec3(0.5, 1.5, 3));
            const setup = setUp(hero, { ...ALL, targetObject: ball });
            stage.step(30);
            expect(scriptNames(hero)).to.deep.equal(['limberSetup', ...path === HOUND ? ORDER_ON_FOUR : ORDER]);
            expect(setup.problems()).to.deep.equal([]);
            expect(warnings).to.deep.equal([]);
            const head = ['Look At: perfectLookAt was added.', 'Feet: mecFootPlacer was added.'];
            expect(setup.report()).to.deep.equal([
                'Mirror: animationMirror was added.', 'Idle: idleRandomizer was added.', ...path === HOUND ? head.reverse() : head, 'Ragdoll: activeRagdoll was added.', 'Hit Reactions: activeRagdoll was added.',
                'Hit Reactions: hitReactions was added.', 'Springs: springChain was added.', NO_GET_UP
            ]);
        });
    });

    it('puts scripts among those that are there, which stay as they are and are named', async () => {
        const hero = await stage.addHero(MANNEQUIN);
        const feet = hero.script!.create('mecFootPlacer', { attributes: { softReach: 0.1 } }) as unknown as { softReach: number; adjustPelvisVertically: boolean };
        hero.script!.create('springChain');
        const setup = setUp(hero, { feet: true, lookAt: true, idle: true, hitReactions: true });
        stage.step();
        expect(scriptNames(hero)).to.deep.equal([
            'idleRandomizer', 'perfectLookAt', 'mecFootPlacer', 'activeRagdoll', 'hitReactions', 'springChain', 'limberSetup'
        ]);
        expect([feet.softReach, feet.adjustPelvisVertically]).to.deep.equal([0.1, false]);
        expect(setup.report()).to.include('Feet: mecFootPlacer was there already and is left as it is.');
        expect(setup.toJson().order, 'those that were there belong to it').to.include.members(['mecFootPlacer', 'springChain']);
        expect(warnings).to.deep.equal([]);
    });

    it('counts chains that were named by hand where nothing is found that swings', async () => {
        const hero = await stage.addHero(MANNEQUIN);
        hero.find(node => /Scarf|Strap/.test(node.name)).forEach((node, i) => {
            node.name = `secondary ${i}`;
        });
        const setup = setUp(hero, { springs: true });
        expect(setup.report()).to.deep.equal(['Springs: not on, the character has no tail, ears, hair or cloth with bones of their own.']);
        hero.script!.create('springChain', { attributes: { chains: [{ boneName: 'secondary 1' }] } } as never);
        setup.refresh();
        expect(setup.report()).to.deep.equal(['Springs: springChain was there already and is left as it is.']);
    });

    it('initializes every script of a scene, also where it puts others before them', async () => {
        const hero = new Entity('Hero', stage.app);
        await stage.addModel(hero, MANNEQUIN);
        const names = ['limberSetup', 'springChain', 'instantTurn'];
        const scripts = Object.fromEntries(names.map(name => [name, { enabled: true, attributes: name === 'limberSetup' ? { lookAt: true, feet: true } : {} }]));
        hero.addComponent('script', { enabled: true, order: names, scripts });
        stage.app.root.addChild(hero);
        const setup = hero.script!.get('limberSetup') as unknown as LimberSetup;
        expect(setup.report()).to.include('Look At: perfectLookAt is added in the first frame.');
        stage.step();
        expect(scriptNames(hero)).to.deep.equal(['limberSetup', 'perfectLookAt', 'mecFootPlacer', 'springChain', 'instantTurn']);
        for (const name of scriptNames(hero)) expect(hero.script!.get(name)).to.have.property('_initialized', true, name);
        hero.destroy();
    });

    it('gives the target on, also another one later', async () => {
        const hero = await stage.addHero(MANNEQUIN);
        const [ball, other] = [stage.addEntity('Ball', new Vec3(1, 1.5, 3)), stage.addEntity('Other', new Vec3(-1, 1.5, 3))];
        const setup = setUp(hero, { lookAt: true, targetObject: ball });
        const look = hero.script!.get('perfectLookAt') as unknown as PerfectLookAt;
        expect(look.targetObject).to.equal(ball);
        setup.targetObject = other;
        stage.step(120);
        expect(look.targetObject).to.equal(other);
        expect(look.residual).to.be.below(1);
    });

    it('says once that there is nothing to look at without target and idle', async () => {
        const hero = await stage.addHero(MANNEQUIN);
        const setup = setUp(hero, { lookAt: true });
        stage.step();
        expect(setup.report()).to.deep.equal(['Look At: perfectLookAt was added.', 'Look At: there is no target. Set Target Object to the entity to look at.']);
        setup.idle = true;
        stage.step(2);
        expect(setup.report().join()).not.to.include('target');
        warnings.length = 0;
    });

    it('says beforehand that there is no clip to get up with, until there is one by its name or in a row', async () => {
        const { clips } = await stage.load('templates/mannequin-get-up.glb');
        const heroes = await Promise.all(['Named', 'Row'].map(name => stage.addHero(MANNEQUIN, name)));
        const setups = heroes.map(hero => setUp(hero, { hitReactions: true }));
        for (const setup of setups) expect(setup.report()).to.include(NO_GET_UP);
        const [[name, track]] = clips;
        (heroes[0].children[0] as Entity).anim!.assignAnimation(name, track);
        const hits = heroes[1].script!.get('hitReactions') as unknown as HitReactions;
        hits.getUpClips = [{ side: 'prone', clip: null, state: 'walk', startTime: 0 }];
        for (const setup of setups) expect(setup.report()).not.to.include(NO_GET_UP);
    });

    it('names the standing state for the idle', async () => {
        const hero = await stage.addHero(MANNEQUIN);
        setUp(hero, { idle: true });
        expect((hero.script!.get('idleRandomizer') as unknown as IdleRandomizer).idleState).to.equal('idle');
    });

    it('holds the body stiffer where hits are felt, also when that is ticked later', async () => {
        const hero = await stage.addHero(MANNEQUIN);
        const setup = setUp(hero, { ragdoll: true });
        const ragdoll = hero.script!.get('activeRagdoll') as unknown as ActiveRagdoll;
        expect([ragdoll.active, ragdoll.rotationWeight, ragdoll.translationWeight]).to.deep.equal([true, 0.3, 0.3]);
        setup.hitReactions = true;
        expect([ragdoll.rotationWeight, ragdoll.translationWeight]).to.deep.equal([1, 1]);
        ragdoll.rotationWeight = 0.5;
        setup.idle = true;
        expect(ragdoll.rotationWeight, 'what somebody else has set stays').to.equal(0.5);
    });

    it('switches off what is unticked, and on again', async () => {
        const hero = await stage.addHero(MANNEQUIN);
        const setup = setUp(hero, { feet: true, springs: true });
        const feet = hero.script!.get('mecFootPlacer')!;
        setup.feet = false;
        expect(feet.enabled).to.equal(false);
        expect(setup.report()).to.deep.equal(['Springs: springChain was added.']);
        expect(setup.toJson().order).to.deep.equal(['springChain']);
        setup.feet = true;
        expect(hero.script!.get('mecFootPlacer')).to.equal(feet);
        expect(feet.enabled).to.equal(true);
        feet.enabled = false;
        setup.idle = true;
        expect(feet.enabled, 'what somebody else has switched off stays off').to.equal(false);
    });

    it('on an entity twice is refused by the engine, and on the model too does nothing twice', async () => {
        const hero = await stage.addHero(MANNEQUIN);
        setUp(hero, { lookAt: true, idle: true });
        expect(setUp(hero, { feet: true })).to.equal(null);
        const model = hero.children[0] as Entity;
        model.addComponent('script');
        const second = setUp(model, { lookAt: true, feet: true });
        expect(scriptNames(model)).to.deep.equal(['limberSetup', 'mecFootPlacer']);
        expect(second.report()).to.deep.equal([
            'Look At: perfectLookAt was there already on "Hero" and is left as it is.', 'Feet: mecFootPlacer was added.'
        ]);
    });

    it('refresh() does nothing twice', async () => {
        const hero = await stage.addHero(HOUND);
        const setup = setUp(hero, ALL);
        const before = setup.report();
        setup.refresh();
        stage.step(5);
        expect(scriptNames(hero)).to.deep.equal(['limberSetup', ...ORDER_ON_FOUR]);
        expect(setup.report()).to.deep.equal(before);
        expect(warnings).to.deep.equal([]);
    });

    it('without a model says so, and for each ticked thing that it is not on', () => {
        const setup = setUp(stage.addEntity(), { lookAt: true, feet: true });
        expect(setup.report()).to.deep.equal([
            'there is no character below this entity. Put the script on the model or above it; a model that comes later is taken up by itself, after other changes call refresh().',
            'Look At: not on, there is no character yet.', 'Feet: not on, there is no character yet.'
        ]);
        expect(warnings).to.have.length(1);
        expect(setup.toJson()).to.deep.equal({ enabled: true, order: [], scripts: {} });
    });

    it('says nothing of a model that is hidden, and works when it is shown', async () => {
        const hero = await stage.addHero(MANNEQUIN);
        const model = hero.children[0] as Entity;
        const head = model.findByName('mixamorig:Head') as Entity;
        model.enabled = false;
        const setup = setUp(hero, { ...ALL, targetObject: stage.addEntity('Ball', new Vec3(2, 1.6, 1)) });
        stage.step(5);
        const before = head.getLocalRotation().clone();
        expect(warnings).to.deep.equal([]);
        model.enabled = true;
        stage.step(45);
        expect(turnBetween(before, head.getLocalRotation())).to.be.above(5);
        model.enabled = false;
        stage.step(5);
        expect([warnings, setup.report().filter(sentence => sentence.includes('disabled'))]).to.deep.equal([[], []]);
    });

    it('takes up a model that comes later', async () => {
        const hero = stage.addEntity();
        const setup = setUp(hero, { lookAt: true, feet: true });
        stage.step(20);
        expect(scriptNames(hero)).to.deep.equal(['limberSetup']);
        await stage.addModel(hero, MANNEQUIN);
        stage.step(20);
        expect(scriptNames(hero)).to.deep.equal(['limberSetup', 'perfectLookAt', 'mecFootPlacer']);
        expect(setup.problems()).to.deep.equal([]);
    });

    it('takes another model up with refresh(), with what this one can do', async () => {
        const hero = await stage.addHero(GNOME);
        const setup = setUp(hero, { lookAt: true, targetObject: stage.addEntity('Ball', new Vec3(0.5, 1.5, 3)) });
        stage.step(5);
        hero.children[0].destroy();
        await stage.addModel(hero, HOUND);
        setup.refresh();
        stage.step(60);
        const look = hero.script!.get('perfectLookAt') as unknown as PerfectLookAt;
        expect(look.problems()).to.deep.equal([]);
        expect(look.lookAtBones.every(({ bone }) => bone!.isDescendantOf(hero))).to.equal(true);
        expect(look.residual).to.be.below(1);
    });

    it('with two models works on one, and says so', async () => {
        const hero = await stage.addHero(MANNEQUIN);
        const other = await stage.addModel(hero, HOUND);
        other.setPosition(2, 0, 0);
        const setup = setUp(hero, { lookAt: true, springs: true });
        const [sentence] = setup.problems();
        expect(sentence).to.match(/there is a second model, ".*", beside ".*": the scripts work on the latter, whose skin has most bones\. Give each model an entity and scripts of its own\./);
        expect(setup.problems()).to.have.length(1);
        expect(warnings).to.deep.equal([sentence]);
    });

    it('says that nothing is ticked', async () => {
        const hero = await stage.addHero(MANNEQUIN);
        const setup = setUp(hero, {});
        expect(setup.report()).to.deep.equal(['nothing is ticked. Tick what the character should do, and launch again.']);
        setup.idle = true;
        expect(setup.report()).to.deep.equal(['Idle: idleRandomizer was added.']);
    });

    it('says what a thing that is no character lacks', () => {
        const crate = stage.addEntity('Crate');
        const box = new Entity('Box', stage.app);
        box.addComponent('render', { type: 'box' });
        crate.addChild(box);
        const setup = setUp(crate, ALL);
        expect(scriptNames(crate)).to.deep.equal(['limberSetup', 'animationMirror']);
        expect(setup.report()).to.deep.equal([
            '"Crate" has no two bones in different places, so there is nothing to move. Export the skin together with its armature and its rest pose.',
            'Mirror: animationMirror was added.',
            'Idle: not on, the character has neither a spine nor a head that were found.',
            'Look At: not on, the character has neither eyes, a head nor a spine that were found.',
            'Feet: not on, the character has no legs that were found.',
            'Ragdoll: not on, the character has no hips that were found.',
            'Hit Reactions: not on, the character has no hips that were found.',
            'Springs: not on, the character has no tail, ears, hair or cloth with bones of their own.',
            'Mirror: no two bones of this character are twins, so there is nothing to mirror. Name them in Bone Pairs, then call refresh().'
        ]);
    });
});

describe('limberSetup without Ammo', () => {
    const warnings = catchWarnings();
    let stage: SetupStage;

    before(async () => { stage = await SetupStage.open(null); });
    after(() => stage.close());

    it('says which ticked things are not on for want of it', async () => {
        const hero = await stage.addHero(MANNEQUIN);
        const setup = setUp(hero, { feet: true, ragdoll: true, hitReactions: true, idle: true });
        stage.step(2);
        const reason = 'not on, the physics library Ammo is not loaded. Import it in the settings of the project, under Physics.';
        expect(setup.report()).to.include.members([
            'Idle: idleRandomizer was added.', `Ragdoll: ${reason}`, `Hit Reactions: ${reason}`,
            'Feet: there is no physics to find the ground with. Load Ammo, or call setGround() with a HeightGround or a MeshGround.'
        ]);
        expect(warnings.length).to.be.above(0);
    });
});

describe('limberSetup beside few scripts', () => {
    let stage: SetupStage;

    before(async () => { stage = await SetupStage.open('ammojs-typed', false); });
    after(() => stage.close());

    it('says which scripts are not loaded', async () => {
        for (const { name, script, attributes } of limberScripts) {
            if (['limberSetup', 'perfectLookAt'].includes(name)) register(script, name, attributes, stage.app);
        }
        const hero = await stage.addHero(MANNEQUIN);
        const setup = setUp(hero, { lookAt: true, springs: true });
        expect(setup.report()).to.include.members([
            'Look At: perfectLookAt was added.',
            'Springs: not on, the script springChain is not loaded. Load a limber.js that holds it, or call registerLimber().'
        ]);
    });
});
