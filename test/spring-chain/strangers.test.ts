import { expect } from 'chai';
import { Entity, Quat, Vec3, type AppBase, type GraphNode } from 'playcanvas';

import { Scarf } from '../../docs/demo/pages/spring-chain/scarf';
import type { SpringChain } from '../../scripts/index';
import { loadGlb } from '../support/app';
import { HOUND } from '../support/characters';
import { turnBetween } from '../support/geometry';
import { requireRig } from '../support/skip';
import { createSpringApp } from '../support/spring-stage';

/** Files and what of them swings by itself, as one sees on the pictures. */
const CHARACTERS: [string, RegExp][] = [['hound', /tail/i], ['Husky', /tail/i], ['Cow', /tail/i], ['Zebra', /tail/i], ['Cat', /tail/i]];

for (const [name, wanted] of CHARACTERS) {
    describe(`springChain on ${name}`, () => {
        let app: AppBase, path: string;

        before(function () {
            path = name === 'hound' ? HOUND : requireRig(`${name}.glb`, this);
            app = createSpringApp();
        });

        after(() => app?.destroy());

        it('finds what swings, moves it behind the clip, and leaves all other bones alone', async () => {
            const { instantiate, clips } = await loadGlb(app, path);
            const [entity, twin] = [instantiate(), instantiate()];
            // clips may move the model
            const holders = [entity, twin].map((model) => {
                const holder = new Entity('Hero', app);
                app.root.addChild(holder);
                holder.addChild(model);
                return holder;
            });
            for (const model of [entity, twin]) {
                model.addComponent('anim', { activate: true });
                const walk = [...clips.values()].find(track => /walk/i.test(track.name)) ?? [...clips.values()][0];
                if (walk) model.anim!.assignAnimation('Clip', walk, undefined, 1, true);
            }
            holders[0].addComponent('script');
            const script = holders[0].script!.create('springChain') as SpringChain;
            expect(script.problems()).deep.equal([]);
            const roots = script.chains.map(({ rootBone }) => rootBone!);
            expect(roots.some(bone => wanted.test(bone.name)), roots.map(bone => bone.name).join()).equal(true);
            const swings = (node: GraphNode) => roots.some(root => node === root || node.isDescendantOf(root));
            let most = 0;
            for (let frame = 0; frame < 60; frame++) {
                for (const holder of holders) holder.setLocalPosition(Math.sin(frame / 9), 0, 0);
                app.update(1 / 60);
                const pairs = entity.find(() => true).map((node, i) => [node, twin.find(() => true)[i]] as const);
                for (const [node, other] of pairs) {
                    const turn = turnBetween(node.getLocalRotation(), other.getLocalRotation());
                    expect(turn).to.satisfy(Number.isFinite);
                    if (swings(node)) most = Math.max(most, turn);
                    else expect(turn, node.name).below(1e-3);
                }
            }
            expect(most).above(2).below(150);
        });

        it('shows ten kilometres from the origin what it shows there', async () => {
            const { instantiate, clips } = await loadGlb(app, path);
            const walk = [...clips.values()].find(track => /walk/i.test(track.name)) ?? [...clips.values()][0];
            const models = [0, 10000].map((far) => {
                const model = instantiate();
                const hero = new Entity('Hero', app);
                hero.setLocalScale(0.2, 0.2, 0.2);
                hero.setLocalPosition(far, 0, far);
                hero.addChild(model);
                app.root.addChild(hero);
                model.addComponent('anim', { activate: true });
                if (walk) model.anim!.assignAnimation('Clip', walk, undefined, 1, true);
                hero.addComponent('script');
                hero.script!.create('springChain');
                return { hero, nodes: model.find(() => true) };
            });
            let most = 0;
            for (let frame = 0; frame < 90; frame++) {
                for (const { hero } of models) hero.translateLocal(0, 0, 0.05 / 60);
                app.update(1 / 60);
                const off = models[0].nodes.map((node, i) => turnBetween(node.getLocalRotation(), models[1].nodes[i].getLocalRotation()));
                most = Math.max(most, ...off);
            }
            for (const { hero } of models) hero.destroy();
            expect(most).below(0.2);
        });
    });
}

describe('the scarf that the gallery hangs on who has none', () => {
    it('hangs down the back, whichever way its wearer faces', () => {
        const app = createSpringApp();
        for (let angle = 0; angle < 360; angle += 45) {
            const forward = new Quat().setFromEulerAngles(0, angle, 0).transformVector(Vec3.BACK, new Vec3());
            // as avatars' own fronts are, a little downward
            forward.y = -0.002;
            forward.normalize();
            const neck = new Entity('neck');
            app.root.addChild(neck);
            neck.setPosition(0, 1.5, 0);
            neck.setEulerAngles(20, 30, 40);
            const scarf = new Scarf(neck, forward, 1);
            scarf.lay([], 0);
            for (const [first, below] of scarf.ends) {
                expect(new Vec3().sub2(below.getPosition(), first.getPosition()).normalize().y, `${angle} degrees`).below(-0.99);
                expect(first.getPosition().dot(forward)).below(0);
            }
            neck.destroy();
        }
        app.destroy();
    });
});
