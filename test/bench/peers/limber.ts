import * as engine from 'playcanvas';
import { Entity } from 'playcanvas';

import type { PerfectLookAt } from '../../../scripts/index';
import { createApp } from '../../support/app';
import { runBuiltFile } from '../../support/built-file';
import type { Peer } from '../peer';
import { CHAIN, LIMITS, RATE, TARGET_PLACES, placeOf, targetOf } from '../work';
import { makeCharacter, readChain, writeChain, writePose } from './graph-nodes';

// The pack as it is shipped: the script of build/limber.js on an entity, with smoothing, problems, residual and pose record.

/** What the other peers do: hard limits, no bound of speed, no giving up. */
const PLAIN = { softLimit: 1, convergeEyes: false, giveUpAngle: 180, maxTurnSpeed: 0 };

export async function makePeer(count: number): Promise<Peer> {
    const app = createApp();
    await runBuiltFile(engine);
    const places = Array.from({ length: count }, (_, i) => placeOf(i));
    const targets = places.map((_, i) => new Entity(`target ${i}`));
    const characters = places.map((_, i) => makeCharacter(i));
    const looks = characters.map(({ root, bones }, i) => {
        app.root.addChild(targets[i]);
        app.root.addChild(root);
        const lookAtBones = CHAIN.map((bone, row) => ({ bone: bones[bone], rotationLimit: LIMITS[row] }));
        root.addComponent('script');
        const attributes = { targetObject: targets[i], lookAtBones, ...PLAIN };
        const look = root.script!.create('perfectLookAt', { attributes }) as unknown as PerfectLookAt;
        if (look.problems().length > 0) throw new Error(look.problems().join('\n'));
        return look;
    });

    const moveTarget = (i: number, frame: number) => {
        const o = targetOf(i, frame);
        const [x, z] = places[i];
        targets[i].setLocalPosition(x + TARGET_PLACES[o], TARGET_PLACES[o + 1], z + TARGET_PLACES[o + 2]);
    };
    return {
        pose: (i, frame) => writePose(characters[i], i, frame),
        look(i, frame) {
            writePose(characters[i], i, frame);
            moveTarget(i, frame);
            looks[i].postUpdate(1 / RATE);
        },
        write(i, frame) {
            writePose(characters[i], i, frame);
            moveTarget(i, frame);
            writeChain(characters[i], i, frame);
        },
        endFrame() {
            app.frame++;
        },
        readChain: (i, out) => readChain(characters[i], out)
    };
}
