import { expect } from 'chai';
import { AnimCurve, AnimData, AnimTrack, Asset, Entity, INTERPOLATION_LINEAR, type AppBase } from 'playcanvas';

import { findCharacter, registerLimber, type AnimationRetarget } from '../../scripts/index';
import { createApp, loadGlb, type LoadedCharacter } from '../support/app';
import { GNOME, HOUND, MANNEQUIN } from '../support/characters';
import { addNodes } from '../support/figure';
import { playGraph } from '../support/state-graphs';
import { catchWarnings } from '../support/warnings';

// What cannot go over: a sentence, and the character keeps what it has.

const HIPS = ['Mannequin', 'mixamorig:Hips'];

describe('animationRetarget that cannot give a clip', () => {
    let app: AppBase;
    let mannequin: LoadedCharacter;
    let gnome: LoadedCharacter;
    let hound: LoadedCharacter;
    const warnings = catchWarnings();

    before(async () => {
        app = createApp();
        registerLimber(app);
        [mannequin, gnome, hound] = [await loadGlb(app, 'templates/motions-people.glb'), await loadGlb(app, GNOME), await loadGlb(app, HOUND)];
    });
    afterEach(() => { for (const child of [...app.root.children]) child.destroy(); });
    after(() => app.destroy());

    /** A container as the engine makes it of a GLB. */
    function containerOf(model: () => Entity, ...tracks: AnimTrack[]): Asset {
        const asset = new Asset('odd.glb', 'container');
        asset.resource = { animations: tracks.map(resource => ({ resource })), instantiateRenderEntity: model } as never;
        asset.loaded = true;
        return asset;
    }

    const walk = () => mannequin.clips.get('walk')!;

    /** The walk with other places of the hips. */
    function withHips(change: (place: readonly [number, number, number]) => number[]): AnimTrack {
        const track = walk();
        const curve = track.curves.find(({ paths: [path] }) => {
            const { entityPath, propertyPath } = path as unknown as { entityPath: string[]; propertyPath: string[] };
            return entityPath.join() === HIPS.join() && propertyPath[0] === 'localPosition';
        })!;
        const { data } = track.outputs[curve.output];
        const values: number[] = [];
        for (let o = 0; o < data.length; o += 3) values.push(...change([data[o], data[o + 1], data[o + 2]]));
        const outputs = track.outputs.map((output, i) => (i === curve.output ? new AnimData(3, values) : output));
        return new AnimTrack('odd', track.duration, track.inputs, outputs, track.curves);
    }

    /** Two keys of a rotation. */
    function keys(path: readonly string[], last: readonly number[], duration = 1): AnimTrack {
        return new AnimTrack('odd', duration, [new AnimData(1, [0, duration])], [new AnimData(4, [0, 0, 0, 1, ...last])], [
            new AnimCurve([{ entityPath: path, component: 'graph', propertyPath: ['localRotation'] }] as never, 0, 0, INTERPOLATION_LINEAR)
        ]);
    }

    const fish = () => {
        const entity = new Entity('Fish', app);
        addNodes(app, entity, [['Body1', '', 0, 0, 0], ['Body2', 'Body1', 0, 0, 0.3], ['Body3', 'Body2', 0, 0, 0.6]]);
        return entity;
    };
    const player = () => mannequin.instantiate();

    /** The clip of a state. */
    const trackOf = (hero: Entity, state: string) => (hero.anim!.baseLayer as never as { _controller: { _states: Record<string, { animations: { animTrack: AnimTrack }[] }> } })
    ._controller._states[state].animations[0].animTrack;

    const cases: readonly (readonly [string, () => Asset, RegExp])[] = [
        ['a source without legs', () => containerOf(fish, new AnimTrack('odd', 1, [], [], [])), /no legs were found in "Fish"/],
        ['a source without a model', () => containerOf(() => new Entity('Nothing', app), withHips(place => [...place])), /no character at or below "Nothing"\. Name the entity that holds the model/],
        ['a source without clips', () => containerOf(player), /"odd\.glb" is no model with clips\. Choose a container asset/],
        ['a clip of nodes that are not there', () => containerOf(player, keys(['Elsewhere'], [0, 0, 0, 1])), /the clip "odd" moves no bone of .*Name the character that it was made for/],
        ['a clip without curves', () => containerOf(player, new AnimTrack('odd', 1, [], [], [])), /the clip "odd" moves no bone of/],
        ['a clip in centimetres', () => containerOf(player, withHips(place => place.map(value => 100 * value))), /the clip "odd" has the hips in other units/],
        ['a clip with z up', () => containerOf(player, withHips(([x, y, z]) => [x, -z, y])), /the clip "odd" has another direction up.*same up axis/],
        ['a clip with NaN', () => containerOf(player, keys(HIPS, [0, 0, 0, NaN])), /the clip "odd" has keys that are no numbers\. Export it again/],
        ['a clip of NaN seconds', () => containerOf(player, keys(HIPS, [0, 0, 0, 1], NaN)), /the clip "odd" lasts NaN seconds\. Export it again/],
        ['a clip of ten minutes', () => containerOf(player, keys(HIPS, [0, 0, 0, 1], 600)), /the clip "odd" lasts 600 s; up to 300 s go over\. Cut it/],
        ['a clip of an animal', () => {
            const { instantiate, clips } = hound;
            return containerOf(() => instantiate(), new AnimTrack('odd', 1, clips.get('walk')!.inputs, clips.get('walk')!.outputs, clips.get('walk')!.curves));
        }, /stands on 4 legs and .* on 2: take clips of a character that stands on 2/]
    ];

    cases.forEach(([what, source, sentence]) => {
        it(`says so once, and the character goes on with its own clip: ${what}`, () => {
            const hero = gnome.instantiate();
            hero.name = 'Hero';
            app.root.addChild(hero);
            const own = gnome.clips.get('walk')!;
            playGraph(hero, [{ states: { Walk: own } }]);
            hero.addComponent('script');
            const script = hero.script!.create('animationRetarget', { attributes: { source: source(), clips: [{ name: 'odd', state: 'Walk' }] } }) as AnimationRetarget;
            script.refresh();
            app.update(1 / 60);
            expect(script.problems().filter(problem => /^\[animationRetarget\] "Hero": /.test(problem) && sentence.test(problem)), script.problems().join('\n')).to.have.length(1);
            expect(warnings.filter(warning => sentence.test(warning))).to.have.length(1);
            expect(trackOf(hero, 'Walk')).to.equal(own);
            const foot = findCharacter(hero)!.bones.get('leftFoot')!;
            const before = foot.getPosition().clone();
            for (let i = 0; i < 20; i++) app.update(1 / 60);
            expect(foot.getPosition().distance(before), 'metres that a foot goes').to.be.above(0.02);
        });
    });

    it('says that the character itself has no legs', () => {
        const hero = fish();
        app.root.addChild(hero);
        hero.addComponent('script');
        const script = hero.script!.create('animationRetarget', { attributes: { source: containerOf(player, walk()) } }) as AnimationRetarget;
        app.update(1 / 60);
        expect(script.problems().join()).to.match(/legs/);
        expect(script.tracks.size).to.equal(0);
    });

    it('takes the clips of what can go over, and leaves one that cannot', () => {
        const hero = gnome.instantiate();
        app.root.addChild(hero);
        hero.addComponent('script');
        const script = hero.script!.create('animationRetarget', { attributes: {
            source: containerOf(player, keys(HIPS, [0, 0, 0, NaN]), walk()), clips: [{ name: 'odd', state: 'Odd' }, { name: 'walk', state: 'Walk' }]
        } }) as AnimationRetarget;
        expect([...script.tracks.keys()]).to.deep.equal(['Walk']);
        expect(script.problems()).to.have.length(1);
    });

    it('gives its clips to another model that takes the place of the first while they play', async () => {
        const hero = new Entity('Hero', app);
        app.root.addChild(hero);
        hero.addComponent('script');
        const first = gnome.instantiate();
        hero.addChild(first);
        const attributes = { source: containerOf(player, mannequin.clips.get('idle')!), clips: [{ name: 'idle', state: '' }] };
        const script = hero.script!.create('animationRetarget', { attributes }) as AnimationRetarget;
        for (let i = 0; i < 10; i++) app.update(1 / 60);
        const before = script.tracks.get('idle')!;
        first.destroy();
        for (let i = 0; i < 5; i++) app.update(1 / 60);
        expect(script.problems().join()).to.match(/no character below|mesh of this model/);
        const second = (await loadGlb(app, MANNEQUIN)).instantiate();
        hero.addChild(second);
        for (let i = 0; i < 10; i++) app.update(1 / 60);
        expect(script.ready).to.equal(true);
        expect(script.tracks.get('idle')).not.to.equal(before);
        const { bones } = findCharacter(hero)!;
        const down = bones.get('leftForearm')!.getPosition().clone().sub(bones.get('leftUpperArm')!.getPosition()).normalize();
        expect(-down.y, 'an arm hangs').to.be.above(0.8);
    });
});
