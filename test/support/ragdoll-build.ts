import {
    Entity, Mat4, Quat, SEMANTIC_BLENDINDICES, SEMANTIC_BLENDWEIGHT, SEMANTIC_POSITION, Vec3, type AnimTrack, type AppBase, type GraphNode
} from 'playcanvas';

import { createApp, loadGlb, type LoadedCharacter } from './app';
import { furtherRig, MANNEQUIN, usual } from './characters';
import { makeRagdoll, type RagdollBuild, type RagdollOptions } from '../../scripts/active-ragdoll/plan/setup';
import type { RigidBodySettings } from '../../scripts/active-ragdoll/settings';
import { detectRig, type Rig } from '../../scripts/rig/detect';
import { findSkeleton } from '../../scripts/rig/skeleton';

// A workshop for the tests of the build step: a character with its clips, and geometry of bodies and vertices with the engine's own maths.

interface Source { name: string; file: string; clipFiles: string[] }

const SOURCES: Source[] = [
    { name: 'mannequin', file: MANNEQUIN, clipFiles: [MANNEQUIN] },
    { name: 'hound', file: 'templates/hound.glb', clipFiles: ['templates/hound.glb'] },
    { name: 'Xbot', file: 'Xbot.glb', clipFiles: ['Xbot.glb'] },
    {
        name: 'bitmoji', file: 'bitmoji.glb',
        clipFiles: ['bitmoji-idle.glb', 'bitmoji-walk.glb', 'bitmoji-run.glb', 'bitmoji-jump-flip.glb', 'bitmoji-win-dance.glb']
    }
];

/** A body in the world: the centre and the axes of its shape. */
export interface PlacedBody { settings: RigidBodySettings; center: Vec3; axes: [Vec3, Vec3, Vec3] }

export class Workshop {
    app!: AppBase;

    model!: Entity;

    rig!: Rig;

    readonly clips: AnimTrack[] = [];

    private character!: LoadedCharacter;

    constructor(private readonly source: Source) {}

    get name(): string {
        return this.source.name;
    }

    async open() {
        const path = (file: string) => (file.startsWith('templates/') ? file : furtherRig(file)!);
        this.app = createApp();
        this.character = await loadGlb(this.app, path(this.source.file));
        for (const file of this.source.clipFiles) this.clips.push(...(await loadGlb(this.app, path(file))).clips.values());
        this.renew();
    }

    close() {
        this.app.destroy();
    }

    /** Replaces the model by a fresh one, in the reference pose, below an entity of a scale. */
    renew(scale = 1): void {
        this.model?.parent?.destroy();
        const stand = new Entity('stand', this.app);
        stand.setLocalScale(scale, scale, scale);
        this.app.root.addChild(stand);
        this.model = this.character.instantiate();
        stand.addChild(this.model);
        this.rig = detectRig(findSkeleton(this.model)!);
    }

    /** World metres per unit of model space. */
    get scale(): number {
        return this.rig.skeleton.nodes[0].parent!.getWorldTransform().getScale().x;
    }

    build(options: Partial<RagdollOptions> = {}): RagdollBuild {
        const sentences: string[] = [];
        const build = this.tryBuild(options, sentences);
        if (!build) throw new Error(sentences.join('\n'));
        return build;
    }

    tryBuild(options: Partial<RagdollOptions>, sentences: string[]): RagdollBuild | null {
        const defaults: RagdollOptions = { scale: this.scale, totalMass: 70, massPreset: 'stable', rows: [], clips: this.clips, animRoot: this.model };
        return makeRagdoll(this.rig, { ...defaults, ...options }, sentence => sentences.push(sentence));
    }

    node(body: RigidBodySettings): GraphNode {
        return this.rig.skeleton.nodes[body.bone];
    }

    /** Where a body is when its bone is where it is now. */
    place(settings: RigidBodySettings): PlacedBody {
        const node = this.node(settings);
        const rotation = node.getRotation().clone();
        const center = rotation.transformVector(vecOf(settings.offset), new Vec3()).add(node.getPosition());
        const turn = rotation.mul(quatOf(settings.rotation));
        const axis = (x: number, y: number, z: number) => turn.transformVector(new Vec3(x, y, z), new Vec3());
        return { settings, center, axes: [axis(1, 0, 0), axis(0, 1, 0), axis(0, 0, 1)] };
    }

    /** World places of all skinned vertices as they are now, with the bone that has the largest weight. */
    vertices(): { node: GraphNode; point: Vec3 }[] {
        return this.rig.skeleton.meshInstances.flatMap(({ mesh, skinInstance }) => {
            if (!mesh || !skinInstance) throw new Error('the test reads skinned meshes alone');
            const [positions, indices, weights]: number[][] = [[], [], []];
            mesh.getVertexStream(SEMANTIC_POSITION, positions);
            mesh.getVertexStream(SEMANTIC_BLENDINDICES, indices);
            mesh.getVertexStream(SEMANTIC_BLENDWEIGHT, weights);
            const matrices = skinInstance.bones.map((bone, i) => new Mat4().mul2(bone.getWorldTransform(), skinInstance.skin.inverseBindPose[i]));
            return Array.from({ length: positions.length / 3 }, (_, v) => {
                const slots = [0, 1, 2, 3].map(slot => 4 * v + slot);
                const total = slots.reduce((sum, slot) => sum + weights[slot], 0);
                const from = new Vec3(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]);
                const point = new Vec3();
                for (const slot of slots) point.add(matrices[indices[slot]].transformPoint(from, new Vec3()).mulScalar(weights[slot] / total));
                const heaviest = slots.reduce((a, b) => (weights[b] > weights[a] ? b : a));
                return { node: skinInstance.bones[indices[heaviest]] as GraphNode, point };
            });
        });
    }
}

export function vecOf(v: ArrayLike<number>): Vec3 {
    return new Vec3(v[0], v[1], v[2]);
}

export function quatOf(q: ArrayLike<number>): Quat {
    return new Quat(q[0], q[1], q[2], q[3]);
}

/** How far out a point is: 1 on the surface, in radii from a capsule's segment, for a box in half edges. */
export function outOf({ settings, center, axes }: PlacedBody, point: Vec3): number {
    const offset = point.clone().sub(center);
    const [x, y, z] = axes.map(axis => offset.dot(axis));
    if (settings.shape === 'box') return Math.max(...[x, y, z].map((value, i) => Math.abs(value) / settings.halfExtents[i]));
    const half = settings.length / 2 - settings.radius;
    return Math.hypot(x, y - Math.min(half, Math.max(-half, y)), z) / settings.radius;
}

/** Places of the balls that stick out of a body. */
function knobsOf({ settings: { knobs }, center, axes }: PlacedBody): Vec3[] {
    return Array.from({ length: knobs.length / 3 }, (_, k) => axes.reduce((sum, axis, i) => sum.add(axis.clone().mulScalar(knobs[3 * k + i])), center.clone()));
}

/** Distance of a point from the surface of a body without its balls; negative inside of a round one, 0 in a box. */
function distanceFrom({ settings, center, axes }: PlacedBody, point: Vec3): number {
    const offset = point.clone().sub(center);
    const halves = settings.shape === 'box' ? settings.halfExtents : [0, settings.length / 2 - settings.radius, 0];
    return Math.hypot(...axes.map((axis, i) => Math.max(0, Math.abs(offset.dot(axis)) - halves[i]))) - settings.radius;
}

/** How far a body reaches in a direction, with its balls, from the origin. */
export function reachOf(body: PlacedBody, direction: Vec3): number {
    const { settings, center, axes } = body;
    const halves = settings.shape === 'box' ? settings.halfExtents : [0, settings.length / 2 - settings.radius, 0];
    const reach = axes.reduce((sum, axis, i) => sum + halves[i] * Math.abs(axis.dot(direction)), center.dot(direction) + settings.radius);
    return Math.max(reach, ...knobsOf(body).map(knob => knob.dot(direction) + settings.knobRadius));
}

/** Whether balls that stick out of a body touch another one, or balls of that. */
export function knobsTouch(a: PlacedBody, b: PlacedBody): boolean {
    const [own, other] = [knobsOf(a), knobsOf(b)];
    return own.some(knob => distanceFrom(b, knob) <= a.settings.knobRadius || other.some(one => one.distance(knob) <= a.settings.knobRadius + b.settings.knobRadius));
}

/** Whether two bodies overlap: boxes by their separating axes, round ones by the distance of their segment. */
export function overlap(a: PlacedBody, b: PlacedBody): boolean {
    if (a.settings.shape === 'box' && b.settings.shape === 'box') return !separatingAxis(a, b);
    const [round, other] = a.settings.shape === 'box' ? [b, a] : [a, b];
    const radius = round.settings.radius + (other.settings.shape === 'box' ? 0 : other.settings.radius);
    return segmentDistance(round, other) < radius;
}

/** Smallest distance from a capsule's segment to a box, or to another capsule's segment: a convex function of the place on the segment. */
function segmentDistance(round: PlacedBody, other: PlacedBody): number {
    const half = round.settings.length / 2 - round.settings.radius;
    const distance = (t: number) => {
        const point = round.axes[1].clone().mulScalar(t).add(round.center).sub(other.center);
        const local = other.axes.map(axis => point.dot(axis));
        const halves = other.settings.shape === 'box' ? other.settings.halfExtents : [0, other.settings.length / 2 - other.settings.radius, 0];
        return Math.hypot(...local.map((value, i) => Math.max(0, Math.abs(value) - halves[i])));
    };
    let [low, high] = [-half, half];
    for (let i = 0; i < 80; i++) {
        const [one, two] = [low + (high - low) / 3, high - (high - low) / 3];
        if (distance(one) < distance(two)) high = two; else low = one;
    }
    return distance((low + high) / 2);
}

function separatingAxis(a: PlacedBody, b: PlacedBody): boolean {
    const between = b.center.clone().sub(a.center);
    const crossed = a.axes.flatMap(one => b.axes.map(two => new Vec3().cross(one, two)));
    return [...a.axes, ...b.axes, ...crossed].some((axis) => {
        if (axis.length() < 1e-6) return false;
        const reach = ({ settings, axes }: PlacedBody) => axes.reduce((sum, own, i) => sum + settings.halfExtents[i] * Math.abs(own.dot(axis)), 0);
        return Math.abs(between.dot(axis)) > reach(a) + reach(b);
    });
}

/** Describes a behaviour on every character; those that are not at hand are skipped with a message. */
export function inEachWorkshop(behaviour: string, tests: (shop: Workshop) => void) {
    for (const source of usual(SOURCES)) {
        describe(`${behaviour}: ${source.name}`, () => {
            if (!source.file.startsWith('templates/') && !furtherRig(source.file)) {
                it.skip(`needs ${source.file} in the folder that LIMBER_RIGS names`);
                return;
            }
            const shop = new Workshop(source);
            before(() => shop.open());
            after(() => shop.close());
            tests(shop);
        });
    }
}
