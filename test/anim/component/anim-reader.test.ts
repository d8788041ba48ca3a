import { expect } from 'chai';
import * as current from 'playcanvas';
import type { AnimComponent, AnimTrack, AppBase, Entity } from 'playcanvas';
import * as oldest from 'playcanvas-1.77';

import { AnimReader } from '../../../scripts/anim/component/anim-reader';
import { createApp, type Engine } from '../../support/app';
import { FULL } from '../../support/characters';
import { holdAt, playGraph, type GraphLayer } from '../../support/state-graphs';

// Each clip holds bones at a place of its own, so the place where a bone is seen tells how much of each clip is in it: a mix of a, b and c
// is at (share of a, share of b, share of c), and what is missing to 1 is the bind pose's.

const FRAME = 1 / 60;

/** Of the seen place: the engine keeps layer weights in 32 bits. */
const EXACT = 1e-6;

const ENGINES = [oldest as unknown as Engine, current];

function testReader(engine: Engine) {
    let app: AppBase;
    let hero: Entity;
    let spine: Entity;
    let leg: Entity;
    let tracks: Record<'a' | 'b' | 'c', AnimTrack>;

    const child = (name: string, parent: Entity): Entity => {
        const entity = new engine.Entity(name, app);
        parent.addChild(entity);
        return entity;
    };

    beforeEach(() => {
        app = createApp(engine);
        hero = child('hero', app.root as Entity);
        const hips = child('hips', hero);
        [spine, leg] = [child('spine', hips), child('leg', hips)];
        const at = (x: number, y: number, z: number, duration = 1) => holdAt([hips, spine, leg], [x, y, z], { engine, duration });
        tracks = { a: at(1, 0, 0), b: at(0, 1, 0, 0.8), c: at(0, 0, 1, 0.5) };
    });

    afterEach(() => app.destroy());

    const bones = () => [spine, leg];
    const spineMask = { 'hero/hips/spine': { children: true, value: true } };

    const nameOf = (track: AnimTrack) => (['a', 'b', 'c'] as const).find(name => tracks[name] === track)!;

    /** How much of a, b and c a bone shows, by the reader. */
    const sharesOf = (reader: AnimReader, bone: number) => {
        const shares = { a: 0, b: 0, c: 0 };
        for (let clip = 0; clip < reader.clipCount; clip++) {
            shares[nameOf(reader.clip(clip).track)] += reader.weights[clip * reader.boneCount + bone];
        }
        return [shares.a, shares.b, shares.c];
    };

    const expectSeen = (reader: AnimReader, text = '') => bones().forEach((bone, i) => {
        const { x, y, z } = bone.getLocalPosition();
        sharesOf(reader, i).forEach((share, axis) => expect(share, `${text} ${bone.name}`).to.be.closeTo([x, y, z][axis], EXACT));
    });

    /** Plays a graph for some frames and compares in each of them what is read with what is seen. */
    const follow = (reader: AnimReader, frames: number, text?: string) => {
        for (let i = 0; i < frames; i++) {
            app.update(FRAME);
            reader.update();
            expectSeen(reader, text);
        }
    };

    const play = (layers: readonly GraphLayer[], parameters?: object): [AnimComponent, AnimReader] => {
        return [playGraph(hero, layers, parameters), new AnimReader(hero.findByName('hips')!, bones())];
    };

    describe('weights on a bone are those of the pose that is seen', () => {
        it('for one clip', () => {
            const [, reader] = play([{ states: { A: tracks.a } }]);
            follow(reader, 3);
            expect(sharesOf(reader, 1)).to.deep.equal([1, 0, 0]);
        });

        it('in a cross-fade, and in one that interrupts another', () => {
            const [anim, reader] = play([{ states: { A: tracks.a, B: tracks.b, C: tracks.c } }]);
            follow(reader, 3);
            anim.baseLayer!.transition('B', 0.5);
            follow(reader, 12);
            expect(sharesOf(reader, 0)[1]).to.be.within(0.2, 0.6);
            anim.baseLayer!.transition('C', 0.5);
            follow(reader, 40);
            expect(sharesOf(reader, 0)).to.deep.equal([0, 0, 1]);
        });

        it('in a blend tree', () => {
            const children = [{ name: 'a', point: 0, track: tracks.a }, { name: 'b', point: 1, track: tracks.b }, { name: 'c', point: 2, track: tracks.c }];
            const [anim, reader] = play([{ states: { Tree: { parameter: 'p', children } } }], { p: { name: 'p', type: 'FLOAT', value: 0 } });
            for (const value of [0, 0.3, 0.75, 1.5, 2]) {
                anim.setFloat('p', value);
                follow(reader, 2, `at ${value}`);
            }
        });

        it('with a layer over the base that is masked to the spine: nothing of it on the leg', () => {
            const [anim, reader] = play([{ states: { A: tracks.a } }, { states: { B: tracks.b }, mask: spineMask }]);
            follow(reader, 3);
            expect(sharesOf(reader, 0)).to.deep.equal([0, 1, 0]);
            expect(sharesOf(reader, 1)).to.deep.equal([1, 0, 0]);
            anim.layers[1].weight = 0.3;
            follow(reader, 3);
            expect(sharesOf(reader, 0)[1]).to.be.closeTo(0.3, EXACT);
            anim.layers[1].mask = { 'hero/hips/leg': { children: true } };
            follow(reader, 3);
            expect(sharesOf(reader, 0)).to.deep.equal([1, 0, 0]);
        });

        it('with a mask that names no bone: nothing of the layer', () => {
            const [, reader] = play([{ states: { A: tracks.a } }, { states: { B: tracks.b }, mask: { 'hero/nobody': { children: true } } }]);
            follow(reader, 3);
            expect([sharesOf(reader, 0), sharesOf(reader, 1)]).to.deep.equal([[1, 0, 0], [1, 0, 0]]);
        });

        it('with a layer of weight 1 over everything: nothing of the base', () => {
            const [, reader] = play([{ states: { A: tracks.a } }, { states: { B: tracks.b } }]);
            follow(reader, 3);
            expect(sharesOf(reader, 1)).to.deep.equal([0, 1, 0]);
        });

        it('with weights that are normalized', () => {
            const [anim, reader] = play([{ states: { A: tracks.a }, weight: 0.5 }, { states: { B: tracks.b }, weight: 2, blendType: 'ADDITIVE' }]);
            anim.normalizeWeights = true;
            // in its first frame the base does not know the other layer yet
            app.update(FRAME);
            follow(reader, 3);
            expect(sharesOf(reader, 1)[1]).to.be.closeTo(0.8, EXACT);
        });

        it('with a layer that came after the base had bound: the engine leaves it out', () => {
            const [anim, reader] = play([{ states: { A: tracks.a } }]);
            follow(reader, 3);
            anim.addLayer('late', 1, undefined, 'OVERWRITE')!.assignAnimation('B', tracks.b);
            follow(reader, 3);
            anim.rebind();
            app.update(FRAME);
            reader.update();
            expect(sharesOf(reader, 1), 'after a rebind').to.deep.equal([0, 1, 0]);
        });

        it('with layers that are paused', () => {
            const [anim, reader] = play([{ states: { A: tracks.a } }, { states: { B: tracks.b }, mask: spineMask }]);
            follow(reader, 3);
            anim.layers[1].pause();
            follow(reader, 3, 'upper paused');
            anim.layers[1].play();
            anim.layers[0].pause();
            follow(reader, 3, 'base paused');
            anim.playing = false;
            follow(reader, 3, 'component paused');
            expect(reader.clip(0).speed).to.equal(0);
        });

        it('in many random graphs', () => {
            let seed = 1;
            const random = () => (seed = seed * 16807 % 2147483647) / 2147483647;
            const masks: GraphLayer['mask'][] = [undefined, undefined, spineMask, { 'hero/hips/leg': { children: true } }, { hero: { children: true } }];
            const randomLayer = (i: number): GraphLayer => ({
                states: { A: tracks.a, B: tracks.b, C: tracks.c }, weight: i === 0 || random() < 0.5 ? 1 : random(),
                mask: i > 0 ? masks[Math.floor(masks.length * random())] : undefined
            });
            for (let graph = 0; graph < 30; graph++) {
                const layers = [0, 1, 2].slice(0, 1 + Math.floor(3 * random())).map(randomLayer);
                const [anim, reader] = play(layers);
                for (let change = 0; change < 6; change++) {
                    const layer = anim.layers[Math.floor(layers.length * random())];
                    const name = 'ABC'[Math.floor(3 * random())];
                    if (random() < 0.3) layer.play(name);
                    else layer.transition(name, 0.2 * random());
                    if (layer !== anim.baseLayer && random() < 0.3) layer.weight = 1.2 * random();
                    follow(reader, 1 + Math.floor(10 * random()), `graph ${graph}`);
                }
            }
        });
    });

    it('gives an additive layer no say', () => {
        const [, reader] = play([{ states: { A: tracks.a } }, { states: { B: tracks.b }, blendType: 'ADDITIVE' }]);
        app.update(FRAME);
        reader.update();
        expect(leg.getLocalPosition().y, 'it is seen').to.be.closeTo(1, EXACT);
        expect(sharesOf(reader, 1)).to.deep.equal([1, 0, 0]);
        expect(reader.layers.map(({ isAdditive }) => isAdditive)).to.deep.equal([false, true]);
    });

    it('tells time and speed of a clip as they are in the pose, not as another script has set them since', () => {
        const [anim, reader] = play([{ states: { A: tracks.a }, speed: 0.5 }]);
        anim.speed = 2;
        for (let i = 0; i < 30; i++) app.update(FRAME);
        reader.update();
        const { time } = reader.clip(0);
        expect(time).to.be.closeTo(30 * FRAME, 2 * FRAME);
        expect(reader.clip(0).speed).to.be.closeTo(1, EXACT);
        anim.baseLayer!.activeStateCurrentTime = 0.1;
        reader.update();
        expect(reader.clip(0).time).to.equal(time);
        app.update(FRAME);
        reader.update();
        expect(reader.clip(0).time).to.be.closeTo(0.1 + FRAME, EXACT);
    });

    it('holds a clip that has come to its end', () => {
        const [, reader] = play([{ states: { C: tracks.c }, loop: false }]);
        for (let i = 0; i < 60; i++) app.update(FRAME);
        reader.update();
        expect([reader.clip(0).time, reader.clip(0).speed, reader.clip(0).isLooping]).to.deep.equal([0.5, 0, false]);
        expect(reader.baseLayer!.progress).to.equal(1);
    });

    describe('states', () => {
        const parameters = () => ({ go: { name: 'go', type: 'BOOLEAN', value: false } });
        const layer = (): GraphLayer => ({
            states: { A: tracks.a, B: tracks.b }, transitions: [{ from: 'A', to: 'B', time: 0.1, conditions: [{ parameterName: 'go', predicate: 'EQUAL_TO', value: true }] }]
        });

        /** Steps until the leg is seen elsewhere, reading in each frame; answers frames in which a state was entered, and the frame of the first move. */
        const watch = (reader: AnimReader, act: () => void, frames = 5) => {
            const before = leg.getLocalPosition().clone();
            const entered: number[] = [];
            let moved = -1;
            for (let i = 0; i < frames; i++) {
                if (i === 1) act();
                app.update(FRAME);
                reader.update();
                if (reader.baseLayer!.hasEntered) entered.push(i);
                if (moved < 0 && leg.getLocalPosition().distance(before) > EXACT) moved = i;
            }
            return { entered, moved };
        };

        for (const [by, change] of Object.entries({
            'play()': (anim: AnimComponent) => anim.baseLayer!.play('B'),
            'transition()': (anim: AnimComponent) => anim.baseLayer!.transition('B', 0.2),
            'transition() without time': (anim: AnimComponent) => anim.baseLayer!.transition('B'),
            'a parameter': (anim: AnimComponent) => anim.setBoolean('go', true)
        })) {
            it(`are entered in the frame in which they are seen, by ${by}`, () => {
                const [anim, reader] = play([layer()], parameters());
                follow(reader, 2);
                const { entered, moved } = watch(reader, () => change(anim));
                expect(moved).to.equal(1);
                expect(entered).to.deep.equal([1]);
                expect([reader.baseLayer!.state, reader.baseLayer!.previousState]).to.deep.equal(['B', 'A']);
            });
        }

        it('are not entered before they are seen, when something calls play() after the animation', () => {
            const [anim, reader] = play([layer()], parameters());
            follow(reader, 2);
            anim.baseLayer!.play('B');
            reader.update();
            expect([reader.baseLayer!.state, reader.baseLayer!.hasEntered]).to.deep.equal(['A', false]);
            app.update(FRAME);
            reader.update();
            expect([reader.baseLayer!.state, reader.baseLayer!.hasEntered]).to.deep.equal(['B', true]);
        });

        it('are entered again when they begin anew, or when another clip is assigned to them', () => {
            const [anim, reader] = play([layer()], parameters());
            follow(reader, 10);
            expect(watch(reader, () => anim.baseLayer!.play('A')).entered).to.deep.equal([1]);
            expect(watch(reader, () => anim.baseLayer!.assignAnimation('A', tracks.c)).entered).to.deep.equal([1]);
            expect(reader.baseLayer!.state).to.equal('A');
        });

        it('are not entered when a loop begins anew, and what plays at the first look was not entered then', () => {
            const [, reader] = play([layer()], parameters());
            app.update(FRAME);
            reader.update();
            expect(reader.baseLayer!.hasEntered).to.equal(false);
            expect(watch(reader, () => {}, 90).entered).to.deep.equal([]);
        });

        it('tell the progress of the cross-fade', () => {
            const [anim, reader] = play([layer()], parameters());
            follow(reader, 2);
            expect(reader.baseLayer!.transitionProgress).to.equal(1);
            anim.baseLayer!.transition('B', 0.5);
            follow(reader, 10);
            expect(reader.baseLayer!.transitionProgress).to.be.closeTo(leg.getLocalPosition().y, EXACT);
        });

        it('are listed with their tracks', () => {
            const children = [{ name: 'b', point: 0, track: tracks.b }, { name: 'c', point: 1, track: tracks.c }];
            const [, reader] = play([{ states: { A: tracks.a, Tree: { parameter: 'p', children } } }, { states: { A: tracks.a, C: tracks.c } }],
                { p: { name: 'p', type: 'FLOAT', value: 0 } });
            reader.update();
            const [base, upper] = reader.layers;
            expect(base.states()).to.deep.equal(['A', 'Tree']);
            expect([base.hasState('Tree'), base.hasState('START'), base.hasState('C'), upper.hasState('C')]).to.deep.equal([true, false, false, true]);
            expect(base.tracksOf('Tree')).to.deep.equal([tracks.b, tracks.c]);
            expect(base.tracksOf('nothing')).to.deep.equal([]);
            expect(reader.assignedTracks()).to.have.members([tracks.a, tracks.b, tracks.c]);
            expect([base.name, upper.name]).to.deep.equal(['layer 0', 'layer 1']);
        });

        it('have a time that can be read and set, of a blend tree each clip in its own length', () => {
            const children = [{ name: 'b', point: 0, track: tracks.b }, { name: 'c', point: 1, track: tracks.c }];
            const [anim, reader] = play([{ states: { Tree: { parameter: 'p', children } } }], { p: { name: 'p', type: 'FLOAT', value: 0.4 } });
            follow(reader, 100);
            const base = reader.baseLayer!;
            expect([base.track, base.duration]).to.deep.equal([tracks.b, 0.8]);
            expect(base.progress).to.be.closeTo(base.time / 0.8, EXACT);
            const rounds = Math.floor(anim.baseLayer!.activeStateCurrentTime / 0.8);
            expect(rounds).to.be.above(0);
            base.setProgress(-0.75);
            app.update(0);
            reader.update();
            expect(base.progress).to.be.closeTo(0.25, EXACT);
            expect(base.hasEntered).to.equal(false);
            for (let clip = 0; clip < reader.clipCount; clip++) {
                expect(reader.clip(clip).time).to.be.closeTo(0.25 * reader.clip(clip).track.duration, EXACT);
            }
            expect(Math.floor(anim.baseLayer!.activeStateCurrentTime / 0.8), 'rounds stay counted').to.equal(rounds);
            base.setTime(0.6);
            app.update(0);
            reader.update();
            expect(base.time).to.be.closeTo(0.6, EXACT);
            base.setTime(NaN);
            app.update(0);
            reader.update();
            expect(base.time).to.be.closeTo(0.6, EXACT);
        });
    });

    describe('the component', () => {
        it('is found on the node, else the nearest above it, else below', () => {
            const hips = hero.findByName('hips') as Entity;
            const reader = new AnimReader(hips);
            const componentOf = () => {
                reader.update();
                return reader.component;
            };
            expect(componentOf()).to.equal(null);
            leg.addComponent('anim');
            expect(componentOf()).to.equal(leg.anim);
            leg.removeComponent('anim');
            (app.root as Entity).addComponent('anim');
            expect(componentOf()).to.equal((app.root as Entity).anim);
            (app.root as Entity).removeComponent('anim');
            hero.addComponent('anim');
            leg.addComponent('anim');
            expect(componentOf()).to.equal(hero.anim);
            expect(reader.layers).to.deep.equal([]);
        });

        it('may come, be replaced and go while it is read', () => {
            const reader = new AnimReader(hero.findByName('hips')!, bones());
            reader.update();
            expect([reader.component, reader.clipCount, reader.baseLayer]).to.deep.equal([null, 0, null]);
            playGraph(hero, [{ states: { A: tracks.a } }]);
            follow(reader, 3, 'added');
            hero.removeComponent('anim');
            playGraph(hero, [{ states: { B: tracks.b } }, { states: { C: tracks.c }, mask: spineMask }]);
            follow(reader, 3, 'replaced');
            expect([reader.baseLayer!.state, reader.layers.length]).to.deep.equal(['B', 2]);
            hero.removeComponent('anim');
            app.update(FRAME);
            reader.update();
            expect([reader.component, reader.clipCount, reader.layers.length]).to.deep.equal([null, 0, 0]);
        });

        it('may lose its state graph and get another', () => {
            const [anim, reader] = play([{ states: { A: tracks.a } }, { states: { B: tracks.b } }]);
            follow(reader, 3);
            anim.removeStateGraph();
            app.update(FRAME);
            reader.update();
            expect([reader.component, reader.clipCount, reader.layers.length]).to.deep.equal([anim, 0, 0]);
            playGraph(hero, [{ states: { C: tracks.c } }]);
            anim.playing = true;
            follow(reader, 3);
            expect(reader.baseLayer!.state).to.equal('C');
        });

        it('plays nothing while it is switched off', () => {
            const [anim, reader] = play([{ states: { A: tracks.a } }]);
            follow(reader, 3);
            anim.enabled = false;
            reader.update();
            expect([reader.isActive, reader.clipCount]).to.deep.equal([false, 0]);
            anim.enabled = true;
            hero.enabled = false;
            reader.update();
            expect([reader.isActive, reader.clipCount]).to.deep.equal([false, 0]);
        });
    });

    describe('where the engine keeps things elsewhere', () => {
        interface Internals { _controller: { animEvaluator: { clips: object[] } } }
        const hide = (object: object, key: string) => Object.defineProperty(object, key, { value: undefined });

        const readHidden = (mask: (layer: Internals) => void) => {
            const [anim] = play([{ states: { A: tracks.a } }]);
            app.update(FRAME);
            mask(anim.baseLayer as unknown as Internals);
            const reader = new AnimReader(hero, bones());
            for (let i = 0; i < 3; i++) reader.update();
            return reader;
        };

        for (const [what, mask] of Object.entries({
            'animEvaluator': (layer: Internals) => hide(layer._controller, 'animEvaluator'),
            'snapshot': ({ _controller }: Internals) => hide(_controller.animEvaluator.clips[0], 'snapshot'),
            'blendWeight': ({ _controller }: Internals) => hide(_controller.animEvaluator.clips[0], 'blendWeight')
        })) {
            it(`says so in one sentence and goes on with what is public: ${what}`, () => {
                const reader = readHidden(mask);
                expect(reader.problem).to.include(what).and.to.include('Take an engine from 1.77');
                expect([reader.clipCount, reader.baseLayer!.state, reader.baseLayer!.states()]).to.deep.equal([0, 'A', ['A']]);
            });
        }

        it('is silent where everything is there', () => {
            const [, reader] = play([{ states: { A: tracks.a } }]);
            follow(reader, 2);
            expect(reader.problem).to.equal(null);
        });
    });
}

for (const engine of FULL ? ENGINES : ENGINES.slice(-1)) describe(`AnimReader on engine ${engine.version}`, () => testReader(engine));
