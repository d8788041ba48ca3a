import { readFile } from 'node:fs/promises';

import { Document, NodeIO, type Node, type Primitive } from '@gltf-transform/core';
import { expect } from 'chai';
import { Mat4, Quat, Vec3 } from 'playcanvas';

import { HEEL_BEHIND_ANKLE } from '../../tools/characters/mannequin/foot-path';
import { createMannequin } from '../../tools/characters/mannequin/mannequin';
import { RUN_SPEED } from '../../tools/characters/mannequin/run';
import { WALK_SPEED } from '../../tools/characters/mannequin/walk';
import { createApp, loadGlb } from '../support/app';
import { MANNEQUIN } from '../support/characters';

// The sample character as a file: its mesh and skin, and what its clips do, measured by forward kinematics between the keys too.

const SIDES = ['Left', 'Right'] as const;
const FINGER_BONES = ['Thumb', 'Index', 'Middle', 'Ring', 'Pinky'].flatMap(finger => [1, 2, 3].map(i => `Hand${finger}${i}`));
const SIDED = ['Eye', 'UpperEyelid', 'LowerEyelid', 'Shoulder', 'Arm', 'ForeArm', 'Hand', ...FINGER_BONES,
    'UpLeg', 'Leg', 'Foot', 'ToeBase', 'Toe_End'];
const BONES = ['Hips', 'Spine', 'Spine1', 'Spine2', 'Neck', 'Head', 'HeadTop_End', 'Jaw', ...SIDES.flatMap(side => SIDED.map(name => side + name))];

const GAITS = [
    { clip: 'walk', speed: WALK_SPEED, duration: 1.06, stance: [0.6, 0.66] },
    { clip: 'run', speed: RUN_SPEED, duration: 0.7, stance: [0.35, 0.4] }
] as const;

/** Samples between two keys: sliding shows there first, because joints are interpolated and not feet. */
const SAMPLES_PER_KEY = 3;
/** Distance over which a foot's point counts as down, in metres. */
const DOWN = 0.002;

/** Part of the stride in which a foot must clear the floor, and by how much, in metres. */
const SWING = { from: 0.72, to: 0.9, clearance: 0.02 };

/** The file, and its skeleton as its clips pose it. */
class Rig {
    bytes = new Uint8Array();

    document = new Document();

    private joints: Node[] = [];

    private rest = new Map<Node, { translation: [number, number, number]; rotation: [number, number, number, number] }>();

    async load(path: string): Promise<void> {
        this.bytes = new Uint8Array(await readFile(path));
        this.document = await new NodeIO().readBinary(this.bytes);
        this.joints = this.document.getRoot().listSkins()[0].listJoints();
        this.rest = new Map(this.joints.map(joint => [joint, { translation: joint.getTranslation(), rotation: joint.getRotation() }]));
    }

    /** Names of the joints without namespace, as the skin counts them. */
    names(): string[] {
        return this.joints.map(joint => joint.getName().replace(/^mixamorig:/, ''));
    }

    primitives(): Primitive[] {
        return this.document.getRoot().listMeshes().flatMap(mesh => mesh.listPrimitives());
    }

    bind(): this {
        for (const [node, { translation, rotation }] of this.rest) {
            node.setTranslation(translation).setRotation(rotation);
        }
        return this;
    }

    clip(name: string) {
        const animation = this.document.getRoot().listAnimations().find(a => a.getName() === name);
        if (!animation) throw new Error(`no clip named ${name}`);
        return animation;
    }

    keys(clip: string): number[] {
        const inputs = this.clip(clip).listSamplers().map(sampler => [...(sampler.getInput()?.getArray() ?? [])]);
        return inputs.reduce((a, b) => (b.length > a.length ? b : a));
    }

    duration(clip: string): number {
        const keys = this.keys(clip);
        return keys[keys.length - 1];
    }

    /** Poses the skeleton as a player would: linear, and the shorter way round for rotations. */
    pose(clip: string, time: number): this {
        this.bind();
        for (const channel of this.clip(clip).listChannels()) {
            const node = channel.getTargetNode() as Node;
            const times = channel.getSampler()?.getInput()?.getArray() as Float32Array;
            const values = channel.getSampler()?.getOutput()?.getArray() as Float32Array;
            let i = 0;
            while (i < times.length - 2 && times[i + 1] <= time) i++;
            const t = Math.min(1, (time - times[i]) / (times[i + 1] - times[i]));
            if (channel.getTargetPath() === 'translation') {
                const [a, b] = [i, i + 1].map(k => new Vec3(values[k * 3], values[k * 3 + 1], values[k * 3 + 2]));
                const p = new Vec3().lerp(a, b, t);
                node.setTranslation([p.x, p.y, p.z]);
            } else {
                const [a, b] = [i, i + 1].map(k => new Quat(values[k * 4], values[k * 4 + 1], values[k * 4 + 2], values[k * 4 + 3]));
                const q = new Quat().slerp(a, b, t);
                node.setRotation([q.x, q.y, q.z, q.w]);
            }
        }
        return this;
    }

    matrix(bone: string): Mat4 {
        const node = this.joints[this.names().indexOf(bone)];
        if (!node) throw new Error(`no bone named ${bone}`);
        const matrix = new Mat4();
        matrix.data.set(node.getWorldMatrix());
        return matrix;
    }

    place(bone: string): Vec3 {
        return this.matrix(bone).getTranslation();
    }

    /** Direction that a bone's local direction has. */
    direction(bone: string, local: Vec3): Vec3 {
        return this.matrix(bone).transformVector(local).normalize();
    }

    /** Gives the place of a point that is at `model` in the bind pose and fixed to the bone. */
    follow(bone: string, model: Vec3): () => Vec3 {
        const local = this.bind().matrix(bone).invert().transformPoint(model);
        return () => this.matrix(bone).transformPoint(local);
    }

    /** Points of a foot that can stand on the floor, with their height when they do. */
    contacts(side: string): { place: () => Vec3; height: number }[] {
        const ankle = this.bind().place(`${side}Foot`);
        const ball = this.place(`${side}ToeBase`);
        const tip = this.place(`${side}Toe_End`);
        const ahead = new Vec3(ball.x - ankle.x, 0, ball.z - ankle.z).normalize();
        const heel = new Vec3(ankle.x, 0, ankle.z).sub(ahead.mulScalar(HEEL_BEHIND_ANKLE));
        return [
            { place: this.follow(`${side}Foot`, heel), height: 0 },
            { place: () => this.place(`${side}ToeBase`), height: ball.y },
            { place: this.follow(`${side}ToeBase`, new Vec3(tip.x, 0, tip.z)), height: 0 }
        ];
    }

    /** Times of the keys and between them, the last one left out. */
    times(clip: string): number[] {
        const keys = this.keys(clip);
        return keys.slice(0, -1).flatMap((time, i) => Array.from({ length: SAMPLES_PER_KEY },
            (_, j) => time + (keys[i + 1] - time) * j / SAMPLES_PER_KEY));
    }

    /** Length of a leg in use over its whole length. */
    extension(side: string): number {
        const [hip, knee, ankle] = ['UpLeg', 'Leg', 'Foot'].map(name => this.place(side + name));
        return hip.distance(ankle) / (hip.distance(knee) + knee.distance(ankle));
    }
}

/** Smallest distance between two segments, by sampling. */
function segmentDistance(a: Vec3, b: Vec3, c: Vec3, d: Vec3): number {
    let smallest = Infinity;
    for (let i = 0; i <= 10; i++) {
        for (let j = 0; j <= 10; j++) {
            const distance = new Vec3().lerp(a, b, i / 10).distance(new Vec3().lerp(c, d, j / 10));
            smallest = Math.min(smallest, distance);
        }
    }
    return smallest;
}

interface Vertex {
    position: Vec3;
    joints: number[];
    weights: number[];
}

function vertices(primitive: Primitive): Vertex[] {
    const [position, joints, weights] = ['POSITION', 'JOINTS_0', 'WEIGHTS_0'].map(name => primitive.getAttribute(name)?.getArray());
    if (!position || !joints || !weights) throw new Error('a primitive without skin');
    return Array.from({ length: position.length / 3 }, (_, i) => ({
        position: new Vec3(position[i * 3], position[i * 3 + 1], position[i * 3 + 2]),
        joints: [...joints.slice(i * 4, i * 4 + 4)],
        weights: [...weights.slice(i * 4, i * 4 + 4)]
    }));
}

describe('the mannequin', () => {
    const rig = new Rig();

    before(() => rig.load(MANNEQUIN));

    it('is the file that the program writes', async () => {
        expect(Buffer.from(await createMannequin()).equals(rig.bytes), 'run `npm run characters` and commit').to.equal(true);
    });

    it('stays below a megabyte and needs no extension', () => {
        expect(rig.bytes.length).to.be.below(1e6);
        expect(rig.document.getRoot().listExtensionsUsed()).to.deep.equal([]);
    });

    it('loads in the engine with its clips', async () => {
        const app = createApp();
        const character = await loadGlb(app, MANNEQUIN);
        expect([...character.clips.keys()]).to.deep.equal(['idle', 'walk', 'run']);
        expect(character.instantiate().findByName('mixamorig:LeftToe_End')).not.to.equal(null);
        app.destroy();
    });

    it('has every bone once, under names of Mixamo', () => {
        const names = rig.document.getRoot().listSkins()[0].listJoints().map(joint => joint.getName());
        expect(names).to.have.members(BONES.map(name => `mixamorig:${name}`));
    });

    it('is 1.75 m tall and stands on the floor', () => {
        const heights = rig.primitives().flatMap(vertices).map(v => v.position.y);
        const [lowest, highest] = heights.reduce(([low, high], y) => [Math.min(low, y), Math.max(high, y)], [Infinity, -Infinity]);
        expect(highest - lowest).to.be.closeTo(1.75, 0.01);
        expect(lowest).to.be.closeTo(0, 0.003);
    });

    it('has weights that add up to one', () => {
        for (const { weights, joints } of rig.primitives().flatMap(vertices)) {
            expect(weights.reduce((a, b) => a + b, 0)).to.equal(255);
            weights.forEach((weight, i) => expect(weight > 0 || joints[i] === 0).to.equal(true));
        }
    });

    it('has one closed body, its faces turned outwards', () => {
        const ownPieces = /Eye$|Eyelid$/;
        const names = rig.names();
        const edges = new Map<string, number>();
        let volume = 0;
        for (const primitive of rig.primitives()) {
            const corners = vertices(primitive);
            const indices = [...(primitive.getIndices()?.getArray() ?? [])];
            for (let t = 0; t < indices.length; t += 3) {
                const triangle = indices.slice(t, t + 3).map(i => corners[i]);
                if (ownPieces.test(names[triangle[0].joints[0]])) continue;
                const [a, b, c] = triangle.map(corner => corner.position);
                volume += new Vec3().cross(a, b).dot(c) / 6;
                for (const [from, to] of [[a, b], [b, c], [c, a]].map(edge => edge.map(p => `${p.x} ${p.y} ${p.z}`))) {
                    const key = from < to ? `${from}|${to}` : `${to}|${from}`;
                    edges.set(key, (edges.get(key) ?? 0) + (from < to ? 1 : -1));
                }
            }
        }
        // each edge is walked as often one way as the other
        expect([...edges.values()].filter(count => count !== 0)).to.have.length(0);
        // that of a slim person of this height, in cubic metres
        expect(volume).to.be.within(0.045, 0.075);
    });

    it('can shut its eyes: lids are shells about the eye that meet when they turn', () => {
        const names = rig.names();
        for (const side of SIDES) {
            const eye = rig.bind().place(`${side}Eye`);
            const edge = (lid: string, open: 1 | -1) => {
                expect(rig.place(lid).distance(eye)).to.equal(0);
                const shell = rig.primitives().flatMap(vertices).filter(v => names[v.joints[0]] === lid);
                for (const { position } of shell) expect(position.distance(eye)).to.be.within(0.0178, 0.022);
                // how far the lid's edge stands above or below the line of sight, in degrees
                return Math.min(...shell.map(v => open * Math.atan2(v.position.y - eye.y, v.position.z - eye.z) * 180 / Math.PI));
            };
            const [upper, lower] = [edge(`${side}UpperEyelid`, 1), edge(`${side}LowerEyelid`, -1)];
            expect(Math.min(upper, lower), 'open').to.be.above(10);
            expect(upper + lower, 'shut, after turns of 28 and 14 degrees').to.be.at.most(28 + 14);
        }
    });

    it('can open its mouth: the jaw has the skin below the lips, and none above them', () => {
        const names = rig.names();
        const jaw = rig.primitives().flatMap(vertices).filter(v => v.joints.some((joint, i) => names[joint] === 'Jaw' && v.weights[i] > 127));
        expect(jaw.length).to.be.above(100);
        expect(Math.max(...jaw.map(v => v.position.y))).to.be.below(rig.bind().place('Jaw').y);
    });

    for (const [name, duration, rate] of [['idle', 2.33, 30], ['walk', 1.06, 30], ['run', 0.7, 60]] as const) {
        describe(name, () => {
            it(`lasts ${duration} s at about ${rate} keys a second`, () => {
                expect(rig.duration(name)).to.be.closeTo(duration, 1e-6);
                expect((rig.keys(name).length - 1) / duration).to.be.closeTo(rate, 0.01 * rate);
            });

            it('ends as it begins', () => {
                for (const sampler of rig.clip(name).listSamplers()) {
                    const values = [...(sampler.getOutput()?.getArray() ?? [])];
                    const size = sampler.getOutput()?.getElementSize() ?? 0;
                    const [first, last] = [values.slice(0, size), values.slice(-size)];
                    // a quaternion and its negative are one rotation
                    const product = first.reduce((sum, v, i) => sum + v * last[i], 0);
                    const same = first.every((v, i) => Math.abs(v - (size === 4 && product < 0 ? -1 : 1) * last[i]) < 1e-6);
                    expect(same).to.equal(true);
                }
            });

            it('leaves eyes, lids and jaw to the scripts', () => {
                const moved = rig.clip(name).listChannels().map(channel => channel.getTargetNode()?.getName() ?? '');
                expect(moved.filter(bone => /Eye|Jaw/.test(bone))).to.deep.equal([]);
            });

            it('stays in its place, with the head level', () => {
                for (const time of rig.times(name)) {
                    rig.pose(name, time);
                    const hips = rig.place('Hips');
                    expect(Math.hypot(hips.x, hips.z)).to.be.below(0.04);
                    expect(rig.direction('Head', Vec3.BACK).dot(Vec3.BACK)).to.be.above(Math.cos(4 * Math.PI / 180));
                }
            });

            it('bends knees and elbows the right way only', () => {
                for (const time of rig.times(name)) {
                    rig.pose(name, time);
                    const left = rig.direction('Hips', Vec3.RIGHT);
                    for (const side of SIDES) {
                        const bend = (names: string[]) => {
                            const [a, b, c] = names.map(bone => rig.place(side + bone));
                            return new Vec3().cross(b.clone().sub(a).normalize(), c.clone().sub(b).normalize()).dot(left);
                        };
                        expect(bend(['UpLeg', 'Leg', 'Foot'])).to.be.above(0.02);
                        expect(bend(['Arm', 'ForeArm', 'Hand'])).to.be.below(-0.02);
                        expect(rig.extension(side)).to.be.below(0.9985);
                    }
                }
            });

            it('keeps limbs apart', () => {
                for (const time of rig.times(name)) {
                    rig.pose(name, time);
                    const at = (bone: string) => rig.place(bone);
                    expect(segmentDistance(at('LeftLeg'), at('LeftFoot'), at('RightLeg'), at('RightFoot'))).to.be.above(0.085);
                    expect(segmentDistance(at('LeftFoot'), at('LeftToeBase'), at('RightFoot'), at('RightToeBase'))).to.be.above(0.08);
                    for (const side of SIDES) {
                        const toThigh = segmentDistance(at(`${side}Hand`), at(`${side}HandMiddle3`), at(`${side}UpLeg`), at(`${side}Leg`));
                        expect(toThigh).to.be.above(0.095);
                    }
                }
            });
        });
    }

    it('stands still while it breathes, its legs nearly straight', () => {
        for (const side of SIDES) {
            const contacts = rig.contacts(side);
            const start = contacts.map(({ place }) => {
                rig.pose('idle', 0);
                return place();
            });
            for (const time of rig.times('idle')) {
                rig.pose('idle', time);
                contacts.forEach(({ place }, i) => expect(place().distance(start[i])).to.be.below(0.0005));
                expect(rig.extension(side)).to.be.within(0.985, 0.995);
            }
        }
    });

    for (const { clip, speed, duration, stance } of GAITS) {
        it(`does not slide in its ${clip}`, () => {
            for (const side of SIDES) {
                const contacts = rig.contacts(side);
                const times = rig.times(clip);
                // twice round, so that no contact is cut in two
                const samples = [...times, ...times.map(time => time + duration)].map((time) => {
                    rig.pose(clip, time % duration);
                    return contacts.map(({ place, height }) => {
                        const p = place();
                        return { down: p.y - height < DOWN, low: p.y - height, onFloor: new Vec3(p.x, 0, p.z + speed * time) };
                    });
                });
                const down = samples.filter(sample => sample.some(point => point.down)).length / samples.length;
                expect(down, 'share of the stride that the foot is down').to.be.within(stance[0], stance[1]);

                const ownPhase = (time: number) => (time / duration + (side === 'Left' ? 0 : 0.5)) % 1;
                const inSwing = samples.filter((_, i) => {
                    const phase = ownPhase(times[i % times.length]);
                    return phase > SWING.from && phase < SWING.to;
                });
                const lowest = Math.min(...inSwing.flatMap(sample => sample.map(point => point.low)));
                expect(lowest, 'clearance in swing').to.be.above(SWING.clearance);

                contacts.forEach((_, i) => {
                    let planted: Vec3 | null = null;
                    for (const sample of samples) {
                        const { down: isDown, low, onFloor } = sample[i];
                        expect(low, 'depth below the floor').to.be.above(-0.002);
                        planted = isDown ? planted ?? onFloor : null;
                        if (planted) expect(planted.distance(onFloor), `${side} contact ${i}`).to.be.below(0.002);
                    }
                });
            }
        });
    }
});
