import { expect } from 'chai';
import { Vec2, type AppBase, type Entity } from 'playcanvas';

import { registerLimber, type AdditiveOverlay } from '../../scripts/index';
import { createApp, loadGlb, type LoadedCharacter } from '../support/app';
import { HOUND, MANNEQUIN } from '../support/characters';
import { assetOf } from '../support/clip-asset';
import { turnBetween } from '../support/geometry';
import { catchWarnings } from '../support/warnings';

describe('additiveOverlay that is set up wrongly', () => {
    let app: AppBase;
    let model: LoadedCharacter;
    let entity: Entity;
    const warnings = catchWarnings();

    beforeEach(async () => {
        app = createApp();
        registerLimber(app);
        model = await loadGlb(app, MANNEQUIN);
        entity = model.instantiate();
        entity.name = 'Hero';
        app.root.addChild(entity);
        entity.addComponent('script');
    });

    afterEach(() => app.destroy());

    const walk = () => assetOf(app, model.clips.get('walk'));
    const create = (overlays: object[]) => entity.script!.create('additiveOverlay', { attributes: { overlays } }) as AdditiveOverlay;

    const foreignClip = async () => assetOf(app, (await loadGlb(app, HOUND)).clips.get('walk'));

    const frames = (...steps: number[]) => steps.forEach(dt => app.update(dt));

    const cases: [string, () => object | Promise<object>, RegExp][] = [
        ['has no name', () => ({ clip: walk() }), /overlay 1 has no name\. Give it one/],
        ['has no clip', () => ({ name: 'land' }), /overlay 1 \("land"\) has no clip\. Choose an animation/],
        ['has a clip of another character', async () => ({ name: 'land', clip: await foreignClip() }), /moves no bone of this character\. Choose a clip/],
        ['has a mask that is no bone', () => ({ name: 'land', clip: walk(), boneMask: 'Spyne' }), /no bone named "Spyne"\. Did you mean/],
        ['has a mask below which the clip moves nothing', () => ({ name: 'land', clip: walk(), boneMask: 'leftEye' }), /below "leftEye"/],
        ['has impacts the wrong way round', () => ({ name: 'land', clip: walk(), scaleByImpact: new Vec2(8, 2) }), /from 8 to 2 metres per second\. Make the second/]
    ];

    for (const [what, row, sentence] of cases) {
        it(`says so, once, and plays the others: one that ${what}`, async () => {
            const script = create([await row(), { name: 'fine', clip: walk() }]);
            expect(script.problems().filter(problem => sentence.test(problem))).to.have.length(1);
            expect(script.problems()[0]).to.match(/^\[additiveOverlay\] "Hero": /);
            script.refresh();
            frames(1 / 60);
            script.play('fine');
            frames(1 / 60);
            expect(warnings.filter(warning => sentence.test(warning))).to.have.length(1);
            expect(script.problems().filter(problem => /can be played/.test(problem))).to.deep.equal([]);
        });
    }

    it('says that a name is taken, and what there is when an unknown one is played', () => {
        const script = create([{ name: 'land', clip: walk() }, { name: 'land', clip: walk() }]);
        expect(script.problems()[0]).to.include('overlay 2 ("land") has the name of one above it');
        script.play('lend');
        expect(script.problems()[1]).to.include('there is no overlay "lend" that can be played. There is land.');
    });

    it('takes a clip up when it is loaded', () => {
        const clip = assetOf(app);
        const script = create([{ name: 'land', clip }]);
        script.play('land');
        expect(script.problems()).to.deep.equal([]);
        clip.resource = model.clips.get('walk') as never;
        clip.fire('load', clip);
        const bone = entity.findByName('mixamorig:Spine')!;
        const before = bone.getLocalRotation().clone();
        script.play('land');
        app.update(0.2);
        expect(bone.getLocalRotation().equals(before)).to.equal(false);
        expect(script.problems()).to.deep.equal([]);
    });

    it('plays two overlays in one tick as their sum, and one that is played twice as once', () => {
        const rows = ['a', 'b'].map(name => ({ name, clip: walk(), boneMask: 'spine' }));
        const script = create(rows);
        const bone = entity.findByName('mixamorig:Spine')!;
        const rest = bone.getLocalRotation().clone();
        /** Angle by which the bone is turned after some frames, degrees. */
        const played = (...names: string[]) => {
            names.forEach(name => script.play(name));
            frames(...Array.from({ length: 15 }, () => 1 / 60));
            const angle = turnBetween(bone.getLocalRotation(), rest);
            script.enabled = false;
            frames(1 / 60);
            script.enabled = true;
            return angle;
        };
        const one = played('a');
        expect(one).to.be.above(1);
        expect(played('a', 'a')).to.be.closeTo(one, 0.01);
        expect(played('a', 'b')).to.be.closeTo(2 * one, 0.1 * one);
    });

    it('holds what it shows while the app is paused', () => {
        const script = create([{ name: 'land', clip: walk() }]);
        const bone = entity.findByName('mixamorig:Spine')!;
        script.play('land');
        frames(0.1);
        const shown = bone.getLocalRotation().clone();
        frames(0, 0, 0, 0, 0);
        expect(turnBetween(bone.getLocalRotation(), shown)).to.be.below(1e-3);
    });

    it('shows nothing of a weight or a speed that is no number', () => {
        for (const row of [{ weight: NaN }, { speed: NaN }]) {
            const script = create([{ name: 'land', clip: walk(), ...row }]);
            const bones = entity.find(() => true);
            const before = bones.map(node => node.getLocalRotation().clone());
            script.play('land');
            frames(0.1, 0.1);
            bones.forEach((node, i) => expect(turnBetween(node.getLocalRotation(), before[i]), node.name).to.be.below(1e-3));
            entity.script!.destroy('additiveOverlay');
        }
    });

    it('plays on a character without an anim component, at steps of 0 and a quarter of a second', () => {
        const script = create([{ name: 'land', clip: walk() }]);
        script.play('land');
        frames(0, 0.25, 0, 0.25);
        expect(script.problems()).to.deep.equal([]);
        for (let i = 0; i < 8; i++) app.update(0.25);
        for (const node of entity.find(() => true)) expect(Number.isFinite(node.getLocalRotation().x)).to.equal(true);
    });
});
