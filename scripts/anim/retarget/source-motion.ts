import type { AnimTrack, GraphNode } from 'playcanvas';

import { enterBody, type TemplateBody } from './template-body';
import { copyVec, multiplyInverseQuat, multiplyQuat, normalizeQuat, rotateVec, rotateVecInverse, subtractVec } from '../../core/math/flat-math';
import type { FlatPose } from '../../core/pose/flat-pose';
import { evaluateChannel } from '../clip-channels';
import { ClipSampler } from '../clip-sampler';

// A clip on its own character, in body space. Curves that move the clips' root itself move the whole body there.

const rotation = new Float64Array(4);
const position = new Float64Array(4);

export class SourceMotion {
    readonly sampler: ClipSampler;

    private readonly at = new Float64Array(1);

    /** The root's own transform where no curve moves it. */
    private readonly restRotation: Float64Array;

    private readonly restPosition: Float64Array;

    constructor(readonly body: TemplateBody, track: AnimTrack, root: GraphNode) {
        this.sampler = new ClipSampler(track, root, body.rig.skeleton);
        const { x, y, z, w } = root.getLocalRotation();
        this.restRotation = Float64Array.of(x, y, z, w);
        const place = root.getLocalPosition();
        this.restPosition = Float64Array.of(place.x, place.y, place.z);
    }

    /**
     * Poses the source.
     *
     * @param time - Seconds of the clip.
     * @param movesRoot - Whether curves of the root count.
     */
    sample(time: number, movesRoot: boolean): FlatPose {
        const { body, sampler, sampler: { pose } } = this;
        enterBody(pose, body.frame);
        pose.positions.fill(0, 3 * pose.base, 3 * pose.base + 3);
        if (movesRoot && sampler.rootChannels.length > 0) this.moveRoot(pose, time);
        return sampler.sample(time);
    }

    /** Puts the base of the pose where the root has gone, as seen from where it was. */
    private moveRoot(pose: FlatPose, time: number) {
        const { restRotation, restPosition, at } = this;
        rotation.set(restRotation);
        copyVec(position, 0, restPosition, 0);
        at[0] = time;
        for (const channel of this.sampler.rootChannels) {
            if (channel.property === 'localRotation') evaluateChannel(rotation, channel, at);
            else if (channel.property === 'localPosition') evaluateChannel(position, channel, at);
        }
        normalizeQuat(rotation, 0);
        multiplyInverseQuat(rotation, 0, restRotation, 0, rotation, 0);
        subtractVec(position, 0, position, 0, restPosition, 0);
        rotateVecInverse(position, 0, restRotation, 0, position, 0);
        rotateVec(pose.positions, 3 * pose.base, pose.rotations, 4 * pose.base, position, 0);
        multiplyQuat(pose.rotations, 4 * pose.base, pose.rotations, 4 * pose.base, rotation, 0);
    }
}
