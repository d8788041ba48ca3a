import { expect } from 'chai';
import { AnimCurve, AnimData, AnimTrack, Quat } from 'playcanvas';

import { poseTransitionAttributes, type PoseTransition } from '../../scripts/index';
import { turnBetween } from '../support/geometry';
import { setTransitionStage, type TransitionStage } from '../support/transition-stage';

// Each attribute, method and way to switch, with a figure that is another one when it is ignored.

const MODES = ['inertialize', 'deadBlend'] as const;

describe('poseTransition', () => {
    let stage: TransitionStage;

    const set = async (attributes: object = {}, graph: object = {}) => {
        stage = (await setTransitionStage('mannequin', attributes, graph))!;
        for (let i = 0; i < 100; i++) stage.frame();
    };

    afterEach(() => stage?.app.destroy());

    const go = (state: string) => stage.both(({ anim }) => anim!.baseLayer!.transition(state, 0));

    /** Largest angle and distance between what is shown and what the animation has, of some bones. */
    const off = (isMeant: (name: string) => boolean = () => true) => {
        const animated = stage.pose(stage.twin);
        const pairs = stage.pose(stage.entity).map((bone, i) => [bone, animated[i]] as const).filter(([{ name }]) => isMeant(name));
        return {
            turn: Math.max(...pairs.map(([a, b]) => turnBetween(a.turn, b.turn))), place: Math.max(...pairs.map(([a, b]) => a.place.distance(b.place)))
        };
    };

    const frames = (count: number, dt?: number) => { for (let i = 0; i < count; i++) stage.frame(dt); };

    /** Holds both characters still, so that what is left of a switch is all that moves. */
    const freeze = () => {
        stage.both(({ anim }) => { anim!.speed = 0; });
        frames(3);
    };

    it('sees changes of state by play(), by transition() and by parameters of the graph', async () => {
        const parameters = { fast: { name: 'fast', type: 'BOOLEAN', value: false } };
        const transitions = [{ from: 'walk', to: 'run', time: 0, conditions: [{ parameterName: 'fast', predicate: 'EQUAL_TO', value: true }] }];
        await set({}, { parameters, transitions });
        const ways: [string, () => void][] = [
            ['transition', () => go('walk')], ['parameter', () => stage.both(({ anim }) => anim!.setBoolean('fast', true))],
            ['play', () => stage.both(({ anim }) => anim!.baseLayer!.play('idle'))]
        ];
        for (const [way, act] of ways) {
            frames(60);
            expect(off().turn, way).to.be.below(0.01);
            act();
            stage.frame();
            expect(off().turn, way).to.be.above(10);
        }
    });

    it('evaluates one pose while it goes over', async () => {
        await set();
        go('run');
        for (let i = 0; i < 10; i++) {
            stage.frame();
            const layer = stage.entity.anim!.baseLayer as unknown as { _controller: { animEvaluator: { clips: { blendWeight: number }[] } } };
            // the engine keeps the clip before for one more frame, with no weight
            expect(layer._controller.animEvaluator.clips.filter(({ blendWeight }) => blendWeight > 0).length).to.equal(1);
            expect(off().turn).to.be.above(1);
        }
    });

    it('has two modes, which can be changed at any time', async () => {
        await set();
        const seen: number[] = [];
        for (const mode of MODES) {
            go('walk');
            frames(100);
            stage.script.mode = mode;
            frames(2);
            go('run');
            frames(4);
            seen.push(off().turn);
            frames(60);
        }
        expect(seen[0]).to.be.above(5);
        expect(seen[1]).to.be.above(5);
        expect(Math.abs(seen[0] - seen[1])).to.be.above(0.2);
    });

    MODES.forEach((mode) => {
        it(`halves what is left within the half-life, by ${mode}; 0 acts at once`, async () => {
            await set({ mode, halfLife: 0.2 });
            go('walk');
            frames(60);
            freeze();
            go('run');
            stage.frame(0);
            const whole = off().turn;
            frames(12);
            expect(off().turn / whole).to.be.closeTo(0.5, 0.005);
            frames(120);
            for (const nothing of [0, -1, NaN]) {
                stage.script.halfLife = nothing;
                go('idle');
                stage.frame();
                expect(off().turn).to.be.below(1e-4);
                go('run');
                stage.frame();
                expect(off().turn).to.be.below(1e-4);
            }
        });

        it(`cuts offsets to Max Offset, by ${mode}`, async () => {
            await set({ mode });
            for (const [maxOffset, least] of [[12, 11.5], [180, 20], [0, 0], [NaN, 0]]) {
                stage.script.maxOffset = maxOffset;
                go('idle');
                frames(120);
                go('run');
                stage.frame();
                expect(off().turn).to.be.within(least, maxOffset > 0 ? maxOffset + 0.01 : 0.01);
                for (let i = 0; i < 20; i++) {
                    stage.frame();
                    expect(off().turn).to.be.below(maxOffset > 0 ? maxOffset + 0.01 : 0.01);
                }
            }
        });

        it(`gives the place of the pelvis its own half-life, by ${mode}`, async () => {
            const isPelvis = (name: string) => /Hips/.test(name);
            for (const rootHalfLife of [0, 0.3]) {
                await set({ mode, rootHalfLife });
                go('walk');
                frames(240);
                freeze();
                go('run');
                stage.frame(0);
                const whole = { root: off(isPelvis).place, pose: off().turn };
                expect(whole.root).to.be.above(0.01);
                frames(6);
                expect(off().turn / whole.pose).to.be.closeTo(0.5, 0.005);
                if (rootHalfLife > 0) frames(12);
                expect(off(isPelvis).place / whole.root).to.be.closeTo(0.5, 0.005);
                stage.app.destroy();
            }
            await set();
        });

        it(`acts when it is told, also without auto detect, by ${mode}`, async () => {
            await set({ mode, autoDetect: false });
            go('walk');
            frames(50);
            freeze();
            const jump = (time: number) => stage.both(({ anim }) => { anim!.baseLayer!.activeStateCurrentTime = time; });
            jump(0.1);
            stage.frame();
            expect(off().turn).to.be.below(1e-4);
            frames(3);
            jump(0.6);
            stage.script.inertialize(0.3);
            stage.frame(0);
            const whole = off().turn;
            expect(whole).to.be.above(10);
            frames(18);
            expect(off().turn / whole).to.be.closeTo(0.5, 0.005);
            frames(400);
            jump(0.1);
            stage.script.inertialize();
            stage.frame(0);
            const next = off().turn;
            frames(6);
            expect(off().turn / next).to.be.closeTo(0.5, 0.005);
        });
    });

    MODES.forEach((mode) => {
        it(`shows a switch at once after skipSwitch(), only in the next update, and goes on from it as from any pose, by ${mode}`, async () => {
            await set({ mode });
            stage.script.skipSwitch();
            go('walk');
            stage.frame();
            expect(off().turn).to.be.below(1e-4);
            // the jump is no velocity of what was shown
            const last = stage.pose(stage.entity);
            go('idle');
            stage.frame();
            stage.pose(stage.entity).forEach(({ turn }, i) => expect(turnBetween(turn, last[i].turn)).to.be.below(10));
            expect(off().turn).to.be.above(10);
            frames(60);
            // no switch came in the update for which it was told
            stage.script.skipSwitch();
            stage.frame();
            go('run');
            stage.frame();
            expect(off().turn).to.be.above(10);
        });

        it(`takes the half-life that inertialize() was given also where the state changes, by ${mode}`, async () => {
            await set({ mode });
            go('walk');
            frames(60);
            freeze();
            stage.script.inertialize(0.3);
            go('run');
            stage.frame(0);
            const whole = off().turn;
            frames(18);
            expect(off().turn / whole).to.be.closeTo(0.5, 0.005);
        });
    });

    it('takes changes inside the list after refresh(), and says what is wrong with it', async () => {
        await set({ syncStates: [{ state: 'walk', group: 'gait' }, { state: 'run', group: 'gait' }] });
        const { script } = stage;
        const time = () => stage.entity.anim!.baseLayer!.activeStateCurrentTime;
        const enterRun = () => {
            go('idle');
            stage.frame();
            go('walk');
            frames(40);
            go('run');
            stage.frame();
            return time();
        };
        const synced = enterRun();
        expect(synced).to.be.above(0.05);
        script.syncStates[1].group = 'other';
        expect(enterRun()).to.be.closeTo(synced, 1e-6);
        script.refresh();
        expect(enterRun()).to.be.below(0.02);
        expect(script.problems()).to.deep.equal([]);
        script.syncStates = [{ state: 'walk', group: 'a' }, { state: '', group: 'a' }, { state: 'walk', group: 'b' }, { state: 'swim', group: 'a' }];
        stage.frame();
        expect(script.problems().join(' ')).to.match(/row 2 of Sync States has no state/).and.match(/row 3 .*once more/).and.match(/no state "swim".*idle, walk, run/);
        script.syncStates = [{ state: 'walk', group: 'a' }, { state: 'idle', group: 'a' }];
        go('idle');
        stage.frame();
        go('walk');
        stage.frame();
        expect(script.problems().join(' ')).to.match(/"idle" of Sync States has no steps/);
        script.syncStates = [];
        stage.frame();
        expect(script.problems()).to.deep.equal([]);
    });

    it('says that there is no anim component', async () => {
        await set();
        stage.entity.removeComponent('anim');
        stage.frame();
        expect(stage.script.problems().join(' ')).to.match(/no anim component/);
    });

    it('has the defaults of the table', async () => {
        await set();
        const { mode, halfLife, autoDetect, maxOffset, rootHalfLife, syncStates } = stage.script;
        expect({ mode, halfLife, autoDetect, maxOffset, rootHalfLife, syncStates })
        .to.deep.equal({ mode: 'inertialize', halfLife: 0.1, autoDetect: true, maxOffset: 180, rootHalfLife: 0, syncStates: [] });
        expect(Object.keys(poseTransitionAttributes)).to.deep.equal(['mode', 'halfLife', 'autoDetect', 'maxOffset', 'rootHalfLife', 'syncStates']);
    });
});

describe('poseTransition in a bad place', () => {
    let stage: TransitionStage;

    const isSound = () => stage.pose(stage.entity).every(({ turn, place }) => (
        Number.isFinite(place.x + place.y + place.z) && Math.abs(Math.hypot(turn.x, turn.y, turn.z, turn.w) - 1) < 1e-3
    ));

    MODES.forEach((mode) => {
        describe(`by ${mode}`, () => {
            beforeEach(async () => {
                stage = (await setTransitionStage('mannequin', { mode }))!;
                for (let i = 0; i < 60; i++) stage.frame();
            });

            afterEach(() => stage.app.destroy());

            const go = (state: string) => stage.both(({ anim }) => anim!.baseLayer!.transition(state, 0));
            const frames = (count: number) => {
                for (let i = 0; i < count; i++) {
                    stage.frame();
                    expect(isSound()).to.equal(true);
                }
            };

            it('goes on when the anim component is removed, and when it is replaced, in a transition', () => {
                go('run');
                frames(3);
                stage.entity.removeComponent('anim');
                frames(10);
                stage.entity.addComponent('anim', { activate: true });
                for (const [name, track] of stage.tracks) stage.entity.anim!.assignAnimation(name, track);
                stage.entity.anim!.baseLayer!.play('walk');
                frames(60);
                expect(stage.script.problems()).to.deep.equal([]);
            });

            it('goes over to a clip of one key and from it, by the half-life', () => {
                const first = stage.tracks.get('walk')!;
                const paths = first.curves.map(({ paths: all, output, interpolation }) => new AnimCurve(all, 0, output, interpolation));
                const outputs = first.outputs.map(({ components, data }) => new AnimData(components, Array.from(data).slice(0, components)));
                const still = new AnimTrack('still', 0, [new AnimData(1, [0])], outputs, paths);
                stage.both(({ anim }) => anim!.assignAnimation('still', still));
                go('still');
                frames(1);
                const thigh = (root: typeof stage.entity) => root.findByName('mixamorig:LeftUpLeg')!.getLocalRotation();
                const off = () => turnBetween(thigh(stage.entity), thigh(stage.twin));
                frames(90);
                expect(off()).to.be.below(0.01);
                go('run');
                frames(1);
                expect(off()).to.be.above(3);
                frames(90);
                expect(off()).to.be.below(0.01);
                expect(stage.script.problems()).to.deep.equal([]);
            });

            it('goes over to a clip that moves no feet, which are left where they were', () => {
                const arms = stage.tracks.get('idle')!;
                const curves = arms.curves.filter(({ paths: [path] }) => /Arm|Hand/.test((path as { entityPath: string[] }).entityPath.join('/')));
                expect(curves.length).to.be.above(3);
                stage.both(({ anim }) => anim!.assignAnimation('arms', new AnimTrack('arms', arms.duration, arms.inputs, arms.outputs, curves)));
                go('walk');
                frames(30);
                go('arms');
                frames(90);
                expect(stage.script.problems()).to.deep.equal([]);
                const [shown, animated] = [stage.pose(stage.entity), stage.pose(stage.twin)];
                animated.forEach(({ turn, name: joint }, i) => expect(turnBetween(turn, shown[i].turn), joint).to.be.below(0.01));
            });

            it('goes on with Half-life, Max Offset and Root Half-life that are no numbers, switched in a transition', () => {
                for (const value of [NaN, Infinity, -Infinity, -1, 0]) {
                    Object.assign(stage.script, { halfLife: value, maxOffset: value, rootHalfLife: value });
                    go('run');
                    frames(3);
                    go('walk');
                    frames(3);
                    stage.script.inertialize(value);
                    frames(3);
                }
                Object.assign(stage.script, { halfLife: 0.1, maxOffset: 180, rootHalfLife: 0 });
                go('idle');
                frames(120);
                const animated = stage.pose(stage.twin);
                stage.pose(stage.entity).forEach(({ turn }, i) => expect(turnBetween(turn, animated[i].turn)).to.be.below(0.01));
            });

            it('goes on with loops entered backwards and at negative speed', () => {
                stage.both(({ anim }) => { anim!.speed = -1; });
                go('walk');
                frames(30);
                go('run');
                frames(30);
                stage.both(({ anim }) => anim!.baseLayer!.transition('walk', 0, 0.5));
                frames(100);
            });

            it('goes on when a pose is not a number, and is the animation again afterwards', () => {
                const bone = stage.entity.findByName('mixamorig:LeftForeArm')!;
                const track = stage.tracks.get('idle')!;
                const { data } = track.outputs[0];
                const kept = Array.from(data);
                for (let i = 0; i < data.length; i++) data[i] = NaN;
                go('idle');
                for (let i = 0; i < 5; i++) stage.frame();
                kept.forEach((value, i) => { data[i] = value; });
                go('walk');
                for (let i = 0; i < 90; i++) stage.frame();
                expect(isSound()).to.equal(true);
                expect(turnBetween(bone.getLocalRotation(), stage.twin.findByName(bone.name)!.getLocalRotation())).to.be.below(0.01);
            });

            it('starts anew after it was off, also when its entity was, and leaves nothing behind when it is destroyed', () => {
                go('run');
                frames(2);
                stage.both((entity) => { entity.enabled = false; });
                frames(3);
                go('walk');
                stage.both((entity) => { entity.enabled = true; });
                frames(60);
                go('idle');
                frames(1);
                stage.entity.script!.destroy('poseTransition');
                const same = () => stage.pose(stage.entity).every(({ turn }, i) => turn.equals(stage.pose(stage.twin)[i].turn));
                expect(same()).to.equal(true);
                frames(2);
                expect(same()).to.equal(true);
            });

            it('works for a clone, and on a turned and scaled character', () => {
                stage.both((entity) => {
                    entity.setLocalEulerAngles(20, 110, 5);
                    entity.setLocalScale(2.5, 2.5, 2.5);
                });
                const clone = stage.entity.clone();
                stage.app.root.addChild(clone);
                clone.anim!.baseLayer!.play('idle');
                frames(60);
                clone.anim!.baseLayer!.transition('run', 0);
                go('run');
                stage.frame();
                const cloned = clone.script!.get('poseTransition') as PoseTransition;
                expect(cloned.problems()).to.deep.equal([]);
                const thigh = (entity: typeof clone) => entity.findByName('mixamorig:LeftUpLeg')!.getLocalRotation().clone();
                const animated: Quat = thigh(stage.twin as typeof clone);
                expect(turnBetween(thigh(clone), animated)).to.be.above(10);
                expect(turnBetween(thigh(stage.entity as typeof clone), animated)).to.be.above(10);
            });
        });
    });
});
