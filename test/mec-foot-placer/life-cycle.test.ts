import { expect } from 'chai';
import type { Entity, ScriptType } from 'playcanvas';

import { HeightGround, registerLimber, type MecFootPlacer } from '../../scripts/index';
import { FRAME, onEachBiped, type Actor } from '../support/foot-stage';
import { turnBetween } from '../support/geometry';
import { RecordedGround } from '../support/recorded-ground';
import { slope, stairs } from '../support/scenery';
import { catchWarnings } from '../support/warnings';

onEachBiped('the life of mecFootPlacer', (stage) => {
    catchWarnings();
    const raised = () => new RecordedGround(0.08 * stage.size);
    const run = (frames: number) => {
        for (let i = 0; i < frames; i++) stage.step();
    };
    const largest = (a: Actor, b: Actor) => Math.max(...a.nodes.map((node, i) => {
        return node.getPosition().clone().sub(a.holder.getPosition()).distance(b.nodes[i].getPosition().clone().sub(b.holder.getPosition()));
    })) / stage.size;

    function expectSamePose(a: Actor, b: Actor) {
        const [own, other] = [a.pose(), b.pose()];
        own.forEach((values, i) => expect(values, a.nodes[i].name).to.deep.equal(other[i]));
    }

    it('ends with the animation bit for bit when it is switched off or destroyed, and eases in when it is switched on', () => {
        for (const animated of [true, false]) {
            const [hero, twin] = [stage.add(), stage.add()];
            if (animated) for (const actor of [hero, twin]) actor.play(stage.standing);
            const placer = hero.place({ adjustPelvisVertically: true }, raised());
            run(60);
            const moved = largest(hero, twin);
            expect(moved, 'moved').to.be.above(0.02);
            placer.enabled = false;
            for (let i = 0; i < 3; i++) {
                stage.step();
                expectSamePose(hero, twin);
            }
            placer.enabled = true;
            stage.step();
            expect(largest(hero, twin), 'first frame').to.be.below(0.01);
            run(60);
            expect(largest(hero, twin), 'again').to.be.closeTo(moved, 0.01);
            hero.model.script!.destroy('mecFootPlacer');
            for (let i = 0; i < 3; i++) {
                stage.step();
                expectSamePose(hero, twin);
            }
            stage.clear();
        }
    });

    it('goes on where it is after refresh() and after frames without time, also in mid-air', () => {
        const steps = stairs(0.15, 0.3, 20, stage.size);
        const speed = stage.speedOf('walk') / 60;
        const largestStep = (disturb: (placer: MecFootPlacer, frame: number) => void) => {
            const hero = stage.add().play('walk');
            const placer = hero.place({ adjustPelvisVertically: true, dampPelvis: true }, steps.ground);
            const taken: number[] = [];
            for (let frame = 0; frame < 200; frame++) {
                const before = stage.feet.map(id => hero.foot(id).getPosition().clone());
                hero.holder.setPosition(0, steps.line(speed * frame), speed * frame);
                disturb(placer, frame);
                stage.step();
                if (frame > 20) stage.feet.forEach((id, i) => taken.push(hero.foot(id).getPosition().distance(before[i])));
            }
            stage.clear();
            return Math.max(...taken) / stage.size;
        };
        const usual = largestStep(() => {});
        expect(largestStep((placer, frame) => { if (frame % 37 === 0) placer.refresh(); }), 'refresh').to.be.below(usual + 0.03);
        expect(largestStep((_, frame) => { if (frame % 7 === 0) stage.step(0); }), 'pause').to.be.below(usual + 0.01);
    });

    it('sees a jump of the character in the frame of a refresh() as one', () => {
        const hero = stage.add().play(stage.standing, 0);
        const placer = hero.place({ adjustPelvisVertically: true }, new HeightGround((_, z) => (z > 2 * stage.size ? -stage.size : 0)));
        for (let frame = 0; frame < 60; frame++) stage.step();
        const places = () => stage.feet.map(id => hero.foot(id).getPosition().clone().sub(hero.holder.getPosition()));
        const before = places();
        placer.refresh();
        hero.holder.setPosition(0, -stage.size, 4 * stage.size);
        for (let frame = 0; frame < 3; frame++) {
            stage.step();
            places().forEach((place, i) => expect(place.distance(before[i]) / stage.size).to.be.below(0.001));
        }
    });

    it('lets a foot that is switched off go over to a body that has come down, and back, without a jump', () => {
        const hero = stage.add().play(stage.standing);
        const ground = new HeightGround(x => (x > 0 ? -0.15 * stage.size : 0));
        const placer = hero.place({ adjustPelvisVertically: true }, ground);
        run(100);
        for (const isActive of [false, true]) {
            for (const id of stage.feet) placer.setActive(id, isActive || hero.foot(id).getPosition().x > 0);
            for (let frame = 0; frame < 40; frame++) {
                const before = stage.feet.map(id => hero.foot(id).getPosition().clone());
                stage.step();
                stage.feet.forEach((id, i) => expect(hero.foot(id).getPosition().distance(before[i]), `${id}, ${frame}`).to.be.below(0.03 * stage.size));
            }
        }
    });

    it('pauses with its entity, and begins anew with it', () => {
        const [hero, twin] = [stage.add().play(stage.standing), stage.add().play(stage.standing)];
        hero.place({}, raised());
        run(40);
        hero.holder.enabled = false;
        run(2);
        hero.holder.enabled = true;
        run(40);
        expect(largest(hero, twin)).to.be.above(0.05);
    });

    it('leaves bones that no clip moves where they are: nothing piles up over a thousand frames', () => {
        const hero = stage.add(), fresh = stage.add();
        hero.place({ adjustPelvisVertically: true }, slope(15, 40).ground);
        run(100);
        const before = hero.nodes.map(node => node.getPosition().clone());
        run(1000);
        hero.nodes.forEach((node, i) => expect(node.getPosition().distance(before[i]), node.name).to.be.below(1e-5 * stage.size));
        hero.placer.enabled = false;
        stage.step();
        hero.nodes.forEach((node, i) => expect(node.getPosition().distance(fresh.nodes[i].getPosition()), node.name).to.be.below(1e-6 * stage.size));
    });

    it('works on an entity above the model, the character moved by that entity', () => {
        const [apart, together] = [stage.add().play('walk'), stage.add().play('walk')];
        apart.holder.addComponent('script');
        const above = apart.holder.script!.create('mecFootPlacer', { attributes: { adjustPelvisVertically: true } }) as MecFootPlacer;
        above.setGround(slope(15).ground);
        together.place({ adjustPelvisVertically: true }, slope(15).ground);
        for (let i = 0; i < 90; i++) {
            const z = stage.speedOf('walk') * i * FRAME;
            for (const actor of [apart, together]) actor.holder.setPosition(0, slope(15).heightAt(0, z), z);
            stage.step();
            expect(largest(apart, together)).to.be.below(1e-4);
        }
    });

    it('is copied with its entity: a clone walks by itself, with its own bones', () => {
        const hero = stage.add();
        const placer = hero.place({ adjustPelvisVertically: true, feet: [{ footId: 'leftFoot', boneName: 'leftFoot' }, { footId: 'rightFoot', boneName: 'rightFoot' }] }, raised());
        run(3);
        const copy = hero.holder.clone() as Entity;
        stage.app.root.addChild(copy);
        const script = (copy.children[0] as Entity).script!.get('mecFootPlacer') as MecFootPlacer;
        expect(script).to.not.equal(placer);
        script.setGround(new RecordedGround(0.05 * stage.size));
        script.feet = script.feet.map(row => ({ ...row, setExtraRayDistanceCheckAutomatically: true })) as never;
        const before = copy.findByName(hero.foot('leftFoot').name)!.getPosition().clone();
        run(60);
        expect(script.problems()).to.deep.equal([]);
        expect(copy.findByName(hero.foot('leftFoot').name)!.getPosition().y - before.y).to.be.above(0.02 * stage.size);
        copy.destroy();
    });

    it('filled in by itself is copied with feet of the copy\'s own', () => {
        const hero = stage.add();
        hero.place({ adjustPelvisVertically: true }, raised());
        const copies = [0, 1].map(() => {
            const copy = hero.holder.clone() as Entity;
            stage.app.root.addChild(copy);
            return copy;
        });
        run(2);
        copies.forEach((copy, i) => {
            const script = (copy.children[0] as Entity).script!.get('mecFootPlacer') as MecFootPlacer;
            expect(script.problems().filter(text => !text.includes('physics'))).to.deep.equal([]);
            for (const row of script.feet) expect(row.footBone === null || row.footBone.isDescendantOf(copy), `copy ${i}`).to.equal(true);
            copy.destroy();
        });
    });

    it('of two characters is two lives', () => {
        const heroes = [0, 1].map(() => stage.add().play(stage.standing));
        heroes[0].place({}, new RecordedGround(0.04 * stage.size));
        heroes[1].place({}, raised());
        const twin = stage.add().play(stage.standing);
        run(40);
        const lifts = heroes.map(hero => (hero.foot('leftFoot').getPosition().y - twin.foot('leftFoot').getPosition().y) / stage.size);
        expect(lifts[0]).to.be.closeTo(0.04, 0.01);
        expect(lifts[1]).to.be.closeTo(0.08, 0.012);
    });

    it('goes together with perfectLookAt in both orders: eyes on the target, feet on the ground', () => {
        registerLimber(stage.app);
        for (const order of [['perfectLookAt', 'mecFootPlacer'], ['mecFootPlacer', 'perfectLookAt']]) {
            const hero = stage.add().play(stage.standing), alone = stage.add().play(stage.standing), looking = stage.add().play(stage.standing);
            const target = stage.addEntity();
            target.setPosition(1.5 * stage.size, 1.4 * stage.size, 1.5 * stage.size);
            for (const actor of [hero, alone, looking]) actor.model.addComponent('script');
            for (const name of order) {
                hero.model.script!.create(name, { attributes: name === 'perfectLookAt' ? { targetObject: target } : { adjustPelvisVertically: true } });
            }
            hero.placer.setGround(slope(12, 90).ground);
            alone.place({ adjustPelvisVertically: true }, slope(12, 90).ground);
            looking.model.script!.create('perfectLookAt', { attributes: { targetObject: target } });
            run(120);
            for (const id of stage.feet) {
                expect(hero.foot(id).getPosition().distance(alone.foot(id).getPosition()) / stage.size, `${order[0]} first, ${id}`).to.be.below(0.002);
            }
            const head = (actor: Actor) => actor.bone('head').getRotation();
            expect(turnBetween(head(hero), head(alone)), 'it looks').to.be.above(5);
            expect(turnBetween(head(hero), head(looking)), 'as it does alone').to.be.below(3);
            // both are undone
            hero.placer.enabled = false;
            (hero.model.script!.get('perfectLookAt') as ScriptType).enabled = false;
            run(2);
            stage.clear();
        }
    });

    it('survives its character being destroyed while it walks', () => {
        const hero = stage.add().play('walk');
        hero.place({}, slope(10).ground);
        run(10);
        hero.holder.destroy();
        run(3);
    });

    it('keeps its place through a pause of the application', () => {
        const hero = stage.add().play(stage.standing);
        hero.place({}, raised());
        run(40);
        const before = hero.foot('leftFoot').getPosition().clone();
        stage.step(0);
        expect(hero.foot('leftFoot').getPosition().distance(before)).to.be.below(1e-5);
    });
});
