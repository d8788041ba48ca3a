import type { AppBase, Entity, GraphNode } from 'playcanvas';

import type { BtBody } from './ammo';

// The bodies that a project has put on a character itself, such as the capsule of its controller or a weapon in its hand.
//
// Projects put them on the character's entity, above it, below it, or beside it under the entity that moves both. A level can be above or
// beside a character too: what is static belongs to it unless it is a capsule, and where there is a second character, no body beside is
// taken for one of the first.

/** Receives bodies: a set, or a visitor of each. */
export interface Bodies {
    add(body: BtBody): void;
}

/** What is read of a rigid body component and of a trigger. Newer engines wrap the body of a trigger. */
interface Component {
    readonly body: BtBody | { readonly nativeBody: BtBody | null } | null;
    readonly type?: string;
}

interface Meshes {
    readonly meshInstances: readonly { readonly skinInstance: object | null }[] | null;
}

/** An entity as far as it is read here. */
interface Parts {
    readonly rigidbody?: Component;
    readonly trigger?: Component;
    readonly collision?: { readonly type: string };
    readonly render?: Meshes;
    readonly model?: Meshes;
}

const NOT_MOVING = 'static';

function partsOf(node: GraphNode): Parts {
    return node as unknown as Parts;
}

function addBody(found: Bodies, component: Component | undefined): void {
    const body = component?.body;
    const native = body && 'nativeBody' in body ? body.nativeBody : body;
    if (native) found.add(native);
}

/** Adds the bodies of an entity itself, unless they are the level's. */
function addCarried(found: Bodies, node: GraphNode): void {
    const { rigidbody, trigger, collision } = partsOf(node);
    addBody(found, trigger);
    if (rigidbody?.type !== NOT_MOVING || collision?.type === 'capsule') addBody(found, rigidbody);
}

/** Adds the bodies of an entity and of all below it. */
export function addBodiesBelow(found: Bodies, node: GraphNode): void {
    const { rigidbody, trigger } = partsOf(node);
    addBody(found, rigidbody);
    addBody(found, trigger);
    const { children } = node;
    for (let i = 0; i < children.length; i++) addBodiesBelow(found, children[i]);
}

/** Whether a character is made of an entity or of one below it. */
function holdsCharacter(node: GraphNode): boolean {
    const { render, model } = partsOf(node);
    if ((render ?? model)?.meshInstances?.some(({ skinInstance }) => skinInstance)) return true;
    return node.children.some(holdsCharacter);
}

/** Whether an entity is the scene: the application's root, or what a scene of the Editor has below it. */
function isScene(node: GraphNode, app: AppBase): boolean {
    return node === app.root || (node.parent === app.root && node.name === 'Root');
}

/** The entity that moves a character together with what is beside it; null where its parent is the scene or holds a second character. */
export function findHolder(owner: Entity, app: AppBase): GraphNode | null {
    const { parent } = owner;
    if (!parent || isScene(parent, app)) return null;
    // each frame: an arrow function would be allocated
    const { children } = parent;
    for (let i = 0; i < children.length; i++) if (children[i] !== owner && holdsCharacter(children[i])) return null;
    return parent;
}

/** Adds the bodies of a character's entity, of all below it and above it, and beside it. */
export function addOwnBodies(found: Bodies, owner: Entity, app: AppBase): void {
    addBodiesBelow(found, owner);
    for (let above = owner.parent; above; above = above.parent) addCarried(found, above);
    const holder = findHolder(owner, app);
    if (holder) for (const beside of holder.children) if (beside !== owner) addBeside(found, beside);
}

function addBeside(found: Bodies, node: GraphNode): void {
    addCarried(found, node);
    const { children } = node;
    for (let i = 0; i < children.length; i++) addBeside(found, children[i]);
}
