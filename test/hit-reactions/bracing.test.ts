import { expect } from 'chai';
import { Vec3, type GraphNode } from 'playcanvas';

import { findCharacter } from '../../scripts/rig/character';
import { sampled } from '../support/characters';
import { CHEST, hit, onHitStage, STANDING_MANNEQUIN, STANDING_XBOT, type HitStage } from '../support/hit-stage';

// What a falling body does: hands are at the ground before the head, the head is kept, and legs do not kick.

/** Newton seconds that go with the fall. */
const KNOCK = 60;

/** Heights over the floor of a person, metres: a hand that has arrived, a head that is about to hit, and how far an ankle is above the hips that kicks: one that lies is by up to 0.13. */
const HAND = 0.15;
const HEAD = 0.25;

/** Speed of a head that is kept against one that is not: both come down with a body that tips over its feet. */
const SPARED = 0.85;

const KICK = 0.15;

/** Share of falls in which a foot may. */
const KICKS = 0.05;

const PERSON = 1.75;

/** What a fall has shown: seconds until hand and head were down, the head's speed there, and how far a foot was above the hips once the body had touched the floor. */
interface Seen { hand: number; head: number; speed: number; kick: number }

function watch(stage: HitStage, bracing: number, degrees: number): Seen {
    const hero = stage.addHero({ bracing });
    const { actor, reactions } = hero;
    const rig = findCharacter(actor.model)!;
    const metre = rig.height * (rig.skeleton.space?.getWorldTransform().getScale().y ?? 1) / PERSON;
    const nodes = (roles: readonly string[]) => roles.map(role => rig.skeleton.nodes[rig.bones.get(role as never)!]);
    const [head, hips, ...ends] = nodes(['head', 'hips', 'leftHand', 'rightHand', 'leftFoot', 'rightFoot']);
    const [hands, feet] = [ends.slice(0, 2), ends.slice(2)];
    const height = (node: GraphNode) => node.getPosition().y / metre;
    const angle = degrees * Math.PI / 180;
    reactions.fall();
    hit(hero, CHEST, new Vec3(Math.sin(angle), 0, Math.cos(angle)).mulScalar(KNOCK));
    const found: Seen = { hand: Infinity, head: Infinity, speed: 0, kick: -Infinity };
    let [before, time, isDown] = [head.getPosition().clone(), 0, false];
    stage.run(2, 60, () => {
        time += 1 / 60;
        if (hands.some(hand => height(hand) < HAND)) found.hand = Math.min(found.hand, time);
        const now = head.getPosition().clone();
        if (height(head) < HEAD && found.head === Infinity) Object.assign(found, { head: time, speed: 60 * now.distance(before) / metre });
        before = now;
        isDown ||= [hips, head, ...hands].some(node => height(node) < HAND);
        if (isDown) found.kick = Math.max(found.kick, ...feet.map(foot => height(foot) - height(hips)));
    });
    actor.model.destroy();
    hero.twin.model.destroy();
    return found;
}

onHitStage('a falling body', (stage) => {
    it('has its hands at the ground before its head, keeps its head, and does not kick', function () {
        this.timeout(400000);
        stage.addFloor();
        const count = sampled(40, 6);
        // forwards and aside
        const angles = Array.from({ length: count }, (_, i) => 110 * (2 * i / (count - 1) - 1));
        const braced = angles.map(angle => watch(stage, 0.7, angle));
        const loose = angles.map(angle => watch(stage, 0, angle));
        const share = (all: readonly Seen[], holds: (seen: Seen) => boolean) => all.filter(holds).length / count;
        const mean = (all: readonly Seen[]) => all.reduce((sum, { speed }) => sum + speed, 0) / count;
        const first = ({ hand, head }: Seen) => hand < head || head === Infinity;
        console.log(`      hands first in ${100 * share(braced, first)} % (${100 * share(loose, first)} % without), head ${mean(braced).toFixed(2)} m/s (${mean(loose).toFixed(2)}), kicks ${100 * share(braced, ({ kick }) => kick > KICK)} % (${100 * share(loose, ({ kick }) => kick > KICK)} %)`);
        expect(share(braced, first)).to.be.at.least(0.8);
        expect(mean(braced) / mean(loose)).to.be.below(SPARED);
        // one of the few falls of a short run may be among those that do
        expect(share(braced, ({ kick }) => kick > KICK)).to.be.at.most(Math.max(1 / count, KICKS));
    });
}, [STANDING_MANNEQUIN, STANDING_XBOT]);
