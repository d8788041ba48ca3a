import { expect } from 'chai';
import { Mat4, Quat, SEMANTIC_BLENDINDICES, SEMANTIC_BLENDWEIGHT, SEMANTIC_POSITION, Vec3, type Entity, type GraphNode } from 'playcanvas';

import { LookAtStand } from '../../tools/check-rig/systems/look-at-stand';
import { sampled } from '../support/characters';
import { skipBecause } from '../support/skip';
import { onEveryCharacter } from '../support/strangers';

// The look of whatever has a head: the gaze meets its target, and the face as it is drawn points there.

/** Degrees of the gaze from a target that the chain reaches, and of the face from the gaze. */
const RESIDUAL = 0.1;
const ASKEW = 5;

/** Targets in each pose. */
const TARGETS = 12;

/** The skinned vertices that hang most on a bone, in world space. */
function faceOf(model: Entity, head: GraphNode): Vec3[] {
    type Skinned = { mesh: { getVertexStream(semantic: string, out: number[]): number }; skinInstance: { bones: GraphNode[]; skin: { inverseBindPose: Mat4[] } } | null };
    const renders = model.findComponents('render') as unknown as { meshInstances: Skinned[] }[];
    return renders.flatMap(({ meshInstances }) => meshInstances).flatMap(({ mesh, skinInstance }) => {
        const own = skinInstance?.bones.indexOf(head) ?? -1;
        if (!skinInstance || own < 0) return [];
        const [positions, indices, weights]: number[][] = [[], [], []];
        mesh.getVertexStream(SEMANTIC_POSITION, positions);
        mesh.getVertexStream(SEMANTIC_BLENDINDICES, indices);
        mesh.getVertexStream(SEMANTIC_BLENDWEIGHT, weights);
        const matrix = new Mat4().mul2(head.getWorldTransform(), skinInstance.skin.inverseBindPose[own]);
        return Array.from({ length: positions.length / 3 }, (_, v) => v).flatMap((v) => {
            const slots = [0, 1, 2, 3].map(slot => 4 * v + slot);
            const heaviest = slots.reduce((a, b) => (weights[b] > weights[a] ? b : a));
            return indices[heaviest] === own ? [matrix.transformPoint(new Vec3(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]))] : [];
        });
    });
}

/** Mean distance of points from the nearest of their mirror images, across a plane through their middle, as a share of their size. */
function asymmetry(points: readonly Vec3[], normal: Vec3): number {
    const middle = points.reduce((sum, p) => sum.add(p), new Vec3()).mulScalar(1 / points.length);
    const some = points.filter((_, i) => i % Math.ceil(points.length / 150) === 0);
    let [away, size] = [0, 0];
    for (const point of some) {
        const offset = point.clone().sub(middle);
        size += offset.length();
        const mirrored = point.clone().sub(normal.clone().mulScalar(2 * offset.dot(normal)));
        away += points.reduce((least, other) => Math.min(least, other.distance(mirrored)), Infinity);
    }
    return away / size;
}

onEveryCharacter('the look', (character) => {
    it('meets its targets, and the face with it', function () {
        const { rig, poses, up } = character();
        if (!rig.bones.has('head')) {
            skipBecause(this, 'it has no head');
        }
        for (const clip of poses.slice(0, sampled(5, 4))) {
            const stand = new LookAtStand(character(), clip);
            stand.changeRows({ rotateAroundUpVectorWeight: 0 });
            expect(stand.look.problems()).to.deep.equal([]);
            let worst = 0;
            for (let i = 0; i < TARGETS; i++) {
                stand.seek((i + 0.5) / TARGETS);
                const point = stand.pointInReach();
                stand.lookTo(point);
                worst = Math.max(worst, stand.actor.gazeError(stand.bones[0], point));
            }
            expect(worst, `${clip?.name ?? 'rest pose'}, degrees`).to.be.at.most(RESIDUAL);
        }
        // the way that the head looks as the file's nodes stand lies in the plane that mirrors the face
        const actor = character().add();
        const head = actor.bone('head')!;
        const points = faceOf(actor.model, head);
        if (points.length < 20) return;
        const left = new Vec3().cross(up, actor.forwardOf(head)).normalize();
        const angles = Array.from({ length: 41 }, (_, i) => i - 20);
        const best = angles.reduce((least, angle) => {
            const turned = (a: number) => new Quat().setFromAxisAngle(up, a).transformVector(left, new Vec3());
            return asymmetry(points, turned(angle)) < asymmetry(points, turned(least)) ? angle : least;
        }, 0);
        expect(Math.abs(best), 'degrees of the face from the way that the rig faces').to.be.at.most(ASKEW);
    });
});
