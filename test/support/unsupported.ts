import { expect } from 'chai';

/**
 * Characters on which a script does not support a motion. The script finds that out by what it measures on a body or a clip, never by a name: it tells
 * its user in a sentence, and does the simple thing. For all others one goal holds.
 */
export type Unsupported = readonly string[];

/**
 * Whether a character is one of them, after a look at what its script says: the sentence if it is, and else not.
 *
 * @param sentence - What is said of a motion that is not supported.
 * @param problems - What the script says.
 */
export function isUnsupported({ name }: { name: string }, unsupported: Unsupported, sentence: RegExp, problems: readonly string[]): boolean {
    const isListed = unsupported.includes(name);
    expect(problems.some(problem => sentence.test(problem)), `${name} is ${isListed ? 'not ' : ''}supported: ${problems.join(' ')}`).to.equal(isListed);
    return isListed;
}

/** What is said where feet stand so far apart that legs do not reach round. */
export const WIDE_FEET = /strides aside, backwards and in turns are not supported/;

/** What is said of animals whose feet are far from the middle about which they turn. */
export const FAR_FEET = /quick turns are not supported/;

/** What is said of legs that end without a foot. */
export const NO_FEET = /legs have no feet|legs are of one bone without a mark/;

/** What is said of arms that do not reach what their hands touch. */
export const SHORT_ARMS = /hands do not reach what they touch in/;

/** What is said of limbs that are built so differently that they turn faster than the source's. */
export const HASTY_LIMBS = /joints turn much faster than the source's in/;

/** What is said of legs that are led elsewhere in the air than the source's. */
export const ASTRAY_LEGS = /legs in the air point elsewhere than the source's in/;

/** What is said of legs that do not bring feet to where they stand. */
export const LOOSE_FEET = /feet do not stay where they stand in/;

/** What is said of models that are scaled otherwise along other axes, so that no length of them is known. */
export const UNEVEN_SCALE = /the scale above the bones differs from axis to axis/;
export const UNEVEN: Unsupported = ['ManBones.glb'];
