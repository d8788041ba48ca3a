import { expect } from 'chai';
import { Entity, Quat, Vec3, type AppBase } from 'playcanvas';

import { registerLimber, type PerfectLookAt } from '../../scripts/index';
import { createApp } from '../support/app';
import { buildFigure } from '../support/figure';
import { turnBetween } from '../support/geometry';
import { legOf, nearestReached } from '../support/legs';
import { AT_ONCE, FRAME, onEachCharacter, PLAIN } from '../support/look-at-stage';

const MILLIMETRE = 0.001;

onEachCharacter('the distance at which stabilizing starts', (stage) => {
    it('leaves feet alone that are moved by less, and stabilizes them steadily beyond', () => {
        const [actor, free, twin] = [stage.add(), stage.add(), stage.add()];
        const target = stage.addEntity();
        const lookAtBones = [{ boneName: 'hips', rotationLimit: 60 }];
        const look = actor.addLook({ targetObject: target, lookAtBones });
        free.addLook({ targetObject: target, lookAtBones, legStabilizers: [{ boneName: 'leftFoot', ikWeight: 0 }] });
        const start = 0.01 * stage.height;
        look.legStabilizerMinDistanceToStartSolving = start;
        const place = (instance: typeof actor) => instance.bone('leftFoot').getPosition();
        let before = place(twin).clone();
        let [alone, held] = [0, 0];
        for (let angle = 0; angle < 50; angle += 0.25) {
            target.setPosition(new Vec3(Math.sin(angle * Math.PI / 180), 0, Math.cos(angle * Math.PI / 180)).mulScalar(50).add(stage.eyePoint));
            stage.step();
            const shift = place(free).distance(place(twin));
            if (shift < 0.99 * start) {
                expect(place(actor).distance(place(free))).to.be.below(MILLIMETRE / 10);
                alone++;
            }
            if (shift > 2 * start) {
                const { hip, length } = legOf(actor, 'left');
                expect(place(actor).distance(nearestReached(place(twin), hip, length))).to.be.below(MILLIMETRE);
                held++;
            }
            // a quarter of a degree carries a foot by millimetres: nothing pops
            expect(place(actor).distance(before)).to.be.below(0.005 * stage.height);
            before = place(actor).clone();
        }
        expect(alone).to.be.above(5);
        expect(held).to.be.above(20);
        look.legStabilizerMinDistanceToStartSolving = 0;
        stage.step();
        const { hip, length } = legOf(actor, 'left');
        expect(place(actor).distance(nearestReached(place(twin), hip, length))).to.be.below(MILLIMETRE);
    });
});

describe('legs of five bones', () => {
    let app: AppBase;
    const JOINTS = [[0.98, 0], [0.75, 0.1], [0.5, -0.08], [0.28, 0.1], [0.08, 0]] as const;
    /** Near straight, where iterations are slow. */
    const STRAIGHTER = JOINTS.map(([y, z]) => [y, 0.3 * z] as const);

    before(() => {
        app = createApp();
        registerLimber(app);
    });
    after(() => app.destroy());

    function stand(settings: Partial<PerfectLookAt>, joints: readonly (readonly [number, number])[] = JOINTS) {
        const figure = buildFigure(app, joints);
        figure.addComponent('script');
        const target = new Entity('target', app);
        app.root.addChild(target);
        target.setPosition(4, 1.5, -1);
        const look = figure.script!.create('perfectLookAt', { attributes: {
            targetObject: target, lookAtBlendSpeed: AT_ONCE, ...PLAIN,
            lookAtBones: [{ boneName: 'Spine', rotationLimit: 45, rotateAroundUpVectorWeight: 0 }, { boneName: 'Hips', rotationLimit: 25 }],
            legStabilizers: [{ boneName: 'LeftLeg4', bonesCount: 5 }, { boneName: 'RightLeg4', bonesCount: 5 }], ...settings
        } }) as PerfectLookAt;
        const node = (name: string) => figure.findByName(name) as Entity;
        return { look, target, node };
    }

    it('keep their feet exactly, whatever the number of iterations', () => {
        const fresh = buildFigure(app, JOINTS);
        for (const iterations of [0, 1, 20, 100]) {
            const { look, target, node } = stand({ legStabilizerMaxIterations: iterations });
            let turned = 0;
            for (let i = 0; i < 12; i++) {
                target.setPosition(4 * Math.sin(i), 1.5 + Math.cos(3 * i), 4 * Math.cos(i));
                app.update(FRAME);
                expect(look.problems()).to.deep.equal([]);
                turned = Math.max(turned, turnBetween(node('Hips').getRotation(), new Quat()));
                for (const name of ['LeftLeg4', 'RightLeg4']) {
                    const animated = fresh.findByName(name)!;
                    expect(node(name).getPosition().distance(animated.getPosition())).to.be.below(MILLIMETRE);
                    expect(turnBetween(node(name).getRotation(), animated.getRotation())).to.be.below(0.2);
                }
            }
            expect(turned, 'turn of the pelvis').to.be.above(20);
        }
    });

    it('take their shape from as many iterations as the attribute allows', () => {
        const shapes = [1, 2, 20].map((iterations) => {
            const { node, target } = stand({ legStabilizerMaxIterations: iterations }, STRAIGHTER);
            // here the leg gets longer; one that gets shorter is folded as it is bent
            target.setPosition(4, 4, 1);
            app.update(FRAME);
            return ['RightLeg1', 'RightLeg2', 'RightLeg3'].map(name => node(name).getPosition().clone());
        });
        const apart = (a: Vec3[], b: Vec3[]) => Math.max(...a.map((place, i) => place.distance(b[i])));
        expect(apart(shapes[0], shapes[2])).to.be.above(1e-5);
        expect(apart(shapes[0], shapes[2])).to.be.below(0.1);
    });
});
