import {
    BoundingBox, Entity, Mat4, Mesh, MeshInstance, PRIMITIVE_TRIANGLES, Quat, SEMANTIC_BLENDINDICES, SEMANTIC_BLENDWEIGHT, Skin,
    SkinInstance, StandardMaterial, TYPE_FLOAT32, Vec3, type AppBase
} from 'playcanvas';

import type { BoneAxes, WrittenSkeleton } from './skeletons';
import type { Role } from '../../scripts/rig/roles';

// Builds written characters as entities of the engine, with skin made of boxes.

/** A written character in the scene. */
export interface BuiltSkeleton {
    root: Entity;
    /** Nodes by the name that they were built with. */
    nodes: Map<string, Entity>;
    /** Nodes by role. */
    expected: Map<Role, Entity>;
}

/** How a character is placed against its armature: what differs between exporters. */
export interface Placing {
    turn?: Quat;
    size?: number;
    /** Into how many meshes the skin is cut, each with a skin of its own that knows its own bones alone. */
    cut?: number;
}

interface Line { name: string; depth: number; place: Vec3; flags: string[] }

/** Reads a table of nodes. */
function readTable(table: string): Line[] {
    return table.split('\n').filter(line => line.trim() !== '').map((line) => {
        const words = line.trim().split(' ');
        // names may hold spaces, so the place is where the numbers begin
        const at = words.findIndex((_, i) => i > 0 && [0, 1, 2].every(k => /^-?\d+(?:\.\d+)?$/.test(words[i + k] ?? '')));
        const [x, y, z] = words.slice(at, at + 3).map(Number);
        const depth = (line.length - line.trimStart().length) / 2;
        return { name: words.slice(0, at).join(' '), depth, place: new Vec3(x, y, z), flags: words.slice(at + 3) };
    });
}

/** Both sides of the lines with %: the whole subtree of the first such line is repeated, mirrored. */
function bothSides(lines: Line[], [left, right]: [string, string]): Line[] {
    const out: Line[] = [];
    for (let i = 0; i < lines.length; i++) {
        if (!lines[i].name.includes('%')) {
            out.push(lines[i]);
            continue;
        }
        let end = i + 1;
        while (end < lines.length && lines[end].depth > lines[i].depth) end++;
        for (const [side, sign] of [[left, 1], [right, -1]] as const) {
            for (const line of lines.slice(i, end)) {
                const place = new Vec3(sign * line.place.x, line.place.y, line.place.z);
                out.push({ ...line, name: line.name.replace('%', side), place });
            }
        }
        i = end - 1;
    }
    return out;
}

/** Rotation whose given axis points along a direction. */
function rotationAlong(direction: Vec3, axis: 'x' | 'y'): Quat {
    const main = direction.clone().normalize();
    const aside = new Vec3().cross(main, Math.abs(main.z) < 0.9 ? Vec3.BACK : Vec3.UP).normalize();
    const third = axis === 'x' ? new Vec3().cross(main, aside) : new Vec3().cross(aside, main);
    const matrix = new Mat4();
    const [x, y] = axis === 'x' ? [main, aside] : [aside, main];
    matrix.data.set([x.x, x.y, x.z, 0, y.x, y.y, y.z, 0, third.x, third.y, third.z, 0]);
    return new Quat().setFromMat4(matrix);
}

function boneRotation(axes: BoneAxes, line: Line, next: Line | undefined): Quat {
    if (axes === 'as the model' || line.flags.includes('mesh')) return new Quat();
    const direction = next ? new Vec3().sub2(next.place, line.place) : new Vec3(0, 1, 0);
    if (direction.length() < 0.01) direction.set(0, 1, 0);
    if (axes === 'x along, mirrored' && line.place.x < 0) direction.mulScalar(-1);
    return rotationAlong(direction, axes === 'y along' ? 'y' : 'x');
}

type Box = [Vec3, Vec3];

/** Boxes of skin around a bone, in centimetres. */
function skinBoxes(line: Line, next: Line | undefined): Box[] {
    const { x, y, z } = line.place;
    if (!line.flags.includes('head')) return [skinBox(line, next)];
    // skull, face and nose
    return [
        [new Vec3(x - 8, y - 2, z - 9), new Vec3(x + 8, y + 21, z + 8)],
        [new Vec3(x - 6, y - 1, z), new Vec3(x + 6, y + 15, z + 11)],
        [new Vec3(x - 1.5, y + 4, z + 8), new Vec3(x + 1.5, y + 9, z + 14)]
    ];
}

function skinBox(line: Line, next: Line | undefined): Box {
    const { x, y, z } = line.place;
    if (line.flags.includes('foot')) return [new Vec3(x - 4, 0, z - 6), new Vec3(x + 4, y + 2, next!.place.z)];
    if (line.flags.includes('paw')) return [new Vec3(x - 3, 0, z - 3), new Vec3(x + 3, y + 1.5, z + 6)];
    if (line.flags.includes('aside')) return [new Vec3(x - 2, y - 1, z + 3), new Vec3(x + 3, y + 2, z + 5)];
    const tip = next ? next.place : line.place;
    // a leg ends in its paw, above the ground
    const floor = next?.flags.includes('paw') ? tip.y : 0;
    const radius = next && Math.abs(y - tip.y) > 20 ? 5 : 1.5;
    const low = new Vec3(Math.min(x, tip.x) - radius, Math.max(floor, Math.min(y, tip.y) - radius), Math.min(z, tip.z) - radius);
    return [low, new Vec3(Math.max(x, tip.x) + radius, Math.max(y, tip.y) + radius, Math.max(z, tip.z) + radius)];
}

const CORNERS = [0, 1, 2, 3, 4, 5, 6, 7];
const BOX_INDICES = [0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1, 2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3];

function cornersOf([low, high]: Box): Vec3[] {
    return CORNERS.map(i => new Vec3(i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z));
}

/** A beam along a bone, of the radius that its flag gives, never below the ground; null without such a flag. */
function beamOf({ place, flags }: Line, next: Line | undefined): Vec3[] | null {
    const given = flags.find(word => /^r\d/.test(word));
    if (!given) return null;
    const radius = Number(given.slice(1));
    const tip = next?.place.distance(place) ? next.place : place.clone().add(new Vec3(0, 0, radius));
    const turn = rotationAlong(tip.clone().sub(place), 'y');
    return CORNERS.map((i) => {
        const corner = turn.transformVector(new Vec3(i & 1 ? radius : -radius, 0, i & 4 ? radius : -radius), new Vec3()).add(i & 2 ? tip : place);
        corner.y = Math.max(0, corner.y);
        return corner;
    });
}

/** Builds a character into the scene; without more said it stands on the origin as its table says, one unit a metre. */
export function buildSkeleton(app: AppBase, written: WrittenSkeleton, { turn = Quat.IDENTITY, size = 1, cut = 1 }: Placing = {}): BuiltSkeleton {
    const lines = bothSides(readTable(written.table), written.sides);
    const root = new Entity('Model');
    app.root.addChild(root);
    const armature = new Entity(written.armature.name);
    const { turn: [x, y, z], scale } = written.armature;
    armature.setLocalEulerAngles(x, y, z);
    armature.setLocalScale(scale, scale, scale);
    root.addChild(armature);

    const inWorld = (place: Vec3) => turn.transformVector(place.clone().mulScalar(0.01 * size), new Vec3());
    const nodes = new Map<string, Entity>();
    const entities: Entity[] = [];
    const nextOf = (i: number) => (lines[i + 1]?.depth > lines[i].depth ? lines[i + 1] : undefined);
    // skin goes on to the next bone, past those that only help
    const tipOf = (i: number) => {
        const end = lines.findIndex((line, k) => k > i && line.depth <= lines[i].depth);
        const children = lines.slice(i + 1, end < 0 ? undefined : end).filter(({ depth }) => depth === lines[i].depth + 1);
        return children.find(({ flags }) => !flags.includes('-')) ?? nextOf(i);
    };
    lines.forEach((line, i) => {
        const entity = new Entity(line.name);
        let parent = i - 1;
        while (parent >= 0 && lines[parent].depth >= line.depth) parent--;
        (parent < 0 ? armature : entities[parent]).addChild(entity);
        entity.setPosition(inWorld(line.place));
        entity.setRotation(new Quat().mul2(turn, boneRotation(written.axes, line, nextOf(i))));
        entities.push(entity);
        nodes.set(line.name, entity);
    });

    const boxes = lines.flatMap((line, i): [number, Vec3[]][] => {
        const bare = line.flags.includes('-') || line.flags.includes('mesh');
        const beam = beamOf(line, tipOf(i));
        return bare ? [] : beam ? [[i, beam]] : skinBoxes(line, tipOf(i)).map(box => [i, cornersOf(box)]);
    });
    const isRigid = (i: number) => written.skin === 'rigid' || lines[i].flags.includes('rigid');
    if (written.skin === 'skinned') {
        const bones = entities.filter((_, i) => !lines[i].flags.includes('mesh'));
        const skinned = boxes.filter(([i]) => !isRigid(i));
        for (let part = 0; part < cut; part++) {
            const own = skinned.filter((_, k) => k % cut === part);
            const known = cut === 1 ? bones : bones.filter(bone => own.some(([i]) => entities[i] === bone));
            addSkin(app, armature, known, own.map(([i, box]) => [known.indexOf(entities[i]), box]), inWorld);
        }
    }
    for (const [i, box] of boxes) if (isRigid(i)) addRigidMesh(app, entities[i], box, inWorld);

    const expected = new Map<Role, Entity>();
    for (const [role, name] of Object.entries(written.expected)) {
        const sides = role.includes('%') ? [['left', written.sides[0]], ['right', written.sides[1]]] : [['', '']];
        for (const [side, word] of sides) expected.set(role.replace('%', side) as Role, nodes.get(name.replace('%', word))!);
    }
    return { root, nodes, expected };
}

/** One mesh, hung on all bones, every vertex on one of them. */
function addSkin(app: AppBase, armature: Entity, bones: Entity[], boxes: [number, Vec3[]][], inWorld: (place: Vec3) => Vec3): void {
    const mesh = new Mesh(app.graphicsDevice);
    const positions: number[] = [];
    const boneIndices: number[] = [];
    const weights: number[] = [];
    const indices: number[] = [];
    for (const [bone, box] of boxes) {
        const first = positions.length / 3;
        indices.push(...BOX_INDICES.map(index => first + index));
        for (const corner of box) {
            const place = inWorld(corner);
            positions.push(place.x, place.y, place.z);
            boneIndices.push(bone, 0, 0, 0);
            weights.push(1, 0, 0, 0);
        }
    }
    mesh.setPositions(positions);
    mesh.setVertexStream(SEMANTIC_BLENDINDICES, boneIndices, 4, boneIndices.length / 4, TYPE_FLOAT32);
    mesh.setVertexStream(SEMANTIC_BLENDWEIGHT, weights, 4);
    mesh.setIndices(indices);
    mesh.update(PRIMITIVE_TRIANGLES);
    mesh.aabb = new BoundingBox();
    const skin = new Skin(app.graphicsDevice, bones.map(bone => bone.getWorldTransform().clone().invert()), bones.map(({ name }) => name));
    const skinInstance = new SkinInstance(skin);
    skinInstance.bones = bones;
    const holder = new Entity('Surface');
    armature.addChild(holder);
    const instance = new MeshInstance(mesh, new StandardMaterial(), holder);
    instance.skinInstance = skinInstance;
    holder.addComponent('render', { type: 'asset' });
    holder.render!.meshInstances = [instance];
}

/** A mesh on a node of its own, which carries the bone's name. */
function addRigidMesh(app: AppBase, bone: Entity, box: Vec3[], inWorld: (place: Vec3) => Vec3): void {
    const toBone = bone.getWorldTransform().clone().invert();
    const mesh = new Mesh(app.graphicsDevice);
    mesh.setPositions(box.flatMap((corner) => {
        const place = toBone.transformPoint(inWorld(corner), new Vec3());
        return [place.x, place.y, place.z];
    }));
    mesh.setIndices(BOX_INDICES);
    mesh.update(PRIMITIVE_TRIANGLES);
    const holder = new Entity(bone.name);
    bone.addChild(holder);
    holder.addComponent('render', { type: 'asset' });
    holder.render!.meshInstances = [new MeshInstance(mesh, new StandardMaterial(), holder)];
}
