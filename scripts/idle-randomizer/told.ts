import { Vec2, type ScriptType } from 'playcanvas';

import type { FidgetPlayer } from './fidget-player';
import type { IdleChannels } from '../core/idle/idle-channels';

// What has begun since somebody was told last, as events of the script.

export class Told {
    private shifts = 0;

    private looks = 0;

    private faces = 0;

    private blinks = 0;

    private readonly look = new Vec2();

    /** Fires the event of each channel in which something has begun, with its target, and that of a fidget with its name. */
    tell(script: ScriptType, { weightShift, look, facial, blinks }: IdleChannels, fidgets: FidgetPlayer) {
        const { shifts, looks, faces } = this;
        const count = this.blinks;
        this.shifts = weightShift.moves;
        this.looks = look.moves;
        this.faces = facial.moves;
        this.blinks = blinks.count;
        const fidget = fidgets.takeBegun();
        if (weightShift.moves !== shifts) script.fire('weightShift', weightShift.target[0]);
        if (look.moves !== looks) script.fire('look', this.look.set(look.target[0], look.target[1]));
        if (facial.moves !== faces) script.fire('facial', facial.target[0]);
        if (blinks.count !== count) script.fire('blink');
        if (fidget !== null) script.fire('fidget', fidget);
    }
}
