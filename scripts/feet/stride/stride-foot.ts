import type { GraphNode } from 'playcanvas';

import { Footfall } from './footfall';
import { SolePath } from './sole-path';
import { StrideLeg } from './stride-leg';
import { createLimb } from '../../core/limb/limb';
import { HINGE } from '../../core/limb/two-bone';
import { bendAxis, type Rig } from '../../rig/rig';
import { spanOf, type FootModel, type SoleSpan } from '../foot-model';

// One foot on a warped stride: what each stage of a frame knows of it. Each of these is written by its own stage, and read by those after it; their order is
// in stride-pass.ts.

export interface StrideFoot {
    /** Which of the gait's feet. */
    readonly index: number;
    /** The node that is the foot, and where its sole lies along it. */
    readonly node: GraphNode;
    readonly span: SoleSpan;
    /** Where and when it comes down, where it is until then, and the leg that brings it there. */
    readonly footfall: Footfall;
    readonly path: SolePath;
    readonly leg: StrideLeg;
}

/**
 * Makes a foot.
 *
 * @param bones - Its leg in the skeleton, from the thigh to the foot.
 * @param model - The foot as it was measured.
 * @param toes - Its toes in the skeleton, -1: none.
 * @param indexOf - Index in the pose of a node of the skeleton.
 */
export function createStrideFoot(index: number, bones: readonly number[], model: FootModel, toes: number, rig: Rig, indexOf: (node: number) => number): StrideFoot {
    const { shape: { foot }, points } = model;
    const limb = createLimb(bones.map(indexOf), bendAxis(new Float64Array(3), rig, bones), HINGE);
    return {
        index, node: rig.skeleton.nodes[foot], span: spanOf(rig, model, toes), footfall: new Footfall(),
        path: new SolePath(Int32Array.from(points.nodes, indexOf), points.points), leg: new StrideLeg(limb, toes >= 0 ? indexOf(toes) : -1)
    };
}
