import { readFile } from 'node:fs/promises';

import { Document, NodeIO, type Node, type Primitive } from '@gltf-transform/core';
import { Mat4, Quat, Vec3 } from 'playcanvas';

// A sample character as a file: its mesh and skin, and what its clips do, measured by forward kinematics between the keys too.

/** Samples between two keys: sliding shows there first, because joints are interpolated and not feet. */
const SAMPLES_PER_KEY = 3;

/** A character's file, and its skeleton as its clips pose it. */
export class CharacterFile {
    bytes = new Uint8Array();

    document = new Document();

    private joints: Node[] = [];

    private rest = new Map<Node, { translation: [number, number, number]; rotation: [number, number, number, number] }>();

    constructor(readonly path: string) {}

    async load(): Promise<void> {
        this.bytes = new Uint8Array(await readFile(this.path));
        this.document = await new NodeIO().readBinary(this.bytes);
        this.joints = this.document.getRoot().listSkins()[0].listJoints();
        this.rest = new Map(this.joints.map(joint => [joint, { translation: joint.getTranslation(), rotation: joint.getRotation() }]));
    }

    /** Names of the joints without namespace, as the skin counts them. */
    names(): string[] {
        return this.joints.map(joint => joint.getName().replace(/^mixamorig:/, ''));
    }

    /** Name of a joint's parent. */
    parent(bone: string): string | undefined {
        return this.joints[this.names().indexOf(bone)].getParentNode()?.getName();
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

    /** Poses the skeleton as the engine does: components are interpolated, the shorter way round for rotations, then normalised. */
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
                const [a, b] = [i, i + 1].map(k => values.slice(k * 4, k * 4 + 4));
                const sign = a.reduce((sum, v, c) => sum + v * b[c], 0) < 0 ? -1 : 1;
                const [x, y, z, w] = a.map((v, c) => v + (sign * b[c] - v) * t);
                const q = new Quat(x, y, z, w).normalize();
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

    /** Times of the keys and between them, the last one left out. */
    times(clip: string): number[] {
        const keys = this.keys(clip);
        return keys.slice(0, -1).flatMap((time, i) => Array.from({ length: SAMPLES_PER_KEY },
            (_, j) => time + (keys[i + 1] - time) * j / SAMPLES_PER_KEY));
    }

    /** Length in use of a chain of joints over its whole length. */
    extension(bones: string[]): number {
        const joints = bones.map(bone => this.place(bone));
        const length = joints.slice(1).reduce((sum, joint, i) => sum + joint.distance(joints[i]), 0);
        return joints[0].distance(joints[joints.length - 1]) / length;
    }
}

/** Smallest distance between two segments, by sampling. */
export function segmentDistance(a: Vec3, b: Vec3, c: Vec3, d: Vec3): number {
    let smallest = Infinity;
    for (let i = 0; i <= 10; i++) {
        for (let j = 0; j <= 10; j++) {
            const distance = new Vec3().lerp(a, b, i / 10).distance(new Vec3().lerp(c, d, j / 10));
            smallest = Math.min(smallest, distance);
        }
    }
    return smallest;
}

export interface Vertex {
    position: Vec3;
    joints: number[];
    weights: number[];
}

export function vertices(primitive: Primitive): Vertex[] {
    const [position, joints, weights] = ['POSITION', 'JOINTS_0', 'WEIGHTS_0'].map(name => primitive.getAttribute(name)?.getArray());
    if (!position || !joints || !weights) throw new Error('a primitive without skin');
    return Array.from({ length: position.length / 3 }, (_, i) => ({
        position: new Vec3(position[i * 3], position[i * 3 + 1], position[i * 3 + 2]),
        joints: [...joints.slice(i * 4, i * 4 + 4)],
        weights: [...weights.slice(i * 4, i * 4 + 4)]
    }));
}

/** A point of a foot that can stand on the floor, with its height when it does. */
export interface Contact {
    place: () => Vec3;
    height: number;
}

/** What a foot does in a clip over a floor that passes, twice round so that no contact is cut in two. */
export interface Step {
    /** Phase of the clip. */
    phase: number;
    /** For each contact: height above the floor, and place on the moving floor. */
    contacts: { low: number; onFloor: Vec3 }[];
}

/** Follows the contacts of a foot through a clip. */
export function followSteps(file: CharacterFile, clip: string, speed: number, contacts: Contact[]): Step[] {
    const duration = file.duration(clip);
    const times = file.times(clip);
    return [...times, ...times.map(time => time + duration)].map((time) => {
        file.pose(clip, time % duration);
        return {
            phase: time / duration % 1,
            contacts: contacts.map(({ place, height }) => {
                const p = place();
                return { low: p.y - height, onFloor: new Vec3(p.x, 0, p.z + speed * time) };
            })
        };
    });
}

/** Farthest that one contact moves over the floor while it is nearer to it than `down` metres. */
export function slide(steps: Step[], contact: number, down: number): number {
    let planted: Vec3 | null = null;
    let farthest = 0;
    for (const { contacts } of steps) {
        const { low, onFloor } = contacts[contact];
        planted = low < down ? planted ?? onFloor : null;
        if (planted) farthest = Math.max(farthest, planted.distance(onFloor));
    }
    return farthest;
}
