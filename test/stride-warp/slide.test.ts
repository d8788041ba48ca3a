import { expect } from 'chai';
import { Vec3, type Quat } from 'playcanvas';

import { HeightGround, type StrideWarp } from '../../scripts/index';
import { sampled } from '../support/characters';
import { onEachCharacter, onStrangersInStride, type Actor, type FootStage } from '../support/foot-stage';
import { boundOf, type Reached } from '../support/reached';
import { Slip } from '../support/slip';

// A walk at other speeds and aside: what the soles that stand slide on the floor, vertex by vertex, and what the knees do.

const FRAME = 1 / 60;

/** What a walk has shown. Millimetres and degrees on a person. */
interface Seen {
    /** Furthest that a planted sole has gone along the floor in one stance. */
    slide: number;
    /** Fastest bend of a knee in degrees a second, of the character and of its twin that plays the clip. */
    knee: number;
    twinKnee: number;
    /** Furthest that a bone from a thigh to its toes turns against its parent in a frame, of the character and of the twin. */
    turn: number;
    twinTurn: number;
    /** Straightest leg as a share of its length, and that of the twin. */
    extension: number;
    twinExtension: number;
    /** How far the pelvis was below that of the twin. */
    down: number;
    stances: number;
    /** By how much legs that stand are shorter than the twin's, as shares of their length. */
    bent: number[];
}

/**
 * What is reached of the slide on slopes of 10 degrees with mecFootPlacer; goal: 10. The tip of Soldier's boot turns by 30 degrees
 * in the frame before it is lifted.
 */
const REACHED_ON_SLOPES: Reached = { Soldier: 20, Cow: 14.2 };

/**
 * What is reached of a knee's speed, as a multiple of the clip's, and on slopes; goal: 2. In the walks of Husky and Cow feet come down at
 * rest against the body, and stand on ground that goes backwards.
 */
const REACHED_KNEE: Reached = { Husky: 4.1, Cow: 3.9 };
const REACHED_KNEE_ON_SLOPES: Reached = { Husky: 2.3, Cow: 2.5 };

/** What is reached of the fastest turn of a leg's bone in a frame, as a multiple of the clip's, and on slopes; goal: 1.5. */
const REACHED_TURN: Reached = { Cow: 3 };
const REACHED_TURN_ON_SLOPES: Reached = { Cow: 2.1 };

/**
 * What is reached of how much shorter a leg that stands is than in the clip, on average, as a share of its length; goal: 0.01. Of two that stand the
 * one that needs less decides.
 */
const REACHED_BENT: Reached = { mannequin: 0.02, bitmoji: 0.026, hound: 0.019 };

/** Straightest leg of a stranger as a share of its length: a foot that hangs on the root changes that. */
const STRAIGHT = 1.005;

function kneeOf(actor: Actor, id: string): number {
    const [hip, knee, ankle] = actor.leg(id).map(bone => bone.getPosition());
    const a = hip.clone().sub(knee).normalize(), b = ankle.clone().sub(knee).normalize();
    return Math.acos(Math.max(-1, Math.min(1, a.dot(b)))) * 180 / Math.PI;
}

/** Local rotations of the legs' bones and of the toes. */
function turnsOf(actor: Actor, ids: string[]): Quat[] {
    return ids.flatMap(id => [...actor.leg(id), ...actor.foot(id).children].map(bone => bone.getLocalRotation().clone()));
}

/** Largest angle in degrees between rotations of two frames. */
function largestTurn(now: Quat[], before: Quat[]): number {
    const share = (q: Quat, k: number) => Math.abs(q.x * before[k].x + q.y * before[k].y + q.z * before[k].z + q.w * before[k].w);
    return Math.max(...now.map((q, k) => 360 / Math.PI * Math.acos(Math.min(1, share(q, k)))));
}

/** Where it goes and on what. */
interface Walk {
    clip?: string;
    /** Speed as a share of the clip's own, and direction in degrees to the left. */
    share: number;
    direction?: number;
    seconds: number;
    /** Whether the test moves it; else it stays in place. */
    isMoved?: boolean;
    /** Tangent of the slope uphill, with mecFootPlacer; without it the ground is level and nobody looks at it. */
    climb?: number;
}

/** Walks for some seconds. */
function walk(stage: FootStage, { clip = 'walk', share, direction = 0, seconds, isMoved = true, climb }: Walk): Seen {
    const [hero, twin] = [stage.add().play(clip), stage.add().play(clip)];
    const own = stage.speedOf(clip);
    const speed = share * own;
    hero.model.addComponent('script');
    const script = hero.model.script!.create('strideWarp', { attributes: { speed: share === 1 ? 0 : speed, direction } }) as StrideWarp;
    const angle = direction * Math.PI / 180;
    const { forward } = stage;
    // up × forward points to the left
    const way = new Vec3(forward.x * Math.cos(angle) + forward.z * Math.sin(angle), 0, forward.z * Math.cos(angle) - forward.x * Math.sin(angle));
    const height = (x: number, z: number) => (climb ?? 0) * (x * forward.x + z * forward.z);
    const normal = new Vec3(-(climb ?? 0) * forward.x, 1, -(climb ?? 0) * forward.z).normalize();
    const placer = climb === undefined ? null : hero.place({}, new HeightGround(height));
    const seen: Seen = { slide: 0, knee: 0, twinKnee: 0, turn: 0, twinTurn: 0, extension: 0, twinExtension: 0, down: 0, stances: 0, bent: [] };
    const slips = stage.feet.map(() => new Slip());
    const bends = stage.feet.map(() => [NaN, NaN]);
    let turns: Quat[][] = [];
    for (let i = 0; i * FRAME < seconds; i++) {
        if (isMoved) {
            const { x, z } = hero.holder.getPosition().clone().add(way.clone().mulScalar(speed * FRAME));
            hero.holder.setPosition(x, height(x, z), z);
        }
        stage.step(FRAME);
        twin.model.anim!.baseLayer!.activeStateCurrentTime = hero.time;
        const isSettled = i * FRAME > 1;
        const turned = [hero, twin].map(actor => turnsOf(actor, stage.feet));
        if (isSettled) {
            seen.turn = Math.max(seen.turn, largestTurn(turned[0], turns[0]));
            seen.twinTurn = Math.max(seen.twinTurn, largestTurn(turned[1], turns[1]));
        }
        turns = turned;
        const base = hero.holder.getPosition();
        stage.feet.forEach((id, foot) => {
            const points = hero.sole(id).read();
            if (isMoved) {
                if (!stage.isDown(clip, id, hero.time)) {
                    if (slips[foot].way.length() > 0) seen.stances++;
                    slips[foot].lift();
                } else if (slips[foot].follow(points, (all, v) => all[3 * v + 1] - height(all[3 * v], all[3 * v + 2]), normal, stage.size) && isSettled) {
                    seen.slide = Math.max(seen.slide, 1000 * slips[foot].way.length() / stage.size);
                }
            }
            const now = [kneeOf(hero, id), kneeOf(twin, id)];
            if (isSettled) {
                seen.knee = Math.max(seen.knee, Math.abs(now[0] - bends[foot][0]) / FRAME);
                seen.twinKnee = Math.max(seen.twinKnee, Math.abs(now[1] - bends[foot][1]) / FRAME);
                seen.extension = Math.max(seen.extension, hero.extension(id));
                seen.twinExtension = Math.max(seen.twinExtension, twin.extension(id));
                if (stage.isDown(clip, id, hero.time)) seen.bent.push(twin.extension(id) - hero.extension(id));
                const drop = (twin.bone('hips').getPosition().y - twin.holder.getPosition().y) - (hero.bone('hips').getPosition().y - base.y);
                seen.down = Math.max(seen.down, 1000 * drop / stage.size);
            }
            bends[foot] = now;
        });
    }
    expect([...script.problems(), ...placer?.problems() ?? []]).to.deep.equal([]);
    return seen;
}

onEachCharacter('strideWarp', (stage) => {
    for (const share of [0.7, 1.4, 1, 0.85, 1.2].slice(0, sampled(5, 3))) {
        for (const direction of [0, 25, -25]) {
            it(`does not let planted feet slide at ${share} times the clip's speed, ${direction} degrees aside`, () => {
                const seen = walk(stage, { share, direction, seconds: 5 });
                // also where it slides in the clip
                expect(seen.slide).to.be.below(10.8);
                expect(seen.stances).to.be.above(3 * stage.feet.length);
                // no pop: no knee more than twice as fast as the clip's, and none straighter than it may be
                expect(seen.knee).to.be.below(2 * seen.twinKnee);
                expect(seen.turn).to.be.below(boundOf(stage, 1.5, REACHED_TURN) * seen.twinTurn);
                expect(seen.extension).to.be.below(Math.max(0.9995, seen.twinExtension + 1e-4));
                expect(seen.down).to.be.below(51);
            });
        }
    }

    it('holds feet in the same way below a character that stays in place, as on a treadmill', () => {
        const [moved, inPlace] = [true, false].map(isMoved => walk(stage, { share: 0.8, direction: 20, seconds: 3, isMoved }));
        expect(inPlace.extension).to.be.closeTo(moved.extension, 0.004);
        expect(inPlace.knee).to.be.closeTo(moved.knee, 0.1 * moved.knee);
    });

    it('does not crouch where strides are shorter: legs that stand are as long as in the clip', () => {
        const { bent } = walk(stage, { share: 0.6, seconds: 3 });
        expect(bent.reduce((sum, share) => sum + share, 0) / bent.length).to.be.below(boundOf(stage, 0.01, REACHED_BENT));
    });

    it('goes below the clip\'s own sliding at its own speed', () => {
        if (stage.name === 'Xbot') expect(walk(stage, { share: 1, seconds: 4 }).slide).to.be.below(5);
    });
});

onStrangersInStride('strideWarp on strangers', (stage, clip) => {
    const direction = 25;

    for (const share of [1.4, 0.7].slice(0, sampled(2, 1))) {
        it(`does not let planted feet slide at ${share} times the clip's speed, ${direction} degrees aside`, () => {
            const seen = walk(stage, { clip, share, direction, seconds: 3 });
            expect(seen.stances).to.be.above(stage.feet.length);
            expect(seen.slide).to.be.below(10);
            expect(seen.knee).to.be.below(boundOf(stage, 2, REACHED_KNEE) * seen.twinKnee);
            expect(seen.turn).to.be.below(boundOf(stage, 1.5, REACHED_TURN) * seen.twinTurn);
            expect(seen.extension).to.be.below(Math.max(STRAIGHT, seen.twinExtension + 1e-4));
        });

        for (const [way, climb] of ([['up', 0.176], ['down', -0.176]] as const).slice(0, sampled(2, 1))) {
            it(`does the same ${way} a slope of 10 degrees with mecFootPlacer, at ${share} times the speed, ${direction} degrees aside`, () => {
                const seen = walk(stage, { clip, share, direction, seconds: 3, climb });
                expect(seen.slide).to.be.below(boundOf(stage, 10, REACHED_ON_SLOPES));
                expect(seen.knee).to.be.below(boundOf(stage, 2, REACHED_KNEE_ON_SLOPES) * seen.twinKnee);
                expect(seen.turn).to.be.below(boundOf(stage, 1.5, REACHED_TURN_ON_SLOPES) * seen.twinTurn);
                expect(seen.extension).to.be.below(Math.max(STRAIGHT, seen.twinExtension + 1e-4));
            });
        }
    }
});
