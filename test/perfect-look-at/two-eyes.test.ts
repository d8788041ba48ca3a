import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { sampled } from '../support/characters';
import { angleOf, seededRandom, turnBetween } from '../support/geometry';
import { addDefaultLook, around } from '../support/look-at-motion';
import { AT_ONCE, filledRows, onEachCharacter, type Actor, type Settings } from '../support/look-at-stage';

/** What an eye may miss, degrees. */
const EXACT = 0.2;

/** Nearest target, metres. */
const NEAR = 0.25;

onEachCharacter('two eyes', (stage) => {
    const EYES = ['rightEye', 'leftEye'] as const;

    /** A character with eyes that turn, also where nobody sees it. */
    function stand(settings: Settings = {}) {
        const actor = stage.add();
        const target = stage.addEntity(around(actor, 0));
        const look = addDefaultLook(actor, { targetObject: target, lookAtBlendSpeed: AT_ONCE, maxTurnSpeed: 0, giveUpAngle: 180, ...settings });
        stage.step();
        look.lookAtBones = filledRows(look).map((row, i) => (i === 0 ? { ...row, rotationLimit: 30 } : row)) as never;
        return { actor, target, look };
    }

    const missOf = (actor: Actor, point: Vec3) => EYES.map(role => actor.gazeError(actor.bone(role), point));

    it('both look at the target, from a hand\'s breadth on', function () {
        const random = seededRandom(81);
        const { actor, target } = stand();
        let most = 0;
        for (let i = 0; i < sampled(400, 200); i++) {
            target.setPosition(around(actor, 80 * random() - 40, 60 * random() - 30, NEAR * 20 ** random()));
            stage.step();
            // a head that bends down comes nearer
            if (EYES.some(role => actor.bone(role).getPosition().distance(target.getPosition()) < NEAR)) continue;
            const misses = missOf(actor, target.getPosition());

            most = Math.max(most, ...misses);
        }
        this.test!.title += ` (largest miss ${most.toFixed(3)} degrees)`;
        expect(most).to.be.below(EXACT);
    });

    it('turn alike when they do not converge: a plain copy', () => {
        const { actor, target, look } = stand({ convergeEyes: false });
        const twin = stage.add();
        const turnOf = (role: typeof EYES[number]) => {
            const own = actor.bone(role).getRotation().clone();
            return own.mul(twin.bone(role).getRotation().clone().invert());
        };
        target.setPosition(around(actor, 5, -5, NEAR));
        stage.step();
        expect(turnBetween(turnOf('rightEye'), turnOf('leftEye'))).to.be.below(0.05);
        expect(missOf(actor, target.getPosition())[1]).to.be.above(5);
        look.convergeEyes = true;
        stage.step();
        expect(missOf(actor, target.getPosition())[1]).to.be.below(EXACT);
    });

    it('are parallel for what is far, within the angle of their distance', () => {
        const { actor, target } = stand();
        target.setPosition(around(actor, 20, 5, 100));
        stage.step();
        expect(angleOf(actor.forwardOf(actor.bone('rightEye')), actor.forwardOf(actor.bone('leftEye')))).to.be.below(0.1);
    });
});
