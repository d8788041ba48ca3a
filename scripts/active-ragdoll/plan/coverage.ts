import { dotVec } from '../../core/math/flat-math';
import { ModelCache } from '../../rig/model-cache';
import type { Rig } from '../../rig/rig';
import type { Report } from '../../rig/row-bone';
import { readSkin } from '../../skin/skin';
import { reachAlong, type Shape } from '../shapes/shape';

// What of a character has no body: it would hang through the ground.

/** Share of the height by which skin may reach below the lowest body: 5 cm of a person. */
const UNCOVERED = 0.03;

/** How far the skin of each model reaches down, in its units. */
const skinReaches = new ModelCache<'down', number>('reach');

/**
 * Reports legs without bodies and skin below the lowest one.
 *
 * @param rig - The character.
 * @param shapes - Its bodies in the reference pose, metres.
 * @param scale - World metres per unit of model space.
 * @param report - Receives the sentences.
 */
export function checkCoverage(rig: Rig, shapes: readonly Shape[], scale: number, report: Report): void {
    const { up, height, skeleton } = rig;
    if (rig.legs === 0) report('no complete legs were found, so legs have no bodies. Add a row to Bones for each bone that gets a body, then call refresh().');
    const down = up.map(value => -value);
    const lowest = Math.max(...shapes.map(shape => reachAlong(shape, down)));
    const skin = skinReaches.get(rig, 'down', () => {
        const { points } = readSkin(skeleton);
        let most = -Infinity;
        for (let p = 0; p < points.length; p += 3) most = Math.max(most, dotVec(points, p, down, 0));
        return most;
    });
    const below = skin * scale - lowest;
    if (!(below > UNCOVERED * height * scale)) return;
    report(`the skin reaches ${below.toFixed(2)} m below the lowest body and will hang through the ground. Add a row to Bones for what is there, then call refresh().`);
}
