import { expect } from 'chai';
import { Quat, Vec3, type Entity } from 'playcanvas';

import type { Role } from '../../scripts/index';
import { arcBetween } from '../support/chain';
import { sampled } from '../support/characters';
import { angleOf, seededRandom, turnBetween } from '../support/geometry';
import { legOf, nearestReached, type Leg } from '../support/legs';
import { onEachCharacter, type Actor, type LegRow, type LookAtRow, type LookAtStage } from '../support/look-at-stage';

/** Largest distance of a foot from where it shall be, metres. */
const MILLIMETRE = 0.001;

/** Largest turn of a foot, and of a knee's plane, degrees. */
const FOOT_TURN = 0.2;
const PLANE_TURN = 2;

/** Bend of a knee in degrees below which its plane is not to be measured. */
const STRAIGHT = 2;

const SIDES = ['left', 'right'] as const;

/** The whole trunk as two bones that turn up to 45 degrees each. */
const TRUNK: LookAtRow[] = [{ boneName: 'spine', rotationLimit: 45 }, { boneName: 'hips', rotationLimit: 45 }];

function legRow(role: Role, values: LegRow = {}): LegRow {
    return { boneName: role, ...values };
}

/** Where the body would carry a node that nothing stabilizes. */
function carriedBy(body: Role, node: Role, actor: Actor, twin: Actor) {
    const turn = actor.bone(body).getRotation().clone().mul(twin.bone(body).getRotation().clone().invert());
    const way = twin.bone(node).getPosition().clone().sub(twin.bone(body).getPosition());
    return {
        position: turn.transformVector(way, new Vec3()).add(actor.bone(body).getPosition()),
        rotation: turn.clone().mul(twin.bone(node).getRotation())
    };
}

/** Angle between the planes of two legs, the first one carried by the smallest turn of the line from hip to foot. */
function planeTurn(from: Leg, to: Leg): number | null {
    const parts = (leg: typeof from) => {
        const thigh = leg.knee.clone().sub(leg.hip);
        const shin = leg.foot.clone().sub(leg.knee);
        return { line: leg.foot.clone().sub(leg.hip), normal: new Vec3().cross(thigh, shin), bend: angleOf(thigh, shin) };
    };
    const [a, b] = [parts(from), parts(to)];
    if (a.bend < STRAIGHT || b.bend < STRAIGHT) return null;
    return angleOf(arcBetween(a.line, b.line).transformVector(a.normal, new Vec3()), b.normal);
}

/** An instance with the script and its twin. */
function stand(stage: LookAtStage, legStabilizers: LegRow[] = [], lookAtBones: LookAtRow[] = TRUNK) {
    const [actor, twin] = [stage.add(), stage.add()];
    const target = stage.addEntity();
    const look = actor.addLook({ targetObject: target, lookAtBones, legStabilizers });
    return { actor, twin, target, look };
}

/** Sets both to the same random time of a clip, and the target somewhere around the character. */
function arrange(stage: LookAtStage, random: () => number, target: Entity, ...actors: Actor[]) {
    const clip = stage.clips[Math.floor(random() * stage.clips.length)];
    const time = random() * stage.clip(clip).duration;
    for (const actor of actors) actor.play(clip).seek(time);
    const [heading, height] = [2 * Math.PI * random(), (2 * random() - 1) * 2];
    target.setPosition(stage.eyePoint.clone().add(new Vec3(4 * Math.sin(heading), height, 4 * Math.cos(heading))));
    stage.step();
}

onEachCharacter('leg stabilizers', (stage) => {
    it('keep feet where the animation has them, or as near as the leg reaches, with spine and pelvis turned 45 degrees', function () {
        const random = seededRandom(11);
        const { actor, twin, target } = stand(stage);
        const worst = { turned: 0, place: 0, turn: 0, plane: 0, beyond: 0, reached: 0, missed: 0 };
        for (let i = 0; i < sampled(200, 150); i++) {
            arrange(stage, random, target, actor, twin);
            worst.turned = Math.max(worst.turned, turnBetween(actor.bone('hips').getRotation(), twin.bone('hips').getRotation()));
            for (const side of SIDES) {
                const [leg, animated] = [legOf(actor, side), legOf(twin, side)];
                worst.turn = Math.max(worst.turn, turnBetween(leg.rotation, animated.rotation));
                worst.plane = Math.max(worst.plane, planeTurn(animated, leg) ?? 0);
                if (leg.hip.distance(animated.foot) <= leg.length) {
                    worst.reached++;
                    worst.place = Math.max(worst.place, leg.foot.distance(animated.foot));
                } else {
                    worst.missed++;
                    worst.beyond = Math.max(worst.beyond, leg.foot.distance(nearestReached(animated.foot, leg.hip, leg.length)));
                }
            }
        }
        const figures = [`foot ${(1000 * Math.max(worst.place, worst.beyond)).toFixed(4)} mm`, `${worst.turn.toFixed(4)} and knee plane ${worst.plane.toFixed(4)} degrees`];
        this.test!.title += ` (largest: ${figures.join(', ')})`;
        expect(worst.turned, 'turn of the pelvis').to.be.above(44);
        expect(worst.reached, 'legs that reach').to.be.above(20);
        expect(worst.missed, 'legs that do not').to.be.above(20);
        expect(worst.place, 'place within reach').to.be.below(MILLIMETRE);
        expect(worst.beyond, 'place out of reach').to.be.below(MILLIMETRE);
        expect(worst.turn, 'turn of the foot').to.be.below(FOOT_TURN);
        expect(worst.plane, 'plane of the knee').to.be.below(PLANE_TURN);
    });

    it('leave the foot half way at IK weight 0.5, alone at 0', () => {
        for (const ikWeight of [0.5, 0]) {
            const random = seededRandom(12);
            const { actor, twin, target } = stand(stage, SIDES.map(side => legRow(`${side}Foot`, { ikWeight })));
            for (let i = 0; i < sampled(100, 40); i++) {
                arrange(stage, random, target, actor, twin);
                for (const side of SIDES) {
                    const [leg, animated] = [legOf(actor, side), legOf(twin, side)];
                    const carried = carriedBy('hips', `${side}Foot`, actor, twin);
                    const goal = new Vec3().lerp(carried.position, animated.foot, ikWeight);
                    expect(leg.foot.distance(nearestReached(goal, leg.hip, leg.length))).to.be.below(MILLIMETRE);
                    const turned = new Quat().slerp(carried.rotation, animated.rotation, ikWeight);
                    expect(turnBetween(leg.rotation, turned)).to.be.below(FOOT_TURN);
                }
            }
        }
    });

    it('are filled in with foot, shin and thigh when a parent of the legs is in the chain, and not otherwise', () => {
        const { look, actor } = stand(stage);
        stage.step();
        expect(look.legStabilizers.map(row => row.footBone)).to.have.members([actor.bone('leftFoot'), actor.bone('rightFoot')]);
        expect(look.legStabilizers.map(row => row.bonesCount)).to.deep.equal([3, 3]);
        expect(stand(stage, [], [{ boneName: 'spine' }]).look.legStabilizers).to.have.length(0);
    });

    it('hold the toes through four bones counted upwards from them', () => {
        const random = seededRandom(13);
        const { actor, twin, target, look } = stand(stage, SIDES.map(side => legRow(`${side}Toes`, { bonesCount: 4 })));
        let reached = 0;
        for (let i = 0; i < sampled(100, 40); i++) {
            arrange(stage, random, target, actor, twin);
            expect(look.problems()).to.deep.equal([]);
            for (const side of SIDES) {
                const leg = legOf(actor, side);
                const toes = actor.bone(`${side}Toes`);
                const animated = twin.bone(`${side}Toes`);
                const length = leg.length + leg.foot.distance(toes.getPosition());
                const best = nearestReached(animated.getPosition(), leg.hip, length);
                if (best.equals(animated.getPosition())) reached++;
                expect(toes.getPosition().distance(best)).to.be.below(MILLIMETRE);
                expect(turnBetween(toes.getRotation(), animated.getRotation())).to.be.below(FOOT_TURN);
            }
        }
        expect(reached).to.be.above(20);
    });

    it('turn the shin alone with a count of two: the foot comes as near as the shin lets it', () => {
        const random = seededRandom(14);
        const { actor, twin, target } = stand(stage, SIDES.map(side => legRow(`${side}Foot`, { bonesCount: 2 })));
        for (let i = 0; i < 20; i++) {
            arrange(stage, random, target, actor, twin);
            for (const side of SIDES) {
                const [leg, animated] = [legOf(actor, side), legOf(twin, side)];
                const knee = carriedBy('hips', `${side}Shin`, actor, twin).position;
                expect(leg.knee.distance(knee)).to.be.below(MILLIMETRE);
                const way = animated.foot.clone().sub(knee).normalize().mulScalar(leg.knee.distance(leg.foot));
                expect(leg.foot.distance(way.add(knee))).to.be.below(MILLIMETRE);
                expect(turnBetween(leg.rotation, animated.rotation)).to.be.below(FOOT_TURN);
            }
        }
    });
});
