import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ClipSampler } from '../../scripts/anim/clips/clip-sampler';
import { detectRig } from '../../scripts/rig/detect';
import { findSkeleton } from '../../scripts/rig/skeleton';
import { createApp, loadGlb } from '../support/app';
import { MANNEQUIN } from '../support/characters';

// The mannequin's skeleton and its walk as tables, for peers that have no loader of their own: made once, and not in the processes that
// are timed.

/** Frames of the walk. */
const FRAMES = 64;

/** What is read of the mannequin. */
export interface FeetTables {
    /** Bones, parents before children. */
    bones: { name: string; parent: number; position: [number, number, number] }[];
    /** Thigh, shin and foot of each leg, left first. */
    legs: number[][];
    /** Local rotations, four numbers a bone, and the place of the hips, frame by frame. */
    rotations: number[];
    hips: number[];
    /** World places and rotations of the feet in the walk, foot by foot, frame by frame, the character on the origin. */
    ankles: number[];
    turns: number[];
}

async function makeTables(): Promise<FeetTables> {
    const app = createApp();
    const { instantiate, clips } = await loadGlb(app, MANNEQUIN);
    const model = instantiate();
    app.root.addChild(model);
    const rig = detectRig(findSkeleton(model)!);
    const { nodes, parents } = rig.skeleton;
    const track = [...clips.values()].find(({ name }) => name.includes('walk'))!;
    const sampler = new ClipSampler(track, model, rig.skeleton);
    const tables: FeetTables = {
        bones: nodes.map((node, i) => {
            const { x, y, z } = node.getLocalPosition();
            return { name: node.name, parent: parents[i], position: [x, y, z] };
        }),
        legs: (['left', 'right'] as const).map(side => (['Thigh', 'Shin', 'Foot'] as const).map(part => rig.bones.get(`${side}${part}`)!)),
        rotations: [], hips: [], ankles: [], turns: []
    };
    for (let frame = 0; frame < FRAMES; frame++) {
        const { localRotations, localPositions } = sampler.sample(track.duration * frame / FRAMES);
        nodes.forEach((node, i) => {
            const at = sampler.first + i;
            const rotation = [...localRotations.subarray(4 * at, 4 * at + 4)];
            tables.rotations.push(...rotation);
            node.setLocalRotation(rotation[0], rotation[1], rotation[2], rotation[3]);
        });
        const hips = [...localPositions.subarray(3 * sampler.first, 3 * sampler.first + 3)];
        tables.hips.push(...hips);
        nodes[0].setLocalPosition(hips[0], hips[1], hips[2]);
        for (const [, , foot] of tables.legs) {
            const p = nodes[foot].getPosition(), q = nodes[foot].getRotation();
            tables.ankles.push(p.x, p.y, p.z);
            tables.turns.push(q.x, q.y, q.z, q.w);
        }
    }
    app.destroy();
    return tables;
}

/** Writes the tables into a file, and has the processes that are started while `work` runs read them from there. */
export async function withFeetTables(work: () => Promise<void>): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'limber-bench-'));
    try {
        process.env.LIMBER_BENCH_FEET = join(folder, 'feet.json');
        await writeFile(process.env.LIMBER_BENCH_FEET, JSON.stringify(await makeTables()));
        await work();
    } finally {
        await rm(folder, { recursive: true });
    }
}
