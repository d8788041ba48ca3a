import { expect } from 'chai';
import { Quat, Vec3, type Entity, type GraphNode } from 'playcanvas';

import type { JointSettings, RagdollSettings } from '../../scripts/active-ragdoll/settings';
import type { ActiveRagdoll } from '../../scripts/index';
import type { Character } from '../../tools/check-rig/character';
import { RagdollStand } from '../../tools/check-rig/systems/ragdoll-stand';
import { onEveryCharacter } from '../support/strangers';

// A ragdoll for whatever comes: every limb has a body, all of them are where the clip has them, and limp they fall and stay in one piece.

/** Height in metres of the person for whom lengths are told. */
const PERSON = 1.75;

/** Metres that a body may be off its place, and a joint be open, on a clip; and a joint while the body falls and lies. */
const OFF = 0.005;
const TORN = 0.02;

/** Degrees that a joint may go beyond its limits at a landing. */
const OVER = 10;

/** Share of the skin from which a bone's part of the body counts. */
const SOME_SKIN = 0.01;

/** Seconds in which a body falls over and comes to lie, and height of its drop in shares of its own. */
const FALLING = 3;
const DROP = 0.1;

const DEGREES = 180 / Math.PI;

/** Degrees by which a turn against the parent is beyond a joint's limits: an ellipse of swing, and a twist about x. */
function beyond({ frame, parentFrame, swingLimitY, swingLimitZ, twistLimit }: JointSettings, relative: Quat): number {
    const quat = (q: ArrayLike<number>) => new Quat(q[0], q[1], q[2], q[3]);
    const turn = quat(parentFrame).invert().mul(relative).mul(quat(frame));
    if (turn.w < 0) turn.mulScalar(-1);
    const twist = new Quat(turn.x, 0, 0, turn.w).normalize();
    const swing = turn.clone().mul(twist.clone().invert());
    const axis = new Vec3();
    const angle = swing.getAxisAngle(axis);
    const twisted = 2 * Math.abs(Math.atan2(twist.x, twist.w)) * DEGREES;
    const reach = 1 / Math.max(1e-9, Math.hypot(axis.y / swingLimitY, axis.z / swingLimitZ));
    return Math.max(0, angle - reach, twisted - twistLimit);
}

/** The joints of a ragdoll by the name of their lower bone, as the script has built them. */
function jointsOf(ragdoll: ActiveRagdoll, nodes: readonly GraphNode[]): Map<GraphNode, JointSettings> {
    const { settings } = (ragdoll as unknown as { build: { settings: RagdollSettings } }).build;
    return new Map(settings.bodies.flatMap(({ bone, joint }) => (joint ? [[nodes[bone], joint] as const] : [])));
}

/** A limp character above a floor. */
class Fall {
    readonly ragdoll: ActiveRagdoll;

    private readonly model: Entity;

    private readonly bones: Entity[];

    constructor(private readonly character: Character) {
        character.clear();
        const actor = character.add();
        this.model = actor.model;
        const floor = character.addEntity();
        floor.addComponent('collision', { type: 'box', halfExtents: new Vec3(50, 1, 50) });
        floor.addComponent('rigidbody', { type: 'static', friction: 0.6 });
        floor.rigidbody!.teleport(0, -1 - DROP * character.height, 0);
        actor.pose(character.groundedPoses[0], 0);
        this.model.addComponent('script');
        this.ragdoll = this.model.script!.create('activeRagdoll', { attributes: { active: true, rotationWeight: 0, translationWeight: 0 } }) as ActiveRagdoll;
        character.step(2);
        this.bones = actor.nodes.filter(node => this.ragdoll.getBoneState(node as Entity)?.bone === node) as Entity[];
    }

    /** Open joints in metres, and turns beyond limits in degrees; the worst of both, and the bones. */
    worst(): { gap: number; over: number; torn: string; bent: string } {
        const found = { gap: 0, over: 0, torn: '', bent: '' };
        const { ragdoll, bones, character } = this;
        const joints = jointsOf(ragdoll, bones.length > 0 ? nodesOf(character, this.model) : []);
        for (const bone of bones) {
            const joint = joints.get(bone);
            const above = bones.filter(other => bone.isDescendantOf(other)).pop();
            if (!joint || !above) continue;
            const [own, upper] = [ragdoll.getBoneState(bone)!, ragdoll.getBoneState(above)!];
            const [x, y, z] = joint.parentAnchor;
            const carried = upper.rotation.transformVector(new Vec3(x, y, z)).add(upper.position);
            const gap = carried.distance(own.position);
            if (!(gap <= found.gap)) Object.assign(found, { gap, torn: bone.name });
            const over = beyond(joint, upper.rotation.clone().invert().mul(own.rotation));
            if (!(over <= found.over)) Object.assign(found, { over, bent: bone.name });
        }
        return found;
    }

    /** Height of the whole's middle. */
    get height(): number {
        return this.bones.reduce((sum, bone) => sum + this.ragdoll.getBoneState(bone)!.position.y, 0) / this.bones.length;
    }

    /** Height of the lowest bone over the floor. */
    get lowest(): number {
        return Math.min(...this.bones.map(bone => this.ragdoll.getBoneState(bone)!.position.y)) + DROP * this.character.height;
    }
}

/** The nodes of the skeleton on one instance. */
function nodesOf(character: Character, model: Entity): GraphNode[] {
    const all = model.find(() => true);
    return character.rig.skeleton.nodes.map((_, i) => all[character.placeOf(i)]);
}

onEveryCharacter('the ragdoll', (character) => {
    it('has a body on every limb that carries skin', () => {
        const { rig, skinShare } = character();
        const stand = new RagdollStand(character(), null);
        const held = new Set(stand.bones.map(({ name }) => name));
        const { ends } = rig.skeleton;
        const bare = Object.values(rig.limbs).flatMap(limb => limb?.bones ?? []).filter((bone) => {
            return !held.has(stand.nameOf(bone)) && skinShare.subarray(bone, ends[bone]).reduce((sum, share) => sum + share, 0) > SOME_SKIN;
        });
        expect(bare.map(bone => stand.nameOf(bone))).to.deep.equal([]);
    });

    it('has its bodies where the clips have them, and its joints closed', () => {
        const allowed = OFF * character().height / PERSON;
        for (const clip of character().poses) {
            const stand = new RagdollStand(character(), clip);
            const { bones } = stand;
            const worst = { distance: 0, gap: 0, bone: '' };
            stand.play(() => {
                for (const bone of bones) {
                    const { distance, gap } = stand.off(bone, bones);
                    if (!(distance <= worst.distance)) Object.assign(worst, { distance, bone: bone.name });
                    if (!(gap <= worst.gap)) worst.gap = gap;
                }
            });
            const where = `${clip?.name ?? 'rest pose'}, ${worst.bone}`;
            expect(worst.distance, where).to.be.at.most(allowed);
            expect(worst.gap, where).to.be.at.most(allowed);
        }
    });

    it('falls without tearing, and its joints keep their limits', () => {
        const fall = new Fall(character());
        const { height: size } = character();
        const before = fall.height;
        const worst = { gap: 0, over: 0, torn: '', bent: '' };
        for (let frame = 0; frame < 60 * FALLING; frame++) {
            character().step();
            const { gap, over, torn, bent } = fall.worst();
            if (!(gap <= worst.gap)) Object.assign(worst, { gap, torn });
            if (!(over <= worst.over)) Object.assign(worst, { over, bent });
        }
        expect(before - fall.height, 'it has fallen').to.be.above(DROP * size);
        expect(fall.lowest, 'it lies on the floor').to.be.within(-0.03 * size, 0.3 * size);
        if (process.env.SHOW) console.log(character().path, 'gap', (worst.gap*PERSON/size*1000).toFixed(0), worst.torn, 'last', (fall.worst().gap*PERSON/size*1000).toFixed(1), 'over', worst.over.toFixed(1), worst.bent, 'last', fall.worst().over.toFixed(1));
        expect(worst.gap * PERSON / size, `gap at ${worst.torn}`).to.be.at.most(TORN);
        expect(worst.over, `beyond the limits at ${worst.bent}`).to.be.at.most(OVER);
    });
});
