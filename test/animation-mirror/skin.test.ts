import { expect } from 'chai';

import { sampled } from '../support/characters';
import { MirrorStage, mirrorSources } from '../support/mirror-stage';

/** Largest distance of a vertex from the reflection of its twin beyond what the bind pose lacks, millimetres of a body of 1.8 m. */
const GOAL = 0.1;

const SOURCES = mirrorSources(
    'Xbot.glb', ['bitmoji.glb', 'bitmoji-walk.glb'], 'Soldier.glb', 'Knight.glb', 'SkeletonMinion.glb', 'Orc.glb', 'Goblin.glb', 'Husky.glb', 'Cow.glb', 'Cat.glb',
    'Zebra.glb', 'Pug.glb'
);

for (const source of SOURCES) {
    describe(`animationMirror: the skin of ${source.name}`, () => {
        const stage = new MirrorStage();

        before(() => stage.open(source));
        after(() => stage.close());

        it('is the reflection of the animation, vertex by vertex', () => {
            const skin = stage.skin();
            expect(skin.pairs.length / skin.count, 'share of the vertices that are twins').above(0.1);
            const frames = sampled(40, 8);
            for (let frame = 0; frame < frames; frame++) {
                stage.pose(frame / frames);
                const { beyond, vertex } = stage.compare(skin);
                expect(beyond, `vertex ${vertex} at ${frame / frames} of ${stage.track.name}`).below(GOAL);
            }
        });

        it('is not, by far, without the script', () => {
            const skin = stage.skin();
            stage.script.mirror = false;
            stage.pose(0.3);
            stage.app.update(1);
            expect(stage.compare(skin).beyond).above(10);
            stage.script.mirror = true;
        });
    });
}
