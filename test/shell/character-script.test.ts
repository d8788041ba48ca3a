import { expect } from 'chai';
import { Entity, Quat, type AppBase, type GraphNode, type RenderComponent } from 'playcanvas';

import { BoneSet } from '../../scripts/pose/bone-set';
import type { PoseRecord } from '../../scripts/pose/pose-record';
import type { Rig } from '../../scripts/rig/rig';
import type { AttributesOf, AttributeTable } from '../../scripts/shell/attributes';
import { CharacterScript } from '../../scripts/shell/character-script';
import { register } from '../../scripts/shell/register';
import { createApp, loadGlb, type LoadedCharacter } from '../support/app';
import { furtherRig, HOUND, MANNEQUIN } from '../support/characters';
import { turnBetween } from '../support/geometry';
import { holdMeshesBack } from '../support/late-mesh';
import { describeFull, skipBecause } from '../support/skip';
import { catchWarnings } from '../support/warnings';

const table = {
    weight: { type: 'number', default: 1, min: 0, max: 1, description: 'Share of the turn.' },
    angle: { type: 'number', default: 40, description: 'Turn in degrees.' }
} as const satisfies AttributeTable;

interface Turn extends AttributesOf<typeof table> {}

/** Turns the head by an angle; it goes back at once, unless it is told to fade. */
class Turn extends CharacterScript {
    set: BoneSet | null = null;

    readonly calls: string[] = [];

    fade = 0;

    /** Seconds of a way back of its own that are left. */
    ownWay = 0;

    protected drop() {
        this.calls.push('drop');
        this.set = null;
    }

    protected build(rig: Rig, record: PoseRecord) {
        this.calls.push('build');
        const head = rig.skeleton.nodes[rig.bones.get('head')!];
        this.set = new BoneSet([head], record);
        this.keepShown(record, [head]);
        return true;
    }

    protected step(dt: number, isOn: boolean) {
        this.calls.push(isOn ? 'step' : 'step back');
        if (!isOn) this.ownWay -= dt;
        if (!this.set || !this.readPose(this.set)) return;
        const turn = new Quat().setFromEulerAngles(0, this.angle * this.weights.applied, 0);
        const { localRotations } = this.set.pose;
        const [x, y, z, w] = localRotations;
        turn.mul(new Quat(x, y, z, w));
        localRotations.set([turn.x, turn.y, turn.z, turn.w]);
        this.set.writeRotation(0);
    }

    protected override get isShown() {
        return this.ownWay > 0;
    }

    protected override get seamTime() {
        return this.fade;
    }

    protected override leave() {
        this.calls.push('leave');
    }

    jumpTo(angle: number, time: number) {
        this.angle = angle;
        this.continueShown(time);
    }

    moveWeight(goal: number, time: number, mayInterrupt?: boolean) {
        this.weights.moveTo(goal, time, mayInterrupt);
    }

    get isMoving() {
        return this.weights.isMoving;
    }
}

class Later extends Turn {}

/** Works on bare nodes too. */
class Bare extends Turn {
    protected override buildBare(record: PoseRecord) {
        this.calls.push('bare');
        this.set = new BoneSet([this.entity], record);
        return true;
    }
}

const FRAME = 1 / 60;

for (const file of [MANNEQUIN, HOUND, 'Xbot.glb', 'Soldier.glb']) {
    const path = file.startsWith('templates') ? file : furtherRig(file);

    (file === HOUND ? describeFull : describe)(`CharacterScript on ${file}`, () => {
        const warnings = catchWarnings();
        let app: AppBase;
        let loaded: LoadedCharacter;
        const made: Entity[] = [];

        before(async function () {
            if (!path) skipBecause(this, `needs ${file} in the folder that LIMBER_RIGS names`);
            app = createApp();
            // under names of the pack, whose order of effect counts
            register(Turn as never, 'strideWarp', table, app);
            register(Later as never, 'springChain', table, app);
            register(Bare as never, 'additiveOverlay', table, app);
            loaded = await loadGlb(app, path);
        });

        afterEach(() => { for (const entity of made.splice(0)) entity.destroy(); });

        after(() => app?.destroy());

        const step = (frames = 1) => { for (let i = 0; i < frames; i++) app.update(FRAME); };

        function addModel(parent: Entity = app.root as Entity): Entity {
            const model = loaded.instantiate();
            parent.addChild(model);
            made.push(model);
            return model;
        }

        function add(entity: Entity, settings: Partial<AttributesOf<typeof table>> = {}, name = 'strideWarp'): Turn {
            if (!entity.script) entity.addComponent('script');
            return entity.script!.create(name, { attributes: settings }) as unknown as Turn;
        }

        function addHolder(): Entity {
            const holder = new Entity('holder');
            app.root.addChild(holder);
            made.push(holder);
            return holder;
        }

        const headOf = (script: Turn): GraphNode => script.set!.bones[0];
        const shown = (head: GraphNode) => head.getLocalRotation().clone();

        it('builds once, steps in every frame, and leaves when it is switched off, to the bit', () => {
            const script = add(addModel());
            const head = headOf(script);
            const animated = shown(head);
            step(2);
            expect(turnBetween(shown(head), animated)).to.be.closeTo(40, 1e-3);
            script.enabled = false;
            expect(shown(head).equals(animated)).to.equal(true);
            step(2);
            expect(script.calls).to.deep.equal(['drop', 'build', 'step', 'step', 'leave']);
            script.enabled = true;
            step(1);
            expect(turnBetween(shown(head), animated)).to.be.closeTo(40, 1e-3);
            script.entity.script!.destroy('strideWarp');
            expect(shown(head).equals(animated)).to.equal(true);
        });

        it('goes back in its own time when it shows something, also when it is switched off within a frame', () => {
            const script = add(addModel());
            step(2);
            script.calls.length = 0;
            script.ownWay = 2.5 * FRAME;
            script.enabled = false;
            step(5);
            expect(script.calls).to.deep.equal(['step back', 'step back', 'step back', 'leave']);
            script.enabled = true;
            script.ownWay = 1;
            script.enabled = false;
            script.enabled = true;
            script.calls.length = 0;
            step(1);
            expect(script.calls).to.deep.equal(['step']);
            script.ownWay = 1;
            script.entity.enabled = false;
            expect(script.calls).to.deep.equal(['step', 'leave']);
        });

        it('moves the weight in time, eased; one that is set by hand is the last word', () => {
            const script = add(addModel());
            const head = headOf(script);
            const animated = shown(head);
            const turned = () => turnBetween(shown(head), animated);
            step(1);
            script.moveWeight(0, 0.5);
            step(15);
            expect(script.weight).to.be.closeTo(0.5, 1e-6);
            expect(turned()).to.be.closeTo(20, 0.1);
            expect(script.isMoving).to.equal(true);
            script.moveWeight(1, 0.1, false);
            step(3);
            expect(script.weight).to.be.below(0.45);
            script.moveWeight(1, 0.1);
            step(7);
            expect([script.weight, script.isMoving]).to.deep.equal([1, false]);
            expect(turned()).to.be.closeTo(40, 1e-3);
            script.moveWeight(0, 1);
            step(5);
            script.weight = 0.25;
            step(1);
            expect(script.isMoving).to.equal(false);
            expect(turned()).to.be.closeTo(10, 1e-3);
            for (const [weight, angle] of [[NaN, 0], [-3, 0], [7, 40]]) {
                script.weight = weight;
                step(1);
                expect(turned()).to.be.closeTo(angle, 1e-3);
            }
        });

        it('lets a change of what it shows come without a jump', () => {
            const script = add(addModel());
            const head = headOf(script);
            const animated = shown(head);
            step(3);
            script.jumpTo(-20, 0.5);
            step(1);
            expect(turnBetween(shown(head), animated)).to.be.closeTo(40, 0.01);
            step(15);
            expect(turnBetween(shown(head), animated)).to.be.closeTo(10, 1);
            script.refresh();
            step(1);
            expect(turnBetween(shown(head), animated)).to.be.within(5, 10);
            step(15);
            expect(turnBetween(shown(head), animated)).to.be.closeTo(20, 1e-3);
        });

        it('fades when it is switched off, on and off in the middle, destroyed or moved to another model', () => {
            const holder = addHolder();
            const models = [addModel(holder), addModel()];
            const script = add(holder);
            const head = headOf(script);
            const animated = shown(head);
            const turned = () => turnBetween(shown(head), animated);
            script.fade = 0.5;
            step(3);
            let before = turned();
            /** Steps, and expects no jump and the given turn at the end. */
            const goOn = (frames: number, low: number, high: number) => {
                for (let i = 0; i < frames; i++) {
                    step(1);
                    expect(Math.abs(turned() - before), `frame ${i}`).to.be.below(3);
                    before = turned();
                }
                expect(before).to.be.within(low, high);
            };
            script.enabled = false;
            goOn(1, 39, 40.01);
            goOn(31, 0, 1e-3);
            expect(shown(head).equals(animated)).to.equal(true);
            script.enabled = true;
            goOn(1, 0, 1);
            goOn(15, 10, 30);
            script.enabled = false;
            goOn(8, 5, 35);
            script.enabled = true;
            goOn(40, 39.9, 40.01);
            // to another model
            holder.removeChild(models[0]);
            app.root.addChild(models[0]);
            holder.addChild(models[1]);
            script.refresh();
            const other = headOf(script);
            expect(other).not.to.equal(head);
            goOn(1, 39, 40.01);
            expect(turnBetween(shown(other), animated)).to.be.closeTo(40, 0.1);
            goOn(31, 0, 1e-3);
            holder.script!.destroy('strideWarp');
            step(1);
            expect(turnBetween(shown(other), animated)).to.be.within(39, 40.01);
            step(31);
            expect(shown(other).equals(animated)).to.equal(true);
        });

        it('says that there is no character, and takes one up that comes later', () => {
            const holder = addHolder();
            const script = add(holder);
            expect(script.problems().join()).to.include('no character below');
            step(3);
            expect(warnings).to.have.length(1);
            addModel(holder);
            step(12);
            expect(script.problems()).to.deep.equal([]);
            expect(script.calls).to.include('step');
        });

        it('says once that the mesh is not there yet, and takes the model up as soon as it is', () => {
            const model = addModel();
            const giveMeshes = holdMeshesBack(app, model);
            const script = add(model);
            step(30);
            script.refresh();
            expect(script.problems()).to.have.length(1);
            expect(script.problems()[0]).to.include('the mesh of this model is not there yet');
            expect(warnings).to.have.length(1);
            expect(script.calls).not.to.include('build');
            giveMeshes();
            expect((model.findComponents('render') as RenderComponent[])[0].meshInstances).not.to.have.length(0);
            step(12);
            expect(script.problems()).to.deep.equal([]);
            expect(script.calls.filter(call => call === 'build')).to.have.length(1);
            expect(script.calls[script.calls.length - 1]).to.equal('step');
        });

        it('says once, and works, when it stands below a script that should come after it', () => {
            const model = addModel();
            const later = add(model, {}, 'springChain');
            const script = add(model);
            expect(later.problems()).to.deep.equal([]);
            expect(script.problems()).to.have.length(1);
            expect(script.problems()[0]).to.include('[strideWarp]').and.to.include('below springChain, which should come after it');
            script.refresh();
            step(2);
            expect(warnings).to.have.length(1);
            expect(script.calls).to.include('step');
            model.script!.move('strideWarp', 0);
            expect(script.problems()).to.deep.equal([]);
            model.script!.move('springChain', 0);
            expect(script.problems()).to.have.length(1);
            model.script!.destroy('springChain');
            script.refresh();
            expect(script.problems()).to.deep.equal([]);
        });

        it('says what is wrong with the pose, and goes on when it is right again', () => {
            const script = add(addModel());
            const head = headOf(script) as Entity;
            head.setLocalScale(1, 2, 1);
            step(1);
            expect(script.problems().join()).to.include('is not uniform');
            head.setLocalScale(1, 1, 1);
            step(1);
            expect(script.problems()).to.deep.equal([]);
        });

        it('works on a bare entity where a script does, and leaves it as it was', () => {
            const holder = addHolder();
            const script = add(holder, {}, 'additiveOverlay');
            expect(script.calls).to.include('bare');
            expect(script.problems()).to.deep.equal([]);
            step(2);
            expect(turnBetween(holder.getLocalRotation(), new Quat())).to.be.closeTo(40, 1e-3);
            script.enabled = false;
            expect(holder.getLocalRotation().equals(new Quat())).to.equal(true);
        });

        it('reads nothing before it is switched on for the first time, also when it is told to', () => {
            const holder = addHolder();
            addModel(holder);
            holder.addComponent('script');
            const script = holder.script!.create('strideWarp', { enabled: false }) as unknown as Turn;
            script.refresh();
            expect(script.calls).to.deep.equal([]);
            script.enabled = true;
            step(1);
            expect(script.calls).to.deep.equal(['drop', 'build', 'step']);
        });
    });
}
