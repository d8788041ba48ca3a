import { expect } from 'chai';

import { createClipKnowledge } from '../../scripts/feet/shown-contacts';
import { Contact } from '../../scripts/mec-foot-placer/contact';

describe('the contact of a foot', () => {
    it('that has left the ground before its clip lifts it is down again when another clip keeps it down', () => {
        const contact = new Contact();
        const clip = { ...createClipKnowledge(), isDown: true, timeToRelease: 0.1, timeToStrike: 0.5 };
        const foot = { clip, seen: { standsOnPlane: true, height: 0 }, settings: { nearGround: 0.1 } };
        contact.judge(foot, { dt: 0.016 });
        contact.stepOff(clip);
        clip.timeToRelease = 0.08;
        contact.judge(foot, { dt: 0.016 });
        expect(contact.isDown, 'stepped off').to.equal(false);
        // a standing clip takes over
        clip.timeToRelease = clip.timeToStrike = Infinity;
        contact.judge(foot, { dt: 0.016 });
        expect(contact.isDown, 'standing').to.equal(true);
    });
});
