import { expect } from 'chai';
import type { Entity } from 'playcanvas';

import { listSentences } from '../../docs/demo/frame/sentences';
import { createAbilities, sentencesOf, type SetUp } from '../../docs/demo/pages/drop-a-character/abilities';
import { findCharacter, limberScripts, registerLimber, type LimberSetup } from '../../scripts/index';
import { Character } from '../../tools/check-rig/character';
import { examineCharacter } from '../../tools/check-rig/examine';
import { formatReport } from '../../tools/check-rig/report';
import { buildSkeleton } from '../support/build-skeleton';
import { CREATURES } from '../support/creatures';
import { createPhysicsApp } from '../support/physics-app';
import { setUp } from '../support/setup-stage';
import type { WrittenSkeleton } from '../support/skeletons';
import { requireRig } from '../support/skip';
import { TWO_HEADS } from '../support/two-heads';
import { catchWarnings } from '../support/warnings';

// The same sentences in the same order in all places where somebody looks: limberSetup and each script, check-rig, the page "Drop a character".

const creature = (start: string) => CREATURES.find(({ convention }) => convention.startsWith(start))!;

const WRITTEN: readonly WrittenSkeleton[] = [creature('goblin'), creature('snake'), TWO_HEADS];

/** Characters of others that lack something: legs that bend, feet, arms, legs at all, good names. */
const STRANGERS = ['Cat.glb', 'Goblin.glb', 'Orc.glb', 'more/Boxman.glb', 'more/BrainStem.glb', 'more/Snake.glb', 'more/Wasp.glb', 'more/CyberCharacter.glb'];

/** The section of check-rig's report that tells what is wrong. */
function problemsIn(report: string): string[] {
    const lines = report.split('\n');
    const from = lines.indexOf('Problems') + 1;
    return lines.slice(from, lines.indexOf('', from)).map(line => line.slice(2));
}

async function openWritten(written: WrittenSkeleton): Promise<Character> {
    const app = await createPhysicsApp('ammojs-typed');
    registerLimber(app);
    return Character.of(app, written.convention, { instantiate: () => buildSkeleton(app, written).root, clips: new Map() });
}

/** The page's list of abilities, and the sentences beside it. */
function openPage(model: Entity, setup: LimberSetup) {
    const get = (name: string) => model.script!.get(name);
    const found = findCharacter(model);
    const page = {
        character: { model: found, clips: new Map(), clip: '' }, setup, hasWaysUp: false, canFall: false,
        retarget: get('animationRetarget'), lookAt: get('perfectLookAt'), feet: get('mecFootPlacer'), idle: get('idleRandomizer'), ragdoll: get('activeRagdoll'),
        springs: get('springChain')
    } as unknown as SetUp;
    return { abilities: createAbilities(page), sentences: listSentences(found!.problems, sentencesOf(setup)) };
}

describe('doubts where somebody looks', () => {
    catchWarnings();

    function expectSame(character: Character) {
        const said = character.rig.problems;
        expect(said).to.have.length.above(0);
        const isOwn = (sentence: string) => said.some(one => sentence.endsWith(one));

        const checked = problemsIn(formatReport(examineCharacter(character)));
        expect(checked.slice(0, said.length), 'check-rig').to.deep.equal(said);
        expect(checked.slice(said.length).filter(isOwn), 'check-rig again').to.deep.equal([]);

        const { model } = character.add();
        model.addComponent('script');
        const setup = setUp(model, { animate: true, lookAt: true, feet: true, hitReactions: true, idle: true, springs: true });
        character.step(3);
        expect(setup.report().slice(0, said.length), 'limberSetup').to.deep.equal(said);

        const { abilities, sentences } = openPage(model, setup);
        expect(sentences.slice(0, said.length), 'the page').to.deep.equal(said);
        expect(sentences.slice(said.length).filter(isOwn), 'the page again').to.deep.equal([]);
        // what is not on stands in the list of abilities
        const shown = [...sentences, ...abilities.map(({ read }) => read())].map(words => words.toLowerCase());
        for (const sentence of setup.report()) {
            const words = sentence.toLowerCase();
            expect(/ was added\.$/.test(words) || shown.includes(words.replace(/^[\w ]+: not on, /, '')), sentence).to.equal(true);
        }
        for (const { name, can, read } of abilities) {
            if (name === 'lookAt' && can() && !character.rig.bones.has('head')) expect(read()).not.to.match(/head|spine|neck/);
        }

        for (const { name } of limberScripts) {
            const script = model.script!.get(name) as unknown as { problems?(): string[] } | null;
            const own = (script?.problems?.() ?? []).filter(isOwn).map(one => said.find(sentence => one.endsWith(sentence))!);
            expect(own, name).to.deep.equal(said.filter(sentence => own.includes(sentence)));
        }
        character.clear();
    }

    const shows = (what: string, open: (context: Mocha.Context) => Promise<Character>) => it(`${what}: the same sentences in the same order`, async function () {
        const character = await open(this);
        try {
            expectSame(character);
        } finally {
            character.close();
        }
    });

    for (const written of WRITTEN) shows(written.convention, () => openWritten(written));
    for (const file of STRANGERS) shows(file, context => Character.open(requireRig(file, context), []));
});
