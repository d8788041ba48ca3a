import type { AppBase } from 'playcanvas';

import { PerfectLookAt, perfectLookAtAttributes } from './perfect-look-at';
import { register } from './shell/attributes';

// What projects made in code import. The Editor's file is made from bundle.ts.

export { PerfectLookAt, perfectLookAtAttributes };
export type { AttributeDefinition, AttributesOf, AttributeTable, FieldDefinition, JsonAttribute } from './shell/attributes';
export { findSkeleton } from './rig/skeleton';
export { detectRig, type Rig } from './rig/detect';
export type { Role } from './rig/roles';

/**
 * Registers every script of the pack with an application. Projects made in code call it once, before they add a script to an entity;
 * in the Editor nothing needs to be called.
 *
 * @param app - The application; without it the current one.
 * @example
 * registerLimber(app);
 * hero.addComponent('script');
 * hero.script.create('perfectLookAt', { attributes: { targetObject: ball } });
 */
export function registerLimber(app?: AppBase): void {
    register(PerfectLookAt, 'perfectLookAt', perfectLookAtAttributes, app);
}
