import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { BUILDS } from '../support/physics-app';
import { onEachStage, SOURCES } from '../support/ragdoll-stage';

// Balls that move further in a step than they are wide, swept as the page of the script says.

const SPEED = 20;
const RADIUS = 0.11;

onEachStage('a ball at 20 m/s', (stage) => {
    for (const bone of ['head', 'spine1']) {
        for (const weight of [0.2, 1]) {
            it(`that is swept does not pass through the ${bone}, weights ${weight}`, () => {
                for (let start = 2; start < 2.34; start += 0.04) {
                    const actor = stage.add();
                    const ragdoll = actor.add({ rotationWeight: weight, translationWeight: weight });
                    stage.run(0.1);
                    const { position } = ragdoll.getBoneState(bone)!;
                    const ball = stage.addEntity('ball');
                    ball.setPosition(position.x, position.y + 0.05, position.z + start);
                    ball.addComponent('collision', { type: 'sphere', radius: RADIUS });
                    ball.addComponent('rigidbody', { type: 'dynamic', mass: 0.5 });
                    const body = ball.rigidbody!.body as { setCcdMotionThreshold(distance: number): void; setCcdSweptSphereRadius(radius: number): void };
                    body.setCcdMotionThreshold(RADIUS);
                    body.setCcdSweptSphereRadius(0.8 * RADIUS);
                    ball.rigidbody!.linearVelocity = new Vec3(0, 0, -SPEED);
                    stage.run(0.25);
                    // free, it would be two metres behind
                    expect(ball.getPosition().z, `from ${start} m`).to.be.above(position.z - 0.5);
                    stage.clear();
                }
            });
        }
    }
}, [SOURCES[0], SOURCES[1]], BUILDS);
