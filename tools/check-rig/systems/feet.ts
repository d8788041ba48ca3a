import { Vec3 } from 'playcanvas';

import type { ClipContacts } from '../../../scripts/anim/contacts/contacts';
import { findCharacter } from '../../../scripts/rig/character';
import { measureFoot } from '../../../scripts/rig/foot-shape';
import { Slip } from '../../../test/support/slip';
import { measureSole } from '../../../test/support/sole';
import type { Character } from '../character';
import type { Clip } from '../clip';
import { feetOf } from '../feet-of';
import type { Figure } from '../figures';
import type { Listener } from '../listener';
import { FeetStand, levelAt, slopeAlong } from './feet-stand';

// How well mecFootPlacer works on a character, from the engine's world transforms after the frame and the vertices that are drawn. What
// the script says about itself is not asked, but for its sentences, when a foot is planted and whether it is down.

/** Slope on which every clip is walked, degrees, and its heading from the way of the character: pitch and roll at once. */
const SLOPE = 20;
const ASIDE = 45;

/** Level ground that is so much above what the character stands on: a share of its height, 5 cm of 1.75 m. */
const STEP = 0.03;

/** Seconds until everything has settled, and the longest part of a clip that is walked then. */
const SETTLE = 1;
const LONGEST = 2.5;

/** Share of a leg's length from which on it comes softly to full extension, and its foot lags behind; and rounding. */
const SOFT = 0.97;
const ROUNDING = 2e-4;

/** Largest extension of a leg that its clip has shorter. */
const LONGEST_LEG = 0.999;

/**
 * How deep a planted sole may go where the leg reaches, in a clip that runs, and under a heel that is lifted because the leg is too short; and how
 * far it may drift: millimetres. 2 mm is the goal of all.
 */
const DEEP = 2;
const DEEP_RUNNING = 10;
const DEEP_LIFTED = 15;
const DRIFT = 4;

/** Height of a sole over its floor from which on it hangs in the air, as a share of the character's: 10 cm of a person. */
const HANGING = 0.06;

/** Height of the person in metres for whom lengths are told: those of a giant are larger. */
const PERSON = 1.75;

/** Measures mecFootPlacer in every pose of the character in which its feet stand on the ground. */
export function measureFeet(character: Character, { progress, problem }: Listener): Figure[] {
    const sentences = new Set<string>();
    const hear = (stand: FeetStand) => stand.placer.problems().forEach(sentence => sentences.add(sentence));
    const figures: Figure[] = [];
    progress('rest pose, set-up');
    const { figure, stand: first } = measureSizes(character);
    hear(first);
    if (feetOf(character).length > 0) {
        figures.push(figure);
        figures.push(countStanding(character));
        for (const clip of character.groundedPoses) {
            const contacts = clip && character.kinds.get(clip)!.contacts;
            progress(`${clip?.name ?? 'rest pose'}, slope`);
            const slope = walkOnSlope(character, clip, contacts);
            hear(slope.stand);
            progress(`${clip?.name ?? 'rest pose'}, ankles`);
            const step = walkOnStep(character, clip, contacts);
            hear(step.stand);
            figures.push(...slope.figures, ...step.figures);
        }
    }
    sentences.forEach(problem);
    figures.unshift({ what: 'complaints of the script', pose: '', measured: sentences.size, bound: 'at most', limit: 0, unit: '' });
    character.clear();
    return figures;
}

/** The feet that come down to the ground at some time of some clip: one that hangs in the air strides there, but does not stand. */
function countStanding(character: Character): Figure {
    const { clips, kinds, scale } = character;
    const feet = feetOf(character);
    const { model } = character.add();
    const rig = findCharacter(model)!;
    // contacts are in the model's units
    const unit = model.getWorldTransform().getScale().x;
    const standing = feet.filter((id, i) => clips.some((clip) => {
        const { contacts } = kinds.get(clip)!;
        const { bones } = rig.limbs[id]!;
        const sole = scale * measureFoot(rig, bones[bones.length - 1]).height;
        return contacts?.feet[i].stances.some(({ place }) => {
            const joint = place.reduce((sum, value, axis) => sum + value * contacts.up[axis], 0) - contacts.floor;
            return unit * joint - sole < HANGING * character.height;
        });
    }));
    return {
        what: 'feet that stand in some clip', pose: '', measured: clips.length > 0 ? standing.length : null, bound: 'at least', limit: feet.length, unit: ''
    };
}

/** A stand, which may have sentences for the user, and the figures found there. */
interface Found { stand: FeetStand; figures: Figure[] }

/** Whether the sizes that the script takes for a foot are those of its vertices; a few frames, in which it says what it cannot work with. */
function measureSizes(character: Character): { figure: Figure; stand: FeetStand } {
    const { scale } = character;
    const stand = new FeetStand(character, null, levelAt(0), Vec3.ZERO, false, {});
    stand.run(0.1);
    const instance = character.add();
    const rig = findCharacter(instance.model)!;
    instance.standAsBound();
    let off: number | null = null;
    for (const id of feetOf(character)) {
        const { bones } = rig.limbs[id]!;
        const bone = bones[bones.length - 1];
        const shape = measureFoot(rig, bone);
        const [x, y, z] = shape.forward;
        const forward = rig.skeleton.space!.getRotation().transformVector(new Vec3(x, y, z), new Vec3());
        const sole = measureSole(instance.model, rig.skeleton.nodes[bone], Vec3.UP, forward, character.height);
        if (sole.count === 0) continue;
        const differences = [scale * shape.length - sole.length, scale * shape.halfWidth - sole.halfWidth, scale * shape.height - sole.depth];
        for (const difference of differences) off = Math.max(off ?? 0, Math.abs(difference));
    }
    return { stand, figure: { ...atMost(5, 'mm', 'foot sizes from those of the vertices', null, perPerson(character, off)), pose: '' } };
}

/** Velocity with which the character has to go so that the clip's feet stand. */
function paceOf(character: Character, contacts: ClipContacts | null): Vec3 {
    if (!contacts) return new Vec3();
    const [x, y, z] = contacts.groundVelocity;
    const velocity = character.add().model.getWorldTransform().transformVector(new Vec3(-x, -y, -z));
    velocity.y = 0;
    return velocity;
}

/** Seconds for which a clip is walked. */
function secondsOf(clip: Clip | null): number {
    return clip ? Math.min(LONGEST, 2 * clip.track.duration) : SETTLE / 2;
}

/** Soles and legs on a slope, the pelvis adjusted. */
function walkOnSlope(character: Character, clip: Clip | null, contacts: ClipContacts | null): Found {
    const floor = slopeAlong(aside(character.forward), SLOPE);
    const attributes = { adjustPelvisVertically: true, dampPelvis: true };
    const stand = new FeetStand(character, clip, floor, paceOf(character, contacts), true, attributes);
    const slips = new Map(stand.feet.map(id => [id, new Slip()]));
    const twinSlips = new Map(stand.feet.map(id => [id, new Slip()]));
    let deep: number | null = null, lifted: number | null = null, gap: number | null = null, drift: number | null = null, long: number | null = null;
    let broken = 0;
    stand.run(SETTLE);
    stand.run(secondsOf(clip), () => {
        if (!stand.actor.isFinite()) broken++;
        for (const id of stand.feet) {
            const slip = slips.get(id)!, twinSlip = twinSlips.get(id)!;
            const [own, animated] = stand.extensions(id);
            const [sole, twin] = stand.solesOf(id);
            long = Math.max(long ?? 0, own - Math.max(LONGEST_LEG, animated));
            if (!stand.planted.has(id) || sole.count === 0) {
                slip.lift();
                twinSlip.lift();
                continue;
            }
            if (stand.atSeam) twinSlip.lift();
            else twinSlip.follow(twin.points, heightOver, Vec3.UP, character.height / PERSON);
            const over = (vertices: readonly number[]) => lowest(vertices, v => stand.overFloor(sole.points, v));
            const clipOver = (vertices: readonly number[]) => lowest(vertices, v => twin.points[3 * v + 1]);
            const all = Array.from({ length: sole.count }, (_, v) => v);
            const depth = some(some(-over(all)) - some(-clipOver(all)));
            if (stand.reaches(id, twinSlip.way)) {
                deep = Math.max(deep ?? 0, depth);
                for (const end of [sole.heel, sole.toe]) if (end.length > 0) gap = Math.max(gap ?? 0, some(some(over(end)) - some(clipOver(end))));
            } else {
                lifted = Math.max(lifted ?? 0, depth);
            }
            if (stand.atSeam || own > Math.max(SOFT, animated) - ROUNDING) slip.lift();
            else if (slip.follow(sole.points, stand.overFloor, floor.normal, character.height / PERSON)) drift = Math.max(drift ?? 0, slip.way.length());
        }
    });
    return { stand, figures: [
        atMost(contacts && contacts.airTime > 0 ? DEEP_RUNNING : DEEP, 'mm', 'planted soles into a slope, beyond the clip', clip, perPerson(character, deep)),
        atMost(3, 'mm', 'planted soles over it, beyond the clip', clip, perPerson(character, gap)),
        atMost(DEEP_LIFTED, 'mm', 'soles into it, where the leg is too short', clip, perPerson(character, lifted)),
        atMost(DRIFT, 'mm', 'drift of planted soles', clip, perPerson(character, drift)),
        atMost(0.1, '%', 'legs beyond 99.9 % or the clip', clip, long === null ? null : 100 * some(long)),
        atMost(0, '', 'poses with what is no number', clip, broken)
    ] };
}

/** Ankles over level ground that is higher than what the character stands on, without planting. */
function walkOnStep(character: Character, clip: Clip | null, contacts: ClipContacts | null): Found {
    const stand = new FeetStand(character, clip, levelAt(STEP * character.height), paceOf(character, contacts), false, {});
    for (const id of stand.feet) stand.placer.setPlantBlendWeight(id, 0);
    let off: number | null = null;
    stand.run(SETTLE);
    stand.run(secondsOf(clip), () => {
        for (const id of stand.feet) {
            if (!stand.placer.isDown(id) || !stand.reaches(id)) continue;
            off = Math.max(off ?? 0, stand.legOf(stand.actor, id)[2].getPosition().distance(stand.wantedAnkle(id)));
        }
    });
    return { stand, figures: [atMost(0.5, 'mm', 'ankles from their place over a step, in reach', clip, perPerson(character, off))] };
}

/** The way of the character turned to the side on the level. */
function aside({ x, z }: Vec3): Vec3 {
    const [cosine, sine] = [Math.cos(ASIDE * Math.PI / 180), Math.sin(ASIDE * Math.PI / 180)];
    return new Vec3(x * cosine - z * sine, 0, x * sine + z * cosine).normalize();
}

function perPerson({ height }: Character, length: number | null): number | null {
    return length === null ? null : 1000 * length * PERSON / height;
}

function atMost(limit: number, unit: string, what: string, clip: Clip | null, measured: number | null): Figure {
    return { what, pose: clip?.name ?? 'rest pose', measured, bound: 'at most', limit, unit };
}

/** A depth or height, not less than none. */
function some(length: number): number {
    return Math.max(0, length);
}

/** Height of a vertex over the twin's floor. */
function heightOver(points: Float64Array, vertex: number): number {
    return points[3 * vertex + 1];
}

function lowest(vertices: readonly number[], heightOf: (vertex: number) => number): number {
    return vertices.reduce((least, v) => Math.min(least, heightOf(v)), Infinity);
}
