import { expect } from 'chai';
import { Quat, Vec3, type GraphNode } from 'playcanvas';

import { turnBetween } from '../support/geometry';
import { MirrorStage, mirrorSources } from '../support/mirror-stage';

// Each attribute changes what is shown, by what its text says; expected values come from the other instance's bones.

describe('animationMirror: attributes', () => {
    const stage = new MirrorStage();

    before(() => stage.open(mirrorSources()[0], /walk/i, {}));
    after(() => stage.close());

    const bone = (role: string) => stage.rig.skeleton.nodes[stage.rig.bones.get(role as never)!];
    const reference = (role: string) => new Quat(...stage.rig.skeleton.localRotations.slice(4 * stage.rig.bones.get(role as never)!, 4 * stage.rig.bones.get(role as never)! + 4));

    /** Sets attributes and poses both, after everything has died out. */
    function show(attributes: object, share = 0.3) {
        Object.assign(stage.script, { mirror: true, weight: 1, blendTime: 0, ...attributes });
        stage.pose(share);
        stage.app.update(0.5);
        stage.pose(share);
        stage.pose(share);
    }

    /** Turns of all bones against the other instance. */
    function turns(): Map<string, number> {
        return new Map(stage.rig.skeleton.nodes.map(node => [node.name, turnBetween(node.getLocalRotation(), stage.same(node).getLocalRotation())]));
    }

    it('mirror: off shows the animation, to the last digit', () => {
        show({ mirror: false });
        expect(Math.max(...turns().values())).below(1e-9);
        show({ mirror: true });
        expect(Math.max(...turns().values())).above(5);
    });

    it('weight: from the animation to its mirror image; half of it is symmetric', () => {
        show({ weight: 0 });
        expect(Math.max(...turns().values())).below(1e-9);
        show({ weight: 0.5 });
        const skin = stage.skin();
        const { rig, mirrored } = stage;
        const places = skin.places(rig.skeleton.nodes, rig.skeleton.space === mirrored.parent ? mirrored.parent! : rig.skeleton.space!);
        expect(skin.compare(places, places).beyond).below(0.1);
        show({ weight: 1 });
        const other = skin.places(rig.skeleton.nodes, rig.skeleton.space === mirrored.parent ? mirrored.parent! : rig.skeleton.space!);
        expect(skin.compare(other, other).beyond).above(10);
    });

    it('blendTime: the switch is over after it, and not before', () => {
        for (const blendTime of [0.1, 0.4]) {
            show({ mirror: false });
            stage.script.blendTime = blendTime;
            stage.app.update(1 / 240);
            stage.app.update(1 / 240);
            stage.script.mirror = true;
            const shown: Quat[] = [];
            for (let frame = 0; frame < 120; frame++) {
                stage.app.update(1 / 240);
                shown.push(bone('leftThigh').getLocalRotation().clone());
            }
            const twin = stage.add();
            twin.addComponent('script');
            twin.script!.create('animationMirror', { attributes: { mirror: true } });
            stage.app.update(0);
            twin.anim!.baseLayer!.activeStateCurrentTime = stage.mirrored.anim!.baseLayer!.activeStateCurrentTime;
            stage.app.update(0);
            expect(turnBetween(stage.same(bone('leftThigh'), stage.mirrored, twin).getLocalRotation(), bone('leftThigh').getLocalRotation())).below(0.01);
            twin.parent!.destroy();
            const end = Math.ceil(blendTime * 240);
            // the speed of what dies out has ended: no frame steps by more than the walk does
            const steps = shown.slice(1).map((turn, i) => turnBetween(turn, shown[i]));
            expect(Math.max(...steps.slice(0, 5))).below(3);
            expect(steps.length).above(end);
        }
        stage.script.blendTime = 0;
        stage.script.mirror = false;
        stage.app.update(1 / 60);
        expect(Math.max(...turns().values())).below(1e-9);
    });

    it('mirrorAxisRot, pelvisMirrorAxisRot: turns of bones in the middle are reflected across an axis of the bone', () => {
        const spine = bone('spine'), hips = bone('hips');
        const expected = (role: string, node: GraphNode, axis: 'x' | 'y' | 'z') => {
            const away = reference(role).clone().invert().mul(stage.same(node).getLocalRotation());
            for (const part of ['x', 'y', 'z'] as const) if (part !== axis) away[part] = -away[part];
            return reference(role).mul(away);
        };
        for (const axis of ['x', 'y', 'z'] as const) {
            show({ mirrorAxisRot: axis, pelvisMirrorAxisRot: 'auto' });
            expect(turnBetween(spine.getLocalRotation(), expected('spine', spine, axis)), axis).below(0.01);
            const auto = hips.getLocalRotation().clone();
            show({ mirrorAxisRot: 'auto', pelvisMirrorAxisRot: axis });
            expect(turnBetween(hips.getLocalRotation(), expected('hips', hips, axis)), axis).below(0.01);
            if (axis !== 'x') expect(turnBetween(auto, hips.getLocalRotation())).above(0.5);
        }
        show({ mirrorAxisRot: 'none', pelvisMirrorAxisRot: 'none' });
        for (const node of [spine, hips]) expect(turnBetween(node.getLocalRotation(), stage.same(node).getLocalRotation())).below(1e-3);
        // the axes of this rig are the model's: the original's x is what is found by itself
        show({ mirrorAxisRot: 'x', pelvisMirrorAxisRot: 'x', rightAxis: 'x', pelvisRightAxis: 'x' });
        const byHand = stage.rig.skeleton.nodes.map(node => node.getRotation().clone());
        show({ mirrorAxisRot: 'auto', pelvisMirrorAxisRot: 'auto', rightAxis: 'auto', pelvisRightAxis: 'auto' });
        stage.rig.skeleton.nodes.forEach((node, i) => expect(turnBetween(node.getRotation(), byHand[i]), node.name).below(0.01));
    });

    it('rightAxis, pelvisRightAxis: the way of bones in the middle goes to the other side along an axis of the parent', () => {
        const hips = bone('hips');
        const index = stage.rig.bones.get('hips')!;
        const bind = new Vec3(...stage.rig.skeleton.localPositions.slice(3 * index, 3 * index + 3));
        for (const axis of ['x', 'y', 'z'] as const) {
            show({ pelvisRightAxis: axis });
            const way = stage.same(hips).getLocalPosition().clone().sub(bind);
            way[axis] = -way[axis];
            expect(hips.getLocalPosition().distance(way.add(bind)), axis).below(1e-5);
        }
        show({ pelvisRightAxis: 'none' });
        expect(hips.getLocalPosition().distance(stage.same(hips).getLocalPosition())).below(1e-6);
        show({ pelvisRightAxis: 'auto', rightAxis: 'z' });
        const moved = hips.getLocalPosition().clone();
        show({ rightAxis: 'auto' });
        expect(hips.getLocalPosition().distance(moved), 'rightAxis is none of the pelvis').below(1e-6);
    });

    it('translation: as the twin from its bind pose, as the twin, or not at all', () => {
        const hips = bone('hips');
        show({ translation: 'rotationOnly' });
        expect(hips.getLocalPosition().distance(stage.same(hips).getLocalPosition())).below(1e-6);
        show({ translation: 'bindDelta' });
        expect(hips.getLocalPosition().distance(stage.same(hips).getLocalPosition())).above(1e-3);
        // a twin of another length shows which of the two is taken
        const shin = stage.rig.bones.get('leftShin')!, other = stage.rig.bones.get('rightShin')!;
        const [node, twin] = [stage.rig.skeleton.nodes[shin], stage.rig.skeleton.nodes[other]];
        const keptNode = node.getLocalPosition().clone();
        const keptTwin = twin.getLocalPosition().clone();
        twin.setLocalPosition(keptTwin.clone().mulScalar(1.2));
        show({ translation: 'exact' });
        expect(node.getLocalPosition().length()).closeTo(1.2 * keptTwin.length(), 1e-4);
        show({ translation: 'bindDelta' });
        node.setLocalPosition(keptNode);
        twin.setLocalPosition(keptTwin);
    });

    it('planeNormal: a plane that was given is the one of the reflection', () => {
        const angle = 5 * Math.PI / 180;
        show({ planeNormal: new Vec3(Math.cos(angle), 0, Math.sin(angle)) });
        expect(stage.script.report()!.planeNormal[2]).closeTo(Math.sin(angle), 1e-6);
        const head = bone('head');
        const shown = head.getRotation().clone();
        show({ planeNormal: new Vec3(1, 0, 0) });
        expect(turnBetween(head.getRotation(), shown)).above(0.3);
        expect(stage.script.report()!.planeNormal[0]).closeTo(1, 1e-6);
    });

    it('bonePairs, setMirrorMappedBone: pairs by hand come before what is found', () => {
        const name = (role: string) => bone(role).name;
        expect(stage.script.getMirrorMappedBone('leftHand')).equal(bone('rightHand'));
        expect(stage.script.getMirrorMappedBone(bone('spine'))).equal(bone('spine'));
        expect(stage.script.getMirrorMappedBone('nobody')).equal(null);
        const fingers = bone('leftHand').children.map(node => node.name);
        const [index, middle] = [fingers.find(finger => /Index/.test(finger))!, fingers.find(finger => /Middle/.test(finger))!];
        stage.script.setMirrorMappedBone(index, middle.replace('Left', 'Right'));
        expect(stage.script.getMirrorMappedBone(index)!.name).equal(middle.replace('Left', 'Right'));
        stage.script.setMirrorMappedBone(stage.mirrored.findByName(index)!, stage.mirrored.findByName(index.replace('Left', 'Right'))!);
        stage.script.setMirrorMappedBone(index, index.replace('Left', 'Right'));
        stage.script.bonePairs = [];
        expect(stage.script.getMirrorMappedBone(index)!.name).equal(index.replace('Left', 'Right'));
        const names = stage.script.getBoneMirrorDataStructure();
        expect(names[names.indexOf(name('leftFoot')) ^ 1]).equal(name('rightFoot'));
        expect(names.length).equal(new Set(names).size);
    });

    it('pelvisBone and pelvisBoneName: the bone with the axes of the pelvis', () => {
        const spine = bone('spine');
        show({ pelvisBone: spine, pelvisMirrorAxisRot: 'none' });
        expect(turnBetween(spine.getLocalRotation(), stage.same(spine).getLocalRotation())).below(1e-3);
        show({ pelvisBone: null, pelvisBoneName: 'spine' });
        expect(turnBetween(spine.getLocalRotation(), stage.same(spine).getLocalRotation())).below(1e-3);
        show({ pelvisBoneName: '' });
        expect(turnBetween(spine.getLocalRotation(), stage.same(spine).getLocalRotation())).above(0.1);
        show({ pelvisMirrorAxisRot: 'auto' });
    });

    it('shiftPhase goes half a cycle on', () => {
        show({ mirror: false });
        const layer = stage.mirrored.anim!.baseLayer!;
        layer.activeStateCurrentTime = 0.1 * stage.track.duration;
        stage.app.update(0);
        stage.script.shiftPhase();
        stage.app.update(0);
        expect(layer.activeStateCurrentTime / stage.track.duration).closeTo(0.6, 0.02);
    });

    it('report tells pairs, what is in the middle, and how symmetric the reference is', () => {
        const report = stage.script.report()!;
        expect(report.pairs.every(({ confidence }) => confidence > 0.5)).equal(true);
        expect(report.middle).includes(bone('head').name);
        // cloth that hangs on one side
        expect(report.unpaired.filter(unpaired => !/Strap|Scarf/.test(unpaired))).deep.equal([]);
        // the two ends of the scarf, which are of different lengths
        expect(report.asymmetry).below(2);
        expect(report.asymmetricBone).match(/Scarf/);
    });
});
