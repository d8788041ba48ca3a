import { expect } from 'chai';
import type { AppBase, AnimTrack, Entity } from 'playcanvas';

import type { ActionPlayer, AdditiveOverlay, InstantTurn } from '../../scripts/index';
import { findCharacter } from '../../scripts/rig/character';
import type { LoadedCharacter } from '../support/app';
import { bakeClip } from '../support/bake-clip';
import { assetOf } from '../support/clip-asset';
import { turnBetween } from '../support/geometry';
import { playGraph } from '../support/state-graphs';
import { loadChanging } from '../support/transition-stage';

// From the press of a key to the first bone that is elsewhere than without it: two of the same, and one of them is asked for something.

/** Degrees from which on a bone is elsewhere; two characters that do the same are nearer to each other. */
const ELSEWHERE = 0.2;
const SAME = 0.01;

for (const name of ['mannequin', 'hound', 'Xbot', 'Knight', 'Husky']) {
    describe(`from a press to the first bone: ${name}`, () => {
        let app: AppBase;
        let model: LoadedCharacter;
        let states: Record<string, AnimTrack>;

        before(async function () {
            const { tracks: [, slash, run], ...loaded } = await loadChanging(name, this);
            ({ app, model } = loaded);
            states = { Run: run, Slash: slash, Turn: bakeClip(app, model, run, 'Turn', { start: 0, length: 0.4, yaw: share => 180 * (1 - share) }) };
        });

        after(() => app?.destroy());

        function create(): Entity {
            const entity = model.instantiate();
            app.root.addChild(entity);
            playGraph(entity, [{ states, once: ['Slash', 'Turn'] }]);
            entity.addComponent('script');
            const add = (script: string, attributes: object = {}) => entity.script!.create(script, { attributes });
            add('poseTransition');
            add('additiveOverlay', { overlays: [{ name: 'land', clip: assetOf(app, states.Run) }] });
            add('animationPace', { pace: 0.8 });
            add('instantTurn', { turnClipLeftFoot: 'Turn', mirrorSecond: false });
            add('actionPlayer', { actions: [{ name: 'slash', kind: 'attack', state: 'Slash' }, { name: 'other', state: 'Run' }], windows: [{ action: 'slash', start: 0 }] });
            return entity;
        }

        const presses: Readonly<Record<string, (entity: Entity) => void>> = {
            'an action': entity => (entity.script!.get('actionPlayer') as ActionPlayer).request('slash'),
            'an action of a kind': entity => (entity.script!.get('actionPlayer') as ActionPlayer).requestBest('attack'),
            'a turn': entity => (entity.script!.get('instantTurn') as InstantTurn).turn(),
            'an overlay': entity => (entity.script!.get('additiveOverlay') as AdditiveOverlay).play('land')
        };

        /** Largest angle between the bones of a character that something is asked of, and of one that goes on, one frame later. */
        function answer(press: (entity: Entity) => void, rate: number): number {
            const pair = [create(), create()];
            const bones = pair.map((entity) => {
                const rig = findCharacter(entity)!;
                return [...rig.bones.values()].map(bone => rig.skeleton.nodes[bone]);
            });
            const apart = () => Math.max(...bones[0].map((bone, i) => turnBetween(bone.getLocalRotation(), bones[1][i].getLocalRotation())));
            for (let i = 0; i < 0.4 * rate; i++) app.update(1 / rate);
            expect(apart(), 'before').to.be.below(SAME);
            press(pair[1]);
            app.update(1 / rate);
            const off = apart();
            for (const entity of pair) entity.destroy();
            return off;
        }

        for (const rate of [30, 60, 144]) {
            it(`is one frame at ${rate} Hz`, () => {
                // an overlay starts from its first pose, which adds nothing
                for (const [what, press] of Object.entries(presses)) expect(answer(press, rate), what).to.be.above(what === 'an overlay' ? SAME : ELSEWHERE);
            });
        }
    });
}
