import type { SidedRole } from './roles';

// The words for bones: of the usual conventions in English, of animals, and of other languages.
//
// Words are written as names are read: small letters, no accents (an umlaut both as ue and as u), parts of one word together. Several
// words for one part stand in one string. Words that mean different bones in different conventions (`LeftLeg`) are parts of their own.

/** Part of the body that stands once or twice: a role without its side, `leftFoot` and `rightFoot` being `Foot`. */
export type SidedPart = SidedRole extends `left${infer Part}` | `right${infer Part}` ? (Part extends `${string}${number}` ? never : Part) : never;

/** Parts that stand once. */
export type MiddlePart = 'hips' | 'spine' | 'neck' | 'head' | 'jaw' | 'tail';

/**
 * What a name may mean. `leg` is a shin below a thigh, else a bone of a numbered leg; `arm` is an upper arm above a forearm, else a
 * bone of a numbered arm; `shoulder` is a clavicle above an upper arm, else the upper arm; a sided `hip` is a thigh.
 */
export type NamedPart = MiddlePart | 'leg' | 'arm' | 'shoulder' | 'hip' | SidedPart;

/** The words of a language. */
export interface Language {
    readonly left: string;
    readonly right: string;
    readonly fore: string;
    readonly hind: string;
    readonly middle: Readonly<Partial<Record<MiddlePart, string>>>;
    readonly sided: Readonly<Partial<Record<NamedPart, string>>>;
}

export const ENGLISH: Language = {
    left: 'l left', right: 'r right', fore: 'fore front', hind: 'hind back rear',
    middle: {
        hips: 'hips hip pelvis lowertorso',
        spine: 'spine torso waist abdomen abdomenlower abdomenupper chest upperchest chestlower chestupper lowerchest ribcage thorax uppertorso lowerback',
        neck: 'neck necktwist necklower neckupper', head: 'head', jaw: 'jaw lowerjaw jawlower mandible', tail: 'tail'
    },
    sided: {
        Eye: 'eye eyes eyeball faceeye', UpperEyelid: 'uppereyelid eyelidupper upperlid lidupper eyelidtop lidtop lidt',
        LowerEyelid: 'lowereyelid eyelidlower lowerlid lidlower eyelidbottom lidbottom lidb', Ear: 'ear ears earlobe', Wing: 'wing wings', Fin: 'fin fins flipper',
        Clavicle: 'clavicle scapula shoulderblade collar collarbone', shoulder: 'shoulder',
        UpperArm: 'upperarm armupper uparm bicep shldr shldrbend humerus', arm: 'arm', Forearm: 'forearm lowerarm armlower lowarm loarm forearmbend elbow radius',
        Metacarpus: 'metacarpus', Hand: 'hand wrist palm',
        hip: 'hip', Thigh: 'thigh thighbend upleg upperleg legupper femur', leg: 'leg', Shin: 'shin calf lowerleg leglower lowleg loleg knee tibia gaskin stifle',
        Metatarsus: 'metatarsus hock', Foot: 'foot feet ankle', Toes: 'toe toes toebase ball'
    }
};

/** Further languages, in Latin letters and in their own. */
export const LANGUAGES: readonly Language[] = [{
    left: 'g gauche', right: 'd droite droit', fore: 'avant', hind: 'arriere',
    middle: { hips: 'bassin hanches hanche', spine: 'colonne rachis dos ventre taille poitrine torse', neck: 'cou', head: 'tete', jaw: 'machoire', tail: 'queue' },
    sided: {
        Eye: 'oeil yeux', Ear: 'oreille', Wing: 'aile', Fin: 'nageoire', shoulder: 'epaule', Clavicle: 'clavicule', arm: 'bras', Forearm: 'avantbras coude', Hand: 'main poignet',
        leg: 'jambe', Thigh: 'cuisse', Shin: 'tibia mollet genou', Foot: 'pied cheville patte sabot', Toes: 'orteil orteils'
    }
}, {
    left: 'i izq izquierda izquierdo', right: 'd der derecha derecho', fore: 'delantera delantero', hind: 'trasera trasero',
    middle: { hips: 'pelvis cadera', spine: 'columna espina vientre cintura pecho torso', neck: 'cuello', head: 'cabeza', jaw: 'mandibula quijada', tail: 'cola rabo' },
    sided: {
        Eye: 'ojo', Ear: 'oreja', Wing: 'ala', Fin: 'aleta', shoulder: 'hombro', Clavicle: 'clavicula', arm: 'brazo', Forearm: 'antebrazo codo', Hand: 'mano muneca',
        leg: 'pierna', Thigh: 'muslo', Shin: 'espinilla pantorrilla rodilla', Foot: 'pie tobillo pata pezuna', Toes: 'dedosdelpie punta'
    }
}, {
    left: 'l li links linke linker linkes', right: 'r re rechts rechte rechter rechtes', fore: 'vorne vorder', hind: 'hinten hinter',
    middle: {
        hips: 'becken huefte hufte', spine: 'wirbelsaeule wirbelsaule rueckgrat ruckgrat ruecken bauch taille brust brustkorb', neck: 'hals nacken', head: 'kopf',
        jaw: 'kiefer', tail: 'schwanz schweif'
    },
    sided: {
        Eye: 'auge', Ear: 'ohr', Wing: 'fluegel flugel', Fin: 'flosse', shoulder: 'schulter', Clavicle: 'schluesselbein schlusselbein', UpperArm: 'oberarm', arm: 'arm',
        Forearm: 'unterarm ellbogen ellenbogen', Hand: 'hand handgelenk', Thigh: 'oberschenkel', leg: 'bein', Shin: 'unterschenkel schienbein wade knie',
        Foot: 'fuss fus knoechel knochel pfote huf', Toes: 'zeh zehe zehen'
    }
}, {
    left: 'e esq esquerda esquerdo', right: 'd dir direita direito', fore: 'dianteira dianteiro', hind: 'traseira traseiro',
    middle: { hips: 'quadril bacia pelve', spine: 'coluna espinha barriga cintura peito torax', neck: 'pescoco', head: 'cabeca', jaw: 'mandibula', tail: 'cauda rabo' },
    sided: {
        Eye: 'olho', Ear: 'orelha', Wing: 'asa', Fin: 'barbatana', shoulder: 'ombro', Clavicle: 'clavicula', arm: 'braco', Forearm: 'antebraco cotovelo', Hand: 'mao pulso punho',
        leg: 'perna', Thigh: 'coxa', Shin: 'canela panturrilha joelho', Foot: 'pe tornozelo pata casco', Toes: 'dedosdope ponta'
    }
}, {
    left: 'zuo 左', right: 'you 右', fore: 'qian 前', hind: 'hou 后',
    middle: {
        hips: 'kuan gupen tun 髋 骨盆 盆骨 臀', spine: 'jizhu jichui fu yao xiong 脊柱 脊椎 腹 腰 胸 上身', neck: 'jing bozi 颈 脖子', head: 'tou 头',
        jaw: 'xiaba xiahe 下巴 下颌', tail: 'wei weiba 尾巴'
    },
    sided: {
        Eye: 'yan 眼 眼睛', Ear: 'er erduo 耳朵', Wing: 'chibang yi 翅膀', Fin: 'qi 鳍', shoulder: 'jian 肩', Clavicle: 'suogu 锁骨', UpperArm: 'shangbi dabi 上臂 大臂',
        Forearm: 'qianbi xiaobi zhou 前臂 小臂 肘', Hand: 'shou shouwan 手 手腕 手掌', leg: 'tui 腿', Thigh: 'datui 大腿', Shin: 'xiaotui xi 小腿 膝 膝盖',
        Foot: 'jiao zu huai 脚 踝 脚踝 爪 蹄', Toes: 'jiaozhi jiaojian 脚趾 脚尖'
    }
}, {
    left: 'hidari 左', right: 'migi 右', fore: 'mae 前', hind: 'ushiro 後',
    middle: {
        hips: 'koshi kahanshin 腰 下半身', spine: 'sebone johanshin hara mune 背骨 上半身 腹 胸', neck: 'kubi 首', head: 'atama 頭', jaw: 'ago 顎 あご',
        tail: 'shippo 尻尾 しっぽ'
    },
    sided: {
        Eye: 'me 目', Ear: 'mimi 耳', Wing: 'tsubasa hane 翼 羽', Fin: 'hire ひれ', shoulder: 'kata 肩', Clavicle: 'sakotsu 鎖骨', arm: 'ude 腕', UpperArm: 'joowan 上腕',
        Forearm: 'zenwan hiji 前腕 ひじ 肘', Hand: 'tekubi te 手首 手', leg: 'ashi 足 脚', Thigh: 'futomomo 太もも', Shin: 'hiza sune ひざ 膝 すね',
        Foot: 'ashikubi 足首', Toes: 'tsumasaki つま先'
    }
}, {
    left: 'levyy levaya levoe lev л левыи левая левое лев',
    right: 'pravyy pravaya pravoe prav п правыи правая правое прав',
    fore: 'peredniy perednyaya переднии передняя', hind: 'zadniy zadnyaya заднии задняя',
    middle: {
        hips: 'taz таз',
        spine: 'pozvonochnik spina zhivot poyas grud позвоночник спина живот пояс грудь',
        neck: 'sheya шея', head: 'golova голова', jaw: 'chelyust челюсть', tail: 'khvost хвост'
    },
    sided: {
        Eye: 'glaz глаз', Ear: 'ukho ухо', Wing: 'krylo крыло', Fin: 'plavnik плавник', shoulder: 'plecho плечо',
        Clavicle: 'klyuchitsa ключица', arm: 'ruka рука',
        Forearm: 'predplechye lokot предплечье локоть', Hand: 'kist zapyastye кисть запястье',
        leg: 'noga нога', Thigh: 'bedro бедро', Shin: 'golen koleno голень колено',
        Foot: 'stopa lodyzhka lapa kopyto стопа лодыжка лапа копыто', Toes: 'nosok носок'
    }
}];

/** Words that tell what a limb is for, beside those above: what a vote is given for, not which bone it is. */
export const FURTHER = {
    leg: 'legs coxa trochanter tarsus pes paw hoof fetlock pastern cannon claw', wing: 'feather feathers membrane patagium alula', fin: 'fins flippers pectoral dorsal fluke caudal',
    head: 'face mouth muzzle snout beak bill nose tongue teeth eyebrow brow',
    other: 'antenna antennae feeler tentacle horn antler whisker hair braid ponytail mane skirt dress cape cloak coat robe cloth sleeve ribbon scarf strap finger fingers thumb index ' +
        'ring pinky little gun weapon sword shield backpack hat helmet breast bust'
} as const;
