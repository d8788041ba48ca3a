import type { RagdollBoneRow } from '../attributes';
import { defaultBones, type DefaultBone } from './default-rows';
import type { Draft } from './plan';
import type { Rig } from '../../rig/rig';
import { findRowBone, inRange, isAncestor, resolveBone, type Report } from '../../rig/row-bone';
import { completeByHand } from '../../shell/left-out';

// From the rows of the inspector to bones: finds them, orders them, and says what is wrong with them.

/** The numbers of a row that may be anything from 0 on. */
const SIZES = { radius: 'radius', length: 'length', mass: 'mass', stiffness: 'stiffness', damping: 'damping' } as const;

/** The numbers of a row with a largest value. */
const RANGES = {
    rotationWeight: ['rotation weight', 1], translationWeight: ['translation weight', 1],
    swingLimitY: ['swing limit Y', 180], swingLimitZ: ['swing limit Z', 180], twistLimit: ['twist limit', 180]
} as const;

function checkNumbers(row: RagdollBoneRow, name: string, report: Report): boolean {
    let good = true;
    for (const [field, what] of Object.entries(SIZES)) {
        const value = row[field as keyof typeof SIZES];
        if (value >= 0 && value < Infinity) continue;
        report(`the ${what} of ${name} is ${value}. Set it to a value above 0, or to 0 to have it measured, then call refresh().`);
        good = false;
    }
    for (const [field, [what, high]] of Object.entries(RANGES)) {
        good = inRange(row[field as keyof typeof RANGES], 0, high, `the ${what} of ${name}`, report) && good;
    }
    const { x, y, z } = row.offset;
    if (!Number.isFinite(x + y + z)) {
        report(`the offset of ${name} is ${x}, ${y}, ${z}. Set it to three numbers in metres, then call refresh().`);
        good = false;
    }
    return good;
}

/** Gives rows that leave the shape out the one that a body of that bone has where there are no rows. */
export function completeRows(rig: Rig, rows: readonly RagdollBoneRow[]): void {
    const isFor = ({ bone }: DefaultBone, row: RagdollBoneRow) => rig.skeleton.nodes.indexOf(bone) === resolveBone(rig, row.bone, row.boneName);
    completeByHand(rows, defaultBones(rig), isFor, ['shape']);
}

/**
 * Finds the bones of the rows, and orders the bodies so that parents come first.
 *
 * @param rows - At least one.
 * @param report - Receives a sentence for each thing that is wrong.
 * @returns What is to become bodies, or null when something is wrong.
 */
export function readRows(rig: Rig, rows: readonly RagdollBoneRow[], report: Report): Draft[] | null {
    const { nodes, parents } = rig.skeleton;
    let good = true;
    const rowOf = new Map<number, { row: RagdollBoneRow; name: string }>();
    rows.forEach((row, i) => {
        const place = `bone ${i + 1}`;
        const bone = findRowBone(rig, row.bone, row.boneName, place, report);
        if (bone < 0) {
            good = false;
            return;
        }
        const name = `${place} (${nodes[bone].name})`;
        if (rowOf.has(bone)) {
            report(`${name} has two bodies. Remove one of the two rows, then call refresh().`);
            good = false;
            return;
        }
        rowOf.set(bone, { row, name });
        good = checkNumbers(row, name, report) && good;
    });

    const bones = [...rowOf.keys()].sort((a, b) => a - b);
    const drafts: Draft[] = [];
    for (const bone of bones) {
        const { row, name } = rowOf.get(bone)!;
        let above = parents[bone];
        while (above >= 0 && !rowOf.has(above)) above = parents[above];
        if (row.parentBone || row.parentBoneName) {
            above = findRowBone(rig, row.parentBone, row.parentBoneName, `the parent bone of ${name}`, report);
            if (above < 0) {
                good = false;
                continue;
            }
            if (!isAncestor(rig, above, bone)) {
                report(`${name} is no descendant of its parent bone (${nodes[above].name}). Choose a bone above it, then call refresh().`);
                good = false;
                continue;
            }
            if (!rowOf.has(above)) {
                report(`the parent bone of ${name} (${nodes[above].name}) has no body. Add a row for it or choose another parent, then call refresh().`);
                good = false;
                continue;
            }
        } else if (above < 0 && bone !== bones[0]) {
            report(`${name} is no descendant of the root (${nodes[bones[0]].name}). Give one row a bone above all others, then call refresh().`);
            good = false;
            continue;
        }
        drafts.push({ bone, parent: bones.indexOf(above), row });
    }
    return good ? drafts : null;
}
