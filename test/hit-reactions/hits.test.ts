import { expect } from 'chai';
import { Vec3, type Entity } from 'playcanvas';

import { sampled } from '../support/characters';
import { seededRandom, turnBetween } from '../support/geometry';
import { hingesOf, shownBackwards, type Hinge } from '../support/hinges';
import { CHEST, FOREARM, FINE_STEP, hit, onHitStage, STANDING_HOUND, STANDING_MANNEQUIN, STANDING_XBOT, type Hero, type HitStage } from '../support/hit-stage';
import { itFull } from '../support/skip';

// Hits on who stays on his feet, against a twin that plays the same clip without scripts.

const SOURCES = [STANDING_MANNEQUIN, STANDING_XBOT];

/** Newton seconds. */
const LIGHT = 20;
const HEAVY = 80;

/** Gap of 99.9 % of the joints' frames, millimetres. Nothing of it is shown, as bones keep their lengths; a ball would pass. */
const USUAL = 64;

/** Most that a body is fast, metres a second; and the widest gap of a joint: a hit is one step's way at that speed before joints pull, millimetres. */
const FASTEST = 30;
const WIDEST = 1000 * FASTEST * FINE_STEP;

/** How far a hinge may be shown bent backwards, degrees: a clip's axis is not the hinge's to the degree. */
const BACKWARDS = 5;

const LEG = /UpLeg|Leg|Foot|Toe/;

/** Largest turn of a bone against the twin, in the world and as its parent has it, degrees. */
function deviation({ actor, twin }: Hero, isMeant: (name: string) => boolean = () => true): number {
    let largest = 0;
    actor.nodes.forEach((node, i) => {
        if (isMeant(node.name)) largest = Math.max(largest, turnBetween(node.getLocalRotation(), twin.nodes[i].getLocalRotation()));
    });
    return largest;
}

/** Seconds until no bone is off by more than two degrees any more, and until the character is told to be in its animation again. */
function timeBack(stage: { run(seconds: number, rate: number, each: () => void): void }, hero: Hero, seconds: number): { back: number; told: number } {
    let back = 0, told = NaN, time = 0;
    stage.run(seconds, 120, () => {
        time += 1 / 120;
        if (deviation(hero) > 2) back = time;
        if (hero.reactions.state !== 'animated') told = NaN;
        else if (Number.isNaN(told)) told = time;
    });
    return { back, told };
}

onHitStage('a light hit', (stage) => {
    it('leaves the legs alone, and is over in 0.6 s', () => {
        stage.addFloor();
        const hero = stage.addHero();
        hit(hero, FOREARM, new Vec3(0, 0, LIGHT));
        let legs = 0;
        stage.run(0.05, 60, () => { legs = Math.max(legs, deviation(hero, name => LEG.test(name))); });
        const { back, told } = timeBack(stage, hero, 1.5);
        legs = Math.max(legs, deviation(hero, name => LEG.test(name)));
        console.log(`      light: legs ${legs.toFixed(2)} degrees, back in ${(back + 0.05).toFixed(2)} s, told after ${(told + 0.05).toFixed(2)} s`);
        expect(legs).to.be.at.most(1);
        expect(back + 0.05).to.be.within(0.1, 0.6);
        expect(told - back).to.be.within(0, 0.6);
    });

    it('is felt also in the frame in which Active was switched off', () => {
        stage.addFloor();
        const hero = stage.addHero();
        hero.actor.ragdoll.active = true;
        stage.run(0.2);
        hero.actor.ragdoll.active = false;
        hit(hero, FOREARM, new Vec3(0, 0, LIGHT));
        let most = 0;
        stage.run(0.3, 60, () => { most = Math.max(most, deviation(hero)); });
        expect(most).to.be.above(5);
        expect(hero.states).to.include('reacting');
    });

    it('shows in the first frame that has a step, from the pose of the animation', () => {
        stage.addFloor();
        const hero = stage.addHero();
        const { actor, twin } = hero;
        hit(hero, FOREARM, new Vec3(0, 0, LIGHT));
        // a frame that has no step of the physics yet: the bodies are there
        stage.step(FINE_STEP / 8);
        expect(actor.ragdoll.control.bodies).to.not.equal(null);
        let distance = 0;
        actor.nodes.forEach((node, i) => {
            distance = Math.max(distance, node.getPosition().distance(twin.nodes[i].getPosition()));
        });
        console.log(`      hand-over: ${(1000 * distance).toFixed(3)} mm`);
        expect(distance).to.be.below(1e-3);
        stage.step(1 / 60);
        expect(deviation(hero)).to.be.above(0.5);
    });
}, SOURCES);

onHitStage('a heavy hit', (stage) => {
    for (const [name, direction] of [['from behind', new Vec3(0, 0, 1)], ['from the side', new Vec3(1, 0, 0)]] as const) {
        it(`${name}, is survived on one's feet, and over in 1.5 s`, () => {
            stage.addFloor();
            const hero = stage.addHero();
            hit(hero, CHEST, direction.clone().mulScalar(HEAVY));
            const { back, told } = timeBack(stage, hero, 3);
            console.log(`      heavy ${name}: back in ${back.toFixed(2)} s, told after ${told.toFixed(2)} s, ${hero.states.join(' ')}`);
            expect(hero.states).not.to.include('falling');
            expect(back).to.be.within(0.1, 1.5);
            expect(told).to.be.within(back, 1.75);
        });
    }

    it('of 30 N s on the chest lets no stance foot slip', () => {
        stage.addFloor();
        const hero = stage.addHero();
        const feet = hero.actor.nodes.filter(({ name }) => /Foot$/.test(name));
        expect(feet).to.have.length(2);
        let slip = 0;
        hit(hero, CHEST, new Vec3(0, 0, 30));
        stage.run(2, 60, () => {
            for (const foot of feet) {
                const twin = hero.twin.nodes[hero.actor.nodes.indexOf(foot)];
                const [a, b] = [foot.getPosition(), twin.getPosition()];
                slip = Math.max(slip, Math.hypot(a.x - b.x, a.z - b.z));
            }
        });
        console.log(`      slip: ${(1000 * slip).toFixed(1)} mm`);
        expect(slip).to.be.below(0.01);
    });
}, SOURCES);

/** Parts of a joint's points that are apart, metres. */
function gapsOf({ actor }: Hero): number[] {
    const { tree, state } = actor.ragdoll.control.bodies as unknown as { tree: { parents: number[]; anchors: number[]; parentAnchors: number[] }; state: { positions: number[]; rotations: number[] } };
    const at = (body: number, points: ArrayLike<number>, joint: number) => {
        const [x, y, z, w] = [0, 1, 2, 3].map(i => state.rotations[4 * body + i]);
        const p = new Vec3(points[3 * joint], points[3 * joint + 1], points[3 * joint + 2]);
        const u = new Vec3(x, y, z);
        const turned = p.clone().add(new Vec3().cross(u, p).mulScalar(2 * w)).add(new Vec3().cross(u, new Vec3().cross(u, p)).mulScalar(2));
        return turned.add(new Vec3(state.positions[3 * body], state.positions[3 * body + 1], state.positions[3 * body + 2]));
    };
    return Array.from(tree.parents, (parent, body) => (parent < 0 ? 0 : at(body, tree.anchors, body).distance(at(parent, tree.parentAnchors, body))));
}

/** Knees and elbows of a character, each as its own walk bends it and as a clip does that gets up: some turn the upper arm otherwise. */
function hingesLike(stage: HitStage, { actor }: Hero): Hinge[][] {
    const ofClips = ['walk', 'get-up'].map((clip) => {
        const other = stage.addHero({}, clip);
        const hinges = hingesOf(other.actor);
        const same = (bone: Entity) => actor.nodes[other.actor.nodes.indexOf(bone)];
        other.actor.model.destroy();
        other.twin.model.destroy();
        return hinges.map(hinge => ({ ...hinge, upper: same(hinge.upper), lower: same(hinge.lower) }));
    });
    return ofClips[0].map((_, i) => ofClips.map(hinges => hinges[i]));
}

onHitStage('random hits', (stage) => {
    for (const isLimp of [false, true]) {
        itFull(`keep bodies together, bones as long as they are, and hinges from bending backwards, ${isLimp ? 'limp' : 'recovering'}`, function () {
            this.timeout(600000);
            stage.addFloor();
            const hero = stage.addHero({ ...(isLimp ? { fallTension: 0, getUpDelay: 60 } : { knockOutDistance: 10, balance: false }) });
            const { actor, reactions } = hero;
            const hinges = hingesLike(stage, hero);
            const random = seededRandom(isLimp ? 7 : 5);
            const bones = actor.ragdoll.control.bones;
            if (isLimp) reactions.fall();
            const gaps: number[] = [];
            const lengths = actor.nodes.map(node => node.getLocalPosition().length());
            const most = { speed: 0, stretch: 0, backwards: 0 };
            const count = stage.source === STANDING_HOUND ? sampled(200, 60) : sampled(1000, 150);
            for (let i = 0; i < count; i++) {
                const bone = bones[Math.floor(random() * bones.length)];
                const direction = new Vec3(random() - 0.5, random() - 0.5, random() - 0.5).normalize();
                // where a ray meets it: what is shown of a joint that is far apart or bent is elsewhere
                const { position } = actor.ragdoll.getBoneState(bone as Entity) ?? { position: bone.getPosition().clone() };
                reactions.hit(bone as Entity, position, direction.mulScalar(150 * random()));
                stage.run(0.2, 60, () => {
                    const state = actor.ragdoll.control.bodies?.state;
                    if (!state) return;
                    for (let o = 0; o < state.linear.length; o += 3) most.speed = Math.max(most.speed, Math.hypot(state.linear[o], state.linear[o + 1], state.linear[o + 2]));
                    gaps.push(...gapsOf(hero));
                    most.backwards = Math.max(most.backwards, ...hinges.map(ofClips => Math.min(...ofClips.map(shownBackwards))));
                    expect(state.positions.every(Number.isFinite)).to.equal(true);
                    actor.nodes.forEach((node, k) => {
                        if (node !== hero.hips && node !== actor.model) most.stretch = Math.max(most.stretch, Math.abs(node.getLocalPosition().length() - lengths[k]) / Math.max(lengths[k], 1e-3));
                    });
                });
            }
            gaps.sort((a, b) => a - b);
            const [usual, widest] = [gaps[Math.floor(0.999 * gaps.length)], gaps[gaps.length - 1]].map(gap => 1000 * gap);
            console.log(`      ${count} hits: p99.9 ${usual.toFixed(0)} mm, max ${widest.toFixed(0)} mm, fastest ${most.speed.toFixed(1)} m/s, stretch ${most.stretch.toExponential(1)}, hinges backwards ${most.backwards.toFixed(1)} degrees`);
            // besides what the idle moves all of them by
            expect(most.speed).to.be.at.most(FASTEST + 0.05);
            expect(usual).to.be.at.most(USUAL);
            expect(widest).to.be.at.most(WIDEST);
            expect(most.stretch).to.be.below(1e-4);
            expect(most.backwards).to.be.at.most(BACKWARDS);
        });
    }
}, [...SOURCES, STANDING_HOUND]);
