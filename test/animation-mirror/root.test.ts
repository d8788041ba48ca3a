import { expect } from 'chai';
import { AnimCurve, AnimData, AnimTrack, INTERPOLATION_LINEAR, Quat, Vec3, type GraphNode } from 'playcanvas';

import { loadNewGlb } from '../support/app';
import { turnBetween } from '../support/geometry';
import { MirrorStage, mirrorSources } from '../support/mirror-stage';

/** Seconds of the way, and keys a second. */
const SECONDS = 10;
const KEYS = 30;

/** A clip with a curve that walks a node through bends, from its rest rotation. */
function withRootMotion(track: AnimTrack, path: string[], rest: Quat, size: number): AnimTrack {
    const count = SECONDS * KEYS + 1;
    const [times, places, turns] = [new Float32Array(count), new Float32Array(3 * count), new Float32Array(4 * count)];
    for (let key = 0; key < count; key++) {
        const t = key / KEYS;
        times[key] = t;
        const yaw = 40 * Math.sin(0.9 * t) + 12 * t;
        const turn = new Quat().setFromEulerAngles(4 * Math.sin(2 * t), yaw, 3 * Math.sin(3 * t)).mul(rest);
        places.set([size * Math.sin(0.7 * t), size * 0.1 * Math.sin(2 * t), size * 0.8 * t], 3 * key);
        turns.set([turn.x, turn.y, turn.z, turn.w], 4 * key);
    }
    const { inputs, outputs, curves } = track;
    const curve = (property: string, output: number) => new AnimCurve([{ entityPath: path, component: 'graph', propertyPath: [property] }], inputs.length, output, INTERPOLATION_LINEAR);
    return new AnimTrack('way', SECONDS, [...inputs, new AnimData(1, times)], [...outputs, new AnimData(3, places), new AnimData(4, turns)], [
        ...curves, curve('localPosition', outputs.length), curve('localRotation', outputs.length + 1)
    ]);
}

for (const source of mirrorSources('Xbot.glb', 'Husky.glb')) {
    describe(`animationMirror: the way of the root of ${source.name}`, () => {
        const stage = new MirrorStage();

        before(async () => {
            // moved as a whole, feet that hang beside their legs seem to leave them
            await stage.open(source, undefined, undefined, loadNewGlb);
            const { mirrored, original, track } = stage;
            const hips = stage.rig.skeleton.nodes[stage.rig.bones.get('hips')!];
            const above = [];
            for (let node: GraphNode | null = hips.parent; node && node !== mirrored; node = node.parent) above.unshift(node);
            const root = above[0] ?? mirrored;
            const size = 1 / (root.parent!.getWorldTransform().getScale().x);
            const path = root === mirrored ? [root.name] : above.slice(0, 1).map(({ name }) => name);
            const way = withRootMotion(track, path, root.getLocalRotation().clone(), size);
            for (const model of [mirrored, original]) model.anim!.assignAnimation('Clip', way);
            stage.track = way;
            stage.script.refresh();
        });

        after(() => stage.close());

        it('is reflected over ten seconds', () => {
            const height = stage.rig.height * stage.mirrored.getWorldTransform().getScale().x;
            const hips = stage.rig.skeleton.nodes[stage.rig.bones.get('hips')!];
            const same = stage.same(hips);
            let far = 0;
            for (let frame = 0; frame < SECONDS * 60; frame++) {
                stage.app.update(1 / 60);
                const [ours, theirs] = [hips.getPosition(), same.getPosition()];
                const seen = new Vec3(-theirs.x, theirs.y, theirs.z);
                far = Math.max(far, theirs.length());
                expect(seen.distance(ours) / height * 1800, `frame ${frame}`).below(1);
            }
            expect(far).above(2 * height);
        });

        it('turns to the other side', () => {
            stage.pose(0.43);
            const hips = stage.rig.skeleton.nodes[stage.rig.bones.get('hips')!];
            const [ours, theirs] = [hips.getRotation(), stage.same(hips).getRotation()];
            // both against the reference: the turn of one is the reflection of the other's
            const index = stage.rig.bones.get('hips')!;
            const reference = new Quat(...stage.rig.skeleton.rotations.slice(4 * index, 4 * index + 4));
            const away = (turn: Quat) => turn.clone().mul(reference.clone().invert());
            const seen = away(theirs);
            expect(turnBetween(new Quat(seen.x, -seen.y, -seen.z, seen.w), away(ours))).below(0.05);
            expect(turnBetween(away(ours), away(theirs))).above(5);
        });

        it('stays as it is when it is not to be mirrored', () => {
            stage.script.mirrorRootMotion = false;
            const at = (node: GraphNode) => node.getPosition().clone();
            const hips = stage.rig.skeleton.nodes[stage.rig.bones.get('hips')!];
            stage.pose(0.6);
            const height = stage.rig.height * stage.mirrored.getWorldTransform().getScale().x;
            expect(at(hips).distance(at(stage.same(hips))) / height).below(0.2);
            stage.script.mirrorRootMotion = true;
            stage.pose(0.6);
            expect(at(hips).distance(at(stage.same(hips))) / height).above(0.2);
        });
    });
}

describe('animationMirror: where the scene puts a character', () => {
    const stage = new MirrorStage();

    before(() => stage.open(mirrorSources()[0]));
    after(() => stage.close());

    it('is left alone', () => {
        stage.mirrored.setLocalPosition(1, 2, 3);
        stage.mirrored.setLocalEulerAngles(0, 30, 0);
        for (let frame = 0; frame < 5; frame++) stage.app.update(1 / 60);
        expect(stage.mirrored.getLocalPosition().distance(new Vec3(1, 2, 3))).equal(0);
        expect(stage.mirrored.getLocalEulerAngles().y).closeTo(30, 1e-4);
    });
});
