import { readFileSync } from 'node:fs';
import { compileFunction } from 'node:vm';

import { expect } from 'chai';
import * as pc from 'playcanvas';
import ts from 'typescript';

import * as limber from '../../scripts/index';
import { SetupStage } from '../support/setup-stage';
import { describeFull } from '../support/skip';
import { catchWarnings } from '../support/warnings';

// The answers of docs/how-do-i.md, run on a character that stands in a scene with physics. That they compile is told by types.test.ts.

const PAGE = 'docs/how-do-i.md';
const text = readFileSync(PAGE, 'utf8');
const answers = text.split(/^## /m).slice(1).flatMap((answer) => {
    const title = answer.slice(0, answer.indexOf('\n'));
    return [...answer.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, code], i) => ({ title: i === 0 ? title : `${title}, ${i + 1}`, code }));
});

/** What the characters of examples have that add no script themselves. */
const SCRIPTS = ['idleRandomizer', 'perfectLookAt', 'mecFootPlacer', 'activeRagdoll', 'springChain'];

const MODULES: Record<string, object> = { limber, playcanvas: pc };

describeFull(PAGE, () => {
    catchWarnings();
    let stage: SetupStage;
    let track: pc.AnimTrack;

    before(async () => {
        stage = await SetupStage.open();
        track = (await stage.load('templates/mannequin.glb')).clips.get('walk')!;
    });

    afterEach(() => stage.clear());

    after(() => stage.close());

    /** Two characters on the ground, as examples take them for granted. */
    async function addCharacter(name: string): Promise<pc.Entity> {
        const holder = await stage.addHero('templates/mannequin.glb', name);
        const model = holder.children[0] as pc.Entity;
        model.addComponent('script');
        model.anim!.baseLayer!.play('idle');
        return model;
    }

    async function run(code: string) {
        const [hero, player] = [await addCharacter('Hero'), await addCharacter('Player')];
        const ball = stage.addEntity('Ball', new pc.Vec3(1, 1.5, 2));
        const clip = new pc.Asset('walk', 'animation', { url: 'walk.glb' });
        clip.resource = track;
        clip.loaded = true;
        const world = {
            app: stage.app, hero, player, ball, walkTrack: track, landClip: clip, playStep: () => undefined, console: { log: () => undefined },
            Vec3: pc.Vec3, Entity: pc.Entity, ...limber, require: (name: string) => MODULES[name], exports: {}
        };
        if (!code.includes('create(')) for (const name of SCRIPTS) hero.script!.create(name);
        stage.step(2);
        const { outputText } = ts.transpileModule(code, { compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 } });
        (compileFunction(outputText, Object.keys(world)) as (...values: unknown[]) => void)(...Object.values(world));
        stage.step(20);
        const problems = hero.script!.scripts.flatMap(script => (script as unknown as { problems?(): string[] }).problems?.() ?? []);
        // names of states and things that the reader's game has
        const own = /has no state|no activeRagdoll|there is no target/;
        expect(problems.filter(sentence => !own.test(sentence)), 'what scripts say of it').to.deep.equal([]);
    }

    it('has answers with code', () => expect(answers.length).to.be.above(10));

    for (const { title, code } of answers) it(title, () => run(code));
});
