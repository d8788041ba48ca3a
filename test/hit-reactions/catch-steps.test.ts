import { expect } from 'chai';
import { Vec3, type Entity, type GraphNode } from 'playcanvas';

import { findCharacter } from '../../scripts/rig/character';
import { FULL, sampled } from '../support/characters';
import { segmentDistance } from '../support/geometry';
import { CHEST, hit, onHitStage, STANDING_MANNEQUIN, STANDING_XBOT, type HitSource, type HitStage } from '../support/hit-stage';
import { boundOf, type Reached } from '../support/reached';

// Pushes that are caught with steps: the character goes where the push leads, on feet that stand still while they stand.

const PERSON = 1.75;

/** Metres by which an ankle is above its height in the clip while its foot swings; and by which one that stands may drift. */
const SWINGS = 0.004;
const DRIFT = 0.015;

/** Speed of a foot in its clip below which it stands, m/s. */
const STANDS = 0.25;

/** Metres per second of a limb that is caught up with; the stiff shin of a walking robot at 144 Hz. */
const FASTEST = 9.5;
const FASTEST_REACHED: Reached = { RobotExpressive: 13.5 };

/** Seconds after which the trunk is back, and how far off it may be, metres. */
const BACK = 1.5;
const OFF = 0.03;

/** Metres by which the hips of who steps stay behind, as the trunk turns ahead: by its momentum, so by less on short legs. */
const HIPS = [0.005, 0.15] as const;

/** Seconds before it is down at which a fall is told. */
const FORETOLD = 0.2;

/** What is left of the distance that the clip keeps between the legs. */
const APART = 0.35;

interface Seen {
    stands: boolean; way: number; across: number; steps: number; drift: number; speed: number; told: number; trunk: number; legs: number; warning: number;
    /** Metres that the hips stay behind the body against the clip, the most of it. */
    behind: number;
}

interface Push { catchSteps?: number; degrees: number; impulse: number; rate?: number; clip?: string; seconds?: number }

const level = ({ x, z }: Vec3) => new Vec3(x, 0, z);

/** How fast the ground goes by under a character that walks on the spot, m/s: the speed of the lower foot. */
function walkingSpeed(stage: HitStage, feet: readonly GraphNode[]): Vec3 {
    const steps: Vec3[] = [];
    let before = feet.map(foot => foot.getPosition().clone());
    stage.run(1.2, 60, () => {
        const now = feet.map(foot => foot.getPosition().clone());
        const low = now[0].y < now[1].y ? 0 : 1;
        steps.push(now[low].clone().sub(before[low]));
        before = now;
    });
    const middle = (of: (step: Vec3) => number) => steps.map(of).sort((a, b) => a - b)[steps.length >> 1];
    return new Vec3(-60 * middle(({ x }) => x), 0, -60 * middle(({ z }) => z));
}

function watch(stage: HitStage, { catchSteps = 3, degrees, impulse, rate = 60, clip, seconds = 2.2 }: Push): Seen {
    const hero = stage.addHero({ catchSteps, getUpDelay: 60 }, clip);
    const { actor, twin, reactions } = hero;
    twin.model.reparent(stage.addEntity('twin'));
    const rig = findCharacter(actor.model)!;
    const metre = rig.height * (rig.skeleton.space?.getWorldTransform().getScale().y ?? 1) / PERSON;
    const same = (node: GraphNode) => twin.nodes[actor.nodes.indexOf(node as never)];
    const legs = ([rig.limbs.leftFoot!, rig.limbs.rightFoot!]).map(({ bones }) => bones.map(bone => rig.skeleton.nodes[bone]));
    const velocity = clip ? walkingSpeed(stage, legs.map(bones => bones.at(-1)!)) : new Vec3();
    const angle = degrees * Math.PI / 180;
    const direction = new Vec3(Math.sin(angle), 0, Math.cos(angle));
    const told = new Vec3();
    reactions.on('moved', (way: Vec3) => told.add(way));
    const chest = rig.skeleton.nodes[rig.spine.at(-1)!];
    const hips = rig.skeleton.nodes[rig.bones.get('hips')!];
    const height = hips.getPosition().y;
    const feet = legs.map(bones => bones.at(-1)!).map(node => ({
        node, before: node.getPosition().clone(), twin: same(node).getPosition().clone(), drift: new Vec3(), swings: false
    }));
    // shins: nothing of a leg is nearer to the other one than they are
    const shins = (of: (node: GraphNode) => GraphNode) => segmentDistance(...legs.flatMap(bones => bones.slice(-2).map(node => of(node).getPosition())) as [Vec3, Vec3, Vec3, Vec3]);
    let [fallsAt, downAt, apart, usual] = [Infinity, Infinity, Infinity, Infinity];
    hit(hero, CHEST, direction.clone().mulScalar(impulse));
    const found: Seen = { stands: true, way: 0, across: 0, steps: 0, drift: 0, speed: 0, told: 0, trunk: 0, legs: 0, warning: Infinity, behind: 0 };
    const start = level(actor.model.getPosition());
    const gone = new Vec3();
    for (let frame = 0; frame < seconds * rate; frame++) {
        for (const { model } of [actor, twin]) (model.parent as Entity).translate(velocity.clone().mulScalar(1 / rate));
        gone.add(velocity.clone().mulScalar(1 / rate));
        stage.step(1 / rate);
        const time = (frame + 1) / rate;
        for (const foot of feet) {
            const [now, own] = [foot.node.getPosition().clone(), same(foot.node).getPosition().clone()];
            const step = level(own.clone().sub(foot.twin));
            const swings = now.y - own.y > SWINGS * metre || rate * step.length() > STANDS * metre;
            if (swings && !foot.swings) found.steps++;
            if (swings) foot.drift.set(0, 0, 0);
            else foot.drift.add(level(now.clone().sub(foot.before))).sub(step);
            if (fallsAt === Infinity) found.drift = Math.max(found.drift, foot.drift.length() / metre);
            Object.assign(foot, { before: now, twin: own, swings });
        }
        for (const bone of actor.ragdoll.control.bones) found.speed = Math.max(found.speed, speedOf(bone, rate) / metre);
        if (reactions.state === 'falling') fallsAt = Math.min(fallsAt, time);
        if (hips.getPosition().y < 0.5 * height) downAt = Math.min(downAt, time);
        if (fallsAt === Infinity) {
            apart = Math.min(apart, shins(node => node));
            usual = Math.min(usual, shins(same));
        }
        const way = level(actor.model.getPosition()).sub(start).sub(gone);
        const off = (node: GraphNode) => node.getPosition().clone().sub(same(node).getPosition()).sub(way).dot(direction) / metre;
        if (fallsAt === Infinity) found.behind = Math.max(found.behind, -off(hips));
        if (time > BACK) found.trunk = Math.max(found.trunk, chest.getPosition().clone().sub(way).distance(same(chest).getPosition()) / metre);
    }
    before.clear();
    const way = level(actor.model.getPosition()).sub(start).sub(gone);
    found.stands = fallsAt === Infinity;
    found.warning = downAt - fallsAt;
    found.legs = apart / usual;
    found.way = way.dot(direction) / metre;
    found.across = way.clone().sub(direction.clone().mulScalar(way.dot(direction))).length() / metre;
    found.told = told.distance(way);
    actor.model.destroy();
    twin.model.destroy();
    return found;
}

const before = new Map<GraphNode, Vec3>();

function speedOf(bone: GraphNode, rate: number): number {
    const now = bone.getPosition().clone();
    const speed = rate * now.distance(before.get(bone) ?? now);
    before.set(bone, now);
    return speed;
}

/** Who is pushed, and how they walk. */
const PUSHED: readonly (HitSource & { walk: string })[] = [
    { ...STANDING_MANNEQUIN, walk: 'walk' },
    { ...STANDING_XBOT, walk: 'walk' },
    { name: 'Soldier', file: 'Soldier.glb', clipFile: 'Soldier.glb', clip: 'Idle', walk: 'Walk' },
    { name: 'Knight', file: 'Knight.glb', clipFile: 'Knight.glb', clip: 'Idle', walk: 'Walking_A' },
    { name: 'RobotExpressive', file: 'more/RobotExpressive.glb', clipFile: 'more/RobotExpressive.glb', clip: 'Idle', walk: 'Walking' },
    { name: 'Orc', file: 'Orc.glb', clipFile: 'Orc.glb', clip: 'Idle', walk: 'Walk' }
];

/** Numbers that are spread evenly, 0..1. */
const spread = (i: number) => (i * 0.618) % 1;

onHitStage('a push that is caught with steps', (stage) => {
    const { walk } = stage.source as typeof PUSHED[number];

    it('is stood through on feet that stand still, and leads where it pushes', function () {
        this.timeout(400000);
        stage.addFloor();
        const [count, walking] = [sampled(30, 2), sampled(10, 1)];
        const standing: Push[] = Array.from({ length: count }, (_, i) => ({ degrees: 135 * i + 90, impulse: 60 - 40 * spread(i), rate: [60, 30, 144][i % 3] }));
        const onTheWay: Push[] = Array.from({ length: walking }, (_, i) => ({ degrees: 135 * i + 90, impulse: 60 - 40 * spread(i), clip: walk, rate: [60, 30, 144][i % 3] }));
        const all = [...standing, ...onTheWay].map(push => ({ ...push, ...watch(stage, push) }));
        const stood = all.filter(({ stands }) => stands);
        const still = stood.filter(({ clip }) => !clip);
        const most = (value: (one: Seen) => number, of: readonly Seen[] = stood) => Math.max(...of.map(value));
        console.log(`      ${stood.length} of ${all.length} stand, ${most(({ steps }) => steps, still)} steps and ${most(({ way }) => way).toFixed(2)} m at most, drift ${(1000 * most(({ drift }) => drift)).toFixed(0)} mm, limb ${most(({ speed }) => speed).toFixed(1)} m/s, trunk ${(1000 * most(({ trunk }) => trunk)).toFixed(0)} mm, legs ${(-most(({ legs }) => -legs)).toFixed(2)} apart, hips ${still.map(({ behind }) => (1000 * behind).toFixed(0)).join(' ')} mm behind`);
        expect(stood.length / all.length).to.be.at.least(0.95);
        for (const { way, across, told } of stood) {
            expect(way).to.be.above(-0.01);
            expect(across).to.be.below(0.1);
            expect(told).to.be.below(1e-4);
        }
        expect(most(({ trunk }) => trunk), 'the trunk is back').to.be.below(OFF);
        expect(most(({ way }) => way)).to.be.below(1);
        if (FULL) expect(most(({ way }) => way)).to.be.above(0.05);
        expect(most(({ steps }) => steps, still)).to.be.at.most(3);
        expect(most(({ drift }) => drift), 'drift').to.be.below(DRIFT);
        expect(most(({ speed }) => speed)).to.be.below(boundOf(stage.source, FASTEST, FASTEST_REACHED));
        expect(-most(({ legs }) => -legs), 'legs').to.be.above(APART);
        for (const { steps, way, behind } of still) if (steps > 0 && way > 0.05) expect(behind).to.be.within(...HIPS);
    });

    it('or else is foretold, and no limb flies', function () {
        this.timeout(200000);
        stage.addFloor();
        const all = Array.from({ length: sampled(12, 1) }, (_, i) => watch(stage, { degrees: 45 * i, impulse: 60 + 40 * spread(i + 1), clip: i % 3 === 2 ? walk : undefined, seconds: 1.5 }));
        const fallen = all.filter(({ stands }) => !stands);
        console.log(`      ${fallen.length} of ${all.length} fall, told ${Math.min(...fallen.map(({ warning }) => warning)).toFixed(2)} s before, limb ${Math.max(...all.map(({ speed }) => speed)).toFixed(1)} m/s`);
        for (const { warning } of fallen) expect(warning).to.be.at.least(FORETOLD);
        for (const { speed } of all) expect(speed).to.be.below(FASTEST);
    });
}, PUSHED);

onHitStage('a push without steps', (stage) => {
    it('is swayed through in place', () => {
        stage.addFloor();
        const { way, steps } = watch(stage, { catchSteps: 0, degrees: 0, impulse: 40 });
        expect(way).to.equal(0);
        expect(steps).to.equal(0);
    });
});
