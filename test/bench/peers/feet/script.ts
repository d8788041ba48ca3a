import { readFileSync } from 'node:fs';
import { compileFunction } from 'node:vm';

import * as engine from 'playcanvas';

import { makeNodesPeer, RATE, type Levels } from './limber-nodes';
import type { Ground, GroundHit, MecFootPlacer } from '../../../../scripts/index';
import type { Peer } from '../../peer';

// The pack as it is shipped: the script of build/limber.js. The bench has built the file before.

/** A level under each foot that costs nothing to ask. */
class LevelGround implements Ground {
    constructor(private readonly levels: Levels, private readonly middle: number) {}

    cast({ point, normal }: GroundHit, ray: Float64Array): boolean {
        const height = ray[0] > this.middle ? this.levels.left : this.levels.right;
        point[0] = ray[0];
        point[1] = height;
        point[2] = ray[2];
        normal[0] = normal[2] = 0;
        normal[1] = 1;
        return ray[1] - ray[6] <= height;
    }
}

/** Makes the peer with attributes of the script and of both feet. */
export function makeScriptPeer(count: number, attributes: object, foot: object): Promise<Peer> {
    const feet = ['leftFoot', 'rightFoot'].map(id => ({ footId: id, boneName: id, extraRayDistanceCheck: 1, ...foot }));
    const start = () => compileFunction(readFileSync('build/limber.js', 'utf8'), ['pc'], { filename: 'build/limber.js' })(engine);
    return makeNodesPeer(count, start, ({ root, levels }) => {
        root.addComponent('script');
        const placer = root.script!.create('mecFootPlacer', { attributes: { ...attributes, feet } }) as unknown as MecFootPlacer;
        if (placer.problems().length > 0) throw new Error(placer.problems().join('\n'));
        placer.setGround(new LevelGround(levels, root.getPosition().x));
        return () => placer.postUpdate(1 / RATE);
    });
}
