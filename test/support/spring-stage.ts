import { Entity, Vec3, type AppBase } from 'playcanvas';

import { createApp } from './app';
import { registerLimber, type SpringChain } from '../../scripts/index';

// A chain of plain entities that hangs from a root, and the steps of an application around it.

/** A script's attributes as code sets them. */
export type SpringValues = Partial<Omit<SpringChain, 'chains' | 'colliders'>> & { chains?: object[], colliders?: object[] };

export interface HangingChain {
    readonly app: AppBase;
    readonly root: Entity;
    readonly bones: readonly Entity[];
    readonly script: SpringChain;
}

/** Hangs a chain of bones below a root; each is 0.1 long. */
export function hangChain(app: AppBase, values: SpringValues = {}, count = 5, parent: Entity = app.root as Entity, model = 'vrm'): HangingChain {
    const root = new Entity('root');
    parent.addChild(root);
    const bones: Entity[] = [];
    for (let i = 0; i < count; i++) {
        const bone = new Entity(`bone${i}`);
        bone.setLocalPosition(0, i === 0 ? 1 : -0.1, 0);
        (bones[i - 1] ?? root).addChild(bone);
        bones.push(bone);
    }
    root.addComponent('script');
    const attributes = { ...values, chains: (values.chains ?? [{ boneName: 'bone0' }]).map(row => ({ model, ...row })) };
    const script = root.script!.create('springChain', { attributes } as never) as SpringChain;
    return { app, root, bones, script };
}

/** An application with the pack. */
export function createSpringApp(): AppBase {
    const app = createApp();
    registerLimber(app);
    return app;
}

/** Direction from a bone to another one, world space. */
export function directionTo(from: Entity, to: Entity): Vec3 {
    return new Vec3().sub2(to.getPosition(), from.getPosition()).normalize();
}

/** Angle between two directions in degrees, exact when small. */
export function degreesBetween(a: Vec3, b: Vec3): number {
    return Math.atan2(new Vec3().cross(a, b).length(), a.dot(b)) * 180 / Math.PI;
}
