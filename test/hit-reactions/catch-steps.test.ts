import { expect } from 'chai';
import { Vec3, type GraphNode } from 'playcanvas';

import { findCharacter } from '../../scripts/rig/character';
import { sampled } from '../support/characters';
import { CHEST, hit, onHitStage, STANDING_MANNEQUIN, STANDING_XBOT, type HitStage } from '../support/hit-stage';

// Pushes that are caught with steps: the character goes where the push leads, on feet that stand still while they stand.

const PERSON = 1.75;

/** Metres by which an ankle is above its height in the clip while its foot swings; and by which one that stands may drift. */
const SWINGS = 0.004;
const DRIFT = 0.015;

/** Metres per second of a foot that is caught up with. */
const FASTEST = 9;

interface Seen { stands: boolean; way: number; across: number; steps: number; drift: number; speed: number; told: number; trunk: number }

function watch(stage: HitStage, catchSteps: number, degrees: number, impulse: number, rate = 60): Seen {
    const hero = stage.addHero({ catchSteps, getUpDelay: 60 });
    const { actor, twin, reactions } = hero;
    const rig = findCharacter(actor.model)!;
    const metre = rig.height * (rig.skeleton.space?.getWorldTransform().getScale().y ?? 1) / PERSON;
    const angle = degrees * Math.PI / 180;
    const direction = new Vec3(Math.sin(angle), 0, Math.cos(angle));
    const told = new Vec3();
    reactions.on('moved', (way: Vec3) => told.add(way));
    const nodes = (['leftFoot', 'rightFoot'] as const).map(role => rig.skeleton.nodes[rig.bones.get(role)!]);
    const same = (node: GraphNode) => twin.nodes[actor.nodes.indexOf(node as never)];
    const chest = rig.skeleton.nodes[rig.spine.at(-1)!];
    const feet = nodes.map(node => ({ node, before: node.getPosition().clone(), stood: node.getPosition().clone(), swings: false }));
    hit(hero, CHEST, direction.clone().mulScalar(impulse));
    const found: Seen = { stands: true, way: 0, across: 0, steps: 0, drift: 0, speed: 0, told: 0, trunk: 0 };
    for (let frame = 0; frame < 2.5 * rate; frame++) {
        stage.step(1 / rate);
        for (const foot of feet) {
            const now = foot.node.getPosition().clone();
            const swings = now.y - same(foot.node).getPosition().y > SWINGS * metre;
            if (swings && !foot.swings) found.steps++;
            if (!swings && foot.swings) foot.stood = now.clone();
            if (!swings) found.drift = Math.max(found.drift, Math.hypot(now.x - foot.stood.x, now.z - foot.stood.z) / metre);
            found.speed = Math.max(found.speed, rate * now.distance(foot.before) / metre);
            Object.assign(foot, { before: now, swings });
        }
        if (reactions.state === 'falling') found.stands = false;
    }
    const way = actor.model.getPosition();
    found.way = way.dot(direction) / metre;
    found.across = way.clone().sub(direction.clone().mulScalar(way.dot(direction))).length() / metre;
    found.told = told.distance(way);
    found.trunk = chest.getPosition().clone().sub(way).distance(same(chest).getPosition()) / metre;
    actor.model.destroy();
    twin.model.destroy();
    return found;
}

onHitStage('a push that is caught with steps', (stage) => {
    it('is stood through on feet that stand still, and leads where it pushes', function () {
        this.timeout(400000);
        stage.addFloor();
        const count = sampled(200, 8);
        const seen = Array.from({ length: count }, (_, i) => watch(stage, 3, 45 * (i % 8), 20 + 40 * ((i * 0.618) % 1), [60, 30, 144][i % 3]));
        const standing = seen.filter(({ stands }) => stands);
        const most = (value: (one: Seen) => number) => Math.max(...standing.map(value));
        console.log(`      ${standing.length} of ${count} stand, ${most(({ steps }) => steps)} steps and ${most(({ way }) => way).toFixed(2)} m at most, drift ${(1000 * most(({ drift }) => drift)).toFixed(0)} mm, foot ${most(({ speed }) => speed).toFixed(1)} m/s`);
        expect(standing.length / count).to.be.at.least(0.95);
        for (const { way, across, told, trunk } of standing) {
            expect(way).to.be.above(-0.01);
            expect(across).to.be.below(0.1);
            expect(told).to.be.below(1e-6);
            expect(trunk, 'the trunk is back').to.be.below(0.03);
        }
        expect(most(({ way }) => way)).to.be.within(0.05, 1);
        expect(most(({ steps }) => steps)).to.be.within(1, 3);
        expect(most(({ drift }) => drift)).to.be.below(DRIFT);
        expect(most(({ speed }) => speed)).to.be.below(FASTEST);
    });

    it('without steps is swayed through in place', () => {
        stage.addFloor();
        const { way, steps } = watch(stage, 0, 0, 40);
        expect(way).to.equal(0);
        expect(steps).to.equal(0);
    });
}, [STANDING_MANNEQUIN, STANDING_XBOT]);
