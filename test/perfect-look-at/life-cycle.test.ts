import { expect } from 'chai';
import { Quat, Template, Vec3, type Entity } from 'playcanvas';

import type { PerfectLookAt } from '../../scripts/index';
import { angleOf, turnBetween } from '../support/geometry';
import { AT_ONCE, FRAME, onEachCharacter, PLAIN, type Actor } from '../support/look-at-stage';
import { catchWarnings } from '../support/warnings';

/** What poses of one and the same look may differ by, degrees. */
const SAME = 0.01;

/** What a bone may turn in the first frame after a switch, degrees. */
const FIRST_FRAME = 0.5;

function largestTurn(a: Actor, b: Actor): number {
    return Math.max(...a.nodes.map((node, i) => turnBetween(node.getLocalRotation(), b.nodes[i].getLocalRotation())));
}

function expectSamePose(actor: Actor, twin: Actor) {
    actor.nodes.forEach((node, i) => {
        const [a, b] = [node.getLocalRotation(), twin.nodes[i].getLocalRotation()];
        expect([a.x, a.y, a.z, a.w], node.name).to.deep.equal([b.x, b.y, b.z, b.w]);
    });
}

onEachCharacter('the life of the script', (stage) => {
    catchWarnings();
    const target = () => stage.addEntity(new Vec3(1.5, 0.3, 1).add(stage.eyePoint));

    it('ends with the animation bit for bit when it is switched off or destroyed, and goes on when it is switched on', () => {
        for (const animated of [true, false]) {
            const [actor, twin] = [stage.add(), stage.add()];
            if (animated) for (const instance of [actor, twin]) instance.play(stage.clips[0]).run();
            const look = actor.addLook({ targetObject: target() });
            for (let i = 0; i < 3; i++) stage.step();
            const turned = largestTurn(actor, twin);
            expect(turned).to.be.above(5);
            look.enabled = false;
            for (let i = 0; i < 3; i++) {
                stage.step();
                expectSamePose(actor, twin);
                expect([look.residual, look.reached]).to.deep.equal([0, false]);
            }
            look.enabled = true;
            for (let i = 0; i < 3; i++) stage.step();
            expect(largestTurn(actor, twin)).to.be.above(0.5 * turned);
            actor.model.script!.destroy('perfectLookAt');
            for (let i = 0; i < 3; i++) {
                stage.step();
                expectSamePose(actor, twin);
            }
        }
    });

    it('pauses with its entity', () => {
        const holder = stage.addEntity();
        const [actor, twin] = [stage.add(), stage.add()];
        holder.addChild(actor.model);
        stage.addLook(holder, { targetObject: target() });
        stage.step();
        holder.enabled = false;
        stage.step();
        expectSamePose(actor, twin);
        holder.enabled = true;
        for (let i = 0; i < 2; i++) stage.step();
        expect(largestTurn(actor, twin)).to.be.above(5);
    });

    it('may begin on an entity above the model, with the anim component on one between them or below', () => {
        const [upper, middle] = [stage.addEntity(), stage.addEntity()];
        upper.addChild(middle);
        const [apart, together] = [stage.add(middle), stage.add()];
        const goal = target();
        stage.addLook(upper, { targetObject: goal });
        together.addLook({ targetObject: goal });
        for (const instance of [apart, together]) instance.play(stage.clips[1]).run();
        for (let i = 0; i < 10; i++) {
            stage.step();
            expect(largestTurn(apart, together)).to.be.below(SAME);
        }
    });

    it('may begin after animation has run: the limits are those of the bind pose', () => {
        const [late, early, twin] = [stage.add(), stage.add(), stage.add()];
        const goal = target();
        early.addLook({ targetObject: goal });
        for (const instance of [late, early, twin]) instance.play(stage.clips[2]).run();
        for (let i = 0; i < 20; i++) stage.step();
        expectSamePose(late, twin);
        late.addLook({ targetObject: goal });
        for (let i = 0; i < 30; i++) {
            stage.step();
            // the bind pose of a character is not its first pose to the last digit
            expect(largestTurn(late, early)).to.be.below(1);
        }
    });

    it('uses the reference pose of the script before it when it comes second', () => {
        const holder = stage.addEntity();
        const [actor, early] = [stage.add(holder), stage.add()];
        const goal = target();
        actor.addLook({ targetObject: goal, weight: 0 });
        early.addLook({ targetObject: goal });
        for (const instance of [actor, early]) instance.play(stage.clips[2]).run();
        for (let i = 0; i < 20; i++) stage.step();
        stage.addLook(holder, { targetObject: goal });
        for (let i = 0; i < 3; i++) stage.step();
        expect(largestTurn(actor, early)).to.be.below(SAME);
    });

    it('comes with a clone, which turns its own bones', () => {
        const [actor, twin] = [stage.add(), stage.add()];
        const goal = target();
        actor.addLook({ targetObject: goal });
        stage.step();
        const model = actor.model.clone() as Entity;
        stage.app.root.addChild(model);
        const clone = new (actor.constructor as typeof Actor)(stage, model);
        for (let i = 0; i < 3; i++) stage.step();
        expect(clone.look.lookAtBones.map(({ bone }) => bone)).to.deep.equal(actor.look.lookAtBones.map(({ bone }) => clone.same(bone!, actor)));
        expect(clone.look.lookAtBones[0].linkedBones).to.deep.equal([clone.bone('leftEye')]);
        expect(largestTurn(clone, actor)).to.be.below(SAME);
        actor.look.weight = 0;
        stage.step();
        expectSamePose(actor, twin);
        expect(largestTurn(clone, twin)).to.be.above(5);
        model.destroy();
        stage.step();
    });

    it('survives its model and its target: a new model is taken up by refresh', () => {
        const holder = stage.addEntity();
        const old = stage.add(holder);
        const goal = target();
        const look = stage.addLook(holder, { targetObject: goal });
        stage.step();
        old.model.destroy();
        stage.step();
        expect(look.problems()).to.have.length(1);
        look.refresh();
        expect(look.problems()).to.have.length(1);
        const [actor, early] = [stage.add(holder), stage.add()];
        early.addLook({ targetObject: goal });
        look.refresh();
        for (let i = 0; i < 2; i++) stage.step();
        expect(look.problems()).to.deep.equal([]);
        expect(look.lookAtBones[0].bone).to.equal(actor.bone('rightEye'));
        expect(largestTurn(actor, early)).to.be.below(SAME);
        goal.destroy();
        for (let i = 0; i < 3; i++) stage.step();
    });

    /** What ends a look: by way of the animation within 3 / speed seconds, or at once. */
    const ways: [string, (look: PerfectLookAt) => void, (look: PerfectLookAt, goal: Entity) => void][] = [
        ['switched off', (look) => { look.enabled = false; }, (look) => { look.enabled = true; }],
        ['left without target', (look) => { look.targetObject = null; }, (look, goal) => { look.targetObject = goal; }]
    ];
    for (const [name, end, begin] of ways) {
        it(`goes back to the animation within 3 / lookAtBlendSpeed seconds when it is ${name}, bit for bit from then on`, () => {
            for (const animated of [false, true]) {
                const [actor, twin] = [stage.add(), stage.add()];
                if (animated) for (const instance of [actor, twin]) instance.play(stage.clips[1]).run();
                const goal = target();
                const look = actor.addLook({ targetObject: goal, lookAtBlendSpeed: 5 });
                for (let i = 0; i < 60; i++) stage.step();
                const turned = largestTurn(actor, twin);
                const gazeTurn = () => angleOf(actor.forwardOf(actor.bone('rightEye')), twin.forwardOf(twin.bone('rightEye')));
                const wholeTurn = gazeTurn();
                expect(turned).to.be.above(10);
                const before = actor.pose();
                end(look);
                stage.step();
                expect([look.residual, look.reached]).to.deep.equal([0, false]);
                const moved = Math.max(...actor.pose().map((rotation, i) => turnBetween(rotation, before[i])));
                if (!animated) expect(moved, 'in the first frame').to.be.below(FIRST_FRAME);
                let largest = 0;
                for (let i = 2; i <= 36; i++) {
                    const last = largestTurn(actor, twin);
                    stage.step();
                    largest = Math.max(largest, last - largestTurn(actor, twin));
                    if (i === 18) expect(gazeTurn(), 'half way').to.be.within(0.4 * wholeTurn, 0.6 * wholeTurn);
                }
                expect(largest, 'in any frame').to.be.below(0.15 * turned);
                for (let i = 0; i < 4; i++) {
                    stage.step();
                    expectSamePose(actor, twin);
                }
                expect(look.problems()).to.deep.equal([]);
                begin(look, goal);
                for (let i = 0; i < 60; i++) stage.step();
                expect(largestTurn(actor, twin)).to.be.above(animated ? 10 : turned - 0.5);
                stage.clear();
            }
        });
    }

    it('ends at once with its entity, switched off or destroyed, also on the way back', () => {
        for (const onTheWay of [false, true]) {
            for (const isDestroyed of [false, true]) {
                const holder = stage.addEntity();
                const [actor, twin] = [stage.add(), stage.add()];
                holder.addChild(actor.model);
                const look = stage.addLook(holder, { targetObject: target(), lookAtBlendSpeed: 5 });
                for (let i = 0; i < 60; i++) stage.step();
                if (onTheWay) {
                    look.enabled = false;
                    for (let i = 0; i < 5; i++) stage.step();
                }
                expect(largestTurn(actor, twin)).to.be.above(10);
                if (isDestroyed) {
                    stage.app.root.addChild(actor.model);
                    holder.destroy();
                } else {
                    holder.enabled = false;
                }
                for (let i = 0; i < 3; i++) {
                    stage.step();
                    expectSamePose(actor, twin);
                }
                stage.clear();
            }
        }
    });

    it('comes from a template: each instance turns its own bones', () => {
        const look = {
            enabled: true,
            attributes: {
                lookAtBlendSpeed: AT_ONCE, ...PLAIN,
                lookAtBones: [{ bone: 'head', rotationLimit: 80, linkedBones: ['ear'] }, { bone: 'spine' }]
            }
        };
        const node = (id: string, parent: string | null, children: string[], y: number, components = {}) => ({
            name: id, resource_id: id, parent, children, position: [0, y, 0], rotation: [0, 0, 0], scale: [1, 1, 1], enabled: true, components
        });
        const template = new Template(stage.app, { entities: {
            root: node('root', null, ['hips'], 0, { script: { enabled: true, order: ['perfectLookAt'], scripts: { perfectLookAt: look } } }),
            hips: node('hips', 'root', ['spine', 'leg'], 1), leg: node('leg', 'hips', [], -0.5),
            spine: node('spine', 'hips', ['head'], 0.2), head: node('head', 'spine', ['ear'], 0.4), ear: node('ear', 'head', [], 0.1)
        } });
        const instances = [0, 1, 2].map((i) => {
            const root = template.instantiate() as Entity;
            stage.app.root.addChild(root);
            const script = root.script!.get('perfectLookAt') as PerfectLookAt;
            script.targetObject = stage.addEntity(new Vec3(2 * i - 2, 1.6, 2));
            return { root, script };
        });
        stage.step();
        const turns = instances.map(({ root, script }) => {
            const head = root.findByName('head') as Entity;
            expect(script.problems()).to.deep.equal([]);
            expect(script.lookAtBones[0].bone).to.equal(head);
            expect(script.lookAtBones[0].linkedBones).to.deep.equal([root.findByName('ear')]);
            expect(script.lookAtBones[1].rotationLimit).to.equal(90);
            return head.getRotation().clone();
        });
        expect(turnBetween(turns[0], turns[2])).to.be.above(40);
        expect(turnBetween(turns[1], new Quat())).to.be.below(20);
        for (const { root } of instances) root.destroy();
    });

    it('is quiet and harmless on an entity without character, with read-only values of their types', () => {
        const empty = stage.addEntity();
        const look = stage.addLook(empty, { targetObject: target() });
        expect([look.residual, look.reached, look.getLookAtWeight()]).to.deep.equal([0, false, 1]);
        expect(look.gazeOrigin.equals(Vec3.ZERO)).to.equal(true);
        expect(look.gazeDirection).to.be.instanceOf(Vec3);
        look.disablePerfectLookAt(0.1);
        for (let i = 0; i < 10; i++) stage.step(FRAME);
        expect(look.weight).to.equal(0);
        expect(look.problems()).to.have.length(1);
    });
});
