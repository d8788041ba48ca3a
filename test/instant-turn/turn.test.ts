import { expect } from 'chai';
import { Entity, Quat, Vec3, type AnimTrack, type AppBase } from 'playcanvas';

import { registerLimber, type InstantTurn } from '../../scripts/index';
import { findCharacter } from '../../scripts/rig/character';
import { createApp, loadGlb, type LoadedCharacter } from '../support/app';
import { bakeClip } from '../support/bake-clip';
import { turnBetween } from '../support/geometry';
import { describeFull } from '../support/skip';
import { playGraph } from '../support/state-graphs';
import { CHANGING, loadChanging } from '../support/transition-stage';
import { catchWarnings } from '../support/warnings';

// A turn in one frame, behind clips that are baked here: a piece of the run whose body comes around.

const FRAME = 1 / 60;
const LENGTH = 0.5;

for (const name of ['mannequin', 'hound', 'Xbot', 'Knight', 'Husky']) {
    (name === 'hound' ? describeFull : describe)(`instantTurn: ${name}`, () => {
        let app: AppBase;
        let model: LoadedCharacter;
        let run: AnimTrack;
        const warnings = catchWarnings();

        beforeEach(async function () {
            ({ app, model, tracks: [, run] } = await loadChanging(name, this));
        });

        afterEach(() => app?.destroy());

        const bonesOf = (entity: Entity) => findCharacter(entity)!.skeleton.nodes;

        /** A clip that starts at a moment of the run facing backward, and ends half a second later facing forward. */
        const bakeTurn = (title: string, start: number) => bakeClip(app, model, run, title, {
            start, length: LENGTH, yaw: done => 180 * (1 - done * done * (3 - 2 * done))
        });

        /** A character that runs, with turns baked for moments of the run. */
        function setUp(starts: Record<string, number>, attributes: object, others: readonly string[] = []): { entity: Entity; script: InstantTurn } {
            const turns = Object.fromEntries(Object.entries(starts).map(([state, start]) => [state, bakeTurn(state, start)]));
            const entity = new Entity('Player');
            app.root.addChild(entity);
            const body = model.instantiate();
            entity.addChild(body);
            playGraph(body, [{ states: { Run: run, ...turns }, once: Object.keys(turns) }]);
            entity.addComponent('script');
            for (const other of others) entity.script!.create(other);
            const script = entity.script!.create('instantTurn', { attributes }) as InstantTurn;
            return { entity, script };
        }

        const layerOf = (player: Entity) => (player.children[0] as Entity).anim!.baseLayer!;
        const step = (frames = 1) => { for (let i = 0; i < frames; i++) app.update(FRAME); };
        const places = (entity: Entity) => bonesOf(entity).map(node => node.getPosition().clone());
        const furthest = (a: readonly Vec3[], b: readonly Vec3[]) => Math.max(...a.map((place, i) => place.distance(b[i])));
        const height = (entity: Entity) => findCharacter(entity)!.height / 1.75;

        for (const others of [[], ['poseTransition']]) {
            it(`turns the entity in the frame of the call, and no joint jumps${others.length > 0 ? ', below poseTransition too' : ''}`, () => {
                const frames = 13;
                const start = frames * FRAME;
                const { entity, script } = setUp({ Turn: start }, { turnClipLeftFoot: 'Turn', mirrorSecond: false }, others);
                expect(script.problems()).to.deep.equal([]);
                step(frames);
                const own: number[] = [];
                let last = places(entity);
                for (let i = 0; i < 5; i++) {
                    step();
                    const now = places(entity);
                    own.push(furthest(now, last));
                    last = now;
                }
                const { entity: other, script: second } = setUp({ Turn: start }, { turnClipLeftFoot: 'Turn', mirrorSecond: false }, others);
                step(frames);
                const before = places(other);
                const facing = other.getRotation().clone();
                second.turn();
                expect(turnBetween(other.getRotation(), facing)).to.be.closeTo(180, 1e-3);
                step();
                expect(layerOf(other).activeState).to.equal('Turn');
                expect(furthest(places(other), before)).to.be.below(0.01 * height(other) + Math.max(...own));
            });
        }

        it('goes on with the state before, in phase', () => {
            const { entity, script } = setUp({ Turn: 13 * FRAME }, { turnClipLeftFoot: 'Turn', mirrorSecond: false });
            step(13);
            script.turn();
            step(Math.round(LENGTH / FRAME));
            const before = places(entity);
            step(2);
            expect(layerOf(entity).activeState).to.equal('Run');
            // the turn was baked of the run, so that its end is this moment of it
            const expected = (13 * FRAME + LENGTH) % run.duration;
            const time = (layerOf(entity).activeStateCurrentTime - 2 * FRAME + run.duration) % run.duration;
            const apart = Math.abs(time - expected);
            expect(Math.min(apart, run.duration - apart)).to.be.below(2.5 * FRAME);
            expect(furthest(places(entity), before)).to.be.below(0.25 * height(entity));
            expect(warnings).to.deep.equal([]);
        });

        it('takes the clip of the foot that is down, one state or the mirrored other', () => {
            for (const attributes of [{ turnClipLeftFoot: 'A', turnClipRightFoot: 'B' }, { turnClipLeftFoot: 'A' }, { turnClipLeftFoot: 'A', mirrorSecond: false }]) {
                const { entity, script } = setUp({ A: 0, B: 0.2 }, attributes);
                const rig = findCharacter(entity)!;
                const feet = (['leftFoot', 'rightFoot'] as const).map(limb => rig.skeleton.nodes[rig.limbs[limb]!.bones.at(-1)!]);
                const taken = new Set<string>();
                for (let i = 0; i < 8; i++) {
                    layerOf(entity).transition('Run', 0, i / 8);
                    step(2);
                    const [left, right] = feet.map(foot => foot.getPosition().y);
                    script.turn();
                    const state = layerOf(entity).activeState;
                    taken.add(state);
                    const isClear = Math.abs(left - right) > 0.06 * rig.height;
                    const second = 'turnClipRightFoot' in attributes ? 'B' : 'mirrorSecond' in attributes ? 'A' : 'A mirrored';
                    if (isClear) expect(state, `${left} ${right}`).to.equal(left < right ? 'A' : second);
                    step(2);
                }
                expect(taken.size).to.equal('mirrorSecond' in attributes ? 1 : 2);
                entity.destroy();
            }
        });
    });
}

describe('instantTurn', () => {
    let app: AppBase;
    let entity: Entity;
    let model: LoadedCharacter;
    const warnings = catchWarnings();

    beforeEach(async () => {
        app = createApp();
        registerLimber(app);
        model = await loadGlb(app, CHANGING.mannequin.path!);
        entity = model.instantiate();
        entity.name = 'Hero';
        app.root.addChild(entity);
        playGraph(entity, [{ states: { Run: model.clips.get('run')!, Turn: model.clips.get('idle')! }, once: ['Turn'] }]);
        entity.addComponent('script');
    });

    afterEach(() => app.destroy());

    const create = (attributes: object) => entity.script!.create('instantTurn', { attributes }) as InstantTurn;

    it('turns about its axis, in the entity\'s own space, whatever its length', () => {
        const script = create({ turnClipLeftFoot: 'Turn', axis: [0, 0, 3] });
        entity.setLocalEulerAngles(20, 30, 40);
        const before = entity.getLocalRotation().clone();
        script.turn();
        expect(turnBetween(entity.getLocalRotation(), before.clone().mul(new Quat().setFromEulerAngles(0, 0, 180)))).to.be.below(1e-3);
        script.axis.set(0, 0, 0);
        const now = entity.getLocalRotation().clone();
        script.turn();
        expect(turnBetween(entity.getLocalRotation(), now.clone().mul(new Quat().setFromEulerAngles(0, 180, 0)))).to.be.below(1e-3);
    });

    it('turns back during a turn, and goes on with what played before both', () => {
        const script = create({ turnClipLeftFoot: 'Turn' });
        app.update(FRAME);
        const before = entity.getRotation().clone();
        script.turn();
        app.update(FRAME);
        script.turn();
        app.update(FRAME);
        expect(turnBetween(entity.getRotation(), before)).to.be.below(1e-3);
        for (let i = 0; i < 40; i++) app.update(0.25);
        expect(entity.anim!.baseLayer!.activeState).to.equal('Run');
    });

    it('turns back for a second call in the same tick, and waits while the app is paused', () => {
        const script = create({ turnClipLeftFoot: 'Turn' });
        app.update(FRAME);
        const before = entity.getRotation().clone();
        script.turn();
        script.turn();
        app.update(FRAME);
        expect(turnBetween(entity.getRotation(), before)).to.be.below(1e-3);
        script.turn();
        for (let i = 0; i < 10; i++) app.update(0);
        expect(entity.anim!.baseLayer!.activeState).to.equal('Turn');
        expect(entity.anim!.baseLayer!.activeStateCurrentTime).to.equal(0);
        for (let i = 0; i < 40; i++) app.update(0.25);
        expect(entity.anim!.baseLayer!.activeState).to.equal('Run');
        expect(warnings).to.deep.equal([]);
    });

    /** A turn that something stops some frames later: the character runs on, and faces where it was turned to. */
    function interrupt(frames: number, stop: () => void) {
        const script = create({ turnClipLeftFoot: 'Turn' });
        const layer = entity.anim!.baseLayer!;
        app.update(FRAME);
        const before = entity.getRotation().clone();
        script.turn();
        for (let i = 0; i < frames; i++) app.update(FRAME);
        if (frames < 4) expect(layer.activeState).to.equal('Turn');
        stop();
        expect(layer.activeState).to.equal('Run');
        const bones = entity.find(() => true);
        const read = () => bones.map(bone => bone.getRotation().clone());
        app.update(FRAME);
        const first = read();
        app.update(10 * FRAME);
        expect(Math.max(...read().map((turn, i) => turnBetween(turn, first[i]))), 'it runs').to.be.above(5);
        expect(layer.activeState).to.equal('Run');
        expect(turnBetween(entity.getRotation(), before), 'it was turned').to.be.closeTo(180, 1e-3);
        expect(warnings).to.deep.equal([]);
    }

    const stops: Readonly<Record<string, () => void>> = {
        'is switched off': () => { (entity.script!.get('instantTurn') as InstantTurn).enabled = false; },
        'is destroyed': () => { entity.script!.destroy('instantTurn'); },
        'has its entity switched off for a while': () => {
            entity.enabled = false;
            app.update(FRAME);
            entity.enabled = true;
        }
    };
    for (const [how, stop] of Object.entries(stops)) {
        for (const frames of [0, 3, 1000]) it(`goes on with the state before when it ${how} ${frames} frames after a turn`, () => interrupt(frames, stop));
    }

    it('does no harm when its entity is destroyed during a turn', () => {
        const script = create({ turnClipLeftFoot: 'Turn' });
        app.update(FRAME);
        script.turn();
        app.update(FRAME);
        entity.destroy();
        app.update(FRAME);
        expect(warnings).to.deep.equal([]);
    });

    it('leaves a state alone that something else has entered during the turn', () => {
        const script = create({ turnClipLeftFoot: 'Turn' });
        entity.anim!.assignAnimation('Other', model.clips.get('walk')!);
        app.update(FRAME);
        script.turn();
        app.update(FRAME);
        entity.anim!.baseLayer!.transition('Other', 0);
        script.enabled = false;
        app.update(FRAME);
        expect(entity.anim!.baseLayer!.activeState).to.equal('Other');
    });

    it('takes an axis that is no number for its up', () => {
        const script = create({ turnClipLeftFoot: 'Turn' });
        script.axis.set(NaN, 0, 1);
        const before = entity.getLocalRotation().clone();
        script.turn();
        expect(turnBetween(entity.getLocalRotation(), before.clone().mul(new Quat().setFromEulerAngles(0, 180, 0)))).to.be.below(1e-3);
    });

    it('says what is missing, turns all the same, and not while it is switched off', () => {
        const script = create({ turnClipRightFoot: 'Trn' });
        expect(script.problems()).to.have.length(2);
        expect(script.problems()[0]).to.include('[instantTurn] "Hero": Left Foot Clip is empty');
        expect(script.problems()[1]).to.include('the animation has no state "Trn". Its states are Run, Turn.');
        const before = entity.getRotation().clone();
        script.turn();
        app.update(FRAME);
        expect(turnBetween(entity.getRotation(), before)).to.be.closeTo(180, 1e-3);
        expect(entity.anim!.baseLayer!.activeState).to.equal('Run');
        script.enabled = false;
        script.turn();
        expect(turnBetween(entity.getRotation(), before)).to.be.closeTo(180, 1e-3);
        entity.removeComponent('anim');
        script.enabled = true;
        script.turn();
        expect(turnBetween(entity.getRotation(), before)).to.be.below(1e-3);
        expect(warnings.length).to.equal(3);
    });
});
