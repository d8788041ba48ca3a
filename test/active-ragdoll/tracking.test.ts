import { expect } from 'chai';

import { turnBetween } from '../support/geometry';
import { differenceOf, exactPose, NO_DIFFERENCE, onEachStage, SOURCES, worse, type Actor, type Difference } from '../support/ragdoll-stage';

// With both weights 1 the bodies are where the animation has them, and what is shown is the animation, at every frame rate.

/** Frames before a measurement: the bodies are there, and the clip runs. */
const SETTLING = 0.5;

/** Time of a measurement: more than a cycle of each clip. */
const MEASURED = 2;

const RATES = [30, 60, 90, 144, 240];

/** A long frame, seconds. */
const HITCH = 1 / 15;

/** What the bodies are off the twin's bones, as the script's own state says; local turns are against the parent with a body. */
function bodiesOff(actor: Actor, pose: Actor): { turn: number; distance: number; gap: number } {
    const off = { turn: 0, distance: 0, gap: 0 };
    const { ragdoll } = actor;
    for (const node of actor.bodies) {
        const state = ragdoll.getBoneState(node)!;
        const posed = pose.nodes[actor.nodes.indexOf(node)];
        off.distance = Math.max(off.distance, state.position.distance(posed.getPosition()));
        const above = actor.bodies.filter(other => node.isDescendantOf(other)).pop();
        if (!above) continue;
        const upper = ragdoll.getBoneState(above)!;
        const parent = pose.nodes[actor.nodes.indexOf(above)];
        const local = upper.rotation.clone().invert().mul(state.rotation);
        const animated = parent.getRotation().clone().invert().mul(posed.getRotation());
        off.turn = Math.max(off.turn, turnBetween(local, animated));
        // where the parent's body carries the joint
        const joint = parent.getRotation().clone().invert().transformVector(posed.getPosition().clone().sub(parent.getPosition()));
        const carried = upper.rotation.transformVector(joint).add(upper.position);
        off.gap = Math.max(off.gap, carried.distance(state.position));
    }
    return off;
}

onEachStage('tracking with both weights 1', (stage) => {
    it('keeps the bodies within 0.5 degrees, 5 mm, and the joints within 5 mm, at steps of 1/60', () => {
        const actor = stage.add().play();
        // the pose that physics is driven to is the one that was evaluated before it
        const late = stage.add();
        actor.add({ rotationWeight: 1, translationWeight: 1 });
        stage.run(SETTLING);
        const worst = { turn: 0, distance: 0, gap: 0 };
        for (let frame = 0; frame < 60 * MEASURED; frame++) {
            stage.step();
            if (frame > 0) {
                const off = bodiesOff(actor, late);
                worst.turn = Math.max(worst.turn, off.turn);
                worst.distance = Math.max(worst.distance, off.distance);
                worst.gap = Math.max(worst.gap, off.gap);
            }
            actor.nodes.forEach((node, i) => {
                late.nodes[i].setLocalRotation(node.getLocalRotation());
                late.nodes[i].setLocalPosition(node.getLocalPosition());
            });
        }
        expect(actor.bodies.length).to.be.above(12);
        expect(worst.turn, 'degrees').to.be.below(0.5);
        expect(worst.distance, 'metres').to.be.below(0.005);
        expect(worst.gap, 'joints, metres').to.be.below(0.005);
    });

    it('shows the animation within 0.5 degrees and 5 mm at every frame rate, spread over them by at most 0.05 degrees', () => {
        const worsts: Difference[] = RATES.map((rate) => {
            const [actor, twin] = [stage.add().play(), stage.add().play()];
            actor.add({ rotationWeight: 1, translationWeight: 1 });
            stage.run(SETTLING, rate);
            let worst = NO_DIFFERENCE;
            stage.run(MEASURED, rate, () => { worst = worse(worst, differenceOf(actor, twin)); });
            expect(actor.ragdoll.getBoneState('hips'), `${rate} Hz`).to.not.equal(null);
            stage.clear();
            return worst;
        });
        for (const { turn, distance } of worsts) {
            expect(turn).to.be.below(0.5);
            expect(distance).to.be.below(0.005);
        }
        const turns = worsts.map(({ turn }) => turn);
        expect(Math.max(...turns) - Math.min(...turns)).to.be.below(0.05);
    });

    it('has bodies wait for the animation in a long frame, and catch up without a jerk', () => {
        const actor = stage.add().play();
        actor.add({ rotationWeight: 1, translationWeight: 1 });
        stage.run(SETTLING);
        const fastest = () => Math.max(...actor.bodies.map(bone => actor.ragdoll.getBoneState(bone)!.linearVelocity.length()));
        let steady = 0, hitching = 0;
        for (let frame = 0; frame < 60 * MEASURED; frame++) {
            stage.step();
            steady = Math.max(steady, fastest());
        }
        for (let frame = 0; frame < 60 * MEASURED; frame++) {
            stage.step(frame % 10 === 0 ? HITCH : 1 / 60);
            hitching = Math.max(hitching, fastest());
        }
        expect(hitching, 'm/s').to.be.below(1.3 * steady);
    });

    it('shows the animation bit for bit at mapping weight 0, whatever the bodies do', () => {
        const [actor, twin] = [stage.add().play(), stage.add().play()];
        actor.add({ rotationWeight: 0, mappingWeight: 0 });
        for (let frame = 0; frame < 40; frame++) {
            stage.step();
            expect(exactPose(actor)).to.deep.equal(exactPose(twin));
        }
        // they have fallen
        expect(actor.ragdoll.getBoneState('hips')!.positionError).to.be.above(0.5);
    });
}, SOURCES);
