import { expect } from 'chai';
import { Vec3 } from 'playcanvas';

import { findCharacter } from '../../scripts/rig/character';
import { sampled } from '../support/characters';
import { boneOf, CHEST, hit, onHitStage, STANDING_XBOT, type HitStage } from '../support/hit-stage';

// Who lies between two sides is rolled by the physics to the one from which the clip gets up, before the clip has the body.

/** Newton seconds from the side, with the fall. */
const KNOCK = 90;

/** Degrees about its length by which a trunk is off the clip's first pose as it lies between two sides, and when the clip begins. */
const BETWEEN = [42, 70] as const;
const OFF = 30;

/** Metres per second of a joint on the way. */
const FASTEST = 6;

/** Frames that a body lies before it rolls. */
const LIES = 26;

interface Seen { before: number; after: number; fastest: number; stands: boolean; side: string }

const degrees = (radians: number) => radians * 180 / Math.PI;

/** Degrees by which a trunk is off another pose about its own length: the directions that are up in both, seen along the spine. */
function rolled(up: Vec3, goal: Vec3, along: Vec3): number {
    const flat = (v: Vec3) => v.clone().sub(along.clone().mulScalar(v.dot(along))).normalize();
    return degrees(Math.acos(Math.max(-1, Math.min(1, flat(up).dot(flat(goal))))));
}

function watch(stage: HitStage, angle: number): Seen {
    const hero = stage.addHero();
    const { actor, twin, reactions } = hero;
    const chest = boneOf(actor, CHEST);
    const same = twin.nodes[actor.nodes.indexOf(chest)];
    const rig = findCharacter(actor.model)!;
    const upOf = (bone: typeof chest) => bone.getRotation().clone().invert().transformVector(Vec3.UP);
    const head = rig.skeleton.nodes[rig.bones.get('head')!], hips = hero.hips;
    const alongOf = () => chest.getRotation().clone().invert().transformVector(head.getPosition().clone().sub(hips.getPosition()).normalize());
    reactions.fall();
    hit(hero, CHEST, new Vec3(Math.sin(angle), 0, Math.cos(angle)).mulScalar(KNOCK));
    const found: Seen = { before: NaN, after: NaN, fastest: 0, stands: false, side: '' };
    let lay = new Vec3(), lies = new Vec3(), along = new Vec3();
    let frames = 0;
    const places = () => actor.ragdoll.control.bones.map(bone => bone.getPosition().clone());
    let last = places();
    stage.run(12, 60, () => {
        if (reactions.state === 'settled') {
            if (frames++ < LIES) lay = upOf(chest);
            [lies, along] = [upOf(chest), alongOf()];
            found.fastest = Math.max(found.fastest, ...places().map((place, i) => 60 * place.distance(last[i])));
        }
        last = places();
        if (reactions.state !== 'gettingUp' || found.side !== '') return;
        const { clip } = (reactions as unknown as { sequence: { clip: { state: string; side: string; startTime: number } } }).sequence;
        found.side = clip.side;
        const { baseLayer } = twin.model.anim!;
        baseLayer!.transition(clip.state, 0);
        baseLayer!.activeStateCurrentTime = clip.startTime;
        stage.step(1e-6);
        const goal = upOf(same as typeof chest);
        Object.assign(found, { before: rolled(lay, goal, along), after: rolled(lies, goal, along) });
    });
    found.stands = reactions.state === 'animated';
    actor.model.destroy();
    twin.model.destroy();
    return found;
}

onHitStage('who lies between two sides', (stage) => {
    it('is rolled to the one from which its clip gets up', function () {
        this.timeout(200000);
        stage.addFloor();
        const count = sampled(12, 4);
        const found = Array.from({ length: count }, (_, i) => watch(stage, Math.PI / 2 + Math.PI * i + 0.4 * (i - count / 2) / count));
        console.log(`      ${found.map(({ side, before, after, fastest }) => `${before.toFixed(0)} → ${after.toFixed(0)} ${side} at ${fastest.toFixed(1)}`).join(', ')}`);
        for (const { stands, fastest } of found) {
            expect(stands).to.equal(true);
            expect(fastest).to.be.below(FASTEST);
        }
        const between = found.filter(({ before }) => before > BETWEEN[0] && before < BETWEEN[1]);
        expect(between).not.to.have.length(0);
        for (const { after } of between) expect(after).to.be.below(OFF);
    });
}, [STANDING_XBOT]);
