import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';

import { NodeIO, type Animation, type Document } from '@gltf-transform/core';
import { expect } from 'chai';

import { WALK_SPEED } from '../../tools/characters/mannequin/walk';
import { checkRig } from '../../tools/check-rig';
import { Character } from '../../tools/check-rig/character';
import { listCharacters } from '../../tools/check-rig/folder';
import { HOUND, MANNEQUIN } from '../support/characters';
import { describeFull, itFull, requireRig } from '../support/skip';

// Which clips are measured for what, and a folder of characters.

/** Names of a character's clips by their kind. */
async function kindsOf(path: string): Promise<Record<string, string[]>> {
    const character = await Character.open(path, []);
    const kinds: Record<string, string[]> = { standing: [], walking: [], other: [] };
    for (const [clip, { kind }] of character.kinds) kinds[kind].push(clip.name);
    character.close();
    return kinds;
}

/** Turns the hips over in a clip: the character lies on its back. */
function lieDown(document: Document, animation: Animation) {
    const hips = document.getRoot().listNodes().find(node => node.getName().endsWith('Hips'))!;
    for (const channel of animation.listChannels()) {
        if (channel.getTargetNode() !== hips) continue;
        const isTurn = channel.getTargetPath() === 'rotation';
        const times = channel.getSampler()!.getInput()!.getCount();
        const value = isTurn ? [-Math.SQRT1_2, 0, 0, Math.SQRT1_2] : [0, 0.1, 0];
        const output = channel.getSampler()!.getOutput()!.clone();
        channel.getSampler()!.setOutput(output.setArray(new Float32Array(Array.from({ length: times }, () => value).flat())));
    }
}

describe('check-rig chooses clips', () => {
    let folder = '';
    const io = new NodeIO();

    before(async () => { folder = await mkdtemp(join(tmpdir(), 'limber-clips-')); });

    after(() => rm(folder, { recursive: true }));

    it('by what feet and trunk do, not by their names', async () => {
        const document = await io.read(MANNEQUIN);
        const [idle, walk, run] = document.getRoot().listAnimations();
        idle.setName('a');
        walk.setName('b');
        run.setName('c');
        const path = join(folder, 'unnamed.glb');
        await writeFile(path, await io.writeBinary(document));
        expect(await kindsOf(path)).to.deep.equal({ standing: ['a'], walking: ['b', 'c'], other: [] });
        lieDown(document, idle);
        await writeFile(path, await io.writeBinary(document));
        expect(await kindsOf(path)).to.deep.equal({ standing: [], walking: ['b', 'c'], other: ['a'] });
    });

    it('with the speed, the stride and the stances of those that go somewhere', async () => {
        const character = await Character.open(MANNEQUIN, []);
        const steps = new Map([...character.kinds].map(([clip, known]) => [clip.name, known.steps]));
        const seconds = character.clips.find(({ name }) => name === 'walk')!.track.duration;
        character.close();
        const walk = steps.get('walk')!;
        expect(steps.get('idle')).to.equal(null);
        expect(walk.speed).to.be.closeTo(WALK_SPEED, 0.03 * WALK_SPEED);
        expect(walk.strideLength).to.be.closeTo(WALK_SPEED * seconds, 0.03 * WALK_SPEED);
        expect(walk.strides).to.equal(1);
        for (const share of walk.down) expect(share).to.be.closeTo(0.62, 0.03);
    });

    itFull('on four legs too', async () => {
        expect(await kindsOf(HOUND)).to.deep.equal({ standing: ['idle'], walking: ['walk', 'trot'], other: [] });
    });

    itFull('of a stranger with many of them: a sword swing is no walk', async function () {
        const path = requireRig('Knight.glb', this);
        const { standing, walking, other } = await kindsOf(path!);
        expect(standing).to.include.members(['Idle', 'Unarmed_Idle', 'Blocking']);
        expect(walking).to.include.members(['Walking_A', 'Walking_B', 'Walking_C', 'Walking_Backwards', 'Running_A', 'Running_B', 'Running_Strafe_Left']);
        expect(other).to.include.members(['2H_Melee_Attack_Spin', 'Death_A', 'Lie_Idle', 'Sit_Floor_Idle', 'Sit_Chair_Idle', 'Jump_Idle', 'T-Pose', 'Dodge_Backward']);
        const character = await Character.open(path!, []);
        const chosen = character.poses.map(clip => clip!.name);
        expect(chosen).to.have.length(8).and.to.include.members(['Idle', 'Unarmed_Idle', 'Walking_C', 'Running_A']);
        expect(character.groundedPoses).to.have.length(6);
        character.close();
        const thorough = await Character.open(path!, [], true);
        expect(thorough.poses).to.have.length(76);
        thorough.close();
    });

    it('feet are not measured where none stand', async () => {
        const document = await io.read(MANNEQUIN);
        const [idle, ...others] = document.getRoot().listAnimations();
        lieDown(document, idle);
        for (const animation of others) animation.dispose();
        const path = join(folder, 'lying.glb');
        await writeFile(path, await io.writeBinary(document));
        const character = await Character.open(path, []);
        expect(character.poses.map(clip => clip?.name)).to.deep.equal(['idle']);
        expect(character.groundedPoses).to.deep.equal([null]);
        character.close();
    });
});

describeFull('check-rig on a folder', () => {
    let folder = '';

    before(async () => {
        folder = await mkdtemp(join(tmpdir(), 'limber-folder-'));
        const io = new NodeIO();
        const document = await io.read(MANNEQUIN);
        for (const animation of document.getRoot().listAnimations()) animation.dispose();
        await writeFile(join(folder, 'hero.glb'), await io.writeBinary(document));
        await copyFile(MANNEQUIN, join(folder, 'hero-moves.glb'));
        await writeFile(join(folder, 'notes.vrm'), 'not a model');
        await writeFile(join(folder, 'readme.txt'), 'no character');
    });

    after(() => rm(folder, { recursive: true }));

    it('takes files named after another as its clips', () => {
        expect(listCharacters(folder)).to.deep.equal([{ name: 'hero.glb', clips: ['hero-moves.glb'] }, { name: 'notes.vrm', clips: [] }]);
    });

    it('prints one line for each file', async () => {
        const [stdout, stderr] = [new PassThrough(), new PassThrough()];
        const code = await checkRig([folder], stdout, stderr);
        expect(code).to.equal(2);
        const lines = String(stdout.read()).trim().split('\n');
        expect(lines).to.have.length(2);
        expect(lines[0]).to.match(/^hero\.glb +2 legs +1\.75 m +rig works +look-at works +feet works +hands works +ragdoll works +mirror works +3 clips$/);
        expect(lines[1]).to.match(/^notes\.vrm +"[^"]*notes\.vrm" is not a GLB file\. Export the character/);
    });
});
