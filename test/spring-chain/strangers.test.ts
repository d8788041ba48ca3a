import { expect } from 'chai';
import { type AppBase, type GraphNode } from 'playcanvas';

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
            for (const model of [entity, twin]) {
                app.root.addChild(model);
                model.addComponent('anim', { activate: true });
                const walk = [...clips.values()].find(track => /walk/i.test(track.name)) ?? [...clips.values()][0];
                if (walk) model.anim!.assignAnimation('Clip', walk, undefined, 1, true);
            }
            entity.addComponent('script');
            const script = entity.script!.create('springChain') as SpringChain;
            expect(script.problems()).deep.equal([]);
            const roots = script.chains.map(({ rootBone }) => rootBone!);
            expect(roots.some(bone => wanted.test(bone.name)), roots.map(bone => bone.name).join()).equal(true);
            const swings = (node: GraphNode) => roots.some(root => node === root || node.isDescendantOf(root));
            let most = 0;
            for (let frame = 0; frame < 60; frame++) {
                for (const model of [entity, twin]) model.setLocalPosition(Math.sin(frame / 9), 0, 0);
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
    });
}
