import type { Entity } from 'playcanvas';

import { releaseLooseLimbs } from '../anim/clips/loose-limbs';
import { finish, type Steps } from '../core/timing/steps';
import { findCharacterSteps, isUpToDate } from '../rig/character';
import type { Rig } from '../rig/rig';
import { findArrival, modelSize } from '../skin/late-mesh';
import { isExchanged } from '../skin/shown';
import { findDrawn } from '../skin/skin-binding';
import { noteBeforeClips } from '../skin/valid-world';

// Looks for the character at and below an entity, also for one whose mesh comes later or that is exchanged for another one.

/** Frames between two looks at whether a mesh has come. */
const LOOK_AGAIN = 10;

export class CharacterSearch {
    /** Whether what was there in the last search could be worked on: else its mesh is awaited. */
    isThere = true;

    /** Size of the model whose mesh is awaited, see {@link findArrival}; -1: none is. */
    private awaitedSize = -1;

    private framesToLook = 0;

    /** What was found last. */
    private rig: Rig | null = null;

    constructor(private readonly entity: Entity) {}

    /** The character; null: there is none yet. */
    find(): Rig | null {
        const { isThere, size } = findArrival(this.entity);
        this.isThere = isThere;
        this.awaitedSize = size;
        this.framesToLook = LOOK_AGAIN;
        if (!isThere) noteBeforeClips(this.entity);
        this.rig = isThere ? finish(this.look()) : null;
        return this.rig;
    }

    /** Whether the model that is awaited has changed since, another one is shown in place of the character, or it was corrected; to be asked in each frame. */
    hasChanged(): boolean {
        if (this.rig && (!isUpToDate(this.rig) || isExchanged(this.rig.skeleton.meshInstances, this.entity))) return true;
        if (this.awaitedSize < 0 || --this.framesToLook > 0) return false;
        this.framesToLook = LOOK_AGAIN;
        return modelSize(this.entity) !== this.awaitedSize;
    }

    /** Finds the character beforehand and in pieces, and what is to be known of it. */
    *prepare(prepareModel: (rig: Rig) => Steps<void>): Steps<void> {
        const drawn = findDrawn(this.entity).filter(({ instance }) => instance.mesh);
        const steps = this.lookAhead(prepareModel);
        // of a model that is gone by now nothing can be read
        while (drawn.every(({ instance }) => instance.mesh?.vertexBuffer) && !steps.next().done) yield;
    }

    private *lookAhead(prepareModel: (rig: Rig) => Steps<void>): Steps<void> {
        const rig = findArrival(this.entity).isThere ? yield* this.look() : null;
        if (rig) yield* prepareModel(rig);
    }

    /** What leaves its limb in a clip is no part of the character. */
    private *look(): Steps<Rig | null> {
        const rig = yield* findCharacterSteps(this.entity);
        return rig && (yield* releaseLooseLimbs(rig)) ? yield* findCharacterSteps(this.entity) : rig;
    }
}
