import { createRequire } from 'node:module';

import * as current from 'playcanvas';
import type { AppBase } from 'playcanvas';

import { startApp, type Engine } from './app';
import { FULL } from './characters';
import type { Ammo } from '../../scripts/physics/ammo';

// Applications with physics, on both builds of Ammo that projects have: the old one of npm, and today's WebAssembly.

const require = createRequire(import.meta.url);

/** Builds of Ammo: npm's ammo.js 0.0.10 of 2016, and ammojs-typed. */
export const BUILDS = ['ammo.js', 'ammojs-typed'] as const;
export type Build = typeof BUILDS[number];

/** Builds that a behaviour is tried on: all of them with the full counts. */
export const USUAL_BUILDS: readonly Build[] = FULL ? BUILDS : ['ammojs-typed'];

const loaded = new Map<Build, Ammo>();

/** Loads a build, once. */
export async function loadAmmo(build: Build): Promise<Ammo> {
    let ammo = loaded.get(build);
    if (ammo) return ammo;
    if (build === 'ammo.js') {
        const module = require('ammo.js') as Ammo | (() => Ammo);
        ammo = typeof module === 'function' ? module() : module;
    } else {
        const start = require('ammojs-typed/wasm') as (options: object) => PromiseLike<Ammo & { then?: unknown }>;
        const binary = require.resolve('ammojs-typed/ammo.wasm.wasm');
        ammo = await new Promise<Ammo>((resolve) => {
            start({ locateFile: () => binary }).then((module) => {
                // the module is a promise of itself, for ever
                delete module.then;
                resolve(module);
            });
        });
    }
    loaded.set(build, ammo);
    return ammo;
}

/** An application with physics that draws nothing; without a build, one in which Ammo is not loaded. */
export async function createPhysicsApp(build: Build | null, engine: Engine = current): Promise<AppBase> {
    (globalThis as { Ammo?: Ammo }).Ammo = build ? await loadAmmo(build) : undefined;
    return startApp(engine, [
        engine.RigidBodyComponentSystem, engine.CollisionComponentSystem, engine.RenderComponentSystem, engine.ModelComponentSystem,
        engine.CameraComponentSystem, engine.AnimComponentSystem, engine.ScriptComponentSystem
    ]);
}
