import type { Entity, GraphNode } from 'playcanvas';

import type { BtBody, BtConstraint } from '../physics/ammo';
import type { BodyGroup } from '../physics/body-group';

// The colliders that the project has put on the character itself, such as the capsule of its controller: the ragdoll stands inside of them.
//
// They are those on the script's entity, below it, and above it as far as they are not static. The engine makes their bodies anew when
// it likes, so they are looked at before the steps of each frame.

/** What is read of a rigid body component. */
interface Component {
    readonly body: BtBody | null;
    readonly type: string;
}

function componentOf(node: GraphNode): Component | undefined {
    return (node as Entity).rigidbody as unknown as Component | undefined;
}

export class OwnColliders {
    private readonly components: Component[] = [];

    private readonly joints = new Map<BtBody, readonly BtConstraint[]>();

    constructor(entity: Entity, private readonly group: BodyGroup) {
        for (let above = entity.parent; above; above = above.parent) {
            const component = componentOf(above);
            if (component && component.type !== 'static') this.components.push(component);
        }
        entity.forEach((node) => {
            const component = componentOf(node);
            if (component) this.components.push(component);
        });
        this.update();
    }

    /** Lets the ragdoll pass through bodies that are new. */
    update() {
        const { components, joints, group } = this;
        for (const body of joints.keys()) {
            // one that is gone has taken its list of joints with it
            if (!this.isThere(body)) joints.delete(body);
        }
        for (const { body } of components) if (body && !joints.has(body)) joints.set(body, group.passThrough(body));
    }

    /** Before the ragdoll goes. */
    release() {
        for (const [body, joints] of this.joints) if (this.isThere(body)) this.group.collideAgain(joints);
        this.joints.clear();
    }

    private isThere(body: BtBody): boolean {
        return this.components.some(component => component.body === body);
    }
}
