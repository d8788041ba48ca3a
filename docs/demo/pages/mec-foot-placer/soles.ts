import type { Character as Model, Role } from 'limber';
import { Mat4, SEMANTIC_BLENDINDICES, SEMANTIC_BLENDWEIGHT, Vec3, type Entity, type GraphNode, type Mesh, type RenderComponent, type SkinInstance } from 'playcanvas';


import { ballOf, footRoles } from './gait';

// Points of the skin on which a character stands: vertices, moved by their bones as the graphics card moves them.

/** Height over its lowest vertex up to which the skin of a foot is its sole, as a share of the character's height. */
const SOLE = 0.006;

/** Directions in which the outermost vertices of a sole are taken. */
const DIRECTIONS = 16;

/** Share of a vertex that moves with the foot. */
const OF_FOOT = 0.5;

/** Bones that move a vertex. */
const INFLUENCES = 4;

/** A vertex of the skin. */
interface SkinPoint {
    readonly vertex: Vec3;
    readonly bones: readonly { readonly node: GraphNode, readonly inverseBind: Mat4, readonly weight: number }[];
}

export interface Sole {
    readonly role: Role;
    /** Bones whose angle is the knee's: thigh, shin and what follows. */
    readonly leg: readonly GraphNode[];
    /** Vertices of the sole; the first one is under the ball of the foot. */
    readonly points: readonly SkinPoint[];
}

const part = new Vec3();

/** Writes where a vertex is. */
export function readSkinPoint(out: Vec3, { vertex, bones }: SkinPoint): Vec3 {
    out.set(0, 0, 0);
    for (const { node, inverseBind, weight } of bones) {
        inverseBind.transformPoint(vertex, part);
        node.getWorldTransform().transformPoint(part, part);
        out.add(part.mulScalar(weight));
    }
    return out;
}

function createSkinPoint(mesh: Mesh, skin: SkinInstance, positions: number[], indices: number[], weights: number[], vertex: number): SkinPoint {
    const bones = Array.from({ length: INFLUENCES }, (_, i) => {
        const bone = indices[INFLUENCES * vertex + i];
        return { node: skin.bones[bone], inverseBind: mesh.skin!.inverseBindPose[bone], weight: weights[INFLUENCES * vertex + i] };
    }).filter(({ weight }) => weight > 0);
    const sum = bones.reduce((total, { weight }) => total + weight, 0);
    return { vertex: new Vec3(positions.slice(3 * vertex, 3 * vertex + 3)), bones: bones.map(bone => ({ ...bone, weight: bone.weight / sum })) };
}

/** All vertices that move mostly with a foot. */
function pointsOf(entity: Entity, foot: GraphNode): SkinPoint[] {
    const points: SkinPoint[] = [];
    for (const render of entity.findComponents('render') as unknown as RenderComponent[]) {
        for (const { mesh, skinInstance } of render.meshInstances) {
            if (!skinInstance || !mesh?.skin) continue;
            const isFoot = skinInstance.bones.map(bone => bone === foot || bone.isDescendantOf(foot));
            if (!isFoot.includes(true)) continue;
            const positions: number[] = [], indices: number[] = [], weights: number[] = [];
            mesh.getPositions(positions);
            mesh.getVertexStream(SEMANTIC_BLENDINDICES, indices);
            mesh.getVertexStream(SEMANTIC_BLENDWEIGHT, weights);
            for (let vertex = 0; vertex < positions.length / 3; vertex++) {
                let ofFoot = 0, all = 0;
                for (let i = INFLUENCES * vertex; i < INFLUENCES * (vertex + 1); i++) {
                    all += weights[i];
                    if (isFoot[indices[i]]) ofFoot += weights[i];
                }
                if (ofFoot > OF_FOOT * all) points.push(createSkinPoint(mesh, skinInstance, positions, indices, weights, vertex));
            }
        }
    }
    return points;
}

/**
 * Finds the soles of a character that is in its reference pose.
 *
 * @param entity - The character.
 * @param model - What is known about it.
 */
export function findSoles(entity: Entity, model: Model): Sole[] {
    const { legs, limbs, forward, up, height } = model;
    const across = new Vec3().cross(up, forward);
    return footRoles(legs).flatMap((role) => {
        const bone = model.bones.get(role), ball = ballOf(model, role);
        if (!bone || !ball) return [];
        const points = pointsOf(entity, bone);
        const places = points.map(point => readSkinPoint(new Vec3(), point));
        const lowest = Math.min(...places.map(place => place.dot(up)));
        const sole = points.map((_, i) => i).filter(i => places[i].dot(up) < lowest + SOLE * height);
        if (sole.length === 0) return [];
        const best = (measure: (place: Vec3) => number) => sole.reduce((chosen, i) => (measure(places[i]) > measure(places[chosen]) ? i : chosen));
        const chosen = new Set([best((place) => {
            part.sub2(place, ball.getPosition());
            return -Math.hypot(part.dot(forward), part.dot(across));
        })]);
        for (let i = 0; i < DIRECTIONS; i++) {
            const angle = 2 * Math.PI * i / DIRECTIONS;
            const direction = forward.clone().mulScalar(Math.cos(angle)).add(across.clone().mulScalar(Math.sin(angle)));
            chosen.add(best(place => place.dot(direction)));
        }
        return [{ role, leg: limbs[role as 'leftFoot'] ?? [], points: [...chosen].map(i => points[i]) }];
    });
}
