import { expect } from 'chai';
import { Quat, Vec3 } from 'playcanvas';

import { findCharacter } from '../../scripts/rig/character';
import { furtherRig, GNOME, MANNEQUIN, sampled } from '../support/characters';
import { seededRandom } from '../support/geometry';
import { CHEST, hit, onHitStage, STANDING_MANNEQUIN, STANDING_XBOT, type HitSource, type HitStage } from '../support/hit-stage';
import { ShownSkin } from '../support/shown-skin';
import { writeBelowNode } from '../support/turned-root';

// The hands of who falls, lies and gets up: they are not in the floor.

/** Metres of skin of hands and fingers below the floor. */
const SUNK = 0.02;

/** Newton seconds of a fall, from the least to the most. */
const KNOCK = [140, 350] as const;

/** Seconds of a fall with its get-up, and every so many frames are looked at. */
const TIME = 8;
const EVERY = 2;

/** Depth of hands in the floor in a fall, metres, by state. */
function watch(stage: HitStage, random: () => number, rate: number): Record<string, number> {
    const hero = stage.addHero();
    const { actor, reactions } = hero;
    const rig = findCharacter(actor.model)!;
    const skin = new ShownSkin(rig);
    const { ends } = rig.skeleton;
    const hands = (['leftHand', 'rightHand'] as const).map(name => rig.limbs[name]!.bones.at(-1)!);
    const held = [...skin.skin.holders.keys()].filter(v => hands.some(hand => skin.skin.holders[v] >= hand && skin.skin.holders[v] < ends[hand]));
    const looked = held.filter((_, i) => i % Math.ceil(held.length / 600) === 0);
    const angle = 2 * Math.PI * random();
    reactions.fall();
    hit(hero, CHEST, new Vec3(Math.sin(angle), 0.6 * (random() - 0.3), Math.cos(angle)).mulScalar(KNOCK[0] + (KNOCK[1] - KNOCK[0]) * random()));
    const found: Record<string, number> = {};
    let frames = 0;
    stage.run(TIME, rate, () => {
        if (reactions.state === 'animated' || frames++ % EVERY !== 0) return;
        skin.update();
        for (const vertex of looked) found[reactions.state] = Math.max(found[reactions.state] ?? 0, -skin.place(vertex).y);
    });
    actor.model.destroy();
    hero.twin.model.destroy();
    return found;
}

/** The same character below a node that is moved and turned. */
async function below(source: HitSource, name: string, place: Vec3, turn?: Quat): Promise<HitSource[]> {
    const path = source.file === MANNEQUIN ? source.file : furtherRig(source.file);
    if (!path) return [];
    const file = await writeBelowNode(path, place, turn);
    return [{ ...source, name, file, clipFile: file }];
}

const like = (name: string, file: string, clip: string, clipFile = file): HitSource => ({ ...STANDING_XBOT, name, file, clipFile, clip });

const SOURCES = [
    STANDING_MANNEQUIN, STANDING_XBOT, like('gnome', GNOME, 'idle'), like('Soldier', 'Soldier.glb', 'Idle'), like('bitmoji', 'bitmoji.glb', '', 'bitmoji-idle.glb'),
    ...await below(STANDING_XBOT, 'Xbot below a node', new Vec3()), ...await below(STANDING_XBOT, 'Xbot aside', new Vec3(0.7, 0, 0.7)),
    ...await below(STANDING_XBOT, 'Xbot below a root that is turned, aside', new Vec3(1, 0, 0), new Quat().setFromEulerAngles(90, 0, 0))
];

onHitStage('hands of who falls, lies and gets up', (stage) => {
    it('are not in the floor', function () {
        this.timeout(200000);
        stage.addFloor();
        const random = seededRandom(11);
        const falls = Array.from({ length: sampled(12, 3) }, (_, i) => watch(stage, random, [60, 30, 144][i % 3]));
        const states = ['falling', 'settled', 'gettingUp'];
        const deepest = states.map(state => Math.max(...falls.map(fall => fall[state])));
        console.log(`      ${falls.length} falls: ${states.map((state, i) => `${state} ${(1000 * deepest[i]).toFixed(0)} mm`).join(', ')}`);
        expect(Math.max(...deepest)).to.be.below(SUNK);
    });
}, SOURCES);

/** Metres per second of a joint of who lies, in the frame in which the entity is put under the body. */
const LIES = 3;

/** Fastest joint in that frame, metres per second. */
function fastestOf(stage: HitStage, degrees: number): number {
    // joints are still tense then
    const hero = stage.addHero({ getUpDelay: 0, settleTime: 0.1, settleSpeed: 1 });
    const { actor, reactions } = hero;
    const angle = degrees * Math.PI / 180;
    reactions.fall();
    hit(hero, CHEST, new Vec3(Math.sin(angle), 0, Math.cos(angle)).mulScalar(KNOCK[0]));
    const places = () => actor.ragdoll.control.bones.map(bone => bone.getPosition().clone());
    let before = places(), state = reactions.state, fastest = 0;
    stage.run(TIME / 2, 60, () => {
        const now = places();
        if (state !== 'gettingUp' && reactions.state === 'gettingUp') fastest = Math.max(...now.map((place, i) => 60 * place.distance(before[i])));
        [before, state] = [now, reactions.state];
    });
    actor.model.destroy();
    hero.twin.model.destroy();
    return fastest;
}

onHitStage('the frame in which the entity is put under the body', (stage) => {
    it('moves no joint', () => {
        stage.addFloor();
        expect(Math.max(...[60, 150, 240].map(degrees => fastestOf(stage, degrees)))).to.be.within(1e-6, LIES);
    });
}, [STANDING_MANNEQUIN, ...await below(STANDING_MANNEQUIN, 'mannequin below a root that is turned, aside', new Vec3(1, 0, 0), new Quat().setFromEulerAngles(90, 0, 0))]);
