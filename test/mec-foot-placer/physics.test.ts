import { expect } from 'chai';
import { BODYGROUP_USER_1, BODYMASK_ALL, Entity, Vec3 } from 'playcanvas';

import { FRAME, mannequinStage, type FootStage } from '../support/foot-stage';
import { Worst } from '../support/foot-walk';
import { USUAL_BUILDS, createPhysicsApp } from '../support/physics-app';
import { catchWarnings } from '../support/warnings';

// The feet on bodies of the physics engine, which is the default.

for (const build of USUAL_BUILDS) {
    describe(`feet on bodies of ${build}`, () => {
        catchWarnings();
        let stage: FootStage;
        before(async () => {
            stage = mannequinStage();
            await stage.open(await createPhysicsApp(build));
        });
        afterEach(() => stage.clear());
        after(() => stage.close());

        function addBox(type: 'static' | 'dynamic' | 'kinematic', place: Vec3, half: Vec3, options: { group?: number; angles?: Vec3 } = {}): Entity {
            const entity = stage.addEntity();
            entity.setPosition(place);
            if (options.angles) entity.setEulerAngles(options.angles);
            entity.addComponent('collision', { type: 'box', halfExtents: half });
            entity.addComponent('rigidbody', { type, ...(options.group ? { group: options.group, mask: BODYMASK_ALL } : {}) });
            return entity;
        }
        const run = (frames: number) => {
            for (let i = 0; i < frames; i++) stage.step();
        };
        const lift = (hero: ReturnType<FootStage['add']>, twin: ReturnType<FootStage['add']>) => {
            return stage.feet.map(id => hero.foot(id).getPosition().y - twin.foot(id).getPosition().y);
        };

        it('they stand on a static body that is higher than the character\'s place', () => {
            addBox('static', new Vec3(0, -0.4, 0), new Vec3(5, 0.5, 5));
            const [hero, twin] = [stage.add().play('idle'), stage.add().play('idle')];
            const placer = hero.place();
            run(40);
            expect(placer.problems()).to.deep.equal([]);
            for (const height of lift(hero, twin)) expect(height).to.be.closeTo(0.1, 0.003);
        });

        it('layersToIgnore and setLayerMask take bodies out', () => {
            addBox('static', new Vec3(0, -0.4, 0), new Vec3(5, 0.5, 5), { group: BODYGROUP_USER_1 });
            const [hero, twin] = [stage.add().play('idle'), stage.add().play('idle')];
            const placer = hero.place();
            run(30);
            for (const height of lift(hero, twin)) expect(height).to.be.closeTo(0.1, 0.003);
            placer.layersToIgnore = ['USER_1'];
            run(30);
            for (const height of lift(hero, twin)) expect(height, 'ignored').to.be.closeTo(0, 1e-4);
            placer.layersToIgnore = [];
            run(30);
            for (const height of lift(hero, twin)) expect(height).to.be.closeTo(0.1, 0.003);
            placer.setLayerMask(BODYMASK_ALL & ~BODYGROUP_USER_1);
            run(30);
            for (const height of lift(hero, twin)) expect(height, 'masked').to.be.closeTo(0, 1e-4);
        });

        it('the character\'s own capsule and the bodies of its bones are no ground', () => {
            addBox('static', new Vec3(0, -0.4, 0), new Vec3(5, 0.5, 5));
            const [hero, twin] = [stage.add().play('idle'), stage.add().play('idle')];
            const { holder } = hero;
            // a controller's capsule on the entity that carries the model, and a ragdoll's body on a bone
            holder.addComponent('collision', { type: 'capsule', radius: 0.4, height: 1.8, linearOffset: new Vec3(0, 0.9, 0) });
            holder.addComponent('rigidbody', { type: 'kinematic' });
            const shin = hero.leg('leftFoot')[1];
            const bone = new Entity('body', stage.app);
            shin.addChild(bone);
            bone.addComponent('collision', { type: 'sphere', radius: 0.12 });
            bone.addComponent('rigidbody', { type: 'kinematic' });
            hero.place();
            run(40);
            for (const height of lift(hero, twin)) expect(height).to.be.closeTo(0.1, 0.003);
        });

        it('planted feet go with a kinematic body at 5 m/s and 90 degrees/s', function () {
            const platform = addBox('kinematic', new Vec3(0, -0.4, 0), new Vec3(8, 0.5, 8));
            const hero = stage.add().play('idle', 0);
            hero.place({ adjustPelvisVertically: true });
            run(60);
            const feet = stage.feet.map(id => hero.foot(id));
            const local = () => {
                const back = platform.getWorldTransform().clone().invert();
                return feet.map(foot => back.transformPoint(foot.getPosition(), new Vec3()));
            };
            const before = local();
            const drift = new Worst();
            for (let i = 1; i <= 90; i++) {
                platform.setPosition(5 * i * FRAME, -0.4, 0);
                platform.setEulerAngles(0, 90 * i * FRAME, 0);
                hero.holder.setPosition(5 * i * FRAME, 0, 0);
                hero.holder.setEulerAngles(0, 90 * i * FRAME, 0);
                stage.step();
                local().forEach((place, k) => drift.see(1000 * place.distance(before[k]), `${feet[k].name} in frame ${i}`));
            }
            this.test!.title += ` (${drift.value.toFixed(2)} mm)`;
            expect(drift.value, drift.note).to.be.at.most(2);
        });

        it('a body that is destroyed under them lets them go to the animation', () => {
            const floor = addBox('static', new Vec3(0, -0.4, 0), new Vec3(5, 0.5, 5));
            const [hero, twin] = [stage.add().play('idle'), stage.add().play('idle')];
            hero.place();
            run(40);
            floor.rigidbody!.enabled = false;
            floor.enabled = false;
            run(20);
            for (const height of lift(hero, twin)) expect(height).to.be.closeTo(0, 1e-4);
        });
    });
}
