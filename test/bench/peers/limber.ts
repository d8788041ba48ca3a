import { readFileSync } from 'node:fs';
import { compileFunction } from 'node:vm';

import * as engine from 'playcanvas';

import type { PerfectLookAt } from '../../../scripts/index';
import { createApp } from '../../support/app';
import type { Peer } from '../peer';
import { CHAIN, LIMITS, RATE } from '../work';
import { makeCharacter, readChain, updateMatrices, writeChain, writePose } from './graph-nodes';

// The pack as it is shipped: the script of build/limber.js on an entity, with smoothing, problems, residual and pose record.
//
// The bench has built the file before. Building it here would leave a compiler in this process, and a heap that costs every frame.

/** What the other peers do: hard limits, no bound of speed, no giving up. */
const PLAIN = { softLimit: 1, convergeEyes: false, giveUpAngle: 180, maxTurnSpeed: 0 };

export function makePeer(count: number): Peer {
    const app = createApp();
    // as a game loads it; compiled in this realm, as the engine asks whether defaults are arrays of its own
    compileFunction(readFileSync('build/limber.js', 'utf8'), ['pc'], { filename: 'build/limber.js' })(engine);
    // one mesh for all of them tells that they are instances of one model, as in a game
    const mesh = engine.Mesh.fromGeometry(app.graphicsDevice, new engine.BoxGeometry());
    const material = new engine.StandardMaterial();
    const characters = Array.from({ length: count }, (_, i) => makeCharacter(i, app.root as engine.Entity));
    const looks = characters.map(({ root, bones, target }) => {
        bones[0].addComponent('render', { meshInstances: [new engine.MeshInstance(mesh, material, bones[0])] });
        const lookAtBones = CHAIN.map((bone, row) => ({ bone: bones[bone], rotationLimit: LIMITS[row] }));
        root.addComponent('script');
        const attributes = { targetObject: target, lookAtBones, ...PLAIN };
        const look = root.script!.create('perfectLookAt', { attributes }) as unknown as PerfectLookAt;
        if (look.problems().length > 0) throw new Error(look.problems().join('\n'));
        return look;
    });
    return {
        pose(i, frame) {
            writePose(characters[i], i, frame);
            updateMatrices(characters[i]);
        },
        solve(i, frame) {
            writePose(characters[i], i, frame);
            looks[i].postUpdate(1 / RATE);
            updateMatrices(characters[i]);
        },
        write(i, frame) {
            writePose(characters[i], i, frame);
            writeChain(characters[i], i, frame);
            updateMatrices(characters[i]);
        },
        endFrame() {
            app.frame++;
        },
        readChain: (i, out) => readChain(characters[i], out)
    };
}
