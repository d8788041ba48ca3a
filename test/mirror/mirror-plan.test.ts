import { expect } from 'chai';
import { Quat, Vec3 } from 'playcanvas';

import { createMirroredPose, createMirrorMatrices, mirrorPose } from '../../scripts/core/mirror/pose-mirror';
import { DEFAULT_SETTINGS, planMirror, type MirrorSettings, type PosedBones } from '../../scripts/mirror/mirror-plan';
import { sampled } from '../support/characters';

// Random rigs of the three classes of bind axes, with skin: what is drawn of the mirrored pose against the reflection of the pose.
//
// Expected places come from the engine's quaternions and vectors. Beside them stand the original's formula and the naive one, which swaps
// twins and negates y and z: each is exact on the class that it was made for, and wrong by decimetres on the others.

/** How the axes of twins lie: the right one's a half turn about x behind the reflection of the left one's, as the model's, or anyhow. */
type Axes = 'behaviour' | 'world' | 'arbitrary';

const AXES: readonly Axes[] = ['behaviour', 'world', 'arbitrary'];

/** Largest angle of a joint in a pose, degrees. */
const BEND = 50;

interface Joint { name: string; parent: number; twin: number; place: Vec3; bind: Quat }

interface Point { bone: number; twin: number; place: Vec3 }

interface RandomRig { joints: Joint[]; points: Point[] }

function generator(seed: number): () => number {
    let state = seed * 2654435761 % 4294967296;
    return () => {
        state = (state * 1664525 + 1013904223) % 4294967296;
        return state / 4294967296;
    };
}

const reflectPoint = ({ x, y, z }: Vec3) => new Vec3(-x, y, z);
const reflectTurn = ({ x, y, z, w }: Quat) => new Quat(x, -y, -z, w);

function anyTurn(random: () => number, most: number): Quat {
    const axis = new Vec3(random() - 0.5, random() - 0.5, random() - 0.5).normalize();
    return new Quat().setFromAxisAngle(axis, most * (2 * random() - 1));
}

/** A trunk with two pairs of limbs of random lengths; 1.8 m tall. */
function writeRig(axes: Axes, random: () => number): RandomRig {
    const joints: Joint[] = [];
    const points: Point[] = [];
    const bindOf = (isRight: boolean, isMiddle: boolean, twin: Quat | null) => {
        if (axes === 'world') return new Quat();
        if (axes === 'arbitrary') return anyTurn(random, 180);
        // x lies across the plane in the middle; twins mirror what their axes do: the reflected frame with all axes turned round
        if (isMiddle) return new Quat().setFromAxisAngle(Vec3.RIGHT, 60 * random());
        return isRight ? reflectTurn(twin!).mul(new Quat(1, 0, 0, 0)) : anyTurn(random, 180);
    };
    const add = (name: string, parent: number, place: Vec3, bind: Quat) => joints.push({ name, parent, twin: joints.length, place, bind }) - 1;
    let trunk = -1;
    const middle = ['root', 'hips', 'spine', 'chest', 'head'].map((name, i) => {
        trunk = add(name, trunk, new Vec3(0, i === 0 ? 0 : 0.9 + 0.2 * i, 0.02 * i), bindOf(false, true, null));
        return trunk;
    });
    const limb = (names: string[], parent: number, start: Vec3, step: Vec3) => {
        const left: number[] = [];
        const right: number[] = [];
        names.forEach((name, i) => {
            const place = start.clone().add(step.clone().mulScalar(i * (0.9 + 0.2 * random()))).add(new Vec3(0, 0.02 * random(), 0.03 * random()));
            left.push(add(`${name}_L`, i === 0 ? parent : left[i - 1], place, bindOf(false, false, null)));
            right.push(add(`${name}_R`, i === 0 ? parent : right[i - 1], reflectPoint(place), bindOf(true, false, joints[left[i]].bind)));
            joints[left[i]].twin = right[i];
            joints[right[i]].twin = left[i];
        });
    };
    limb(['clavicle', 'arm', 'forearm', 'hand', 'finger'], middle[3], new Vec3(0.04, 1.4, 0), new Vec3(0.2, -0.05, 0));
    limb(['thigh', 'shin', 'foot', 'toe'], middle[1], new Vec3(0.1, 0.95, 0), new Vec3(0, -0.3, 0.02));
    joints.forEach(({ place, twin }, bone) => {
        for (let i = 0; i < 4; i++) {
            const point = place.clone().add(new Vec3(0.1 * random() - 0.05, 0.1 * random() - 0.05, 0.1 * random() - 0.05));
            if (bone < twin) points.push({ bone, twin: points.length + 1, place: point }, { bone: twin, twin: points.length, place: reflectPoint(point) });
            else if (bone === twin) points.push({ bone, twin: points.length + 1, place: point }, { bone, twin: points.length, place: reflectPoint(point) });
        }
    });
    return { joints, points };
}

/** A pose to the parents. */
interface Local { turns: Quat[]; places: Vec3[] }

/** The bind pose of some joints to their parents. */
function bindLocals(joints: Joint[]): Local {
    const turns = joints.map(({ parent, bind }) => (parent < 0 ? bind.clone() : joints[parent].bind.clone().invert().mul(bind)));
    const places = joints.map(({ parent, place }) => {
        return parent < 0 ? place.clone() : joints[parent].bind.clone().invert().transformVector(place.clone().sub(joints[parent].place), new Vec3());
    });
    return { turns, places };
}

function anyPose({ joints }: RandomRig, random: () => number): Local {
    const { turns, places } = bindLocals(joints);
    return {
        turns: turns.map((turn, bone) => (bone === 0 ? turn : turn.clone().mul(anyTurn(random, BEND)))),
        places: places.map((place, bone) => (bone === 1 ? place.clone().add(new Vec3(random() - 0.5, random() - 0.5, random() - 0.5).mulScalar(0.2)) : place))
    };
}

/** Where the points of a rig are in a pose. */
function skin({ joints, points }: RandomRig, { turns, places }: Local): Vec3[] {
    const world: { turn: Quat; place: Vec3 }[] = [];
    joints.forEach(({ parent }, bone) => {
        const above = world[parent] ?? { turn: new Quat(), place: new Vec3() };
        world.push({ turn: above.turn.clone().mul(turns[bone]), place: above.turn.transformVector(places[bone], new Vec3()).add(above.place) });
    });
    return points.map(({ bone, place }) => {
        const { bind, place: joint } = joints[bone];
        const local = bind.clone().invert().transformVector(place.clone().sub(joint), new Vec3());
        return world[bone].turn.transformVector(local, new Vec3()).add(world[bone].place);
    });
}

/** Largest distance of a point of a mirrored pose from the reflection of its twin's, millimetres. */
function errorOf(rig: RandomRig, pose: Local, mirrored: Local): number {
    const [before, after] = [skin(rig, pose), skin(rig, mirrored)];
    return Math.max(...rig.points.map(({ twin }, i) => 1000 * reflectPoint(before[twin]).distance(after[i])));
}

function flatten({ turns, places }: Local): { localRotations: Float64Array; localPositions: Float64Array } {
    return { localRotations: Float64Array.from(turns.flatMap(({ x, y, z, w }) => [x, y, z, w])), localPositions: Float64Array.from(places.flatMap(({ x, y, z }) => [x, y, z])) };
}

function plan({ joints }: RandomRig, settings: Partial<MirrorSettings> = {}) {
    const none = new Int32Array(joints.length).fill(-1);
    const bones: PosedBones = {
        names: joints.map(({ name }) => name), parents: joints.map(({ parent }) => parent), height: 1.8, roles: none, byHand: none,
        positions: Float64Array.from(joints.flatMap(({ place: { x, y, z } }) => [x, y, z])),
        rotations: Float64Array.from(joints.flatMap(({ bind: { x, y, z, w } }) => [x, y, z, w])), ...flatten(bindLocals(joints))
    };
    return planMirror(bones, { normal: Float64Array.of(1, 0, 0), offset: 0 }, { ...DEFAULT_SETTINGS, pelvis: 1, ...settings }, () => null);
}

function mirror({ mirror }: ReturnType<typeof plan>, pose: Local, weight = 1): Local {
    const flat = createMirroredPose(mirror.count);
    const { localRotations, localPositions } = flatten(pose);
    flat.rotations.set(localRotations);
    flat.positions.set(localPositions);
    flat.mirroredRotations.set(localRotations);
    flat.mirroredPositions.set(localPositions);
    mirrorPose(flat, createMirrorMatrices(mirror), Float64Array.of(weight));
    return {
        turns: pose.turns.map((_, i) => new Quat(...flat.mirroredRotations.slice(4 * i, 4 * i + 4))),
        places: pose.places.map((_, i) => new Vec3(...flat.mirroredPositions.slice(3 * i, 3 * i + 3)))
    };
}

/** The original's rule: twins take each other's turn away from the bind pose as it is, others have it flipped about x. */
function byOriginal({ joints }: RandomRig, { turns, places }: Local): Local {
    const bind = bindLocals(joints);
    const away = (bone: number) => bind.turns[bone].clone().invert().mul(turns[bone]);
    return {
        turns: joints.map(({ twin }, bone) => bind.turns[bone].clone().mul(twin === bone ? reflectTurn(away(bone)) : away(twin))),
        places: places.map((place, bone) => (joints[bone].twin === bone ? reflectPoint(place.clone().sub(bind.places[bone])).add(bind.places[bone]) : bind.places[bone]))
    };
}

/** The naive rule: twins take each other's numbers, with x of places and y and z of rotations negated. */
function byNaive({ joints }: RandomRig, { turns, places }: Local): Local {
    return { turns: joints.map(({ twin }) => reflectTurn(turns[twin])), places: joints.map(({ twin }) => reflectPoint(places[twin])) };
}

const RIGS = sampled(200, 24);

for (const axes of AXES) {
    describe(`planMirror: random rigs, ${axes} axes`, () => {
        const errors: Record<'ours' | 'original' | 'naive', number[]> = { ours: [], original: [], naive: [] };

        before(() => {
            for (let seed = 1; seed <= RIGS; seed++) {
                const random = generator(seed);
                const rig = writeRig(axes, random);
                const pose = anyPose(rig, random);
                errors.ours.push(errorOf(rig, pose, mirror(plan(rig), pose)));
                errors.original.push(errorOf(rig, pose, byOriginal(rig, pose)));
                errors.naive.push(errorOf(rig, pose, byNaive(rig, pose)));
            }
        });

        it('reflects every point of the skin', () => {
            expect(Math.max(...errors.ours)).below(0.1);
        });

        it('is exact where the other rules are, and where they are not', () => {
            const worst = (list: number[]) => Math.min(...list);
            if (axes === 'behaviour') expect(Math.max(...errors.original)).below(0.1);
            else expect(worst(errors.original)).above(50);
            if (axes === 'world') expect(Math.max(...errors.naive)).below(0.1);
            else expect(worst(errors.naive)).above(50);
        });

        it('twice is the pose itself, and half of it symmetric', () => {
            for (let seed = 1; seed <= RIGS; seed++) {
                const random = generator(seed);
                const rig = writeRig(axes, random);
                const pose = anyPose(rig, random);
                const made = plan(rig);
                const twice = mirror(made, mirror(made, pose));
                pose.turns.forEach((turn, bone) => {
                    const other = twice.turns[bone];
                    const sign = turn.dot(other) < 0 ? -1 : 1;
                    for (const part of ['x', 'y', 'z', 'w'] as const) expect(sign * other[part]).closeTo(turn[part], 1e-5);
                    expect(pose.places[bone].distance(twice.places[bone])).below(1e-5);
                });
                const half = mirror(made, pose, 0.5);
                expect(errorOf(rig, half, half)).below(0.1);
            }
        });
    });
}

describe('planMirror: a bind pose that is not symmetric', () => {
    /** Turns limbs of a rig, as if it had been bound in another pose: joints, points, and the axes with them. */
    function rebind({ joints, points }: RandomRig, turns: Map<string, Quat>): RandomRig {
        const local = bindLocals(joints);
        joints.forEach(({ name, bind }, bone) => {
            const turn = turns.get(name);
            // told in the model's space
            if (turn) local.turns[bone] = local.turns[bone].clone().mul(bind.clone().invert()).mul(turn).mul(bind);
        });
        const placed = skin({ joints, points: joints.map(({ place }, bone) => ({ bone, twin: bone, place })) }, local);
        const skinned = skin({ joints, points }, local);
        const out = joints.map((joint, bone) => ({ ...joint, place: placed[bone], bind: new Quat() }));
        out.forEach((joint, bone) => { joint.bind = joint.parent < 0 ? local.turns[bone].clone() : out[joint.parent].bind.clone().mul(local.turns[bone]); });
        return { joints: out, points: points.map((point, i) => ({ ...point, place: skinned[i] })) };
    }

    /** A turn that does not leave a bone's direction as it is: one about itself cannot be seen from joints. */
    function turnAside(along: Vec3, most: number, random: () => number): Quat {
        for (;;) {
            const turn = anyTurn(random, most);
            const cosine = turn.transformVector(along, new Vec3()).dot(along) / along.lengthSq();
            if (cosine < Math.cos(8 * Math.PI / 180)) return turn;
        }
    }

    it('is found in the joints to a degree, and warned about', () => {
        for (let seed = 1; seed <= sampled(100, 16); seed++) {
            const random = generator(seed);
            const straight = writeRig('arbitrary', random);
            const turns = new Map([['arm_L', turnAside(new Vec3(1, -0.25, 0), 40, random)], ['thigh_R', turnAside(new Vec3(0, -1, 0), 30, random)]]);
            const rig = rebind(straight, turns);
            const made = plan(rig);
            // bones have the same axes and skin, so the same numbers are the same pose, and so are the mirrored ones
            const pose = anyPose(straight, random);
            const expected = mirror(plan(straight), pose);
            const shown = mirror(made, pose);
            const worldOf = (joints: Joint[], { turns: local }: Local) => joints.reduce<Quat[]>((world, { parent }, bone) => [...world, (world[parent] ?? new Quat()).clone().mul(local[bone])], []);
            const [ours, wanted] = [worldOf(rig.joints, shown), worldOf(straight.joints, expected)];
            ours.forEach((turn, bone) => {
                const angle = 2 * Math.acos(Math.min(1, Math.abs(turn.dot(wanted[bone])))) * 180 / Math.PI;
                expect(angle, `${seed} ${rig.joints[bone].name}`).below(1);
            });
            const largest = Math.max(...[...turns.values()].map(turn => 2 * Math.acos(Math.abs(turn.w)) * 180 / Math.PI));
            if (largest > 15) expect(Math.max(...made.symmetry.angles)).above(2);
        }
    });

    it('is taken as it is where the skin is symmetric', () => {
        const random = generator(3);
        const rig = writeRig('arbitrary', random);
        const made = plan(rig);
        expect(Math.max(...made.symmetry.angles)).below(0.01);
    });
});
