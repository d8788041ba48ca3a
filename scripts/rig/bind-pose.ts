import { Mat4, Quat, Vec3, type GraphNode } from 'playcanvas';

import type { LocalTransforms } from './skeleton';
import type { SkinnedInstance } from './skin';

// The reference pose as the skin knows it: where each bone stood when the mesh was bound to it.
//
// An inverse bind matrix takes the mesh's vertices to its bone, so its inverse is the bone's place in the mesh's bind space. How that
// space lies in the model's is not written anywhere: the frames above the bones and the mesh are tried from below, and the first one
// that puts the topmost bone near to where it is now is taken. Below the topmost bone the answer does not depend on it.

/**
 * Largest difference of a topmost bone to its bind pose that is animation: {@link difference}, so less than 57 degrees. Frames of
 * different axes are 90 degrees apart.
 */
const LIKELY = 1;

/** Overwrites the local transforms of the nodes that have a bind matrix. */
export function applyBindPose(locals: LocalTransforms, nodes: GraphNode[], parents: number[], skinned: SkinnedInstance[]): void {
    const places = new Map<GraphNode, Mat4>();
    for (const instance of skinned) {
        const { bones, skin } = instance.skinInstance;
        const bind = new Map(bones.map((bone, i) => [bone, skin.inverseBindPose[i].clone().invert()]));
        const shared = bones.find(bone => places.has(bone));
        const frame = shared ? places.get(shared)!.clone().mul(bind.get(shared)!.clone().invert()) : bindFrame(nodes, instance, bind);
        for (const [bone, place] of bind) {
            if (!places.has(bone)) places.set(bone, new Mat4().mul2(frame, place));
        }
    }

    const models: Mat4[] = [];
    nodes.forEach((node, i) => {
        const parent = parents[i] < 0 ? Mat4.IDENTITY : models[parents[i]];
        const place = places.get(node);
        if (!place) {
            models[i] = new Mat4().mul2(parent, localOf(node));
            return;
        }
        models[i] = place;
        const local = parent.clone().invert().mul(place);
        const position = local.getTranslation();
        const scale = local.getScale();
        const rotation = new Quat().setFromMat4(local);
        locals.positions.set([position.x, position.y, position.z], 3 * i);
        locals.rotations.set([rotation.x, rotation.y, rotation.z, rotation.w], 4 * i);
        locals.scales.set([scale.x, scale.y, scale.z], 3 * i);
    });
}

function localOf(node: GraphNode): Mat4 {
    return new Mat4().setTRS(node.getLocalPosition(), node.getLocalRotation(), node.getLocalScale());
}

/** Where the bind space of a skin lies in model space. */
function bindFrame(nodes: GraphNode[], instance: SkinnedInstance, bind: Map<GraphNode, Mat4>): Mat4 {
    const toModel = nodes[0].parent ? nodes[0].parent.getWorldTransform().clone().invert() : new Mat4();
    const top = nodes.find(node => bind.has(node))!;
    const now = new Mat4().mul2(toModel, top.getWorldTransform());
    const bound = bind.get(top)!;

    let least = Infinity;
    let likely = new Mat4();
    for (const start of [nodes[0].parent, instance.node]) {
        for (let node: GraphNode | null = start; node; node = node.parent) {
            const frame = new Mat4().mul2(toModel, node.getWorldTransform());
            // the bone's own scale says how large the frame is, also where the model was scaled after it was bound
            const scale = now.getScale().length() / new Mat4().mul2(frame, bound).getScale().length();
            frame.mul(new Mat4().setScale(scale, scale, scale));
            const mismatch = difference(new Mat4().mul2(frame, bound), now);
            if (mismatch < LIKELY) return frame;
            if (!(mismatch < least)) continue;
            least = mismatch;
            likely = frame;
        }
    }
    return likely;
}

/** How far two places of a bone are apart: the distance as a share of that to the origin, and the turn in radians. */
function difference(a: Mat4, b: Mat4): number {
    const turn = new Quat().setFromMat4(a).invert().mul(new Quat().setFromMat4(b));
    const [from, to] = [a.getTranslation(), b.getTranslation()];
    const size = from.length() + to.length();
    const shift = size > 0 ? new Vec3().sub2(from, to).length() / size : 0;
    return shift + 2 * Math.acos(Math.min(1, Math.abs(turn.w)));
}
