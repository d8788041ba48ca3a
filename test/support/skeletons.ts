// Twelve written characters, one for each naming convention, with the bones, axes, scales and extra nodes that are usual there, and
// some that are no people.
//
// A table lists the nodes by depth (two spaces), with their place in centimetres on a character that stands on the origin, y up, and
// faces +z, so that left is +x. A name with % stands for both sides: the right one, and all below it, is mirrored. Flags after the
// place: `head`, `foot` and `paw` get the skin of such a part, `aside` skin beside the joint, `-` gets none (ends, controls, twist bones),
// `r` and a number a beam of that radius along the bone,
// `rigid` a mesh that hangs on it as a whole, `mesh` is the node of a mesh.

/** How the local axes of a convention's bones lie. */
export type BoneAxes = 'x along' | 'y along' | 'x along, mirrored' | 'as the model';

/** A written character. */
export interface WrittenSkeleton {
    convention: string;
    sides: [string, string];
    axes: BoneAxes;
    /** Turn of the node above the bones, Euler degrees: z-up exports are turned by -90 about x. */
    armature: { name: string; turn: [number, number, number]; scale: number };
    skin: 'skinned' | 'rigid' | 'none';
    table: string;
    /** Names of the bones by role; sided ones with % for the side. Written by hand. */
    expected: Record<string, string>;
}

const LIMBS = ['Clavicle', 'UpperArm', 'Forearm', 'Hand', 'Thigh', 'Shin', 'Foot', 'Toes'];

/** The bones of arms and legs, from the clavicle to the toes. */
function limbs(...names: string[]): Record<string, string> {
    return Object.fromEntries(LIMBS.map((part, i) => [`%${part}`, names[i]]).filter(([, name]) => name !== ''));
}

/** The joints of a finger, 3 cm apart along x. */
function finger(depth: number, x: number, y: number, z: number, ...names: string[]): string {
    return names.map((name, i) => `${'  '.repeat(depth + i)}${name} ${x + 3 * i} ${y} ${z}`).join('\n');
}

export const WRITTEN_SKELETONS: WrittenSkeleton[] = [{
    convention: 'Mixamo',
    sides: ['Left', 'Right'],
    axes: 'y along',
    armature: { name: 'Armature', turn: [0, 0, 0], scale: 0.01 },
    skin: 'skinned',
    table: `
Beta_Surface 0 0 0 mesh
mixamorig:Hips 0 102 1
  mixamorig:Spine 0 112 0.5
    mixamorig:Spine1 0 123 -1
      mixamorig:Spine2 0 134 -2
        mixamorig:Neck 0 150 -3
          mixamorig:Head 0 158 -1 head
            mixamorig:HeadTop_End 0 179 1 -
            mixamorig:%Eye 3 165 8
        mixamorig:%Shoulder 5 146 -2
          mixamorig:%Arm 17 146 -3
            mixamorig:%ForeArm 45 146 -3
              mixamorig:%Hand 72 146 -3
${finger(8, 75, 145, 0, 'mixamorig:%HandThumb1', 'mixamorig:%HandThumb2', 'mixamorig:%HandThumb3', 'mixamorig:%HandThumb4')}
${finger(8, 81, 146, 0, 'mixamorig:%HandIndex1', 'mixamorig:%HandIndex2', 'mixamorig:%HandIndex3', 'mixamorig:%HandIndex4')}
${finger(8, 81, 146, -5, 'mixamorig:%HandRing1', 'mixamorig:%HandRing2', 'mixamorig:%HandRing3', 'mixamorig:%HandRing4')}
  mixamorig:%UpLeg 9 96 1
    mixamorig:%Leg 9 53 0
      mixamorig:%Foot 9 9 -3 foot
        mixamorig:%ToeBase 9 2 10
          mixamorig:%Toe_End 9 2 19 -`,
    expected: {
        hips: 'mixamorig:Hips', spine: 'mixamorig:Spine', spine1: 'mixamorig:Spine1', spine2: 'mixamorig:Spine2',
        neck: 'mixamorig:Neck', head: 'mixamorig:Head', '%Eye': 'mixamorig:%Eye',
        ...limbs('mixamorig:%Shoulder', 'mixamorig:%Arm', 'mixamorig:%ForeArm', 'mixamorig:%Hand',
            'mixamorig:%UpLeg', 'mixamorig:%Leg', 'mixamorig:%Foot', 'mixamorig:%ToeBase')
    }
}, {
    convention: 'Mixamo without namespace',
    sides: ['Left', 'Right'],
    axes: 'y along',
    armature: { name: 'Hero', turn: [0, 0, 0], scale: 1 },
    skin: 'none',
    // without fingers, arms hanging 45 degrees down
    table: `
Hips 0 95 0
  Spine 0 104 0
    Spine1 0 114 -1
      Spine2 0 124 -1
        Neck 0 138 -2
          Head 0 146 0
            HeadTop_End 0 168 1
        LeftShoulder 4 134 -1
          LeftArm 15 133 -2
            LeftForeArm 34 114 -2
              LeftHand 52 96 0
        RightShoulder -4 134 -1
          RightArm -15 133 -2
            RightForeArm -34 114 -2
              RightHand -52 96 0
  %UpLeg 9 90 0
    %Leg 9 50 1
      %Foot 9 8 -2
        %ToeBase 10 1 11`,
    expected: {
        hips: 'Hips', spine: 'Spine', spine1: 'Spine1', spine2: 'Spine2', neck: 'Neck', head: 'Head',
        ...limbs('%Shoulder', '%Arm', '%ForeArm', '%Hand', '%UpLeg', '%Leg', '%Foot', '%ToeBase')
    }
}, {
    convention: 'VRM',
    sides: ['L', 'R'],
    axes: 'as the model',
    armature: { name: 'Root', turn: [0, 0, 0], scale: 0.01 },
    skin: 'skinned',
    table: `
Face 0 0 0 mesh
Body 0 0 0 mesh
J_Bip_C_Hips 0 92 0
  J_Bip_C_Spine 0 98 -1
    J_Bip_C_Chest 0 109 -1
      J_Bip_C_UpperChest 0 120 -1
        J_Sec_%_Bust1 4 118 5
          J_Sec_%_Bust2 6 117 10
        J_Bip_C_Neck 0 134 -1
          J_Bip_C_Head 0 142 0 head
            J_Adj_%_FaceEye 3 148 5
            J_Sec_Hair1_01 0 158 -8
              J_Sec_Hair2_01 0 146 -12
                J_Sec_Hair3_01 0 134 -13
            J_Sec_%_Hair1_02 8 156 -2
              J_Sec_%_Hair2_02 10 144 -3
                J_Sec_%_Hair3_02 11 130 -4
        J_Bip_%_Shoulder 2 130 -1
          J_Bip_%_UpperArm 11 130 -2
            J_Bip_%_LowerArm 33 130 -2
              J_Bip_%_Hand 55 130 -2
${finger(8, 58, 129, 1, 'J_Bip_%_Thumb1', 'J_Bip_%_Thumb2', 'J_Bip_%_Thumb3')}
${finger(8, 63, 130, 0, 'J_Bip_%_Index1', 'J_Bip_%_Index2', 'J_Bip_%_Index3')}
${finger(8, 63, 130, -4, 'J_Bip_%_Little1', 'J_Bip_%_Little2', 'J_Bip_%_Little3')}
  J_Sec_%_SkirtBack0_01 6 88 -8
    J_Sec_%_SkirtBack1_01 7 74 -10
      J_Sec_%_SkirtBack2_01 8 60 -12
  J_Bip_%_UpperLeg 8 87 0
    J_Bip_%_LowerLeg 8 49 0
      J_Bip_%_Foot 8 8 -2 foot
        J_Bip_%_ToeBase 8 2 9`,
    expected: {
        hips: 'J_Bip_C_Hips', spine: 'J_Bip_C_Spine', spine1: 'J_Bip_C_Chest', spine2: 'J_Bip_C_UpperChest', neck: 'J_Bip_C_Neck',
        head: 'J_Bip_C_Head', '%Eye': 'J_Adj_%_FaceEye',
        ...limbs('J_Bip_%_Shoulder', 'J_Bip_%_UpperArm', 'J_Bip_%_LowerArm', 'J_Bip_%_Hand',
            'J_Bip_%_UpperLeg', 'J_Bip_%_LowerLeg', 'J_Bip_%_Foot', 'J_Bip_%_ToeBase')
    }
}, {
    convention: 'Ready Player Me',
    sides: ['Left', 'Right'],
    axes: 'y along',
    armature: { name: 'Armature', turn: [0, 0, 0], scale: 0.01 },
    skin: 'skinned',
    table: `
EyeLeft 0 0 0 mesh
EyeRight 0 0 0 mesh
Wolf3D_Head 0 0 0 mesh
Hips 0 103 0
  Spine 0 112 0
    Spine1 0 124 -1
      Spine2 0 136 -2
        Neck 0 153 -2
          Head 0 163 0 head
            HeadTop_End 0 181 2 -
            %Eye 3 170 9
        %Shoulder 5 149 -2
          %Arm 18 148 -4
            %ForeArm 44 147 -5
              %Hand 70 147 -3
${finger(8, 73, 146, 0, '%HandThumb1', '%HandThumb2', '%HandThumb3')}
${finger(8, 79, 147, 1, '%HandIndex1', '%HandIndex2', '%HandIndex3')}
${finger(8, 79, 147, -2, '%HandMiddle1', '%HandMiddle2', '%HandMiddle3')}
${finger(8, 78, 147, -5, '%HandPinky1', '%HandPinky2', '%HandPinky3')}
  %UpLeg 9 98 0
    %Leg 9 55 0
      %Foot 9 10 -3 foot
        %ToeBase 10 2 10
          %Toe_End 10 1 19 -`,
    expected: {
        hips: 'Hips', spine: 'Spine', spine1: 'Spine1', spine2: 'Spine2', neck: 'Neck', head: 'Head', '%Eye': '%Eye',
        ...limbs('%Shoulder', '%Arm', '%ForeArm', '%Hand', '%UpLeg', '%Leg', '%Foot', '%ToeBase')
    }
}, {
    convention: 'Unreal',
    sides: ['l', 'r'],
    axes: 'x along, mirrored',
    armature: { name: 'SK_Mannequin', turn: [-90, 0, 0], scale: 0.01 },
    skin: 'skinned',
    table: `
root 0 0 0
  pelvis 0 97 -1
    spine_01 0 108 -1
      spine_02 0 121 1
        spine_03 0 134 0
          neck_01 0 151 -4
            head 0 160 -1 head
          clavicle_% 4 145 -1
            upperarm_% 18 144 -5
              upperarm_twist_01_% 25 135 -5 -
              lowerarm_% 38 121 -6
                lowerarm_twist_01_% 48 110 -3 -
                hand_% 57 102 3
${finger(9, 58, 99, 7, 'thumb_01_%', 'thumb_02_%', 'thumb_03_%')}
${finger(9, 63, 95, 6, 'index_01_%', 'index_02_%', 'index_03_%')}
${finger(9, 64, 94, 2, 'ring_01_%', 'ring_02_%', 'ring_03_%')}
    thigh_% 9 95 -1
      thigh_twist_01_% 10 74 -1 -
      calf_% 12 53 -2
        calf_twist_01_% 13 33 -4 -
        foot_% 16 13 -6 foot
          ball_% 18 2 9
  ik_foot_root 0 0 0 -
    ik_foot_% 16 13 -6 -
  ik_hand_root 0 0 0 -
    ik_hand_gun -57 102 3 -
      ik_hand_% 57 102 3 -`,
    expected: {
        hips: 'pelvis', spine: 'spine_01', spine1: 'spine_02', spine2: 'spine_03', neck: 'neck_01', head: 'head',
        ...limbs('clavicle_%', 'upperarm_%', 'lowerarm_%', 'hand_%', 'thigh_%', 'calf_%', 'foot_%', 'ball_%')
    }
}, {
    convention: 'Rigify',
    sides: ['L', 'R'],
    axes: 'y along',
    armature: { name: 'rig', turn: [0, 0, 0], scale: 0.01 },
    skin: 'skinned',
    table: `
DEF-spine 0 98 -2
  DEF-pelvis.% 3 98 -1
  DEF-spine.001 0 109 0
    DEF-spine.002 0 123 1
      DEF-spine.003 0 137 -1
        DEF-breast.% 8 132 6
        DEF-spine.004 0 152 -4
          DEF-spine.005 0 156 -3
            DEF-spine.006 0 161 -2 head
              DEF-lid.T.% 3 168 9
              DEF-lid.B.% 3 165 9
              DEF-jaw 0 159 4
        DEF-shoulder.% 2 148 1
          DEF-upper_arm.% 17 147 -4
            DEF-upper_arm.%.001 30 146 -5
              DEF-forearm.% 43 145 -6
                DEF-forearm.%.001 55 144 -5
                  DEF-hand.% 67 144 -4
${finger(10, 70, 143, 0, 'DEF-thumb.01.%', 'DEF-thumb.02.%', 'DEF-thumb.03.%')}
${finger(10, 76, 144, -2, 'DEF-f_index.01.%', 'DEF-f_index.02.%', 'DEF-f_index.03.%')}
${finger(10, 75, 144, -6, 'DEF-f_ring.01.%', 'DEF-f_ring.02.%', 'DEF-f_ring.03.%')}
  DEF-thigh.% 10 97 0
    DEF-thigh.%.001 10 75 0
      DEF-shin.% 10 53 1
        DEF-shin.%.001 10 31 -1
          DEF-foot.% 10 9 -3 foot
            DEF-toe.% 10 2 9`,
    expected: {
        hips: 'DEF-spine', spine: 'DEF-spine.001', spine1: 'DEF-spine.002', spine2: 'DEF-spine.003', neck: 'DEF-spine.004',
        neck1: 'DEF-spine.005', head: 'DEF-spine.006', jaw: 'DEF-jaw', '%UpperEyelid': 'DEF-lid.T.%', '%LowerEyelid': 'DEF-lid.B.%',
        ...limbs('DEF-shoulder.%', 'DEF-upper_arm.%', 'DEF-forearm.%', 'DEF-hand.%', 'DEF-thigh.%', 'DEF-shin.%', 'DEF-foot.%', 'DEF-toe.%')
    }
}, {
    convention: '3ds Max Biped',
    sides: ['L', 'R'],
    axes: 'x along',
    armature: { name: 'Bip01', turn: [-90, 0, 90], scale: 0.0254 },
    skin: 'rigid',
    // the clavicles hang from the neck, as a biped has them unless it is told otherwise
    table: `
Bip01 Footsteps 0 0 0 -
Bip01 Pelvis 0 98 0
  Bip01 Spine 0 108 -1
    Bip01 Spine1 0 121 -1
      Bip01 Spine2 0 134 -2
        Bip01 Neck 0 150 -2
          Bip01 Head 0 159 0 head
            Bip01 HeadNub 0 180 0 -
          Bip01 % Clavicle 4 146 -1
            Bip01 % UpperArm 18 146 -2
              Bip01 % Forearm 46 146 -3
                Bip01 % ForeTwist 46 146 -3 -
                Bip01 % Hand 72 146 -1
                  Bip01 % Finger0 74 144 3
                    Bip01 % Finger01 78 143 5
                  Bip01 % Finger1 81 146 -1
                    Bip01 % Finger11 85 146 -1
                      Bip01 % Finger1Nub 88 146 -1 -
  Bip01 % Thigh 9 98 0
    Bip01 % Calf 9 53 -1
      Bip01 % Foot 9 9 -4 foot
        Bip01 % Toe0 10 1 10
          Bip01 % Toe0Nub 10 1 18 -`,
    expected: {
        hips: 'Bip01 Pelvis', spine: 'Bip01 Spine', spine1: 'Bip01 Spine1', spine2: 'Bip01 Spine2', neck: 'Bip01 Neck', head: 'Bip01 Head',
        ...limbs('Bip01 % Clavicle', 'Bip01 % UpperArm', 'Bip01 % Forearm', 'Bip01 % Hand',
            'Bip01 % Thigh', 'Bip01 % Calf', 'Bip01 % Foot', 'Bip01 % Toe0')
    }
}, {
    convention: 'Character Creator',
    sides: ['L', 'R'],
    axes: 'y along',
    armature: { name: 'RL_BoneRoot', turn: [-90, 0, 0], scale: 0.01 },
    skin: 'skinned',
    table: `
CC_Base_Body 0 0 0 mesh
CC_Base_Eye 0 0 0 mesh
CC_Base_BoneRoot 0 0 0 -
  CC_Base_Hip 0 100 1
    CC_Base_Pelvis 0 100 1
      CC_Base_%_Thigh 10 95 1
        CC_Base_%_ThighTwist01 10 84 1 -
        CC_Base_%_Calf 10 52 0
          CC_Base_%_CalfTwist01 10 41 -1 -
          CC_Base_%_KneeShareBone 10 52 0 -
          CC_Base_%_Foot 10 9 -3 foot
            CC_Base_%_ToeBase 11 2 9
              CC_Base_%_BigToe1 9 2 13
            CC_Base_%_ToeBaseShareBone 11 2 9 -
    CC_Base_Waist 0 106 0
      CC_Base_Spine01 0 117 0
        CC_Base_Spine02 0 130 -2
          CC_Base_%_RibsTwist 7 135 5 -
            CC_Base_%_Breast 9 130 8
          CC_Base_NeckTwist01 0 150 -3
            CC_Base_NeckTwist02 0 154 -2
              CC_Base_Head 0 159 -1 head
                CC_Base_FacialBone 0 162 3
                  CC_Base_JawRoot 0 161 4
                    CC_Base_Tongue01 0 158 6
                  CC_Base_UpperJaw 0 162 4
                    CC_Base_Teeth01 0 160 8
                  CC_Base_%_Eye 3 167 8
          CC_Base_%_Clavicle 3 146 -1
            CC_Base_%_Upperarm 16 146 -4
              CC_Base_%_UpperarmTwist01 23 146 -4 -
              CC_Base_%_Forearm 44 146 -5
                CC_Base_%_ForearmTwist01 50 146 -5 -
                CC_Base_%_ElbowShareBone 44 146 -5 -
                CC_Base_%_Hand 70 146 -4
${finger(10, 72, 145, 0, 'CC_Base_%_Thumb1', 'CC_Base_%_Thumb2', 'CC_Base_%_Thumb3')}
${finger(10, 79, 146, -1, 'CC_Base_%_Index1', 'CC_Base_%_Index2', 'CC_Base_%_Index3')}
${finger(10, 79, 146, -6, 'CC_Base_%_Ring1', 'CC_Base_%_Ring2', 'CC_Base_%_Ring3')}`,
    expected: {
        hips: 'CC_Base_Hip', spine: 'CC_Base_Waist', spine1: 'CC_Base_Spine01', spine2: 'CC_Base_Spine02', neck: 'CC_Base_NeckTwist01',
        neck1: 'CC_Base_NeckTwist02', head: 'CC_Base_Head', jaw: 'CC_Base_JawRoot', '%Eye': 'CC_Base_%_Eye',
        ...limbs('CC_Base_%_Clavicle', 'CC_Base_%_Upperarm', 'CC_Base_%_Forearm', 'CC_Base_%_Hand',
            'CC_Base_%_Thigh', 'CC_Base_%_Calf', 'CC_Base_%_Foot', 'CC_Base_%_ToeBase')
    }
}, {
    convention: 'bitmoji',
    sides: ['L', 'R'],
    axes: 'x along, mirrored',
    armature: { name: 'AVATAR', turn: [0, 0, 0], scale: 0.01 },
    skin: 'skinned',
    // a large head on a small body
    table: `
C_head_GEO 0 0 0 mesh
C_spine0001_bind_JNT 0 58 -4
  C_spine0002_bind_JNT 0 61 -4
    C_spine0006_bind_JNT 0 71 -4
      C_neck0001_bind_JNT 0 95 -6
        C_neck0002_bind_JNT 0 100 -7
          C_head0001_bind_JNT 0 107 -8 head
            %_eye_rig_base_JNT 6 118 7 -
              %_eyeBitmojiMale_bind_JNT 6 118 7
              %_eyeBrow_bind_JNT 7 122 12 aside
              %_eye_Socket_bind_JNT 6 118 7 aside
            C_jaw_base_JNT 0 109 -1 -
              C_jaw_bind_JNT 0 109 -1
                C_jaw_end_JNT 0 100 9 -
      %_clavicle_bind_JNT 3 87 -5
        %_armUpper0001_bind_JNT 14 87 -6
          %_armUpper0003_bind_JNT 24 87 -6
          %_armLower0001_bind_JNT 33 87 -6
            %_armLower0003_bind_JNT 43 87 -5
            %_hand0001_bind_JNT 53 87 -4
              %_handThumb0001_bind_JNT 54 86 -2
                %_handThumb0002_bind_JNT 57 85 0
              %_handPinky0002_bind_JNT 61 87 -6
                %_handPinky0003_bind_JNT 63 87 -6
              %_handPointer0002_bind_JNT 62 87 -1
                %_handPointer0003_bind_JNT 65 87 -1
  %_legUpper0001_bind_JNT 7.4 56 -3.5
    %_legLower0001_bind_JNT 7.4 27 -3.5
      %_foot0001_bind_JNT 7.4 6.5 -4.8 foot
        %_foot0002_bind_JNT 7.4 1.3 5.6`,
    expected: {
        hips: 'C_spine0001_bind_JNT', spine: 'C_spine0002_bind_JNT', spine1: 'C_spine0006_bind_JNT', neck: 'C_neck0001_bind_JNT',
        neck1: 'C_neck0002_bind_JNT', head: 'C_head0001_bind_JNT', jaw: 'C_jaw_base_JNT', '%Eye': '%_eyeBitmojiMale_bind_JNT',
        ...limbs('%_clavicle_bind_JNT', '%_armUpper0001_bind_JNT', '%_armLower0001_bind_JNT', '%_hand0001_bind_JNT',
            '%_legUpper0001_bind_JNT', '%_legLower0001_bind_JNT', '%_foot0001_bind_JNT', '%_foot0002_bind_JNT')
    }
}, {
    convention: 'CesiumMan',
    sides: ['L', 'R'],
    axes: 'y along',
    armature: { name: 'Armature', turn: [-90, 0, 0], scale: 0.01 },
    skin: 'skinned',
    table: `
Skeleton_torso_joint_1 0 68 0
  Skeleton_torso_joint_2 0 80 0
    torso_joint_3 0 103 -3
      Skeleton_neck_joint_1 0 115 -4
        Skeleton_neck_joint_2 0 122 -1 head
      Skeleton_arm_joint_L__4_ 9 107 -4
        Skeleton_arm_joint_L__3_ 30 98 -6
          Skeleton_arm_joint_L__2_ 52 92 0
      Skeleton_arm_joint_R -9 107 -4
        Skeleton_arm_joint_R__2_ -30 98 -6
          Skeleton_arm_joint_R__3_ -52 92 0
  leg_joint_%_1 7 67 0
    leg_joint_%_2 7 37 2
      leg_joint_%_3 7 8 -5 foot
        leg_joint_%_5 8 2 7`,
    expected: {
        hips: 'Skeleton_torso_joint_1', spine: 'Skeleton_torso_joint_2', spine1: 'torso_joint_3', neck: 'Skeleton_neck_joint_1',
        head: 'Skeleton_neck_joint_2', leftUpperArm: 'Skeleton_arm_joint_L__4_', leftForearm: 'Skeleton_arm_joint_L__3_',
        leftHand: 'Skeleton_arm_joint_L__2_', rightUpperArm: 'Skeleton_arm_joint_R', rightForearm: 'Skeleton_arm_joint_R__2_',
        rightHand: 'Skeleton_arm_joint_R__3_',
        ...limbs('', '', '', '', 'leg_joint_%_1', 'leg_joint_%_2', 'leg_joint_%_3', 'leg_joint_%_5')
    }
}, {
    convention: 'plain .L/.R',
    sides: ['L', 'R'],
    axes: 'y along',
    armature: { name: 'metarig', turn: [0, 0, 0], scale: 0.01 },
    skin: 'rigid',
    // mesh nodes carry their bones' names, and controls stand beside the skeleton
    table: `
root 0 0 0 -
  foot_ik.% 10 9 -3 -
  hand_ik.% 55 100 0 -
  hips 0 97 0
    spine 0 106 0
      chest 0 122 -1
        neck 0 148 -3
          head 0 157 -1 head
            jaw 0 157 3
            eye.% 3 165 7
        shoulder.% 3 144 -1
          upper_arm.% 16 143 -3
            forearm.% 36 122 -4
              hand.% 55 100 0
                thumb.% 55 96 4
                  thumb.%.001 55 93 6
                fingers.% 60 92 1
                  fingers.%.001 64 87 2
    thigh.% 10 95 0
      shin.% 10 52 1
        foot.% 10 9 -3 foot
          toe.% 10 2 9`,
    expected: {
        hips: 'hips', spine: 'spine', spine1: 'chest', neck: 'neck', head: 'head', jaw: 'jaw', '%Eye': 'eye.%',
        ...limbs('shoulder.%', 'upper_arm.%', 'forearm.%', 'hand.%', 'thigh.%', 'shin.%', 'foot.%', 'toe.%')
    }
}, {
    convention: 'Daz',
    sides: ['l', 'r'],
    axes: 'as the model',
    armature: { name: 'Genesis8Male', turn: [0, 0, 0], scale: 0.01 },
    skin: 'skinned',
    table: `
hip 0 104 0
  pelvis 0 105 0
    %ThighBend 8 95 0
      %ThighTwist 9 75 0
        %Shin 10 53 -1
          %Foot 11 9 -5 foot
            %Metatarsals 12 6 2 foot
              %Toe 12 2 9
                %BigToe 10 1.5 13
  abdomenLower 0 107 0
    abdomenUpper 0 116 1
      chestLower 0 126 0
        chestUpper 0 138 -2
          %Collar 3 148 -3
            %ShldrBend 14 148 -5
              %ShldrTwist 26 147 -5
                %ForearmBend 40 146 -6
                  %ForearmTwist 52 146 -5
                    %Hand 65 146 -4
                      %Thumb1 67 144 -1
                        %Thumb2 70 143 2
                      %Index1 73 146 -2
                        %Index2 77 146 -2
                      %Pinky1 72 146 -8
                        %Pinky2 75 146 -8
          neckLower 0 151 -4
            neckUpper 0 156 -3
              head 0 161 -2 head
                lowerJaw 0 161 2
                %Eye 3 169 7`,
    expected: {
        hips: 'hip', spine: 'abdomenLower', spine1: 'abdomenUpper', spine2: 'chestLower', spine3: 'chestUpper', neck: 'neckLower',
        neck1: 'neckUpper', head: 'head', jaw: 'lowerJaw', '%Eye': '%Eye',
        ...limbs('%Collar', '%ShldrBend', '%ForearmBend', '%Hand', '%ThighBend', '%Shin', '%Foot', '%Toe')
    }
}];

export const STICK: Pick<WrittenSkeleton, 'sides' | 'axes' | 'armature' | 'skin' | 'expected'> = {
    sides: ['Left', 'Right'],
    axes: 'y along',
    armature: { name: 'Armature', turn: [0, 0, 0], scale: 1 },
    skin: 'none',
    expected: {}
};

/** A character whose feet are controls beside the skeleton. */
export const LOOSE_FEET: WrittenSkeleton = {
    ...STICK,
    convention: 'loose feet',
    sides: ['L', 'R'],
    table: `
Root 0 0 0
  Foot.% 10 8 0
    Toe.% 10 2 12
  Hips 0 95 0
    Torso 0 110 0
      Chest 0 130 0
        Neck 0 148 0
          Head 0 156 0
        Shoulder.% 4 144 0
          UpperArm.% 17 143 0
            LowerArm.% 42 143 -1
              Hand.% 66 143 0
    UpperLeg.% 10 92 0
      LowerLeg.% 10 50 1
        LowerLeg.%_end 10 9 -1`,
    expected: { hips: 'Hips', head: 'Head', '%Thigh': 'UpperLeg.%', '%Shin': 'LowerLeg.%' }
};

/** Things that are nobody. */
export const NOBODIES: WrittenSkeleton[] = [{
    ...STICK,
    convention: 'a single bone',
    table: 'Bone 0 0 0'
}, {
    ...STICK,
    convention: 'a rope',
    table: Array.from({ length: 12 }, (_, i) => `${'  '.repeat(i)}Rope${i} 0 ${200 - 15 * i} 0`).join('\n')
}, {
    ...STICK,
    convention: 'a hand',
    table: `
Hand 0 0 0
  Thumb1 -3 2 3
    Thumb2 -6 4 4
      Thumb3 -8 6 5
  Index1 -3 9 0
    Index2 -3 13 0
      Index3 -3 16 0
  Middle1 0 9.5 0
    Middle2 0 14 0
      Middle3 0 17 0
  Ring1 3 9 0
    Ring2 3 13 0
      Ring3 3 16 0
  Pinky1 5 8 0
    Pinky2 5 11 0
      Pinky3 5 13 0`
}, {
    ...STICK,
    convention: 'bones in one point',
    table: `
A 0 0 0
  B 0 0 0
    C 0 0 0
  D 0 0 0
    E 0 0 0`
}];
