import { expect } from 'chai';
import { Quat } from 'playcanvas';

import type { IdleRandomizer } from '../../scripts/index';
import { FRAME, onEachCharacter, onMannequin, onStrangersInStride, type FootStage } from '../support/foot-stage';
import { turnBetween } from '../support/geometry';
import { boundOf, type Reached } from '../support/reached';
import { WalkAbout } from '../support/walk-about';

// A character that crouches, and one that is handed over to idleRandomizer.

/** Slide of planted feet as it goes crouched; goal: 15 mm on a person. */
const REACHED_SLIDE: Reached = { Cow: 19 };

/** What the hips go down a frame at the most as it begins to crouch, as a share of the length of the first leg: a fifth of the way. */
const SUDDEN = 0.05;

/** Height of the hips over the entity, as a share of the length of the first leg. */
function hips({ hero, stage }: WalkAbout): number {
    return hero.bone('hips').getPosition().y / stage.legLength(stage.feet[0]);
}

function rows(stage: FootStage, walk: string) {
    it('is let down over its feet, which stay where they are, and comes up again', () => {
        const about = new WalkAbout(stage, {}, ['idle', walk]);
        const high = hips(about);
        about.script.crouch = true;
        let last = high, most = 0;
        for (let frame = 0; frame < 60; frame++) {
            about.hold(FRAME);
            most = Math.max(most, last - hips(about));
            last = hips(about);
        }
        expect(most).to.be.below(SUDDEN);
        expect(high - hips(about)).to.be.within(0.15, 0.3);
        expect(about.slide).to.be.below(5);
        about.script.crouch = false;
        about.hold(1);
        expect(hips(about)).to.be.closeTo(high, 0.02);
        expect(about.slide).to.be.below(5);
    });

    it('goes crouched, and planted feet do not slide', () => {
        const about = new WalkAbout(stage, { crouch: true }, ['idle', walk]);
        about.byClip = about.mayStepOff = true;
        const speed = 0.7 * stage.speedOf(walk);
        about.go(1.5, speed);
        about.forget();
        about.go(2.5, speed);
        expect(about.slide).to.be.below(boundOf(stage, 15, REACHED_SLIDE));
    });
}

onEachCharacter('locomotion, crouched', stage => rows(stage, 'walk'));

onStrangersInStride('locomotion, crouched, on strangers', (stage, walk) => {
    if (stage.name !== 'hound') rows(stage, walk);
});

onMannequin('locomotion, crouched', (stage) => {
    it('plays a clip for it where it stands and has one', () => {
        const about = new WalkAbout(stage, { clips: [{ kind: 'crouch', clipName: 'idle' }] });
        about.script.crouch = true;
        about.hold(0.2);
        expect(about.script.kind).to.equal('crouch');
        about.go(0.5, stage.speedOf('walk'));
        expect(about.script.kind).to.equal('walk');
    });

    it('goes over to it without a jump, however long it has stood', () => {
        const about = new WalkAbout(stage, { clips: [{ kind: 'crouch', clipName: 'walk' }] });
        const arm = about.hero.bone('leftUpperArm');
        const before = new Quat();
        let most = 0, far = 0;
        about.hold(1);
        const stood = arm.getRotation().clone();
        about.script.crouch = true;
        for (let frame = 0; frame < 30; frame++) {
            before.copy(arm.getRotation());
            about.hold(FRAME);
            most = Math.max(most, turnBetween(before, arm.getRotation()));
            far = Math.max(far, turnBetween(stood, arm.getRotation()));
        }
        expect(far).to.be.above(10);
        expect(most).to.be.below(6);
    });

    it('crouches by play() while nothing moves it', () => {
        const about = new WalkAbout(stage);
        const high = hips(about);
        about.script.play('crouch');
        about.hold(1);
        expect(high - hips(about)).to.be.above(0.15);
        about.script.play('idle');
        about.hold(1);
        expect(hips(about)).to.be.closeTo(high, 0.01);
    });
});

onMannequin('locomotion with idleRandomizer', (stage) => {
    it('hands somebody who has stood for two seconds over to it, and takes him back as he sets out', () => {
        const about = new WalkAbout(stage);
        const { script } = about.hero.holder;
        const idle = script!.create('idleRandomizer', { ind: 0, attributes: { blendTime: 0.3 } }) as unknown as IdleRandomizer;
        about.hold(0.5);
        expect(idle.weight).to.equal(1);
        about.go(1, stage.speedOf('walk'));
        expect(idle.weight).to.equal(0);
        about.hold(1);
        expect(idle.weight).to.equal(0);
        about.hold(3);
        expect(idle.weight).to.equal(1);
        about.go(0.5, stage.speedOf('walk'));
        about.script.enabled = false;
        about.hold(1);
        expect(idle.weight, 'switched off').to.equal(1);
    });
});
