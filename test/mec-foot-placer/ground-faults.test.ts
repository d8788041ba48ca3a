import { expect } from 'chai';
import { BODYGROUP_USER_1, BODYMASK_ALL, Vec3, type Entity } from 'playcanvas';

import { FRAME, mannequinStage, type Actor } from '../support/foot-stage';
import { USUAL_BUILDS, createPhysicsApp } from '../support/physics-app';
import { catchWarnings } from '../support/warnings';

// Ground of the physics engine that is not what it should be, or changes under who stands on it.

/** Frames in which feet see that their ground has changed: 0.25 s. */
const SEEN = 15;

/** Height of the floor over the character's place, metres, and what feet may be off it. */
const FLOOR = 0.1;
const NEAR = 0.003;

/** Distance in metres by which feet may be off their animation, whatever the ground does. */
const ASTRAY = 0.35;

for (const build of USUAL_BUILDS) {
    describe(`feet on faulty ground of ${build}`, () => {
        const warnings = catchWarnings();
        const stage = mannequinStage();
        before(async () => {
            await stage.open(await createPhysicsApp(build));
        });
        afterEach(() => {
            stage.app.systems.rigidbody!.gravity.set(0, -9.81, 0);
            stage.clear();
        });
        after(() => stage.close());

        function addBox(place: Vec3, half: Vec3, type: 'static' | 'kinematic' = 'static'): Entity {
            const entity = stage.addEntity();
            entity.setPosition(place);
            entity.addComponent('collision', { type: 'box', halfExtents: half });
            entity.addComponent('rigidbody', { type });
            return entity;
        }

        const addFloor = (type: 'static' | 'kinematic' = 'static') => addBox(new Vec3(0, FLOOR - 0.5, 0), new Vec3(5, 0.5, 5), type);

        const run = (frames: number, each: (i: number) => void = () => {}) => {
            for (let i = 1; i <= frames; i++) {
                each(i);
                stage.step();
            }
        };

        function stand(clip = 'idle'): { hero: Actor; twin: Actor } {
            const [hero, twin] = [stage.add().play(clip), stage.add().play(clip)];
            hero.place({ adjustPelvisVertically: true });
            return { hero, twin };
        }

        function expectLift({ hero, twin }: { hero: Actor; twin: Actor }, lift: number, near = NEAR) {
            for (const id of stage.feet) expect(hero.foot(id).getPosition().y - twin.foot(id).getPosition().y, id).to.be.closeTo(lift, near);
            expect(hero.placer.problems()).to.deep.equal([]);
            expect(warnings).to.deep.equal([]);
        }

        /** Somebody stands on a floor that is taken away. */
        function expectGone(remove: (floor: Entity) => void) {
            const floor = addFloor();
            const made = stand();
            made.hero.placer.setLayerMask(BODYMASK_ALL & ~BODYGROUP_USER_1);
            run(60);
            expectLift(made, FLOOR);
            remove(floor);
            run(SEEN);
            expectLift(made, 0, 0.01);
            run(SEEN);
            expectLift(made, 0, 1e-3);
        }

        it('colliders without size carry nobody', () => {
            addFloor();
            addBox(new Vec3(0.1, FLOOR + 0.05, 0), new Vec3(0, 0, 0));
            addBox(new Vec3(-0.1, FLOOR + 0.05, 0), new Vec3(0.5, 0, 0.5));
            const made = stand();
            run(60);
            for (const node of made.hero.nodes) expect(Number.isFinite(node.getPosition().length()), node.name).to.equal(true);
            for (const id of stage.feet) expect(made.hero.foot(id).getPosition().y - made.twin.foot(id).getPosition().y).to.be.within(FLOOR - NEAR, FLOOR + 0.05 + NEAR);
        });

        it('ground that is not loaded yet is none, and is found when it is', () => {
            const floor = stage.addEntity();
            floor.setPosition(0, FLOOR - 0.5, 0);
            floor.addComponent('collision', { type: 'mesh' });
            floor.addComponent('rigidbody', { type: 'static' });
            const made = stand();
            run(40);
            expectLift(made, 0, 1e-4);
            floor.collision!.halfExtents = new Vec3(5, 0.5, 5);
            floor.collision!.type = 'box';
            run(40);
            expectLift(made, FLOOR);
        });

        it('ground that is faster than anybody lets feet go, and takes no leg along', () => {
            const floor = addBox(new Vec3(0, FLOOR - 0.5, 0), new Vec3(60, 0.5, 5), 'kinematic');
            const { hero, twin } = stand();
            run(40);
            run(60, i => floor.setPosition(20 * i * FRAME, FLOOR - 0.5, 0));
            for (let i = 61; i < 120; i++) {
                floor.setPosition(20 * i * FRAME, FLOOR - 0.5, 0);
                stage.step();
                for (const id of stage.feet) {
                    expect(hero.foot(id).getPosition().distance(twin.foot(id).getPosition()), `${id} in frame ${i}`).to.be.below(ASTRAY);
                    expect(hero.foot(id).getPosition().y - twin.foot(id).getPosition().y, `${id} in frame ${i}`).to.be.closeTo(FLOOR, 0.03);
                }
            }
        });

        for (const [name, gravity] of [['0', [0, 0, 0]], ['aside', [9.81, 0, 0]]] as const) {
            it(`gravity ${name} changes nothing: down is the character's`, () => {
                stage.app.systems.rigidbody!.gravity.set(gravity[0], gravity[1], gravity[2]);
                addFloor();
                const made = stand();
                run(40);
                expectLift(made, FLOOR);
            });
        }

        for (const [name, remove] of [
            ['is destroyed', (floor: Entity) => floor.destroy()],
            ['is switched off', (floor: Entity) => { floor.enabled = false; }],
            ['is put away', (floor: Entity) => floor.rigidbody!.teleport(0, -50, 0)],
            ['becomes a body of another group', (floor: Entity) => { floor.rigidbody!.group = BODYGROUP_USER_1; }]
        ] as const) {
            it(`ground that ${name} while somebody stands is seen within 0.25 s`, () => expectGone(remove));
        }

        for (const top of [FLOOR + 0.08, FLOOR - 0.06]) {
            it(`a box that is ${top > FLOOR ? 'made larger' : 'made smaller'} under somebody is seen within 0.25 s`, () => {
                const floor = addFloor();
                const made = stand();
                run(60);
                floor.collision!.halfExtents = new Vec3(5, top - FLOOR + 0.5, 5);
                run(SEEN);
                expectLift(made, top, 0.015);
                run(SEEN);
                expectLift(made, top);
            });
        }

        it('10 km from the origin feet stand as near to the ground as numbers there allow, and as still', () => {
            const far = 10000;
            addBox(new Vec3(far, FLOOR - 0.5, 0), new Vec3(5, 0.5, 5));
            const { hero, twin } = stand();
            for (const { holder } of [hero, twin]) holder.setPosition(far, 0, 0);
            run(60);
            const last = new Map(stage.feet.map(id => [id, hero.foot(id).getPosition().clone()]));
            run(60, () => {
                for (const id of stage.feet) {
                    const place = hero.foot(id).getPosition();
                    // a float has steps of 1 mm there
                    expect(place.distance(last.get(id)!), id).to.be.below(0.004);
                    last.get(id)!.copy(place);
                }
            });
            expectLift({ hero, twin }, FLOOR, 0.005);
        });
    });
}
