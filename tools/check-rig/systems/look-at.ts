import { Quat, Vec3, type Entity } from 'playcanvas';

import { turnBetween } from '../../../test/support/geometry';
import { nearestReached } from '../../../test/support/legs';
import type { Character } from '../character';
import type { Clip } from '../clip';
import type { Figure } from '../figures';
import type { Instance } from '../instance';
import type { Listener } from '../listener';
import { LookAtStand } from './look-at-stand';

// How well perfectLookAt works on a character, from the engine's world transforms after the frame. What the script says about itself
// is not asked, but for its sentences.

/** Moments at which each clip is measured. */
const MOMENTS = 48;

/** The whole trunk as two bones that turn up to 45 degrees each. */
const TRUNK = [{ boneName: 'spine', rotationLimit: 45 }, { boneName: 'hips', rotationLimit: 45 }];

/** Height of the person in metres for whom lengths are told: those of a giant are larger. */
const PERSON = 1.75;

const MILLIMETRES = 1000;

/** Frames of a target's way around the character: a minute. */
const MINUTE = 3600;

const SIDES = ['left', 'right'] as const;

/** A measure: its name for the progress, and what it finds in a pose. */
type Measure = [step: string, measure: (character: Character, clip: Clip | null) => Found];

/** A stand, which may have sentences for the user, and the figures found there. */
interface Found { stand: LookAtStand; figures: Figure[] }

const MEASURES: Measure[] = [
    ['gaze', measureGaze],
    ['limits', measureLimits],
    ['weight', measureWeight]
];

/** Measures perfectLookAt in every pose of the character. */
export function measureLookAt(character: Character, { progress, problem }: Listener): Figure[] {
    const sentences = new Set<string>();
    const run = (step: string, clip: Clip | null, measure: Measure[1]) => {
        progress(`${poseName(clip)}, ${step}`);
        const { stand, figures } = measure(character, clip);
        stand.look.problems().forEach(sentence => sentences.add(sentence));
        return figures;
    };
    const figures: Figure[] = [];
    run('set-up', null, tryOut);
    if (sentences.size === 0) {
        figures.push(...run('drift', null, measureDrift));
        for (const clip of character.poses) {
            for (const [step, measure] of MEASURES) figures.push(...run(step, clip, measure));
            if (character.groundedPoses.includes(clip)) figures.push(...run('feet', clip, measureFeet));
        }
    }
    sentences.forEach(problem);
    figures.unshift({ what: 'complaints of the script', pose: '', measured: sentences.size, bound: 'at most', limit: 0, unit: '' });
    character.clear();
    return figures;
}

function poseName(clip: Clip | null): string {
    return clip?.name ?? 'rest pose';
}

/** Brings both instances to each moment of the clip in turn. */
function atEachMoment(stand: LookAtStand, visit: (moment: number) => void) {
    for (let moment = 0; moment < MOMENTS; moment++) {
        stand.seek((moment + 0.5) / MOMENTS);
        visit(moment);
    }
}

/** Lets the script work for a few frames: it says what it cannot work with. */
function tryOut(character: Character, clip: Clip | null): Found {
    const stand = new LookAtStand(character, clip);
    stand.lookTo(stand.pointAround());
    return { stand, figures: [] };
}

/** How exactly the eye's ray meets targets that the chain can reach. */
function measureGaze(character: Character, clip: Clip | null): Found {
    const stand = new LookAtStand(character, clip);
    // how far a chain reaches is known where every bone turns about any axis
    stand.changeRows({ rotateAroundUpVectorWeight: 0 });
    let error = 0;
    atEachMoment(stand, () => {
        const point = stand.pointInReach();
        stand.lookTo(point);
        error = Math.max(error, stand.actor.gazeError(stand.bones[0], point));
    });
    return { stand, figures: [atMost(0.1, 'degrees', 'gaze from targets in reach', clip, error)] };
}

/** Whether bones keep their limits, linked bones follow, and everything stays a number, with targets anywhere and in awkward places. */
function measureLimits(character: Character, clip: Clip | null): Found {
    const stand = new LookAtStand(character, clip);
    let over = -Infinity;
    let apart: number | null = null;
    let broken = 0;
    atEachMoment(stand, (moment) => {
        const awkward = awkwardPoints(stand);
        stand.lookTo(moment % 2 === 0 ? stand.pointAround() : awkward[(moment >> 1) % awkward.length]);
        const { limits } = stand;
        stand.bones.forEach((bone, i) => { over = Math.max(over, stand.actor.swingOf(bone) - limits[i]); });
        for (const [bone, linked] of links(stand)) apart = Math.max(apart ?? 0, turnBetween(ownTurn(stand, bone), ownTurn(stand, linked)));
        broken += stand.actor.isFinite() ? 0 : 1;
    });
    return { stand, figures: [
        atMost(0.05, 'degrees', 'bones beyond limit or clip', clip, Math.max(0, over)),
        atMost(0.05, 'degrees', 'linked eye from the turn of the other', clip, apart),
        atMost(0, '', 'poses with what is no number', clip, broken)
    ] };
}

/** Whether the animation is left alone at weight 0. */
function measureWeight(character: Character, clip: Clip | null): Found {
    const stand = new LookAtStand(character, clip);
    const changed = new Set<number>();
    atEachMoment(stand, () => {
        stand.look.weight = 1;
        stand.lookTo(stand.pointAround());
        stand.look.weight = 0;
        character.step();
        const animated = stand.twin.rotations();
        stand.actor.rotations().forEach((rotation, i) => {
            if (!rotation.equals(animated[i])) changed.add(i);
        });
    });
    return { stand, figures: [atMost(0, '', 'bones that weight 0 changes', clip, changed.size)] };
}

/** Whether feet stay where the animation has them, or as near as the leg reaches, under hips that turn. */
function measureFeet(character: Character, clip: Clip | null): Found {
    const canTurn = SIDES.every(side => character.rig.legLengths[side] > 0) && ['spine', 'hips'].every(role => character.rig.bones.has(role as 'hips'));
    const stand = new LookAtStand(character, clip, canTurn ? TRUNK : []);
    let off: number | null = null;
    let turned: number | null = null;
    if (canTurn) {
        atEachMoment(stand, (moment) => {
            stand.lookTo(behind(stand, moment));
            for (const side of SIDES) {
                const [hip, knee, foot] = legOf(stand.actor, side);
                const animated = legOf(stand.twin, side)[2];
                const goal = nearestReached(animated.getPosition(), hip.getPosition(), span(hip, knee) + span(knee, foot));
                off = Math.max(off ?? 0, foot.getPosition().distance(goal));
                turned = Math.max(turned ?? 0, turnBetween(foot.getRotation(), animated.getRotation()));
            }
        });
    }
    const perPerson = off === null ? null : off * MILLIMETRES * PERSON / character.height;
    return { stand, figures: [
        atMost(1, 'mm', 'feet from their place, hips turned 45 degrees', clip, perPerson),
        atMost(0.2, 'degrees', 'feet from their rotation, hips turned 45 degrees', clip, turned)
    ] };
}

/** How far the pose of a character that nothing animates has moved after a target's way around it and back. */
function measureDrift(character: Character): Found {
    const stand = new LookAtStand(character, null);
    const home = stand.pointAround();
    stand.lookTo(home);
    const before = stand.actor.rotations();
    for (let frame = 0; frame < MINUTE; frame++) {
        const time = frame / 60;
        const way = new Vec3(Math.sin(0.7 * time), 0.5 * Math.sin(1.3 * time), Math.cos(0.31 * time));
        stand.target.setPosition(way.mulScalar(character.height).add(character.eyePoint));
        character.step();
    }
    stand.lookTo(home);
    const drift = stand.actor.rotations().reduce((most, rotation, i) => Math.max(most, turnBetween(rotation, before[i])), 0);
    return { stand, figures: [{ ...atMost(0.01, 'degrees', 'drift within a minute without a clip', null, drift), pose: '' }] };
}

function atMost(limit: number, unit: string, what: string, clip: Clip | null, measured: number | null): Figure {
    return { what, pose: poseName(clip), measured, bound: 'at most', limit, unit };
}

/** Points that have no direction, an ambiguous one or an extreme distance. */
function awkwardPoints({ character, actor, bones }: LookAtStand): Vec3[] {
    const { height, forward, up } = character;
    const eye = actor.eyeOf(bones[0]);
    const from = (direction: Vec3, distance: number) => direction.clone().mulScalar(distance * height).add(eye);
    return [
        eye, bones[bones.length - 1].getPosition().clone(), from(forward, -2), from(up, 2), from(up, -0.5), from(forward, 1e5), from(forward, 1e-6)
    ];
}

/** A point to the side and behind, so that the trunk turns as far as it can. */
function behind({ character }: LookAtStand, moment: number): Vec3 {
    const { height, forward, up, eyePoint } = character;
    const heading = (moment % 2 === 0 ? 1 : -1) * (110 + 50 * ((moment >> 1) % 6) / 5);
    const way = new Quat().setFromAxisAngle(up, heading).transformVector(forward, new Vec3()).mulScalar(2);
    return way.add(up.clone().mulScalar(moment % 3 - 1)).mulScalar(height).add(eyePoint);
}

/** Bones of the chain with those that take the same turn. */
function links({ look, bones }: LookAtStand): [Entity, Entity][] {
    return look.lookAtBones.flatMap((row, i) => row.linkedBones.map((linked): [Entity, Entity] => [bones[i], linked]));
}

/** The bone's own turn in world space, on top of what its ancestors have carried. */
function ownTurn(stand: LookAtStand, bone: Entity): Quat {
    const carried = bone.parent!.getRotation().clone().mul(stand.twinOf(bone).getLocalRotation());
    return bone.getRotation().clone().mul(carried.invert());
}

function legOf(instance: Instance, side: 'left' | 'right'): Entity[] {
    return (['Thigh', 'Shin', 'Foot'] as const).map(part => instance.bone(`${side}${part}`)!);
}

function span(a: Entity, b: Entity): number {
    return a.getPosition().distance(b.getPosition());
}
