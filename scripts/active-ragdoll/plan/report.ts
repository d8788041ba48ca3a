import { limitUse } from './joints';
import { cloudOf } from './plan';
import type { RagdollBuild } from './setup';
import type { Flat } from '../../core/math/flat-math';
import { PERSON_HEIGHT } from '../../core/math/scalars';
import { ENOUGH_POINTS, GROWTH, HELD, holdOf } from '../shapes/fit-shape';
import { writeOutwardness, type Shape } from '../shapes/shape';

// The report on a ragdoll: every rule of a good one that it breaks, bone by bone.

/** A rule: what a shape holds, what was guessed, masses that tear joints, clips beyond limits, joints that clips move. */
export type Rule = 'hold' | 'guess' | 'mass' | 'limit' | 'travel';

/** A rule that a ragdoll breaks. */
export interface Finding {
    readonly rule: Rule;
    /** Name of the bone. */
    readonly bone: string;
    /** The measured figure: a share, metres of travel, a ratio of masses, or parts of a limit. */
    readonly value: number;
    /** What is wrong, where, and how to mend it. */
    readonly sentence: string;
}

/** Largest ratio between the masses of neighbours, either way, before a joint shows it. */
const MOST_RATIO = 3;

/** Travel of a joint that can be seen, metres for a character of {@link PERSON_HEIGHT}. */
const SEEN_TRAVEL = 0.001;

/** Use of a limit that is rounding. */
const OVER_LIMIT = 1 + 1e-6;

/** Share of points that a shape holds when it is grown by the promised factor. */
function heldShare(shape: Shape, points: Flat): number {
    const out = new Float64Array(points.length / 3);
    writeOutwardness(out, shape, points);
    return out.filter(value => value <= GROWTH).length / out.length;
}

/** Finds every rule that a ragdoll breaks. */
export function checkRagdoll(build: RagdollBuild): Finding[] {
    return [...checkShapes(build), ...checkMasses(build), ...checkJoints(build)];
}

function checkShapes({ plans, shapes }: RagdollBuild): Finding[] {
    return plans.flatMap((plan, i): Finding[] => {
        const { name, points } = plan;
        const cloud = cloudOf(plan, ENOUGH_POINTS);
        if (cloud.length === 0) {
            const value = points.length / 3;
            const sentence = `${name} holds ${value} vertices, so its shape is guessed. Look at it, and set its radius and length if it is wrong.`;
            return [{ rule: 'guess', bone: name, value, sentence }];
        }
        if (holdOf(shapes[i], cloud) <= GROWTH) return [];
        const value = Math.min(...cloud.map(set => heldShare(shapes[i], set)));
        const sentence = `${name} holds ${percent(value)} of its vertices within ${GROWTH} radii, less than ${percent(HELD)}. ` +
            'Set its radius, its length or another shape.';
        return [{ rule: 'hold', bone: name, value, sentence }];
    });
}

function checkMasses({ settings }: RagdollBuild): Finding[] {
    const { bodies } = settings;
    return bodies.flatMap(({ name, mass, parent }): Finding[] => {
        if (parent < 0) return [];
        const above = bodies[parent];
        const value = Math.max(mass / above.mass, above.mass / mass);
        if (value <= MOST_RATIO) return [];
        const sentence = `${name} weighs ${mass.toFixed(2)} kg and ${above.name} ${above.mass.toFixed(2)} kg, ${value.toFixed(1)} to 1: ` +
            `their joint tears in hard hits. Set the mass preset to stable, or their masses within ${MOST_RATIO} to 1.`;
        return [{ rule: 'mass', bone: name, value, sentence }];
    });
}

function checkJoints({ settings, plans, motions, height }: RagdollBuild): Finding[] {
    return settings.bodies.flatMap(({ name, joint, parent }, i): Finding[] => {
        if (!joint) return [];
        const findings: Finding[] = [];
        for (const motion of motions) {
            const value = limitUse(joint, i, motion);
            if (value <= OVER_LIMIT) continue;
            const sentence = `the clip "${motion.name}" turns ${name} to ${percent(value)} of its limits. Set larger limits, or 0 to have them widened.`;
            findings.push({ rule: 'limit', bone: name, value, sentence });
        }
        if (joint.travel > SEEN_TRAVEL * height / PERSON_HEIGHT) {
            const sentence = `clips move ${name} by up to ${millimetres(joint.travel)} against ${plans[parent].name}, so its joint follows the animation. ` +
                'Give the bones between them a body, or expect the joint to open that far where it cannot follow.';
            findings.push({ rule: 'travel', bone: name, value: joint.travel, sentence });
        }
        return findings;
    });
}

function percent(share: number): string {
    return `${Math.round(100 * share)} %`;
}

function millimetres(length: number): string {
    return `${(1000 * length).toFixed(1)} mm`;
}
