import { STICK, type WrittenSkeleton } from './skeletons';

// Written animals on four legs, one for each naming convention, and bodies that only look like one. Tables as in `skeletons.ts`.

const LEGS = ['Clavicle', 'UpperArm', 'Forearm', 'Metacarpus', 'Hand', 'Thigh', 'Shin', 'Metatarsus', 'Foot', 'Toes'];

/** The bones of fore and hind legs, from the shoulder blade to the toes; an empty name where there is none. */
function legs(...names: string[]): Record<string, string> {
    return Object.fromEntries(LEGS.map((part, i) => [`%${part}`, names[i]]).filter(([, name]) => name !== ''));
}

/** The bones of a spine, neck, tail or ear, named by what is counted. */
function chain(role: string, ...names: string[]): Record<string, string> {
    return Object.fromEntries(names.map((name, i) => [`${role}${i === 0 ? '' : i}`, name]));
}

/** A dog of 60 cm at the withers. */
export const DOG: WrittenSkeleton = {
    ...STICK,
    convention: 'a dog\'s fore and hind words',
    table: `
Hips 0 56 -30
  Spine 0 58 -16
    Spine1 0 59 0
      Spine2 0 58 14
        Neck 0 64 26
          Neck1 0 74 34
            Head 0 84 42
              Jaw 0 81 44
              %Ear 4 90 40
                %EarTip 6 95 40
        %Scapula 4 60 22
          %UpperArm 6 46 30
            %ForeArm 6 32 22
              %ForePaw 6 6 22
                %ForeToes 6 1 27
  Tail 0 56 -36
    Tail1 0 52 -46
      Tail2 0 48 -56
  %HindThigh 6 54 -30
    %HindShin 6 36 -22
      %HindHock 6 20 -36
        %HindPaw 6 3 -34
          %HindToes 6 1 -29`,
    expected: {
        hips: 'Hips', ...chain('spine', 'Spine', 'Spine1', 'Spine2'), ...chain('neck', 'Neck', 'Neck1'), head: 'Head', jaw: 'Jaw',
        ...chain('tail', 'Tail', 'Tail1', 'Tail2'), ...chain('%Ear', '%Ear', '%EarTip'),
        ...legs('%Scapula', '%UpperArm', '%ForeArm', '', '%ForePaw', '%HindThigh', '%HindShin', '%HindHock', '%HindPaw', '%HindToes')
    }
};

export const ANIMALS: WrittenSkeleton[] = [DOG, {
    convention: 'Khronos Fox',
    sides: ['Left', 'Right'],
    axes: 'x along',
    armature: { name: 'root', turn: [0, 0, 0], scale: 1 },
    skin: 'skinned',
    table: `
_rootJoint 0 0 0 -
  b_Root_00 0 0 0 -
    b_Hip_01 0 42.9 -26.7
      b_Spine01_02 0 55 -22.2
        b_Spine02_03 0 53.7 -0.6
          b_Neck_04 0 53.2 25.1
            b_Head_05 0 60.7 36.2 head
          b_%UpperArm_06 7 49.1 18
            b_%ForeArm_07 7 26 17.2
              b_%Hand_08 6.9 6.7 17.8 paw
      b_Tail01_012 0 52.6 -40.2
        b_Tail02_013 0 43.5 -48.6
          b_Tail03_014 0 28.1 -67.3
      b_%Leg01_015 7 49.3 -29.9
        b_%Leg02_016 7 30.5 -27.4
          b_%Foot01_017 7 15.9 -38
            b_%Foot02_018 7 1 -32.9 paw`,
    expected: {
        hips: 'b_Hip_01', ...chain('spine', 'b_Spine01_02', 'b_Spine02_03'), neck: 'b_Neck_04', head: 'b_Head_05',
        ...chain('tail', 'b_Tail01_012', 'b_Tail02_013', 'b_Tail03_014'),
        ...legs('', 'b_%UpperArm_06', 'b_%ForeArm_07', '', 'b_%Hand_08', 'b_%Leg01_015', 'b_%Leg02_016', 'b_%Foot01_017', 'b_%Foot02_018', '')
    }
}, {
    convention: 'Rigify',
    sides: ['L', 'R'],
    axes: 'y along',
    armature: { name: 'rig', turn: [-90, 0, 0], scale: 1 },
    skin: 'skinned',
    table: `
root 0 0 0 -
  DEF-spine 0 52 -24
    DEF-spine.001 0 54 -12
      DEF-spine.002 0 55 2
        DEF-spine.003 0 55 16
          DEF-spine.004 0 58 25
            DEF-spine.005 0 66 32
              DEF-spine.006 0 76 38 head
                DEF-jaw 0 74 44
                DEF-ear.% 4 84 40
                  DEF-ear.%.001 6 90 40
          DEF-shoulder.% 4 58 18
            DEF-upper_arm.% 7 44 27
              DEF-forearm.% 7 33 14
                DEF-front_foot.% 7 13 17
                  DEF-front_toe.% 7 3.5 19 paw
    DEF-tail 0 54 -32
      DEF-tail.001 0 48 -42
        DEF-tail.002 0 40 -50
    DEF-thigh.% 6 49 -26
      DEF-shin.% 7 31 -17
        DEF-foot.% 7 16 -34
          DEF-r_toe.% 7 3.5 -31 paw`,
    expected: {
        hips: 'DEF-spine', ...chain('spine', 'DEF-spine.001', 'DEF-spine.002', 'DEF-spine.003'), ...chain('neck', 'DEF-spine.004', 'DEF-spine.005'),
        head: 'DEF-spine.006', jaw: 'DEF-jaw', ...chain('tail', 'DEF-tail', 'DEF-tail.001', 'DEF-tail.002'), ...chain('%Ear', 'DEF-ear.%', 'DEF-ear.%.001'),
        ...legs('DEF-shoulder.%', 'DEF-upper_arm.%', 'DEF-forearm.%', 'DEF-front_foot.%', 'DEF-front_toe.%',
            'DEF-thigh.%', 'DEF-shin.%', 'DEF-foot.%', 'DEF-r_toe.%', '')
    }
}, {
    convention: '3ds Max Biped',
    sides: ['L', 'R'],
    axes: 'x along',
    armature: { name: 'Horse', turn: [-90, 0, 0], scale: 0.01 },
    skin: 'skinned',
    table: `
Bip01 0 130 -60 -
  Bip01 Footsteps 0 0 -60 -
  Bip01 Pelvis 0 130 -60
    Bip01 Spine 0 132 -40
      Bip01 Spine1 0 130 -10
        Bip01 Spine2 0 128 25
          Bip01 Neck 0 130 50
            Bip01 Neck1 0 150 68
              Bip01 Neck2 0 172 82
                Bip01 Head 0 190 92 head
                  Bip01 HeadNub 0 180 140 -
          Bip01 % Clavicle 8 145 40
            Bip01 % UpperArm 14 105 62
              Bip01 % Forearm 14 92 36
                Bip01 % Hand 14 48 40
                  Bip01 % Finger0 14 22 38
                    Bip01 % Finger01 14 8 44 paw
                      Bip01 % Finger0Nub 14 1 48 -
    Bip01 % Thigh 14 118 -58
      Bip01 % Calf 15 88 -36
        Bip01 % HorseLink 14 52 -72
          Bip01 % Foot 14 22 -66
            Bip01 % Toe0 14 8 -60 paw
              Bip01 % Toe0Nub 14 1 -56 -
    Bip01 Tail 0 135 -78
      Bip01 Tail1 0 115 -88
        Bip01 Tail2 0 85 -92
          Bip01 TailNub 0 60 -92 -`,
    expected: {
        hips: 'Bip01 Pelvis', ...chain('spine', 'Bip01 Spine', 'Bip01 Spine1', 'Bip01 Spine2'), ...chain('neck', 'Bip01 Neck', 'Bip01 Neck1', 'Bip01 Neck2'),
        head: 'Bip01 Head', ...chain('tail', 'Bip01 Tail', 'Bip01 Tail1', 'Bip01 Tail2'),
        ...legs('Bip01 % Clavicle', 'Bip01 % UpperArm', 'Bip01 % Forearm', 'Bip01 % Hand', 'Bip01 % Finger01',
            'Bip01 % Thigh', 'Bip01 % Calf', 'Bip01 % HorseLink', 'Bip01 % Toe0', '')
    }
}, {
    convention: 'Unreal',
    sides: ['l', 'r'],
    axes: 'x along, mirrored',
    armature: { name: 'Armature', turn: [-90, 0, 0], scale: 0.01 },
    skin: 'skinned',
    table: `
root 0 0 0 -
  pelvis 0 128 -55
    spine_01 0 130 -30
      spine_02 0 130 0
        spine_03 0 128 30
          neck_01 0 132 52
            neck_02 0 152 70
              neck_03 0 174 84
                head 0 192 94 head
                  jaw 0 188 98
                  eye_% 7 196 104
                  ear_% 6 208 92
                    ear_%_end 8 220 92 -
          clavicle_% 8 142 42
            upperarm_% 13 104 60
              lowerarm_% 13 91 36
                hand_% 13 47 40
                  hoof_front_% 13 9 42 paw
    thigh_% 13 116 -54
      calf_% 14 87 -34
        foot_% 13 51 -68
          ball_% 13 9 -60 paw
    tail_01 0 134 -72
      tail_02 0 112 -84
        tail_03 0 84 -88
  ik_foot_root 0 0 0 -
    ik_foot_% 13 51 -68 -`,
    expected: {
        hips: 'pelvis', ...chain('spine', 'spine_01', 'spine_02', 'spine_03'), ...chain('neck', 'neck_01', 'neck_02', 'neck_03'), head: 'head', jaw: 'jaw',
        '%Eye': 'eye_%', ...chain('tail', 'tail_01', 'tail_02', 'tail_03'), ...chain('%Ear', 'ear_%'),
        ...legs('clavicle_%', 'upperarm_%', 'lowerarm_%', 'hand_%', 'hoof_front_%', 'thigh_%', 'calf_%', 'foot_%', 'ball_%', '')
    }
}, {
    convention: 'numbered front and back legs, of rigid meshes',
    sides: ['L', 'R'],
    axes: 'as the model',
    armature: { name: 'Robot', turn: [0, 0, 0], scale: 1 },
    skin: 'rigid',
    table: `
Body 0 45 -22
  Spine 0 46 -8
    Chest 0 46 12
      Neck 0 50 22
        Head 0 56 28 head
      FrontLeg_%_1 9 42 14
        FrontLeg_%_2 9 24 8
          FrontLeg_%_3 9 4 13 paw
  BackLeg_%_1 9 42 -24
    BackLeg_%_2 9 24 -18
      BackLeg_%_3 9 4 -25 paw
  Tail 0 48 -30
    Tail_2 0 54 -40`,
    expected: {
        hips: 'Body', ...chain('spine', 'Spine', 'Chest'), neck: 'Neck', head: 'Head', ...chain('tail', 'Tail', 'Tail_2'),
        ...legs('', 'FrontLeg_%_1', 'FrontLeg_%_2', '', 'FrontLeg_%_3', 'BackLeg_%_1', 'BackLeg_%_2', '', 'BackLeg_%_3', '')
    }
}, {
    convention: 'plain .L/.R on soles like a bear\'s',
    sides: ['L', 'R'],
    axes: 'y along',
    armature: { name: 'Armature', turn: [0, 0, 0], scale: 1 },
    skin: 'skinned',
    table: `
Hips 0 88 -50
  Spine 0 92 -25
    Chest 0 94 10
      Neck 0 96 40
        Head 0 102 62 head
          Ear.% 9 122 64
            Ear.%_end 11 128 64 -
      Shoulder.% 12 98 25
        UpperArm.% 18 74 40
          Forearm.% 20 44 22
            Hand.% 20 9 26 foot
              Fingers.% 20 3 38
                Fingers.%_end 20 1 46 -
  Thigh.% 16 82 -48
    Shin.% 19 46 -32
      Foot.% 19 9 -52 foot
        Toe.% 19 3 -36
          Toe.%_end 19 1 -28 -
  Tail 0 90 -62
    Tail_end 0 84 -70 -`,
    expected: {
        hips: 'Hips', ...chain('spine', 'Spine', 'Chest'), neck: 'Neck', head: 'Head', tail: 'Tail', '%Ear': 'Ear.%',
        ...legs('Shoulder.%', 'UpperArm.%', 'Forearm.%', '', 'Hand.%', 'Thigh.%', 'Shin.%', '', 'Foot.%', 'Toe.%')
    }
}, {
    ...STICK,
    convention: 'corners, and a long steep neck without skin',
    sides: ['L', 'R'],
    table: `
Pelvis 0 150 -50
  Spine1 0 155 -20
    Spine2 0 162 15
      Spine3 0 168 45
        Neck1 0 185 58
          Neck2 0 235 76
            Neck3 0 290 92
              Head 0 340 100
        Leg_F%_Upper 15 140 45
          Leg_F%_Lower 16 85 38
            Leg_F%_Foot 16 10 42
  Leg_B%_Upper 14 140 -48
    Leg_B%_Lower 16 90 -40
      Leg_B%_Hock 16 55 -62
        Leg_B%_Foot 16 10 -55
  Tail 0 150 -62
    TailTip 0 110 -72`,
    expected: {
        hips: 'Pelvis', ...chain('spine', 'Spine1', 'Spine2', 'Spine3'), ...chain('neck', 'Neck1', 'Neck2', 'Neck3'), head: 'Head',
        ...chain('tail', 'Tail', 'TailTip'),
        ...legs('', 'Leg_F%_Upper', 'Leg_F%_Lower', '', 'Leg_F%_Foot', 'Leg_B%_Upper', 'Leg_B%_Lower', 'Leg_B%_Hock', 'Leg_B%_Foot', '')
    }
}];

/** A lizard that stands on its hind legs: its trunk lies, its arms hang like fore legs and do not reach the ground. */
export const RAPTOR: WrittenSkeleton = {
    ...STICK,
    convention: 'a raptor',
    sides: ['L', 'R'],
    table: `
Hips 0 90 0
  Spine 0 93 18
    Chest 0 97 38
      Neck 0 108 52
        Head 0 122 62
      UpperArm.% 10 92 42
        Forearm.% 12 74 36
          Hand.% 12 60 46
            Claw.% 12 52 50
  Tail 0 90 -18
    Tail1 0 88 -45
      Tail2 0 86 -75
  Thigh.% 12 86 0
    Shin.% 14 52 18
      Foot.% 14 12 -6
        Toe.% 14 2 10`,
    expected: {
        hips: 'Hips', ...chain('spine', 'Spine', 'Chest'), neck: 'Neck', head: 'Head', ...chain('tail', 'Tail', 'Tail1', 'Tail2'),
        ...legs('', 'UpperArm.%', 'Forearm.%', '', 'Hand.%', 'Thigh.%', 'Shin.%', '', 'Foot.%', 'Toe.%')
    }
};
