import { expect } from 'chai';
import { BoxGeometry, Entity, Mesh, MeshInstance, StandardMaterial, Vec3 } from 'playcanvas';

import { registerLimber, type MecFootPlacer } from '../../scripts/index';
import { findCharacter } from '../../scripts/rig/character';
import { measureFoot } from '../../scripts/rig/foot-shape';
import { createApp } from '../support/app';
import { addNodes } from '../support/figure';
import { onEachCharacter, FRAME } from '../support/foot-stage';
import { RecordedGround } from '../support/recorded-ground';
import { measureSole } from '../support/sole';
import { catchWarnings } from '../support/warnings';

/** What a measured size may differ from the vertices, metres on a person. */
const NEAR = 0.005;

onEachCharacter('the size of a foot', (stage) => {
    catchWarnings();

    it('measured on the skin is that of the vertices', function () {
        const { model } = stage.add();
        const rig = findCharacter(model)!;
        const scale = rig.skeleton.nodes[0].parent!.getWorldTransform().getScale().x;
        const hero = stage.add();
        for (const id of stage.feet) {
            const { bones } = rig.limbs[id as 'leftFoot']!;
            const shape = measureFoot(rig, bones[bones.length - 1]);
            // the vertices are looked at along the foot's own forward
            const forward = rig.skeleton.nodes[0].parent!.getRotation().transformVector(new Vec3(shape.forward[0], shape.forward[1], shape.forward[2]), new Vec3());
            const sole = measureSole(hero.model, hero.foot(id), Vec3.UP, forward, stage.height);
            const off = [scale * shape.length - sole.length, scale * shape.halfWidth - sole.halfWidth, scale * shape.height - sole.depth];
            this.test!.title += ` (${off.map(length => (1000 * length / stage.size).toFixed(1)).join(', ')} mm)`;
            for (const length of off) expect(Math.abs(length) / stage.size, id).to.be.at.most(NEAR);
        }
    });

    it('with levelSole 1 puts the lowest vertex on the ground: the height is that of the vertices', function () {
        const hero = stage.add();
        hero.place({ levelSole: 1, adjustPelvisVertically: true, feet: [] }, new RecordedGround(0.02 * stage.size));
        for (let i = 0; i < 90; i++) stage.step();
        for (const id of stage.feet) {
            const points = hero.sole(id).read();
            let lowest = Infinity;
            for (let v = 1; v < points.length; v += 3) lowest = Math.min(lowest, points[v]);
            this.test!.title += ` (${(1000 * (lowest / stage.size - 0.02)).toFixed(1)} mm)`;
            expect(Math.abs(lowest / stage.size - 0.02), id).to.be.at.most(NEAR);
        }
    });
});

describe('the size of a foot of meshes that hang on the bones', () => {
    it('is that of the meshes', () => {
        const app = createApp();
        registerLimber(app);
        const addBox = (entity: Entity, halfExtents: Vec3) => {
            const mesh = Mesh.fromGeometry(app.graphicsDevice, new BoxGeometry({ halfExtents }));
            entity.addComponent('render', { meshInstances: [new MeshInstance(mesh, new StandardMaterial(), entity)] });
        };
        const figure = new Entity('figure', app);
        app.root.addChild(figure);
        addNodes(app, figure, [
            ['Hips', '', 0, 1, 0], ['Spine', 'Hips', 0, 1.1, 0], ['Chest', 'Spine', 0, 1.3, 0], ['Neck', 'Chest', 0, 1.5, 0], ['Head', 'Neck', 0, 1.6, 0.02],
            ['HeadEnd', 'Head', 0, 1.8, 0.02]
        ]);
        for (const [side, sign] of [['Left', 1], ['Right', -1]] as const) {
            addNodes(app, figure, [
                [`${side}UpLeg`, 'Hips', 0.1 * sign, 0.98, 0], [`${side}Leg`, `${side}UpLeg`, 0.1 * sign, 0.53, 0.04], [`${side}Foot`, `${side}Leg`, 0.1 * sign, 0.09, 0],
                [`${side}Arm`, 'Chest', 0.2 * sign, 1.45, 0], [`${side}ForeArm`, `${side}Arm`, 0.45 * sign, 1.45, 0], [`${side}Hand`, `${side}ForeArm`, 0.7 * sign, 1.45, 0]
            ]);
            // a shoe from 7 cm behind to 19 cm ahead, 10 cm wide, its sole 9 cm below the joint
            const shoe = new Entity('shoe', app);
            const foot = figure.findByName(`${side}Foot`)!;
            foot.addChild(shoe);
            shoe.setPosition(0.1 * sign, 0.04, 0.06);
            addBox(shoe, new Vec3(0.05, 0.04, 0.13));
        }
        addBox(figure.findByName('HeadEnd') as Entity, new Vec3(0.08, 0.02, 0.08));
        const rig = findCharacter(figure)!;
        const { bones } = rig.limbs.leftFoot!;
        const { length, halfWidth, height, heel } = measureFoot(rig, bones[bones.length - 1]);
        expect(length).to.be.closeTo(0.19, NEAR);
        expect(heel).to.be.closeTo(0.07, NEAR);
        expect(halfWidth).to.be.closeTo(0.05, NEAR);
        expect(height).to.be.closeTo(0.09, NEAR);
        // and the script takes it: a level foot stands on its ground
        figure.addComponent('script');
        const placer = figure.script!.create('mecFootPlacer', { attributes: { levelSole: 1 } }) as MecFootPlacer;
        placer.setGround(new RecordedGround(0.03));
        for (let i = 0; i < 40; i++) app.update(FRAME);
        expect(placer.problems()).to.deep.equal([]);
        expect(figure.findByName('LeftFoot')!.getPosition().y - 0.03).to.be.closeTo(0.09, NEAR);
        app.destroy();
    });
});
