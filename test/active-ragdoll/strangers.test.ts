import { expect } from 'chai';
import { AnimCurve, AnimData, AnimTrack, INTERPOLATION_LINEAR, Quat, Vec3, type Entity, type GraphNode } from 'playcanvas';

import { makeRagdoll } from '../../scripts/active-ragdoll/plan/setup';
import type { JointSettings } from '../../scripts/active-ragdoll/settings';
import type { ActiveRagdoll } from '../../scripts/index';
import { findCharacter } from '../../scripts/rig/character';
import { Character } from '../../tools/check-rig/character';
import type { Clip } from '../../tools/check-rig/clip';
import { RagdollStand } from '../../tools/check-rig/systems/ragdoll-stand';
import { MANNEQUIN } from '../support/characters';
import { onEveryCharacter } from '../support/strangers';

// A ragdoll for whatever comes: every limb has a body, all of them are where the clip has them, and limp they fall and stay in one piece.

/** Height in metres of the person for whom lengths are told. */
const PERSON = 1.75;

/** Metres that a body may be off its place, and a joint be open, on a clip; and a joint when the body has come to lie: one that sleeps keeps its gap, of which nothing is shown. */
const OFF = 0.005;
const TORN = 0.027;

/** Degrees that a joint may be beyond its limits then. */
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
    const axis = new Vec3(swing.x, swing.y, swing.z).normalize();
    const angle = 2 * Math.acos(Math.min(1, Math.abs(swing.w))) * DEGREES;
    const twisted = 2 * Math.abs(Math.atan2(twist.x, twist.w)) * DEGREES;
    const reach = 1 / Math.max(1e-9, Math.hypot(axis.y / swingLimitY, axis.z / swingLimitZ));
    return Math.max(0, angle - reach, twisted - twistLimit);
}

/** The joints that the script makes of a character by itself, by their lower bone. */
function jointsOf(character: Character, model: Entity, clip: Clip | null): Map<GraphNode, JointSettings> {
    const rig = findCharacter(model)!;
    const { nodes } = rig.skeleton;
    const { settings } = makeRagdoll(rig, {
        scale: character.scale, totalMass: 70, massPreset: 'stable', rows: [], clips: clip ? [clip.track] : [], animRoot: model
    }, () => {})!;
    return new Map(settings.bodies.flatMap(({ bone, joint }) => (joint ? [[nodes[bone], joint] as const] : [])));
}

/** A limp character above a floor. */
class Fall {
    readonly ragdoll: ActiveRagdoll;

    private readonly model: Entity;

    private readonly bones: Entity[];

    private readonly joints: Map<GraphNode, JointSettings>;

    constructor(private readonly character: Character) {
        character.clear();
        const actor = character.add();
        this.model = actor.model;
        const floor = character.addEntity();
        floor.addComponent('collision', { type: 'box', halfExtents: new Vec3(50, 1, 50) });
        floor.addComponent('rigidbody', { type: 'static', friction: 0.6 });
        floor.rigidbody!.teleport(0, -1 - DROP * character.height, 0);
        const [clip] = character.groundedPoses;
        actor.pose(clip, 0);
        this.joints = jointsOf(character, this.model, clip);
        this.model.addComponent('script');
        this.ragdoll = this.model.script!.create('activeRagdoll', { attributes: { active: true, rotationWeight: 0, translationWeight: 0 } }) as ActiveRagdoll;
        character.step(2);
        this.bones = actor.nodes.filter(node => this.ragdoll.getBoneState(node as Entity)?.bone === node) as Entity[];
    }

    /** Open joints in metres, and turns beyond limits in degrees; the worst of both, and the bones. */
    worst(): { gap: number; over: number; torn: string; bent: string } {
        const found = { gap: 0, over: 0, torn: '', bent: '' };
        const { ragdoll, bones, joints } = this;
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
        character().step(60 * FALLING);
        const worst = fall.worst();
        expect(before - fall.height, 'it has fallen').to.be.above(DROP * size);
        expect(fall.lowest, 'it lies on the floor').to.be.within(-0.03 * size, 0.3 * size);
        expect(worst.gap * PERSON / size, `gap at ${worst.torn}`).to.be.at.most(TORN);
        expect(worst.over, `beyond the limits at ${worst.bent}`).to.be.at.most(OVER);
    });
});

/** A clip like another one in which a bone also swings to and fro on its parent, once in the clip. */
function withSwingingBone(track: AnimTrack, name: string, way: number): AnimTrack {
    const [path] = track.curves.flatMap(curve => curve.paths).filter(({ entityPath }) => entityPath[entityPath.length - 1] === name);
    const times = Array.from({ length: 61 }, (_, i) => i / 60 * track.duration);
    const places = times.flatMap((_, i) => [0.09, -0.05, way * Math.sin(2 * Math.PI * i / 60)]);
    const { inputs, outputs, curves } = track;
    const curve = new AnimCurve([{ ...path, propertyPath: ['localPosition'] }] as never, inputs.length, outputs.length, INTERPOLATION_LINEAR);
    return new AnimTrack(`${track.name} swinging`, track.duration, [...inputs, new AnimData(1, times)], [...outputs, new AnimData(3, places)], [...curves, curve]);
}

describe('the ragdoll on a clip that moves bones against each other', () => {
    it('keeps bodies in their place and joints closed, at 15 mm a step', async () => {
        const character = await Character.open(MANNEQUIN, []);
        const [walk] = character.clips.slice(1);
        const clip = { ...walk, track: withSwingingBone(walk.track, 'mixamorig:LeftUpLeg', 0.15) };
        const stand = new RagdollStand(character, clip);
        const { bones } = stand;
        let [distance, gap] = [0, 0];
        stand.play(() => {
            for (const bone of bones) {
                const off = stand.off(bone, bones);
                distance = Math.max(distance, off.distance);
                gap = Math.max(gap, off.gap);
            }
        });
        expect(distance).to.be.at.most(0.001);
        expect(gap).to.be.at.most(0.001);
        character.close();
    });

    it('holds a clip of a single pose that is beyond the usual limits', async () => {
        const character = await Character.open(MANNEQUIN, []);
        const [walk] = character.clips.slice(1);
        const { x, y, z, w } = new Quat().setFromEulerAngles(-80, 0, 60);
        const knee = walk.track.curves.flatMap(curve => curve.paths).find(({ entityPath }) => entityPath[entityPath.length - 1] === 'mixamorig:LeftLeg')!;
        const curve = new AnimCurve([{ ...knee, propertyPath: ['localRotation'] }] as never, 0, 0, INTERPOLATION_LINEAR);
        const track = new AnimTrack('pose', 0, [new AnimData(1, [0])], [new AnimData(4, [x, y, z, w])], [curve]);
        const stand = new RagdollStand(character, { ...walk, track });
        const { bones } = stand;
        let turn = 0;
        stand.play(() => {
            for (const bone of bones) turn = Math.max(turn, stand.off(bone, bones).turn);
        });
        expect(turn).to.be.at.most(0.1);
        character.close();
    });
});
