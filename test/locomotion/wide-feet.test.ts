import { expect } from 'chai';
import type { AppBase } from 'playcanvas';

import { sayWideFeet } from '../../scripts/locomotion/wide-feet';
import { detectRig } from '../../scripts/rig/detect';
import { findSkeleton } from '../../scripts/rig/skeleton';
import { createApp } from '../support/app';
import { buildSkeleton } from '../support/build-skeleton';

/** What is said of a person whose legs are 42 long and hang that far from the middle. */
function sayOf(app: AppBase, aside: number, scale: number): string {
    const table = `
hips 0 50 0
  spine 0 70 0
    neck 0 95 0
      head 0 105 0
    %Arm 18 92 0
      %Forearm 45 92 0
        %Hand 70 92 0
  %Thigh ${aside} 50 0
    %Shin ${aside} 28 2
      %Foot ${aside} 8 0`;
    const { root } = buildSkeleton(app, {
        convention: 'plain', sides: ['Left', 'Right'], axes: 'as the model', armature: { name: 'Armature', turn: [0, 0, 0], scale }, skin: 'none', table, expected: {}
    });
    const sentence = sayWideFeet(detectRig(findSkeleton(root)!));
    root.destroy();
    return sentence;
}

describe('sayWideFeet', () => {
    const app = createApp();
    after(() => app.destroy());

    it('tells of four feet that stand far from the middle about which the body turns', () => {
        const names = ['leftHand', 'rightHand', 'leftFoot', 'rightFoot'] as const;
        const sayOfLegs = (ahead: number, aside = 0.1) => {
            const limbs = Object.fromEntries(names.map((name, i) => [name, { tip: Float64Array.of(i % 2 ? -aside : aside, 0, i < 2 ? ahead : -ahead), length: 1, bones: [0] }]));
            return sayWideFeet({ feet: names, limbs, skeleton: { nodes: [{ name: 'foot' }] } } as unknown as Parameters<typeof sayWideFeet>[0]);
        };
        // which is less than that they stand too far apart
        expect(sayOfLegs(0.7, 0.45)).to.match(/strides aside, backwards and in turns are not supported/);
        expect(sayOfLegs(0.6)).to.equal('');
        expect(sayOfLegs(0.7)).to.match(/quick turns are not supported on this body: a foot stands 0\.7 leg lengths from the middle/);
    });

    for (const scale of [0.01, 1, 100]) {
        it(`tells of feet that stand further apart than legs reach round, at scale ${scale}`, () => {
            expect(sayOf(app, 9, scale)).to.equal('');
            expect(sayOf(app, 17, scale)).to.equal('');
            // 40 over 42
            expect(sayOf(app, 20, scale)).to.match(/not supported on this body: "LeftFoot" and "RightFoot" are 0\.9 leg lengths apart/);
        });
    }
});
