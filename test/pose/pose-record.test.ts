import { expect } from 'chai';
import { GraphNode, Quat } from 'playcanvas';

import { PoseRecord } from '../../scripts/pose/pose-record';

/** A stand-in for a pose script: each frame it turns a bone on top of what it finds. */
class Turner {
    constructor(readonly record: PoseRecord, readonly bone: GraphNode, readonly turn: Quat) {
        record.retain();
    }

    postUpdate(frame: number) {
        this.record.begin(frame);
        const { x, y, z, w } = new Quat().mul2(this.bone.getLocalRotation(), this.turn);
        this.record.write(this.record.stateOf(this.bone), Float64Array.of(9, x, y, z, w), 1);
    }

    disable() {
        this.record.release();
    }
}

const exactly = (q: { x: number; y: number; z: number; w: number }) => [q.x, q.y, q.z, q.w];

describe('PoseRecord', () => {
    const rest = new Quat().setFromEulerAngles(10, 20, 30);
    const first = new Quat().setFromEulerAngles(5, 0, 0);
    const second = new Quat().setFromEulerAngles(0, 7, 0);

    function makeBone(): GraphNode {
        const bone = new GraphNode('bone');
        bone.setLocalRotation(rest);
        return bone;
    }

    it('is one for all that ask for the same skeleton', () => {
        const root = new GraphNode();
        expect(PoseRecord.of(root)).to.equal(PoseRecord.of(root));
        expect(PoseRecord.of(root)).not.to.equal(PoseRecord.of(new GraphNode()));
    });

    for (const [name, turns] of [['one order', [first, second]], ['the other order', [second, first]]] as const) {
        it(`keeps the corrections of two scripts on an un-animated bone from piling up, in ${name}`, () => {
            const bone = makeBone();
            const record = PoseRecord.of(bone);
            const scripts = turns.map(turn => new Turner(record, bone, turn));
            const expected = rest.clone().mul(turns[0]).mul(turns[1]);
            for (let frame = 1; frame <= 500; frame++) scripts.forEach(script => script.postUpdate(frame));
            expect(exactly(bone.getLocalRotation())).to.deep.equal(exactly(expected));
        });

        it(`leaves the other script's correction alone when one is switched off midway, in ${name}`, () => {
            const bone = makeBone();
            const record = PoseRecord.of(bone);
            const [leaving, staying] = turns.map(turn => new Turner(record, bone, turn));
            for (let frame = 1; frame <= 10; frame++) [leaving, staying].forEach(script => script.postUpdate(frame));
            leaving.disable();
            for (let frame = 11; frame <= 20; frame++) staying.postUpdate(frame);
            expect(exactly(bone.getLocalRotation())).to.deep.equal(exactly(rest.clone().mul(staying.turn)));
            staying.disable();
            expect(exactly(bone.getLocalRotation())).to.deep.equal(exactly(rest));
        });
    }

    it('takes what animation writes as the new start', () => {
        const bone = makeBone();
        const script = new Turner(PoseRecord.of(bone), bone, first);
        script.postUpdate(1);
        const animated = new Quat().setFromEulerAngles(-40, 0, 15);
        bone.setLocalRotation(animated);
        script.postUpdate(2);
        expect(exactly(bone.getLocalRotation())).to.deep.equal(exactly(animated.clone().mul(first)));
        script.postUpdate(3);
        expect(exactly(bone.getLocalRotation())).to.deep.equal(exactly(animated.clone().mul(first)));
    });

    it('leaves a bone that somebody else has moved since as it is', () => {
        const bone = makeBone();
        const script = new Turner(PoseRecord.of(bone), bone, first);
        script.postUpdate(1);
        const byHand = new Quat().setFromEulerAngles(1, 2, 3);
        bone.setLocalRotation(byHand);
        script.disable();
        expect(exactly(bone.getLocalRotation())).to.deep.equal(exactly(byHand));
    });

    it('gives back a bone that its script has stopped writing', () => {
        const bone = makeBone();
        const record = PoseRecord.of(bone);
        new Turner(record, bone, first).postUpdate(1);
        record.begin(2);
        expect(exactly(bone.getLocalRotation())).to.deep.equal(exactly(rest));
    });

    it('gives a moved bone its place back when nothing has animated it, and keeps the animation\'s when something has', () => {
        const bone = makeBone();
        bone.setLocalPosition(1, 2, 3);
        const record = PoseRecord.of(bone);
        record.retain();
        const state = record.stateOf(bone);
        const place = () => bone.getLocalPosition().toString();
        for (let frame = 1; frame <= 100; frame++) {
            record.begin(frame);
            const { x, y, z } = bone.getLocalPosition();
            record.writePosition(state, Float64Array.of(9, x, y + 0.25, z), 1);
        }
        expect(place()).to.equal('[1, 2.25, 3]');
        bone.setLocalPosition(5, 5, 5);
        record.begin(101);
        expect(place()).to.equal('[5, 5, 5]');
        record.writePosition(state, Float64Array.of(5, 6, 5), 0);
        record.release();
        expect(place()).to.equal('[5, 5, 5]');
    });

    it('keeps any number of bones apart, also when more come while others are written', () => {
        const bones = Array.from({ length: 100 }, makeBone);
        const record = PoseRecord.of(bones[0]);
        record.retain();
        for (let frame = 1; frame <= 3; frame++) {
            record.begin(frame);
            bones.forEach((bone, i) => {
                record.writePosition(record.stateOf(bone), Float64Array.of(i, frame, 0), 0);
                record.write(record.stateOf(bone), Float64Array.of(i, frame, 0, 1), 0);
            });
            bones.forEach((bone, i) => {
                expect(bone.getLocalPosition().toString()).to.equal(`[${i}, ${frame}, 0]`);
                expect(exactly(bone.getLocalRotation())).to.deep.equal([i, frame, 0, 1]);
            });
        }
        record.release();
        for (const bone of bones) {
            expect(bone.getLocalPosition().toString()).to.equal('[0, 0, 0]');
            expect(exactly(bone.getLocalRotation())).to.deep.equal(exactly(rest));
        }
    });

    it('tells turning and moving apart: an animated rotation does not keep a moved bone from coming back', () => {
        const bone = makeBone();
        const record = PoseRecord.of(bone);
        record.retain();
        record.begin(1);
        record.writePosition(record.stateOf(bone), Float64Array.of(0, 1, 0), 0);
        record.write(record.stateOf(bone), Float64Array.of(0, 0, 0, 1), 0);
        bone.setLocalRotation(first);
        record.begin(2);
        expect(bone.getLocalPosition().y).to.equal(0);
        expect(exactly(bone.getLocalRotation())).to.deep.equal(exactly(first));
        record.release();
    });
});
