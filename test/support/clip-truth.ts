import type { ClipKind } from '../../scripts/anim/kinds/clip-kinds';

// What clips of further characters are, written by eye from their names: by file, then by the clip's own name. All others are nothing of it.

type Truth = Readonly<Record<string, ClipKind>>;

const KAYKIT: Truth = {
    'Idle': 'idle', 'Unarmed_Idle': 'idle', '2H_Melee_Idle': 'idle', 'Walking_A': 'walk', 'Walking_B': 'walk', 'Walking_C': 'walk',
    'Walking_Backwards': 'back', 'Running_A': 'run', 'Running_B': 'run', 'Running_Strafe_Left': 'strafeLeft',
    'Running_Strafe_Right': 'strafeRight', 'Jump_Start': 'jump', 'Jump_Full_Long': 'jump', 'Jump_Full_Short': 'jump',
    'Jump_Idle': 'fall', 'Jump_Land': 'land'
};

const QUATERNIUS_FARM: Truth = {
    'Gallop': 'run', 'Gallop_Jump': 'jump', 'Idle': 'idle', 'Idle_2': 'idle', 'Idle_Headlow': 'idle', 'Idle_2_HeadLow': 'idle',
    'Jump_toIdle': 'jump', 'Jump_ToIdle': 'jump', 'Walk': 'walk'
};

const QUATERNIUS_PERSON: Truth = {
    'Duck': 'crouch', 'Idle': 'idle', 'Idle_Hold': 'idle', 'Jump': 'jump', 'Jump_Idle': 'fall', 'Jump_Land': 'land', 'Run': 'run', 'Run_Attack': 'run',
    'Run_Hold': 'run', 'Walk': 'walk', 'Walk_Hold': 'walk'
};

const QUATERNIUS_MECH: Truth = {
    'Idle': 'idle', 'Jump': 'jump', 'Run': 'run', 'Run_Holding': 'run', 'Run_Tall': 'run', 'Walk': 'walk', 'Walk_Holding': 'walk', 'Walk_Tall': 'walk'
};

const SIMPLE: Truth = { Idle: 'idle', Jump: 'jump', Run: 'run', Walk: 'walk' };

const dinosaur = (name: string): Truth => ({ [`${name}_Idle`]: 'idle', [`${name}_Jump`]: 'jump', [`${name}_Run`]: 'run', [`${name}_Walk`]: 'walk' });

export const CLIP_TRUTH: Readonly<Record<string, Truth>> = {
    'Cat.glb': { ...SIMPLE, Jump_Loop: 'fall', Jump_Start: 'jump' },
    'Cow.glb': QUATERNIUS_FARM,
    'Donkey.glb': QUATERNIUS_FARM,
    'Husky.glb': QUATERNIUS_FARM,
    'Goblin.glb': SIMPLE,
    'SkeletonEasy.glb': SIMPLE,
    'EnemyLarge.glb': SIMPLE,
    'Walker.glb': SIMPLE,
    'Pug.glb': SIMPLE,
    'Zebra.glb': { ...SIMPLE, WalkSlow: 'walk' },
    'Soldier.glb': SIMPLE,
    'Xbot.glb': { walk_Armature: 'walk', run_Armature: 'run' },
    'Knight.glb': KAYKIT,
    'SkeletonMinion.glb': { ...KAYKIT, 'Idle_B': 'idle', 'Idle_Combat': 'idle', 'Running_C': 'run', 'Walking_D_Skeletons': 'walk' },
    'Orc.glb': QUATERNIUS_PERSON,
    'Guy.glb': QUATERNIUS_PERSON,
    'Apatosaurus.glb': dinosaur('Apatosaurus'),
    'Triceratops.glb': dinosaur('Triceratops'),
    'Bird.glb': SIMPLE,
    'Boxman.glb': {
        drop_idle: 'land', drop_running: 'land', drop_running_roll: 'land', falling: 'fall', idle: 'idle', jump_idle: 'jump', jump_running: 'jump',
        rotate_left: 'turnLeft', rotate_right: 'turnRight', run: 'run', sprint: 'sprint', start_back_left: 'start', start_back_right: 'start',
        start_forward: 'start', start_left: 'start', start_right: 'start', stop: 'stop'
    },
    'BrownBear.glb': { walk: 'walk', run: 'run' },
    'CyberCharacter.glb': {
        Idle_Gun_Pointing: 'idle', Idle_Neutral: 'idle', Idle_Sword: 'idle', Run: 'run', Run_Back: 'back', Run_Left: 'strafeLeft', Run_Right: 'strafeRight',
        Run_Shoot: 'run', Walk: 'walk'
    },
    'Deer.glb': { walk: 'walk', run: 'run' },
    'Delegate.glb': { Idle: 'idle', Walk: 'walk' },
    'Fox.glb': { Survey: 'idle', Walk: 'walk', Run: 'run' },
    'Frog.glb': { Frog_Idle: 'idle', Frog_Jump: 'jump' },
    'HorseBones.glb': { 'Horse-Walk': 'walk', 'walk': 'walk' },
    'Kenney.glb': { idle: 'idle', walk: 'walk', jump: 'jump' },
    'KnightQ.glb': {
        Idle: 'idle', Idle_swordLeft: 'idle', Idle_swordRight: 'idle', Jump: 'jump', Run: 'run', Run_swordAttack: 'run', Run_swordRight: 'run', Walking: 'walk'
    },
    'Lumberjack.glb': { Walk: 'walk' },
    'M2DragonAnims.glb': { Idle: 'idle', Walk: 'walk' },
    'M2FoxAnims.glb': { 'Fall': 'fall', 'Idle': 'idle', 'Idle Alert': 'idle', 'Jump': 'jump', 'Run': 'run', 'Sneak': 'crouch', 'Walk': 'walk' },
    'M2SpiderAnims.glb': { Idle: 'idle', Jump: 'jump', Walk: 'walk' },
    'ManBones.glb': { 'idle': 'idle', 'walk': 'walk', 'anim.idle': 'idle', 'anim.walk': 'walk', 'anim.run': 'run' },
    'Mech.glb': QUATERNIUS_MECH,
    'MechGeorge.glb': QUATERNIUS_MECH,
    'RobotExpressive.glb': { Idle: 'idle', Jump: 'jump', Running: 'run', Walking: 'walk', WalkJump: 'jump' },
    'Snake.glb': { Snake_Idle: 'idle', Snake_Jump: 'jump', Snake_Walk: 'walk' },
    'bitmoji-idle.glb': { lbr_idle_casual_anm_default: 'idle' },
    'bitmoji-walk.glb': { lbr_walk_normal_anm_default: 'walk' },
    'bitmoji-run.glb': { lbr_run_normal_anm_default: 'run' },
    'mannequin.glb': { idle: 'idle', walk: 'walk', run: 'run' },
    'gnome.glb': { idle: 'idle', walk: 'walk', run: 'run' },
    'hound.glb': { idle: 'idle', walk: 'walk', trot: 'run' },
    'motions-people.glb': {
        'idle': 'idle', 'walk': 'walk', 'run': 'run', 'walk-back': 'back', 'strafe-left': 'strafeLeft', 'strafe-right': 'strafeRight',
        'turn-left-90': 'turnLeft', 'turn-right-90': 'turnRight', 'walk-start': 'start', 'run-start': 'start', 'walk-stop': 'stop', 'run-stop': 'stop',
        'jump': 'jump', 'fall': 'fall', 'land': 'land'
    },
    'motions-animals.glb': { 'idle': 'idle', 'walk': 'walk', 'trot': 'run', 'gallop': 'run', 'turn-left-90': 'turnLeft', 'turn-right-90': 'turnRight' }
};
