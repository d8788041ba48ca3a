import { expect } from 'chai';
import { Entity, Vec3 } from 'playcanvas';

import type { AnimationMirror } from '../../scripts/index';
import { MirrorStage, mirrorSources } from '../support/mirror-stage';

describe('animationMirror: bad input', () => {
    const stage = new MirrorStage();

    before(() => stage.open(mirrorSources()[0], /walk/i, { mirror: true }));
    after(() => stage.close());

    const row = (boneName: string, mirrorBoneName: string) => ({ bone: null, boneName, mirrorBone: null, mirrorBoneName });

    /** Sets attributes, runs some frames, and answers the sentences; everything stays a number. */
    function problemsWith(attributes: object): string {
        Object.assign(stage.script, attributes);
        for (let frame = 0; frame < 4; frame++) stage.app.update(1 / 60);
        for (const node of stage.rig.skeleton.nodes) {
            const { x, y, z, w } = node.getLocalRotation();
            expect(x + y + z + w, node.name).satisfy(Number.isFinite);
            expect(x * x + y * y + z * z + w * w).closeTo(1, 1e-3);
        }
        return stage.script.problems().join('\n');
    }

    const CASES: readonly [string, () => object, RegExp][] = [
        ['a pair named twice', () => ({ bonePairs: [row('leftHand', 'rightHand'), row('rightHand', 'leftFoot')] }), /another row has paired; the row is left out/],
        ['a bone paired with itself', () => ({ bonePairs: [row('leftHand', 'leftHand')] }), /with itself; the row is left out/],
        ['an unknown bone', () => ({ bonePairs: [row('leftHnd', 'rightHand')] }), /no bone named "leftHnd"\. Did you mean "\S*Left/i],
        ['an empty row', () => ({ bonePairs: [row('', '')] }), /neither a bone nor a bone name/],
        ['twins whose parents are none', () => ({ bonePairs: [row('leftHand', 'rightFoot')] }), /what they hang on are no twins/],
        ['a pelvis that is a leaf', () => ({ bonePairs: [], pelvisBone: stage.mirrored.findByName('mixamorig:HeadTop_End') ?? leaf() }), /has no bones below it/],
        ['a pelvis of another character', () => ({ pelvisBone: new Entity('stranger') }), /no bone of this character/],
        ['a normal of zero', () => ({ pelvisBone: null, planeNormal: new Vec3() }), /Plane Normal has no direction/],
        ['a normal of another axis', () => ({ planeNormal: new Vec3(0, 0, 1) }), /90 degrees off the line between the paired bones/]
    ];

    function leaf() {
        return stage.rig.skeleton.nodes.find(({ children }) => children.length === 0);
    }

    for (const [what, attributes, sentence] of CASES) {
        it(`${what} is said, and the rest is mirrored`, () => {
            expect(problemsWith(attributes())).match(sentence);
            expect(stage.script.getMirrorMappedBone('leftThigh')?.name).match(/Right/);
        });
    }

    it('all is well again afterwards', () => {
        expect(problemsWith({ bonePairs: [], pelvisBone: null, planeNormal: new Vec3(1, 0, 0) })).equal('');
    });

    it('a scale of zero, on the model and on a bone, spoils nothing', () => {
        const bone = stage.rig.skeleton.nodes[stage.rig.bones.get('spine')!];
        bone.setLocalScale(0, 0, 0);
        problemsWith({});
        bone.setLocalScale(1, 1, 1);
        stage.mirrored.setLocalScale(0, 0, 0);
        problemsWith({});
        stage.mirrored.setLocalScale(1, 1, 1);
        expect(problemsWith({})).equal('');
    });

    it('a skeleton without any pair is said, and left as it is', () => {
        const root = new Entity('snake', stage.app);
        let node = root;
        for (let i = 0; i < 6; i++) {
            const next = new Entity(`bone${i}`, stage.app);
            next.setLocalPosition(0, 0.3, 0);
            node.addChild(next);
            node = next;
        }
        stage.app.root.addChild(root);
        root.addComponent('script');
        const script = root.script!.create('animationMirror', { attributes: { mirror: true } }) as unknown as AnimationMirror;
        stage.app.update(1 / 60);
        expect(script.problems().join()).match(/no two bones of this character are twins|no character below/);
        expect(script.getBoneMirrorDataStructure()).deep.equal([]);
        expect(script.report()).equal(null);
        expect(script.mirrorTrack(stage.track)).equal(null);
        script.shiftPhase();
        root.destroy();
    });

    it('a bone that is destroyed is said, and the animation stays', () => {
        const other = stage.add();
        other.addComponent('script');
        const script = other.script!.create('animationMirror', { attributes: { mirror: true } }) as unknown as AnimationMirror;
        stage.app.update(1 / 60);
        stage.same(stage.rig.skeleton.nodes[stage.rig.bones.get('leftHand')!], stage.mirrored, other).remove();
        stage.app.update(1 / 60);
        expect(script.problems().join()).match(/was destroyed or hangs elsewhere/);
        other.parent!.destroy();
    });
});

describe('animationMirror: switched off, on, destroyed, copied', () => {
    const stage = new MirrorStage();

    before(() => stage.open(mirrorSources()[0], /walk/i, { mirror: true, blendTime: 0.1 }));
    after(() => stage.close());

    const largest = () => Math.max(...stage.rig.skeleton.nodes.map((node) => {
        const [p, q] = [node.getLocalRotation(), stage.same(node).getLocalRotation()];
        return Math.max(Math.abs(p.x - q.x), Math.abs(p.y - q.y), Math.abs(p.z - q.z));
    }));

    const run = (frames: number) => { for (let frame = 0; frame < frames; frame++) stage.app.update(1 / 60); };

    it('goes back to the animation without a jump, and comes again', () => {
        run(10);
        const thigh = stage.rig.skeleton.nodes[stage.rig.bones.get('leftThigh')!];
        for (const enabled of [false, true, false, true]) {
            const before = thigh.getLocalRotation().clone();
            stage.script.enabled = enabled;
            run(1);
            const { x, y, z, w } = thigh.getLocalRotation();
            expect(2 * Math.acos(Math.min(1, Math.abs(before.x * x + before.y * y + before.z * z + before.w * w))) * 57.3).below(6);
            run(20);
            if (enabled) expect(largest()).above(0.01);
            else expect(largest()).equal(0);
        }
    });

    it('a copy mirrors too, and a destroyed script leaves the animation', () => {
        const copy = stage.mirrored.clone() as Entity;
        stage.mirrored.parent!.addChild(copy);
        run(3);
        expect((copy.script!.get('animationMirror') as AnimationMirror).getMirrorMappedBone('leftHand')!.name).match(/Right/);
        copy.destroy();
        stage.mirrored.script!.destroy('animationMirror');
        run(2);
        expect(largest()).equal(0);
    });
});
