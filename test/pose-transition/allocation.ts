import { expect } from 'chai';
import type { GraphNode } from 'playcanvas';

import { bytesOf, NOISE } from '../support/allocation';
import { setTransitionStage } from '../support/transition-stage';

describe('a frame of poseTransition', () => {
    for (const mode of ['inertialize', 'deadBlend']) {
        it(`allocates nothing above the bone writes in a transition, by ${mode}`, async function () {
            const stage = (await setTransitionStage('mannequin', { mode, halfLife: 1e6, syncStates: [{ state: 'walk', group: 'a' }, { state: 'run', group: 'a' }] }))!;
            for (let i = 0; i < 30; i++) stage.frame();
            stage.both(({ anim }) => anim!.baseLayer!.transition('walk', 0));
            for (let i = 0; i < 30; i++) stage.frame();
            const clock = stage.app as unknown as { frame: number };
            const { script } = stage;
            const observed = script as unknown as { observe(dt: number): void };
            const nodes = stage.entity.find(() => true);
            let writes = 0;
            const originals = nodes.map(node => [node.setLocalRotation, node.setLocalPosition] as const);
            nodes.forEach((node) => {
                node.setLocalRotation = function count(this: GraphNode, ...args: [never]) { writes++; return originals[0][0].apply(this, args); } as never;
                node.setLocalPosition = function count(this: GraphNode, ...args: [never]) { writes++; return originals[0][1].apply(this, args); } as never;
            });
            clock.frame++;
            script.postUpdate(1 / 60);
            nodes.forEach((node) => {
                delete (node as Partial<typeof node>).setLocalRotation;
                delete (node as Partial<typeof node>).setLocalPosition;
            });
            const bytes = bytesOf(() => {
                clock.frame++;
                observed.observe(1 / 60);
                script.postUpdate(1 / 60);
            }, 6000);
            stage.app.destroy();
            this.test!.title += ` (${bytes.toFixed(0)} bytes for ${writes} writes)`;
            expect(writes).to.be.above(10);
            // the engine's own 64 bytes a write
            expect(bytes).to.be.below(64 * writes + 3 * NOISE);
        });
    }
});
