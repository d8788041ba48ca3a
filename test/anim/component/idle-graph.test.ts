import { expect } from 'chai';
import { AnimCurve, AnimData, AnimTrack, INTERPOLATION_LINEAR, Quat, type AppBase, type Entity, type GraphNode } from 'playcanvas';

import { loadIdleGraph, registerLimber, type IdleRandomizer } from '../../../scripts/index';
import { createApp, loadGlb, type LoadedCharacter } from '../../support/app';
import { MANNEQUIN } from '../../support/characters';

// The blend tree of an idle against the poses that its clips were authored with.

const BONES = ['mixamorig:Neck', 'mixamorig:Head', 'mixamorig:Spine1'];

/** A clip of one pose: some bones turned from a standing clip's first frame by angles in degrees about their x and y. */
function turned(entity: Entity, name: string, standing: ReadonlyMap<string, Quat>, x: number, y: number): { track: AnimTrack, pose: Map<string, Quat> } {
    const pose = new Map(BONES.map((bone, i) => [bone, new Quat().mul2(standing.get(bone)!, new Quat().setFromEulerAngles(x * (i + 1) / 3, y * (i + 1) / 3, 0))]));
    const nodes = BONES.map(bone => entity.findByName(bone) as GraphNode);
    const values = BONES.map(bone => pose.get(bone)!).map(({ x: qx, y: qy, z, w }) => new AnimData(4, [qx, qy, z, w, qx, qy, z, w]));
    const curves = nodes.map((node, i) => new AnimCurve([{ entityPath: node.path.split('/'), component: 'graph', propertyPath: ['localRotation'] }], 0, i, INTERPOLATION_LINEAR));
    return { pose, track: new AnimTrack(name, 1, [new AnimData(1, [0, 1])], values, curves) };
}

const degrees = (a: Quat, b: Quat) => 2 * Math.acos(Math.min(1, Math.abs(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w))) * 180 / Math.PI;

describe('loadIdleGraph', () => {
    let app: AppBase, model: LoadedCharacter, entity: Entity, idle: AnimTrack, standing: Map<string, Quat>;

    beforeEach(async () => {
        app = createApp();
        registerLimber(app);
        model = await loadGlb(app, MANNEQUIN);
        entity = model.instantiate();
        app.root.addChild(entity);
        idle = [...model.clips.values()].find(({ name }) => /idle/i.test(name))!;
        // the first frame of the idle, from another instance
        const other = model.instantiate();
        app.root.addChild(other);
        other.addComponent('anim', { activate: true, speed: 0 });
        other.anim!.assignAnimation('Idle', idle);
        app.update(0);
        standing = new Map(BONES.map(bone => [bone, other.findByName(bone)!.getLocalRotation().clone()]));
        other.destroy();
    });

    afterEach(() => app.destroy());

    const looks = () => Object.fromEntries([['lookLeft', 0, 40], ['lookRight', 0, -40], ['lookUp', -25, 0], ['lookDown', 30, 5]].map(
        ([name, x, y]) => [name, turned(entity, name as string, standing, x as number, y as number)]
    ));
    const farthest = (pose: ReadonlyMap<string, Quat>) => Math.max(...BONES.map(bone => degrees(entity.findByName(bone)!.getLocalRotation(), pose.get(bone)!)));

    it('shows each look at full weight as it was authored, within 0.1 degrees, and none at 0', () => {
        const made = looks();
        const problems = loadIdleGraph(entity, { idle, ...Object.fromEntries(Object.entries(made).map(([name, { track }]) => [name, track])) });
        expect(problems).to.deep.equal([]);
        const { anim } = entity;
        anim!.speed = 0;
        for (const [name, x, y] of [['lookLeft', -1, 0], ['lookRight', 1, 0], ['lookUp', 0, 1], ['lookDown', 0, -1]] as const) {
            anim!.setFloat('lookX', x);
            anim!.setFloat('lookY', y);
            app.update(0);
            expect(farthest(made[name].pose), name).to.be.below(0.1);
            expect(farthest(standing), name).to.be.above(5);
        }
        anim!.setFloat('lookX', 0);
        anim!.setFloat('lookY', 0);
        app.update(0);
        expect(farthest(standing)).to.be.below(0.1);
    });

    it('blends the shifts by their parameter, and each face in by its own', () => {
        const [left, right, calm, glad] = [[0, 30], [0, -30], [0, 12], [18, 0]].map(([x, y], i) => turned(entity, `clip ${i}`, standing, x, y));
        loadIdleGraph(entity, { idle, shiftLeft: left.track, shiftRight: right.track, faces: [calm.track, glad.track] });
        const { anim } = entity;
        const face = anim!.findAnimationLayer('Face')!;
        const show = (shift: number, facial: number) => {
            anim!.setFloat('weightShift', shift);
            anim!.setFloat('facial', facial);
            anim!.speed = 0;
            app.update(0);
        };
        for (const [shift, pose] of [[-1, left.pose], [1, right.pose], [0, standing]] as const) {
            show(shift, 0);
            expect(farthest(pose), `shift ${shift}`).to.be.below(0.1);
        }
        for (const [state, pose] of [['FaceOne', calm.pose], ['FaceTwo', glad.pose]] as const) {
            face.transition(state, 0);
            show(0, 1);
            expect(farthest(pose), state).to.be.below(0.1);
            show(0, 0.5);
            expect(farthest(pose) / degrees(standing.get(BONES[2])!, pose.get(BONES[2])!), `half of ${state}`).to.be.closeTo(0.5, 0.02);
            show(0, 0);
            expect(farthest(standing), `none of ${state}`).to.be.below(0.1);
        }
    });

    it('is moved by idleRandomizer, which leaves the bones to the clips, plays fidgets and goes back', () => {
        const made = looks();
        const fidget = turned(entity, 'scratches', standing, 10, 10).track;
        loadIdleGraph(entity, { idle, ...Object.fromEntries(Object.entries(made).map(([name, { track }]) => [name, track])), fidgets: { Scratch: fidget } });
        entity.addComponent('script');
        const script = entity.script!.create('idleRandomizer', { attributes: {
            seed: 3, idleState: 'Idle', weightShift: { parameter: 'weightShift' }, look: { parameterX: 'lookX', parameterY: 'lookY' }, facial: { parameter: 'facial' },
            fidgets: [{ state: 'Scratch', coolDown: 0 }]
        } }) as IdleRandomizer;
        const { anim } = entity;
        for (let i = 0; i < 600; i++) {
            app.update(1 / 60);
            expect(anim!.getFloat('weightShift')).to.equal(script.currentWeightShift);
            expect(anim!.getFloat('lookX')).to.equal(script.currentHeadDir.x);
            expect(anim!.getFloat('lookY')).to.equal(script.currentHeadDir.y);
            expect(anim!.getFloat('facial')).to.equal(script.currentFacial);
        }
        expect(script.problems()).to.deep.equal([]);
        let played = '';
        script.on('fidget', (name: string) => { played = name; });
        expect(script.playFidget('scratches')).to.equal(true);
        for (let i = 0; i < 30; i++) app.update(1 / 60);
        expect(played).to.equal('scratches');
        expect(anim!.baseLayer!.activeState).to.equal('Scratch');
        expect(script.currentFacial, 'a fidget is part of the idle').to.not.equal(0);
        for (let i = 0; i < 90; i++) app.update(1 / 60);
        expect(anim!.baseLayer!.activeState).to.equal('Idle');
    });

    it('idle state, fade: gone within Fade Time in another state, names that are not there with the nearest one', () => {
        loadIdleGraph(entity, { idle, fidgets: { Walk: turned(entity, 'walk', standing, 5, 5).track } });
        entity.addComponent('script');
        const script = entity.script!.create('idleRandomizer', { attributes: { seed: 3, idleState: 'Idle', blendTime: 0.2 } }) as IdleRandomizer;
        for (let i = 0; i < 900; i++) app.update(1 / 60);
        const before = script.currentFacial;
        expect(before).to.not.equal(0);
        entity.anim!.baseLayer!.transition('Walk', 0.2);
        app.update(1 / 60);
        for (let i = 0; i < 6; i++) app.update(1 / 60);
        expect(Math.abs(script.currentFacial)).to.be.within(0.05 * before, 0.95 * before);
        for (let i = 0; i < 6; i++) app.update(1 / 60);
        expect(script.currentFacial).to.equal(0);
        script.idleState = 'Idel';
        script.weightShift = { ...script.weightShift, parameter: 'weigthShift' };
        script.fidgets = [{ state: 'Wlak', share: 1, coolDown: 0, tag: '' }];
        app.update(1 / 60);
        const sentences = script.problems().join('\n');
        expect(sentences).to.include('no state "Idel" of Idle State. Did you mean "Idle"?').and.include('no float parameter "weigthShift". Did you mean "weightShift"?')
        .and.include('no state or clip "Wlak". Did you mean "Walk"?');
    });

    it('fidgets are drawn by their shares and tags, and a graph that is changed at run time is taken up', () => {
        const make = (name: string) => turned(entity, name, standing, 5, 5).track;
        loadIdleGraph(entity, { idle, fidgets: { Scratch: make('a'), Stretch: make('b'), Shiver: make('c') } });
        entity.addComponent('script');
        const script = entity.script!.create('idleRandomizer', { attributes: {
            seed: 3, preset: 'custom', fidgetTime: [3, 3],
            fidgets: [{ state: 'Scratch', share: 3, coolDown: 0 }, { state: 'Stretch', coolDown: 0 }, { state: 'Shiver', coolDown: 0, tag: 'cold' }]
        } }) as IdleRandomizer;
        const heard: string[] = [];
        script.on('fidget', (name: string) => heard.push(name));
        for (let i = 0; i < 60 * 60; i++) app.update(1 / 60);
        expect(new Set(heard)).to.deep.equal(new Set(['Scratch', 'Stretch']));
        script.fidgetTag = 'cold';
        for (let i = 0; i < 60 * 60; i++) app.update(1 / 60);
        expect(heard).to.include('Shiver');
        loadIdleGraph(entity, { idle });
        for (let i = 0; i < 60 * 10; i++) app.update(1 / 60);
        expect(script.currentFacial).to.not.equal(0);
    });

    it('says which clips are of another rig', () => {
        const strange = new AnimTrack('strange', 1, [new AnimData(1, [0, 1])], [new AnimData(3, [0, 0, 0, 1, 1, 1])], [
            new AnimCurve([{ entityPath: ['Robot', 'Arm'], component: 'graph', propertyPath: ['localPosition'] }], 0, 0, INTERPOLATION_LINEAR)
        ]);
        const problems = loadIdleGraph(entity, { idle, lookLeft: strange });
        expect(problems).to.have.length(1);
        expect(problems[0]).to.include('"strange" moves no bone');
        app.update(1 / 60);
    });
});
