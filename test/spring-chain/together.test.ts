import { expect } from 'chai';
import { Entity, Vec3, type GraphNode } from 'playcanvas';

import type { ActiveRagdoll, SpringChain } from '../../scripts/index';
import { turnBetween } from '../support/geometry';
import { RagdollStage, WALKING, type Actor } from '../support/ragdoll-stage';
import { degreesBetween } from '../support/spring-stage';
import { catchWarnings } from '../support/warnings';

const FRAME = 1 / 60;

const isCloth = (node: GraphNode) => /Scarf(?:Long|Short)\d|Strap\d/.test(node.name);

/** The scarf's long end: from its first to its last joint. */
function scarfOf(model: Entity): Vec3 {
    const at = (i: number) => (model.findByName(`mixamorig:ScarfLong${i}`) as Entity).getPosition();
    return new Vec3().sub2(at(5), at(1));
}

describe('springChain on the mannequin', () => {
    catchWarnings();
    const stage = new RagdollStage(WALKING);

    before(() => stage.open());
    after(() => stage.close());
    afterEach(() => stage.clear());

    const wear = (actor: Actor, attributes: object = {}) => {
        if (!actor.model.script) actor.model.addComponent('script');
        return actor.model.script!.create('springChain', { attributes } as never) as unknown as SpringChain;
    };
    const play = (actor: Actor, clip: string) => {
        actor.model.addComponent('anim', { activate: true });
        actor.model.anim!.assignAnimation('Clip', stage.clips.get(clip)!, undefined, 1, true);
    };

    /** Largest depth of a joint of scarf and strap inside of the capsules of its chain, metres; told from the nodes alone. */
    const depthIn = ({ colliders, chains }: Pick<SpringChain, 'chains' | 'colliders'>) => Math.max(...chains.flatMap(({ rootBone, radius: ball, colliderGroups }) => {
        const joints = rootBone!.find(node => node !== rootBone);
        return colliders.filter(({ group }) => colliderGroups.length === 0 || colliderGroups.includes(group)).flatMap(({ bone, offset, tail, radius }) => {
            const matrix = bone!.getWorldTransform();
            const a = matrix.transformPoint(offset, new Vec3()), way = matrix.transformPoint(tail, new Vec3()).sub(a);
            return joints.map((node) => {
                const from = new Vec3().sub2(node.getPosition(), a);
                const share = Math.min(1, Math.max(0, from.dot(way) / way.lengthSq()));
                return radius + ball - from.sub(way.clone().mulScalar(share)).length();
            });
        });
    }));

    it('finds the two ends of the scarf and the strap, and capsules that hold them off trunk and legs', () => {
        const actor = stage.add();
        play(actor, 'run');
        const script = wear(actor);
        expect(script.problems()).deep.equal([]);
        expect(script.chains.map(({ boneName }) => boneName)).deep.equal(['ScarfLong1', 'ScarfShort1', 'Strap1'].map(name => `mixamorig:${name}`));
        const carriers = script.colliders.map(({ boneName }) => boneName);
        expect(carriers).to.include.members(['hips', 'spine', 'spine1', 'spine2', 'leftThigh', 'rightThigh', 'leftClavicle', 'rightUpperArm']);
        // thinner than the body is wide, thicker than its bones
        script.colliders.forEach(({ radius, boneName }) => expect(radius, boneName).within(0.02, 0.15));
        const { chains, colliders } = script;
        let deepest = 0, most = 0;
        for (let frame = 0; frame < 180; frame++) {
            actor.model.setLocalPosition(0, 0, 2 * Math.sin(frame / 30));
            actor.model.setLocalEulerAngles(0, frame < 90 ? 0 : Math.min(180, 8 * (frame - 90)), 0);
            stage.step();
            // between an arm and the trunk there is no place for a joint; how deep it is in the arm's skin is measured elsewhere
            deepest = Math.max(deepest, depthIn({ chains, colliders: colliders.filter(({ boneName }) => !/UpperArm|Clavicle/.test(boneName)) }));
            most = Math.max(most, degreesBetween(scarfOf(actor.model), new Vec3(0, -1, 0)));
        }
        expect(deepest).below(1e-3);
        expect(most).above(20);
    });

    it('has capsules as thick as the skin for all but what hangs beside them, and touches nothing in the reference pose', () => {
        const script = wear(stage.add());
        expect(depthIn(script)).below(1e-6);
        const thighs = (side: string, groups: readonly string[]) => script.colliders.filter(({ boneName, group }) => boneName === `${side}Thigh` && groups.includes(group));
        const [scarf, , strap] = script.chains.map(({ colliderGroups }) => Math.max(...thighs('left', colliderGroups).map(({ radius }) => radius)));
        // it hangs at the left hip
        expect(strap).below(0.8 * scarf);
        expect(scarf).closeTo(Math.max(...thighs('right', ['']).map(({ radius }) => radius)), 0.01);
        // a designer's own colliders hold all chains that were found
        script.colliders = [{ boneName: 'leftThigh', radius: 0.3 }] as never;
        expect(script.chains.every(({ colliderGroups }) => colliderGroups.includes(script.colliders[0].group))).equal(true);
    });

    it('hangs from what a look-at shows, and does not touch what it does', () => {
        const [actor, twin] = [stage.add(), stage.add()];
        const target = stage.addEntity('target');
        for (const { model } of [actor, twin]) {
            model.addComponent('script');
            model.script!.create('perfectLookAt', { attributes: { targetObject: target } } as never);
        }
        const script = wear(actor);
        let most = 0;
        for (let frame = 0; frame < 120; frame++) {
            target.setPosition(3 * Math.sin(frame / 9), 1.2 + Math.sin(frame / 7), 2);
            stage.step();
            for (let i = 0; i < actor.nodes.length; i++) {
                const turn = turnBetween(actor.nodes[i].getLocalRotation(), twin.nodes[i].getLocalRotation());
                if (isCloth(actor.nodes[i])) most = Math.max(most, turn);
                else expect(turn, actor.nodes[i].name).below(1e-3);
            }
        }
        expect(script.problems()).deep.equal([]);
        expect(most).above(1);
    });

    it('sleeps on a still character, and goes on as it was when another script joins it', () => {
        const actor = stage.add();
        const script = wear(actor);
        const shown = () => actor.nodes.filter(isCloth).map(node => node.getRotation().clone());
        stage.run(5);
        const before = shown();
        const { springs } = (script as unknown as { springs: { springs: { isAsleep: boolean } } }).springs;
        expect(springs.isAsleep).equal(true);
        const head = actor.nodes.find(node => /Head$/.test(node.name)) as Entity;
        for (let frame = 0; frame < 30; frame++) {
            // one that turns no bone yet
            if (frame === 10) actor.model.script!.create('perfectLookAt', { attributes: { weight: 0, targetObject: head } } as never);
            stage.step();
            shown().forEach((rotation, i) => expect(turnBetween(rotation, before[i])).below(0.05));
        }
    });

    it('hangs from what a limp ragdoll shows, whole and outside of the body', () => {
        const actor = stage.add();
        stage.addFloor();
        play(actor, 'walk');
        actor.model.addComponent('script');
        const ragdoll = actor.model.script!.create('activeRagdoll', { attributes: { active: true } } as never) as unknown as ActiveRagdoll;
        const script = wear(actor, { groundCollision: true });
        stage.run(0.5);
        ragdoll.rotationWeight = 0;
        ragdoll.translationWeight = 0;
        const lengths = () => actor.nodes.filter(isCloth).map(node => node.getPosition().distance(node.parent!.getPosition()));
        const before = lengths();
        let most = 0, deepest = 0, turns = 0;
        const last = new Map(actor.nodes.map(node => [node, node.getRotation().clone()]));
        stage.run(3, 60, () => {
            lengths().forEach((length, i) => expect(length).closeTo(before[i], 1e-4));
            most = Math.max(most, degreesBetween(scarfOf(actor.model), new Vec3(0, -1, 0)));
            deepest = Math.max(deepest, depthIn(script));
            for (const node of actor.nodes.filter(isCloth)) {
                turns = Math.max(turns, turnBetween(node.getRotation(), last.get(node)!));
                last.get(node)!.copy(node.getRotation());
            }
        });
        expect(script.problems()).deep.equal([]);
        expect(most).above(30);
        // where floor and body press from both sides there is no place for it; how the body lies is up to its shapes
        expect(deepest).below(0.055);
        expect(turns, 'degrees in a frame').below(60);
    });

    it('gives the bones back when it is switched off, and starts from what is shown when it is switched on', () => {
        const [actor, twin] = [stage.add(), stage.add()];
        for (const each of [actor, twin]) play(each, 'run');
        const script = wear(actor);
        const apart = () => Math.max(...actor.nodes.map((node, i) => turnBetween(node.getLocalRotation(), twin.nodes[i].getLocalRotation())));
        let frame = 0;
        const go = (frames: number) => {
            for (let i = 0; i < frames; i++) {
                for (const { model } of [actor, twin]) model.setLocalPosition(0, 0, 3 * ++frame / 120);
                stage.step();
            }
        };
        go(60);
        expect(apart()).above(10);
        script.enabled = false;
        go(2);
        expect(apart()).below(1e-3);
        script.enabled = true;
        go(1);
        expect(apart()).below(30);
        go(30);
        expect(apart()).above(10);
    });

    it('swings in a clone by its own bones', () => {
        const actor = stage.add();
        wear(actor);
        stage.run(0.2);
        const clone = actor.model.clone() as Entity;
        actor.model.parent!.addChild(clone);
        const script = (clone.script as unknown as { springChain: SpringChain }).springChain;
        expect(script.chains.every(({ rootBone }) => rootBone!.isDescendantOf(clone))).equal(true);
        expect(script.colliders.every(({ bone }) => bone!.isDescendantOf(clone))).equal(true);
        for (let frame = 0; frame < 20; frame++) {
            clone.setLocalPosition(0, 0, 4 * frame / 60);
            stage.step();
        }
        expect(degreesBetween(scarfOf(clone), scarfOf(actor.model))).above(20);
        clone.destroy();
    });

    it('has the same angles at scales of 0.01 and 100', () => {
        const paths = [1, 0.01, 100].map((scale) => {
            const actor = stage.add();
            actor.model.setLocalScale(scale, scale, scale);
            play(actor, 'run');
            wear(actor);
            const path: Vec3[] = [];
            for (let frame = 0; frame < 90; frame++) {
                actor.model.setLocalPosition(0, 0, scale * Math.sin(frame / 12));
                stage.step();
                path.push(scarfOf(actor.model).normalize());
            }
            stage.clear();
            return path;
        });
        for (const path of paths.slice(1)) path.forEach((way, i) => expect(degreesBetween(way, paths[0][i])).below(0.5));
    });

    it('does not whip when the model turns by 180 degrees in one frame', () => {
        const most = (turn: (time: number) => number) => {
            const actor = stage.add();
            play(actor, 'run');
            wear(actor);
            let peak = 0;
            for (let time = 0; time < 2; time += FRAME) {
                actor.model.setLocalEulerAngles(0, turn(time), 0);
                stage.step();
                if (time > 0.9) peak = Math.max(peak, degreesBetween(scarfOf(actor.model), new Vec3(0, -1, 0)));
            }
            stage.clear();
            return peak;
        };
        const slow = most(time => 180 * Math.min(1, Math.max(0, (time - 1) / 0.2)));
        expect(most(time => (time > 1 ? 180 : 0))).below(1.3 * slow);
    });
});
