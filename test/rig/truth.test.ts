import { expect } from 'chai';
import { Vec3, type AppBase } from 'playcanvas';

import { findCharacter } from '../../scripts/rig/character';
import { soleBone, type LimbName, type Rig } from '../../scripts/rig/rig';
import type { Role } from '../../scripts/rig/roles';
import { createApp, loadGlb } from '../support/app';
import { angleOf } from '../support/geometry';
import { requireRig } from '../support/skip';

// Who is what on characters that nobody here made: written down by eye, from pictures of their skin with the bones in it.

/** Largest error of up and forward, in degrees. */
const DIRECTIONS = 10;

/** What a character is. Names of nodes; `%` stands for the left and the right one, `|` for what is right as well. */
interface Truth {
    readonly file: string;
    /** The words for left and right in the names. */
    readonly sides?: readonly [string, string];
    readonly forward: Vec3;
    readonly head?: string;
    readonly hips?: string;
    /** First and last bone of the spine. */
    readonly spine?: readonly [string, string];
    /** The bones that rest on the ground, from the front. */
    readonly feet: readonly string[];
    readonly hands?: string;
    readonly tail?: string;
    /** The first bones of both wings. */
    readonly wings?: string;
    /** Further bones by role; `%` stands for both sides in both. */
    readonly bones?: Readonly<Record<string, string>>;
    /** Parts of the body that no bone is. */
    readonly without?: readonly RegExp[];
    /** Words of what is said about it; nothing is said where there are none. */
    readonly says?: RegExp;
    /** Largest error of its directions where nothing but a bent trunk tells them, in degrees. */
    readonly askew?: number;
    /** Why it is not found as it is. */
    readonly wrong?: string;
}

const LOW_LEGS = { '%UpperArm': 'FrontUpLeg.%', '%Forearm': 'FrontLowLeg.%', '%Thigh': 'BackUpLeg.%', '%Shin': 'BackLowLeg.%' } as const;
const DINOSAUR = { hips: 'Body|Hips', head: 'Head', spine: ['Hips|Torso', 'Shoulders'], feet: ['FrontFoot.%', 'BackFoot.%'], tail: 'Back|Tail1', bones: LOW_LEGS } as const;
const FARM = { hips: 'Body', head: 'Head', spine: ['Shoulders', 'Shoulders'], feet: ['FrontFoot.%', 'BackFoot.%'], bones: LOW_LEGS } as const;
const ANIMAL = {
    hips: 'Back', head: 'Head', spine: ['Torso', 'Torso2|Torso3'], feet: ['FF.%', 'FFB.%'], tail: 'Tail1',
    bones: { '%Clavicle': 'FrontShoulder.%', '%UpperArm': 'FrontUpperLeg.%', '%Forearm': 'FrontLowerLeg.%', '%Thigh': 'BackUpperLeg.%', '%Shin': 'BackLowerLeg.%' }
} as const;
const ARMS = { '%Clavicle': 'Shoulder.%', '%UpperArm': 'UpperArm.%', '%Forearm': 'LowerArm.%' } as const;
const LEGS = { '%Thigh': 'UpperLeg.%', '%Shin': 'LowerLeg.%' } as const;
const QUATERNIUS_PEOPLE = { hips: 'Body|Hips', head: 'Head', spine: ['Hips|Abdomen', 'Torso|Chest'], feet: ['Foot.%'], bones: { ...ARMS, ...LEGS } } as const;
const KAYKIT = { sides: ['l', 'r'], hips: 'hips', spine: ['spine', 'chest'], head: 'head', feet: ['foot.%'], hands: 'wrist.%' } as const;
const MIXAMO = { sides: ['Left', 'Right'], hips: 'mixamorig:Hips', spine: ['mixamorig:Spine', 'mixamorig:Spine2'], head: 'mixamorig:Head', feet: ['mixamorig:%Foot'], hands: 'mixamorig:%Hand' } as const;

const NO_ARMS = /UpperArm|Forearm|Hand/;
const NO_LEGS = /Thigh|Shin|Foot/;
const NO_HANDS = /Hand/;

const TRUTH: readonly Truth[] = [
    { file: 'Cat.glb', forward: Vec3.BACK, hips: 'All|Body', head: 'Head', feet: ['FrontLeg.%', 'BackLeg.%'], tail: 'Tail', says: /legs/ },
    { ...ANIMAL, file: 'Cow.glb', forward: Vec3.BACK },
    { ...ANIMAL, file: 'Husky.glb', forward: Vec3.BACK },
    { ...FARM, file: 'Pug.glb', forward: Vec3.BACK },
    { ...FARM, file: 'Zebra.glb', forward: Vec3.BACK, tail: 'Tail1' },
    { file: 'Goblin.glb', forward: Vec3.BACK, hips: 'Root|Body', head: 'Head', feet: ['Leg.%'], without: [NO_HANDS], says: /legs/ },
    { ...QUATERNIUS_PEOPLE, file: 'Orc.glb', forward: Vec3.BACK, without: [NO_HANDS], says: /arms/ },
    { ...KAYKIT, file: 'Knight.glb', forward: Vec3.BACK },
    { ...KAYKIT, file: 'SkeletonMinion.glb', forward: Vec3.BACK },
    { ...MIXAMO, file: 'Soldier.glb', forward: Vec3.FORWARD },
    { ...MIXAMO, file: 'Xbot.glb', forward: Vec3.BACK },
    { file: 'rpm.glb', sides: ['Left', 'Right'], forward: Vec3.BACK, hips: 'Hips', spine: ['Spine', 'Spine2'], head: 'Head', feet: ['%Foot'], hands: '%Hand' },
    { file: 'avatar.vrm', sides: ['Left', 'Right'], forward: Vec3.FORWARD, hips: 'Hips', spine: ['Spine0', 'Spine2'], head: 'Head', feet: ['Foot_%'], hands: 'Hand_%' },
    { file: 'bitmoji.glb', forward: Vec3.BACK, hips: 'C_spine0001_bind_JNT', spine: ['C_spine0002_bind_JNT', 'C_spine0006_bind_JNT'], head: 'C_head0001_bind_JNT', feet: ['%_foot0001_bind_JNT'], hands: '%_hand0001_bind_JNT' },

    { ...DINOSAUR, file: 'more/Apatosaurus.glb', forward: Vec3.BACK },
    { ...DINOSAUR, file: 'more/Triceratops.glb', forward: Vec3.BACK },
    {
        file: 'more/Bird.glb', forward: Vec3.BACK, hips: 'hips', spine: ['spine_0', 'spine_1'], head: 'head', feet: ['Foot_%'], tail: 'tail_1', wings: 'wing_1_%',
        bones: { neck: 'spine_2', neck1: 'spine_3' }, without: [NO_ARMS]
    },
    { file: 'more/Boxman.glb', forward: Vec3.BACK, hips: 'body_IK|butt_bone', spine: ['body_lower', 'body_upper'], head: 'head', feet: ['leg_lower.%'], without: [NO_HANDS], says: /legs/ },
    { file: 'more/BrainStem.glb', sides: ['node_6', 'node_10'], forward: Vec3.BACK, hips: 'node_3', spine: ['node_12', 'node_12'], head: 'node_20', feet: ['%'], says: /arms/ },
    { file: 'more/Clownfish.glb', forward: Vec3.BACK, head: 'Main1', feet: [], without: [NO_ARMS, NO_LEGS], says: /^found no hips, no complete legs/ },
    { ...QUATERNIUS_PEOPLE, file: 'more/CyberCharacter.glb', forward: Vec3.BACK, feet: ['LowerLeg.%'], hands: 'Hand.%', wrong: 'the engine gives it the bind pose of another of its skins' },
    { file: 'more/Delegate.glb', forward: Vec3.BACK, hips: 'hips', head: 'head', feet: ['leg.%'], without: [NO_HANDS], says: /without a mark/ },
    { file: 'more/Dolphin.glb', forward: Vec3.RIGHT, head: 'Bone.004_04', feet: [], without: [NO_ARMS, NO_LEGS], says: /legs/, askew: 12 },
    { ...ANIMAL, file: 'more/Donkey.glb', forward: Vec3.BACK },
    {
        file: 'more/Dragon.glb', forward: Vec3.BACK, hips: 'BodyRoot', spine: ['Body', 'Body'], head: 'Head', feet: ['Feet.%'], tail: 'Tail1', wings: 'Shoulder.%|Wing1.%',
        without: [NO_ARMS]
    },
    { file: 'more/EnemyLarge.glb', forward: Vec3.BACK, hips: 'Body|Root', head: 'Head', feet: ['Foot.%'], without: [NO_ARMS] },
    { file: 'more/Walker.glb', forward: Vec3.BACK, hips: 'Body|Root', head: 'Head', feet: ['Foot.%'], without: [NO_ARMS] },
    {
        file: 'more/Fox.glb', sides: ['LeftHand_011|LeftFoot02_018', 'RightHand_08|RightFoot02_022'], forward: Vec3.BACK, hips: 'b_Hip_01', spine: ['b_Spine01_02', 'b_Spine02_03'], head: 'b_Head_05',
        feet: ['b_%', 'b_%'], tail: 'b_Tail01_012'
    },
    { file: 'more/Frog.glb', forward: Vec3.BACK, hips: 'Body|Hips', spine: ['Shoulders|Torso', 'Shoulders'], head: 'Head', feet: ['FrontFoot.%', 'BackFoot.%'], without: [/tail/] },
    { ...QUATERNIUS_PEOPLE, file: 'more/Guy.glb', forward: Vec3.BACK, hands: 'Fist.%', wrong: 'hands that carry no skin are marks: they are refused, and said' },
    { file: 'more/HorseBones.glb', sides: ['Bone.010|Bone.012', 'Bone.011|Bone.005'], forward: Vec3.BACK, head: 'Bone.002', feet: ['%', '%'], says: /legs/ },
    { ...QUATERNIUS_PEOPLE, file: 'more/KnightQ.glb', forward: Vec3.BACK, hands: 'Palm.%' },
    {
        file: 'more/Lumberjack.glb', sides: ['L_027|L_049', 'R_019|R_041'], forward: Vec3.BACK, hips: 'ORG-spine_012|tweak_spine_011|torso_07|DEF-spine_02', head: 'DEF-head_051', feet: ['DEF-foot.%'],
        hands: 'DEF-hand.%'
    },
    { file: 'more/Mech.glb', forward: Vec3.BACK, hips: 'Body|Torso', spine: ['Torso|Chest', 'Chest'], head: 'Head', feet: ['Foot.%'], without: [NO_ARMS] },
    { file: 'more/MechGeorge.glb', forward: Vec3.BACK, hips: 'Body|Torso', spine: ['Torso|Chest', 'Chest'], head: 'Head', feet: ['Foot.%'], without: [NO_HANDS], says: /arms/ },
    { ...QUATERNIUS_PEOPLE, file: 'more/RobotExpressive.glb', forward: Vec3.BACK, without: [NO_HANDS], says: /arms/ },
    { file: 'more/Shark.glb', forward: Vec3.BACK, head: 'Face', feet: [], tail: 'Spine2|Spine3|Tail', without: [NO_ARMS, NO_LEGS], says: /legs/ },
    { file: 'more/SkeletonEasy.glb', forward: Vec3.BACK, hips: 'Root|Body', head: 'Head', feet: ['Leg.%'], without: [NO_HANDS], says: /legs/ },
    { file: 'more/Snake.glb', forward: Vec3.BACK, head: 'Head', feet: [], tail: 'Tail', without: [NO_ARMS, NO_LEGS], says: /legs/ },
    { ...MIXAMO, file: 'more/Vroid.glb', forward: Vec3.BACK, hips: 'Hips', spine: ['Spine', 'Spine2'], head: 'Head', feet: ['%Foot'], hands: '%Hand' },
    { ...QUATERNIUS_PEOPLE, file: 'more/Adventurer.glb', forward: Vec3.BACK, hands: 'Hand.%', says: /"Chest" is drawn 40 % of the height below the soles/ },
    {
        file: 'more/BrownBear.glb', forward: Vec3.BACK, hips: 'spine.005', head: 'spine.011', spine: ['spine.006', 'spine.008'], feet: ['front_toe.%', 'toe.%'],
        bones: { '%Clavicle': 'shoulder.%', '%UpperArm': 'front_thigh.%', '%Forearm': 'front_shin.%', '%Thigh': 'thigh.%', '%Shin': 'shin.%' }, without: [/tail/]
    },
    {
        file: 'more/ManBones.glb', sides: ['Bone.009|Bone.022|Bone.018', 'Bone.014|Bone.021|Bone.005'], forward: Vec3.BACK, hips: 'Bone.001', spine: ['Bone', 'Bone'], head: 'Bone.020',
        feet: ['%'], hands: '%'
    },
    { file: 'more/Deer.glb', forward: Vec3.BACK, head: 'Bone', feet: [], says: /no complete legs/ },
    { file: 'more/Kenney.glb', sides: ['left', 'right'], forward: Vec3.BACK, hips: 'root', head: 'antenna|torso', feet: ['leg-%'], without: [NO_HANDS], says: /legs are of one bone/ },
    { file: 'more/LuantiCharacter.glb', sides: ['Left', 'Right'], forward: Vec3.FORWARD, hips: 'Body', head: 'Head', feet: ['Leg_%'], without: [NO_HANDS], says: /legs are of one bone/ },
    {
        file: 'more/M2SpiderAnims.glb', sides: ['l', 'r'], forward: Vec3.BACK, hips: 'hips', head: 'head', feet: ['leg_a_tip_%', 'leg_b_tip_%', 'leg_c_tip_%', 'leg_d_tip_%'], tail: 'tail_1',
        without: [NO_ARMS]
    },
    {
        file: 'more/M2FoxAnims.glb', forward: Vec3.BACK, hips: 'Hips', head: 'Head', spine: ['Spine_1', 'Spine_2.001'], feet: ['Front_Leg_Ankle_%', 'Back_Leg_Foot_%'], tail: 'Tail_Base',
        bones: { '%Thigh': 'Back_Leg_Upper_%', '%Shin': 'Back_Leg_Lower_%', '%UpperArm': 'Front_Leg_Upper_%', '%Forearm': 'Front_Leg_Lower_%', '%Ear': 'Ear_%' }
    },
    {
        file: 'more/M2DragonAnims.glb', sides: ['l', 'r'], forward: Vec3.BACK, hips: 'hips', head: 'head', feet: ['front_toes_%', 'back_toes_%'], tail: 'tail_1', wings: 'shoulder_%',
        bones: { '%Thigh': 'back_leg_%', '%Shin': 'back_ankle_%', '%UpperArm': 'front_leg_%', '%Forearm': 'front_ankle_%' }
    },
    { file: 'more/Wasp.glb', forward: Vec3.RIGHT, head: 'Head', feet: ['TopLeg3.%', 'MidLeg3.%', 'BottomLeg3.%'], wings: 'Wing.%', without: [NO_ARMS], says: /legs/ },
    { ...QUATERNIUS_PEOPLE, file: 'more/Witch.glb', forward: Vec3.BACK, hips: 'Hips', spine: ['Abdomen', 'Chest'], hands: 'Hand.%' }
];

/** What of a character is not as it was written down. */
function faultsOf(rig: Rig, { sides = ['L', 'R'], forward, head, hips, spine, feet, hands, tail, wings, bones = {}, without = [], says, askew = DIRECTIONS }: Truth): string[] {
    const faults: string[] = [];
    const nameOf = (node: number | undefined) => (node === undefined ? 'none' : rig.skeleton.nodes[node].name);
    const check = (what: string, node: number | undefined, truth: string | undefined) => {
        if (truth !== undefined && !truth.split('|').includes(nameOf(node))) faults.push(`${what} is ${nameOf(node)}, not ${truth}`);
    };
    const both = (names: string): string[] => sides.map(side => names.split('|').flatMap(name => side.split('|').map(word => name.replace('%', word))).join('|'));
    check('head', rig.bones.get('head'), head);
    check('hips', rig.bones.get('hips'), hips);
    check('tail', rig.bones.get('tail'), tail);
    check('first of the spine', rig.spine[0], spine?.[0]);
    check('last of the spine', rig.spine.at(-1), spine?.[1]);
    const soleOf = (name: LimbName | undefined) => (name && rig.limbs[name] ? soleBone(rig, rig.limbs[name].bones.at(-1)!) : undefined);
    if (rig.legs !== 2 * feet.length) faults.push(`${rig.legs} legs, not ${2 * feet.length}`);
    else feet.forEach((names, row) => both(names).forEach((name, side) => check(`foot ${2 * row + side}`, soleOf(rig.feet[2 * row + side]), name)));
    (['left', 'right'] as const).forEach((side, i) => {
        check(`${side} hand`, rig.bones.get(`${side}Hand`), hands && both(hands)[i]);
        check(`${side} wing`, rig.bones.get(`${side}Wing`), wings && both(wings)[i]);
    });
    for (const [role, names] of Object.entries(bones)) both(names).forEach((name, i) => check(role, rig.bones.get(role.replace('%', i === 0 ? 'left' : 'right') as Role), name));
    for (const role of rig.bones.keys()) if (without.some(words => words.test(role))) faults.push(`${role} is ${nameOf(rig.bones.get(role))}`);
    const turn = rig.skeleton.space!.getRotation();
    for (const [what, [x, y, z], truth] of [['up', rig.up, Vec3.UP], ['forward', rig.forward, forward]] as const) {
        const off = angleOf(turn.transformVector(new Vec3(x, y, z), new Vec3()), truth);
        if (!(off < askew)) faults.push(`${what} is ${off.toFixed(0)} degrees off`);
    }
    const said = rig.problems.join(' ');
    if (says ? !says.test(said) : said !== '') faults.push(`it says: ${said}`);
    return faults;
}

describe('who is what, by eye', () => {
    let app: AppBase;

    before(() => { app = createApp(); });
    after(() => app.destroy());

    TRUTH.forEach((truth) => {
        it(`${truth.file}${truth.wrong ? `: known to be wrong, ${truth.wrong}` : ''}`, async function () {
            const path = requireRig(truth.file, this);
            const entity = (await loadGlb(app, path)).instantiate();
            app.root.addChild(entity);
            const faults = faultsOf(findCharacter(entity)!, truth);
            entity.destroy();
            if (process.env.TRUTH) console.log(truth.file, faults);
            if (truth.wrong) expect(faults, 'it is right now: take the word away').to.not.deep.equal([]);
            else expect(faults).to.deep.equal([]);
        });
    });
});
