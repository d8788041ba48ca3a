import { expect } from 'chai';
import type { AnimTrack, AppBase, Entity } from 'playcanvas';

import { findCharacter, registerLimber, type PerfectLookAt } from '../../scripts/index';
import { createApp, loadNewGlb, type LoadedCharacter } from '../support/app';
import { MANNEQUIN } from '../support/characters';
import { writeDetached } from '../support/detach';
import { catchWarnings } from '../support/warnings';

// A hand that hangs on the root and follows its arm is a hand; one that leaves it in a clip is none, and that is said once.

const HANDS = ['mixamorig:LeftHand', 'mixamorig:RightHand'];

/** Distance by which the right hand leaves its arm, metres. */
const FALL = 0.9;

describe('a hand that lets go', () => {
    let app: AppBase;
    let model: LoadedCharacter;
    let root: Entity;
    catchWarnings();

    // the engine shares files of one name: each test has an app of its own
    beforeEach(async () => {
        app = createApp();
        registerLimber(app);
        model = await loadNewGlb(app, writeDetached(MANNEQUIN, HANDS));
        root = model.instantiate();
        app.root.addChild(root);
    });

    afterEach(() => app.destroy());

    /** Lets the right hand sink away from its arm in the second half of a clip. */
    function letGo(track: AnimTrack) {
        const { curves, outputs } = track as unknown as {
            curves: { paths: { entityPath: string[]; propertyPath: string[] }[]; output: number }[]; outputs: { data: Float32Array }[];
        };
        const curve = curves.find(({ paths }) => paths.some(({ entityPath, propertyPath }) => entityPath.at(-1) === HANDS[1] && propertyPath[0] === 'localPosition'))!;
        const { data } = outputs[curve.output];
        for (let i = data.length / 2; i < data.length; i++) if (i % 3 === 1) data[i] -= FALL;
    }

    function play(clip: string) {
        root.addComponent('anim', { activate: true });
        root.anim!.assignAnimation('clip', model.clips.get(clip)!);
        root.addComponent('script');
        return root.script!.create('perfectLookAt') as PerfectLookAt;
    }

    it('is a hand while it follows its arm in every clip', () => {
        play('walk');
        const character = findCharacter(root)!;
        for (const role of ['leftHand', 'rightHand'] as const) expect(character.bones.get(role)?.name).to.equal(HANDS[role === 'leftHand' ? 0 : 1]);
        expect(character.problems).to.deep.equal([]);
    });

    it('is none where a clip takes it away; the other one stays, on all instances', () => {
        letGo(model.clips.get('walk')!);
        play('walk');
        const other = model.instantiate();
        app.root.addChild(other);
        for (const character of [findCharacter(root)!, findCharacter(other)!]) {
            expect(character.bones.get('leftHand')?.name).to.equal(HANDS[0]);
            expect(character.bones.get('rightHand')?.name, character.problems.join()).to.equal(undefined);
            const said = character.problems.filter(problem => problem.includes(HANDS[1]));
            expect(said).to.have.length(1);
            expect(said[0]).to.contain('walk');
            expect(character.report().join()).to.contain(HANDS[1]);
        }
        // the arm moves without it
        const hand = root.findByName(HANDS[1])!;
        app.update(1 / 60);
        const before = hand.getPosition().clone();
        root.findByName('mixamorig:RightArm')!.setLocalEulerAngles(0, 0, 80);
        expect(hand.getPosition().distance(before)).to.be.below(1e-6);
    });
});
