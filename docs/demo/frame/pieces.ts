import { Color, Entity, Geometry, Mesh, MeshInstance, Quat, StandardMaterial, Vec3, calculateNormals, type AppBase, type Texture } from 'playcanvas';

// The pieces that a course is built of: boxes and wedges, each with a mesh to look at, a body of the physics engine and its triangles.

/** A piece in metres of a person. A wedge rises from its near side at -z to its far side at +z. */
export interface Piece {
    readonly shape: 'box' | 'wedge';
    /** Centre. */
    readonly at: readonly [number, number, number];
    readonly size: readonly [number, number, number];
    /** Degrees about the axes, in the engine's order. */
    readonly turn?: readonly [number, number, number];
    readonly look: Look;
}

/** What a piece is made of. */
export type Look = 'stone' | 'slope' | 'step' | 'rubble' | 'wall' | 'deck';

const COLOURS: Record<Look, readonly [number, number, number]> = {
    stone: [0.62, 0.60, 0.56],
    slope: [0.66, 0.58, 0.48],
    step: [0.68, 0.66, 0.61],
    rubble: [0.58, 0.52, 0.45],
    wall: [0.64, 0.45, 0.36],
    deck: [0.86, 0.56, 0.36]
};

/** Corners of a cube with an edge of 1; a wedge lacks the upper two of its near side. */
const CORNERS = [
    [-1, -1, -1], [1, -1, -1], [1, -1, 1], [-1, -1, 1],
    [-1, 1, -1], [1, 1, -1], [1, 1, 1], [-1, 1, 1]
].map(corner => corner.map(value => value / 2));

/** Faces, counter-clockwise from outside. */
const FACES: Record<Piece['shape'], readonly (readonly number[])[]> = {
    box: [[4, 7, 6, 5], [0, 1, 2, 3], [3, 2, 6, 7], [1, 0, 4, 5], [2, 1, 5, 6], [0, 3, 7, 4]],
    wedge: [[0, 7, 6, 1], [0, 1, 2, 3], [3, 2, 6, 7], [2, 1, 6], [0, 3, 7]]
};

/** Triangles in world space. */
export interface Triangles {
    readonly positions: number[];
    readonly indices: number[];
}

/** One material for each look. */
export class Looks {
    private readonly materials = new Map<Look, StandardMaterial>();

    constructor(private readonly grid: Texture) {}

    get(look: Look): StandardMaterial {
        let material = this.materials.get(look);
        if (!material) {
            material = new StandardMaterial();
            material.diffuse = new Color(...COLOURS[look]).mulScalar(1.9);
            material.diffuseMap = this.grid;
            material.gloss = 0.3;
            material.update();
            this.materials.set(look, material);
        }
        return material;
    }

    destroy() {
        for (const material of this.materials.values()) material.destroy();
    }
}

/** The mesh of a piece, each face with its own corners and the texture in metres. */
function createMesh(app: AppBase, { shape, size }: Piece, scale: number): Mesh {
    const positions: number[] = [], uvs: number[] = [], indices: number[] = [];
    const edge = new Vec3(), across = new Vec3(), normal = new Vec3(), from = new Vec3();
    for (const face of FACES[shape]) {
        const corners = face.map(corner => new Vec3(CORNERS[corner].map((value, axis) => value * size[axis] * scale)));
        edge.sub2(corners[1], corners[0]).normalize();
        normal.cross(edge, across.sub2(corners[2], corners[0])).normalize();
        across.cross(normal, edge);
        const first = positions.length / 3;
        for (const corner of corners) {
            positions.push(corner.x, corner.y, corner.z);
            from.sub2(corner, corners[0]).mulScalar(1 / scale);
            uvs.push(from.dot(edge), from.dot(across));
        }
        for (let i = 2; i < face.length; i++) indices.push(first, first + i - 1, first + i);
    }
    const geometry = new Geometry();
    geometry.positions = positions;
    geometry.normals = calculateNormals(positions, indices);
    geometry.uvs = uvs;
    geometry.indices = indices;
    return Mesh.fromGeometry(app.graphicsDevice, geometry);
}

/**
 * Makes the entity of a piece.
 *
 * @param parent - At the origin.
 * @param scale - Metres of the scene for a metre of a person.
 * @param body - Type of its body.
 */
export function createPiece(app: AppBase, parent: Entity, piece: Piece, looks: Looks, scale: number, body: 'static' | 'kinematic' = 'static'): Entity {
    const entity = new Entity(piece.look);
    const mesh = createMesh(app, piece, scale);
    entity.addComponent('render', { meshInstances: [new MeshInstance(mesh, looks.get(piece.look))] });
    const [x, y, z] = piece.at;
    entity.setLocalPosition(x * scale, y * scale, z * scale);
    entity.setLocalEulerAngles(...piece.turn ?? [0, 0, 0]);
    parent.addChild(entity);
    // rays meet triangles exactly, and boxes within a centimetre
    if (body === 'static') {
        entity.addComponent('collision', { type: 'mesh', render: { meshes: [mesh] } });
    } else {
        entity.addComponent('collision', { type: 'box', halfExtents: new Vec3([...piece.size]).mulScalar(scale / 2) });
    }
    entity.addComponent('rigidbody', { type: body });
    return entity;
}

const corner = new Vec3();
const turn = new Quat();

/**
 * Adds the triangles of a piece.
 *
 * @param placed - False: in the piece's own frame.
 */
export function addTriangles({ positions, indices }: Triangles, piece: Piece, scale: number, placed = true) {
    const first = positions.length / 3;
    turn.setFromEulerAngles(...piece.turn ?? [0, 0, 0]);
    for (const unit of CORNERS) {
        corner.set(...unit.map((value, axis) => value * piece.size[axis]) as [number, number, number]);
        if (placed) turn.transformVector(corner, corner).add(new Vec3(...piece.at));
        positions.push(corner.x * scale, corner.y * scale, corner.z * scale);
    }
    for (const face of FACES[piece.shape]) for (let i = 2; i < face.length; i++) indices.push(...[face[0], face[i - 1], face[i]].map(index => first + index));
}
