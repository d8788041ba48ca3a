import { expect } from 'chai';
import { Vec3, type Entity } from 'playcanvas';

import { registerLimber, type MecFootPlacer } from '../../scripts/index';
import { createApp } from '../support/app';
import { buildFigure } from '../support/figure';
import { FRAME, onEachBiped, type Actor, type FootRow, type Settings } from '../support/foot-stage';
import { RecordedGround } from '../support/recorded-ground';
import { Platform, slope } from '../support/scenery';
import { catchWarnings } from '../support/warnings';

/** The sentences say how to mend it with one of these. */
const REMEDY = /\b(Set|Choose|Order|Remove|Put|Add|Enable|Give|Move|Lower|Call|Count|Load|Let|Return|Write|Scale|Make)\b/;

onEachBiped('bad input', (stage) => {
    const warnings = catchWarnings();

    function expectSamePose(actor: Actor, twin: Actor) {
        const [a, b] = [actor.pose(), twin.pose()];
        a.forEach((values, i) => expect(values, actor.nodes[i].name).to.deep.equal(b[i]));
    }

    function stand(settings: (actor: Actor) => Settings, ground = slope(15).ground) {
        const [actor, twin] = [stage.add().play('walk'), stage.add().play('walk')];
        const placer = actor.place({ adjustPelvisVertically: true, ...settings(actor) }, ground);
        return { actor, twin, placer };
    }

    /** One sentence that names all the words, printed once, while the pose stays the animation's bit for bit. */
    function expectOneSentence({ actor, twin, placer }: { actor: Actor; twin: Actor; placer: MecFootPlacer }, words: RegExp[], frames = 5) {
        for (let i = 0; i < frames; i++) {
            stage.step();
            expectSamePose(actor, twin);
        }
        expect(placer.problems()).to.have.length(1);
        const [sentence] = placer.problems();
        expect(sentence).to.match(/^\[mecFootPlacer\] "/).and.match(REMEDY);
        for (const word of words) expect(sentence).to.match(word);
        expect(warnings).to.deep.equal([sentence]);
        placer.refresh();
        stage.step();
        expect(warnings, 'refresh does not repeat it').to.have.length(1);
    }

    const left = (row: FootRow = {}): FootRow => ({ footId: 'leftFoot', boneName: 'leftFoot', ...row });

    const cases: [string, (actor: Actor) => Settings, RegExp[]][] = [
        ['no foot bone', () => ({ feet: [{ footId: 'leftFoot' }] }), [/foot 1\b/, /missing|no bone/]],
        ['a name that no bone has', () => ({ feet: [left({ boneName: 'leftFut' })] }), [/foot 1\b/, /"leftFut"/]],
        ['a bone of somebody else', () => ({ feet: [{ footId: 'leftFoot', footBone: stage.add().foot('leftFoot') }] }), [/foot 1\b/, /character/]],
        ['a leg of one bone', () => ({ feet: [left({ bonesCount: 1 })] }), [/foot 1\b/, /bones count of 1/]],
        ['a leg of less than no bones', () => ({ feet: [left({ bonesCount: -1 })] }), [/foot 1\b/, /bones count of -1/]],
        ['more bones than there are', () => ({ feet: [left({ bonesCount: 14 })] }), [/foot 1\b/, /14/]],
        ['a foot listed twice by its bone', () => ({ feet: [left(), left({ footId: 'again' })] }), [/foot 2\b/, /twice/]],
        ['a foot listed twice by its id', () => ({ feet: [left(), left({ boneName: 'rightFoot' })] }), [/foot 2\b/, /twice/]],
        ['a pelvis that is no ancestor', actor => ({ pelvisBone: actor.bone('head') }), [/pelvis/, /ancestor/]],
        ['a pelvis of somebody else', () => ({ pelvisBone: stage.add().bone('hips') }), [/pelvis/]],
        ['forward along up', () => ({ feet: [left({ forwardVector: new Vec3(0, 1, 0) })] }), [/foot 1\b/, /forward/, /up/]],
        ['an up vector without direction', () => ({ feet: [left({ upVector: new Vec3() })] }), [/foot 1\b/, /up vector/]],
        ['a length that is not a number', () => ({ feet: [left({ footLength: NaN })] }), [/foot length/i, /NaN/]],
        ['a negative length', () => ({ feet: [left({ footOffsetDist: -1 })] }), [/foot offset dist/i, /-1/]],
        ['a hand that is no leg\'s end, of too many bones', () => ({ feet: [{ footId: 'head', boneName: 'head', bonesCount: 30 }] }), [/foot 1\b/, /30/]]
    ];
    for (const [name, settings, words] of cases) {
        it(`${name}, is one sentence and leaves the pose`, () => {
            const made = stand(settings);
            warnings.splice(0, warnings.length, ...warnings.filter(text => text.includes(`"${made.actor.model.name}"`)));
            expectOneSentence(made, words);
        });
    }

    it('a body group that is none is one sentence', () => {
        const { placer } = stand(() => ({ layersToIgnore: ['Water'] }));
        for (let i = 0; i < 3; i++) stage.step();
        expect(placer.problems()).to.have.length(1);
        expect(placer.problems()[0]).to.match(/"Water"/).and.match(REMEDY);
    });

    it('no physics loaded is one sentence that names the alternatives', () => {
        expectOneSentence(stand(() => ({}), null as never), [/physics/, /HeightGround/, /MeshGround/]);
    });

    it('a ground that answers with what is not a number is one sentence, and left again when it recovers', () => {
        for (const broken of ['point', 'normal'] as const) {
            let bad = true;
            const inner = new RecordedGround(0.05 * stage.size);
            const ground = { cast: (hit: { point: Float64Array; normal: Float64Array; body: unknown }, ray: Float64Array) => {
                const met = inner.cast(hit as never, ray);
                if (bad) hit[broken].fill(NaN);
                return met;
            } };
            const made = stand(() => ({}), ground as never);
            expectOneSentence(made, [/not a number/]);
            bad = false;
            for (let i = 0; i < 40; i++) stage.step();
            expect(made.placer.problems()).to.deep.equal([]);
            expect(made.actor.foot('leftFoot').getPosition().distance(made.twin.foot('leftFoot').getPosition())).to.be.above(0.02 * stage.size);
            warnings.length = 0;
            stage.clear();
        }
    });

    it('a ground that breaks in the middle lets feet go to the animation in their time', () => {
        let bad = false;
        const inner = new RecordedGround(0.05 * stage.size);
        const ground = { get version() { return inner.version; }, cast: (hit: { point: Float64Array }, ray: Float64Array) => {
            const met = inner.cast(hit as never, ray);
            if (bad) hit.point[1] = NaN;
            return met;
        } };
        const made = stand(() => ({ adjustPelvisVertically: false }), ground as never);
        for (let i = 0; i < 40; i++) stage.step();
        bad = true;
        // a foot in the air believes in its ground for 0.15 s more
        for (let i = 0; i < 24; i++) {
            stage.step();
            for (const node of made.actor.nodes) expect(Number.isFinite(node.getPosition().x)).to.equal(true);
        }
        for (const id of stage.feet) expect(made.actor.foot(id).getPosition().distance(made.twin.foot(id).getPosition())).to.be.below(1e-4 * stage.size);
    });

    it('a body that vanishes, and all feet in the air, say nothing and leave the animation after the transition', () => {
        const platform = new Platform();
        platform.position.y = 0.05 * stage.size;
        const made = stand(() => ({ adjustPelvisVertically: false }), platform);
        for (let i = 0; i < 40; i++) stage.step();
        platform.there = false;
        // a foot in the air believes in its ground for 0.15 s more
        for (let i = 0; i < 24; i++) stage.step();
        for (const id of stage.feet) expect(made.actor.foot(id).getPosition().distance(made.twin.foot(id).getPosition())).to.be.below(1e-4 * stage.size);
        expect(made.placer.problems()).to.deep.equal([]);
        expect(warnings).to.deep.equal([]);
    });

    for (const [name, scale] of [['not uniform', [1, 1.5, 1]], ['negative', [-1, 1, 1]], ['zero', [0, 0, 0]]] as const) {
        it(`a scale that is ${name}, above the model or on a bone, is one sentence while it lasts`, () => {
            for (const onBone of [false, true]) {
                const made = stand(() => ({}));
                const places = [made.actor, made.twin].map(actor => (onBone ? actor.leg('leftFoot')[1] : actor.holder) as Entity);
                for (const place of places) place.setLocalScale(scale[0], scale[1], scale[2]);
                // it lets go within a third of a second
                for (let i = 0; i < 30; i++) stage.step();
                // a clip may set the scales of bones itself
                if (places[0].getLocalScale().x !== scale[0] || places[0].getLocalScale().y !== scale[1]) continue;
                expect(made.placer.problems(), onBone ? 'on a bone' : 'above').to.have.length(1);
                expectSamePose(made.actor, made.twin);
                expect(made.placer.problems()[0]).to.match(/scale/).and.match(REMEDY);
                expect(warnings.splice(0)).to.have.length(1);
                for (const place of places) place.setLocalScale(1, 1, 1);
                for (let i = 0; i < 30; i++) stage.step();
                expect(made.placer.problems()).to.deep.equal([]);
                expect(made.actor.foot('leftFoot').getPosition().distance(made.twin.foot('leftFoot').getPosition())).to.be.above(1e-3 * stage.size);
                stage.clear();
            }
        });
    }

    it('a foot bone that is destroyed or put elsewhere is one sentence until refresh', () => {
        for (const harm of [(bone: Entity) => bone.destroy(), (bone: Entity) => stage.addEntity().addChild(bone)]) {
            const made = stand(() => ({ feet: [left()] }));
            for (let i = 0; i < 3; i++) stage.step();
            const { name } = made.actor.foot('leftFoot');
            made.actor.model.anim!.enabled = false;
            harm(made.actor.foot('leftFoot'));
            for (let i = 0; i < 3; i++) stage.step();
            expect(made.placer.problems()).to.have.length(1);
            expect(made.placer.problems()[0]).to.include(name).and.match(/refresh/);
            expect(warnings.splice(0)).to.have.length(1);
            stage.clear();
        }
    });

    it('numbers of the script that are not finite do no harm', () => {
        for (const name of ['maxLegLength', 'minLegLength', 'pelvisAdjustmentSpeed', 'softReach', 'tiltBody', 'levelSole', 'maxSlope', 'maxStep'] as const) {
            for (const value of [NaN, -1, Infinity]) {
                const made = stand(() => ({ [name]: value }));
                for (let i = 0; i < 20; i++) stage.step();
                for (const node of made.actor.nodes) {
                    const { x, y, z } = node.getPosition();
                    expect(Number.isFinite(x + y + z), `${name} ${value}, ${node.name}`).to.equal(true);
                    expect(node.getPosition().length(), `${name} ${value}, ${node.name}`).to.be.below(5 * stage.height);
                }
                stage.clear();
            }
        }
    });

    it('an empty entity is one sentence', () => {
        const entity = stage.addEntity();
        entity.addComponent('script');
        const placer = entity.script!.create('mecFootPlacer') as MecFootPlacer;
        for (let i = 0; i < 3; i++) stage.step();
        expect(placer.problems()).to.have.length(1);
        expect(placer.problems()[0]).to.match(/no character/).and.match(REMEDY);
        placer.setActive('leftFoot', false);
        expect([placer.isActive('leftFoot'), placer.getPlantBlendWeight('leftFoot'), placer.isDown('leftFoot')]).to.deep.equal([false, 0, false]);
    });
});

describe('bad input of a leg', () => {
    const warnings = catchWarnings();

    for (const [name, joints, words] of [
        ['a bone without length', [[0.98, 0], [0.5, 0.05], [0.5, 0.05]], /no length/]
    ] as const) {
        it(`${name}, is one sentence`, () => {
            const app = createApp();
            registerLimber(app);
            const figure = buildFigure(app, joints);
            figure.addComponent('script');
            const placer = figure.script!.create('mecFootPlacer', { attributes: { feet: [{ footId: 'leftFoot', boneName: 'LeftLeg2' }] } }) as MecFootPlacer;
            placer.setGround(slope(10).ground);
            for (let i = 0; i < 3; i++) app.update(FRAME);
            expect(placer.problems()).to.have.length(1);
            expect(placer.problems()[0]).to.match(/foot 1/).and.match(words).and.match(REMEDY);
            expect(warnings).to.deep.equal(placer.problems());
            app.destroy();
        });
    }

    it('feet that are not below their legs in the hierarchy are placed, or told in one sentence, the pose left alone', () => {
        const app = createApp();
        registerLimber(app);
        const figure = buildFigure(app, [[0.98, 0], [0.53, 0.03], [0.08, 0]]);
        // the feet hang on the hips, as of rigs whose feet are driven by controls
        for (const side of ['Left', 'Right']) {
            const foot = figure.findByName(`${side}Leg2`)!;
            const place = foot.getPosition().clone();
            foot.reparent(figure.findByName('Hips')!);
            foot.setPosition(place);
        }
        figure.addComponent('script');
        const placer = figure.script!.create('mecFootPlacer', { attributes: { feet: [{ footId: 'leftFoot', boneName: 'LeftLeg2', bonesCount: 3 }] } }) as MecFootPlacer;
        placer.setGround(new RecordedGround(0.05));
        const before = figure.findByName('LeftLeg2')!.getPosition().clone();
        for (let i = 0; i < 40; i++) app.update(FRAME);
        if (placer.problems().length > 0) {
            expect(placer.problems()).to.have.length(1);
            expect(placer.problems()[0]).to.match(REMEDY);
            expect(figure.findByName('LeftLeg2')!.getPosition().distance(before)).to.equal(0);
        } else expect(figure.findByName('LeftLeg2')!.getPosition().distance(before)).to.be.below(0.2);
        app.destroy();
    });
});
