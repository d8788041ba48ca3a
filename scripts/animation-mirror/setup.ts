import type { GraphNode } from 'playcanvas';

import type { PairRow } from './attributes';
import type { MirrorSource } from './mirror-map';
import { Mirror, type MirrorChoices } from '../anim/clips/mirror';
import type { Rig } from '../rig/rig';
import { findRowBone, type Report } from '../rig/row-bone';

// From the attributes to a mirror, with a sentence for everything that cannot be meant.

/** Asymmetry of a reference pose, in degrees, that is worth a word. */
const WORTH_A_WORD = 2;

/**
 * Makes the mirror of a character.
 *
 * @param settings - The attributes.
 * @param shared - Pairs of a map; the rows of the inspector come first.
 * @returns Null after a sentence where it has nothing to mirror.
 */
export function makeMirror(rig: Rig, root: GraphNode, settings: MirrorSource, shared: readonly PairRow[], report: Report): Mirror | null {
    const used = new Set<number>();
    const own = readPairs(rig, settings.bonePairs, used, 'Bone Pairs', report);
    const pairs = [...own, ...readPairs(rig, shared, used, 'Mirror Map', report)];
    const mirror = new Mirror(rig, root, {
        normal: readNormal(settings, report),
        translation: settings.translation,
        rotationAxis: settings.mirrorAxisRot,
        rightAxis: settings.rightAxis,
        pelvisRotationAxis: settings.pelvisMirrorAxisRot,
        pelvisRightAxis: settings.pelvisRightAxis,
        pelvis: readPelvis(rig, settings, report),
        mirrorsRootMotion: settings.mirrorRootMotion,
        pairs
    });
    reportMirror(mirror, pairs, report);
    return mirror.plan.pairing.pairs.length > 0 ? mirror : null;
}

/** The pairs of a list. */
function readPairs(rig: Rig, rows: readonly PairRow[], used: Set<number>, list: string, report: Report): MirrorChoices['pairs'] {
    // of a map, what is paired by hand is left out without a word
    const byHand = new Set(used);
    const { nodes } = rig.skeleton;
    return rows.flatMap(({ bone, boneName, mirrorBone, mirrorBoneName }, i) => {
        const row = `row ${i + 1} of ${list}`;
        const a = findRowBone(rig, bone, boneName, `Bone of ${row}`, report);
        const b = findRowBone(rig, mirrorBone, mirrorBoneName, `Mirror Bone of ${row}`, report);
        if (a < 0 || b < 0) return [];
        if (a === b) {
            report(`${row} pairs "${nodes[a].name}" with itself; the row is left out. Bones without a twin need no row: remove it, then call refresh().`);
            return [];
        }
        if (byHand.has(a) || byHand.has(b)) return [];
        const twice = [a, b].find(node => used.has(node));
        if (twice !== undefined) {
            report(`${row} pairs "${nodes[twice].name}", which another row has paired; the row is left out. Remove one of them, then call refresh().`);
            return [];
        }
        used.add(a).add(b);
        return [[a, b] as const];
    });
}

/** The normal that was given; null for the default, which stands for that of the twins. */
function readNormal({ planeNormal: { x, y, z } }: MirrorSource, report: Report): MirrorChoices['normal'] {
    if (x === 1 && y === 0 && z === 0) return null;
    const length = Math.hypot(x, y, z);
    if (length > 0 && length < Infinity) return [x, y, z];
    report('Plane Normal has no direction; that of the paired bones is taken. Set it to a vector of any length above 0.');
    return null;
}

function readPelvis(rig: Rig, { pelvisBone, pelvisBoneName }: MirrorSource, report: Report): number {
    if (!pelvisBone && !pelvisBoneName) return -1;
    const pelvis = findRowBone(rig, pelvisBone, pelvisBoneName, 'Pelvis Bone', report);
    if (pelvis >= 0 && rig.skeleton.ends[pelvis] === pelvis + 1) {
        report(`Pelvis Bone "${rig.skeleton.nodes[pelvis].name}" has no bones below it; the hips that are found are taken. Set it to the bone that spine and legs hang from.`);
        return -1;
    }
    return pelvis;
}

/** Says what of the mirror is in doubt. */
function reportMirror({ nodes, first, plan: { pairing, plane, symmetry, tilt } }: Mirror, byHand: MirrorChoices['pairs'], report: Report): void {
    if (pairing.pairs.length === 0) {
        report('no two bones of this character are twins, so there is nothing to mirror. Name them in Bone Pairs, then call refresh().');
        return;
    }
    for (const [a, b] of byHand) {
        if (pairing.twins[first + a] === first + b) continue;
        report(`Bone Pairs pairs "${nodes[first + a].name}" with "${nodes[first + b].name}", but what they hang on are no twins. Pair their parents too, then call refresh().`);
    }
    if (tilt > 10) {
        const found = Array.from(plane.normal, part => part.toFixed(2)).join(', ');
        report(`Plane Normal is ${tilt.toFixed(0)} degrees off the line between the paired bones, [${found}], which is taken. Leave it at 1, 0, 0, or set it to that line.`);
    }
    const worst = symmetry.angles.indexOf(Math.max(...symmetry.angles));
    if (symmetry.angles[worst] > WORTH_A_WORD) {
        report(`the reference pose is not symmetric: "${nodes[worst].name}" is ${symmetry.angles[worst].toFixed(1)} degrees off its twin. ` +
            'It is taken as if it were; bind the skin in a symmetric pose for an exact mirror image.');
    }
}
