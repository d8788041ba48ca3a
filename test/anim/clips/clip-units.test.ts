import { expect } from 'chai';
import type { AnimTrack, AppBase, Entity } from 'playcanvas';

import { GetUp } from '../../../scripts/hit-reactions/get-up';
import { registerLimber, type ActionPlayer, type InstantTurn } from '../../../scripts/index';
import { findCharacter } from '../../../scripts/rig/character';
import { createApp, loadGlb, type LoadedCharacter } from '../../support/app';
import { bakeClip } from '../../support/bake-clip';
import { HOUND, MANNEQUIN } from '../../support/characters';
import { writeInUnits } from '../../support/glb-units';
import { itFull } from '../../support/skip';
import { playGraph } from '../../support/state-graphs';
import { catchWarnings } from '../../support/warnings';

// Clips for bones of the same names in other units: the scripts that enter their states say so. A body in centimetres, and one in metres.

describe('clips in other units', () => {
    let app: AppBase;
    let files: Readonly<Record<string, string>>;
    catchWarnings();

    before(async () => { files = { metres: MANNEQUIN, centimetres: await writeInUnits(MANNEQUIN, 100) }; });

    beforeEach(() => {
        app = createApp();
        registerLimber(app);
    });

    afterEach(() => app.destroy());

    /** The run of a body in some units; another application has loaded it, as files of one name are loaded once. */
    async function runIn(units: string): Promise<AnimTrack> {
        const other = createApp();
        const { clips } = await loadGlb(other, files[units]);
        other.destroy();
        return clips.get('run')!;
    }

    /** A character with a clip of its own and another one. */
    function add(model: LoadedCharacter, other: AnimTrack): Entity {
        const entity = model.instantiate();
        entity.name = 'Hero';
        app.root.addChild(entity);
        playGraph(entity, [{ states: { Idle: model.clips.get('idle')!, Other: other }, once: ['Other'] }]);
        entity.addComponent('script');
        return entity;
    }

    function problemsOf(entity: Entity): string[] {
        const turner = entity.script!.create('instantTurn', { attributes: { turnClipLeftFoot: 'Other', mirrorSecond: false } }) as InstantTurn;
        const player = entity.script!.create('actionPlayer', {
            attributes: { actions: ['Other', 'Idle', 'Other'].map((state, i) => ({ name: `act ${i}`, state })) }
        }) as ActionPlayer;
        player.refresh();
        return [...turner.problems(), ...player.problems()];
    }

    async function expectTold(own: string, foreign: string) {
        const clip = await runIn(foreign);
        const entity = add(await loadGlb(app, files[own]), clip);
        const problems = problemsOf(entity);
        expect(problems).to.have.length(2);
        for (const [i, script] of ['instantTurn', 'actionPlayer'].entries()) {
            expect(problems[i]).to.include(`[${script}] "Hero": the clip "run" of the state "Other" has the hips in other units than this character`);
        }
        const rig = findCharacter(entity)!;
        const told: string[] = [];
        const { clips } = new GetUp(rig, [rig.skeleton.nodes[rig.bones.get('hips')!]], ['Idle', 'Other'].map(state => ({ side: 'prone' as const, clip: null, state, startTime: 0 })), (sentence) => { told.push(sentence); });
        expect(clips.map(({ state }) => state)).to.deep.equal(['Idle']);
        expect(told).to.have.length(1);
        expect(told[0]).to.include('the get-up clip "run" has the hips in other units');
    }

    for (const [own, foreign] of [['metres', 'centimetres'], ['centimetres', 'metres']]) {
        it(`are told by instantTurn and actionPlayer, each once, and are no clips to get up with: ${foreign} on a body of ${own}`, () => expectTold(own, foreign));
    }

    it('of a body with legs of another length are told too, by how much, and those of nearly the same length are not', async () => {
        const model = await loadGlb(app, MANNEQUIN);
        for (const [factor, percent] of [[1.3, 130], [0.7, 70], [1.05, 0]]) {
            const other = {
                ...model, instantiate: () => {
                    const body = model.instantiate();
                    for (const bone of ['LeftLeg', 'LeftFoot', 'RightLeg', 'RightFoot']) {
                        const node = body.findByName(`mixamorig:${bone}`)!;
                        node.setLocalPosition(node.getLocalPosition().clone().mulScalar(factor));
                    }
                    return body;
                }
            };
            const entity = add(model, bakeClip(app, other, model.clips.get('run')!, `times ${factor}`, { start: 0, length: 0.3 }));
            const problems = problemsOf(entity);
            expect(problems).to.have.length(percent > 0 ? 2 : 0);
            for (const problem of problems) expect(problem).to.include(`the clip "times ${factor}" of the state "Other" makes the legs of this character ${percent} % as long as they are`);
            entity.destroy();
        }
    });

    itFull('are none of a character\'s own, upright or lying', async () => {
        for (const [file, more] of [[MANNEQUIN, 'mannequin-get-up'], [MANNEQUIN, 'mannequin-actions'], [HOUND, 'hound-get-up']]) {
            const model = await loadGlb(app, file);
            const { clips } = await loadGlb(app, `templates/${more}.glb`);
            for (const clip of [...model.clips.values(), ...clips.values()]) {
                const entity = add(model, clip);
                expect(problemsOf(entity), clip.name).to.deep.equal([]);
                entity.destroy();
            }
        }
    });
});
