import { Asset, type AppBase } from 'playcanvas';

// The files with the pack's own motions, which animationRetarget loads when a character needs them.

const FILES = ['motions-people.glb', 'motions-animals.glb'];

/** Lets animationRetarget find the files. */
export function offerOwnMotions(app: AppBase) {
    for (const file of FILES) if (!app.assets.find(file, 'container')) app.assets.add(new Asset(file, 'container', { url: file }));
}
