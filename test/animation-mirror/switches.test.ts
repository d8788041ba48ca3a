import { expect } from 'chai';
import { AnimEvents, AnimTrack, Asset, Entity, Quat } from 'playcanvas';

import type { AnimationMirror } from '../../scripts/index';
import { turnBetween } from '../support/geometry';
import { MirrorStage, mirrorSources } from '../support/mirror-stage';

// What a switch, a pair, a map and a call on nothing do. Each test fails without the line of the script that it is about.

const FRAME = 1 / 60;

describe('animationMirror: switches and calls', () => {
    const stage = new MirrorStage();

    beforeEach(() => stage.open(mirrorSources()[0], /walk/i, { mirror: true, blendTime: 0.5 }));

    afterEach(() => {
        for (const model of [stage.original, stage.mirrored]) model.parent!.destroy();
    });

    after(() => stage.close());

    const bone = (role: string) => stage.rig.skeleton.nodes[stage.rig.bones.get(role as never)!];
    const run = (frames: number) => { for (let frame = 0; frame < frames; frame++) stage.app.update(FRAME); };
    const pose = () => stage.rig.skeleton.nodes.map(node => node.getLocalRotation().clone());

    /** Furthest turn of a bone from one pose to another, degrees. */
    const furthest = (from: Quat[], to = pose()) => Math.max(...from.map((turn, i) => turnBetween(turn, to[i])));

    /** Furthest turn of a bone in the frame in which something is done, beyond that of the frame before. */
    function jump(act: () => void): number {
        const first = pose();
        run(1);
        const second = pose();
        act();
        run(1);
        return furthest(second) - furthest(first, second);
    }

    it('a second switch goes on from what the first one shows', () => {
        run(20);
        stage.script.mirror = false;
        run(6);
        expect(jump(() => { stage.script.mirror = true; })).below(2);
    });

    it('a character that is read anew shows the rest of a switch as one that is not', () => {
        const other = stage.add();
        other.addComponent('script');
        const plain = other.script!.create('animationMirror', { attributes: { mirror: true, blendTime: 0.5 } }) as unknown as AnimationMirror;
        for (const layer of [other, stage.mirrored].map(model => model.anim!.baseLayer!)) layer.activeStateCurrentTime = 0;
        run(20);
        for (const script of [plain, stage.script]) script.mirror = false;
        for (let frame = 0; frame < 20; frame++) {
            if (frame === 1 || frame === 6) stage.script.refresh();
            run(1);
            expect(furthest(stage.rig.skeleton.nodes.map(node => stage.same(node, stage.mirrored, other).getLocalRotation())), `frame ${frame}`).below(0.01);
        }
        other.parent!.destroy();
    });

    it('a switch in the frame in which a character is read anew goes on from what was shown', () => {
        run(20);
        expect(jump(() => {
            stage.script.refresh();
            stage.script.mirror = false;
        })).below(2);
    });

    it('what shiftPhase jumps by dies out, also where nothing is mirrored', () => {
        stage.script.mirror = false;
        run(20);
        expect(jump(() => stage.script.shiftPhase())).below(2);
        const shown = pose();
        run(40);
        expect(furthest(shown)).above(20);
    });

    it('a weight of 0 is the animation to the last digit, events with it; from half on they have the other side', () => {
        const { name, duration, inputs, outputs, curves } = stage.track;
        const track = new AnimTrack(name, duration, inputs, outputs, curves, new AnimEvents([{ name: 'stepLeft', time: 0.3 * duration }] as never));
        for (const model of [stage.original, stage.mirrored]) model.anim!.assignAnimation('Clip', track);
        const heard: string[] = [];
        for (const side of ['stepLeft', 'stepRight']) stage.script.on(side, () => heard.push(side));
        const second = () => {
            heard.length = 0;
            run(Math.ceil(duration / FRAME));
            return heard[0];
        };
        stage.script.weight = 0;
        expect(second()).equal('stepLeft');
        const { nodes } = stage.rig.skeleton;
        for (const node of nodes) expect(node.getLocalRotation().equals(stage.same(node).getLocalRotation()), node.name).equal(true);
        stage.script.weight = 0.4;
        expect(second()).equal('stepLeft');
        stage.script.weight = 0.6;
        expect(second()).equal('stepRight');
        stage.mirrored.enabled = false;
        heard.length = 0;
        stage.mirrored.anim!.fire('stepLeft', {});
        run(2);
        expect(heard).deep.equal([]);
    });

    it('a pair that is set takes the place of those that either bone was in, by node and by name, and of no other', () => {
        const { script } = stage;
        run(1);
        const rows = () => script.bonePairs.map(row => [row.bone?.name ?? row.boneName, row.mirrorBone?.name ?? row.mirrorBoneName].join(' '));
        const [a, b, c, d] = ['leftHand', 'rightHand', 'leftFoot', 'rightFoot'].map(bone);
        script.setMirrorMappedBone('leftToes', 'rightToes');
        script.setMirrorMappedBone(a, b);
        script.setMirrorMappedBone('neck', 'head');
        expect(script.bonePairs[1].bone).equal(a);
        expect(script.bonePairs[1].mirrorBone).equal(b);
        // as the first of its row, as the second, by both kinds of names
        script.setMirrorMappedBone(a, c);
        expect(rows()).deep.equal(['leftToes rightToes', 'neck head', `${a.name} ${c.name}`]);
        script.setMirrorMappedBone(d, c);
        expect(rows()).deep.equal(['leftToes rightToes', 'neck head', `${d.name} ${c.name}`]);
        script.setMirrorMappedBone('neck', 'spine');
        script.setMirrorMappedBone('jaw', 'rightToes');
        expect(rows()).deep.equal([`${d.name} ${c.name}`, 'neck spine', 'jaw rightToes']);
        // the name beside a bone does not count
        script.bonePairs = [{ bone: a as Entity, boneName: 'neck', mirrorBone: b as Entity, mirrorBoneName: 'head' }];
        script.setMirrorMappedBone('neck', 'head');
        expect(rows()).deep.equal([`${a.name} ${b.name}`, 'neck head']);
    });

    it('a bone that is nobody, and one that is left as it is, have no twin', () => {
        run(1);
        expect(stage.script.getMirrorMappedBone('nobody')).equal(null);
        expect(stage.script.getMirrorMappedBone(new Entity('stranger'))).equal(null);
        const { unpaired } = stage.script.report()!;
        expect(unpaired.length).above(0);
        for (const name of unpaired) expect(stage.script.getMirrorMappedBone(stage.mirrored.findByName(name)!), name).equal(null);
    });

    it('calls without a clip, a state or a character answer nothing', () => {
        const still = stage.add(null);
        const bare = new Entity('bare');
        stage.app.root.addChild(bare);
        const [onStill, onBare] = [still, bare].map((entity) => {
            entity.addComponent('script');
            return entity.script!.create('animationMirror', { attributes: { mirror: true } }) as unknown as AnimationMirror;
        });
        for (const script of [onStill, onBare]) {
            script.shiftPhase();
            run(2);
            expect(script.mirrorTrack(null as never)).equal(null);
        }
        still.addComponent('anim', { activate: true });
        run(2);
        onStill.shiftPhase();
        still.anim!.assignAnimation('Clip', new AnimTrack('empty', 0, [], [], []));
        run(2);
        onStill.shiftPhase();
        run(2);
        const time = still.anim!.baseLayer!.activeStateCurrentTime;
        expect(time).satisfy(Number.isFinite);
        expect(onBare.getMirrorMappedBone('leftHand')).equal(null);
        expect(onBare.getBoneMirrorDataStructure()).deep.equal([]);
        expect(onBare.toJson()).equal(null);
        expect(onBare.report()).equal(null);
        still.parent!.destroy();
        bare.destroy();
    });

    it('a map gives another character its pairs and settings, where its rows say nothing else', () => {
        const { script } = stage;
        script.setMirrorMappedBone('leftHand', 'rightHand');
        Object.assign(script, { translation: 'exact', mirrorAxisRot: 'x', pelvisBone: bone('spine'), mirrorRootMotion: false });
        run(2);
        const json = script.toJson()!;
        expect(json).include({ translation: 'exact', mirrorAxisRot: 'x', pelvisBoneName: 'spine', mirrorRootMotion: false });
        expect(json.bonePairs).deep.include({ boneName: 'leftFoot', mirrorBoneName: 'rightFoot' });
        const change = (data: object | string) => {
            const asset = new Asset('map', 'json', undefined, data as object);
            asset.resource = data;
            asset.loaded = true;
            stage.app.assets.add(asset);
            const other = stage.add();
            other.addComponent('script');
            const taker = other.script!.create('animationMirror', { attributes: { mirror: true, mirrorMap: asset } }) as unknown as AnimationMirror;
            run(2);
            const out = { taken: taker.toJson()!, sentences: taker.problems().join('\n') };
            other.parent!.destroy();
            return out;
        };
        expect(change(json).taken).deep.equal(json);
        expect(change(json).sentences).equal('');
        expect(change({ ...json, bonePairs: [{ boneName: 'leftHand' }] }).sentences).match(/1 of the 1 pairs of the Mirror Map/);
        expect(change({ ...json, bonePairs: 3 }).sentences).match(/has no list bonePairs/);
        const { taken, sentences } = change({ ...json, translation: 'sideways', mirrorRootMotion: 'no', pelvisBoneName: 7 });
        expect(sentences).match(/"sideways" for translation/);
        expect(taken).include({ translation: 'bindDelta', mirrorRootMotion: true, pelvisBoneName: '' });
        expect(change([json]).sentences).match(/Mirror Map/);
    });
});
