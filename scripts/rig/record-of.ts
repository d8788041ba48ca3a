import type { Rig } from './rig';
import { takeBackCopied } from '../pose/copied-pose';
import { PoseRecord } from '../pose/pose-record';

/** The record of what the pack writes on a character. It knows which feet and hands hang elsewhere than on their limbs. */
export function recordOf(rig: Rig): PoseRecord {
    const { nodes } = rig.skeleton;
    takeBackCopied(nodes);
    const record = PoseRecord.of(nodes[0]);
    attachEnds(record, rig);
    return record;
}

/** A record on which nothing is written: to read what a character shows, whatever its scripts have written. */
export function readingRecord(rig: Rig): PoseRecord {
    const record = new PoseRecord();
    attachEnds(record, rig);
    return record;
}

function attachEnds(record: PoseRecord, { skeleton: { nodes, parents, detached } }: Rig) {
    record.attach(detached.map(({ node }) => [nodes[node], nodes[parents[node]]]));
}
