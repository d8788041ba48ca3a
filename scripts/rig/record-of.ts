import type { Rig } from './rig';
import { PoseRecord } from '../pose/pose-record';

/** The record of what the pack writes on a character. It knows which feet and hands hang elsewhere than on their limbs. */
export function recordOf({ skeleton: { nodes, parents, detached } }: Rig): PoseRecord {
    const record = PoseRecord.of(nodes[0]);
    record.attach(detached.map(({ node }) => [nodes[node], nodes[parents[node]]]));
    return record;
}
