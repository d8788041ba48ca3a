import { expect } from 'chai';
import { Quat, type ScriptType } from 'playcanvas';

import { HeightGround, type MecFootPlacer } from '../../scripts/index';
import { loadGlb } from '../support/app';
import { FULL } from '../support/characters';
import { FRAME, onEachCharacter, onMannequin, onStrangersInStride, type FootStage } from '../support/foot-stage';
import { turnBetween } from '../support/geometry';
import { boundOf, type Reached } from '../support/reached';
import { slideOnSpot, WalkAbout } from '../support/walk-about';

// What the soles of a character do on the floor that something else moves: it sets out, goes, turns and stops.

/** What is reached of the slide as a character sets out; goal: 24. Paws do not reach back to where they stood while the body goes off at full speed at once. */
const REACHED_START: Reached = { hound: 56 };

/** Distance of the feet from the clip's stance after a stop, millimetres on a person. */
const STANCE = 35;

/** What one kind of test measures. */
function rows(stage: FootStage, walk: string) {
    const about = () => new WalkAbout(stage, {}, ['idle', walk]);
    const paceOf = () => stage.speedOf(walk);

    it('sets out in two frames, with feet that stand where they stood', () => {
        const hero = about();
        let frames = 0;
        while (hero.script.kind === 'idle' && frames < 10) {
            hero.step(paceOf());
            frames++;
        }
        expect(frames).to.be.below(3);
        hero.go(0.3, paceOf());
        expect(hero.slide).to.be.below(boundOf(stage, 24, REACHED_START));
    });

    for (const share of FULL ? [0.3, 0.7, 1, 1.2] : [0.7]) {
        it(`does not let planted feet slide at ${share} times the clip's speed`, () => {
            const hero = about();
            hero.byClip = true;
            hero.go(1.5, share * paceOf());
            hero.forget();
            hero.go(2.5, share * paceOf());
            expect(Math.min(...hero.feet.map(({ steps }) => steps))).to.be.above(0);
            expect(hero.slide).to.be.below(15);
        });
    }

    it('does not let them slide or turn in curves of 90 degrees a second', () => {
        const hero = about();
        hero.byClip = hero.mayStepOff = true;
        hero.go(1.5, paceOf(), 0, 90);
        hero.forget();
        hero.go(2.5, paceOf(), 0, 90);
        expect(hero.slide).to.be.below(15);
        expect(hero.turned).to.be.below(6);
    });

    it('stands 0.4 s after the entity, its feet in the stance of the clip', () => {
        const hero = about();
        const stance = hero.stance();
        hero.go(2, paceOf());
        for (let i = 0; i < 18; i++) hero.step(paceOf() * (1 - i / 18));
        hero.hold(0.4);
        hero.forget();
        hero.hold(1);
        expect(hero.slide).to.be.below(slideOnSpot(stage));
        hero.stance().forEach((place, i) => expect(1000 * place.distance(stance[i]) / stage.size, stage.feet[i]).to.be.below(STANCE));
    });

    for (const angle of FULL ? [30, 90, 180] : [90]) {
        it(`turns by ${angle} degrees in place by steps, and no foot that stands turns`, () => {
            const hero = about();
            const stance = hero.stance();
            hero.go(angle / 150, 0, 0, 150);
            hero.hold(1.2);
            expect(hero.turned).to.be.below(5);
            expect(hero.slide).to.be.below(slideOnSpot(stage));
            hero.stance().forEach((place, i) => expect(1000 * place.distance(stance[i]) / stage.size, stage.feet[i]).to.be.below(35));
        });
    }
}

/** Turns by 90 degrees in place with mecFootPlacer: answers what the soles did, and whether each foot was known to step. */
function turnOnGround(stage: FootStage): { slide: number; turned: number; stepped: boolean[] } {
    const hero = new WalkAbout(stage);
    const placer = hero.hero.holder.script!.create('mecFootPlacer') as MecFootPlacer & ScriptType;
    placer.setGround(new HeightGround(() => 0));
    hero.hold(0.5);
    hero.forget();
    const stepped = stage.feet.map(() => false);
    for (let frame = 0; frame < 108; frame++) {
        hero.step(0, 0, frame < 36 ? 150 : 0);
        stage.feet.forEach((id, i) => { stepped[i] ||= !placer.isDown(id); });
    }
    return { slide: hero.slide, turned: hero.turned, stepped };
}

onEachCharacter('locomotion steps with mecFootPlacer', (stage) => {
    it('turns in place by steps that mecFootPlacer knows of', function () {
        const { slide, turned, stepped } = turnOnGround(stage);
        this.test!.title += ` (slide ${slide.toFixed(1)} mm, turn ${turned.toFixed(1)})`;
        expect(stepped).to.not.include(false);
        expect(slide).to.be.below(slideOnSpot(stage));
        expect(turned).to.be.below(5);
    });
});

onEachCharacter('locomotion', stage => rows(stage, 'walk'));

onStrangersInStride('locomotion on strangers', (stage, walk) => {
    if (stage.name !== 'hound') rows(stage, walk);
});

onMannequin('locomotion', (stage) => {
    it('walks in its place while it is asked to and nothing moves it', () => {
        const hero = new WalkAbout(stage);
        hero.script.play('walk', 1);
        hero.hold(0.5);
        expect(hero.script.kind).to.equal('walk');
        hero.script.play('idle');
        hero.hold(0.2);
        expect(hero.script.kind).to.equal('idle');
    });

    it('tells speed and direction of the entity', () => {
        const hero = new WalkAbout(stage);
        hero.go(0.5, 1.2, 60);
        expect(hero.script.speed).to.be.closeTo(1.2, 0.01);
        expect(hero.script.direction).to.be.closeTo(60, 1);
        hero.hold(0.5);
        expect(hero.script.speed).to.equal(0);
    });

    it('goes on walking for an entity that comes in leaps, ten a second', () => {
        const hero = new WalkAbout(stage);
        const kinds = new Set<string>();
        for (let i = 0; i < 120; i++) {
            hero.step(i % 6 === 0 ? 6 * 1.3 : 0);
            if (i > 30) kinds.add(hero.script.kind);
        }
        expect([...kinds]).to.deep.equal(['walk']);
        expect(hero.script.speed).to.be.closeTo(1.3, 0.05);
    });

    it('fires start, stop and a step for each foot that comes down', () => {
        const hero = new WalkAbout(stage);
        const events: string[] = [];
        hero.script.on('start', () => events.push('start'));
        hero.script.on('stop', () => events.push('stop'));
        const steps: string[] = [];
        hero.script.on('step', (foot: { name: string }, speed: number) => steps.push(`${foot.name} ${speed.toFixed(1)}`));
        hero.go(2.12, 1.34);
        const walking = steps.length;
        hero.hold(1);
        expect(events).to.deep.equal(['start', 'stop']);
        expect(walking).to.be.within(3, 5);
        expect(new Set(steps.slice(0, walking)).size).to.equal(2);
    });

    it('leaves the bones and what played to the animation when it is switched off', () => {
        const hero = new WalkAbout(stage);
        hero.go(1, 1.3);
        hero.script.enabled = false;
        hero.hold(0.6);
        expect(hero.hero.model.anim!.baseLayer!.activeState).to.equal('idle');
        expect(hero.hero.model.anim!.speed).to.equal(1);
        hero.script.enabled = true;
        hero.go(0.5, 1.3);
        expect(hero.script.kind).to.equal('walk');
    });

    it('lets an action play to its end', () => {
        const hero = new WalkAbout(stage);
        const { anim } = hero.hero.model;
        anim!.assignAnimation('Slash', stage.clip('walk'), undefined, 1, false);
        hero.hold(0.1);
        anim!.baseLayer!.transition('Slash', 0);
        hero.go(0.5, 1.3);
        expect(anim!.baseLayer!.activeState).to.equal('Slash');
        hero.go(0.8, 1.3);
        expect(anim!.baseLayer!.activeState).to.equal('locomotion walk');
    });
});

onMannequin('locomotion that gets faster', (stage) => {
    for (const acceleration of [0.3, 1, 2]) {
        it(`goes over from walk to run without a jump at ${acceleration} metres a second squared`, async () => {
            await loadGlb(stage.app, 'templates/motions-people.glb');
            const about = new WalkAbout(stage);
            const arm = about.hero.bone('leftForearm');
            const before = new Quat();
            let speed = stage.speedOf('walk'), most = 0, left = 10;
            about.go(1.5, speed);
            while (left > 0 && speed < 10) {
                before.copy(arm.getRotation());
                speed += acceleration * FRAME;
                about.step(speed);
                most = Math.max(most, turnBetween(before, arm.getRotation()));
                if (about.script.kind === 'run') left--;
            }
            expect(about.script.kind).to.equal('run');
            expect(most).to.be.below(12);
        });
    }
});
