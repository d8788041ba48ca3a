import { expect } from 'chai';

import { ActiveRagdoll } from '../../scripts/index';
import { Character } from '../../tools/check-rig/character';
import { resultOf, type Figure } from '../../tools/check-rig/figures';
import { measureRagdoll } from '../../tools/check-rig/systems/ragdoll';
import { MANNEQUIN } from '../support/characters';
import { itFull } from '../support/skip';
import { catchWarnings } from '../support/warnings';

const TRACKING = ['bodies from the turn to their parent', 'bodies from their place', 'joints apart'];

/** Measures a character with some of its clips. */
async function measure(file: string, ...clips: string[]): Promise<{ figures: Figure[]; problems: string[]; steps: string[] }> {
    const character = await Character.open(file, []);
    character.clips.splice(0, Infinity, ...character.clips.filter(({ name }) => clips.includes(name)));
    character.poses = character.clips.length > 0 ? character.clips : [null];
    const [problems, steps]: string[][] = [[], []];
    const figures = measureRagdoll(character, { progress: step => steps.push(step), problem: sentence => problems.push(sentence) });
    character.close();
    return { figures, problems, steps };
}

describe('check-rig, ragdoll', () => {
    catchWarnings();

    /** Measures with a script that does something else. */
    async function withChange(change: (script: ActiveRagdoll) => void) {
        const { prototype } = ActiveRagdoll;
        const { initialize } = prototype;
        prototype.initialize = function () {
            change(this);
            initialize.call(this);
        };
        try {
            return await measure(MANNEQUIN, 'walk');
        } finally {
            prototype.initialize = initialize;
        }
    }

    itFull('measures the tracking of every clip, and finds the mannequin good', async () => {
        const { figures, problems, steps } = await measure(MANNEQUIN, 'idle', 'walk', 'run');
        expect(steps).to.deep.equal(['set-up', 'idle, tracking', 'walk, tracking', 'run, tracking']);
        const [complaints, ...others] = figures;
        expect(complaints).to.include({ what: 'complaints of the script', pose: '', measured: 0, limit: 0 });
        expect(others.map(({ what, pose }) => `${pose}: ${what}`)).to.deep.equal(
            ['idle', 'walk', 'run'].flatMap(clip => TRACKING.map(what => `${clip}: ${what}`))
        );
        for (const figure of others) {
            expect(resultOf(figure), figure.what).to.equal('good');
            // rounding at least: something was measured
            expect(figure.measured).to.be.above(0);
        }
        expect(problems).to.deep.equal([]);
    });

    itFull('measures the rest pose of a character without clips', async () => {
        const { figures } = await measure(MANNEQUIN);
        expect(figures.slice(1).map(({ pose }) => pose)).to.deep.equal(['rest pose', 'rest pose', 'rest pose']);
        for (const figure of figures) expect(resultOf(figure), figure.what).to.equal('good');
    });

    itFull('misses turns and places of bodies that follow slowly', async () => {
        const { figures } = await withChange((script) => {
            script.rotationWeight = 0.02;
            script.translationWeight = 0.02;
        });
        for (const figure of figures.slice(1, 3)) expect(resultOf(figure), figure.what).to.equal('missed');
    });

    itFull('misses joints that are pulled apart', async () => {
        const { prototype } = ActiveRagdoll;
        const { getBoneState } = prototype;
        prototype.getBoneState = function (bone) {
            const state = getBoneState.call(this, bone);
            if (state?.bone.name.endsWith('LeftForeArm')) state.position.y += 0.01;
            return state;
        };
        try {
            const { figures } = await measure(MANNEQUIN, 'idle');
            expect(figures[3].measured).to.be.closeTo(10, 1);
            expect(resultOf(figures[3])).to.equal('missed');
        } finally {
            prototype.getBoneState = getBoneState;
        }
    });

    it('tells what the script complains about, and measures nothing without bodies', async () => {
        const { figures, problems } = await withChange((script) => {
            script.bones = [{ ...script.bones[0], bone: null, boneName: 'wing' }];
        });
        expect(resultOf(figures[0])).to.equal('missed');
        expect(problems.join()).to.include('wing');
        for (const figure of figures.slice(1)) expect(resultOf(figure), figure.what).to.equal('none');
    });

    itFull('tells rules of the build step that fail as problems, once, and misses nothing for them', async () => {
        const { figures, problems } = await withChange((script) => {
            script.massPreset = 'anatomical';
        });
        expect(problems).to.have.length(new Set(problems).size).above(0);
        expect(problems.join('\n')).to.match(/\[activeRagdoll\] neck weighs [\d.]+ kg and spine\d [\d.]+ kg/);
        for (const figure of figures) expect(resultOf(figure), figure.what).to.equal('good');
    });
});
