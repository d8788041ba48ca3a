import type { IdleChannels } from '../core/idle/idle-channels';

// What has begun since somebody was told last.

/** Channels whose beginnings are told. */
const CHANNELS = ['weightShift', 'look', 'facial', 'blink'] as const;

export class Told {
    private readonly counts = new Int32Array(CHANNELS.length);

    private readonly now = new Int32Array(CHANNELS.length);

    /** Calls for each channel in which something has begun. */
    read({ weightShift, look, facial, blinks }: IdleChannels, tell: (channel: typeof CHANNELS[number]) => void) {
        const { counts, now } = this;
        now[0] = weightShift.moves;
        now[1] = look.moves;
        now[2] = facial.moves;
        now[3] = blinks.count;
        for (let i = 0; i < CHANNELS.length; i++) {
            if (now[i] === counts[i]) continue;
            counts[i] = now[i];
            tell(CHANNELS[i]);
        }
    }
}
