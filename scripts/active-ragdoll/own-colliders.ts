import type { AppBase, Entity } from 'playcanvas';

import type { BtBody, BtConstraint } from '../physics/ammo';
import type { BodyGroup } from '../physics/body-group';
import { addBodiesBelow, addOwnBodies } from '../physics/own-bodies';

// The colliders that the project has put on the character itself: the ragdoll stands inside of them and passes through them.
//
// They come, go and change while the ragdoll is active, and the engine makes their bodies anew when it likes. So they are looked for before
// the steps of each frame.

/** What is asked of the script. */
export interface Character {
    readonly app: AppBase;
    readonly entity: Entity;
    /** Further entities whose bodies, and those below them, are the character's. */
    readonly ownColliders: readonly (Entity | null)[];
}

export class OwnColliders {
    private readonly found = new Set<BtBody>();

    private readonly joints = new Map<BtBody, readonly BtConstraint[]>();

    constructor(private readonly character: Character, private readonly group: BodyGroup) {
        this.update();
    }

    /** Lets the ragdoll pass through what belongs to the character now, and collide with what does not any more. */
    update() {
        const { character, found, joints, group } = this;
        found.clear();
        addOwnBodies(found, character.entity, character.app);
        for (const other of character.ownColliders) if (other) addBodiesBelow(found, other);
        for (const body of joints.keys()) if (!found.has(body)) this.letGo(body);
        let isNew = false;
        for (const body of found) {
            if (joints.has(body)) continue;
            joints.set(body, group.passThrough(body));
            isNew = true;
        }
        // what touches already would be pushed on
        if (isNew) group.forgetContacts();
    }

    /** Before the ragdoll goes. */
    release() {
        for (const body of this.joints.keys()) this.letGo(body);
    }

    private letGo(body: BtBody) {
        this.group.collideAgain(body, this.joints.get(body)!);
        this.joints.delete(body);
    }
}
