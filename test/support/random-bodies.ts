import { Entity, Quat, type AppBase } from 'playcanvas';

import { buildSkeleton } from './build-skeleton';
import { nameBodies, type Naming, type Part } from './random-names';
import type { Role } from '../../scripts/rig/roles';

// Bodies at random, of six classes and all proportions, as exporters leave them: turned, tiny or huge, lying, with helpers around, with feet that
// hang on the root. Left is +x in the body's own frame, it faces +z and stands on the ground.

export const BODY_CLASSES = ['people', 'four legs', 'two-legged animals', 'six legs', 'snakes', 'robots'] as const;

export type BodyClass = typeof BODY_CLASSES[number];

/** A bone: its depth, its place in centimetres, what it is, and flags as in `skeletons.ts`. */
export interface Bone { depth: number; place: [number, number, number]; part?: Part; flags?: string; role?: string }

/** A body in the scene with the truth about it. */
export interface RandomBody {
    readonly root: Entity;
    readonly expected: ReadonlyMap<Role, Entity>;
    readonly legs: number;
    /** Turns the body's own directions to the scene's. */
    readonly turn: Quat;
    /** What was done to it. */
    readonly words: string;
}

type Between = (low: number, high: number) => number;

const flag = (between: Between, radius: number) => `r${(radius * between(0.8, 1.2)).toFixed(1)}`;

/** Bones below one another. */
function chain(depth: number, places: [number, number, number][], parts: readonly (Part | undefined)[], roles: readonly (string | undefined)[], flags: readonly (string | undefined)[]): Bone[] {
    return places.map((place, i) => ({ depth: depth + i, place, part: parts[i], role: roles[i], flags: flags[i] }));
}

function person(between: Between, hasHands: boolean): Bone[] {
    const hip = between(70, 105);
    const chest = hip + between(30, 50);
    const neck = chest + between(12, 20);
    const head = neck + between(6, 12);
    const [width, shoulder] = [between(7, 12), between(14, 22)];
    const [upper, lower, hand] = [between(22, 32), between(20, 28), between(6, 9)];
    const [knee, ankle] = [hip * between(0.48, 0.55), between(6, 10)];
    const sink = between(0, 60) * Math.PI / 180;
    const spine = Math.floor(between(1, 4));
    const bones: Bone[] = [{ depth: 1, place: [0, hip, 0], part: 'hips', role: 'hips', flags: flag(between, 12) }];
    for (let i = 1; i <= spine; i++) bones.push({ depth: 1 + i, place: [0, hip + (chest - hip) * i / spine, 0], part: 'spine', flags: flag(between, 12) });
    const top = 1 + spine;
    bones.push({ depth: top + 1, place: [0, neck, 0], part: 'neck', flags: flag(between, 5) }, { depth: top + 2, place: [0, head, 0], part: 'head', role: 'head', flags: 'head' });
    const along = (way: number): [number, number, number] => [shoulder + way * Math.cos(sink), chest + 8 - way * Math.sin(sink), 0];
    const arm = [[4, chest + 8, 0] as [number, number, number], along(0), along(upper), along(upper + lower)];
    bones.push(...chain(top + 1, arm, ['clavicle', 'upperArm', 'forearm', 'hand'], [undefined, '%UpperArm', '%Forearm', '%Hand'], [flag(between, 5), flag(between, 4.5), flag(between, 4), 'r4']));
    if (hasHands) {
        for (const z of [3, -3]) {
            const base = along(upper + lower + hand);
            const tip = along(upper + lower + hand + 7);
            bones.push(...chain(top + 5, [[base[0], base[1], z], [tip[0], tip[1], z]], ['finger', 'finger'], [], ['r1', 'r1']));
        }
    }
    const leg: [number, number, number][] = [[width, hip - 5, 0], [width, knee, 1], [width, ankle, -1], [width, 2, between(9, 13)]];
    bones.push(...chain(2, leg, ['thigh', 'shin', 'foot', 'toes'], ['%Thigh', '%Shin', '%Foot'], [flag(between, 7), flag(between, 5.5), 'foot', 'r1.5']));
    return bones;
}

function animal(between: Between): Bone[] {
    const height = between(35, 110);
    const length = height * between(0.9, 1.4);
    const width = height * between(0.1, 0.18);
    const [knee, ankle, hock] = [height * between(0.5, 0.58), height * between(0.04, 0.08), height * between(0.24, 0.32)];
    const girth = height * 0.17;
    const spine = Math.floor(between(2, 5));
    const bones: Bone[] = [{ depth: 1, place: [0, height, -length / 2], part: 'hips', role: 'hips', flags: flag(between, girth) }];
    for (let i = 1; i <= spine; i++) bones.push({ depth: 1 + i, place: [0, height, -length / 2 + length * i / spine], part: 'spine', flags: flag(between, girth) });
    const top = 1 + spine;
    const rise = height * between(0.2, 0.4);
    bones.push(
        { depth: top + 1, place: [0, height + rise * 0.5, length / 2 + height * 0.2], part: 'neck', flags: flag(between, girth * 0.6) },
        { depth: top + 2, place: [0, height + rise, length / 2 + height * 0.35], part: 'head', role: 'head', flags: 'head' }
    );
    const fore: [number, number, number][] = [
        [width * 0.7, height * 0.95, length / 2 - height * 0.05], [width, height * 0.75, length / 2 + height * 0.05], [width, knee, length / 2 - height * 0.06], [width, ankle, length / 2]
    ];
    bones.push(...chain(top + 1, fore, ['foreClavicle', 'foreThigh', 'foreShin', 'foreFoot'], [undefined, '%UpperArm', '%Forearm', '%Hand'], [flag(between, 5), flag(between, 5), flag(between, 3), 'paw']));
    const hind: [number, number, number][] = [
        [width, height * 0.9, -length / 2], [width, knee, -length / 2 + height * 0.1], [width, hock, -length / 2 - height * 0.1], [width, ankle, -length / 2]
    ];
    bones.push(...chain(2, hind, ['hindThigh', 'hindShin', 'hindHock', 'hindFoot'], ['%Thigh', '%Shin', undefined, '%Foot'], [flag(between, 6), flag(between, 4), flag(between, 3), 'paw']));
    const tail = Math.floor(between(1, 5));
    for (let i = 0; i < tail; i++) bones.push({ depth: 2 + i, place: [0, height * (0.95 - 0.1 * i), -length / 2 - height * (0.15 + 0.2 * i)], part: 'tail', flags: 'r2' });
    return bones;
}

/** A bird, or a raptor with arms: the trunk is more level than upright. */
function biped(between: Between): Bone[] {
    const height = between(30, 160);
    const pitch = between(5, 40) * Math.PI / 180;
    const trunk = height * between(0.4, 0.8);
    const width = height * between(0.08, 0.16);
    const girth = height * 0.14;
    // the feet are below the middle of the body
    const back = -trunk * between(0.2, 0.4);
    const ahead = (way: number, from: [number, number, number] = [0, height, back], angle = pitch): [number, number, number] => [0, from[1] + way * Math.sin(angle), from[2] + way * Math.cos(angle)];
    const bones: Bone[] = [{ depth: 1, place: [0, height, back], part: 'hips', flags: flag(between, girth) }];
    const spine = Math.floor(between(1, 4));
    for (let i = 1; i <= spine; i++) bones.push({ depth: 1 + i, place: ahead(trunk * i / spine), part: 'spine', flags: flag(between, girth) });
    const chest = ahead(trunk);
    const necks = Math.floor(between(1, 4));
    const rise = between(20, 75) * Math.PI / 180;
    const neck = height * between(0.3, 0.6);
    for (let i = 1; i <= necks; i++) bones.push({ depth: 1 + spine + i, place: ahead(neck * i / (necks + 1), chest, rise), part: 'neck', flags: flag(between, girth * 0.45) });
    bones.push({ depth: 2 + spine + necks, place: ahead(neck, chest, rise), part: 'head', role: 'head', flags: 'head' });
    const kind = between(0, 3);
    if (kind < 1) {
        const at: [number, number, number] = [width, chest[1] - girth * 0.5, chest[2]];
        const arm: [number, number, number][] = [at, [width * 1.3, at[1] - height * 0.1, at[2] + 2], [width * 1.3, at[1] - height * 0.16, at[2] + height * 0.1]];
        bones.push(...chain(2 + spine, arm, ['upperArm', 'forearm', 'hand'], [], ['r3', 'r2', 'r2']));
    } else if (kind < 2) {
        const span = height * between(0.6, 1.6);
        const wing: [number, number, number][] = [0.15, 0.45, 0.8].map((share): [number, number, number] => [width + span * share, chest[1] + 3, chest[2] - 8 * share]);
        bones.push(...chain(2 + spine, wing, ['wing', 'wing', 'wing'], [], ['r2', 'r2', 'r2']));
    }
    const hock = height * between(0.3, 0.4);
    const leg: [number, number, number][] = [[width, height * 0.95, back], [width, height * between(0.55, 0.65), back / 2 + height * 0.15], [width, hock, -height * 0.12], [width, height * 0.06, 0], [width, 1, height * 0.1]];
    bones.push(...chain(2, leg, ['thigh', 'shin', 'hock', 'foot', 'toes'], [undefined, undefined, undefined, '%Foot'], [flag(between, 6), flag(between, 4), 'r3', 'foot', 'r1.5']));
    const tail = Math.floor(between(1, 6));
    for (let i = 0; i < tail; i++) bones.push({ depth: 2 + i, place: [0, height * (0.97 - 0.05 * i), back - height * (0.15 + 0.22 * i)], part: 'tail', flags: flag(between, girth * (0.6 - 0.1 * i)) });
    return bones;
}

function insect(between: Between): Bone[] {
    const height = between(15, 60);
    const length = height * between(1, 2.5);
    const bones: Bone[] = [{ depth: 1, place: [0, height, 0], part: 'hips', flags: flag(between, height * 0.25) }];
    bones.push({ depth: 2, place: [0, height, length * 0.35], part: 'neck', flags: flag(between, height * 0.1) }, { depth: 3, place: [0, height, length * 0.35 + 4], part: 'head', role: 'head', flags: 'head' });
    const abdomen = Math.floor(between(1, 4));
    for (let i = 0; i < abdomen; i++) bones.push({ depth: 2 + i, place: [0, height, -length * (0.3 + 0.3 * i)], part: 'tail', flags: flag(between, height * 0.25) });
    const [span, bow] = [height * between(0.9, 1.6), height * between(0.2, 0.6)];
    const ends = between(0, 1) < 0.5;
    [0.25, 0, -0.25].forEach((share, row) => {
        const [x, z] = [height * 0.25, length * share];
        const aside = 1.4 * share * span;
        const leg: [number, number, number][] = [[x, height, z], [x + span * 0.4, height + bow, z + aside * 0.4], [x + span, 2, z + aside]];
        bones.push(...chain(2, leg, [`leg${row}a`, `leg${row}b`, `leg${row}c`] as Part[], [row === 0 ? '%Thigh' : `%Thigh${row}`], ['r2', 'r1.5', ends ? '-' : 'r1.5']));
    });
    return bones;
}

function snake(between: Between): Bone[] {
    const count = Math.floor(between(5, 14));
    const step = between(8, 25);
    const girth = step * between(0.25, 0.5);
    // bones go from the tail to the head, or both ways from the middle
    const root = between(0, 1) < 0.5 ? 0 : Math.floor(count / 2);
    const radius = (i: number) => `r${(girth * (0.25 + 0.75 * Math.min(1, i / (0.6 * count)))).toFixed(1)}`;
    const place = (i: number): [number, number, number] => [0, girth, step * (i - count / 2)];
    const bones: Bone[] = [];
    for (let i = root; i < count; i++) {
        const isHead = i === count - 1;
        bones.push({ depth: 1 + i - root, place: isHead ? [0, girth + 3, place(i)[2]] : place(i), part: isHead ? 'head' : 'spine', role: isHead ? 'head' : undefined, flags: isHead ? 'head' : radius(i) });
    }
    for (let i = root - 1; i >= 0; i--) bones.push({ depth: 1 + root - i, place: place(i), part: 'tail', flags: radius(i) });
    return bones;
}

/** A machine of rigid parts: like a person, or legs under a cabin. */
function robot(between: Between): Bone[] {
    if (between(0, 1) < 0.6) return person(between, false);
    const hip = between(60, 160);
    const width = hip * between(0.15, 0.3);
    const leg: [number, number, number][] = [[width, hip * 0.95, 0], [width, hip * 0.5, hip * 0.08], [width, 9, 0]];
    return [
        { depth: 1, place: [0, hip, 0], part: 'hips', role: 'hips', flags: flag(between, 10) },
        { depth: 2, place: [0, hip * 1.25, 0], part: 'spine', flags: flag(between, hip * 0.15) },
        { depth: 3, place: [0, hip * 1.5, hip * 0.1], part: 'head', role: 'head', flags: 'head' },
        ...chain(2, leg, ['thigh', 'shin', 'foot'], ['%Thigh', '%Shin', '%Foot'], [flag(between, 8), flag(between, 6), 'paw'])
    ];
}

const BODIES: Record<BodyClass, (between: Between) => Bone[]> = {
    'people': between => person(between, between(0, 1) < 0.5), 'four legs': animal, 'two-legged animals': biped, 'six legs': insect, 'snakes': snake, 'robots': robot
};

const LEGS: Record<BodyClass, number> = { 'people': 2, 'four legs': 4, 'two-legged animals': 2, 'six legs': 6, 'snakes': 0, 'robots': 2 };

/** How many nodes stand around who has helpers. */
const HELPERS = 20;

const SHARE = { turned: 0.3, lying: 0.1, helpers: 0.2, detached: 0.15 };

/** Builds one into the scene. */
export function buildRandomBody(app: AppBase, kind: BodyClass, naming: Naming, random: () => number): RandomBody {
    const between = (low: number, high: number) => low + (high - low) * random();
    const happens = (what: keyof typeof SHARE) => random() < SHARE[what];
    const bones = BODIES[kind](between);
    const size = 10 ** between(-2, 2);
    const done: string[] = [];
    const turn = new Quat();
    if (happens('turned')) {
        turn.setFromEulerAngles(0, between(-180, 180), 0);
        done.push('turned');
    }
    // a snake that lies on its side is a snake that stands on its other one
    if (happens('lying') && kind !== 'snakes' && kind !== 'six legs') {
        turn.mul(new Quat().setFromEulerAngles(random() < 0.5 ? -90 : 0, 0, random() < 0.5 ? 90 : 0));
        if (turn.x !== 0 || turn.z !== 0) done.push('lying');
    }
    const ids = bones.map(({ place: [x] }, i) => `bone${i}${x === 0 ? '' : '%'}`);
    const { root, nodes, expected } = buildSkeleton(app, {
        convention: kind,
        sides: ['+', '-'],
        axes: random() < 0.5 ? 'y along' : 'as the model',
        armature: { name: 'Armature', turn: [0, 0, 0], scale: random() < 0.5 ? 1 : 0.01 },
        skin: kind === 'robots' ? 'rigid' : 'skinned',
        table: `  root 0 0 0 -\n${bones.map(({ depth, place, flags }, i) => `${'  '.repeat(depth + 1)}${ids[i]} ${place.map(value => value.toFixed(2)).join(' ')} ${flags ?? ''}`.trimEnd()).join('\n')}`,
        expected: Object.fromEntries(bones.flatMap(({ role }, i) => (role ? [[role, ids[i]]] : [])))
    }, { turn, size });
    const byBone = bones.map((_, i) => (ids[i].endsWith('%') ? ['+', '-'].map(side => nodes.get(ids[i].replace('%', side))!) : [nodes.get(ids[i])!]));
    nameBodies(bones, byBone, naming, random);
    const armature = root.children[0] as Entity;
    if (happens('detached') && (kind === 'people' || kind === 'robots')) {
        done.push('detached feet');
        for (const side of ['left', 'right'] as const) {
            const foot = expected.get(`${side}Foot`)!;
            const [place, rotation] = [foot.getPosition().clone(), foot.getRotation().clone()];
            foot.reparent(armature);
            foot.setPosition(place);
            foot.setRotation(rotation);
        }
    }
    if (happens('helpers')) {
        done.push('helpers');
        const all = byBone.flat();
        for (let i = 0; i < HELPERS; i++) {
            const helper = new Entity(`helper_${i}`);
            const parent = random() < 0.5 ? armature : all[Math.floor(random() * all.length)];
            parent.addChild(helper);
            const near = all[Math.floor(random() * all.length)].getPosition();
            helper.setPosition(near.x + size * between(-0.5, 0.5), near.y + size * between(-0.5, 0.5), near.z + size * between(-0.5, 0.5));
        }
    }
    return { root, expected, legs: LEGS[kind], turn, words: [kind, naming, ...done, `size ${size.toPrecision(2)}`].join(', ') };
}
