import type { WrittenSkeleton } from './skeletons';

// Skeletons at random: people and four-legged animals of all proportions, with names that mean nothing, some with feet that hang on the
// root, control bones or marks at the ends of their limbs.

/** What a random skeleton is like. */
export type RandomKind = 'people' | 'four legs' | 'detached feet' | 'control bones' | 'end leaves';

export const RANDOM_KINDS: readonly RandomKind[] = ['people', 'four legs', 'detached feet', 'control bones', 'end leaves'];

interface Bone { depth: number; place: [number, number, number]; flags?: string; role?: string }

const LIMBS = { leg: ['%Thigh', '%Shin', '%Foot'], arm: ['%UpperArm', '%Forearm', '%Hand'] };

/** Writes one. Left is +x, it faces +z and stands on the ground. */
export function writeRandom(kind: RandomKind, random: () => number): WrittenSkeleton {
    const between = (low: number, high: number) => low + (high - low) * random();
    const isAnimal = kind === 'four legs' || (kind !== 'people' && random() < 0.5);
    const hasEnds = kind === 'end leaves';
    const bones = isAnimal ? animal(between, hasEnds) : person(between, hasEnds);
    if (kind === 'control bones') {
        for (const [y, z] of [[between(20, 60), between(150, 400)], [between(80, 130), -between(100, 300)]]) bones.push({ depth: 0, place: [between(8, 30), y, z], flags: '-' });
    }
    const names = bones.map((_, i) => `node_${i}${bones[i].place[0] === 0 ? '' : '_%'}`);
    const table = bones.map(({ depth, place, flags }, i) => `${'  '.repeat(depth + 1)}${names[i]} ${place.map(value => value.toFixed(2)).join(' ')}${flags ? ` ${flags}` : ''}`);
    return {
        convention: `random, ${kind}`,
        sides: ['a', 'b'],
        axes: random() < 0.5 ? 'y along' : 'as the model',
        armature: { name: 'Armature', turn: [0, 0, 0], scale: random() < 0.5 ? 1 : 0.01 },
        skin: 'skinned',
        table: `  root 0 0 0 -\n${table.join('\n')}`,
        expected: Object.fromEntries(bones.flatMap(({ role }, i) => (role ? [[role, names[i]]] : [])))
    };
}

type Between = (low: number, high: number) => number;

function chain(depth: number, places: [number, number, number][], roles: readonly string[], ends: boolean, flags: readonly (string | undefined)[] = []): Bone[] {
    const bones: Bone[] = places.map((place, i) => ({ depth: depth + i, place, role: roles[i], flags: flags[i] }));
    if (!ends) return bones;
    const [x, y, z] = places[places.length - 1];
    return [...bones, { depth: depth + places.length, place: [x + (x > 40 ? 8 : 0), y, z + (x > 40 ? 0 : 12)], flags: '-' }];
}

function person(between: Between, ends: boolean): Bone[] {
    const hip = between(70, 105);
    const chest = hip + between(30, 50);
    const neck = chest + between(12, 20);
    const head = neck + between(6, 12);
    const [width, shoulder] = [between(7, 12), between(14, 22)];
    const [upper, lower] = [between(22, 32), between(20, 28)];
    const sink = between(0, 25);
    const [knee, ankle] = [hip * between(0.48, 0.55), between(6, 10)];
    const spine = Math.floor(between(1, 4));
    const bones: Bone[] = [{ depth: 1, place: [0, hip, 0], role: 'hips' }];
    for (let i = 1; i <= spine; i++) bones.push({ depth: 1 + i, place: [0, hip + (chest - hip) * i / spine, 0] });
    const top = 1 + spine;
    bones.push({ depth: top + 1, place: [0, neck, 0] }, { depth: top + 2, place: [0, head, 0], role: 'head', flags: 'head' });
    const arm: [number, number, number][] = [
        [shoulder, chest + 8, 0], [shoulder + upper, chest + 8 - sink * 0.5, 0], [shoulder + upper + lower, chest + 8 - sink, 0]
    ];
    bones.push({ depth: top + 1, place: [4, chest + 8, 0] }, ...chain(top + 2, arm, LIMBS.arm, ends));
    const leg: [number, number, number][] = [[width, hip - 5, 0], [width, knee, 1], [width, ankle, -1]];
    bones.push(...chain(2, leg, LIMBS.leg, false, [undefined, undefined, 'foot']), { depth: 5, place: [width, 2, between(9, 13)] });
    if (ends) bones.push({ depth: 6, place: [width, 2, 20], flags: '-' });
    return bones;
}

function animal(between: Between, ends: boolean): Bone[] {
    const height = between(35, 110);
    const length = height * between(0.9, 1.4);
    const width = height * between(0.1, 0.18);
    const [knee, ankle] = [height * between(0.5, 0.58), height * between(0.04, 0.08)];
    const hock = height * between(0.24, 0.32);
    const spine = Math.floor(between(2, 5));
    const bones: Bone[] = [{ depth: 1, place: [0, height, -length / 2], role: 'hips' }];
    for (let i = 1; i <= spine; i++) bones.push({ depth: 1 + i, place: [0, height, -length / 2 + length * i / spine] });
    const top = 1 + spine;
    const rise = height * between(0.2, 0.4);
    bones.push(
        { depth: top + 1, place: [0, height + rise * 0.5, length / 2 + height * 0.2] },
        { depth: top + 2, place: [0, height + rise, length / 2 + height * 0.35], role: 'head', flags: 'head' }
    );
    const fore: [number, number, number][] = [
        [width, height * 0.75, length / 2 + height * 0.05], [width, knee, length / 2 - height * 0.06], [width, ankle, length / 2]
    ];
    bones.push({ depth: top + 1, place: [width * 0.7, height * 0.95, length / 2 - height * 0.05] }, ...chain(top + 2, fore, LIMBS.arm, ends, [undefined, undefined, 'paw']));
    const hind: [number, number, number][] = [
        [width, height * 0.9, -length / 2], [width, knee, -length / 2 + height * 0.1], [width, hock, -length / 2 - height * 0.1], [width, ankle, -length / 2]
    ];
    bones.push(...chain(2, hind, ['%Thigh', '%Shin', '', '%Foot'], ends, [undefined, undefined, undefined, 'paw']));
    bones.push({ depth: 2, place: [0, height * 0.95, -length / 2 - height * 0.15] }, { depth: 3, place: [0, height * 0.8, -length / 2 - height * 0.4] });
    return bones;
}
