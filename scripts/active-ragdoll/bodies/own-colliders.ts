import type { AppBase, Entity } from 'playcanvas';

import type { BtBody, BtConstraint } from '../../physics/ammo';
import type { BodyGroup } from '../../physics/body-group';
import { addBodiesBelow, addOwnBodies, type Bodies } from '../../physics/own-bodies';

// The colliders that the project has put on the character itself: the ragdoll stands inside of them and passes through them.
//
// They come, go and change while the ragdoll is active, and the engine makes their bodies anew when it likes. So they are looked for before
// the steps of each frame.

/** What is asked of the script. */
export interface ColliderOwner {
    readonly app: AppBase;
    readonly entity: Entity;
    /** Further entities whose bodies, and those below them, are the character's. */
    readonly ownColliders: readonly (Entity | null)[];
}

/** A body that the ragdoll passes through. */
interface Excluded {
    readonly joints: readonly BtConstraint[];
    /** The last look at which it was there. */
    look: number;
}

export class OwnColliders implements Bodies {
    private readonly excluded = new Map<BtBody, Excluded>();

    /** Number of the look, and how many bodies it has found. */
    private look = 0;

    private count = 0;

    private hasNew = false;

    constructor(private readonly character: ColliderOwner, private readonly group: BodyGroup) {
        this.update();
    }

    /** Lets the ragdoll pass through what belongs to the character now, and collide with what does not any more. */
    update() {
        const { character, excluded, group } = this;
        const { ownColliders } = character;
        this.look++;
        this.count = 0;
        this.hasNew = false;
        addOwnBodies(this, character.entity, character.app);
        for (let i = 0; i < ownColliders.length; i++) if (ownColliders[i]) addBodiesBelow(this, ownColliders[i]!);
        if (this.count < excluded.size) for (const [body, { look }] of excluded) if (look !== this.look) this.letGo(body);
        // what touches already would be pushed on
        if (this.hasNew) group.forgetContacts();
    }

    /** A body that belongs to the character; it may be found twice. */
    add(body: BtBody) {
        let one = this.excluded.get(body);
        if (!one) {
            one = { joints: this.group.passThrough(body), look: 0 };
            this.excluded.set(body, one);
            this.hasNew = true;
        }
        if (one.look !== this.look) this.count++;
        one.look = this.look;
    }

    /** Before the ragdoll goes. */
    release() {
        for (const body of this.excluded.keys()) this.letGo(body);
    }

    private letGo(body: BtBody) {
        this.group.collideAgain(body, this.excluded.get(body)!.joints);
        this.excluded.delete(body);
    }
}
