import type { AnimTrack, GraphNode } from 'playcanvas';

import { findContactsSteps, type ClipContacts } from './contacts';
import { FootContacts } from './foot-contacts';
import { findSolePoints, type SolePoints } from './sole-points';
import { finish, type Steps } from '../../core/timing/steps';
import { ClipCache, type ClipResults } from '../../rig/model-cache';
import type { Rig } from '../../rig/rig';
import { readSkin } from '../../skin/skin';
import { ClipSampler } from '../clips/clip-sampler';

// Contacts, phase and stride of clips, kept: a clip is analysed when it is first asked for, which takes some milliseconds. Tracks are
// shared between characters, what is known of them between characters of one rig.

/** Contacts of the clips of each model, by the feet that were asked for. */
const known = new ClipCache<ClipContacts | null>('contacts', {
    pack: contacts => ({ ...contacts, feet: contacts!.feet.map(({ duration, stances, share }) => ({ duration, stances, share })) }),
    unpack: (packed) => {
        const contacts = packed as ClipContacts;
        return { ...contacts, feet: contacts.feet.map(({ duration, stances, share }) => new FootContacts(duration, stances, share)) };
    }
});

export class KnownContacts {
    private soles: SolePoints[] | null = null;

    private readonly kept: ClipResults<ClipContacts | null>;

    /**
     * @param rig - The character.
     * @param feet - Indices of the foot bones in its skeleton; phase and stride go by the first two.
     */
    constructor(private readonly rig: Rig, private readonly feet: readonly number[]) {
        this.kept = known.of(rig, feet.join());
    }

    /**
     * The contacts of a clip.
     *
     * @param root - The entity with the animation component, or its root bone where one is set.
     * @returns Null for a clip that says nothing about the feet, see {@link findContacts}.
     */
    of(track: AnimTrack, root: GraphNode): ClipContacts | null {
        const kept = this.kept.find(track);
        return kept !== undefined ? kept : finish(this.prepare(track, root));
    }

    /** Analyses a clip in pieces, where it is not known. */
    *prepare(track: AnimTrack, root: GraphNode): Steps<ClipContacts | null> {
        const { rig } = this;
        const findSoles = () => this.findSoles();
        return yield* this.kept.prepare(track, function *() {
            const soles = yield* findSoles();
            return yield* findContactsSteps(new ClipSampler(track, root, rig.skeleton), rig, soles);
        });
    }

    /** The soles, for clips that are new. */
    private *findSoles(): Steps<readonly SolePoints[]> {
        if (this.soles) return this.soles;
        const skin = readSkin(this.rig.skeleton);
        const soles: SolePoints[] = [];
        for (const foot of this.feet) {
            yield;
            soles.push(findSolePoints(this.rig, foot, skin));
        }
        this.soles = soles;
        return soles;
    }
}

/** Indices of a character's feet: left and right, on four legs the hind ones first; none where they are not known. */
export function feetOf({ limbs, legs }: Rig): number[] {
    const names = legs === 4 ? ['leftFoot', 'rightFoot', 'leftHand', 'rightHand'] as const : legs === 2 ? ['leftFoot', 'rightFoot'] as const : [];
    return names.flatMap((name) => {
        const bones = limbs[name]?.bones;
        return bones ? [bones[bones.length - 1]] : [];
    });
}
