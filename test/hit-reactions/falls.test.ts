import { expect } from 'chai';
import { Quat, Vec3, type Entity } from 'playcanvas';

import { sampled } from '../support/characters';
import { seededRandom, turnBetween } from '../support/geometry';
import { boneOf, CHEST, hit, onHitStage, STANDING_HOUND, STANDING_MANNEQUIN, STANDING_XBOT, type Hero, type HitStage } from '../support/hit-stage';
import { itFull } from '../support/skip';

// Falls of all kinds: where they end, what gets up, and how the animation takes over again.

const MASS = 70;

/** What a fall has shown. */
interface Fall {
    /** Angle of the chest's front to the vertical within the plane across the body, degrees: 0 on the back, 180 on the belly, above 0 on the right. */
    angle: number;
    /** The clip that was chosen, and of those for its side the nearest by a search over all turns. */
    chosen: string;
    nearest: string;
    /** Way and turn of the pelvis in the frame of the switch, metres and degrees. */
    way: number;
    turn: number;
    /** Height of the lowest joint while it gets up, and of the entity, metres. */
    lowest: number;
    highest: number;
    entity: number;
    /** Seconds from true rest until it was found. */
    late: number;
    /** Largest step of a bone's angular velocity when the animation takes over, rad/s, and the seconds until it has. */
    step: number;
    back: number;
    stands: boolean;
}

/** The chest's front and left in the world. */
function chestAxes(stage: HitStage, { actor, twin }: Hero): { front: Vec3; left: Vec3 } {
    const chest = boneOf(actor, CHEST);
    const same = twin.nodes[actor.nodes.indexOf(chest)];
    // the twin stands and faces ahead
    const turned = chest.getRotation().clone().mul(same.getRotation().clone().invert());
    const isAnimal = stage.source.name === 'hound';
    return { front: turned.transformVector(isAnimal ? new Vec3(0, -1, 0) : new Vec3(0, 0, 1)), left: turned.transformVector(isAnimal ? new Vec3(1, 0, 0) : new Vec3(1, 0, 0)) };
}

/** Mean distance of joints from those of a clip's start, with the pelvis in one place, at the best of all turns about the vertical. */
function distanceTo(points: Vec3[], bones: Vec3[]): number {
    let least = Infinity;
    for (let degrees = 0; degrees < 360; degrees += 1) {
        const turn = new Quat().setFromEulerAngles(0, degrees, 0);
        const sum = points.reduce((total, point, i) => {
            const there = turn.transformVector(point.clone().sub(points[0])).add(bones[0]);
            return total + there.distance(bones[i]);
        }, 0);
        least = Math.min(least, sum / (points.length - 1));
    }
    return least;
}

type Chosen = { state: string; side: string; points: Float64Array };

/** What the script has found to get up with; the tests compare it, they do not use its choice. */
function partsOf(hero: Hero): { clips: readonly Chosen[]; chosen: () => Chosen } {
    const { sequence } = hero.reactions as unknown as { sequence: { parts: { getUp: { clips: readonly Chosen[] } }; clip: Chosen } };
    return { clips: sequence.parts.getUp.clips, chosen: () => sequence.clip };
}

/** Lets a character fall and get up, and measures it. */
function watchFall(stage: HitStage, hero: Hero, rate: number, seconds = 14): Fall {
    const { actor, reactions, hips } = hero;
    const found: Fall = {
        angle: NaN, chosen: '', nearest: '', way: 0, turn: 0, lowest: Infinity, highest: 0, entity: 0, late: NaN, step: 0, back: NaN, stands: false
    };
    const bones = [...actor.ragdoll.control.bones];
    let before = { state: reactions.state, place: hips.getPosition().clone(), rotation: hips.getRotation().clone() };
    let restless = 0;
    let time = 0;
    let over = NaN;
    const rotations = () => actor.nodes.map(node => node.getLocalRotation().clone());
    let [older, old] = [rotations(), rotations()];
    stage.run(seconds, rate, () => {
        time += 1 / rate;
        const { state } = reactions;
        const bodies = actor.ragdoll.control.bodies;
        // true rest: from then on the hips never move by more than a centimetre again
        if (bodies && state === 'falling' && (hips.getPosition().distance(before.place) > 0.18 / rate || turnBetween(hips.getRotation(), before.rotation) > 24 / rate)) restless = time;
        if (state === 'settled' && before.state === 'falling') found.late = time - restless;
        if (state === 'gettingUp' && before.state === 'settled') {
            const { front, left } = chestAxes(stage, hero);
            found.angle = Math.atan2(left.y, front.y) * 180 / Math.PI;
            const { clips, chosen } = partsOf(hero);
            found.chosen = chosen().state;
            const there = bones.map(bone => bone.getPosition().clone());
            const world = actor.model.getWorldTransform();
            const ofSide = clips.filter(({ side }) => side === chosen().side);
            const candidates = ofSide.length > 0 ? ofSide : clips;
            let least = Infinity;
            for (const clip of candidates) {
                const points = bones.map((_, i) => world.transformPoint(new Vec3(clip.points[3 * i], clip.points[3 * i + 1], clip.points[3 * i + 2])));
                const distance = distanceTo(points, there);
                if (distance >= least) continue;
                least = distance;
                found.nearest = clip.state;
            }
        }
        if (before.state === 'gettingUp' || state === 'gettingUp') {
            found.way = before.state === 'settled' || found.way === 0 ? Math.max(found.way, hips.getPosition().distance(before.place)) : found.way;
            found.turn = before.state === 'settled' || found.turn === 0 ? Math.max(found.turn, turnBetween(hips.getRotation(), before.rotation)) : found.turn;
        }
        if (state === 'gettingUp') {
            const lowest = Math.min(...bones.map(bone => bone.getPosition().y));
            found.lowest = Math.min(found.lowest, lowest);
            found.highest = Math.max(found.highest, lowest);
            found.entity = Math.max(found.entity, Math.abs(actor.model.getPosition().y));
        }
        const now = rotations();
        if (state === 'animated' && before.state === 'gettingUp') over = time;
        if (time - over < 0.55 && time - over >= 0) {
            now.forEach((rotation, i) => {
                if (actor.nodes[i] === actor.model) return;
                const speed = (a: Quat, b: Quat) => {
                    const turn = b.clone().mul(a.clone().invert());
                    const sign = Math.sign(turn.w || 1) * 2 * rate;
                    return new Vec3(turn.x, turn.y, turn.z).mulScalar(sign);
                };
                found.step = Math.max(found.step, speed(old[i], rotation).distance(speed(older[i], old[i])));
            });
        }
        [older, old] = [old, now];
        before = { state, place: hips.getPosition().clone(), rotation: hips.getRotation().clone() };
    });
    const twinHips = hero.twin.nodes[actor.nodes.indexOf(hips as Entity)];
    found.stands = reactions.state === 'animated' && Math.abs(hips.getPosition().y - twinHips.getPosition().y) < 0.05;
    return found;
}

/** How deep a joint may be below the floor while the character gets up, metres: as deep as one that is shown of who lies. */
const SUNK = 0.0225;

/** Seconds after which rest is found: joints that only damp let limbs sink for longer. */
const LATE = 0.65;

onHitStage('random falls', (stage) => {
    itFull('end on the side that is told, get up with the nearest clip, and stand', function () {
        this.timeout(600000);
        stage.addFloor();
        const random = seededRandom(11);
        const count = stage.source.name === 'mannequin' ? sampled(40, 6) : sampled(20, 6);
        const falls: Fall[] = [];
        for (let i = 0; i < count; i++) {
            const hero = stage.addHero();
            const angle = 2 * Math.PI * random();
            const impulse = new Vec3(Math.sin(angle), 0.6 * (random() - 0.3), Math.cos(angle)).mulScalar(MASS * (2 + 3 * random()));
            hero.reactions.fall();
            hit(hero, random() < 0.7 ? CHEST : ['hips'], impulse);
            falls.push(watchFall(stage, hero, [60, 30, 144][i % 3]));
            hero.actor.model.destroy();
            hero.twin.model.destroy();
        }
        const middle = falls.filter(({ angle }) => Math.abs(Math.abs(Math.abs(angle) - 90) - 45) > 10);
        const sideOf = (angle: number) => (Math.abs(angle) < 45 ? 'supine' : Math.abs(angle) > 135 ? 'prone' : angle > 0 ? 'right' : 'left');
        const right = middle.filter(({ angle, chosen }) => chosen.includes(sideOf(angle)) || (stage.source.name !== 'hound' && /left|right/.test(sideOf(angle))));
        const worst = (name: 'way' | 'turn' | 'entity' | 'late' | 'step' | 'highest') => Math.max(...falls.map(fall => fall[name]));
        console.log(`      ${count} falls: way ${(1000 * worst('way')).toFixed(2)} mm, turn ${worst('turn').toFixed(2)} degrees, rest found ${worst('late').toFixed(2)} s late, ` +
            `step ${worst('step').toFixed(2)} rad/s, entity ${(1000 * worst('entity')).toFixed(1)} mm, lowest joint ${Math.min(...falls.map(({ lowest }) => lowest)).toFixed(3)} to ${worst('highest').toFixed(3)} m`);
        expect(right.length).to.be.at.least(0.97 * middle.length);
        for (const fall of falls) {
            expect(fall.stands).to.equal(true);
            expect(fall.chosen).to.equal(fall.nearest);
        }
        expect(worst('way')).to.be.below(5e-3);
        expect(worst('turn')).to.be.below(1);
        expect(worst('entity')).to.be.below(1e-3);
        expect(worst('step')).to.be.below(2);
        expect(worst('late')).to.be.within(0, LATE);
        expect(-Math.min(...falls.map(({ lowest }) => lowest))).to.be.below(SUNK);
        expect(worst('highest')).to.be.below(0.25);
    });
}, [STANDING_MANNEQUIN, STANDING_XBOT, STANDING_HOUND]);

onHitStage('the top of a throw', (stage) => {
    for (const gravity of [-9.81, -3.7]) {
        it(`is no rest under a gravity of ${gravity}`, () => {
            const floor = stage.addFloor();
            expect(floor.rigidbody).not.to.equal(null);
            stage.app.systems.rigidbody!.gravity.set(0, gravity, 0);
            const hero = stage.addHero({ fallTension: 0 });
            hero.reactions.fall();
            hit(hero, ['hips'], new Vec3(0, 5 * MASS, 0));
            let highest = 0;
            let settledAt = NaN;
            stage.run(14, 60, () => {
                const { y } = hero.hips.getPosition();
                highest = Math.max(highest, y);
                if (Number.isNaN(settledAt) && hero.reactions.state === 'settled') settledAt = y;
            });
            stage.app.systems.rigidbody!.gravity.set(0, -9.81, 0);
            expect(highest).to.be.above(1.8);
            expect(settledAt).to.be.below(0.5);
        });
    }
});

onHitStage('shoves from all sides', (stage) => {
    itFull('that end on the ground were foretold, and walking foretells nothing', () => {
        stage.addFloor();
        let [fallen, foretold, alarms, standing] = [0, 0, 0, 0];
        const count = sampled(24, 8);
        for (let i = 0; i < count; i++) {
            // without steps, and a heavier shove with them
            const hero = stage.addHero({ getUpDelay: 60, catchSteps: i % 4 < 2 ? 0 : 3 });
            const height = hero.hips.getPosition().y;
            let toldAt = NaN, downAt = NaN, time = 0;
            hero.reactions.on('foretoldFall', () => { toldAt = time; });
            const angle = 2 * Math.PI * i / count;
            hit(hero, CHEST, new Vec3(Math.sin(angle), 0, Math.cos(angle)).mulScalar([40, 160, 40, 260][i % 4]));
            stage.run(2.5, 60, () => {
                time += 1 / 60;
                if (Number.isNaN(downAt) && hero.hips.getPosition().y < 0.5 * height) downAt = time;
            });
            if (downAt > 0) {
                fallen++;
                if (downAt - toldAt >= 0.2) foretold++;
            } else {
                standing++;
                if (toldAt > 0) alarms++;
            }
            hero.actor.model.destroy();
            hero.twin.model.destroy();
        }
        console.log(`      ${fallen} fell, ${foretold} foretold; ${standing} stood, ${alarms} false alarms`);
        expect(fallen).to.be.above(0.3 * count);
        expect(standing).to.be.above(0.3 * count);
        expect(foretold).to.be.at.least(0.9 * fallen);
        expect(alarms).to.be.at.most(0.05 * standing);
        const walker = stage.addHero({}, 'walk');
        let told = 0;
        walker.reactions.on('foretoldFall', () => told++);
        for (let i = 0; i < 5; i++) {
            hit(walker, ['leftForearm'], new Vec3(10, 0, 0));
            stage.run(1, 60, () => { walker.actor.model.parent!.translate(0, 0, 1.4 / 60); });
        }
        expect(told).to.equal(0);
    });
});

/** Falls that are compared, newton seconds ahead and aside; of three, so many end alike at all rates: what tumbles is a matter of the smallest differences. */
const COMPARED = [[60, 200], [120, 120], [-90, 150]] as const;
const ALIKE = 2;

onHitStage('frame rates', (stage) => {
    itFull('30, 60 and 144 Hz: falls end on the same side, near the same place', () => {
        stage.addFloor();
        const falls = COMPARED.map(([x, z]) => [30, 60, 144].map((rate) => {
            const hero = stage.addHero();
            hero.reactions.fall();
            hit(hero, CHEST, new Vec3(x, 0, z));
            let place = new Vec3();
            let side = '';
            for (let frame = 0; frame < 10 * rate && side === ''; frame++) {
                stage.step(1 / rate);
                if (hero.reactions.state === 'settled') place = hero.hips.getPosition().clone();
                if (hero.reactions.state === 'gettingUp') side = partsOf(hero).chosen().state;
            }
            hero.actor.model.destroy();
            hero.twin.model.destroy();
            return { place, side };
        }));
        for (const ends of falls) console.log(`      ends ${ends.map(({ place, side }) => `${side} ${place.x.toFixed(3)} ${place.z.toFixed(3)}`).join(', ')}`);
        const alike = falls.filter(ends => ends.every(({ side }) => side !== '' && side === ends[0].side));
        expect(alike).to.have.length.at.least(ALIKE);
        const apart = alike.map(ends => Math.max(...ends.map(({ place }) => place.distance(ends[0].place))));
        expect(Math.min(...apart)).to.be.below(0.5);
    });
});
