import { readFileSync } from 'node:fs';
import { compileFunction } from 'node:vm';

import * as engine from 'playcanvas';

import type { SpringChain } from '../../../../scripts/index';
import { createApp } from '../../../support/app';
import type { Peer } from '../../peer';
import { CHAINS, DRAG, GRAVITY, HIT_RADIUS, JOINTS, LENGTH, PATH, RATE, ROOTS, SPHERES, STIFFNESS, frameOf } from '../../springs-work';

// The script of build/limber.js on plain entities; the bench has built the file before.

/** The law of VRM, as the peers have it. */
const VRM = { stiffness: STIFFNESS, drag: DRAG, gravity: GRAVITY };

/**
 * Makes characters with the script.
 *
 * @param isMoving - Whether the bodies move; else the springs are asleep.
 * @param law - What of a row says how a chain swings.
 */
export function makeScriptPeer(count: number, isMoving: boolean, law: object = VRM): Peer {
    const app = createApp();
    compileFunction(readFileSync('build/limber.js', 'utf8'), ['pc'], { filename: 'build/limber.js' })(engine);
    const bodies = Array.from({ length: count }, () => {
        const body = new engine.Entity('body');
        app.root.addChild(body);
        const bones = ROOTS.flatMap((root, chain) => {
            let above = body;
            return Array.from({ length: JOINTS + 1 }, (_, i) => {
                const bone = new engine.Entity(i < JOINTS ? `bone ${chain} ${i}` : 'end');
                above.addChild(bone);
                if (i === 0) bone.setLocalPosition(...root);
                else bone.setLocalPosition(0, -LENGTH, 0);
                above = bone;
                return bone;
            });
        });
        body.addComponent('script');
        const chains = Array.from({ length: CHAINS }, (_, i) => ({
            boneName: `bone ${i} 0`, exclude: ['end'], endLength: 0, radius: HIT_RADIUS, ...law
        }));
        const colliders = SPHERES.map(([height, radius]) => ({ bone: body, offset: new engine.Vec3(0, height, 0), radius }));
        const script = body.script!.create('springChain', { attributes: { chains, colliders } }) as unknown as SpringChain;
        if (script.problems().length > 0) throw new Error(script.problems().join('\n'));
        return { body, bones: bones.filter(({ name }) => name !== 'end'), script };
    });
    const place = (index: number, frame: number) => {
        const o = 4 * (isMoving ? frameOf(index, frame) : 0);
        bodies[index].body.setLocalPosition(PATH[o], 0, PATH[o + 1]);
        bodies[index].body.setLocalRotation(0, PATH[o + 2], 0, PATH[o + 3]);
    };
    return {
        pose(index, frame) {
            place(index, frame);
            bodies[index].body.syncHierarchy();
        },
        solve(index, frame) {
            place(index, frame);
            bodies[index].script.postUpdate(1 / RATE);
            bodies[index].body.syncHierarchy();
        },
        write(index, frame) {
            place(index, frame);
            for (const bone of bodies[index].bones) {
                const { x, y, z, w } = bone.getLocalRotation();
                bone.setLocalRotation(x, y, z, w);
            }
            bodies[index].body.syncHierarchy();
        },
        endFrame() {
            app.frame++;
        },
        readChain(index, out) {
            bodies[index].bones.forEach((bone, i) => {
                const { x, y, z, w } = bone.getLocalRotation();
                out.set([x, y, z, w], 4 * i);
            });
        }
    };
}
