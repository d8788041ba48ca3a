import { expect } from 'chai';

import { Contact, handOnLoads } from '../../../scripts/feet/placing/contact';
import { createClipKnowledge } from '../../../scripts/feet/schedule';

/** A foot that stands, with its load. */
const stand = (lift: number, timeToRelease: number) => {
    const contact = new Contact();
    contact.isDown = true;
    contact.load = contact.stance = 1;
    return { contact, target: { lift }, clip: { ...createClipKnowledge(), timeToRelease } };
};

describe('the contact of a foot', () => {
    it('that has left the ground before its clip lifts it is down again when another clip keeps it down', () => {
        const contact = new Contact();
        const clip = { ...createClipKnowledge(), isDown: true, timeToRelease: 0.1, timeToStrike: 0.5 };
        const foot = { clip, seen: { standsOnPlane: true, height: 0 }, settings: { nearGround: 0.1 } };
        contact.judge(foot, { dt: 0.016 });
        expect(contact.stepOff(clip, false)).to.equal(true);
        clip.timeToRelease = 0.08;
        contact.judge(foot, { dt: 0.016 });
        expect(contact.isDown, 'stepped off').to.equal(false);
        // a standing clip takes over
        clip.timeToRelease = clip.timeToStrike = Infinity;
        contact.judge(foot, { dt: 0.016 });
        expect(contact.isDown, 'standing').to.equal(true);
    });

    it('leaves the ground at any time of a walk where others carry, and only just before its clip does where none do', () => {
        const steps = (timeToRelease: number, timeToStrike: number, othersCarry: boolean) => stand(0, 0).contact.stepOff({ ...createClipKnowledge(), isDown: true, timeToRelease, timeToStrike }, othersCarry);
        expect(steps(0.4, 0.9, true), 'others carry').to.equal(true);
        expect(steps(0.4, 0.9, false), 'none carries').to.equal(false);
        expect(steps(0.1, 0.6, false), 'soon lifted').to.equal(true);
        expect(steps(Infinity, Infinity, true), 'a clip that stands').to.equal(false);
    });

    it('hands its load on to one that stands 10 cm higher and will stand longer, and keeps it else', () => {
        const reliefs = (higher: number, longer: number) => {
            const feet = [stand(0, 0.2), stand(higher, 0.2 + longer)];
            handOnLoads(feet, 1.75);
            return feet.map(({ contact }) => contact.relief);
        };
        expect(reliefs(0.105, 0.3)).to.deep.equal([1, 0]);
        expect(reliefs(0.0525, 0.3)[0]).to.be.closeTo(0.5, 1e-9);
        expect(reliefs(0, 0.3)).to.deep.equal([0, 0]);
        expect(reliefs(0.105, -0.1)[0], 'one that is lifted before').to.equal(0);
    });

    it('lets the body rise to the one that stands higher as that takes up its stance', () => {
        const rise = (stance: number) => {
            const [behind, ahead] = [stand(0, 0.2), stand(0.17, 0.5)];
            ahead.contact.stance = stance;
            handOnLoads([behind, ahead], 1.75);
            return [behind, ahead].map(({ contact }) => contact.rise);
        };
        expect(rise(1)).to.deep.equal([0.17, 0]);
        expect(rise(0.5)).to.deep.equal([0.085, 0]);
        expect(rise(0)).to.deep.equal([0, 0]);
    });
});
