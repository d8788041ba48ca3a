import type { Rig } from './rig';
import { takeBackCopied } from '../pose/copied-pose';
import { PoseRecord } from '../pose/pose-record';

/** The record of what the pack writes on a character. It knows which feet and hands hang elsewhere than on their limbs. */
export function recordOf({ skeleton: { nodes, parents, detached } }: Rig): PoseRecord {
    takeBackCopied(nodes);
    const record = PoseRecord.of(nodes[0]);
    record.attach(detached.map(({ node }) => [nodes[node], nodes[parents[node]]]));
    return record;
}
