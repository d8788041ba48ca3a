import { join } from 'node:path';

import { expect } from 'chai';
import { Mat4, Quat, SEMANTIC_BLENDINDICES, SEMANTIC_BLENDWEIGHT, Vec3, type MeshInstance, type SkinInstance } from 'playcanvas';

import { findCharacter } from '../../scripts/rig/character';
import type { Skeleton } from '../../scripts/rig/skeleton';
import { readSkin } from '../../scripts/skin/skin';
import { listCharacters } from '../../tools/check-rig/folder';
import { createApp, loadGlb } from '../support/app';
import { furtherRig, HOUND, MANNEQUIN } from '../support/characters';
import { itFull } from '../support/skip';
import { onEachFurther } from '../support/strangers';

// Every vertex is taken where the engine draws it: its matrices of bones, for the pose in which the character is measured.

/** Largest distance between the two, in the scene's metres. */
const SAME = 1e-4;

let frame = 0;

const vectorAt = (values: ArrayLike<number>, index: number) => new Vec3(values[3 * index], values[3 * index + 1], values[3 * index + 2]);

/** Puts the bones where they are in the reference pose; what counts as a part of another limb than it hangs on, by its place in the world. */
function takeReferencePose({ nodes, space, positions, rotations, matrices, localPositions, localRotations, localScales, detached }: Skeleton) {
    const turnAt = (values: Float64Array, node: number) => new Quat(values[4 * node], values[4 * node + 1], values[4 * node + 2], values[4 * node + 3]);
    const isDetached = new Set(detached.map(({ node }) => node));
    nodes.forEach((entity, node) => {
        if (isDetached.has(node)) return;
        entity.setLocalPosition(vectorAt(localPositions, node));
        entity.setLocalRotation(turnAt(localRotations, node));
        entity.setLocalScale(vectorAt(localScales, node));
    });
    for (const node of isDetached) {
        nodes[node].setPosition(space!.getWorldTransform().transformPoint(vectorAt(positions, node)));
        nodes[node].setRotation(new Quat().mul2(space!.getRotation(), turnAt(rotations, node)));
        const size = space!.getWorldTransform().getScale().x * vectorAt(matrices, 4 * node).length();
        nodes[node].setLocalScale(nodes[node].getLocalScale().clone().mulScalar(size / nodes[node].getWorldTransform().getScale().x));
    }
}

/** Places in the world of every so many vertices of a mesh, as the engine's shader makes them. */
function drawnPlaces({ mesh, skinInstance, node }: MeshInstance, stride: number): Vec3[] {
    const [places, weights, bones]: number[][] = [[], [], []];
    mesh!.getPositions(places);
    // only the matrices of a frame that it has not seen are made
    skinInstance?.updateMatrices(node, 1e6 + ++frame);
    if (skinInstance) {
        mesh!.getVertexStream(SEMANTIC_BLENDWEIGHT, weights);
        mesh!.getVertexStream(SEMANTIC_BLENDINDICES, bones);
    }
    const { matrices } = (skinInstance ?? { matrices: [] }) as SkinInstance & { matrices: Mat4[] };
    return Array.from({ length: Math.ceil(places.length / 3 / stride) }, (_, i) => {
        const at = vectorAt(places, i * stride);
        if (!skinInstance) return node.getWorldTransform().transformPoint(at);
        const sum = new Vec3();
        let total = 0;
        for (let slot = 4 * i * stride; slot < 4 * i * stride + 4; slot++) {
            if (!(weights[slot] > 0)) continue;
            total += weights[slot];
            sum.add(matrices[bones[slot]].transformPoint(at, new Vec3()).mulScalar(weights[slot]));
        }
        return node.getWorldTransform().transformPoint(sum.mulScalar(1 / (total || 1)));
    });
}

async function expectDrawn(file: string) {
    const app = createApp();
    try {
        const model = (await loadGlb(app, file)).instantiate();
        app.root.addChild(model);
        const { skeleton } = findCharacter(model)!;
        const { points, holders, stride } = readSkin(skeleton);
        takeReferencePose(skeleton);
        const world = skeleton.space!.getWorldTransform().clone();
        const drawn = skeleton.meshInstances.filter(({ mesh }) => mesh).flatMap(instance => drawnPlaces(instance, stride));
        expect(drawn).to.have.length(holders.length);
        let most = 0;
        drawn.forEach((place, i) => { if (holders[i] >= 0) most = Math.max(most, place.distance(world.transformPoint(vectorAt(points, i)))); });
        expect(most).to.be.at.most(SAME);
    } finally {
        app.destroy();
    }
}

describe('skin as it is drawn', () => {
    it('mannequin', () => expectDrawn(MANNEQUIN));

    it('hound', () => expectDrawn(HOUND));

    onEachFurther('every vertex is where the engine draws it', name => expectDrawn(furtherRig(name)!), ['Knight.glb']);

    const more = furtherRig('more');
    for (const { name } of more ? listCharacters(more) : []) itFull(`more/${name}: every vertex is where the engine draws it`, () => expectDrawn(join(more!, name)));
});
