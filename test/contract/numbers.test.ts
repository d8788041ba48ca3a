import { expect } from 'chai';
import { Entity, type AppBase, type GraphNode, type ScriptType } from 'playcanvas';

import { HeightGround, registerLimber, type MecFootPlacer } from '../../scripts/index';
import { detectRig } from '../../scripts/rig/detect';
import { findSkeleton } from '../../scripts/rig/skeleton';
import { createApp, loadGlb, type LoadedCharacter } from '../support/app';
import { HOUND, MANNEQUIN } from '../support/characters';
import { turnBetween } from '../support/geometry';
import { describeFull, itFull } from '../support/skip';
import { catchWarnings } from '../support/warnings';

// Game code that writes what is no number into a bone, the place of the character or of a target, for some frames.

const FRAME = 1 / 60;

/** What a bone may differ from that of a twin whose numbers were good all the time, in the first frame after, degrees. */
const SAME = 2;

/** Scripts that work on the pose, and what they need to work. */
const SCRIPTS: Record<string, (script: ScriptType, ball: Entity) => void> = {
    perfectLookAt: (script, ball) => Object.assign(script, { targetObject: ball }),
    mecFootPlacer: script => (script as MecFootPlacer).setGround(new HeightGround(() => 0.05)),
    springChain: script => Object.assign(script, { chains: [{ boneName: 'neck' }] })
};

for (const [name, file] of [['mannequin', MANNEQUIN], ['hound', HOUND]]) {
    (file === HOUND ? describeFull : describe)(`what is no number: ${name}`, () => {
        const warnings = catchWarnings();
        let app: AppBase;
        let character: LoadedCharacter;
        let ball: Entity;

        before(async () => {
            app = createApp();
            registerLimber(app);
            character = await loadGlb(app, file);
            ball = new Entity('ball', app);
            app.root.addChild(ball);
        });

        after(() => app.destroy());

        beforeEach(() => ball.setPosition(0.8, 1.3, 2));

        function add(script: string) {
            const hero = character.instantiate();
            app.root.addChild(hero);
            hero.addComponent('anim', { activate: true });
            hero.anim!.assignAnimation('clip', [...character.clips.values()].find(clip => clip.name.includes('walk'))!);
            hero.addComponent('script');
            const instance = hero.script!.create(script) as ScriptType;
            SCRIPTS[script](instance, ball);
            const nodes: GraphNode[] = [];
            hero.forEach(node => nodes.push(node));
            return { hero, nodes, script: instance as ScriptType & { problems(): string[]; refresh(): void } };
        }

        /** Runs frames, with something done after the animation and before the scripts. */
        function run(frames: number, between = () => {}) {
            app.systems.on('animationUpdate', between);
            for (let i = 0; i < frames; i++) app.update(FRAME);
            app.systems.off('animationUpdate', between);
        }

        type Actor = ReturnType<typeof add>;
        const differenceOf = (a: Actor, b: Actor) => Math.max(...a.nodes.map((node, i) => turnBetween(node.getLocalRotation(), b.nodes[i].getLocalRotation())));

        for (const script of Object.keys(SCRIPTS)) {
            /** Breaks numbers for some frames; one sentence, and the pose of a twin in the first frame after. */
            function expectBack(what: string, frames: number, breakIt: (actor: Actor) => void, mend: (actor: Actor) => void, needsSentence: boolean) {
                const [actor, twin] = [add(script), add(script)];
                run(40);
                // what swings comes to rest
                for (const { hero } of [actor, twin]) hero.anim!.speed = 0;
                run(80);
                expect(actor.script.problems(), what).to.deep.equal([]);
                warnings.length = 0;
                run(frames, () => breakIt(actor));
                if (needsSentence) expect(actor.script.problems(), what).to.have.length(1);
                for (const sentence of warnings) expect(sentence).to.match(/^\[\w+\] "\w+": the rotation or the place of .+ is not a number\. Set it to finite numbers/);
                expect(warnings.length, `${what}: ${warnings.join()}`).to.be.at.most(1);
                mend(actor);
                run(1);
                expect(actor.script.problems(), what).to.deep.equal([]);
                const apart = differenceOf(actor, twin);
                expect(apart, `${what}: ${apart}`).to.be.below(SAME);
                for (const { hero } of [actor, twin]) hero.destroy();
            }

            itFull(`in a bone is one sentence of ${script}, and the pose is as without it a frame later`, () => {
                const { nodes, hero } = add(script);
                const { skeleton, bones } = detectRig(findSkeleton(hero)!);
                const indices = (['hips', 'spine', 'head', 'leftFoot'] as const).map(role => nodes.indexOf(skeleton.nodes[bones.get(role)!]));
                hero.destroy();
                for (const index of indices) {
                    for (const [kind, breakIt] of [
                        ['rotation', (node: GraphNode) => node.setLocalRotation(NaN, 0, 0, 1)], ['position', (node: GraphNode) => node.setLocalPosition(0, NaN, 0)]
                    ] as const) {
                        for (const frames of [1, 20]) {
                            const what = `${kind} of ${nodes[index].name} for ${frames} frames`;
                            const place = nodes[index].getLocalPosition().clone();
                            expectBack(what, frames, actor => breakIt(actor.nodes[index]), (actor) => {
                                // curves without a position leave it as it is
                                actor.nodes[index].setLocalPosition(place);
                            }, index === indices[0]);
                        }
                    }
                }
            });

            it(`in the place of the character is one sentence of ${script}, and the pose is as without it a frame later`, () => {
                for (const frames of [1, 20]) {
                    expectBack(`place for ${frames} frames`, frames, ({ hero }) => hero.setPosition(NaN, 0, 0), ({ hero }) => hero.setPosition(0, 0, 0), true);
                }
            });
        }

        it('in the place of a target is one sentence of perfectLookAt, which looks where the target was', () => {
            for (const frames of [1, 20]) {
                const [actor, twin] = [add('perfectLookAt'), add('perfectLookAt')];
                const lost = new Entity('lost', app);
                app.root.addChild(lost);
                lost.setPosition(ball.getPosition());
                Object.assign(actor.script, { targetObject: lost });
                run(60);
                warnings.length = 0;
                lost.setPosition(NaN, NaN, NaN);
                run(frames);
                expect(warnings).to.have.length(1);
                expect(actor.script.problems()).to.deep.equal(warnings);
                expect(differenceOf(actor, twin)).to.be.below(0.001);
                lost.setPosition(ball.getPosition());
                run(1);
                expect(actor.script.problems()).to.deep.equal([]);
                expect(differenceOf(actor, twin)).to.be.below(0.001);
                for (const { hero } of [actor, twin]) hero.destroy();
                lost.destroy();
            }
        });

        it('is not remembered: lists that are read again right after it let nothing go on', () => {
            const actor = add('perfectLookAt');
            run(60);
            const head = actor.nodes.find(node => node.name.toLowerCase().includes('head'))!;
            run(1, () => head.setLocalRotation(NaN, NaN, NaN, NaN));
            actor.script.refresh();
            for (let i = 0; i < 30; i++) {
                run(1);
                for (const node of actor.nodes) expect(node.getRotation().length(), node.name).to.be.closeTo(1, 1e-3);
            }
            actor.hero.destroy();
        });
    });
}
