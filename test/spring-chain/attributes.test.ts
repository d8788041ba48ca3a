import { expect } from 'chai';
import { Curve, Entity, Vec3, type AppBase } from 'playcanvas';

import { registerLimber } from '../../scripts/index';
import { createPhysicsApp } from '../support/physics-app';
import { createSpringApp, degreesBetween, directionTo, hangChain, type HangingChain, type SpringValues } from '../support/spring-stage';
import { catchWarnings } from '../support/warnings';

const down = new Vec3(0, -1, 0);

/** A curve from one value to another. */
function ramp(from: number, to: number): Curve {
    const curve = new Curve([0, from, 1, to]);
    curve.type = 0;
    return curve;
}

/** Root that starts to move at 2 m/s, and stops. */
const dash = (time: number) => 2 * Math.min(time, 0.4);

describe('an attribute of springChain', () => {
    catchWarnings();
    let app: AppBase;

    beforeEach(() => { app = createSpringApp(); });
    afterEach(() => app.destroy());

    /** Largest bend of a joint against its animated direction, degrees, while the root moves for a second. */
    function bends(values: SpringValues, move: (chain: HangingChain, time: number) => void = ({ root }, time) => root.setLocalPosition(dash(time), 0, 0)): number[] {
        const chain = hangChain(app, values);
        app.update(1 / 60);
        const most = chain.bones.map(() => 0);
        for (let frame = 1; frame <= 60; frame++) {
            move(chain, frame / 60);
            app.update(1 / 60);
            chain.bones.slice(0, 4).forEach((bone, i) => {
                most[i] = Math.max(most[i], degreesBetween(directionTo(bone, chain.bones[i + 1]), down));
            });
        }
        chain.root.destroy();
        return most;
    }

    const chain = (row: object) => ({ chains: [{ boneName: 'bone0', ...row }] });
    const plain = () => bends(chain({}))[0];

    it('rootBone is the first bone that swings, whatever boneName says', () => {
        const found = hangChain(app);
        found.script.chains = [{ rootBone: found.bones[2], boneName: 'bone0' }] as never;
        app.update(1 / 60);
        found.root.setLocalPosition(0.3, 0, 0);
        app.update(1 / 60);
        const turns = found.bones.map(bone => Math.abs(bone.getLocalRotation().w));
        expect(turns.slice(0, 2)).deep.equal([1, 1]);
        expect(turns[2]).below(0.9999);
    });

    (['sphere', 'capsule'] as const).forEach((shape) => {
        it(`offset and tail of a ${shape} are in the space of its bone, turned and scaled; its radius is the scene's`, () => {
            const found = hangChain(app, chain({ radius: 0.02 }));
            const arm = new Entity('arm');
            found.root.addChild(arm);
            arm.setLocalPosition(0.1, 0.7, 0);
            arm.setLocalEulerAngles(0, 0, 90);
            arm.setLocalScale(2, 2, 2);
            const offset = new Vec3(0, 0.03, 0), tail = new Vec3(0.1, 0.03, 0);
            found.script.colliders = [{ bone: arm, shape, offset, tail, radius: 0.09 }] as never;
            for (let i = 0; i < 60; i++) app.update(1 / 60);
            const a = arm.getWorldTransform().transformPoint(offset, new Vec3());
            const way = arm.getWorldTransform().transformPoint(shape === 'capsule' ? tail : offset, new Vec3()).sub(a);
            // turned by a quarter: a little to the left of the arm, and upwards from there
            expect(a.distance(new Vec3(0.04, 0.7, 0))).below(1e-6);
            expect(way.distance(new Vec3(0, shape === 'capsule' ? 0.2 : 0, 0))).below(1e-6);
            const distances = found.bones.slice(1).map((bone) => {
                const from = new Vec3().sub2(bone.getPosition(), a);
                const share = way.lengthSq() > 0 ? Math.min(1, Math.max(0, from.dot(way) / way.lengthSq())) : 0;
                return from.sub(way.clone().mulScalar(share)).length();
            });
            expect(Math.min(...distances)).closeTo(0.11, 1e-3);
            // at the height of the second end only the capsule is
            expect(Math.abs(found.bones[1].getPosition().x) > 0.05).equal(shape === 'capsule');
        });
    });

    it('stiffness pulls back', () => expect(bends(chain({ stiffness: 4 }))[0]).below(0.6 * plain()));

    it('drag slows down', () => {
        // air drags a chain that is pulled along
        expect(bends(chain({ drag: 0.8 }))[0]).above(1.2 * plain());
    });

    /** Bend of the first joint after two seconds without motion, degrees. */
    function settled(values: SpringValues): number {
        const { root, bones } = hangChain(app, values);
        for (let frame = 0; frame < 120; frame++) app.update(1 / 60);
        const angle = degreesBetween(directionTo(bones[0], bones[1]), down);
        root.destroy();
        return angle;
    }

    it('gravity pulls along its direction', () => {
        expect(settled(chain({ gravity: 1, gravityDirection: [1, 0, 0] }))).closeTo(45, 0.1);
        expect(bends(chain({ gravity: 1 }), () => {})[0]).below(0.01);
    });

    it('curves multiply along the chain', () => {
        const [first, , , fourth] = bends(chain({ stiffnessCurve: ramp(20, 0.5) }));
        expect(fourth).above(4 * first);
        expect(bends(chain({ gravity: 1, gravityDirection: [1, 0, 0], gravityCurve: ramp(0, 1) }), () => {})[0]).below(0.01);
        expect(bends(chain({ dragCurve: ramp(2, 2) }))[0]).above(1.2 * plain());
    });

    it('radius and its curve keep joints off', () => {
        const push = (row: object) => {
            const found = hangChain(app, { ...chain(row), colliders: [{ boneName: 'root', radius: 0.2 }] });
            found.script.colliders[0].offset = new Vec3(-0.15, 0.7, 0);
            found.script.refresh();
            for (let i = 0; i < 60; i++) app.update(1 / 60);
            const nearest = Math.min(...found.bones.slice(1).map(bone => bone.getPosition().distance(new Vec3(-0.15, 0.7, 0))));
            found.root.destroy();
            return nearest;
        };
        expect(push({ radius: 0.03 })).closeTo(0.23, 2e-3);
        expect(push({ radius: 0.08 })).closeTo(0.28, 2e-3);
        expect(push({ radius: 0.08, radiusCurve: ramp(0.5, 0.5) })).closeTo(0.24, 2e-3);
    });

    it('inertia is the share of the entity\'s motion that is felt', () => {
        const [all, half, none] = [1, 0.5, 0].map(inertia => bends(chain({ inertia }))[0]);
        expect(none).below(0.1);
        expect(half).above(0.3 * all).below(0.8 * all);
    });

    it('inertia 0 feels what moves within the entity', () => {
        const [first] = bends(chain({ inertia: 0 }), ({ bones }, time) => bones[0].setLocalPosition(dash(time), 1, 0));
        expect(first).above(5);
    });

    it('limit, limitAngle and limitAxis bound the bend', () => {
        expect(Math.max(...bends(chain({ limit: 'cone', limitAngle: 5 })).slice(0, 1))).closeTo(5, 0.1);
        expect(bends(chain({ limit: 'hinge', limitAngle: 5, limitAxis: [0, 0, 1] }))[0]).closeTo(5, 0.1);
        // across the motion there is nothing to turn about
        expect(bends(chain({ limit: 'hinge', limitAxis: [1, 0, 0] }))[0]).below(0.1);
        // by itself the hinge is the line from right to left
        expect(bends(chain({ limit: 'hinge' }))[0]).below(0.1);
        expect(bends(chain({ limit: 'hinge' }), ({ root }, time) => root.setLocalPosition(0, 0, dash(time)))[0]).above(5);
    });

    it('endLength lets the last bone swing', () => {
        const last = (endLength: number) => {
            const found = hangChain(app, chain({ endLength }));
            for (let frame = 0; frame < 12; frame++) {
                found.root.setLocalPosition(dash(frame / 60), 0, 0);
                app.update(1 / 60);
            }
            const { w } = found.bones[4].getLocalRotation();
            found.root.destroy();
            return 2 * Math.acos(Math.min(1, Math.abs(w))) * 180 / Math.PI;
        };
        expect(last(0)).equal(0);
        expect(Math.abs(last(0.02) - last(0.5))).above(1);
    });

    it('exclude leaves bones and all below them to the animation', () => {
        const found = hangChain(app, chain({ exclude: ['bone2'] }));
        for (let frame = 0; frame < 12; frame++) {
            found.root.setLocalPosition(dash(frame / 60), 0, 0);
            app.update(1 / 60);
        }
        expect(Math.abs(found.bones[1].getLocalRotation().w)).below(0.9999);
        expect([2, 3, 4].map(i => found.bones[i].getLocalRotation().w)).deep.equal([1, 1, 1]);
    });

    ([['center', {}], ['center of a chain', {}], ['centerName of a chain', {}], ['centerName', {}]] as const).forEach(([name, values]) => {
        it(`${name} is what motion is felt against`, () => {
            const car = new Entity('car');
            app.root.addChild(car);
            const own = name === 'center' || name === 'centerName' ? {} : name === 'center of a chain' ? { center: car } : { centerName: 'car' };
            const found = hangChain(app, { ...values, ...chain(own), ...(name === 'center' ? { center: car } : name === 'centerName' ? { centerName: 'car' } : {}) }, 5, car);
            app.update(1 / 60);
            let most = 0;
            for (let frame = 1; frame < 60; frame++) {
                car.setLocalPosition(dash(frame / 60), 0, 0);
                car.setLocalEulerAngles(0, 5 * frame, 0);
                app.update(1 / 60);
                most = Math.max(most, degreesBetween(directionTo(found.bones[0], found.bones[4]), down));
            }
            expect(most).below(0.05);
            found.root.setLocalPosition(0.2, 0, 0);
            app.update(1 / 60);
            expect(degreesBetween(directionTo(found.bones[0], found.bones[4]), down)).above(3);
        });
    });

    it('colliderGroups choose the colliders', () => {
        const wall = { boneName: 'root', shape: 'plane', group: 'walls', offset: [0.03, 0, 0], tail: [1, 0, 0] };
        const far = { boneName: 'root', shape: 'plane', group: 'far', offset: [-5, 0, 0], tail: [1, 0, 0] };
        const bend = (groups: string[]) => bends({ ...chain({ colliderGroups: groups }), colliders: [wall, far] }, () => {})[0];
        expect(bend([])).above(10);
        expect(bend(['walls'])).above(10);
        expect(bend(['far'])).below(0.01);
    });

    it('crossLinks hold neighbours on one bone at their distance', () => {
        const spread = (crossLinks: boolean, isApart = false) => {
            const root = new Entity('skirt');
            app.root.addChild(root);
            const tips = [0, 1].map((side) => {
                const upper = new Entity(`upper${side}`), lower = new Entity(`lower${side}`), hip = new Entity('hip');
                root.addChild(hip);
                (isApart ? hip : root).addChild(upper);
                upper.addChild(lower);
                upper.setLocalPosition(0.1 * side, 1, 0);
                lower.setLocalPosition(0, -0.3, 0);
                return lower;
            });
            root.addComponent('script');
            // one of them is blown aside, the other one is not
            root.script!.create('springChain', {
                attributes: { crossLinks, chains: [{ boneName: 'upper0' }, { boneName: 'upper1', gravity: 1, gravityDirection: [1, 0, 0] }] }
            } as never);
            for (let i = 0; i < 120; i++) app.update(1 / 60);
            const distance = tips[0].getPosition().distance(tips[1].getPosition());
            root.destroy();
            return distance;
        };
        expect(spread(false)).above(0.2);
        expect(spread(true)).closeTo(0.1, 0.02);
        expect(spread(true, true)).above(0.2);
    });

    it('wind blows, and turbulence makes it waver with time', () => {
        expect(settled({ ...chain({}), wind: new Vec3(60, 0, 0) })).closeTo(45, 0.1);
        const path = (windTurbulence: number, dt: number) => {
            const found = hangChain(app, { ...chain({}), wind: new Vec3(30, 0, 0), windTurbulence });
            const angles: number[] = [];
            for (let time = 0; time < 3 - 1e-6; time += dt) {
                app.update(dt);
                angles.push(degreesBetween(directionTo(found.bones[0], found.bones[1]), down));
            }
            found.root.destroy();
            return angles;
        };
        const range = (angles: number[]) => Math.max(...angles) - Math.min(...angles);
        expect(range(path(0, 1 / 60).slice(60))).below(0.2);
        expect(range(path(0.5, 1 / 60).slice(60))).above(3);
    });

    it('groundCollision keeps chains above the entity\'s height', () => {
        const lowest = (groundCollision: boolean) => {
            const found = hangChain(app, { ...chain({}), groundCollision });
            found.bones[0].setLocalPosition(0, 0.25, 0);
            found.root.setLocalEulerAngles(0, 0, 3);
            for (let i = 0; i < 120; i++) app.update(1 / 60);
            const height = found.bones[4].getPosition().y;
            found.root.destroy();
            return height;
        };
        expect(lowest(false)).below(-0.1);
        expect(lowest(true)).above(0.02 - 1e-3);
    });

    it('groundCollision takes the ground of the physics below the entity', async () => {
        const physics = await createPhysicsApp('ammojs-typed');
        registerLimber(physics);
        const floor = new Entity('floor');
        physics.root.addChild(floor);
        floor.setPosition(0, -0.05, 0);
        floor.addComponent('collision', { type: 'box', halfExtents: new Vec3(5, 0.5, 5) });
        floor.addComponent('rigidbody', { type: 'static' });
        // the entity stands deeper than the floor's top, as after a step of a stair
        const { bones } = hangChain(physics, { ...chain({}), groundCollision: true });
        bones[0].setLocalPosition(0, 0.7, 0);
        for (let i = 0; i < 120; i++) {
            bones[0].parent!.setLocalEulerAngles(0, 0, 3);
            physics.update(1 / 60);
        }
        expect(bones[4].getPosition().y).closeTo(0.47, 2e-3);
        physics.destroy();
    });

    it('teleportDistance and teleportAngle say what is not felt', () => {
        const jump = (values: SpringValues, move: (root: Entity) => void, rate = 60) => {
            const found = hangChain(app, { ...chain({}), ...values });
            found.bones[0].setLocalPosition(0.3, 1, 0);
            app.update(1 / rate);
            move(found.root);
            app.update(1 / rate);
            const angle = degreesBetween(directionTo(found.bones[0], found.bones[4]), down);
            found.root.destroy();
            return angle;
        };
        const shift = (root: Entity) => root.setLocalPosition(0.5, 0, 0);
        const turn = (root: Entity) => root.setLocalEulerAngles(0, 40, 0);
        expect(jump({}, shift)).above(10);
        expect(jump({ teleportDistance: 0.4 }, shift)).below(0.01);
        expect(jump({}, turn)).above(3);
        expect(jump({ teleportAngle: 30 }, turn)).below(0.01);
        // nothing runs 0.9 m in a frame at 144 Hz, and a car goes 1.1 m in one at 30
        expect(jump({}, root => root.setLocalPosition(0.9, 0, 0), 144)).below(0.01);
        expect(jump({}, root => root.setLocalPosition(1.1, 0, 0), 30)).above(10);
    });

    it('weight is the share of the swing', () => {
        const [none, half, all] = [0, 0.5, 1].map(weight => bends({ ...chain({}), weight })[0]);
        expect(none).equal(0);
        expect(half / all).closeTo(0.5, 0.1);
    });

    it('sleepSpeed 0 never sleeps', () => {
        const sleepsAt = (sleepSpeed: number) => {
            const found = hangChain(app, { ...chain({}), sleepSpeed });
            for (let i = 0; i < 30; i++) app.update(1 / 60);
            const { springs } = (found.script as unknown as { springs: { springs: { isAsleep: boolean } } }).springs;
            const { isAsleep } = springs;
            found.root.destroy();
            return isAsleep;
        };
        expect(sleepsAt(0.001)).equal(true);
        expect(sleepsAt(0)).equal(false);
    });

    it('drawDebugSprings draws', () => {
        let lines = 0;
        app.drawLine = () => { lines++; };
        hangChain(app, { ...chain({}), drawDebugSprings: true });
        app.update(1 / 60);
        expect(lines).above(8);
    });

    it('addImpulse pushes, reset puts at rest', () => {
        const found = hangChain(app);
        app.update(1 / 60);
        found.script.addImpulse(new Vec3(1, 0, 0));
        app.update(1 / 60);
        expect(directionTo(found.bones[0], found.bones[4]).x).above(0.02);
        found.script.reset();
        app.update(1 / 60);
        expect(degreesBetween(directionTo(found.bones[0], found.bones[4]), down)).below(1e-3);
    });
});

describe('springChain with bad input', () => {
    const warnings = catchWarnings();
    let app: AppBase;

    beforeEach(() => { app = createSpringApp(); });
    afterEach(() => app.destroy());

    const cases: [string, SpringValues, RegExp][] = [
        ['a bone that is not there', { chains: [{ boneName: 'bon0' }] }, /no bone named "bon0".*Did you mean "bone0"/],
        ['a row without bone', { chains: [{}] }, /neither a bone nor a bone name/],
        ['two chains on one bone', { chains: [{ boneName: 'bone0' }, { boneName: 'bone2' }] }, /chain 2 \(bone2\) belongs to an earlier chain/],
        ['a negative radius', { chains: [{ boneName: 'bone0', radius: -1 }] }, /the radius of chain 1 is -1; 0 is used/],
        ['a last bone without length', { chains: [{ boneName: 'bone4', endLength: 0 }] }, /no bone that could swing/],
        ['a collider without bone', { colliders: [{ radius: 1 }] }, /collider 1 has neither/],
        ['a negative radius of a collider', { colliders: [{ boneName: 'root', radius: -2 }] }, /the radius of collider 1 is -2/],
        ['a plane without normal', { colliders: [{ boneName: 'root', shape: 'plane' }] }, /plane without normal/]
    ];
    for (const field of ['stiffness', 'drag', 'gravity', 'radius', 'inertia', 'limitAngle', 'endLength', 'gravityDirection', 'limitAxis']) {
        const isVector = field === 'gravityDirection' || field === 'limitAxis';
        cases.push([`${field} that is NaN`, { chains: [{ boneName: 'bone0', limit: 'hinge', [field]: isVector ? new Vec3(NaN, 0, 0) : NaN }] }, / of chain 1 is not a number/]);
    }
    for (const field of ['offset', 'tail', 'radius']) {
        cases.push([`${field} of a collider that is NaN`, { colliders: [{ boneName: 'root', shape: 'capsule', [field]: field === 'radius' ? NaN : new Vec3(0, NaN, 0) }] }, / of collider 1 is not a number/]);
    }
    cases.forEach(([name, values, sentence]) => {
        it(`says one sentence about ${name}`, () => {
            const { script, bones } = hangChain(app, values);
            for (let i = 0; i < 5; i++) app.update(1 / 60);
            expect(script.problems()).length(1);
            expect(script.problems()[0]).match(sentence);
            expect(warnings).length(1);
            bones.forEach(bone => expect(Math.abs(bone.getLocalRotation().w)).closeTo(1, 1e-3));
        });
    });

    it('does without a wind that is not a number, and says so once', () => {
        const { script, bones } = hangChain(app, { wind: new Vec3(NaN, 0, 0) });
        for (let i = 0; i < 5; i++) app.update(1 / 60);
        expect(script.problems()[0]).contain('the wind is not a number');
        expect(bones[4].getPosition().y).closeTo(0.6, 1e-6);
        script.wind = new Vec3(30, 0, 0);
        for (let i = 0; i < 5; i++) app.update(1 / 60);
        expect(script.problems()).deep.equal([]);
        expect(bones[4].getPosition().x).above(0.01);
    });

    it('links first and last chains of a ring without end', () => {
        const root = new Entity('ring');
        app.root.addChild(root);
        for (let i = 0; i < 6; i++) {
            const bone = new Entity(`ring${i}`);
            bone.setLocalPosition(Math.cos(i), 1, Math.sin(i));
            root.addChild(bone);
        }
        root.addComponent('script');
        root.script!.create('springChain', { attributes: { crossLinks: true, chains: Array.from({ length: 6 }, (_, i) => ({ boneName: `ring${i}` })) } } as never);
        for (let i = 0; i < 30; i++) app.update(1 / 60);
        root.children.forEach(bone => expect(bone.getRotation().w).to.satisfy(Number.isFinite));
    });

    it('stops with a sentence when its root is destroyed, and goes on with another after refresh()', () => {
        const { script, bones } = hangChain(app, { chains: [{ boneName: 'bone0' }, { boneName: 'other' }] });
        bones[0].destroy();
        app.update(1 / 60);
        expect(script.problems().some(sentence => sentence.includes('was destroyed'))).equal(true);
        app.update(1 / 60);
    });
});
