import { Mat4, SEMANTIC_BLENDINDICES, SEMANTIC_BLENDWEIGHT, Vec3, type Entity, type GraphNode, type MeshInstance, type RenderComponent } from 'playcanvas';

// What is drawn of a foot, vertex by vertex, where the engine's world transforms have it: the truth about soles.
//
// Nothing of the pack is used. A vertex belongs to the foot when the bone with its largest weight is the foot's or below it. Of these
// the lower half in the reference pose is kept, which no pitch or roll within reason leaves.

/** Share of the foot's height, from its lowest vertex up to the joint, within which vertices are kept. */
const LOWER = 0.6;

/** Share of the length on which the foot stands that is its heel, and that is its toes. */
const END = 0.25;

/** Height above the lowest vertex in the reference pose within which a vertex lies on the ground, metres on a person. */
const TREAD = 0.012;

/** Size of the cells in which one vertex is kept, metres on a person. */
const CELL = 0.015;

/** A bone with what its matrix carries: vertices in its own frame, weighted. */
interface Influence { node: GraphNode; vertices: number[]; points: number[]; weights: number[] }

function nodesBelow(node: GraphNode): Set<GraphNode> {
    const below = new Set<GraphNode>();
    node.forEach(child => below.add(child));
    return below;
}

function instancesOf(model: Entity): MeshInstance[] {
    return (model.findComponents('render') as RenderComponent[]).flatMap(render => render.meshInstances).filter(({ mesh }) => mesh !== null);
}

/** One vertex with its bones. */
interface Vertex { bones: GraphNode[]; points: Vec3[]; weights: number[]; place: Vec3 }

function readInstance(instance: MeshInstance, inFoot: Set<GraphNode>): Vertex[] {
    const positions: number[] = [];
    instance.mesh!.getPositions(positions);
    const out: Vertex[] = [];
    const { skinInstance } = instance;
    if (!skinInstance) {
        if (!inFoot.has(instance.node)) return out;
        const matrix = instance.node.getWorldTransform();
        for (let i = 0; i < positions.length; i += 3) {
            const point = new Vec3(positions[i], positions[i + 1], positions[i + 2]);
            out.push({ bones: [instance.node], points: [point], weights: [1], place: matrix.transformPoint(point, new Vec3()) });
        }
        return out;
    }
    const indices: number[] = [], weights: number[] = [];
    instance.mesh!.getVertexStream(SEMANTIC_BLENDINDICES, indices);
    instance.mesh!.getVertexStream(SEMANTIC_BLENDWEIGHT, weights);
    const { bones, skin } = skinInstance;
    for (let i = 0; i < positions.length / 3; i++) {
        let heaviest = 4 * i;
        for (let slot = 4 * i + 1; slot < 4 * i + 4; slot++) if (weights[slot] > weights[heaviest]) heaviest = slot;
        // most vertices are elsewhere
        if (!(weights[heaviest] > 0 && inFoot.has(bones[indices[heaviest]]))) continue;
        const slots = [0, 1, 2, 3].map(slot => ({ bone: indices[4 * i + slot], weight: weights[4 * i + slot] })).filter(({ weight }) => weight > 0);
        const total = slots.reduce((sum, { weight }) => sum + weight, 0);
        const bind = new Vec3(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]);
        const vertex: Vertex = { bones: [], points: [], weights: [], place: new Vec3() };
        for (const { bone, weight } of slots) {
            const point = (skin.inverseBindPose[bone] as Mat4).transformPoint(bind, new Vec3());
            vertex.bones.push(bones[bone]);
            vertex.points.push(point);
            vertex.weights.push(weight / total);
            vertex.place.add(bones[bone].getWorldTransform().transformPoint(point, new Vec3()).mulScalar(weight / total));
        }
        out.push(vertex);
    }
    return out;
}

/** Pitches and rolls in degrees at which the outermost vertices are kept. */
const PITCHES = [-75, -60, -45, -30, -20, -10, -4, 0, 4, 10, 20, 30, 45, 60];
const ROLLS = [-40, -20, -10, -3, 0, 3, 10, 20, 40];

/** The vertices of each bone that are outermost as seen from below, and one in each cell of space. */
function thin(vertices: Vertex[], up: Vec3, forward: Vec3, side: Vec3, cell: number): Vertex[] {
    const kept = new Map<string, Vertex>();
    const byBone = new Map<GraphNode, Vertex[]>();
    for (const vertex of vertices) {
        const heaviest = vertex.bones[vertex.weights.indexOf(Math.max(...vertex.weights))];
        if (!byBone.get(heaviest)?.push(vertex)) byBone.set(heaviest, [vertex]);
        kept.set([vertex.place.x, vertex.place.y, vertex.place.z].map(x => Math.round(x / cell)).join(), vertex);
    }
    const out = new Set(kept.values());
    for (const own of byBone.values()) {
        for (const pitch of PITCHES) {
            for (const roll of ROLLS) {
                const [p, r] = [pitch * Math.PI / 180, roll * Math.PI / 180];
                const down = forward.clone().mulScalar(Math.sin(p)).add(side.clone().mulScalar(Math.cos(p) * Math.sin(r))).sub(up.clone().mulScalar(Math.cos(p) * Math.cos(r)));
                out.add(own.reduce((a, b) => (b.place.dot(down) > a.place.dot(down) ? b : a)));
            }
        }
    }
    return [...out];
}

/** What a foot is like, whichever instance of the model is looked at. */
export interface SoleShape {
    /** Vertices on which the foot stands in the reference pose, and those of them at its heel and its toes. */
    readonly tread: number[];
    readonly heel: number[];
    readonly toe: number[];
    /** Sizes in the reference pose, metres: from the joint to the tip of the toes, half of the width, from the joint down. */
    readonly length: number;
    readonly halfWidth: number;
    readonly depth: number;
    /** Number of the vertices. */
    readonly count: number;
    readonly influences: Influence[];
}

/**
 * Looks at a foot in the reference pose.
 *
 * @param model - The model in its reference pose.
 * @param foot - Bone of the foot.
 * @param up - World up of the model.
 * @param forward - World forward of the foot.
 * @param size - Height of the character.
 */
export function measureSole(model: Entity, foot: GraphNode, up: Vec3, forward: Vec3, size: number): SoleShape {
    const inFoot = nodesBelow(foot);
    const all = instancesOf(model).flatMap(instance => readInstance(instance, inFoot));
    const joint = foot.getPosition();
    const side = new Vec3().cross(up, forward);
    const along = (direction: Vec3) => (vertex: Vertex) => vertex.place.clone().sub(joint).dot(direction);
    const [heightOf, aheadOf, asideOf] = [along(up), along(forward), along(side)];
    const lowest = Math.min(...all.map(heightOf));
    const below = all.filter(vertex => heightOf(vertex) < 0);
    const tops = below.map(aheadOf), sides = below.map(asideOf);
    const vertices = thin(all.filter(vertex => heightOf(vertex) < lowest * (1 - LOWER)), up, forward, side, CELL * size / 1.75);
    const tread = [...vertices.keys()].filter(i => heightOf(vertices[i]) < lowest + TREAD * size / 1.75);
    // the ends of what stands on the ground, not those of a shoe whose tip points up
    const ahead = tread.map(i => aheadOf(vertices[i]));
    const back = Math.min(...ahead), front = Math.max(...ahead);
    const within = (from: number, to: number) => tread.filter((_, i) => ahead[i] >= back + from * (front - back) && ahead[i] <= back + to * (front - back));
    const heel = within(0, END), toe = within(1 - END, 1);
    const byBone = new Map<GraphNode, Influence>();
    vertices.forEach((vertex, i) => {
        vertex.bones.forEach((node, slot) => {
            const influence = byBone.get(node) ?? { node, vertices: [], points: [], weights: [] };
            byBone.set(node, influence);
            const { x, y, z } = vertex.points[slot];
            influence.vertices.push(i);
            influence.points.push(x, y, z);
            influence.weights.push(vertex.weights[slot]);
        });
    });
    return {
        tread, heel, toe, length: Math.max(...tops), halfWidth: (Math.max(...sides) - Math.min(...sides)) / 2, depth: -lowest, count: vertices.length,
        influences: [...byBone.values()]
    };
}

/** The lower vertices of a foot of one instance. */
export class Sole {
    /** World places of the vertices after {@link read}, three numbers each. */
    readonly points: Float64Array;

    readonly tread: number[];

    readonly heel: number[];

    readonly toe: number[];

    readonly length: number;

    readonly halfWidth: number;

    readonly depth: number;

    readonly count: number;

    private readonly influences: Influence[];

    /**
     * @param shape - What {@link measureSole} has found.
     * @param same - Gives the node of this instance for one of the measured instance.
     */
    constructor(shape: SoleShape, same: (node: GraphNode) => GraphNode) {
        ({ tread: this.tread, heel: this.heel, toe: this.toe, length: this.length, halfWidth: this.halfWidth, depth: this.depth, count: this.count } = shape);
        this.points = new Float64Array(3 * shape.count);
        this.influences = shape.influences.map(influence => ({ ...influence, node: same(influence.node) }));
    }

    /** Reads where the vertices are now. */
    read(): Float64Array {
        const { points } = this;
        points.fill(0);
        for (const { node, vertices, points: local, weights } of this.influences) {
            const m = node.getWorldTransform().data;
            for (let i = 0; i < vertices.length; i++) {
                const x = local[3 * i], y = local[3 * i + 1], z = local[3 * i + 2], weight = weights[i], o = 3 * vertices[i];
                for (let row = 0; row < 3; row++) points[o + row] += weight * (m[row] * x + m[4 + row] * y + m[8 + row] * z + m[12 + row]);
            }
        }
        return points;
    }
}
