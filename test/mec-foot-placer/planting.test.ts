import { expect } from 'chai';
import { Entity, Quat, ScriptType, Vec3 } from 'playcanvas';

import { sampled } from '../support/characters';
import { FRAME, onEachBiped } from '../support/foot-stage';
import { headingBetween, Walk, Worst } from '../support/foot-walk';
import { seededRandom } from '../support/geometry';
import { boundOf, type Reached } from '../support/reached';
import { scene, box, slope, type Scenery } from '../support/scenery';
import { Slip } from '../support/slip';
import { catchWarnings } from '../support/warnings';

/** Goals: what a planted foot may drift, millimetres on a person and degrees. */
const DRIFT = 2.1;
const TURN = 0.5;

/** Drift that is reached on a ground: a foot whose heel is lifted further than the clip has it stands on other points than the clip's. */
const REACHED_DRIFT: Record<string, Reached> = {
    '20 degrees uphill': { mannequin: 4.4 },
    '40 degrees across': { mannequin: 2.6, Xbot: 2.9 },
    '40 degrees downhill': { mannequin: 3.8 }
};

/** The same at a pace that is not the clip's: the roll of the foot is the clip's, the way is not. */
const PACED_DRIFT = 6.8;

/** Share of the frames in which a foot is planted, at least. */
const PLANTED = 0.4;

/** Extension at which a foot slides or lags because nothing else is left. */
const AT_LIMIT = 0.9985;

const GROUNDS: [string, () => Scenery & { normal?: Vec3 }][] = [
    ['level ground', () => slope(0)], ['20 degrees uphill', () => slope(20)], ['20 degrees downhill', () => slope(20, 180)],
    ['40 degrees across', () => slope(40, 90)], ['40 degrees downhill', () => slope(40, 180)]
];

onEachBiped('a planted foot', (stage) => {
    catchWarnings();

    /** Drift and turn of the feet of a walk in their stances, where the legs reach. */
    function measure(walk: Walk, normal: Vec3, seconds: number) {
        const drift = new Worst(), turn = new Worst();
        const slips = new Map(stage.feet.map(id => [id, new Slip()]));
        const headings = new Map<string, Vec3>();
        let [planted, frames, reached] = [0, 0, 0];
        const heightOf = (points: Float64Array, v: number) => walk.scenery.distanceTo(points[3 * v], points[3 * v + 1], points[3 * v + 2]);
        walk.run(seconds, () => {
            for (const id of stage.feet) {
                frames++;
                const foot = walk.foot(id), slip = slips.get(id)!;
                if (!foot.isPlanted || walk.atSeam || foot.extension > Math.max(AT_LIMIT, foot.twinExtension - 2e-4)) {
                    if (foot.isPlanted) planted++;
                    slip.lift();
                    headings.delete(id);
                    continue;
                }
                planted++;
                reached++;
                const { heading } = walk.turned(id);
                const forward = heading.clone();
                if (!headings.has(id)) headings.set(id, forward);
                slip.follow(walk.hero.sole(id).points, heightOf, normal, stage.size);
                const note = `${id} at ${walk.twin.time.toFixed(3)} s, extended ${foot.extension.toFixed(3)} of ${foot.twinExtension.toFixed(3)}`;
                drift.see(1000 * slip.way.length() / stage.size, note);
                turn.see(headingOfStance(walk, id, headings), note);
            }
        });
        return { drift, turn, planted: planted / frames, reached: reached / planted };
    }

    /** Turn of the hero's foot about the ground since it was planted: that of the twin's is taken away by planting. */
    function headingOfStance(walk: Walk, id: string, headings: Map<string, Vec3>): number {
        const now = walk.turned(id).heading;
        return headingBetween(now, headings.get(id)!, (walk.scenery as { normal?: Vec3 }).normal ?? Vec3.UP);
    }

    for (const [name, make] of GROUNDS) {
        it(`stays where it stands on ${name}`, function () {
            const ground = make();
            const walk = new Walk(stage, ground, { settings: { adjustPelvisVertically: true, dampPelvis: true } });
            walk.run(1);
            const { drift, turn, planted, reached } = measure(walk, ground.normal!, sampled(2.2, 1.6) * stage.clip('walk').duration);
            this.test!.title += ` (${drift.value.toFixed(1)} mm, ${turn.value.toFixed(2)} degrees; planted ${planted.toFixed(2)}, reached ${reached.toFixed(2)})`;
            expect(planted).to.be.above(PLANTED);
            expect(drift.value, drift.note).to.be.at.most(boundOf(stage, DRIFT, REACHED_DRIFT[name]));
            expect(turn.value, turn.note).to.be.at.most(TURN);
        });
    }

    it('stays while the character walks 10 percent faster and slower than its clip', function () {
        const drift = new Worst();
        for (const share of [0.9, 1.1]) {
            const walk = new Walk(stage, slope(0), { settings: { adjustPelvisVertically: true }, share });
            walk.run(1);
            const found = measure(walk, Vec3.UP, 2 * stage.clip('walk').duration);
            drift.see(found.drift.value, `${share}: ${found.drift.note}`);
            stage.clear();
        }
        this.test!.title += ` (${drift.value.toFixed(1)} mm)`;
        expect(drift.value, drift.note).to.be.at.most(PACED_DRIFT);
    });

    it('stays while the character turns as it walks, and does not turn with it', function () {
        const drift = new Worst(), turn = new Worst();
        for (const turning of [-30, 30]) {
            const walk = new Walk(stage, slope(0), { settings: { adjustPelvisVertically: true }, turning });
            walk.run(1);
            const found = measure(walk, Vec3.UP, 2 * stage.clip('walk').duration);
            drift.see(found.drift.value, `${turning}: ${found.drift.note}`);
            turn.see(found.turn.value, `${turning}: ${found.turn.note}`);
            expect(found.planted).to.be.above(PLANTED);
            stage.clear();
        }
        this.test!.title += ` (${drift.value.toFixed(1)} mm, ${turn.value.toFixed(2)} degrees)`;
        expect(drift.value, drift.note).to.be.at.most(DRIFT);
        expect(turn.value, turn.note).to.be.at.most(TURN);
    });

    it('is planted and let go once in a stance, with 3 mm and 1 degree of noise too', function () {
        const count = (noise: boolean) => {
            const random = seededRandom(77);
            const walk = new Walk(stage, slope(10), { settings: { adjustPelvisVertically: true }, before: (hero) => {
                if (noise) addNoise(hero.model, stage.feet.map(id => hero.foot(id)), hero.bone('hips'), random, stage.size);
            } });
            walk.run(0.6);
            const from = walk.events.length;
            const strides = 6;
            walk.run(strides * stage.clip('walk').duration);
            return (walk.events.length - from) / (2 * stage.feet.length * strides);
        };
        const [still, shaken] = [count(false), count(true)];
        this.test!.title += ` (${still.toFixed(2)}, ${shaken.toFixed(2)} times)`;
        expect(still).to.be.within(0.85, 1.1);
        expect(shaken).to.be.within(0.85, 1.1);
    });

    it('without a clip to look at is planted and let go once in a stance, with noise too', function () {
        for (const noise of [false, true]) {
            const random = seededRandom(78);
            const leader = stage.add().play('walk');
            const hero = stage.add();
            hero.model.addComponent('script');
            addPuppet(hero.model, () => {
                hero.nodes.forEach((node, i) => {
                    if (i === 0) return;
                    node.setLocalRotation(leader.nodes[i].getLocalRotation());
                    node.setLocalPosition(leader.nodes[i].getLocalPosition());
                });
            });
            if (noise) addNoise(hero.model, stage.feet.map(id => hero.foot(id)), hero.bone('hips'), random, stage.size);
            let events = 0;
            const placer = hero.place({ adjustPelvisVertically: true }, slope(0).ground);
            placer.on('foot:plant', () => { events++; });
            placer.on('foot:release', () => { events++; });
            const frames = Math.round(6 * stage.clip('walk').duration / FRAME);
            for (let i = 0; i < frames + 40; i++) {
                if (i === 40) events = 0;
                const z = stage.speedOf('walk') * i * FRAME;
                leader.holder.setPosition(0, 0, z);
                hero.holder.setPosition(0, 0, z);
                stage.step();
            }
            const changes = events / (2 * stage.feet.length * 6);
            this.test!.title += ` (${changes.toFixed(2)} times)`;
            expect(changes, noise ? 'with noise' : 'without noise').to.be.within(0.8, 1.2);
            stage.clear();
        }
    });

    it('follows the height of the ground while it is planted', () => {
        let height = 0;
        const ground = slope(0);
        const hero = stage.add();
        const moved = { version: 0, cast: (hit: never, ray: Float64Array) => {
            const lowered = Float64Array.from(ray);
            lowered[1] -= height;
            const met = ground.ground.cast(hit, lowered);
            (hit as { point: Float64Array }).point[1] += height;
            return met;
        } };
        hero.place({ adjustPelvisVertically: true }, moved);
        for (let i = 0; i < 60; i++) stage.step();
        const before = stage.feet.map(id => hero.foot(id).getPosition().clone());
        height = 0.05 * stage.size;
        moved.version++;
        for (let i = 0; i < 60; i++) stage.step();
        stage.feet.forEach((id, i) => {
            const now = hero.foot(id).getPosition();
            expect(now.y - before[i].y).to.be.closeTo(height, 0.001);
            expect(Math.hypot(now.x - before[i].x, now.z - before[i].z)).to.be.below(DRIFT / 1000);
        });
    });

    it('that was let go comes back to its animation in the transition time, without a jump', function () {
        const walk = new Walk(stage, slope(0), { settings: { adjustPelvisVertically: true }, share: 0.9 });
        walk.run(1);
        const jump = new Worst();
        const before = new Map<string, Vec3>();
        const since = new Map<string, number>();
        const left = new Worst();
        walk.run(3 * stage.clip('walk').duration, () => {
            for (const id of stage.feet) {
                const off = walk.hero.foot(id).getPosition().clone().sub(walk.twin.foot(id).getPosition());
                const last = before.get(id);
                if (last && !walk.atSeam && !walk.planted.has(id)) jump.see(1000 * off.clone().sub(last).length() / stage.size, `${id} at ${walk.twin.time.toFixed(3)}`);
                before.set(id, off);
                since.set(id, walk.planted.has(id) ? 0 : (since.get(id) ?? 0) + FRAME);
                if (since.get(id)! > 0.2 + FRAME) left.see(1000 * off.length() / stage.size, `${id} at ${walk.twin.time.toFixed(3)}`);
            }
        });
        this.test!.title += ` (${jump.value.toFixed(1)} mm a frame, ${left.value.toFixed(2)} mm left)`;
        expect(jump.value, jump.note).to.be.at.most(40);
        expect(left.value, left.note).to.be.at.most(3);
    });

    it('is let go by distance and by angle, and planted again when it is near', () => {
        for (const by of ['distance', 'angle'] as const) {
            stage.clear();
            const hero = stage.add();
            const placer = hero.place({}, slope(0).ground);
            placer.feet = placer.feet.map(row => ({ ...row, disablePlantFromDistance: 0.1, disablePlantFromAngle: 20, transitionTime: 0.1 })) as never;
            const released: number[] = [];
            for (let i = 0; i < 20; i++) stage.step();
            let amount = 0;
            const planted = new Set<string>();
            placer.on('foot:release', (id: string) => {
                if (id === 'leftFoot') released.push(amount);
                planted.delete(id);
            });
            placer.on('foot:plant', (id: string) => planted.add(id));
            for (let i = 0; i < 90 && released.length === 0; i++) {
                amount += by === 'distance' ? 0.003 : 0.5;
                if (by === 'distance') hero.holder.setPosition(0, 0, amount);
                else hero.holder.setEulerAngles(0, amount, 0);
                stage.step();
            }
            expect(released, by).to.have.length(1);
            // turned about the character, the foot goes aside too
            if (by === 'distance') expect(released[0]).to.be.closeTo(0.1, 0.004);
            else expect(released[0]).to.be.closeTo(20, 1);
            for (let i = 0; i < 40; i++) stage.step();
            expect(planted.has('leftFoot'), `planted again after ${by}`).to.equal(true);
        }
    });

    it('does not stand on the air beside a block whose side it meets', () => {
        const steps = scene([box([0, -0.5, 0], [10, 1, 10])]);
        const walk = new Walk(stage, steps, { clip: 'walk', rate: 0 });
        walk.run(0.5);
        for (const id of stage.feet) expect(walk.foot(id).lowest).to.be.above(-0.03 * stage.size);
    });
});

/** Puts a script with a task in postUpdate before the others of an entity. */
function addPuppet(model: Entity, task: () => void) {
    if (!model.script) model.addComponent('script');
    const Puppet = class extends ScriptType {
        postUpdate() {
            task();
        }
    };
    const name = `puppet${Math.floor(puppets++)}`;
    (Puppet as unknown as { __name: string; scriptName: string }).__name = name;
    (Puppet as unknown as { scriptName: string }).scriptName = name;
    model.script!.create(Puppet as never);
}

let puppets = 0;

/** Shakes the animation by 3 mm and 1 degree. */
function addNoise(model: Entity, feet: Entity[], hips: Entity, random: () => number, size: number) {
    addPuppet(model, () => {
        const scale = hips.parent!.getWorldTransform().getScale().x;
        const shake = new Vec3(random() - 0.5, random() - 0.5, random() - 0.5).mulScalar(2 * 0.003 * size / scale);
        hips.setLocalPosition(hips.getLocalPosition().clone().add(shake));
        for (const foot of feet) {
            const turn = new Quat().setFromEulerAngles(2 * random() - 1, 2 * random() - 1, 2 * random() - 1);
            foot.setLocalRotation(foot.getLocalRotation().clone().mul(turn));
        }
    });
}
