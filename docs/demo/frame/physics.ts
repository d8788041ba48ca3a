import binaryUrl from 'ammojs-typed/ammo.wasm.wasm?url';
import scriptUrl from 'ammojs-typed/wasm?url';

// Ammo, the physics library of the engine: a classic script that leaves a global, as projects load it.

type Start = (options: { locateFile(): string }) => PromiseLike<object & { then?: unknown }>;

/** Loads Ammo; the engine finds it as a global when the application starts. */
export async function loadPhysics(): Promise<void> {
    const script = document.createElement('script');
    script.src = scriptUrl;
    await new Promise((resolve, reject) => {
        script.addEventListener('load', resolve);
        script.addEventListener('error', () => reject(new Error('its physics library cannot be loaded')));
        document.head.append(script);
    });
    const scope = globalThis as unknown as { Ammo: Start | object };
    scope.Ammo = await new Promise<object>((resolve) => {
        (scope.Ammo as Start)({ locateFile: () => binaryUrl }).then((ammo) => {
            // the library is a promise of itself, for ever
            delete ammo.then;
            resolve(ammo);
        });
    });
}
