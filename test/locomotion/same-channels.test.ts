import { expect } from 'chai';
import { AnimCurve, AnimData, AnimEvents, AnimTrack, Entity, INTERPOLATION_LINEAR, type AppBase } from 'playcanvas';

import { AnimReader } from '../../scripts/anim/component/anim-reader';
import { SameChannels } from '../../scripts/locomotion/same-channels';
import { createApp } from '../support/app';

// Clips that move different bones, played one after the other by the engine: each shows its own keys, and the pose from before of what it leaves alone.

const path = (node: string, property: string) => ({ entityPath: ['model', node], component: 'graph', propertyPath: [property] });

/** A clip of one second that holds properties of nodes, `model/node.property`. */
function clip(name: string, held: Readonly<Record<string, readonly number[]>>): AnimTrack {
    const outputs = Object.values(held).map(value => new AnimData(value.length, Float32Array.from([...value, ...value])));
    const curves = Object.keys(held).map((key, i) => {
        const [node, property] = key.split('.');
        return new AnimCurve([path(node, property) as never], 0, i, INTERPOLATION_LINEAR);
    });
    return new AnimTrack(name, 1, [new AnimData(1, Float32Array.of(0, 1))], outputs, curves, new AnimEvents([]));
}

describe('clips that move the same bones', () => {
    let app: AppBase, model: Entity, foot: Entity, hand: Entity;

    const walk = () => clip('walk', { 'foot.localPosition': [0, 0.5, 0], 'foot.localScale': [2, 2, 2], 'hand.localRotation': [0, 1, 0, 0] });
    const idle = () => clip('idle', { 'hand.localRotation': [0, 0, 1, 0] });

    beforeEach(() => {
        app = createApp();
        model = new Entity('model', app);
        [foot, hand] = ['foot', 'hand'].map((name) => {
            const node = new Entity(name, app);
            model.addChild(node);
            return node;
        });
        foot.setLocalPosition(1, 2, 3);
        foot.setLocalScale(0.5, 0.5, 0.5);
        app.root.addChild(model);
        model.addComponent('anim', { activate: true });
    });
    afterEach(() => app.destroy());

    /** Plays clips in turn, each for some frames. */
    function play(tracks: readonly AnimTrack[]) {
        for (const track of tracks) {
            model.anim!.assignAnimation(track.name, track);
            model.anim!.baseLayer!.play(track.name);
            for (let i = 0; i < 4; i++) app.update(1 / 60);
        }
    }

    const read = () => {
        const p = foot.getLocalPosition(), s = foot.getLocalScale(), r = hand.getLocalRotation();
        return [p.x, p.y, p.z, s.x, Math.abs(r.y), Math.abs(r.z)];
    };

    it('leave nothing of each other behind', () => {
        const [first, second] = new SameChannels(model).complete([walk(), idle()]);
        play([first]);
        expect(read()).to.deep.equal([0, 0.5, 0, 2, 1, 0]);
        play([second]);
        expect(read()).to.deep.equal([1, 2, 3, 0.5, 0, 1]);
        // without, it is not so
        play([walk(), idle()]);
        expect(read()).not.to.deep.equal([1, 2, 3, 0.5, 0, 1]);
    });

    it('keep the pose from before the first of them, also where more of them come later', () => {
        const channels = new SameChannels(model);
        const [first] = channels.complete([walk()]);
        play([first]);
        const [, second] = channels.complete([walk(), idle()]);
        play([second]);
        expect(read()).to.deep.equal([1, 2, 3, 0.5, 0, 1]);
    });

    it('are the same tracks where nothing is missing', () => {
        const tracks = [walk(), walk()];
        expect(new SameChannels(model).complete(tracks)).to.deep.equal(tracks);
        expect(new SameChannels(model).complete(tracks)[0]).to.equal(tracks[0]);
    });

    it('are put back as another state goes on that has no key for them', () => {
        const channels = new SameChannels(model);
        const [first] = channels.complete([walk()]);
        play([idle(), first]);
        const reader = new AnimReader(model);
        reader.update();
        channels.leave(model.anim!, reader.baseLayer!, 'idle');
        for (let i = 0; i < 4; i++) app.update(1 / 60);
        expect(read()).to.deep.equal([1, 2, 3, 0.5, 0, 1]);
        expect(model.anim!.baseLayer!.activeState).to.equal('idle');
    });
});
