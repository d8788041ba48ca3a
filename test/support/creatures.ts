import type { WrittenSkeleton } from './skeletons';

// Written characters that are neither people nor ordinary animals: legs of one bone, six legs, wings, no legs at all.

/** A written creature. */
export interface WrittenCreature extends WrittenSkeleton {
    legs: number;
    /** Parts that it must not have: no role ends with one of these. */
    without: RegExp;
    /** Words of a sentence that says what does not work; empty: none is needed. */
    says: string;
}

const PLAIN = { sides: ['L', 'R'] as [string, string], axes: 'y along' as const, armature: { name: 'Armature', turn: [-90, 0, 0] as [number, number, number], scale: 1 }, skin: 'skinned' as const };

const NOTHING_SIDED = /Thigh|Shin|Foot|UpperArm|Forearm|Hand|Clavicle/;

export const CREATURES: WrittenCreature[] = [{
    ...PLAIN, convention: 'cat with legs of one bone', legs: 4, without: /Shin|Foot|Forearm|Hand/, says: 'one bone',
    table: `
All 0 12 0
  BackLeg.% 9 14 -16
    BackLeg.%_end 9 0 -16 -
  FrontLeg.% 9 14 13
    FrontLeg.%_end 9 0 13 -
  Body 0 25 -22
    Head 0 26 16 head
      Head_end 0 45 18 -
  Tail 0 26 -22
    Tail_end 0 44 -40 -`,
    expected: { hips: 'All', spine: 'Body', head: 'Head', tail: 'Tail', '%Thigh': 'BackLeg.%', '%UpperArm': 'FrontLeg.%' }
}, {
    ...PLAIN, convention: 'goblin with limbs of one bone', legs: 2, without: /Shin|Foot|Forearm|Hand/, says: 'one bone',
    table: `
Root 0 0 0
  Leg.% 10 28 0
    Leg.%_end 10 1 0 -
  Body 0 26 0
    Head 0 62 4 head
      Head_end 0 90 4 -
    Arm.% 16 58 0
      Arm.%_end 38 24 0 -`,
    expected: { hips: 'Root', spine: 'Body', head: 'Head', '%Thigh': 'Leg.%', '%UpperArm': 'Arm.%' }
}, {
    ...PLAIN, convention: 'robot of rigid parts with skinned fingers', legs: 2, without: /Toes/, says: '',
    table: `
Bone 0 0 0 -
  Foot.% 11 10 -2 foot rigid
    Foot.%_end 11 2 14 -
  PoleTarget.% 10 50 70 -
  Hips 0 72 0 rigid
    Abdomen 0 84 0 rigid
      Torso 0 100 0 rigid
        Neck 0 126 0 rigid
          Head 0 134 0 head rigid
        Shoulder.% 6 120 0 rigid
          UpperArm.% 18 120 0 rigid
            LowerArm.% 42 120 0 rigid
              Palm.% 64 120 0
                Index1.% 70 120 2
                  Index2.% 76 120 2
                Thumb1.% 67 119 5
                  Thumb2.% 70 119 9
    UpperLeg.% 10 70 0 rigid
      LowerLeg.% 10 42 3 rigid
        LowerLeg.%_end 10 10 -2 -`,
    expected: {
        hips: 'Hips', spine: 'Abdomen', spine1: 'Torso', neck: 'Neck', head: 'Head', '%Clavicle': 'Shoulder.%', '%UpperArm': 'UpperArm.%', '%Forearm': 'LowerArm.%', '%Hand': 'Palm.%',
        '%Thigh': 'UpperLeg.%', '%Shin': 'LowerLeg.%', '%Foot': 'Foot.%'
    }
}, {
    ...PLAIN, convention: 'insect with six legs', legs: 6, without: /UpperArm|Forearm|Hand|Clavicle|Ear/, says: '',
    table: `
Root 0 30 0
  Abdomen 0 32 -10
    Abdomen2 0 33 -45
  Thorax 0 32 10
    Head 0 32 28 head
      Antenna.% 4 44 36
        Antenna2.% 8 52 52
  LegFront1.% 8 30 12
    LegFront2.% 24 42 24
      LegFront3.% 44 4 36
        LegFront3.%_end 46 0 37 -
  LegMiddle1.% 9 30 2
    LegMiddle2.% 28 42 2
      LegMiddle3.% 50 4 2
        LegMiddle3.%_end 52 0 2 -
  LegBack1.% 8 30 -8
    LegBack2.% 24 42 -22
      LegBack3.% 44 4 -38
        LegBack3.%_end 46 0 -39 -`,
    expected: {
        head: 'Head', '%Thigh': 'LegFront1.%', '%Shin': 'LegFront2.%', '%Thigh1': 'LegMiddle1.%', '%Shin1': 'LegMiddle2.%', '%Thigh2': 'LegBack1.%', '%Shin2': 'LegBack2.%'
    }
}, {
    ...PLAIN, convention: 'bird with wings', legs: 2, without: /UpperArm|Forearm|Hand|Clavicle/, says: '',
    table: `
Hips 0 30 0
  Spine 0 36 4
    Neck 0 44 12
      Head 0 52 16 head
    Wing1.% 5 42 8
      Wing2.% 22 44 6
        Wing3.% 42 43 0
          Wing3.%_end 62 42 -6 -
  Tail 0 28 -10
    Tail2 0 26 -26
  UpperLeg.% 5 28 0
    LowerLeg.% 5 16 6
      Foot.% 5 4 -1 foot
        Toes.% 5 1 5`,
    expected: { hips: 'Hips', spine: 'Spine', neck: 'Neck', head: 'Head', tail: 'Tail', '%Thigh': 'UpperLeg.%', '%Shin': 'LowerLeg.%', '%Foot': 'Foot.%' }
}, {
    ...PLAIN, convention: 'dragon with four legs and wings', legs: 4, without: /^jaw$/, says: '',
    table: `
Hips 0 90 -40
  Spine 0 95 0
    Chest 0 100 40
      Neck 0 120 70
        Neck2 0 150 95
          Head 0 175 110 head
      FrontUpperLeg.% 20 85 40
        FrontLowerLeg.% 20 48 34
          FrontFoot.% 20 6 40 paw
      Wing1.% 14 118 30
        Wing2.% 90 150 20
          Wing3.% 180 140 -10
            Wing4.% 260 120 -50
  Tail 0 85 -60
    Tail2 0 60 -100
      Tail3 0 25 -140
        Tail4 0 4 -190
          Tail5 0 2 -240
  BackUpperLeg.% 20 85 -40
    BackLowerLeg.% 20 48 -32
      BackFoot.% 20 6 -40 paw`,
    expected: {
        hips: 'Hips', head: 'Head', tail: 'Tail', '%Thigh': 'BackUpperLeg.%', '%Shin': 'BackLowerLeg.%', '%Foot': 'BackFoot.%',
        '%UpperArm': 'FrontUpperLeg.%', '%Forearm': 'FrontLowerLeg.%', '%Hand': 'FrontFoot.%'
    }
}, {
    ...PLAIN, convention: 'snake', legs: 0, without: NOTHING_SIDED, says: 'legs',
    table: `
Root 0 0 0
  Body1 0 3 -100
    Body2 0 3 -70
      Body3 0 3 -40
        Body4 0 3 -10
          Neck 0 6 20
            Head 0 12 40 head
              Jaw 0 11 44`,
    expected: { head: 'Head', jaw: 'Jaw' }
}, {
    ...PLAIN, convention: 'shark', legs: 0, without: /Thigh|Shin|Foot|Forearm|Hand/, says: 'legs',
    table: `
Root 0 100 0
  Body 0 100 -10
    Head 0 102 40 head
      Jaw 0 96 50
    Fin.% 18 95 20
      Fin2.% 48 88 5
    Tail1 0 100 -50
      Tail2 0 100 -90
        Tail3 0 104 -125`,
    expected: { head: 'Head', jaw: 'Jaw', tail: 'Tail1' }
}, {
    ...PLAIN, convention: 'ghost', legs: 0, without: /Thigh|Shin|Foot/, says: 'legs',
    table: `
Root 0 40 0
  Tail1 0 40 0
    Tail2 0 22 -6
      Tail3 0 8 -14
  Body 0 60 0
    Head 0 95 0 head
    UpperArm.% 20 88 0
      LowerArm.% 42 86 0
        Hand.% 62 86 0`,
    expected: { head: 'Head', '%UpperArm': 'UpperArm.%', '%Forearm': 'LowerArm.%', '%Hand': 'Hand.%' }
}, {
    ...PLAIN, convention: 'lizard whose tail lies on the ground', legs: 4, without: /^jaw$/, says: '',
    table: `
Hips 0 22 -20
  Spine 0 23 0
    Chest 0 23 20
      Neck 0 25 36
        Head 0 27 48 head
      FrontUpperLeg.% 8 22 20
        FrontLowerLeg.% 22 16 16
          FrontFoot.% 24 3 20 paw
  Tail 0 18 -34
    Tail2 0 6 -58
      Tail3 0 2 -90
        Tail4 0 1 -130
          Tail5 0 1 -170
  BackUpperLeg.% 8 21 -20
    BackLowerLeg.% 22 16 -14
      BackFoot.% 24 3 -20 paw`,
    expected: {
        hips: 'Hips', head: 'Head', tail: 'Tail', '%Thigh': 'BackUpperLeg.%', '%Shin': 'BackLowerLeg.%', '%Foot': 'BackFoot.%',
        '%UpperArm': 'FrontUpperLeg.%', '%Forearm': 'FrontLowerLeg.%', '%Hand': 'FrontFoot.%'
    }
}, {
    ...PLAIN, convention: 'person whose hair reaches the floor, in a skirt', legs: 2, without: /Wing|Ear/, says: '',
    table: `
Hips 0 95 0
  Skirt1.% 16 90 0 r1
    Skirt2.% 24 50 0 r1
      Skirt3.% 30 6 0 r1
  Spine 0 110 0
    Chest 0 125 0
      Neck 0 145 0
        Head 0 152 0 head
          Hair1.% 6 160 -6 r2
            Hair2.% 8 110 -14 r2
              Hair3.% 10 60 -18 r2
                Hair4.% 10 2 -20 r2
      Shoulder.% 4 140 0
        UpperArm.% 16 140 0
          LowerArm.% 42 140 0
            Hand.% 66 140 0
  UpperLeg.% 9 92 0
    LowerLeg.% 9 50 1
      Foot.% 9 8 -1 foot
        Toes.% 9 2 11`,
    expected: {
        hips: 'Hips', head: 'Head', '%UpperArm': 'UpperArm.%', '%Forearm': 'LowerArm.%', '%Hand': 'Hand.%', '%Thigh': 'UpperLeg.%', '%Shin': 'LowerLeg.%', '%Foot': 'Foot.%'
    }
}, {
    ...PLAIN, convention: 'spider with legs on anchors', legs: 6, without: /Wing|UpperArm/, says: '',
    table: `
hips 0 11 -17 r8
  spine_1 0 11 -3 r8
    spine_2 0 11 10 r8
      head 0 11 23 head
    legs_anchor_% 0.5 11 10 -
      leg_a_1_% 15 13 20 r3
        leg_a_2_% 35 68 45 r2
          leg_a_3_% 70 48 90 r2
            leg_a_tip_% 90 1 110 r1
      leg_b_1_% 15 13 9 r3
        leg_b_2_% 60 45 9 r2
          leg_b_3_% 110 30 10 r2
            leg_b_tip_% 145 1 10 r1
      leg_c_1_% 12 13 0 r3
        leg_c_2_% 45 60 -30 r2
          leg_c_3_% 80 50 -60 r2
            leg_c_tip_% 110 1 -80 r1
  tail_1 0 11 -25 r10
    tail_2 0 14 -40 r10`,
    expected: { head: 'head', hips: 'hips' }
}];
