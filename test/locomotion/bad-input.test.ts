import { expect } from 'chai';
import { Asset, Entity, Quat, Vec3, type ScriptType } from 'playcanvas';

import type { Locomotion } from '../../scripts/index';
import { loadGlb } from '../support/app';
import { HOUND, MANNEQUIN } from '../support/characters';
import { FRAME, onMannequin, type FootStage } from '../support/foot-stage';
import { createPhysicsApp } from '../support/physics-app';
import { WalkAbout } from '../support/walk-about';
import { catchWarnings } from '../support/warnings';

// What nobody means to do to a character that walks by itself: no exception, numbers in all bones, and the best that is there.

function isSound(hero: WalkAbout): boolean {
    return hero.hero.pose().flat().every(Number.isFinite);
}

/** Height of the head over the entity, in the entity's own units. */
function headHeight(hero: WalkAbout): number {
    return hero.hero.holder.getWorldTransform().clone().invert().transformPoint(hero.hero.bone('head').getPosition()).y;
}

function rows(stage: FootStage) {
    catchWarnings();

    it('goes as fast as it can at 100 m/s, and walks again afterwards', () => {
        const hero = new WalkAbout(stage);
        hero.go(1, 100);
        expect(isSound(hero)).to.equal(true);
        hero.go(1, 1.3);
        expect(hero.script.kind).to.equal('walk');
        expect(isSound(hero)).to.equal(true);
    });

    it('stands where it is put by a teleport', () => {
        const hero = new WalkAbout(stage);
        hero.go(1, 1.3);
        hero.hero.holder.setPosition(40, 0, -60);
        hero.hold(1);
        expect(hero.script.kind).to.equal('idle');
        hero.stance().forEach(place => expect(Math.hypot(place.x, place.z)).to.be.below(0.5));
    });

    it('lets go of the ground as it is turned about at once', () => {
        const hero = new WalkAbout(stage);
        hero.go(1, 1.3);
        hero.hero.holder.rotate(0, 180, 0);
        for (let i = 0; i < 30; i++) {
            hero.step(1.3);
            hero.stance().forEach(place => expect(Math.abs(place.x), `frame ${i}`).to.be.below(0.11));
        }
    });

    it('stands on what carries it', () => {
        const hero = new WalkAbout(stage);
        const floor = stage.addEntity();
        floor.addComponent('collision', { type: 'box', halfExtents: new Vec3(2, 0.5, 2) });
        floor.addComponent('rigidbody', { type: 'kinematic' });
        floor.setPosition(0, -0.5, 0);
        const { holder } = hero.hero;
        for (let i = 0; i < 120; i++) {
            floor.setPosition(0, -0.5, i / 60);
            holder.setPosition(0, 0, i / 60);
            hero.hold(FRAME);
            // two frames are needed to see that it is the floor
            if (i > 10) expect(hero.script.kind, `frame ${i}`).to.equal('idle');
        }
    });

    it('walks as it grows and shrinks', () => {
        const hero = new WalkAbout(stage);
        for (let i = 0; i < 180; i++) {
            const scale = 1 + 0.8 * Math.sin(i / 20);
            hero.hero.holder.setLocalScale(scale, scale, scale);
            hero.step(1.2 * scale);
            expect(isSound(hero)).to.equal(true);
            expect(headHeight(hero)).to.be.within(1.3, 1.75);
        }
        expect(hero.script.kind).to.equal('walk');
    });

    it('walks upside down', () => {
        const hero = new WalkAbout(stage);
        hero.hero.holder.setRotation(new Quat().setFromEulerAngles(180, 0, 0));
        hero.go(2, 1.3);
        expect(hero.script.kind).to.equal('walk');
        expect(isSound(hero)).to.equal(true);
        expect(headHeight(hero)).to.be.within(1.3, 1.75);
    });

    it('takes frames of a second, of no time and of many times', () => {
        const hero = new WalkAbout(stage);
        const { holder } = hero.hero;
        for (const dt of [1, 0, 1 / 240, 1, 1, 0, 0.1, 1 / 60, 1, 1e-9, 1 / 60]) {
            holder.setPosition(holder.getPosition().clone().add(new Vec3(0, 0, 1.3 * dt)));
            stage.step(dt);
            expect(isSound(hero)).to.equal(true);
        }
        hero.hold(1);
        hero.go(1, 1.3);
        expect(hero.script.kind).to.equal('walk');
    });

    it('says what is missing without any clip and without the pack\'s motions, and stands', () => {
        const hero = new WalkAbout(stage, { clips: [] }, []);
        hero.go(0.5, 1.3);
        expect(isSound(hero)).to.equal(true);
        expect(hero.script.problems().join()).to.match(/no clip to stand and to walk/);
    });

    it('runs at every speed with nothing but a run', async () => {
        const { clips } = await loadGlb(stage.app, MANNEQUIN);
        const hero = new WalkAbout(stage, { clips: [] }, ['run'], { run: clips.get('run')! });
        hero.go(1, 1);
        expect(hero.script.kind).to.equal('run');
        hero.hold(0.5);
        expect(isSound(hero)).to.equal(true);
    });

    it('finds what the clips of rows are for where no kind is chosen', async () => {
        const { clips } = await loadGlb(stage.app, MANNEQUIN);
        const rows = ['run', 'idle', 'walk'].map((name) => {
            const clip = new Asset(name, 'animation');
            clip.resource = clips.get(name)!;
            clip.loaded = true;
            return { clip };
        });
        const hero = new WalkAbout(stage, { clips: rows }, []);
        expect(hero.script.kind).to.equal('idle');
        hero.go(1, stage.speedOf('walk'));
        expect(hero.script.kind).to.equal('walk');
        hero.go(1, 3 * stage.size);
        expect(hero.script.kind).to.equal('run');
        expect(hero.script.problems()).to.deep.equal([]);
    });

    it('takes no clip of another character for its own', async () => {
        const { clips } = await loadGlb(stage.app, HOUND);
        const hero = new WalkAbout(stage, { clips: [] }, ['walk'], { walk: clips.get('walk')! });
        hero.go(0.5, 1.3);
        expect(hero.script.kind).to.equal('');
        expect(isSound(hero)).to.equal(true);
    });

    it('goes on as a clone, and is gone when it is destroyed', () => {
        const hero = new WalkAbout(stage);
        hero.go(0.5, 1.3);
        const copy = hero.hero.holder.clone() as Entity;
        stage.app.root.addChild(copy);
        // the engine copies the names of states that were made at run time, not their clips
        for (const clip of ['idle', 'walk']) (copy.children[0] as Entity).anim!.assignAnimation(clip, stage.clip(clip));
        const script = copy.script!.get('locomotion') as Locomotion & ScriptType;
        script.refresh();
        for (let i = 0; i < 60; i++) {
            copy.setPosition(copy.getPosition().clone().add(new Vec3(0, 0, 1.3 * FRAME)));
            hero.hold(FRAME);
        }
        expect(script.kind).to.equal('walk');
        expect(hero.script.kind).to.equal('idle');
        copy.script!.destroy('locomotion');
        const { anim } = hero.hero.model;
        hero.hero.holder.script!.destroy('locomotion');
        hero.hold(0.2);
        expect(anim!.speed).to.equal(1);
        expect(anim!.baseLayer!.activeState).to.equal('idle');
        copy.destroy();
        hero.hold(0.1);
    });
}

onMannequin('locomotion and bad input', rows, async (stage) => { await stage.open(await createPhysicsApp('ammojs-typed')); });
