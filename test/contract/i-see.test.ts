import { readFileSync } from 'node:fs';

import { expect } from 'chai';

import { limberScripts } from '../../scripts/index';
import { SENTENCES_PAGE } from '../../tools/docs';
import { patternOf, sentencesOf } from '../../tools/sentences';
import { SetupStage } from '../support/setup-stage';
import { itFull } from '../support/skip';
import { catchWarnings } from '../support/warnings';

// The page about what goes wrong: it has every sentence that the scripts print. That its list is that of the source is told by test/tools/docs.test.ts.

const page = readFileSync(SENTENCES_PAGE, 'utf8');
const [symptoms, list] = page.split('<!-- sentences: written by npm run docs -->');
const sentences = [...list.matchAll(/^- (.+)$/gm)].map(([, sentence]) => sentence);

/** Rows that are wrong in many ways, by script. */
const WRONG: Record<string, object> = {
    animationMirror: { bonePairs: [{ boneName: 'leftHand', mirrorBoneName: 'leftHand' }, { boneName: 'nobody', mirrorBoneName: 'rightHand' }], planeNormal: [0, 0, 0] },
    poseTransition: { syncStates: [{ state: 'no such state' }, { state: '' }], maxOffset: 'much' },
    additiveOverlay: { overlays: [{ name: '' }, { name: 'land', scaleByImpact: [5, 2] }] },
    idleRandomizer: { idleState: 'no such state', weightShift: { range: [1, -1], parameter: 'no such parameter' }, fidgets: [{ state: '' }] },
    strideWarp: { speed: Number.NaN },
    perfectLookAt: { upVector: [0, 0, 0], lookAtBones: [{ boneName: 'Hed' }, { boneName: 'spine' }, { boneName: 'head', rotationLimit: 500 }, {}] },
    mecFootPlacer: { layersToIgnore: ['SKY'], feet: [{ boneName: 'leftFoot', bonesCount: 1 }, { boneName: 'leftFoot' }, { boneName: 'rightFoot', upVector: [0, 0, 0] }] },
    footPlacementStates: { states: [{ state: '' }, { state: 'no such state' }] },
    activeRagdoll: { active: true },
    handPlacer: { hands: [{ hand: 'left', handName: 'no such bone' }, { hand: 'right', handName: 'hips' }] },
    hitReactions: {},
    springChain: { chains: [{ boneName: 'no such bone' }, {}], wind: [Number.NaN, 0, 0] },
    instantTurn: {},
    animationPace: { states: [{ state: '' }, { state: 'walk', strikeStart: 2, strikeEnd: 1 }] },
    actionPlayer: { actions: [{ name: '' }], windows: [{ action: 'no such action' }] },
    limberSetup: {}
};

describe('I see ...', () => {
    const caught = catchWarnings();

    it('quotes sentences that there are', () => {
        const quotes = [...symptoms.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, why]) => [...why.matchAll(/\*([^*]+)\*/g)].map(([, words]) => words));
        const told = quotes.filter(words => /^[a-z]/.test(words) && words.split(' ').length > 1);
        expect(told.length).to.be.above(25);
        for (const words of told) expect(sentences.some(sentence => sentence.includes(words)), words).to.equal(true);
    });

    itFull('has what scripts on a wrongly set character say', async () => {
        const stage = await SetupStage.open(null);
        const hero = await stage.addHero('templates/mannequin.glb');
        for (const [name, attributes] of Object.entries(WRONG)) hero.script!.create(name, { attributes });
        stage.addEntity('Nobody').script!.create('perfectLookAt');
        stage.step(2);
        stage.close();
        const told = caught.map(text => /^\[(\w+)\] "\w+": (.+)$/.exec(text)).filter(parts => parts !== null);
        expect(new Set(told.map(([, script]) => script)).size).to.be.above(Object.keys(WRONG).length - 4);
        const patterns = sentences.map(patternOf);
        for (const [, script, sentence] of told) {
            expect(patterns.some(pattern => pattern.test(sentence)), `${script}: ${sentence}`).to.equal(true);
        }
    });

    it('has sentences whole: with constants, in pieces, by cases, and no descriptions', () => {
        const code = `
            const WHERE = 'in the list of rows';
            const place = \`row \${i} of Rows\`;
            reports.add(\`\${place} \${empty ? 'has no name' : 'has the name of another'}. \` + \`Give it one \${WHERE}.\`);
            reports.add(\`there is no bone "\${name}".\${hint}\`);
            const table = { description: 'Which one it is to be. Empty: all of them.' };
            fire('state', 'is no sentence');`;
        expect(sentencesOf(code)).to.deep.equal([
            'row … of Rows has no name. Give it one in the list of rows.', 'row … of Rows has the name of another. Give it one in the list of rows.', 'there is no bone "…". …'
        ]);
    });

    it('stands under every script that prints something', () => {
        const without = ['limberSetup'];
        for (const { name } of limberScripts) if (!without.includes(name)) expect(list, name).to.include(`### [${name}](`);
    });
});
