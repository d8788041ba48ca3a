import { Vec2 } from 'playcanvas';

import type { FidgetPlayer } from './fidget-player';
import type { IdleChannels } from '../core/idle/idle-channels';

// What has begun since the last frame that announced anything, as events of the script.

/** Announces an event. */
type Announce = (event: string, ...args: readonly unknown[]) => void;

export class ChannelEvents {
    private shifts = 0;

    private looks = 0;

    private faces = 0;

    private blinks = 0;

    constructor(private readonly announce: Announce) {}

    /** Announces the event of each channel in which something has begun, with its target, and that of a fidget with its name. */
    announceNew({ weightShift, look, facial, blinks }: IdleChannels, fidgets: FidgetPlayer) {
        const { shifts, looks, faces, announce } = this;
        const count = this.blinks;
        this.shifts = weightShift.moves;
        this.looks = look.moves;
        this.faces = facial.moves;
        this.blinks = blinks.count;
        const fidget = fidgets.takeBegun();
        if (weightShift.moves !== shifts) announce('weightShift', weightShift.target[0]);
        if (look.moves !== looks) announce('look', new Vec2(look.target[0], look.target[1]));
        if (facial.moves !== faces) announce('facial', facial.target[0]);
        if (blinks.count !== count) announce('blink');
        if (fidget !== null) announce('fidget', fidget);
    }
}
