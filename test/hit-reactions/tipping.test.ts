import { expect } from 'chai';
import { Vec3, type GraphNode } from 'playcanvas';

import { findCharacter } from '../../scripts/rig/character';
import { furtherRig } from '../support/characters';
import { boneOf, CHEST, hit, onHitStage, STANDING, type HitSource, type HitStage } from '../support/hit-stage';

// A body that falls tips over its feet: they stay, legs give way late, hands go ahead of what comes down, and the head is the last.

/** Change of the whole body's velocity by the hit, m/s: 260 N s of a person; and the height of a person's hips, metres: others by the square root of theirs. */
const KNOCK = 260 / 70;
const HIPS = 0.95;
const PERSON = 1.75;

/** Height of the hips, of the whole height, of people of usual proportions: others sit down sooner or later. */
const GROWN = 0.4;

/** Seconds from lost balance to hips on the floor. */
const DOWN = [0.55, 0.9] as const;

/** Height over where they lie up to which hips and head are on the floor, of that on which they stand; and of a hand, of the whole height. */
const THERE = 0.1;
const TOUCHES = 0.08;

/** How far the feet over which it tips go until the hips are at half height, of the height: aside those of that side, the others are lifted. Hind feet of an animal. */
const SLIDES = 0.15;
const HIND = 0.18;

/** Seconds after a large head by which hands that reach hardly beyond it come down at most. */
const WITH = 0.1;

/** Speed with which a head comes down at most, m/s. */
const HEAD = 4.6;

/** An animal: seconds on fewer than two feet, height of a forefoot over the chest, of the whole height, and degrees by which the trunk is off its side. */
const ALONE = 0.2;
const ABOVE = 0.1;
const OFF = 30;

/** Height of a foot over where it stands up to which it carries, of the whole height. */
const CARRIES = 0.06;

/** How far up the chest of who was pushed back faces in the end, and down of who was pushed ahead: a height of its direction. */
const FACES = 0.5;

interface Seen { isGrown: boolean; faces: number; hips: number; head: number; hand: number; slides: number; stays: number; speed: number; alone: number; above: number; off: number }

function watch(stage: HitStage, degrees: number): Seen {
    stage.addFloor();
    const hero = stage.addHero({ getUpDelay: 60 });
    const { actor, hips } = hero;
    const rig = findCharacter(actor.model)!;
    const { nodes, space } = rig.skeleton;
    const height = rig.height * (space?.getWorldTransform().getScale().y ?? 1);
    const ends = (names: readonly ('leftFoot' | 'rightFoot' | 'leftHand' | 'rightHand')[]): GraphNode[] => names.map(name => nodes[rig.limbs[name]!.bones[2] ?? rig.limbs[name]!.bones.at(-1)!]);
    const feet = ends(['leftFoot', 'rightFoot']), hands = ends(['leftHand', 'rightHand']);
    const chest = boneOf(actor, CHEST), head = nodes[rig.bones.get('head')!];
    const [back, front] = [new Vec3(0, 1, 0), new Vec3(0, 0, 1)].map(way => chest.getRotation().clone().invert().transformVector(way));
    const heightsOf = (some: readonly GraphNode[]) => some.map(node => node.getPosition().y);
    const places = feet.map(foot => foot.getPosition().clone());
    const [stands, chestStands, ...low] = heightsOf([hips, chest, ...feet, ...hands]);
    const pace = Math.sqrt(stands / HIPS), angle = degrees * Math.PI / 180;
    hit(hero, CHEST, new Vec3(Math.sin(angle), 0, Math.cos(angle)).mulScalar(KNOCK * Math.sqrt(height / PERSON) * actor.ragdoll.totalMass));
    const seen: { hips: number; head: number; hand: number; ways: number[]; falls: boolean; trunk: number; legs: number; above: number }[] = [];
    stage.run(4, 60, () => {
        seen.push({
            hips: hips.getPosition().y, head: head.getPosition().y, hand: Math.min(...heightsOf(hands)),
            ways: feet.map((foot, i) => Math.hypot(foot.getPosition().x - places[i].x, foot.getPosition().z - places[i].z) / height),
            falls: hero.states.includes('falling'), trunk: Math.min(chest.getPosition().y / chestStands, hips.getPosition().y / stands),
            legs: heightsOf([...feet, ...hands]).filter((y, i) => y - low[i] < CARRIES * height).length,
            above: (Math.max(...heightsOf(hands)) - chest.getPosition().y) / height
        });
    });
    expect(hero.states).to.include('falling');
    const lost = seen.findIndex(({ falls }) => falls);
    const after = (is: (one: typeof seen[number]) => boolean) => (seen.findIndex(is) - lost) / 60 / pace;
    const down = (of: 'hips' | 'head') => after(one => one[of] < seen.at(-1)![of] + THERE * seen[0][of]);
    const half = seen.findIndex(one => one.hips < Math.max(0.5 * stands, 1.2 * seen.at(-1)!.hips));
    const ways = feet.map((_, i) => Math.max(...seen.slice(0, half).map(one => one.ways[i])));
    return {
        isGrown: stands > GROWN * height, faces: chest.getRotation().transformVector(front).y, hips: down('hips'), head: down('head'), hand: after(({ hand }) => hand < TOUCHES * height), slides: Math.max(...ways), stays: Math.min(...ways),
        speed: Math.max(...seen.map(({ head: y }, i) => (i > lost ? 60 * (seen[i - 1].head - y) : 0))) / Math.sqrt(height / PERSON),
        alone: seen.slice(0, seen.findIndex(({ trunk }) => trunk < 0.5)).filter(({ legs }) => legs < 2).length / 60 / pace,
        above: Math.max(...seen.map(({ above }) => above)),
        off: Math.abs(90 - 180 / Math.PI * Math.acos(Math.max(-1, Math.min(1, chest.getRotation().transformVector(back).y))))
    };
}

function watchAll(stage: HitStage, sides: readonly number[]): Seen[] {
    return sides.map((degrees) => {
        const seen = watch(stage, degrees);
        stage.clear();
        console.log(`      ${degrees} degrees: ${Object.entries(seen).map(([name, value]) => `${name} ${Number(value).toFixed(2)}`).join(', ')}`);
        return seen;
    });
}

const ANIMALS = /hound|Husky|Cow/;

const further = (name: string, clip: string): HitSource[] => (furtherRig(`${name}.glb`) ? [{ name, file: `${name}.glb`, clipFile: `${name}.glb`, clip }] : []);

onHitStage('a person who is knocked over', (stage) => {
    it('tips over feet that stay, with hands ahead and the head last', function () {
        this.timeout(120000);
        watchAll(stage, [0, 90, 180, 270]).forEach(({ isGrown, faces, hips, head, hand, slides, stays, speed }, side) => {
            if (isGrown) expect(hips).to.be.within(...DOWN).and.below(head);
            expect(side % 2 === 0 ? slides : stays).to.be.below(SLIDES);
            if (side % 2 === 0) expect((side - 1) * faces).to.be.above(FACES);
            expect(hand).to.be.below(isGrown ? head : head + WITH);
            expect(speed).to.be.below(HEAD);
        });
    });
}, STANDING.filter(({ name }) => !ANIMALS.test(name)));

onHitStage('an animal that is knocked over', (stage) => {
    it('tips over the feet of a side onto it, with no foreleg above its back', function () {
        this.timeout(120000);
        for (const { hips, stays, alone, above, off } of watchAll(stage, [90, 270])) {
            expect(hips).to.be.within(...DOWN);
            expect(stays).to.be.below(HIND);
            expect(alone).to.be.at.most(ALONE);
            expect(above).to.be.below(ABOVE);
            expect(off).to.be.below(OFF);
        }
    });
}, [...STANDING.filter(({ name }) => ANIMALS.test(name)), ...further('Cow', 'Idle')]);
