import { type Entity, type Vec3 } from 'playcanvas';

import { perfectLookAtAttributes, type PerfectLookAt } from '../../../scripts/index';
import { arcBetween, directionBeside, turnNode } from '../../../test/support/chain';
import { randomDirection, seededRandom } from '../../../test/support/geometry';
import type { Character } from '../character';
import type { Clip } from '../clip';
import type { Instance } from '../instance';

// An instance with perfectLookAt, beside it its twin: the same model under the same clip without the script.
//
// The script is set so that the gaze arrives at once and is held back by nothing but hard limits: measured is where it ends, not how
// it gets there.

/** Attributes under which the gaze arrives within a frame. Those that the script does not have are left away. */
const EXACT = { lookAtBlendSpeed: 1000, softLimit: 1, convergeEyes: false, giveUpAngle: 180, maxTurnSpeed: 0 };

/** Limits that differ between directions are made round: 0 means as `rotationLimit`. */
const ROUND = { limitUp: 0, limitDown: 0, limitTwist: 0 };

/** Frames after which a target has surely been reached. */
const SETTLE = 3;

/** Nearest and farthest targets as shares of the character's height: 0.3 to 20 m for a person. */
const NEAREST = 0.17;
const FARTHEST = 11.4;

/** Share of a limit up to which targets are constructed. */
const INSIDE = 0.95;

/** The values whose names a table has. */
function known(values: object, table: object): object {
    return Object.fromEntries(Object.entries(values).filter(([name]) => name in table));
}

export class LookAtStand {
    readonly actor: Instance;

    readonly twin: Instance;

    readonly target: Entity;

    readonly look: PerfectLookAt;

    private readonly random = seededRandom(1);

    /**
     * @param clip - What both play; null: the rest pose.
     * @param rows - The chain; empty: what the script fills in.
     */
    constructor(readonly character: Character, private readonly clip: Clip | null, rows: object[] = []) {
        character.clear();
        this.actor = character.add();
        this.twin = character.add();
        this.target = character.addEntity();
        this.target.setPosition(this.pointAround());
        const { model } = this.actor;
        model.addComponent('script');
        const attributes = { ...known(EXACT, perfectLookAtAttributes), targetObject: this.target, lookAtBones: rows };
        this.look = model.script!.create('perfectLookAt', { attributes }) as PerfectLookAt;
        this.changeRows(ROUND);
    }

    /** Bones of the chain, from the one that looks towards the pelvis. */
    get bones(): Entity[] {
        return this.look.lookAtBones.map(({ bone, boneName }) => bone ?? this.actor.bone(boneName as 'hips')!);
    }

    /** Largest angle of each bone's forward to its parent's: the row's limit, or the clip's own swing where that is larger. */
    get limits(): number[] {
        return this.bones.map((bone, i) => Math.max(this.look.lookAtBones[i].rotationLimit, this.twin.swingOf(this.twinOf(bone))));
    }

    /** Sets fields in every row of the chain. */
    changeRows(fields: object) {
        const changes = known(fields, perfectLookAtAttributes.lookAtBones.schema);
        if (Object.keys(changes).length > 0) this.look.lookAtBones = this.look.lookAtBones.map(row => ({ ...row, ...changes }));
    }

    /** The twin's node that is the given one of the instance with the script. */
    twinOf(node: Entity): Entity {
        return this.twin.same(node, this.actor);
    }

    /** Brings both to a share of the clip, 0..1. */
    seek(share: number) {
        for (const instance of [this.actor, this.twin]) instance.pose(this.clip, share);
        this.character.step();
    }

    /** Moves the target, and lets the gaze arrive. */
    lookTo(point: Vec3) {
        this.target.setPosition(point);
        this.character.step(SETTLE);
    }

    /** A point anywhere around the eyes. */
    pointAround(): Vec3 {
        return randomDirection(this.random).mulScalar(this.distance()).add(this.character.eyePoint);
    }

    /**
     * A point on the eye's ray after swings of the first bones of the chain, each but the last of them near its limit: one that the
     * chain reaches in the order in which it fills. The twin's pose is put back.
     */
    pointInReach(): Vec3 {
        const { twin, random } = this;
        const joints = this.bones.map(bone => this.twinOf(bone));
        const limits = this.limits;
        const pose = joints.map(joint => joint.getLocalRotation().clone());
        const filled = Math.floor(random() * joints.length) + 1;
        for (let i = 0; i < filled; i++) {
            const angle = INSIDE * limits[i] * (i < filled - 1 ? 1 : Math.sqrt(random()));
            const forward = directionBeside(twin.forwardOf(joints[i].parent!), angle, 360 * random());
            turnNode(joints[i], arcBetween(twin.forwardOf(joints[i]), forward));
        }
        const point = twin.forwardOf(joints[0]).mulScalar(this.distance()).add(twin.eyeOf(joints[0]));
        joints.forEach((joint, i) => joint.setLocalRotation(pose[i]));
        return point;
    }

    private distance(): number {
        return this.character.height * NEAREST * (FARTHEST / NEAREST) ** this.random();
    }
}
