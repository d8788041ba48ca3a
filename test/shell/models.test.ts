import { expect } from 'chai';
import { Entity, Vec3, type AppBase } from 'playcanvas';

import { HeightGround, registerLimber, type ActiveRagdoll, type MecFootPlacer, type PerfectLookAt } from '../../scripts/index';
import { findCharacter } from '../../scripts/rig/character';
import { loadNewGlb, type LoadedCharacter } from '../support/app';
import { furtherRig, MANNEQUIN } from '../support/characters';
import { turnBetween } from '../support/geometry';
import { holdMeshesBack } from '../support/late-mesh';
import { createPhysicsApp } from '../support/physics-app';
import { skipBecause } from '../support/skip';
import { catchWarnings } from '../support/warnings';

/** Largest residual of a gaze that reaches its target, degrees, and difference of heights, metres a metre of scale. */
const REACHED = 0.1;
const SAME_PLACE = 0.002;

/** Whether a character faces along the world's z axis, 1, or against it, -1. */
function facingOf(model: Entity): number {
    const { forward: [x, y, z], skeleton: { space } } = findCharacter(model)!;
    return Math.sign(space!.getWorldTransform().transformVector(new Vec3(x, y, z)).z);
}

for (const file of [MANNEQUIN, 'Xbot.glb', 'Soldier.glb']) {
    const path = file === MANNEQUIN ? file : furtherRig(file);

    describe(`scripts and their models: ${file}`, () => {
        const warnings = catchWarnings();
        let app: AppBase;
        let loaded: LoadedCharacter;
        let made: Entity[] = [];

        before(async function () {
            if (!path) skipBecause(this, `needs ${file} in the folder that LIMBER_RIGS names`);
            app = await createPhysicsApp('ammojs-typed');
            registerLimber(app);
            loaded = await loadNewGlb(app, path);
        });

        afterEach(() => {
            for (const entity of made) entity.destroy();
            made = [];
        });

        after(() => app?.destroy());

        const step = (frames: number) => { for (let i = 0; i < frames; i++) app.update(1 / 60); };

        function addEntity(entity = new Entity('holder')): Entity {
            app.root.addChild(entity);
            made.push(entity);
            return entity;
        }

        /** An instance with all three scripts, that looks at something ahead of it and to its side. */
        function add(scale: number, at: Vec3, holder = addEntity()) {
            const model = addEntity(loaded.instantiate());
            holder.setLocalScale(scale, scale, scale);
            holder.setLocalPosition(at);
            holder.addChild(model);
            const clip = [...loaded.clips.values()][0];
            if (clip) {
                model.addComponent('anim', { activate: true, speed: 0 });
                model.anim!.assignAnimation('clip', clip);
            }
            const target = addEntity(new Entity('target'));
            target.setLocalPosition(new Vec3(1.2, 1.5, 3 * facingOf(model)).mulScalar(scale).add(at));
            holder.addComponent('script');
            const look = holder.script!.create('perfectLookAt', { attributes: { targetObject: target } }) as unknown as PerfectLookAt;
            const feet = holder.script!.create('mecFootPlacer') as unknown as MecFootPlacer;
            feet.setGround(new HeightGround(() => at.y + 0.1 * scale));
            const ragdoll = holder.script!.create('activeRagdoll', { attributes: { active: true, translationWeight: 1 } }) as unknown as ActiveRagdoll;
            return { holder, model, look, feet, ragdoll };
        }

        const heightOf = ({ model, feet }: ReturnType<typeof add>) => {
            const { footBone, boneName } = feet.feet[0];
            const foot = footBone ?? model.findByName(boneName)!;
            return foot.getPosition().y - model.getPosition().y;
        };

        it('two characters of one model at different scales look, stand and have bodies, each at its own size', () => {
            const [small, large] = [add(0.5, new Vec3(0, 0, 0)), add(2, new Vec3(20, 3, 0))];
            step(120);
            for (const { look, feet, ragdoll } of [small, large]) {
                expect([...look.problems(), ...feet.problems(), ...ragdoll.problems()]).to.deep.equal([]);
                expect(look.residual).to.be.below(REACHED);
            }
            expect(heightOf(large) / 2).to.be.closeTo(heightOf(small) / 0.5, SAME_PLACE * 4);
            const headOf = ({ ragdoll, model }: typeof small) => ragdoll.getBoneState('head')!.position.y - model.getPosition().y;
            expect(headOf(large) / 2).to.be.closeTo(headOf(small) / 0.5, 0.02);
        });

        it('a script that is moved to another model leaves the first as its animation has it, and works on the second', () => {
            const first = add(1, new Vec3());
            const { holder, look, feet, ragdoll } = first;
            const second = addEntity(loaded.instantiate());
            step(60);
            expect(look.residual).to.be.below(REACHED);
            holder.removeChild(first.model);
            first.model.removeComponent('anim');
            app.root.addChild(first.model);
            const bones = look.lookAtBones.map(({ bone }) => bone!);
            const shown = bones.map(bone => bone.getLocalRotation().clone());
            holder.addChild(second);
            for (const script of [look, feet, ragdoll]) script.refresh();
            step(60);
            expect([...look.problems(), ...feet.problems(), ...ragdoll.problems()]).to.deep.equal([]);
            expect(look.lookAtBones.every(({ bone }) => bone!.isDescendantOf(second))).to.equal(true);
            expect(look.residual).to.be.below(REACHED);
            expect(ragdoll.getBoneState('head')).to.not.equal(null);
            // the first one holds still, as nothing moves it any more
            const left = bones.map(bone => bone.getLocalRotation().clone());
            expect(Math.max(...left.map((turn, i) => turnBetween(turn, shown[i])))).to.be.above(3);
            step(30);
            left.forEach((turn, i) => expect(bones[i].getLocalRotation().equals(turn)).to.equal(true));
        });

        it('a model whose mesh comes later is said once by each script, and looks, stands and has bodies as soon as it is there', () => {
            const facing = facingOf(addEntity(loaded.instantiate()));
            const holder = addEntity();
            const model = loaded.instantiate();
            holder.addChild(model);
            const giveMeshes = holdMeshesBack(app, model);
            // the nodes stand in a pose that is not the model's own
            const head = model.findByName('mixamorig:Head') ?? model.findByName('mixamorigHead');
            (head as Entity | null)?.rotateLocal(25, 10, 0);
            const target = addEntity(new Entity('target'));
            target.setLocalPosition(1.2, 1.5, 3 * facing);
            holder.addComponent('script');
            const look = holder.script!.create('perfectLookAt', { attributes: { targetObject: target } }) as unknown as PerfectLookAt;
            const feet = holder.script!.create('mecFootPlacer') as unknown as MecFootPlacer;
            const ragdoll = holder.script!.create('activeRagdoll', { attributes: { active: true, translationWeight: 1 } }) as unknown as ActiveRagdoll;
            step(30);
            for (const script of [look, feet, ragdoll]) {
                expect(script.problems()).to.have.length(1);
                expect(script.problems()[0]).to.include('the mesh of this model is not there yet');
            }
            expect(warnings).to.have.length(3);
            giveMeshes();
            step(120);
            feet.setGround(new HeightGround(() => 0));
            step(1);
            for (const script of [look, feet, ragdoll]) expect(script.problems()).to.deep.equal([]);
            expect(look.residual).to.be.below(REACHED);
            expect(ragdoll.getBoneState('head')).to.not.equal(null);
        });
    });
}
