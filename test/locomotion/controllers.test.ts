import { expect } from 'chai';
import { Vec3, type RigidBodyComponent } from 'playcanvas';

import { FRAME, onEachCharacter, onStrangersInStride, type FootStage } from '../support/foot-stage';
import { createPhysicsApp } from '../support/physics-app';
import { WalkAbout } from '../support/walk-about';

// The same walk by what moves characters in projects: forces on a capsule, a kinematic body, a network ten times a second, the engine's own controller.

/** Slide of planted feet in millimetres on a person. */
const SLIDE = 15;

/** Frames between two messages of the network. */
const MESSAGE = 6;

const NETWORK = 'a network, ten times a second';

/** Moves the character at a speed, a frame at a time. */
type Mover = (speed: number) => void;

const KINDS: Readonly<Record<string, (about: WalkAbout) => Mover>> = {
    'forces on a capsule': (about) => {
        const body = addCapsule(about, 'dynamic');
        const push = new Vec3();
        return (speed) => {
            const { forward } = about.stage;
            push.copy(forward).mulScalar(speed).sub(body.linearVelocity);
            push.y = 0;
            body.applyForce(push.mulScalar(body.mass * 12));
            about.watch();
        };
    },
    'a kinematic body': (about) => {
        addCapsule(about, 'kinematic');
        return speed => about.step(speed);
    },
    [NETWORK]: (about) => {
        let frame = 0;
        return speed => about.step(frame++ % MESSAGE === 0 ? MESSAGE * speed : 0);
    }
};

function addCapsule({ hero: { holder }, stage: { height } }: WalkAbout, type: 'dynamic' | 'kinematic'): RigidBodyComponent {
    // above steps, as its height is not the matter here
    holder.addComponent('collision', { type: 'capsule', height, radius: 0.15 * height, linearOffset: new Vec3(0, height / 2, 0) });
    holder.addComponent('rigidbody', { type, mass: 70, friction: 0, restitution: 0, angularFactor: Vec3.ZERO });
    return holder.rigidbody!;
}

function addFloor(stage: FootStage) {
    const floor = stage.addEntity();
    floor.setPosition(0, -0.5, 0);
    floor.addComponent('collision', { type: 'box', halfExtents: new Vec3(50, 0.5, 50) });
    floor.addComponent('rigidbody', { type: 'static', friction: 0.5, restitution: 0 });
}

function rows(stage: FootStage, walk: string) {
    for (const [kind, make] of Object.entries(KINDS)) {
        it(`walks and stops, moved by ${kind}; planted feet do not slide`, () => {
            addFloor(stage);
            const about = new WalkAbout(stage, {}, ['idle', walk]);
            const move = make(about);
            const speed = stage.speedOf(walk);
            const go = (seconds: number, share: number) => {
                const kinds = new Set<string>();
                for (let i = 0; i < Math.round(seconds / FRAME); i++) {
                    move(share * speed);
                    kinds.add(about.script.kind);
                }
                return [...kinds];
            };
            go(0.3, 0);
            expect(about.script.kind).to.equal('idle');
            about.byClip = about.mayStepOff = true;
            go(1.5, 1);
            about.forget();
            const kinds = go(2.5, 1);
            expect(kinds).to.have.length(1);
            expect(kinds[0]).to.be.oneOf(['walk', 'run']);
            expect(about.script.speed).to.be.closeTo(speed, 0.06 * speed);
            expect(about.slide).to.be.below(SLIDE);
            go(1, 0);
            expect(about.script.kind).to.equal('idle');
            expect(about.script.isGrounded).to.equal(true);
        });
    }
}

const openPhysics = async (stage: FootStage) => stage.open(await createPhysicsApp('ammojs-typed'));

onEachCharacter('locomotion by controllers', stage => rows(stage, 'walk'), openPhysics);

onStrangersInStride('locomotion by controllers on strangers', (stage, walk) => {
    if (stage.name !== 'hound') rows(stage, walk);
}, openPhysics);
