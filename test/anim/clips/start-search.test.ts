import { expect } from 'chai';
import type { AnimTrack, Entity, GraphNode } from 'playcanvas';

import { StartSearch } from '../../../scripts/anim/clips/start-search';
import { findCharacter } from '../../../scripts/rig/character';
import { sampled } from '../../support/characters';
import { seededRandom } from '../../support/geometry';
import { playGraph } from '../../support/state-graphs';
import { loadChanging } from '../../support/transition-stage';

// Where a clip goes on best, against a search through poses that the engine has evaluated.

const SPACING = 1 / 60;
const DIFFERENCE = 1 / 30;
const HORIZON = 0.1;

const COUNT = sampled(1000, 8);

for (const name of ['mannequin', 'hound', 'Xbot', 'Knight', 'Husky']) {
    it(`a clip goes on from another one at the nearest pose and velocity: ${name}`, async function () {
        const { app, model, tracks: [, to, from] } = await loadChanging(name, this);

        const played = (track: AnimTrack) => {
            const entity = model.instantiate();
            app.root.addChild(entity);
            // in its rest pose, as it is for all tests of this process
            const rig = findCharacter(entity)!;
            const anim = playGraph(entity, [{ states: { Play: track } }]);
            app.update(0);
            const joints = [...rig.bones.values()].map(bone => rig.skeleton.nodes[bone]);
            const hips = rig.skeleton.nodes[rig.bones.get('hips')!];
            const places = (time: number) => {
                anim.baseLayer!.activeStateCurrentTime = time;
                app.update(0);
                const space = entity.getWorldTransform().clone().invert();
                const at = (node: GraphNode) => space.transformPoint(node.getPosition());
                const origin = at(hips);
                return joints.map(joint => at(joint).sub(origin));
            };
            return (time: number, isLoop = false) => {
                const late = isLoop ? time : Math.max(time, DIFFERENCE);
                const early = late - DIFFERENCE;
                const [before, after, now] = [places(early < 0 ? early + track.duration : early), places(late), places(time)];
                return now.flatMap((place, i) => [place, after[i].clone().sub(before[i]).mulScalar(HORIZON / DIFFERENCE)]);
            };
        };
        const [source, goal] = [played(from), played(to)];
        const costOf = (a: ReturnType<typeof source>, b: ReturnType<typeof source>) => a.reduce((sum, vector, i) => sum + vector.distance(b[i]) ** 2, 0);
        const candidates = Array.from({ length: Math.ceil(to.duration / SPACING) }, (_, i) => goal(i * SPACING, true));

        const entity: Entity = model.instantiate();
        app.root.addChild(entity);
        const search = new StartSearch(findCharacter(entity)!, entity);
        const random = seededRandom(7);
        let right = 0;
        for (let i = 0; i < COUNT; i++) {
            const time = random() * from.duration;
            const wanted = source(time);
            const costs = candidates.map(candidate => costOf(wanted, candidate));
            const chosen = costOf(wanted, goal(search.nearest(from, time, to), true));
            if (chosen <= 1.001 * Math.min(...costs)) right++;
        }
        this.test!.title += ` (${right} of ${COUNT})`;
        expect(right / COUNT).to.be.at.least(0.95);
        app.destroy();
    });
}
