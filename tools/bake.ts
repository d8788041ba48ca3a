import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import { Entity, Vec3, type AnimTrack } from 'playcanvas';

import { FileProblem } from './glb/file-problem';
import { useRolesBeside } from './roles-beside';
import { animRootOf } from '../scripts/anim/component/find-anim';
import { halfCycleOn } from '../scripts/anim/contacts/clip-stride';
import { KnownContacts, feetOf } from '../scripts/anim/contacts/known-contacts';
import { kindOf } from '../scripts/anim/kinds/clip-kinds';
import { registerLimber, type LimberSetup } from '../scripts/index';
import { inPlace } from '../scripts/locomotion/in-place';
import { bake, type Baked } from '../scripts/rig/baked';
import { findCharacter } from '../scripts/rig/character';
import { loadGlb } from '../test/support/app';
import { createPhysicsApp } from '../test/support/physics-app';

// Writes what the scripts find out about a character when they are set up into a file beside it, from which they take it in a game.
//
// Usage: npm run bake -- FILE.glb [CLIPS.glb ...] [--out FILE.limber.json]

const USAGE = 'Usage: npm run bake -- FILE.glb [CLIPS.glb ...] [--out FILE.limber.json]';

/** Frames in which each clip plays, so that scripts look at it. */
const FRAMES = 3;

/** Everything that limberSetup can tick. */
const TICKS = { lookAt: true, feet: true, ragdoll: true, hitReactions: true, mirror: true, idle: true, springs: true };

/** Scripts that it does not add. */
const FURTHER = ['strideWarp', 'poseTransition'];

/**
 * Sets a character up with all scripts, lets its clips play, and writes down what was found out.
 *
 * @param clipFiles - Files with further clips of it.
 */
export async function bakeFile(file: string, clipFiles: readonly string[] = []): Promise<Baked> {
    const app = await createPhysicsApp('ammojs-typed');
    const { warn } = console;
    // what is wrong with a character is said by check-rig
    console.warn = () => {};
    try {
        registerLimber(app);
        const floor = new Entity('Floor', app);
        floor.addComponent('collision', { type: 'box', halfExtents: new Vec3(20, 0.5, 20) });
        floor.addComponent('rigidbody', { type: 'static' });
        floor.setPosition(0, -0.5, 0);
        app.root.addChild(floor);
        const { clips, instantiate } = await loadGlb(app, file);
        const tracks = [...clips.values()];
        for (const other of clipFiles) tracks.push(...(await loadGlb(app, other)).clips.values());
        const hero = instantiate();
        app.root.addChild(hero);
        useRolesBeside(file, hero);
        const rig = findCharacter(hero);
        if (!rig) throw new FileProblem(`"${file}" holds no character. Name the file of a model with bones.`);
        if (tracks.length > 0) hero.addComponent('anim', { activate: true });
        tracks.forEach((track, i) => hero.anim!.assignAnimation(`Clip ${i}`, track));
        hero.addComponent('script');
        const setup = hero.script!.create('limberSetup', { attributes: TICKS as never }) as unknown as LimberSetup;
        for (const script of FURTHER) hero.script!.create(script);
        app.update(1 / 60);
        setup.refresh();
        const made: AnimTrack[] = [];
        tracks.forEach((track, i) => {
            hero.anim!.baseLayer!.play(`Clip ${i}`);
            for (let frame = 0; frame < FRAMES; frame++) app.update(1 / 60);
            const root = animRootOf(hero.anim!);
            const placed = inPlace(track, hero.anim!, rig).track;
            made.push(placed);
            for (const clip of new Set([track, placed])) {
                new KnownContacts(rig, feetOf(rig)).of(clip, root);
                kindOf(clip, root, rig);
                halfCycleOn(rig, root, clip, 0);
            }
        });
        return bake(hero, [...tracks, ...made])!;
    } finally {
        console.warn = warn;
        app.destroy();
    }
}

async function main(): Promise<number> {
    const { values, positionals: [file, ...clipFiles] } = parseArgs({ allowPositionals: true, options: { out: { type: 'string' } } });
    if (!file) {
        console.error(USAGE);
        return 2;
    }
    try {
        const text = JSON.stringify(await bakeFile(file, clipFiles));
        const out = values.out ?? `${file.replace(/\.(?:glb|vrm)$/i, '')}.limber.json`;
        await writeFile(out, text);
        console.log(`${out}: ${Math.ceil(text.length / 1000)} KB`);
        return 0;
    } catch (error) {
        if (!(error instanceof FileProblem)) throw error;
        console.error(`bake: ${error.message}`);
        return 2;
    }
}

if (process.argv[1]?.endsWith('bake.ts')) process.exit(await main());
