import { expect } from 'chai';
import { Vec3, type AnimTrack } from 'playcanvas';

import { sampled } from '../support/characters';
import { seededRandom } from '../support/geometry';
import { CHEST, FOREARM, hit, onHitStage, STANDING_MANNEQUIN, STANDING_XBOT, type Hero, type HitStage } from '../support/hit-stage';

// A hit just before or after the animation changes: the change is no push, and nobody falls because of it.

/** Metres per second of a bone, besides what the animation itself has. */
const FASTEST = 6;

/** Frames between the hit and the change, at most. */
const APART = 10;

/** Speed of a runner, m/s. */
const RUN = 3.5;

/** Newton seconds: light, at the arm and at the chest. */
const HITS = [[FOREARM, new Vec3(0, 0, 12)], [CHEST, new Vec3(12, 0, 0)]] as const;

/** What a character does, on the stage with its twin that is not hit. */
class Changing {
    speed = 0;

    constructor(readonly hero: Hero) {}

    private get both() {
        return [this.hero.actor, this.hero.twin];
    }

    go(state: string, time = 0) {
        for (const { model } of this.both) model.anim!.baseLayer!.transition(state, time);
    }

    skip(seconds: number) {
        for (const { model } of this.both) model.anim!.baseLayer!.activeStateCurrentTime += seconds;
    }

    turnAbout() {
        for (const { model } of this.both) model.parent!.rotate(0, 180, 0);
    }

    move(dt: number) {
        for (const { model } of this.both) model.parent!.translate(0, 0, this.speed * dt);
    }
}

interface Change {
    readonly name: string;
    readonly isRunning: boolean;
    act(one: Changing): void;
}

const CHANGES: readonly Change[] = [
    { name: 'a switch to a run', isRunning: false, act: one => one.go('runs') },
    { name: 'a fade to a run', isRunning: false, act: one => one.go('runs', 0.2) },
    { name: 'a start', isRunning: false, act: (one) => { one.go('runs'); one.speed = RUN; } },
    { name: 'a stop', isRunning: true, act: (one) => { one.go('clip'); one.speed = 0; } },
    { name: 'another time of the clip', isRunning: true, act: one => one.skip(0.37) },
    { name: 'a turn about', isRunning: false, act: one => one.turnAbout() },
    { name: 'a turn about with a start', isRunning: false, act: (one) => { one.turnAbout(); one.go('runs'); } },
    { name: 'a turn about in a run', isRunning: true, act: (one) => { one.turnAbout(); one.speed = -one.speed; } }
];

/** The longest way of a bone that its twin has not gone; places of both, now and before. */
function furthest([now, now2]: Vec3[][], [before, before2]: Vec3[][]): number {
    return Math.max(...now.map((place, i) => place.clone().sub(before[i]).distance(now2[i].clone().sub(before2[i]))));
}

/** Runs one timing; answers whether the character fell, and the largest speed of a bone over that of the twin. */
function watch(stage: HitStage, run: AnimTrack, { isRunning, act }: Change, apart: number, [bones, impulse]: typeof HITS[number], rate: number): { fell: boolean; speed: number } {
    const hero = stage.addHero({ getUpDelay: 60 });
    hero.twin.model.reparent(stage.addEntity('twin player'));
    const one = new Changing(hero);
    for (const { model } of [hero.actor, hero.twin]) model.anim!.assignAnimation('runs', run);
    if (isRunning) {
        one.go('runs');
        one.speed = RUN;
    }
    const places = () => [hero.actor, hero.twin].map(({ model }) => hero.actor.ragdoll.control.bones.map(({ name }) => model.findByName(name)!.getPosition().clone()));
    const found = { fell: false, speed: 0 };
    let before = places();
    const frames = Math.round(apart * rate / 60);
    for (let frame = -Math.round(0.4 * rate); frame < 0.6 * rate; frame++) {
        if (frame === 0) hit(hero, bones, impulse);
        if (frame === frames) act(one);
        one.move(1 / rate);
        stage.step(1 / rate);
        const now = places();
        // where the animation leaps all do
        if (frame !== frames) found.speed = Math.max(found.speed, rate * furthest(now, before));
        before = now;
        found.fell ||= hero.reactions.state === 'falling';
    }
    for (const { model } of [hero.actor, hero.twin]) model.destroy();
    return found;
}

onHitStage('a light hit beside a change of the animation', (stage) => {
    it('lets nobody fall, and throws no limb', function () {
        this.timeout(400000);
        stage.addFloor();
        const run = [...stage.clips.values()].find(({ name }) => /run/i.test(name))!;
        const random = seededRandom(7);
        const count = sampled(200, 8);
        let speed = 0;
        for (let i = 0; i < count; i++) {
            const change = CHANGES[i % CHANGES.length];
            const apart = Math.round((2 * random() - 1) * APART);
            const rate = [60, 30, 144][Math.floor(3 * random())];
            const what = `${change.name}, ${apart} frames after the hit, ${rate} Hz`;
            const found = watch(stage, run, change, apart, HITS[Math.floor(i / CHANGES.length) % HITS.length], rate);
            expect(found.fell, `${what}: fell`).to.equal(false);
            expect(found.speed, what).to.be.below(FASTEST);
            speed = Math.max(speed, found.speed);
        }
        console.log(`      ${count} timings: at most ${speed.toFixed(1)} m/s`);
    });
}, [STANDING_MANNEQUIN, STANDING_XBOT]);
