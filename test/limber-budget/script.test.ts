import { expect } from 'chai';
import { Entity, registerScript, ScriptType, Vec3 } from 'playcanvas';

import type { ActiveRagdoll, AdditiveOverlay, LimberBudget, PerfectLookAt } from '../../scripts/index';
import { PoseLag } from '../../scripts/pose/pose-lag';
import { PoseRecord } from '../../scripts/pose/pose-record';
import { CrowdMember } from '../../scripts/shell/crowd-member';
import { CrowdPart } from '../../scripts/shell/crowd-part';
import { bonesOf, BudgetWorld, clockOf, frozenClock, turnBetween } from '../support/budget-stage';
import { MANNEQUIN } from '../support/characters';
import { assetOf } from '../support/clip-asset';
import { SetupStage } from '../support/setup-stage';
import { catchWarnings } from '../support/warnings';

const DT = 1 / 60;
const LOOK = { perfectLookAt: {} };

type Stepped = ScriptType & { step(dt: number, isOn: boolean): void };

/** Counts the turns of a script, and the seconds that it was moved on by. */
function watch(hero: Entity, name: string): { turns: number; seconds: number } {
    const script = hero.script!.get(name) as Stepped;
    const seen = { turns: 0, seconds: 0 };
    const { step } = script;
    script.step = (dt, isOn) => {
        seen.turns++;
        seen.seconds += dt;
        step.call(script, dt, isOn);
    };
    return seen;
}

describe('limberBudget', () => {
    const warnings = catchWarnings();
    let world: BudgetWorld;
    let budget: LimberBudget;

    async function open(scripts: Readonly<Record<string, object>> = LOOK, attributes: Partial<LimberBudget> = {}, count = 1) {
        world = await BudgetWorld.open(MANNEQUIN, /idle/i, scripts, count);
        budget = world.addBudget(attributes);
        frozenClock(budget);
    }

    function run(seconds: number, dt = DT) {
        for (let time = 0; time < seconds - 1e-9; time += dt) world.step(dt);
    }

    afterEach(() => world?.close());

    it('lets scripts work in every frame up to Near Distance', async () => {
        await open();
        const look = watch(world.heroes[0], 'perfectLookAt');
        world.lookFrom(7);
        run(1);
        expect(look.turns).to.equal(60);
        budget.nearDistance = 0;
        budget.farDistance = 8;
        run(2);
        expect(look.turns).to.be.below(170);
    });

    it('lets them work Far Rate times a second just before Far Distance, on all of the time that has passed, at every frame rate', async () => {
        await open(LOOK, { farDistance: 26 });
        for (const rate of [30, 60, 144]) {
            budget.farRate = 5;
            world.lookFrom(28.5);
            run(1);
            const look = watch(world.heroes[0], 'perfectLookAt');
            run(4, 1 / rate);
            expect(look.turns, `${rate} frames a second`).to.be.within(18, 24);
            expect(look.seconds).to.be.closeTo(4, 0.3);
        }
    });

    it('leaves scripts out beyond Far Distance, springs from halfway on, and the bones to the animation', async () => {
        await open({ ...LOOK, springChain: { chains: [{ boneName: 'leftUpperArm' }] } }, { farDistance: 40 });
        const { heroes: [hero] } = world;
        world.ball.setPosition(2, 1.5, 2);
        run(1);
        const [look, springs] = ['perfectLookAt', 'springChain'].map(name => watch(hero, name));
        world.lookFrom(30);
        run(1);
        const before = [look.turns, springs.turns];
        run(1);
        expect(look.turns).to.be.above(before[0] + 8);
        expect(springs.turns).to.equal(before[1]);
        world.lookFrom(60);
        run(3);
        const gone = look.turns;
        run(1);
        expect(look.turns).to.equal(gone);
        const plain = await BudgetWorld.open(MANNEQUIN, /idle/i, {});
        for (let i = 0; i < 60 * 7; i++) plain.step(DT);
        const others = bonesOf(plain.heroes[0]);
        for (const [i, bone] of bonesOf(hero).entries()) expect(turnBetween(bone.getRotation(), others[i].getRotation()), bone.name).to.be.below(0.05);
        plain.close();
    });

    it('lets them work Offscreen times a second while no camera sees them, and has them right in the frame in which one does', async () => {
        await open(LOOK, { offscreen: 4 });
        world.ball.setPosition(2, 1.5, 2);
        run(1);
        world.lookFrom(6, true);
        run(1);
        const look = watch(world.heroes[0], 'perfectLookAt');
        run(5);
        expect(look.turns).to.be.within(19, 21);
        world.ball.setPosition(-2, 1.5, 2);
        run(3);
        const turns = look.turns;
        world.lookFrom(6);
        world.step(DT);
        expect(look.turns).to.equal(turns + 1);
        expect((world.heroes[0].script!.get('perfectLookAt') as unknown as PerfectLookAt).residual).to.be.below(1);
        budget.offscreen = 0;
        world.lookFrom(6, true);
        run(1);
        const none = look.turns;
        run(2);
        expect(look.turns).to.equal(none);
    });

    it('shows what scripts did last where a camera is turned to a character after the frame was planned', async () => {
        await open(LOOK, { offscreen: 4 });
        world.ball.setPosition(2, 1.5, 2);
        world.lookFrom(6, true);
        run(1.1);
        const heads = bonesOf(world.heroes[0]).filter(({ name }) => name.endsWith('Head'));
        class Turner extends ScriptType {
            postUpdate() {
                world.lookFrom(6);
            }
        }
        registerScript(Turner, 'turner', world.app);
        world.step(DT);
        const animated = heads[0].getRotation().clone();
        const last = world.add('Last');
        last.addComponent('script');
        last.script!.create('turner');
        world.step(DT);
        expect((world.heroes[0].script!.get('perfectLookAt') as unknown as { part: { member: { hasTurn: boolean } } }).part.member.hasTurn).to.equal(false);
        expect(turnBetween(heads[0].getRotation(), animated)).to.be.above(10);
    });

    it('sees who is seen by any camera, by an enlarged picture as if nearer, and by all without a camera', async () => {
        await open(LOOK, { farDistance: 40 });
        const look = watch(world.heroes[0], 'perfectLookAt');
        world.lookFrom(60);
        run(3);
        const far = look.turns;
        run(1);
        expect(look.turns).to.equal(far);
        world.camera.camera!.fov = 4;
        run(1);
        expect(look.turns).to.equal(far + 60);
        world.camera.camera!.fov = 45;
        const second = new Entity('Second', world.app);
        second.addComponent('camera', { projection: 1, orthoHeight: 2 });
        second.setPosition(0, 1, 6);
        world.app.root.addChild(second);
        world.lookFrom(60, true);
        run(1);
        expect(look.turns).to.equal(far + 120);
        second.enabled = false;
        world.camera.enabled = false;
        run(1);
        expect(look.turns).to.equal(far + 180);
    });

    it('scales default distances with the height of a character, and leaves others as they are', async () => {
        await open();
        world.heroes[0].setLocalScale(4, 4, 4);
        world.step(DT);
        const look = watch(world.heroes[0], 'perfectLookAt');
        world.lookFrom(30);
        run(1);
        expect(look.turns).to.equal(60);
        budget.nearDistance = 8.1;
        budget.farDistance = 41;
        run(2);
        expect(look.turns).to.be.below(170);
    });

    it('holds the milliseconds: gives no more turns than fit, and lets all count as farther away, the farthest first', async () => {
        const count = 20;
        await open(LOOK, { milliseconds: 2, nearDistance: 30, farDistance: 60 }, count);
        world.lookFrom(25);
        let time = 0;
        clockOf(budget).clock = () => time;
        const looks = world.heroes.map((hero) => {
            const script = hero.script!.get('perfectLookAt') as Stepped;
            const seen = { turns: 0 };
            const { step } = script;
            // each takes half a millisecond
            script.step = (dt, isOn) => {
                time += 0.5;
                seen.turns++;
                step.call(script, dt, isOn);
            };
            return seen;
        });
        const spent: number[] = [];
        for (let frame = 0; frame < 900; frame++) {
            const start = time;
            world.step(DT);
            spent.push(time - start);
        }
        // once it is known what a character takes
        expect(Math.max(...spent.slice(60))).to.be.at.most(2);
        const settled = spent.slice(600);
        expect(settled.reduce((sum, value) => sum + value, 0) / settled.length).to.be.within(1, 2);
        expect(budget.stretch).to.be.above(1);
        expect(budget.characters).to.equal(count);
        expect(budget.turns).to.be.within(1, count);
        const before = looks.map(({ turns }) => turns);
        run(5);
        const later = looks.map(({ turns }, i) => turns - before[i]);
        expect(later[0]).to.be.above(later[count - 1]);
        clockOf(budget).clock = () => 0.01 * time;
        run(20);
        expect(budget.stretch).to.be.below(1.5);
    });

    /** Counts calls of a method while some seconds pass. */
    function callsOf<Kind>({ prototype }: { prototype: Kind }, method: keyof Kind, seconds: number): number {
        const original = prototype[method] as (...all: unknown[]) => unknown;
        let count = 0;
        prototype[method] = function (this: Kind, ...all: unknown[]) {
            count++;
            return original.apply(this, all);
        } as Kind[keyof Kind];
        run(seconds);
        prototype[method] = original as Kind[keyof Kind];
        return count;
    }

    it('hardly looks at characters beyond Far Distance, and does nothing about their bones; at those between as often as at their turns', async () => {
        const count = 5;
        await open({ ...LOOK, mecFootPlacer: {} }, { farRate: 5 }, count);
        world.lookFrom(90);
        run(3);
        expect(callsOf(CrowdMember, 'readPlace', 1) / count).to.be.at.most(11);
        expect(callsOf(PoseRecord, 'begin', 1)).to.equal(0);
        expect(callsOf(PoseLag, 'show', 1)).to.equal(0);
        expect(callsOf(CrowdPart, 'begin', 1)).to.equal(0);
        world.lookFrom(30);
        run(3);
        expect(callsOf(CrowdMember, 'readPlace', 1) / count).to.be.within(5, 22);
        expect(callsOf(PoseLag, 'show', 1) / count).to.equal(60);
    });

    it('holds the milliseconds where what is shown between turns takes them', async () => {
        await open(LOOK, { milliseconds: 2, nearDistance: 5, farDistance: 60 }, 20);
        world.ball.setPosition(2, 1.5, 2);
        world.lookFrom(45);
        let time = 0;
        clockOf(budget).clock = () => time;
        const { prototype } = PoseLag;
        const { show } = prototype;
        prototype.show = function (this: PoseLag) {
            if (this.isOff) time += 0.3;
            show.call(this);
        };
        const spent: number[] = [];
        for (let frame = 0; frame < 600; frame++) {
            const start = time;
            world.step(DT);
            spent.push(time - start);
        }
        prototype.show = show;
        expect(Math.max(...spent)).to.be.above(3);
        const settled = spent.slice(300);
        expect(settled.reduce((sum, value) => sum + value, 0) / settled.length).to.be.at.most(2.2);
    });

    it('counts what scripts take that are called and have to wait, and not what scripts of others take', async () => {
        const count = 20, call = 5e-4;
        await open(LOOK, {}, count);
        world.lookFrom(90);
        run(2);
        let time = 0;
        clockOf(budget).clock = () => time;
        class Other extends ScriptType {
            postUpdate() {
                time += 3;
            }
        }
        registerScript(Other, 'other', world.app);
        const { prototype } = CrowdPart;
        const { waits } = prototype;
        prototype.waits = function (this: CrowdPart, dt) {
            time += call;
            return waits.call(this, dt);
        };
        const overheadOf = () => (budget as unknown as { plan: { numbers: { overhead: number } } }).plan.numbers.overhead;
        run(2);
        expect(overheadOf()).to.be.closeTo(count * call, 2 * call);
        const last = world.add('Last');
        last.addComponent('script');
        last.script!.create('other');
        run(2);
        prototype.waits = waits;
        // at most a thousandth of a millisecond for each
        expect(overheadOf()).to.be.closeTo(count * 1e-3, 2 * call);
    });

    it('lets a switch of the pose, an overlay and a body of the physics have every frame, however far away', async () => {
        await open(LOOK, { milliseconds: 2 });
        const stage = await SetupStage.open();
        try {
            const hero = await stage.addHero(MANNEQUIN);
            const camera = stage.addEntity('Camera', new Vec3(0, 1, 38));
            camera.addComponent('camera', {});
            const clip = assetOf(stage.app, (await stage.load(MANNEQUIN)).clips.get('walk')!);
            hero.script!.create('additiveOverlay', { attributes: { overlays: [{ name: 'more', clip }] } as never });
            hero.script!.create('activeRagdoll');
            camera.script!.create('limberBudget', { attributes: { milliseconds: 0.1 } as never });
            stage.step(60);
            const [overlay, ragdoll] = ['additiveOverlay', 'activeRagdoll'].map(name => watch(hero, name));
            stage.step(10);
            expect([overlay.turns, ragdoll.turns]).to.deep.equal([0, 0]);
            (hero.script!.get('additiveOverlay') as unknown as AdditiveOverlay).play('more');
            stage.step(10);
            expect(overlay.turns).to.equal(10);
            (hero.script!.get('activeRagdoll') as unknown as ActiveRagdoll).active = true;
            stage.step(10);
            expect(ragdoll.turns).to.be.within(9, 10);
        } finally {
            stage.close();
        }
    });

    it('goes slower with the animation of who is not seen, where that is ticked, by the same time in all', async () => {
        await open(LOOK, { offscreen: 5, slowUnseenAnimation: true });
        const { anim } = world.heroes[0];
        const plain = await BudgetWorld.open(MANNEQUIN, /idle/i, {});
        const timeOf = ({ heroes: [hero] }: BudgetWorld) => hero.anim!.baseLayer!.activeStateCurrentTime;
        const both = (seconds: number) => {
            const times = new Set<number>();
            for (let i = 0; i < seconds * 60; i++) {
                for (const one of [world, plain]) one.step(DT);
                times.add(timeOf(world));
                expect([anim!.speed, anim!.playing]).to.deep.equal([1, true]);
            }
            return times.size;
        };
        expect(both(0.5)).to.equal(30);
        world.lookFrom(6, true);
        expect(both(1)).to.be.within(5, 7);
        world.lookFrom(6);
        both(1 / 60);
        expect(timeOf(world)).to.be.closeTo(timeOf(plain), 1e-4);
        budget.slowUnseenAnimation = false;
        world.lookFrom(6, true);
        expect(both(0.5)).to.equal(30);
        plain.close();
    });

    it('gives every frame back when it is switched off, destroyed, or its character comes later', async () => {
        await open(LOOK);
        const look = watch(world.heroes[0], 'perfectLookAt');
        world.lookFrom(60);
        run(3);
        const far = look.turns;
        budget.enabled = false;
        run(1);
        expect(look.turns).to.equal(far + 60);
        budget.enabled = true;
        run(3);
        const again = look.turns;
        budget.entity.destroy();
        run(1);
        expect(look.turns).to.equal(again + 60);
        expect(budget.problems()).to.deep.equal([]);
    });

    it('is one for an application: a second one says so and does nothing', async () => {
        await open();
        const second = world.addBudget({ nearDistance: 1 });
        expect(second.problems()).to.have.length(1);
        expect(warnings).to.have.length(1);
        expect(warnings[0]).to.match(/"Budget" has a limberBudget already/);
        const look = watch(world.heroes[0], 'perfectLookAt');
        run(1);
        expect(look.turns).to.equal(60);
    });
});
