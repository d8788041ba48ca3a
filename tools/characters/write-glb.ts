import { Accessor, Document, NodeIO, type Material, type Node, type Primitive } from '@gltf-transform/core';
import { KHRMaterialsVariants } from '@gltf-transform/extensions';
import { Mat4, Vec3, type Quat } from 'playcanvas';

import type { Clip } from './clip';
import type { Skeleton } from './skeleton';
import { quantise } from './skin-weights';
import type { SkinnedPart, Surface } from './skinned-parts';

// Writes a character as plain glTF 2.0: one skin, one mesh with a primitive for each material, clips of rotations and the root's place.

/** A variant of the character's materials. */
export interface Look {
    name: string;
    /** What stands for a surface in it; the others are as they are. */
    surfaces: ReadonlyMap<Surface, Surface>;
}

/** A whole character; without parts its bones and clips alone. */
export interface Character {
    name: string;
    skeleton: Skeleton;
    parts: SkinnedPart[];
    /** Looks to choose from, by the extension KHR_materials_variants; left out: there is one. */
    looks?: Look[];
    clips: Clip[];
    /** False for bones that clips leave to scripts. */
    isAnimated(name: string): boolean;
    /** Whether rotations are kept in two bytes a number, which are 0.002 degrees off at most. */
    isPacked?: boolean;
}

/** What 1 is in two bytes. */
const PACKED = 32767;

/** Steps that numbers in the file are rounded to, far above rounding errors, so that every machine writes the same bytes. */
const LENGTH_STEP = 1e-5;
const ROTATION_STEP = 1e-6;

/** Rounds to a step; without a negative zero, whose sign would hang on rounding errors. */
const round = (value: number, step: number) => Math.round(value / step) * step + 0;
const vector = (v: Vec3) => [v.x, v.y, v.z].map(value => round(value, LENGTH_STEP)) as [number, number, number];
const rotation = (q: Quat) => [q.x, q.y, q.z, q.w].map(value => round(value, ROTATION_STEP)) as [number, number, number, number];
const flat = (vectors: Vec3[]) => Float32Array.from(vectors.flatMap(vector));

/** Largest turn from the first key that counts as still, in radians: 5 micrometres at the end of a leg, far above rounding errors. */
const STILL = 1e-5;

type Numbers = Float32Array | Int16Array | Uint8Array | Uint16Array;

class Writer {
    private readonly document = new Document();

    private readonly buffer = this.document.createBuffer();

    private readonly materials = new Map<Surface, Material>();

    /** Accessors of clips by their numbers: most fingers are as still in one clip as in the next. */
    private readonly written = new Map<string, Accessor>();

    private accessor(type: 'SCALAR' | 'VEC3' | 'VEC4' | 'MAT4', array: Numbers): Accessor {
        return this.document.createAccessor().setType(type).setArray(array).setBuffer(this.buffer);
    }

    /** An accessor that others with the same numbers share. */
    private shared(type: 'SCALAR' | 'VEC3' | 'VEC4', array: Numbers, isNormalized = false): Accessor {
        const key = `${type} ${array.constructor.name} ${array.join()}`;
        let accessor = this.written.get(key);
        if (!accessor) this.written.set(key, accessor = this.accessor(type, array).setNormalized(isNormalized));
        return accessor;
    }

    private material(surface: Surface): Material {
        let material = this.materials.get(surface);
        if (!material) {
            material = this.document.createMaterial(surface.name).setBaseColorFactor([...surface.color, 1])
            .setRoughnessFactor(surface.roughness).setMetallicFactor(0);
            this.materials.set(surface, material);
        }
        return material;
    }

    private primitive(part: SkinnedPart): Primitive {
        const influences = part.weights.map(quantise);
        const primitive = this.document.createPrimitive().setMaterial(this.material(part.surface))
        .setIndices(this.accessor('SCALAR', Uint16Array.from(part.triangles)))
        .setAttribute('POSITION', this.accessor('VEC3', flat(part.positions)))
        .setAttribute('NORMAL', this.accessor('VEC3', flat(part.normals)))
        .setAttribute('JOINTS_0', this.accessor('VEC4', Uint8Array.from(influences.flatMap(i => i.joints))))
        .setAttribute('WEIGHTS_0', this.accessor('VEC4', Uint8Array.from(influences.flatMap(i => i.weights))).setNormalized(true));
        if (part.colors) {
            const bytes = Uint8Array.from(part.colors.flatMap(c => [...c.map(v => Math.round(v * 255)), 255]));
            primitive.setAttribute('COLOR_0', this.accessor('VEC4', bytes).setNormalized(true));
        }
        return primitive;
    }

    private nodes({ names, parents, positions, rotations }: Skeleton): Node[] {
        const nodes: Node[] = [];
        names.forEach((name, i) => {
            const parent = parents[i];
            const toParent = parent < 0 ? rotations[i] : rotations[parent].clone().invert().mul(rotations[i]);
            const offset = positions[i].clone();
            if (parent >= 0) rotations[parent].clone().invert().transformVector(offset.sub(positions[parent]), offset);
            const node = this.document.createNode(name).setTranslation(vector(offset)).setRotation(rotation(toParent));
            if (parent >= 0) nodes[parent].addChild(node);
            nodes.push(node);
        });
        return nodes;
    }

    private clip(clip: Clip, root: Node, nodes: Node[], { isAnimated, isPacked }: Character) {
        const animation = this.document.createAnimation(clip.name);
        const times = this.shared('SCALAR', Float32Array.from(clip.times));
        const ends = this.shared('SCALAR', Float32Array.from([clip.times[0], clip.times[clip.times.length - 1]]));
        const channel = (node: Node, path: 'rotation' | 'translation', input: Accessor, output: Accessor) => {
            const sampler = this.document.createAnimationSampler().setInput(input).setOutput(output).setInterpolation('LINEAR');
            animation.addSampler(sampler)
            .addChannel(this.document.createAnimationChannel().setTargetNode(node).setTargetPath(path).setSampler(sampler));
        };
        const places = (keys: Vec3[]) => this.shared('VEC3', flat(keys));
        const turns = (keys: Quat[]) => {
            const values = keys.flatMap(rotation);
            if (!isPacked) return this.shared('VEC4', Float32Array.from(values));
            return this.shared('VEC4', Int16Array.from(values, value => Math.round(value * PACKED)), true);
        };
        if (clip.travel) {
            channel(root, 'translation', times, places(clip.travel.places));
            channel(root, 'rotation', times, turns(clip.travel.turns));
        }
        channel(nodes[0], 'translation', times, places(clip.root));
        clip.rotations.forEach((keys, bone) => {
            if (!isAnimated(nodes[bone].getName())) return;
            const still = keys.every(key => Math.abs(key.dot(keys[0])) > Math.cos(STILL / 2));
            const kept = still ? [keys[0], keys[0]] : keys;
            channel(nodes[bone], 'rotation', still ? ends : times, turns(kept));
        });
    }

    private variants(looks: Look[], parts: SkinnedPart[], primitives: Primitive[]) {
        const extension = this.document.createExtension(KHRMaterialsVariants);
        const variants = looks.map(({ name }) => extension.createVariant(name));
        parts.forEach(({ surface }, i) => {
            const list = extension.createMappingList();
            looks.forEach(({ surfaces }, k) => {
                list.addMapping(extension.createMapping().setMaterial(this.material(surfaces.get(surface) ?? surface)).addVariant(variants[k]));
            });
            primitives[i].setExtension(KHRMaterialsVariants.EXTENSION_NAME, list);
        });
    }

    write(character: Character): Promise<Uint8Array> {
        const { skeleton } = character;
        const nodes = this.nodes(skeleton);
        const body = character.parts.length > 0 ? this.body(character, nodes) : null;
        const root = this.document.createNode(character.name).addChild(nodes[0]);
        if (body) root.addChild(body);
        this.document.getRoot().setDefaultScene(this.document.createScene(character.name).addChild(root));
        character.clips.forEach(clip => this.clip(clip, root, nodes, character));
        return new NodeIO().registerExtensions([KHRMaterialsVariants]).writeBinary(this.document);
    }

    private body({ name, skeleton, parts, looks }: Character, nodes: Node[]): Node {
        const bindMatrices = skeleton.names.flatMap((_, i) => [
            ...new Mat4().setTRS(skeleton.positions[i], skeleton.rotations[i], Vec3.ONE).invert().data
        ]);
        const skin = this.document.createSkin(name).setSkeleton(nodes[0])
        .setInverseBindMatrices(this.accessor('MAT4', Float32Array.from(bindMatrices)));
        nodes.forEach(node => skin.addJoint(node));

        const mesh = this.document.createMesh(name);
        const primitives = parts.map(part => this.primitive(part));
        for (const primitive of primitives) mesh.addPrimitive(primitive);
        if (looks) this.variants(looks, parts, primitives);
        return this.document.createNode('Body').setMesh(mesh).setSkin(skin);
    }
}

/** The bytes of a `.glb` with the character. */
export function writeGlb(character: Character): Promise<Uint8Array> {
    return new Writer().write(character);
}
