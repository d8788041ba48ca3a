import { expect } from 'chai';

import { isHelperName, readName, sharedPrefixes, wordsOf } from '../../scripts/rig/names';

describe('readName', () => {
    const read = (name: string) => {
        const found = readName(name);
        return found ? `${found.side ?? ''}${found.part}` : null;
    };

    const meanings: Record<string, string[]> = {
        hips: ['mixamorig:Hips', 'mixamorig1_Hips', 'J_Bip_C_Hips', 'pelvis', 'Bip01 Pelvis', 'Bip001_Pelvis', 'CC_Base_Hip', 'Armature|Hips', 'HIPS'],
        spine: ['spine_01', 'DEF-spine.003', 'C_spine0006_bind_JNT', 'J_Bip_C_UpperChest', 'CC_Base_Waist', 'Skeleton_torso_joint_2'],
        neck: ['neck_01', 'CC_Base_NeckTwist02', 'Skeleton_neck_joint_1'],
        head: ['mixamorig:Head', 'Head', 'Bip01 Head', 'C_head0001_bind_JNT', 'Head.001'],
        jaw: ['DEF-jaw', 'CC_Base_JawRoot', 'C_jaw_base_JNT', 'lowerJaw'],
        leftEye: ['LeftEye', 'J_Adj_L_FaceEye', 'CC_Base_L_Eye', 'eye.L', 'L_eye_rig_base_JNT', 'lEye'],
        leftUpperEyelid: ['DEF-lid.T.L', 'LeftUpperEyelid', 'eyelid_upper_l'],
        rightLowerEyelid: ['DEF-lid.B.R', 'mixamorig:RightLowerEyelid', 'lower_lid.R'],
        leftClavicle: ['clavicle_l', 'Bip01 L Clavicle', 'lCollar', 'L_clavicle_bind_JNT'],
        leftshoulder: ['mixamorig:LeftShoulder', 'DEF-shoulder.L'],
        rightUpperArm: ['upperarm_r', 'DEF-upper_arm.R', 'R_armUpper0001_bind_JNT', 'J_Bip_R_UpperArm', 'rShldrBend'],
        rightarm: ['RightArm', 'Skeleton_arm_joint_R__2_'],
        leftForearm: ['LeftForeArm', 'lowerarm_l', 'forearm.L', 'L_armLower0001_bind_JNT', 'Bip01 L Forearm'],
        leftHand: ['hand_l', 'mixamorig:LeftHand', 'L_hand0001_bind_JNT', 'lefthand'],
        rightThigh: ['RightUpLeg', 'thigh_r', 'CC_Base_R_Thigh', 'R_legUpper0001', 'J_Bip_R_UpperLeg', 'rightupleg'],
        leftleg: ['LeftLeg', 'leg_joint_L_1'],
        rightShin: ['calf_r', 'DEF-shin.R', 'Bip01 R Calf', 'LowerLeg.R'],
        leftFoot: ['LeftFoot', 'foot.L', 'Bip01_L_Foot'],
        rightToes: ['RightToeBase', 'ball_r', 'Bip01 R Toe0', 'toe.R']
    };
    const onAnimals: Record<string, string[]> = {
        tail: ['Tail', 'b_Tail01_012', 'Bip01 Tail1', 'DEF-tail.002', 'tail_03'],
        leftEar: ['Ear.L', 'ear_l', 'DEF-ear.L.001', 'LeftEar2'],
        rightClavicle: ['R_Scapula', 'shoulder_blade.R'],
        leftarm: ['FrontLeg_L_1', 'FrontLegL2', 'FrontLeftLeg1', 'FL_Leg1', 'leg_lf', 'LeftFrontLeg_1', 'leftfrontleg', 'foreleg.L'],
        rightUpperArm: ['DEF-front_thigh.R', 'FrontUpperLeg.R', 'foreleg_upper_r', 'UpperLeg_FR'],
        rightForearm: ['DEF-front_shin.R', 'front_lower_leg_r', 'RightForeArm'],
        leftHand: ['DEF-front_foot.L', 'ForePaw.L', 'front_hoof_l', 'leftfrontfoot'],
        rightleg: ['HindLeg_R_1', 'BackLegR', 'rearleg.R.001', 'Leg_BR', 'RH_Leg2'],
        leftThigh: ['hind_thigh.L', 'BackLegUpper.L', 'Thigh_HL'],
        leftFoot: ['HindPaw.L', 'rear_foot_l', 'lefthindfoot', 'back_hoof.L']
    };
    for (const [meaning, names] of [...Object.entries(meanings), ...Object.entries(onAnimals)]) {
        it(`reads ${meaning} in ${names.join(', ')}`, () => {
            for (const name of names) expect(read(name), name).to.equal(meaning);
        });
    }

    it('reads nothing in words that only look like a bone', () => {
        const friends = ['Lefty', 'Collar', 'Roll', 'L_eyeBrow_bind_JNT', 'eyeBrow', 'Headphones', 'Handle', 'Footstep', 'HeadTop_End', 'Bip01 HeadNub',
            'Bip01 Footsteps', 'Left', 'L', '', '42', 'constructor', 'toString', 'Hero', 'LeftRightHand', 'Eye', 'pelvis.L', 'head_l', 'EyeLeft_Mesh',
            'Earring_L', 'Gear.L', 'Ear', 'PonyTail', 'CoatTail.L', 'Tail.L', 'Forehead_L', 'LowerBack_L', 'BackPack.L', 'FrontToe.L', 'BackLeg', 'Rear.L', 'FrontHead', 'arm_br'];
        for (const name of friends) expect(read(name), name).to.equal(null);
    });

    it('reads nothing in ends, twist bones, controls and fingers', () => {
        const others = ['LeftToe_End', 'Bip01 L Toe0Nub', 'upperarm_twist_01_l', 'CC_Base_L_ForearmTwist01', 'Bip01 L ForeTwist', 'ik_foot_l', 'hand_ik.L',
            'ik_hand_gun', 'mixamorig:LeftHandThumb1', 'thumb_01_l', 'DEF-f_index.01.L', 'L_handPointer0002_bind_JNT', 'CC_Base_L_KneeShareBone', 'shin_roll.L'];
        for (const name of others) expect(read(name), name).to.equal(null);
    });

    it('leaves out words that most names begin with', () => {
        const names = ['Hero_Hips', 'Hero_Spine', 'Hero_LeftArm', 'Hero_Head'];
        expect(names.map(read)).to.deep.equal([null, null, null, null]);
        const prefixes = sharedPrefixes(names);
        expect(names.map(name => readName(name, prefixes)?.part)).to.deep.equal(['hips', 'spine', 'arm', 'head']);
    });

    it('never takes a part of the body or a side for such a word', () => {
        expect([...sharedPrefixes(['spine_01', 'spine_02', 'spine_03', 'L_a', 'L_b', 'L_c'])]).to.deep.equal([]);
    });
});

describe('wordsOf', () => {
    it('cuts at separators, capitals and numbers, and drops namespaces', () => {
        expect(wordsOf('Armature|mixamorig:LeftHandThumb1')).to.deep.equal(['left', 'hand', 'thumb']);
        expect(wordsOf('CC_Base_L_UpperarmTwist01')).to.deep.equal(['cc', 'base', 'l', 'upperarm', 'twist']);
        expect(wordsOf('DEF-upper_arm.L.001')).to.deep.equal(['def', 'upper', 'arm', 'l']);
    });
});

describe('isHelperName', () => {
    it('knows twist bones and controls, but not the neck that Character Creator twists', () => {
        expect(['spine_twist', 'foot_ik.L', 'hips_offset'].map(isHelperName)).to.deep.equal([true, true, true]);
        expect(['CC_Base_NeckTwist01', 'Spine', 'Lefty'].map(isHelperName)).to.deep.equal([false, false, false]);
    });
});
