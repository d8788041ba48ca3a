import { expect } from 'chai';

import { ClipSampler } from '../../scripts/anim/clips/clip-sampler';
import { AnimReader } from '../../scripts/anim/component/anim-reader';
import { bytesOf, NOISE } from '../support/allocation';
import { createApp } from '../support/app';
import { CLIPS, loadActor } from '../support/clips';
import { makeContacts } from '../support/contacts';
import { playGraph } from '../support/state-graphs';

// Times are taken from a list: a number that is computed is allocated anew each time.

const TIMES = Array.from({ length: 100 }, (_, i) => i / 100);

describe('a reading of a clip', () => {
    it('of its pose allocates nothing', async () => {
        const { entity, rig, track } = await loadActor(createApp(), CLIPS[1]);
        const sampler = new ClipSampler(track, entity, rig.skeleton);
        expect(bytesOf(frame => sampler.sample(TIMES[frame % TIMES.length]))).to.be.below(NOISE);
    });

    it('of the contacts of a foot allocates nothing', () => {
        const contacts = makeContacts(2, [0.5, 0.9], [1.6, 2.3]);
        const out = new Float64Array(2), time = new Float64Array(1);
        const ask = (frame: number) => {
            time[0] = frame / 60;
            contacts.read(out, time);
        };
        expect(bytesOf(ask)).to.be.below(NOISE);
    });

    it('of what plays allocates nothing, in two layers and in a cross-fade', async () => {
        const app = createApp();
        const { entity, rig, track } = await loadActor(app, CLIPS[1]);
        const anim = playGraph(entity, [{ states: { A: track, B: track } }, { states: { A: track }, weight: 0.5 }]);
        const reader = new AnimReader(rig.skeleton.nodes[0], rig.skeleton.nodes);
        app.update(1 / 60);
        anim.baseLayer!.transition('B', 10);
        app.update(1 / 60);
        expect(bytesOf(() => reader.update())).to.be.below(NOISE);
        expect(reader.clipCount).to.equal(3);
    });
});
