import { expect } from 'chai';
import { Entity, Vec3, type GraphNode } from 'playcanvas';

import { limberScripts } from '../../scripts/index';
import { FULL, furtherRig, HOUND, MANNEQUIN } from '../support/characters';
import { addBusy, WAYS, type Company } from '../support/every-script';
import { SetupStage } from '../support/setup-stage';
import { describeFull, skipBecause } from '../support/skip';
import { catchWarnings } from '../support/warnings';

// What is no number, in every bone, under every script, for some frames: it stays in that bone, and is gone when somebody mends it.

const FRAMES = 5;

/** Frames before the first bad number, and after each that was mended. */
const BEFORE = 20;
const AFTER = 3;

/** Bad numbers for each script without the full counts. */
const SAMPLES = 4;

type Field = 'rotation' | 'position' | 'scale';

interface Case { readonly bone: number; readonly field: Field; readonly value: number }

const FIELDS: readonly Field[] = ['rotation', 'position', 'scale'];
// the last one is a number, but its square is not
const VALUES = [NaN, Infinity, 1e200];

function breakNode(node: GraphNode, { field, value }: Case) {
    if (field === 'rotation') node.setLocalRotation(0, value, 0, 1);
    else if (field === 'position') node.setLocalPosition(value, 0, 0);
    else node.setLocalScale(1, value, 1);
}

function mendNode(node: GraphNode, sound: GraphNode) {
    node.setLocalRotation(sound.getLocalRotation());
    node.setLocalPosition(sound.getLocalPosition());
    node.setLocalScale(sound.getLocalScale());
}

const numbersOf = (node: GraphNode) => {
    const r = node.getLocalRotation(), p = node.getLocalPosition(), s = node.getLocalScale();
    return [r.x, r.y, r.z, r.w, p.x, p.y, p.z, s.x, s.y, s.z];
};

/** Whether the numbers of a node are finite. */
function isSound(node: GraphNode): boolean {
    const r = node.getLocalRotation(), p = node.getLocalPosition(), s = node.getLocalScale();
    return Number.isFinite(r.x + r.y + r.z + r.w) && Number.isFinite(p.x + p.y + p.z) && Number.isFinite(s.x + s.y + s.z);
}

function nodesOf(entity: Entity): GraphNode[] {
    const nodes: GraphNode[] = [];
    entity.forEach(node => nodes.push(node));
    return nodes;
}

/** Every field of every bone, each with one of the values, which differs from script to script; or a sample of them. */
function casesOf(count: number, seed: number): Case[] {
    const all = Array.from({ length: count }, (_, bone) => bone)
    .flatMap(bone => FIELDS.map((field, i) => ({ bone, field, value: VALUES[(bone + i + seed) % VALUES.length] })));
    if (FULL) return all;
    const step = Math.max(1, Math.floor(all.length / SAMPLES));
    return all.filter((_, i) => (i + 7 * seed) % step === 0);
}

for (const file of [MANNEQUIN, HOUND, 'Knight.glb', 'Husky.glb', 'more/RobotExpressive.glb']) {
    const path = file.startsWith('templates') ? file : furtherRig(file);

    (file === HOUND ? describeFull : describe)(`what is no number in a bone: ${file}`, () => {
        const warnings = catchWarnings();
        let stage: SetupStage;
        let company: Company;

        before(async function () {
            if (!path) skipBecause(this, `needs ${file} in the folder that LIMBER_RIGS names`);
            stage = await SetupStage.open();
            const target = new Entity('target', stage.app);
            target.setPosition(1, 1.5, 2);
            stage.app.root.addChild(target);
            const { clips } = await stage.load(path);
            company = { app: stage.app, target, clips: new Map([...clips].map(([name, clip]) => [name.replaceAll('.', ' '), clip])) };
        });

        afterEach(() => stage.clear());

        after(() => stage?.close());

        /** Runs frames, with something done after the animation and before the scripts. */
        function run(frames: number, between = () => {}, after = () => {}) {
            stage.app.systems.on('animationUpdate', between);
            for (let i = 0; i < frames; i++) {
                stage.step();
                after();
            }
            stage.app.systems.off('animationUpdate', between);
        }

        async function expectContained(names: readonly string[], seed: number) {
            const hero = await stage.addHero(path!, 'Hero');
            const twin = await stage.addHero(path!, 'Twin', new Vec3(6, 0, 0));
            const scripts = names.map(name => addBusy(hero, name, company));
            const [model, twinModel] = [hero.children[0] as Entity, twin.children[0] as Entity];
            const [nodes, twins] = [nodesOf(model), nodesOf(twinModel)];
            run(BEFORE);
            const cases = casesOf(nodes.length, seed);
            cases.forEach((broken, i) => {
                const place = `${names.join()}: ${broken.value} in the ${broken.field} of ${nodes[broken.bone].name}`;
                if (i % 4 === 0) names.forEach((name, n) => WAYS[name].act?.(scripts[n], company));
                const expectNumbers = (except: number) => {
                    const reached = nodes.find((node, n) => n !== except && !isSound(node));
                    if (reached) expect.fail(`${place} reached ${reached.name}: ${numbersOf(reached)}`);
                };
                run(FRAMES, () => breakNode(nodes[broken.bone], broken), () => expectNumbers(broken.bone));
                mendNode(nodes[broken.bone], twins[broken.bone]);
                run(AFTER, () => {}, () => expectNumbers(-1));
            });
            const hasSentence = /is not a number|are not numbers|scale/;
            expect(scripts.flatMap(script => script.problems()).filter(sentence => hasSentence.test(sentence)), names.join()).to.deep.equal([]);

            // and nothing of it is left when the scripts are gone
            hero.removeComponent('script');
            for (const { anim } of [model, twinModel]) {
                if (!anim) continue;
                anim.speed = 1;
                anim.baseLayer!.play(anim.baseLayer!.states.find(name => name !== 'START')!);
                anim.baseLayer!.activeStateCurrentTime = 0.2;
            }
            // hands go back within their blend time
            run(30);
            nodes.slice(1).forEach((node, n) => {
                // a quaternion and its negative are one rotation
                const sign = Math.sign(node.getLocalRotation().dot(twins[n + 1].getLocalRotation()));
                numbersOf(node).forEach((number, k) => {
                    const value = k < 4 ? sign * number : number;
                    expect(value, `${names.join()}: ${node.name}`).to.be.closeTo(numbersOf(twins[n + 1])[k], 1e-6);
                });
            });
            expect(warnings.filter(sentence => /undefined|NaN seconds/.test(sentence))).to.deep.equal([]);
        }

        limberScripts.forEach(({ name }, i) => {
            it(`stays in it under ${name}`, () => expectContained([name], i));
        });

        it('stays in it under all of them', () => expectContained(limberScripts.map(({ name }) => name).filter(name => name !== 'limberSetup'), 3));
    });
}
