import type { AnimTrack } from 'playcanvas';

import type { ClipContacts } from './contacts';

// Clips that are called a walk or a run, and whose feet do not step: a user is told, as nothing that needs steps works on them.

const GAIT = /walk|run|jog|trot|gallop|canter|sprint|strafe/i;

/** What is no gait though its name has one in it: a jump from a run, the end of one. */
const OTHER = /jump|start|stop|end|land|turn|idle|death|die/i;

/**
 * A sentence about a clip without steps.
 *
 * @param contacts - What is known of it; null: nothing.
 * @returns Null for a clip that steps, or is not called one that should.
 */
export function sayStepless({ name }: AnimTrack, contacts: ClipContacts | null): string | null {
    const own = name.slice(name.lastIndexOf('|') + 1);
    // one foot alone has no other to step in turn with
    const steps = contacts !== null && (contacts.locomotion !== null || contacts.feet.length < 2);
    if (steps || !GAIT.test(own) || OTHER.test(own)) return null;
    return `the feet of the clip "${own}" make no steps that could be found, so it is taken as one that goes nowhere. ` +
        'See with check-rig whether its feet are those of the character, and that the clip is one whole stride and ends where it begins.';
}
