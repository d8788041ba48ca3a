import { expect } from 'chai';
import { Vec3, type AppBase } from 'playcanvas';

import { findCharacter } from '../../scripts/rig/character';
import type { Role } from '../../scripts/rig/roles';
import { createApp, loadGlb } from '../support/app';
import { angleOf } from '../support/geometry';
import { requireRig } from '../support/skip';

// Characters that nobody here made: which bone is what, written by hand, and where they stand and face.

/** Largest error of up and forward, in degrees. */
const DIRECTIONS = 10;

interface Stranger {
    file: string;
    legs: number;
    forward: Vec3;
    /** Bones by role; % stands for both sides, in roles and, as the words given, in names. */
    bones: Record<string, string>;
    sides: [string, string];
    /** Roles that it must not have. */
    without?: Role[];
    /** Words of the sentences that say what does not work. */
    says?: RegExp;
}

const QUATERNIUS = {
    head: 'Head', hips: 'Back', neck3: 'Neck3', tail: 'Tail1', '%Clavicle': 'FrontShoulder.%', '%UpperArm': 'FrontUpperLeg.%', '%Forearm': 'FrontLowerLeg.%', '%Hand': 'FF.%',
    '%Thigh': 'BackUpperLeg.%', '%Shin': 'BackLowerLeg.%', '%Foot': 'FFB.%'
};
const FARM = {
    head: 'Head', hips: 'Body', spine: 'Shoulders', neck: 'Neck', '%UpperArm': 'FrontUpLeg.%', '%Forearm': 'FrontLowLeg.%', '%Hand': 'FrontFoot.%', '%Thigh': 'BackUpLeg.%', '%Shin': 'BackLowLeg.%', '%Foot': 'BackFoot.%'
};
const KAYKIT = {
    hips: 'hips', spine: 'spine', spine1: 'chest', head: 'head', '%UpperArm': 'upperarm.%', '%Forearm': 'lowerarm.%', '%Hand': 'wrist.%',
    '%Thigh': 'upperleg.%', '%Shin': 'lowerleg.%', '%Foot': 'foot.%', '%Toes': 'toes.%'
};
const MIXAMO = {
    hips: 'Hips', head: 'Head', neck: 'Neck', '%Clavicle': '%Shoulder', '%UpperArm': '%Arm', '%Forearm': '%ForeArm', '%Hand': '%Hand',
    '%Thigh': '%UpLeg', '%Shin': '%Leg', '%Foot': '%Foot', '%Toes': '%ToeBase'
};
const prefixed = (bones: Record<string, string>) => Object.fromEntries(Object.entries(bones).map(([role, name]) => [role, `mixamorig:${name}`]));

const L: [string, string] = ['L', 'R'];
const STRANGERS: Stranger[] = [
    { file: 'Husky.glb', legs: 4, forward: Vec3.BACK, bones: { ...QUATERNIUS, '%Ear': 'Ear1.%' }, sides: L },
    { file: 'Cow.glb', legs: 4, forward: Vec3.BACK, bones: QUATERNIUS, sides: L },
    { file: 'Zebra.glb', legs: 4, forward: Vec3.BACK, bones: { ...FARM, tail: 'Tail1' }, sides: L },
    { file: 'Pug.glb', legs: 4, forward: Vec3.BACK, bones: FARM, sides: L },
    { file: 'Cat.glb', legs: 4, forward: Vec3.BACK, bones: { head: 'Head', hips: 'All', spine: 'Body', tail: 'Tail', '%Thigh': 'BackLeg.%', '%UpperArm': 'FrontLeg.%' }, sides: L, without: ['leftShin', 'leftFoot', 'leftHand'], says: /legs/ },
    { file: 'Goblin.glb', legs: 2, forward: Vec3.BACK, bones: { head: 'Head', '%Thigh': 'Leg.%', '%UpperArm': 'Arm.%' }, sides: L, without: ['leftShin', 'leftFoot', 'leftHand'], says: /legs/ },
    { file: 'Orc.glb', legs: 2, forward: Vec3.BACK, bones: {
        hips: 'Body', head: 'Head', neck: 'Neck', '%Clavicle': 'Shoulder.%', '%UpperArm': 'UpperArm.%', '%Forearm': 'LowerArm.%', '%Thigh': 'UpperLeg.%', '%Shin': 'LowerLeg.%', '%Foot': 'Foot.%'
    }, sides: L, without: ['leftHand', 'rightHand', 'leftToes'], says: /arms/ },
    { file: 'Knight.glb', legs: 2, forward: Vec3.BACK, bones: KAYKIT, sides: ['l', 'r'], without: ['neck'] },
    { file: 'SkeletonMinion.glb', legs: 2, forward: Vec3.BACK, bones: KAYKIT, sides: ['l', 'r'], without: ['neck'] },
    { file: 'Soldier.glb', legs: 2, forward: Vec3.FORWARD, bones: prefixed(MIXAMO), sides: ['Left', 'Right'] },
    { file: 'Xbot.glb', legs: 2, forward: Vec3.BACK, bones: prefixed(MIXAMO), sides: ['Left', 'Right'] },
    { file: 'rpm.glb', legs: 2, forward: Vec3.BACK, bones: { ...MIXAMO, '%Eye': '%Eye' }, sides: ['Left', 'Right'] },
    { file: 'avatar.vrm', legs: 2, forward: Vec3.FORWARD, bones: {
        hips: 'Hips', head: 'Head', neck: 'Neck', '%Clavicle': 'Shoulder_%', '%UpperArm': 'Arm_%', '%Forearm': 'ForeArm_%', '%Hand': 'Hand_%',
        '%Thigh': 'UpLeg_%', '%Shin': 'Leg_%', '%Foot': 'Foot_%', '%Toes': 'Toes_%', '%Eye': 'Eye_%'
    }, sides: ['Left', 'Right'] },
    { file: 'bitmoji.glb', legs: 2, forward: Vec3.BACK, bones: {
        head: 'C_head0001_bind_JNT', '%UpperArm': '%_armUpper0001_bind_JNT', '%Hand': '%_hand0001_bind_JNT', '%Thigh': '%_legUpper0001_bind_JNT', '%Shin': '%_legLower0001_bind_JNT', '%Foot': '%_foot0001_bind_JNT'
    }, sides: L }
];

function bothSides(bones: Record<string, string>, sides: [string, string]): [Role, string][] {
    return Object.entries(bones).flatMap(([role, name]) => {
        if (!role.includes('%')) return [[role as Role, name] as [Role, string]];
        return (['left', 'right'] as const).map((side, i): [Role, string] => [role.replace('%', side) as Role, name.replace('%', sides[i])]);
    });
}

describe('strangers', () => {
    let app: AppBase;

    before(() => { app = createApp(); });
    after(() => app.destroy());

    STRANGERS.forEach(({ file, legs, forward, bones, sides, without = [], says }) => {
        it(`${file}: bones, directions, legs`, async function () {
            const path = requireRig(file, this);
            const entity = (await loadGlb(app, path)).instantiate();
            app.root.addChild(entity);
            const rig = findCharacter(entity)!;
            for (const [role, name] of bothSides(bones, sides)) {
                expect(rig.skeleton.nodes[rig.bones.get(role) ?? -1]?.name, role).to.equal(name);
            }
            for (const role of without) expect(rig.bones.has(role), role).to.equal(false);
            expect(rig.legs, 'legs').to.equal(legs);
            const turn = rig.skeleton.space!.getRotation();
            const inWorld = ([x, y, z]: Float64Array) => turn.transformVector(new Vec3(x, y, z), new Vec3());
            expect(angleOf(inWorld(rig.up), Vec3.UP), 'up').to.be.below(DIRECTIONS);
            expect(angleOf(inWorld(rig.forward), forward), 'forward').to.be.below(DIRECTIONS);
            if (says) expect(rig.problems.join(' ')).to.match(says);
            else expect(rig.problems).to.deep.equal([]);
            entity.destroy();
        });
    });
});
