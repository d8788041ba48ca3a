import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { FULL } from '../support/characters';
import { turnBetween } from '../support/geometry';
import { onEachStage, SOURCES, STANDING, type Actor, type RagdollStage } from '../support/ragdoll-stage';
import { boundOf, type Reached } from '../support/reached';
import { itFull } from '../support/skip';

// Pushes: the five pictures of the original, and the same answer at every frame rate and at every step.

/** A push on the chest of a standing character. */
const PUSH = 60;

/** Frame rates that meet every sixth of a second, and the push in the middle of a frame of each. */
const RATES = [30, 60, 144, 240];
const MEET = 1 / 6;
const PUSH_TIME = 1.01;

/** What the bodies differ by from the twin: root mean square of the local turns in degrees, and mean distance in metres. */
function errorOf(actor: Actor, twin: Actor): { turn: number; distance: number } {
    const bones = actor.bodies;
    let [squares, distance] = [0, 0];
    for (const bone of bones) {
        const same = twin.nodes[actor.nodes.indexOf(bone)];
        squares += turnBetween(bone.getLocalRotation(), same.getLocalRotation()) ** 2;
        distance += bone.getPosition().distance(same.getPosition());
    }
    return { turn: Math.sqrt(squares / bones.length), distance: distance / bones.length };
}

function pushChest({ ragdoll }: Actor, impulse: number) {
    const chest = ragdoll.getBoneState('spine2') ? 'spine2' : 'spine1';
    ragdoll.addImpulse(chest, ragdoll.getBoneState(chest)!.position, new Vec3(0.2 * impulse, 0, impulse));
}

/** What is left of the push at weights 1 and 1, degrees: a walk has its feet in the floor. */
const HELD_REACHED: Reached = { 'Xbot, walk': 0.75 };

/** The mean errors of a character that stands on a floor and is pushed. */
function meanError(stage: RagdollStage, rotationWeight: number, translationWeight: number) {
    stage.addFloor();
    const [actor, twin] = [stage.add().play(), stage.add().play()];
    actor.add({ rotationWeight, translationWeight });
    stage.run(1);
    pushChest(actor, PUSH);
    const mean = { turn: 0, distance: 0 };
    const frames = 90;
    stage.run(frames / 60, 60, () => {
        const { turn, distance } = errorOf(actor, twin);
        mean.turn += turn / frames;
        mean.distance += distance / frames;
    });
    stage.clear();
    return mean;
}

onEachStage('the five pictures', (stage) => {
    it('a standing character that is pushed: 100/0, 50/0, 10/0, and 100/100 against 30/30', () => {
        const [full, half, tenth] = [1, 0.5, 0.1].map(weight => meanError(stage, weight, 0));
        expect(half.turn).to.be.above(1.5 * full.turn);
        expect(tenth.turn).to.be.above(1.5 * half.turn);
        const [held, soft] = [1, 0.3].map(weight => meanError(stage, weight, weight));
        expect(soft.distance).to.be.above(1.5 * held.distance).and.above(0.001);
        expect(held.turn).to.be.below(boundOf(stage.source, 0.5, HELD_REACHED));
    });
}, [STANDING, ...(FULL ? SOURCES.filter(({ name }) => name === 'bitmoji, idle' || name.startsWith('Xbot') || name.startsWith('hound')) : [])]);

/** What is shown against the twin at the times that all rates have, after a push: local turns as rotation vectors, and places. */
function answers(stage: RagdollStage, rate: number, weights: [number, number]): number[][] {
    const [actor, twin] = [stage.add().play(), stage.add().play()];
    const ragdoll = actor.add({ rotationWeight: weights[0], translationWeight: weights[1] });
    // frames do not end on the boundaries of steps, where rounding would say how many steps they have; all begin at the same part of one
    stage.step(1 / 480);
    const frames = 2 * rate;
    const every = Math.round(MEET * rate);
    const found: number[][] = [];
    for (let frame = 1; frame <= frames; frame++) {
        if ((frame - 1) / rate <= PUSH_TIME && PUSH_TIME < frame / rate) pushChest(actor, PUSH / 2);
        stage.step(1 / rate);
        if (frame % every !== 0 || frame / rate < PUSH_TIME) continue;
        found.push(actor.bodies.flatMap((bone) => {
            const same = twin.nodes[actor.nodes.indexOf(bone)];
            const turn = bone.getRotation().clone().mul(same.getRotation().clone().invert());
            const scale = 2 * Math.sign(turn.w || 1) * 180 / Math.PI;
            const place = bone.getPosition().clone().sub(same.getPosition());
            return [turn.x * scale, turn.y * scale, turn.z * scale, place.x, place.y, place.z];
        }));
    }
    expect(ragdoll.getBoneState('hips')).to.not.equal(null);
    stage.step(1 / 60 - 1 / 480);
    stage.clear();
    return found;
}

/** Largest difference of two answers: degrees and metres. */
function compare(a: number[][], b: number[][]): { turn: number; distance: number; largest: number } {
    expect(a.length).to.equal(b.length).and.above(2);
    const found = { turn: 0, distance: 0, largest: 0 };
    a.forEach((row, i) => {
        for (let k = 0; k < row.length; k += 6) {
            const apart = (o: number) => Math.hypot(...[0, 1, 2].map(axis => row[k + o + axis] - b[i][k + o + axis]));
            found.turn = Math.max(found.turn, apart(0));
            found.distance = Math.max(found.distance, apart(3));
            found.largest = Math.max(found.largest, Math.hypot(row[k], row[k + 1], row[k + 2]));
        }
    });
    return found;
}

/** A ball as heavy as a medicine ball, thrown: kilograms, metres, metres per second. */
const BALL = { mass: 4, radius: 0.11, speed: 11 };

/** Most that a ball may change the motion of one bone by from one picture to the next, degrees: root mean square of all bones, and the largest. */
const FLINCH = { all: 8, one: 20 };

/** What is reached by one bone: at a weight below 1 the light thigh of an animal gives way. */
const FLINCH_REACHED: Reached = { 'hound, walk': 31 };

onEachStage('a ball', (stage) => {
    for (const [rotationWeight, translationWeight] of [[1, 0], [1, 1], [0.8, 0]]) {
        itFull(`that is thrown at an upper arm or a thigh moves no bone for a single picture: weights ${rotationWeight} and ${translationWeight}`, () => {
            for (const [bone, ...way] of [['leftUpperArm', -1, 0, 0], ['leftUpperArm', 0, 0, -1], ['leftThigh', 0.7, 0, 0.7]] as const) {
                stage.addFloor();
                const [actor, twin] = [stage.add().play(), stage.add().play()];
                const ragdoll = actor.add({ rotationWeight, translationWeight });
                stage.run(0.8);
                const direction = new Vec3(...way);
                const from = ragdoll.getBoneState(bone)!.position.clone().sub(direction.clone().mulScalar(1.5));
                const ball = stage.addBox(new Vec3(BALL.radius, BALL.radius, BALL.radius), from, { type: 'dynamic', mass: BALL.mass });
                Object.assign(ball.collision!, { type: 'sphere', radius: BALL.radius });
                ball.rigidbody!.linearVelocity = direction.mulScalar(BALL.speed);
                const bones = actor.bodies;
                const turns: Vec3[][] = [];
                let largest = 0;
                stage.run(1, 60, () => {
                    turns.unshift(bones.map((node) => {
                        const turn = node.getLocalRotation().clone().mul(twin.nodes[actor.nodes.indexOf(node)].getLocalRotation().clone().invert());
                        return new Vec3(turn.x, turn.y, turn.z).mulScalar(2 * Math.sign(turn.w) * 180 / Math.PI);
                    }));
                    if (turns.length < 3) return;
                    const changes = bones.map((_, i) => turns[0][i].clone().sub(turns[1][i]).sub(turns[1][i]).add(turns[2][i]).length());
                    expect(Math.sqrt(changes.reduce((sum, change) => sum + change * change, 0) / bones.length), bone).to.be.below(FLINCH.all);
                    expect(Math.max(...changes), bone).to.be.below(boundOf(stage.source, FLINCH.one, FLINCH_REACHED));
                    largest = Math.max(largest, ...turns[0].map(turn => turn.length()));
                });
                expect(largest, 'it is seen').to.be.above(2);
                stage.clear();
            }
        });
    }
}, [STANDING, ...(FULL ? SOURCES.filter(({ name }) => name !== 'bitmoji, idle') : [])]);

const STAND_TURN = 0.2;
const STAND_DISTANCE = 0.001;

/** The same while walking; at 30 Hz a sixtieth of a second has to be guessed, and fast paws show it. */
const WALK_TURN = 1;
const WALK_GUESSED = 2.9;

onEachStage('the same push at 30, 60, 144 and 240 Hz', (stage) => {
    const isStanding = stage.source.clip === 'idle';
    for (const weight of [0.2, 0.5]) {
        it(`is answered alike at the same time at weight ${weight}`, function () {
            const all = RATES.map(rate => answers(stage, rate, [weight, weight]));
            for (const [i, other] of all.entries()) {
                if (RATES[i] === 60) continue;
                const { turn, distance, largest } = compare(all[RATES.indexOf(60)], other);
                this.test!.title += ` (${RATES[i]} Hz: ${turn.toFixed(2)})`;
                expect(largest).to.be.above(0.03);
                expect(turn, 'degrees').to.be.below(isStanding ? STAND_TURN : RATES[i] < 60 ? WALK_GUESSED : WALK_TURN);
                if (isStanding) expect(distance, 'metres').to.be.below(STAND_DISTANCE);
            }
        });
    }
}, [STANDING, ...SOURCES.filter(({ name }) => name.endsWith('walk'))]);

/** A hit in newton seconds, the bone that it meets, and the weights. */
type Hit = readonly [number, string, number];

const HITS: readonly Hit[] = FULL ? [10, 30].flatMap(hit => ['spine2', 'hips', 'head', 'leftHand', 'leftUpperArm', 'rightShin']
.flatMap(bone => [0.1, 0.3, 0.6].map(weight => [hit, bone, weight] as const))) :
    [[10, 'spine2', 0.1], [30, 'spine2', 0.3], [10, 'leftHand', 0.3], [30, 'leftUpperArm', 0.1], [20, 'head', 0.6], [30, 'leftHand', 0.1]];

/** Largest difference of a peak to that at 1/60, as a share of it. */
const PEAK = 0.15;
const PEAK_REACHED: Reached = {
    // the arm swings by ten degrees and more a step
    '30 N s on leftHand at weight 0.1': 0.17
};

/** Largest difference of the time to settle, as a share of it. */
const SETTLED = 0.2;
const SETTLED_REACHED: Reached = {
    // a last small swing that is counted at one step and not at the others
    '10 N s on rightShin at weight 0.1': 0.27
};

onEachStage('the same hit at steps of 1/60, 1/120 and 1/240', (stage) => {
    for (const [hit, bone, weight] of HITS) {
        const name = `${hit} N s on ${bone} at weight ${weight}`;
        itFull(`has the same peak and settles in the same time: ${name}`, () => {
            const physics = stage.app.systems.rigidbody as unknown as { fixedTimeStep: number };
            const found = [60, 120, 240].map((rate) => {
                physics.fixedTimeStep = 1 / rate;
                const [actor, twin] = [stage.add(), stage.add()];
                const ragdoll = actor.add({ rotationWeight: weight, translationWeight: weight });
                stage.run(1, 240);
                const rest = errorOf(actor, twin).turn;
                ragdoll.addImpulse(bone, ragdoll.getBoneState(bone)!.position, new Vec3(0, 0, hit));
                let [peak, settled] = [0, 0];
                for (let frame = 1; frame <= 360; frame++) {
                    stage.step(1 / 240);
                    const away = errorOf(actor, twin).turn - rest;
                    peak = Math.max(peak, away);
                    if (away > 0.15 * peak) settled = frame / 240;
                }
                stage.clear();
                return { peak, settled };
            });
            physics.fixedTimeStep = 1 / 60;
            const [coarse, ...finer] = found;
            expect(coarse.peak, 'it is felt').to.be.above(0.15);
            for (const { peak, settled } of finer) {
                expect(peak, JSON.stringify(found)).to.be.closeTo(coarse.peak, boundOf({ name }, PEAK, PEAK_REACHED) * coarse.peak);
                expect(settled, JSON.stringify(found)).to.be.closeTo(coarse.settled, boundOf({ name }, SETTLED, SETTLED_REACHED) * coarse.settled);
            }
        });
    }
}, [STANDING]);
