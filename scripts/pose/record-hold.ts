import type { PoseRecord } from './pose-record';

/** A script's part in a record, which it has while it works. */
export class RecordHold {
    private held: PoseRecord | null = null;

    /** Takes part in a record, and in the one before no more; null: in none. */
    move(record: PoseRecord | null) {
        if (record === this.held) return;
        this.held?.release();
        this.held = record;
        record?.retain();
    }
}
