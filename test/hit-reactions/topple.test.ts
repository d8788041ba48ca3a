import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { findCharacter } from '../../scripts/rig/character';
import { furtherRig } from '../support/characters';
import { boneOf, CHEST, hit, onHitStage, STANDING, type HitSource } from '../support/hit-stage';
import { boundOf, type Reached } from '../support/reached';

// Everyone who is down lies: nobody is settled on four stiff legs, or on his knees.

/** Of the height at which pelvis and chest stand. */
const LIES = 0.45;

/** What is reached: a cow's ribs carry its chest, and a zebra that sinks down where it stands lies with it on its folded forelegs. */
const LIES_REACHED: Reached = { Cow: 0.5, Zebra: 0.55 };

/** Of the height of all, for who has short legs and a thick trunk. */
const THICK = 0.2;

const further = (name: string, clip: string): HitSource[] => (furtherRig(`more/${name}.glb`) || furtherRig(`${name}.glb`) ?
    [{ name, file: furtherRig(`${name}.glb`) ?? furtherRig(`more/${name}.glb`)!, clipFile: furtherRig(`${name}.glb`) ?? furtherRig(`more/${name}.glb`)!, clip }] :
    []);

onHitStage('who has fallen', (stage) => {
    for (const [how, impulse] of [['from standing', 0], ['pushed ahead', 30], ['pushed aside', 25]] as const) {
        it(`lies with pelvis and chest on the ground, ${how}`, function () {
            this.timeout(60000);
            stage.addFloor();
            const hero = stage.addHero({ getUpDelay: 60 });
            const { actor, twin, reactions, hips } = hero;
            const chest = boneOf(actor, CHEST);
            const standing = [hips, chest].map(bone => twin.nodes[actor.nodes.indexOf(bone)].getPosition().y);
            reactions.fall();
            if (impulse > 0) hit(hero, CHEST, how === 'pushed aside' ? new Vec3(impulse, 0, 0) : new Vec3(0, 0, impulse));
            for (let frame = 0; frame < 600 && reactions.state === 'falling'; frame++) stage.step();
            expect(reactions.state).to.equal('settled');
            stage.run(0.5);
            const whole = THICK * findCharacter(actor.model)!.height * (findCharacter(actor.model)!.skeleton.space?.getWorldTransform().getScale().y ?? 1);
            const shares = [hips, chest].map((bone, i) => bone.getPosition().y / standing[i]);
            console.log(`      pelvis at ${shares[0].toFixed(2)}, chest at ${shares[1].toFixed(2)} of where they stand`);
            shares.forEach((share, i) => { expect(share).to.be.at.most(Math.max(boundOf(stage.source, LIES, LIES_REACHED), whole / standing[i])); });
        });
    }
}, [...STANDING, ...further('Cow', 'Idle'), ...further('Zebra', '')]);
