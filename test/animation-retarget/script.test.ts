import { expect } from 'chai';
import { Asset, Entity, Vec3, type AnimTrack, type AppBase } from 'playcanvas';

import { findCharacter, registerLimber, type AnimationRetarget } from '../../scripts/index';
import { addGlb, createApp, loadGlb } from '../support/app';
import { GNOME, HOUND, MANNEQUIN } from '../support/characters';
import { HandTouch } from '../support/hand-touch';
import { compare, loadPlayer, type Player } from '../support/retarget-stage';
import { playGraph } from '../support/state-graphs';
import { catchWarnings } from '../support/warnings';

const PEOPLE = 'templates/motions-people.glb';
const ANIMALS = 'templates/motions-animals.glb';

describe('animationRetarget', () => {
    const warnings = catchWarnings();
    let app: AppBase;
    beforeEach(() => {
        app = createApp();
        registerLimber(app);
    });
    afterEach(() => app.destroy());

    /** A character without clips, and the script on it. */
    async function addHero(path: string, attributes: object = {}): Promise<{ hero: Entity, script: AnimationRetarget }> {
        const { instantiate } = await loadGlb(app, path);
        const hero = instantiate();
        app.root.addChild(hero);
        hero.addComponent('script');
        return { hero, script: hero.script!.create('animationRetarget', { attributes }) as AnimationRetarget };
    }

    /** How far an upper arm hangs: 0 to the side, 90 straight down. */
    function armSink(hero: Entity): number {
        const { bones } = findCharacter(hero)!;
        const way = bones.get('leftForearm')!.getPosition().clone().sub(bones.get('leftUpperArm')!.getPosition()).normalize();
        return Math.asin(-way.y) * 180 / Math.PI;
    }

    const assetOf = (name: string): Asset => app.assets.find(name)!;

    it('lets a person without clips stand in the first frame, walk when its speed says so, and have ways to get up', async () => {
        await loadGlb(app, PEOPLE);
        const { hero, script } = await addHero(GNOME);
        let told = 0;
        script.on('ready', () => told++);
        expect(script.ready).equal(true);
        app.update(1 / 60);
        expect(armSink(hero)).above(60);
        expect(told).equal(1);
        expect(warnings).deep.equal([]);
        const { baseLayer } = hero.anim!;
        expect(baseLayer!.activeState).equal('idle');
        for (const [speed, state] of [[1, 'walk'], [3, 'run'], [0, 'idle']] as const) {
            hero.anim!.setFloat('speed', speed);
            for (let frame = 0; frame < 60; frame++) app.update(1 / 60);
            expect(baseLayer!.activeState, `${speed} m/s`).equal(state);
        }
        expect(baseLayer!.states).include.members(['get-up-prone', 'get-up-supine', 'get-up-left', 'get-up-right']);
        expect(script.problems()).deep.equal([]);
    });

    it('gives an anim component without a state graph the same states, and leaves the component when it goes', async () => {
        await loadGlb(app, PEOPLE);
        const { instantiate } = await loadGlb(app, GNOME);
        const hero = instantiate();
        app.root.addChild(hero);
        hero.addComponent('anim', { activate: true });
        hero.addComponent('script');
        const script = hero.script!.create('animationRetarget') as AnimationRetarget;
        hero.anim!.setFloat('speed', 1);
        for (let frame = 0; frame < 60; frame++) app.update(1 / 60);
        expect(hero.anim!.baseLayer!.activeState).equal('walk');
        expect([...script.tracks.keys()]).include.members(['idle', 'walk', 'get-up-prone']);
        expect(script.tracks.get('walk')!.name).equal('walk');
        hero.script!.destroy('animationRetarget');
        app.update(1 / 60);
        expect(hero.anim!.enabled).equal(true);
        expect(warnings).deep.equal([]);
    });

    it('does the same on four legs', async () => {
        await loadGlb(app, ANIMALS);
        const { hero, script } = await addHero(HOUND);
        app.update(1 / 60);
        hero.anim!.setFloat('speed', 1);
        for (let frame = 0; frame < 60; frame++) app.update(1 / 60);
        expect(hero.anim!.baseLayer!.activeState).equal('walk');
        expect(script.problems()).deep.equal([]);
    });

    it('loads the motions when they are not there yet', async () => {
        const asset = await addGlb(app, PEOPLE);
        const { hero, script } = await addHero(GNOME);
        expect(script.ready).equal(false);
        await new Promise<void>((resolve) => {
            script.on('ready', resolve);
            asset.ready(() => app.update(1 / 60));
        });
        app.update(1 / 60);
        expect(armSink(hero)).above(60);
    });

    it('fills the states that have no clip with those that fit by their names, and leaves the others', async () => {
        await loadGlb(app, PEOPLE);
        const { instantiate, clips } = await loadGlb(app, MANNEQUIN);
        const hero = instantiate();
        app.root.addChild(hero);
        const own = clips.get('run')!;
        const anim = playGraph(hero, [{ states: {
            Standing: null, Moving: { parameter: 'speed', children: [{ name: 'Walk Forward', point: 0, track: null! }, { name: 'WalkBack', point: 1, track: null! }] }, Run: own, Juggle: null
        } }], { speed: { name: 'speed', type: 'FLOAT', value: 0 } });
        hero.addComponent('script');
        const script = hero.script!.create('animationRetarget') as AnimationRetarget;
        const tracksOf = (state: string): AnimTrack[] => (anim.baseLayer as never as { _controller: { _states: Record<string, { animations: { animTrack: AnimTrack }[] }> } })
        ._controller._states[state].animations.map(({ animTrack }) => animTrack);
        expect(tracksOf('Standing').map(({ name }) => name)).deep.equal(['idle']);
        expect(tracksOf('Moving').map(({ name }) => name)).deep.equal(['walk', 'walk-back']);
        expect(tracksOf('Run')).deep.equal([own]);
        expect(script.problems().join()).match(/the state "Juggle" has no clip/);
        expect(warnings.length).equal(1);
    });

    it('takes rows: clips of a source for states, with a sentence for each that cannot be', async () => {
        await loadGlb(app, MANNEQUIN);
        const { hero, script } = await addHero(GNOME, {
            source: assetOf('mannequin.glb'), clips: [{ name: 'walk', state: 'Stroll' }, { name: 'run', state: '' }, { name: 'juggle', state: 'Juggle' }]
        });
        expect(hero.anim!.baseLayer!.states.filter(state => !/START|END|ANY/.test(state))).deep.equal(['Stroll', 'run']);
        expect(script.problems().join()).match(/row 3 of Clips: the source has no clip "juggle"\. Its clips are .*walk/);
        expect(warnings.length).equal(1);
    });

    it('lets instances share what was made, and works on a clone', async () => {
        await loadGlb(app, PEOPLE);
        const { hero } = await addHero(GNOME);
        const clone = hero.clone();
        app.root.addChild(clone);
        app.update(1 / 60);
        expect(armSink(clone as Entity)).above(60);
        const trackOf = (entity: Entity) => (entity.anim!.baseLayer as never as { _controller: { _states: Record<string, { animations: { animTrack: AnimTrack }[] }> } })
        ._controller._states.idle.animations[0].animTrack;
        expect(trackOf(clone as Entity)).equal(trackOf(hero));
    });

    it('takes along what it has added when it goes, and stops it while it is off', async () => {
        await loadGlb(app, PEOPLE);
        const { hero, script } = await addHero(GNOME);
        script.enabled = false;
        expect(hero.anim!.enabled).equal(false);
        script.enabled = true;
        expect(hero.anim!.enabled).equal(true);
        hero.script!.destroy('animationRetarget');
        expect(hero.anim).equal(undefined);
    });

    it('says what is missing', async () => {
        const { script } = await addHero(GNOME);
        expect(script.problems().join()).match(/no asset "motions-people\.glb".*Add templates\/motions-people\.glb/);
        const empty = new Asset('empty.glb', 'container');
        empty.resource = {} as never;
        script.source = empty as never;
        expect(script.problems().join()).match(/"empty\.glb" is no model with clips/);
    });

    it('takes rows of the reference pose: arms further out from a broad body, and says which bone is none', async () => {
        await loadGlb(app, PEOPLE);
        const { hero, script } = await addHero(GNOME);
        app.update(1 / 60);
        const before = armSink(hero);
        script.referencePose = [{ bone: null, boneName: 'leftUpperArm', angles: new Vec3(0, 0, 20) }, { bone: null, boneName: 'leftFin', angles: new Vec3() }] as never;
        app.update(1 / 60);
        expect(before - armSink(hero)).closeTo(20, 3);
        expect(script.problems().join()).match(/row 2 of Reference Pose: no bone named "leftFin"/);
    });

    it('says when the source stands on other legs, and the character keeps what it has', async () => {
        await loadGlb(app, ANIMALS);
        const { hero, script } = await addHero(GNOME, { source: assetOf('motions-animals.glb'), clips: [{ name: 'walk', state: '' }] });
        expect(script.problems().join()).match(/stands on 4 legs and .* on 2/);
        app.update(1 / 60);
        expect(armSink(hero)).below(60);
    });

    /** A walk as the script makes it, by the ticks. */
    async function walkOf(attributes: object): Promise<AnimTrack> {
        const { script } = await addHero(GNOME, { source: assetOf('motions-people.glb'), clips: [{ name: 'walk', state: '' }], ...attributes });
        return script.tracks.get('walk')!;
    }

    it('keeps soles on the floor that stand, and leaves them where the legs have them without Keep Feet', async () => {
        const { player: source, clips } = await loadPlayer(app, PEOPLE);
        const { player } = await loadPlayer(app, GNOME);
        const heights: number[] = [];
        for (const keepFeet of [true, false]) heights.push(compare(source, player, clips.get('walk')!, await walkOf({ keepFeet })).height);
        expect(heights[0], 'millimetres, with it').below(5);
        expect(heights[1], 'millimetres, without it').above(20);
    });

    it('puts hands on the knee that touch it on the source, and leaves them where the arms have them without Keep Hands', async () => {
        const { player: source, clips } = await loadPlayer(app, PEOPLE);
        const { player } = await loadPlayer(app, GNOME);
        const [theirs, ours] = [source, player].map(one => new HandTouch(one));
        const clip = clips.get('hand-on-knee')!;
        const away: number[] = [];
        for (const keepHands of [true, false]) {
            const { script } = await addHero(GNOME, { source: assetOf('motions-people.glb'), clips: [{ name: clip.name, state: '' }], keepHands });
            [[source, clip], [player, script.tracks.get(clip.name)!]].forEach(([one, track]) => {
                (one as Player).play(track as AnimTrack);
                (one as Player).seek(0.45 * clip.duration);
            });
            app.update(0);
            theirs.read();
            ours.read();
            const touches = (['left', 'right'] as const).flatMap((side) => {
                const touch = theirs.nearest(side);
                return touch && touch.distance < 0.012 ? 1000 * (ours.distanceTo(side, touch) ?? 0) : [];
            });
            expect(touches.length, 'hands that touch').above(0);
            away.push(Math.max(...touches));
        }
        expect(away[0], 'millimetres, with it').below(20);
        expect(away[1], 'millimetres, without it').above(28);
    });

    it('lets clips travel, or keeps them in place', async () => {
        await loadGlb(app, PEOPLE);
        const { player } = await loadPlayer(app, GNOME);
        const ways: number[] = [];
        for (const rootMotion of ['keep', 'inPlace']) {
            const { script } = await addHero(GNOME, { source: assetOf('motions-people.glb'), clips: [{ name: 'get-up-prone', state: '' }], rootMotion });
            ways.push(travelOf(player, script.tracks.get('get-up-prone')!));
        }
        expect(ways[0], 'metres, kept').above(0.12);
        expect(ways[1], 'metres, in place').below(0.05);
    });

    it('makes its clips anew with refresh(), and tells so', async () => {
        await loadGlb(app, PEOPLE);
        const { hero, script } = await addHero(GNOME, { source: assetOf('motions-people.glb'), clips: [{ name: 'walk', state: 'Go' }] });
        app.update(1 / 60);
        let told = 0;
        script.on('ready', () => told++);
        script.clips[0].name = 'run';
        expect(script.tracks.get('Go')!.name, 'before refresh()').equal('walk');
        script.refresh();
        app.update(1 / 60);
        expect(script.tracks.get('Go')!.name).equal('run');
        expect(told).equal(1);
        expect(hero.anim!.baseLayer!.states.filter(state => !/START|END|ANY/.test(state))).deep.equal(['Go']);
    });
});

/** How far the hips go over the ground from the first to the last pose, metres of a person. */
function travelOf(player: Player, track: AnimTrack): number {
    player.play(track);
    const [begin, end] = [0, track.duration - 1e-4].map((time) => {
        player.seek(time);
        player.app.update(0);
        return player.own(player.bone('hips')!.getPosition());
    });
    return player.onPerson(Math.hypot(end.x - begin.x, end.z - begin.z));
}
