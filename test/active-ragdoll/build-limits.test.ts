import { expect } from 'chai';
import { Quat, Vec3, type GraphNode } from 'playcanvas';

import { limitUse } from '../../scripts/active-ragdoll/plan/joints';
import type { RigidBodySettings, JointSettings } from '../../scripts/active-ragdoll/settings';
import { measureTurn, turnQuat } from '../../scripts/core/dynamics/swing-twist';
import { angleOf, randomRotation, seededRandom, turnBetween } from '../support/geometry';
import { inEachWorkshop, quatOf, vecOf } from '../support/ragdoll-build';
import { skipBecause } from '../support/skip';

const DEGREES = 180 / Math.PI;

/** Swing about y and z and twist in degrees, from the directions of axes: no quaternion is taken apart. */
function turnOf(joint: JointSettings, parent: GraphNode, bone: GraphNode): [number, number, number] {
    const upper = parent.getRotation().clone().mul(quatOf(joint.parentFrame));
    const lower = bone.getRotation().clone().mul(quatOf(joint.frame));
    const axis = (frame: Quat, x: number, y: number, z: number) => frame.transformVector(new Vec3(x, y, z), new Vec3());
    const [from, to] = [axis(upper, 1, 0, 0), axis(lower, 1, 0, 0)];
    const swing = angleOf(from, to);
    const around = new Vec3().cross(from, to).normalize();
    const swung = new Quat().setFromAxisAngle(around, swing).mul(upper);
    const [y, z, now] = [axis(swung, 0, 1, 0), axis(swung, 0, 0, 1), axis(lower, 0, 1, 0)];
    return [swing * around.dot(axis(upper, 0, 1, 0)), swing * around.dot(axis(upper, 0, 0, 1)), Math.atan2(now.dot(z), now.dot(y)) * DEGREES];
}

/** How far out a turn is: 1 at the limit. */
function useOf(joint: JointSettings, [y, z, twist]: [number, number, number]): number {
    return Math.max(Math.hypot(y / joint.swingLimitY, z / joint.swingLimitZ), Math.abs(twist) / joint.twistLimit);
}

describe('measureTurn', () => {
    it('is undone by turnQuat', () => {
        const random = seededRandom(5);
        for (let i = 0; i < 200; i++) {
            const [a, b] = [randomRotation(random), randomRotation(random)];
            const turn = new Float64Array(3);
            const quat = new Float64Array(4);
            measureTurn(turn, 0, Float64Array.of(a.x, a.y, a.z, a.w), 0, Float64Array.of(b.x, b.y, b.z, b.w), 0);
            turnQuat(quat, 0, turn, 0);
            expect(turnBetween(a.clone().mul(quatOf(quat)), b)).to.be.below(1e-4);
        }
    });
});

inEachWorkshop('joints of a built ragdoll', (shop) => {
    const eachJoint = (bodies: readonly RigidBodySettings[], visit: (joint: JointSettings, bone: GraphNode, parent: GraphNode, name: string, body: number) => void) => {
        bodies.forEach((body, i) => {
            if (body.joint) visit(body.joint, shop.node(body), shop.node(bodies[body.parent]), body.name, i);
        });
    };

    it('are where the bones are in the reference pose, within 0.1 mm, and inside their limits', () => {
        shop.renew();
        eachJoint(shop.build().settings.bodies, (joint, bone, parent, name) => {
            const place = parent.getRotation().transformVector(vecOf(joint.parentAnchor), new Vec3()).add(parent.getPosition());
            const own = bone.getRotation().transformVector(vecOf(joint.anchor), new Vec3()).add(bone.getPosition());
            expect(place.distance(own), name).to.be.below(1e-4);
            expect(useOf(joint, turnOf(joint, parent, bone)), name).to.be.below(1);
            expect(joint.swingLimitY, name).to.be.within(3, 175);
            expect(joint.swingLimitZ, name).to.be.within(3, 175);
            expect(joint.twistLimit, name).to.be.within(3, 175);
        });
    });

    it('violate no limit in any clip, and travel no further than they say', () => {
        shop.renew();
        const { settings, motions } = shop.build();
        expect(motions).to.have.length(shop.clips.length);
        const anim = shop.model.addComponent('anim', { activate: true }) as unknown as NonNullable<typeof shop.model.anim>;
        for (const clip of shop.clips) {
            anim.assignAnimation('clip', clip);
            anim.speed = 0;
            // other times than those that the build step looks at
            const count = Math.max(12, Math.ceil(37 * clip.duration));
            for (let i = 0; i < count; i++) {
                anim.baseLayer!.activeStateCurrentTime = clip.duration * (i + 0.5) / count;
                shop.app.update(1 / 60);
                eachJoint(settings.bodies, (joint, bone, parent, name) => {
                    expect(useOf(joint, turnOf(joint, parent, bone)), `${name} in ${clip.name}`).to.be.at.most(1);
                    const anchor = parent.getRotation().transformVector(vecOf(joint.parentAnchor), new Vec3()).add(parent.getPosition());
                    expect(anchor.distance(bone.getPosition()), `${name} in ${clip.name}`).to.be.at.most(joint.travel + 5e-4);
                });
            }
        }
        shop.renew();
    });

    it('are no wider for the clips than the furthest pose and some degrees need, and never narrower than without them', () => {
        const [natural, widened] = [shop.build({ clips: [] }), shop.build()];
        eachJoint(widened.settings.bodies, (joint, _bone, _parent, name, i) => {
            const without = natural.settings.bodies[i].joint!;
            // the reference pose, in rotations of 32 bits, is seen about the axis of the clips here and about its own there
            for (const limit of ['swingLimitY', 'swingLimitZ', 'twistLimit'] as const) expect(joint[limit], name).to.be.at.least(without[limit] - 1e-5);
            const use = Math.max(...widened.motions.map(motion => limitUse(joint, i, motion)));
            const isWider = joint.swingLimitY * joint.swingLimitZ * joint.twistLimit > 1.05 * without.swingLimitY * without.swingLimitZ * without.twistLimit;
            if (isWider) expect(use, name).to.be.above(0.6);
        });
    });

    it('travel nowhere where every bone between hips and limbs has a body and clips turn bones alone', function () {
        if (shop.name === 'bitmoji') skipBecause(this, 'its clips move bones too');
        eachJoint(shop.build().settings.bodies, (joint, _bone, _parent, name) => expect(joint.travel, name).to.be.below(1e-4));
    });

    it('let the whole trunk and the whole neck fold as far as a body\'s, however many bones they have', () => {
        const { bodies } = shop.build({ clips: [] }).settings;
        const sum = (part: RegExp, limit: 'swingLimitY' | 'swingLimitZ' | 'twistLimit') => bodies
        .reduce((whole, { name, joint }) => whole + (joint && part.test(name) ? 2 * joint[limit] : 0), 0);
        const isFour = shop.rig.legs === 4;
        // from end to end: flexion 75 and extension 30, 35 to each side, 40 along; a dog's trunk less, its neck more
        expect(sum(/^spine/, 'swingLimitZ')).to.be.within(60, isFour ? 80 : 110);
        expect(sum(/^spine/, 'swingLimitY')).to.be.within(50, isFour ? 85 : 75);
        expect(sum(/^spine/, 'twistLimit')).to.be.within(30, isFour ? 45 : 85);
        expect(sum(/^(?:neck|head)/, 'swingLimitZ')).to.be.within(85, isFour ? 150 : 95);
        expect(sum(/^(?:neck|head)/, 'twistLimit')).to.be.within(isFour ? 90 : 130, 145);
    });

    it('let a trunk bend further forwards than backwards', () => {
        shop.renew();
        const { bodies } = shop.build({ clips: [] }).settings;
        const [lx, ly, lz] = new Vec3().cross(new Vec3([...shop.rig.up]), new Vec3([...shop.rig.forward])).toArray();
        const left = shop.rig.skeleton.nodes[0].parent!.getRotation().transformVector(new Vec3(lx, ly, lz), new Vec3());
        for (const body of bodies) {
            if (!body.name.startsWith('spine')) continue;
            const [bone, parent] = [shop.node(body), shop.node(bodies[body.parent])];
            const start = bone.getRotation().clone();
            const useAt = (angle: number) => {
                bone.setRotation(new Quat().setFromAxisAngle(left, angle).mul(start));
                return useOf(body.joint!, turnOf(body.joint!, parent, bone));
            };
            expect(useAt(7), body.name).to.be.below(useAt(-7));
            bone.setRotation(start);
        }
    });

    it('bend as knees and elbows do', function () {
        if (shop.rig.legs === 4) skipBecause(this, 'no elbows of people');
        shop.renew();
        const { bodies } = shop.build({ clips: [] }).settings;
        const [x, y, z] = shop.rig.forward;
        const above = shop.rig.skeleton.nodes[0].parent!;
        const forward = above.getRotation().transformVector(new Vec3(x, y, z), new Vec3());
        for (const [name, towards, low, high] of [['leftShin', -1, -20, 130], ['rightShin', -1, -20, 130], ['leftForearm', 1, -20, 125], ['rightForearm', 1, -20, 125]] as const) {
            const body = bodies.find(other => other.name === name)!;
            const [bone, parent] = [shop.node(body), shop.node(bodies[body.parent])];
            const straight = bone.getPosition().clone().sub(parent.getPosition()).normalize();
            const child = bodies.find(other => bodies[other.parent] === body)!;
            const along = shop.node(child).getPosition().clone().sub(bone.getPosition()).normalize();
            const axis = new Vec3().cross(straight, forward.clone().mulScalar(towards)).normalize();
            const start = bone.getRotation().clone();
            const flat = along.clone().sub(axis.clone().mulScalar(along.dot(axis))).normalize();
            const bent = Math.atan2(new Vec3().cross(straight, flat).dot(axis), straight.dot(flat)) * DEGREES;
            const useAt = (angle: number) => {
                bone.setRotation(new Quat().setFromAxisAngle(axis, angle - bent).mul(start));
                return useOf(body.joint!, turnOf(body.joint!, parent, bone));
            };
            expect(useAt(high), `${name} folded`).to.be.below(1);
            expect(useAt(10), `${name} nearly straight`).to.be.below(1);
            expect(useAt(low), `${name} the wrong way`).to.be.above(1);
            bone.setRotation(start);
        }
    });
});
