import type { Entity, GraphNode } from 'playcanvas';

import type { ActiveRagdoll, PerfectLookAt } from '../../scripts/index';
import { loadGlb, type Engine } from '../support/app';
import { runBuiltFile } from '../support/built-file';
import { MANNEQUIN } from '../support/characters';
import { createPhysicsApp, type Build } from '../support/physics-app';

// One version of the engine with one build of Ammo: node try.ts MODULE BUILD answers with one line of JSON, what each script has come to.

const STEP = 1 / 60;

/** Height of the box under one foot, metres, and how near to it the foot has to be raised. */
const KERB = 0.12;
const NEAR = 0.02;

const [name, build] = process.argv.slice(2) as [string, Build];
const engine = await import(name) as Engine;

type Try = (hero: Entity, run: (frames: number) => void) => string;

const boneOf = (hero: Entity, bone: string) => hero.findByName(`mixamorig:${bone}`) as GraphNode;
const heightOf = (hero: Entity, bone: string) => boneOf(hero, bone).getPosition().y;

/** What is tried of each script: a sentence about what is wrong; empty: nothing. */
const TRIES: Readonly<Record<string, Try>> = {
    perfectLookAt(hero, run) {
        const target = new engine.Entity('target', hero.root as never);
        (hero.root as Entity).addChild(target);
        target.setPosition(1, 1.7, 2);
        const look = hero.script!.create('perfectLookAt', { attributes: { targetObject: target } }) as unknown as PerfectLookAt;
        run(180);
        return look.residual < 0.1 ? '' : `looks ${look.residual.toFixed(1)} degrees beside its target`;
    },
    mecFootPlacer(hero, run) {
        run(30);
        const before = heightOf(hero, 'LeftFoot') - heightOf(hero, 'RightFoot');
        hero.script!.create('mecFootPlacer');
        run(120);
        const raised = heightOf(hero, 'LeftFoot') - heightOf(hero, 'RightFoot') - before;
        return Math.abs(raised - KERB) < NEAR ? '' : `raises a foot by ${(1000 * raised).toFixed(0)} of ${1000 * KERB} mm`;
    },
    activeRagdoll(hero, run) {
        const ragdoll = hero.script!.create('activeRagdoll') as unknown as ActiveRagdoll;
        run(10);
        ragdoll.active = true;
        run(60);
        const height = heightOf(hero, 'Hips');
        return height > 0.7 && height < 1.2 ? '' : `has its hips at ${height.toFixed(2)} m`;
    },
    springChain(hero, run) {
        hero.script!.create('springChain', { attributes: { chains: [{ boneName: 'leftUpperArm' }] } as never });
        run(120);
        const height = heightOf(hero, 'LeftHand');
        return height > 0.3 && height < 1.2 ? '' : `has its hand at ${height.toFixed(2)} m`;
    }
};

/** A mannequin that stands with its left foot on a kerb, on a level floor. */
async function tryScript(script: Try): Promise<string> {
    const app = await createPhysicsApp(build, engine);
    await runBuiltFile(engine);
    const addBox = (x: number, y: number, size: readonly [number, number, number]) => {
        const box = new engine.Entity('box', app);
        app.root.addChild(box);
        box.setPosition(x, y, 0);
        box.addComponent('rigidbody', { type: 'static' });
        box.addComponent('collision', { type: 'box', halfExtents: new engine.Vec3(...size) });
    };
    addBox(0, -0.5, [20, 0.5, 20]);
    const loaded = await loadGlb(app, MANNEQUIN, engine);
    const hero = loaded.instantiate();
    app.root.addChild(hero);
    hero.addComponent('anim', { activate: true });
    hero.anim!.assignAnimation('idle', loaded.clips.get('idle')!);
    hero.addComponent('script');
    if (script === TRIES.mecFootPlacer) addBox(1, KERB / 2, [1, KERB / 2, 1]);
    const wrong = script(hero, (frames) => { for (let i = 0; i < frames; i++) app.update(STEP); });
    const problems = limberScripts(hero).flatMap(one => one.problems());
    app.destroy();
    return wrong || problems.join(' ');
}

const limberScripts = (hero: Entity) => (hero.script as unknown as { scripts: { problems(): string[] }[] }).scripts;

const found: Record<string, string> = {};
for (const [script, one] of Object.entries(TRIES)) {
    try {
        found[script] = await tryScript(one);
    } catch (error) {
        found[script] = `throws: ${(error as Error).message}`;
    }
}
console.log(JSON.stringify({ version: engine.version, found }));
process.exit(0);
