import { expect } from 'chai';
import { AnimCurve, AnimData, AnimEvents, AnimTrack, Vec3 } from 'playcanvas';

import { ClipSampler } from '../../scripts/anim/clips/clip-sampler';
import { findSteps } from '../../scripts/index';
import { findCharacter } from '../../scripts/rig/character';
import { FRAME, onEachCharacter, onMannequin, type FootStage } from '../support/foot-stage';
import { createPhysicsApp } from '../support/physics-app';
import { WalkAbout } from '../support/walk-about';

// A clip that moves its character: as far as its feet go, be it in place or on the way, whatever body the entity has.

const CYCLES = 10;

/** Share by which the entity may be off the clip's own path. */
const OFF = 0.01;

/** What a clip that travels goes of what its feet step. */
const SHARE = 0.9;

/** A clip whose hips go over the ground, and that lasts longer than its keys. */
function travelling(stage: FootStage, longer = 0): AnimTrack {
    const clip = stage.clip('walk');
    const { model } = stage.add();
    const rig = findCharacter(model)!;
    const hips = rig.skeleton.nodes[rig.bones.get('hips')!];
    const parent = hips.parent!;
    const way = stage.forward.clone().mulScalar(SHARE * stage.speedOf('walk') / parent.getWorldTransform().getScale().x);
    parent.getRotation().clone().invert().transformVector(way, way);
    const sampler = new ClipSampler(clip, model, rig.skeleton);
    const channel = sampler.channels.find(({ node, property }) => node === hips && property === 'localPosition')!;
    const values = Float32Array.from(channel.values);
    for (let key = 0; key < channel.times.length; key++) [way.x, way.y, way.z].forEach((v, k) => { values[3 * key + k] += v * channel.times[key]; });
    const outputs = [...clip.outputs, new AnimData(3, values)];
    const curves = clip.curves.map(curve => (curve === channel.curve ? new AnimCurve(curve.paths, curve.input, outputs.length - 1, curve.interpolation) : curve));
    return new AnimTrack(clip.name, clip.duration + longer, [...clip.inputs], outputs, curves, new AnimEvents([]));
}

function rows(stage: FootStage) {
    /** Goes for ten cycles; answers the way ahead and aside, metres. */
    function walk(hero: WalkAbout, duration: number, before = () => {}): { ahead: number, aside: number } {
        const { holder } = hero.hero;
        hero.hold(0.5);
        hero.forget();
        const start = holder.getPosition().clone();
        for (let i = 0; i < Math.round(CYCLES * duration / FRAME); i++) {
            before();
            hero.hold(FRAME);
        }
        const way = holder.getPosition().clone().sub(start);
        const ahead = way.dot(stage.forward);
        return { ahead, aside: Math.sqrt(Math.max(0, way.lengthSq() - ahead * ahead)) };
    }

    it('follow goes as fast as a clip that lasts a frame longer than its keys', () => {
        const hero = new WalkAbout(stage, { rootMotion: 'follow' }, ['idle', 'walk'], { walk: travelling(stage, 0.04) });
        hero.script.play('walk');
        const { ahead } = walk(hero, stage.clip('walk').duration);
        expect(ahead / (SHARE * stage.speedOf('walk') * CYCLES * stage.clip('walk').duration)).to.be.closeTo(1, OFF);
    });

    for (const kind of ['in place', 'that travels']) {
        it(`follow goes as far as the feet of a clip ${kind}`, () => {
            const hero = new WalkAbout(stage, { rootMotion: 'follow' }, ['idle', 'walk'], kind === 'in place' ? {} : { walk: travelling(stage) });
            hero.script.play('walk');
            hero.byClip = true;
            const { duration } = stage.clip('walk');
            const { ahead, aside } = walk(hero, duration);
            const steps = findSteps(hero.hero.model, stage.clip('walk'))!.speed;
            // what soles do, vertex by vertex
            expect(steps / stage.speedOf('walk')).to.be.closeTo(1, 0.05);
            const own = (kind === 'in place' ? steps : SHARE * stage.speedOf('walk')) * CYCLES * duration;
            expect(ahead / own).to.be.closeTo(1, OFF);
            // bitmoji's feet go a little aside
            expect(aside / own).to.be.below(3 * OFF);
            expect(hero.script.kind).to.equal('walk');
            expect(hero.slide).to.be.below(15);
            // and it stays where it came to a halt
            hero.script.play('idle');
            hero.hold(0.5);
            const place = hero.hero.holder.getPosition().clone();
            hero.hold(0.5);
            expect(hero.hero.holder.getPosition().distance(place)).to.be.below(1e-3 * stage.size);
            expect(hero.script.kind).to.equal('idle');
        });
    }
}

onEachCharacter('root motion', rows);

onMannequin('root motion', (stage) => {
    beforeEach(() => {
        const floor = stage.addEntity();
        floor.setPosition(0, -0.5, 0);
        floor.addComponent('collision', { type: 'box', halfExtents: new Vec3(30, 0.5, 30) });
        floor.addComponent('rigidbody', { type: 'static' });
    });

    it('moves a body of the physics by its velocity, at the speed that is asked for', () => {
        const hero = new WalkAbout(stage, { rootMotion: 'follow' });
        const { holder } = hero.hero;
        holder.addComponent('collision', { type: 'capsule', height: 1.75, radius: 0.25, linearOffset: new Vec3(0, 0.875, 0) });
        holder.addComponent('rigidbody', { type: 'dynamic', mass: 70, friction: 0, angularFactor: Vec3.ZERO });
        hero.hold(0.3);
        hero.script.play('walk', 1);
        hero.hold(0.5);
        const start = holder.getPosition().clone();
        hero.hold(3);
        expect(holder.getPosition().clone().sub(start).dot(stage.forward)).to.be.closeTo(3, 0.03);
        expect(hero.script.kind).to.equal('walk');
    });

    it('reports what a controller of its own moves the entity by, and takes that for no other movement', () => {
        const hero = new WalkAbout(stage, { rootMotion: 'report' });
        const { holder } = hero.hero;
        hero.script.on('rootMotion', (offset: Vec3) => holder.setPosition(holder.getPosition().clone().add(offset)));
        hero.script.play('walk', 1.2);
        hero.hold(0.5);
        const start = holder.getPosition().clone();
        hero.hold(2);
        expect(holder.getPosition().distance(start)).to.be.closeTo(2.4, 0.03);
        hero.script.play('idle');
        hero.hold(0.6);
        expect(hero.script.kind).to.equal('idle');
    });

    it('gives way to whoever moves the entity meanwhile', () => {
        const hero = new WalkAbout(stage, { rootMotion: 'follow' });
        hero.script.play('walk', 1);
        hero.go(1, 2, 180);
        expect(hero.script.direction).to.be.closeTo(180, 5);
        hero.hold(1);
        expect(hero.script.kind).to.equal('walk');
    });

    it('turns with the entity', () => {
        const hero = new WalkAbout(stage, { rootMotion: 'follow' });
        hero.script.play('walk', 1);
        hero.hold(0.5);
        const { holder } = hero.hero;
        const start = holder.getPosition().clone();
        let most = 0;
        // a circle
        for (let i = 0; i < 240; i++) {
            hero.step(0, 0, 90);
            most = Math.max(most, holder.getPosition().distance(start));
        }
        expect(most).to.be.closeTo(2 / (Math.PI / 2), 0.05);
        expect(holder.getPosition().distance(start)).to.be.below(0.05);
    });
}, async (stage) => { await stage.open(await createPhysicsApp('ammojs-typed')); });
