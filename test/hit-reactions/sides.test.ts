import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { sampled } from '../support/characters';
import { boneOf, CHEST, hit, onHitStage, STANDING, type HitStage } from '../support/hit-stage';
import { boundOf, type Reached } from '../support/reached';

// From whichever side it lies on: the clip takes the body over where it lies and as it is turned there.

/** Newton seconds that go with the fall, and degrees between two of its directions; shoves from the side end on a side. */
const KNOCK = 90;

/** Degrees about its up by which a body may turn from lying to the clip's start, and seconds within which it gets there. */
const TURN = 30;
const BEGINS = 0.3;

const TURN_REACHED: Reached = {};

/** Falls in a direction and gets up; answers the side on which it lay, and how far it turned as the clip began. */
function watch(stage: HitStage, degrees: number): { side: string; turn: number; stands: boolean } {
    const hero = stage.addHero();
    const { actor, reactions, hips } = hero;
    const chest = boneOf(actor, CHEST);
    const angle = degrees * Math.PI / 180;
    /** Where the trunk points on the level. */
    const heading = () => {
        const way = chest.getPosition().clone().sub(hips.getPosition());
        return new Vec3(way.x, 0, way.z);
    };
    reactions.fall();
    hit(hero, CHEST, new Vec3(Math.sin(angle), 0, Math.cos(angle)).mulScalar(KNOCK));
    const found = { side: '', turn: 0, stands: false };
    let lying = heading(), since = 0;
    stage.run(10, 60, () => {
        if (reactions.state === 'settled') {
            lying = heading();
            found.side = (reactions as unknown as { sequence: { parts: { getUp: { side: string } } } }).sequence.parts.getUp.side;
        }
        if (reactions.state !== 'gettingUp') return;
        since += 1 / 60;
        const now = heading();
        if (since < BEGINS) found.turn = Math.max(found.turn, Math.acos(Math.min(1, now.dot(lying) / (now.length() * lying.length()))) * 180 / Math.PI);
    });
    found.stands = reactions.state === 'animated';
    actor.model.destroy();
    hero.twin.model.destroy();
    return found;
}

onHitStage('who lies on any side', (stage) => {
    it('gets up from there without turning on the floor', function () {
        this.timeout(200000);
        stage.addFloor();
        const count = sampled(8, 1);
        const found = Array.from({ length: count }, (_, i) => watch(stage, 90 + 360 * i / count));
        console.log(`      ${found.map(({ side, turn }) => `${side} ${turn.toFixed(0)}`).join(', ')}`);
        for (const { turn, stands, side } of found) {
            expect(stands, side).to.equal(true);
            expect(turn, side).to.be.below(boundOf(stage.source, TURN, TURN_REACHED));
        }
    });
}, STANDING);
