import { Mat4, SEMANTIC_BLENDINDICES, SEMANTIC_BLENDWEIGHT, Vec3, type Entity, type GraphNode, type MeshInstance, type RenderComponent } from 'playcanvas';

// How far the skin of one model is from the mirror image of another's, at some vertices that have a twin in the bind pose, and beyond what
// these are apart there: few meshes are symmetric to the last digit.

/** Most vertices that are compared. */
const MOST = 1200;

/** Difference of the weights of twins. */
const SAME_WEIGHT = 1e-4;

/** Distance within which two vertices are twins, as a share of the mesh's largest size. */
const SAME_PLACE = 0.001;

interface Vertex { readonly bones: number[]; readonly weights: number[]; readonly place: Vec3 }

/** Twins of one mesh, and how far they are from each other's mirror image in the bind pose, in the mesh's units. */
interface Pair { readonly instance: number; readonly a: Vertex; readonly b: Vertex; readonly lack: number }

function instancesOf(model: Entity): MeshInstance[] {
    return (model.findComponents('render') as unknown as RenderComponent[]).flatMap(render => render.meshInstances).filter(({ skinInstance }) => skinInstance);
}

function readVertices(instance: MeshInstance): Vertex[] {
    const [positions, indices, weights]: number[][] = [[], [], []];
    instance.mesh!.getPositions(positions);
    instance.mesh!.getVertexStream(SEMANTIC_BLENDINDICES, indices);
    instance.mesh!.getVertexStream(SEMANTIC_BLENDWEIGHT, weights);
    return Array.from({ length: positions.length / 3 }, (_, i) => {
        const slots = [0, 1, 2, 3].filter(slot => weights[4 * i + slot] > 0);
        const total = slots.reduce((sum, slot) => sum + weights[4 * i + slot], 0);
        return {
            bones: slots.map(slot => indices[4 * i + slot]), weights: slots.map(slot => weights[4 * i + slot] / total),
            place: new Vec3(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2])
        };
    });
}

export class SkinError {
    private readonly pairs: Pair[] = [];

    private readonly ours: MeshInstance[];

    private readonly theirs: MeshInstance[];

    /**
     * @param model - A model whose twin is known.
     * @param other - Another instance of it.
     * @param twinOf - The twin of a bone.
     */
    constructor(model: Entity, other: Entity, twinOf: (bone: GraphNode) => GraphNode | null) {
        this.ours = instancesOf(model);
        this.theirs = instancesOf(other);
        this.ours.forEach((instance, i) => this.findPairs(instance, i, twinOf));
    }

    /** Number of vertices that are compared. */
    get count(): number {
        return this.pairs.length;
    }

    /**
     * Largest distance of a vertex from the mirror image of its twin, in the scene's units.
     *
     * @param point - A point of the plane, and `normal` its unit normal.
     */
    measure(point: Vec3, normal: Vec3): number {
        let most = 0;
        const cache = [this.ours, this.theirs].map(instances => instances.map(({ skinInstance }) => {
            return skinInstance!.bones.map((bone, i) => new Mat4().mul2(bone.getWorldTransform(), skinInstance!.skin.inverseBindPose[i]));
        }));
        const scales = cache[0].map(matrices => matrices[0].getScale().x);
        const [from, to] = [new Vec3(), new Vec3()];
        for (const { instance, a, b, lack } of this.pairs) {
            skin(from, a, cache[1][instance]);
            skin(to, b, cache[0][instance]);
            from.sub(point);
            to.sub(point);
            const along = 2 * from.dot(normal);
            from.x -= along * normal.x;
            from.y -= along * normal.y;
            from.z -= along * normal.z;
            most = Math.max(most, from.distance(to) - lack * scales[instance]);
        }
        return most;
    }

    /** Twins of one mesh, across the plane x = 0 of its own space or another one that has more. */
    private findPairs(instance: MeshInstance, index: number, twinOf: (bone: GraphNode) => GraphNode | null) {
        const vertices = readVertices(instance);
        const { bones } = instance.skinInstance!;
        const twins = bones.map(bone => bones.indexOf(twinOf(bone) as GraphNode));
        const { center, halfExtents } = instance.mesh!.aabb;
        const within = SAME_PLACE * 2 * Math.max(halfExtents.x, halfExtents.y, halfExtents.z);
        const found = [0, 1, 2].flatMap(axis => [0, center.toArray()[axis]].map(offset => pairAcross(vertices, twins, axis, offset, within)));
        const best = found.reduce((a, b) => (b.length > a.length ? b : a));
        const every = Math.ceil(best.length * this.ours.length / MOST);
        this.pairs.push(...best.filter((_, i) => i % every === 0).map(pair => ({ ...pair, instance: index })));
    }
}

function skin(out: Vec3, { bones, weights, place }: Vertex, matrices: Mat4[]) {
    const at = new Vec3();
    out.set(0, 0, 0);
    bones.forEach((bone, i) => out.add(matrices[bone].transformPoint(place, at).mulScalar(weights[i])));
}

/** Pairs of vertices across a plane at right angles to an axis. */
function pairAcross(vertices: Vertex[], twins: number[], axis: number, offset: number, within: number): Omit<Pair, 'instance'>[] {
    const keyOf = (place: Vec3, step = [0, 0, 0]) => place.toArray().map((value, i) => Math.round(value / within / 2) + step[i]).join();
    const cells = new Map<string, Vertex[]>();
    for (const vertex of vertices) {
        const key = keyOf(vertex.place);
        cells.set(key, [...cells.get(key) ?? [], vertex]);
    }
    return vertices.flatMap((a) => {
        const seen = a.place.toArray();
        seen[axis] = 2 * offset - seen[axis];
        const place = new Vec3(seen);
        const near = [-1, 0, 1].flatMap(x => [-1, 0, 1].flatMap(y => [-1, 0, 1].flatMap(z => cells.get(keyOf(place, [x, y, z])) ?? [])));
        const pairs = near.filter(b => weighAlike(a, b, twins)).map(b => ({ a, b, lack: b.place.distance(place) }));
        const best = pairs.reduce<typeof pairs[number] | null>((least, pair) => (least && least.lack <= pair.lack ? least : pair), null);
        return best && best.lack < within ? [best] : [];
    });
}

function weighAlike(a: Vertex, b: Vertex, twins: number[]): boolean {
    const left = new Map<number, number>();
    b.bones.forEach((bone, i) => left.set(bone, (left.get(bone) ?? 0) + b.weights[i]));
    a.bones.forEach((bone, i) => left.set(twins[bone], (left.get(twins[bone]) ?? 0) - a.weights[i]));
    return [...left.values()].every(rest => Math.abs(rest) < SAME_WEIGHT);
}
