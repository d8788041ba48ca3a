import { expect } from 'chai';
import type { AnimTrack, AppBase, GraphNode } from 'playcanvas';

import { actionPlayerAttributes, type ActionPlayer } from '../../scripts/index';
import { findCharacter } from '../../scripts/rig/character';
import { makeRow } from '../../scripts/shell/attributes';
import type { LoadedCharacter } from '../support/app';
import { bakeClip } from '../support/bake-clip';
import { playGraph } from '../support/state-graphs';
import { loadChanging } from '../support/transition-stage';

// An action that was made of a run ends, and the run goes on: as fast as it was, whatever the frames are. Measured at the joints, in the
// frame in which the action ends and in those after it: in those before, straight lines between the keys that were baked are seen.

/** Seconds of the actions, the last one no whole number of frames. */
const LENGTHS = [0.3, 0.4, 0.3137];

/** Step of the joints' speed at the seam, as a share of it. */
const MOST = 0.1;

for (const name of ['mannequin', 'hound', 'Xbot', 'Knight', 'Husky']) {
    describe(`the run after an action: ${name}`, () => {
        let app: AppBase;
        let model: LoadedCharacter;
        let run: AnimTrack;

        before(async function () {
            ({ app, model, tracks: [, , run] } = await loadChanging(name, this));
        });

        after(() => app?.destroy());

        /** Frames from the end of an action on: the joints' speed, root mean square, and what it is in the run that goes on all the time. */
        function watch(start: number, length: number, rate: number): { shown: number, expected: number }[] {
            const action = bakeClip(app, model, run, 'Slash', { start, length });
            const pair = [model.instantiate(), model.instantiate()];
            const [entity, twin] = pair;
            for (const one of pair) app.root.addChild(one);
            playGraph(entity, [{ states: { Run: run, Slash: action }, once: ['Slash'] }]);
            playGraph(twin, [{ states: { Run: run } }]);
            entity.addComponent('script');
            const actions = [makeRow(actionPlayerAttributes.actions, { name: 'slash', state: 'Slash' })];
            const script = entity.script!.create('actionPlayer', { attributes: { actions } }) as ActionPlayer;
            app.update(1 / rate);
            script.request('slash');
            twin.anim!.baseLayer!.transition('Run', 0, start / run.duration % 1);
            app.update(1 / rate);
            const rig = findCharacter(entity)!;
            const bones = pair.map(one => [...rig.bones.values()].map(bone => one.findByName(rig.skeleton.nodes[bone].name) as GraphNode));
            const read = () => bones.map(list => list.map(bone => bone.getPosition().clone()));
            let last = read();
            const frames = Array.from({ length: Math.ceil((length + 0.1) * rate) }, () => {
                app.update(1 / rate);
                const now = read();
                const [shown, expected] = now.map((places, k) => rate * Math.sqrt(places.reduce((sum, place, i) => sum + place.distance(last[k][i]) ** 2, 0) / places.length));
                last = now;
                return { shown, expected, state: entity.anim!.baseLayer!.activeState };
            });
            expect(entity.anim!.baseLayer!.activeState).to.equal('Run');
            for (const one of pair) one.destroy();
            return frames.filter(({ state }) => state === 'Run');
        }

        for (const rate of [30, 60, 144]) {
            it(`goes on as fast as the run at ${rate} Hz, also over an end between two frames`, function () {
                const steps = LENGTHS.map((length, i) => Math.max(...watch(0.13 * (i + 1), length, rate).map(({ shown, expected }) => Math.abs(shown - expected) / expected)));
                this.test!.title += ` (${(100 * Math.max(...steps)).toFixed(1)} %)`;
                expect(Math.max(...steps)).to.be.below(MOST);
            });
        }
    });
}
