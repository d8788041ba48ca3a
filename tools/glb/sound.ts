import { checkCost, checkCounts } from './cost';
import { FileProblem, type Refuse } from './file-problem';
import type { Gltf } from './gltf';
import { checkNumbers } from './numbers';
import { checkReferences } from './references';
import { findMisshapen } from './shape';

// Refuses what no engine should be given: files that are huge or broken, that turn in circles, and whose numbers are none.

const refuser = (name: string): Refuse => (what, advice) => { throw new FileProblem(`"${name}" ${what}. ${advice}.`); };

/**
 * Checks that the head of a file can be read: nobody looks at any of it before.
 *
 * @param name - The file's name, for sentences.
 * @param gltf - Its JSON.
 * @throws {FileProblem} When it cannot.
 */
export function checkHead(name: string, gltf: Gltf): void {
    const refuse = refuser(name);
    checkCounts(gltf, refuse);
    const misshapen = findMisshapen(gltf);
    if (misshapen) refuse(`has a damaged head: ${misshapen}`, 'Export it again as glTF binary (.glb), version 2');
}

/**
 * Checks that a file with a good head can be tried.
 *
 * @param name - The file's name, for sentences.
 * @param gltf - Its JSON.
 * @param data - Its chunk of numbers.
 * @throws {FileProblem} When it cannot.
 */
export function checkSound(name: string, gltf: Gltf, data: Uint8Array): void {
    const refuse = refuser(name);
    checkReferences(gltf, refuse);
    checkCost(gltf, refuse);
    checkNumbers(gltf, data, refuse);
}
