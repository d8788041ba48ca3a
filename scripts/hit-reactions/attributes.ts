import type { AttributesOf, AttributeTable } from '../shell/attributes';

// The attributes of hitReactions: names, types, defaults, ranges and texts.

/** A number that is tuned; profiles change it by its name. */
interface TunedNumber { readonly type: 'number'; readonly default: number; readonly min: number; readonly max?: number; readonly title: string; readonly description: string }

const often = {
    hitForceScale: {
        type: 'number', default: 1, min: 0, title: 'Hit Force Scale',
        description: 'Factor on the impulse of every hit. 0: none is felt.'
    },
    maxHitSpeed: {
        type: 'number', default: 8, min: 0, title: 'Max Hit Speed',
        description: 'Largest change of a body\'s velocity by one hit, metres per second. The rest goes to its parents.'
    },
    legProtection: {
        type: 'number', default: 0.5, min: 0, max: 1, title: 'Leg Protection',
        description: 'How much of its weights a leg keeps when a hit elsewhere takes weights. 0: it loses as much as other parts; 1: it keeps all.'
    },
    knockOutDistance: {
        type: 'number', default: 0.5, min: 0, title: 'Knock-Out Gap',
        description: 'Metres that the pelvis can be off the animation before the character falls. The default is for a height of 1.75 m and scales.'
    },
    bracing: {
        type: 'number', default: 0.7, min: 0, max: 1, title: 'Bracing',
        description: 'How much a falling character reaches out with its hands to where it will land, and pulls its head away. 0: not at all.'
    },
    woundHolding: {
        type: 'number', default: 0.8, min: 0, max: 1, title: 'Wound Holding',
        description: 'How much a hand reaches for the spot of a heavy hit, both standing and falling. 0: not at all.'
    },
    getUpDelay: {
        type: 'number', default: 0.5, min: 0, title: 'Get-Up Delay',
        description: 'Seconds that a body lies before it gets up.'
    },
    getUpBlend: {
        type: 'number', default: 0.25, min: 0, title: 'Get-Up Half-Life',
        description: 'Half-life in seconds of the blend from the pose on the ground to the clip.'
    }
} as const satisfies Readonly<Record<string, TunedNumber>>;

const seldom = {
    fallOffUp: {
        type: 'number', default: 0.6, min: 0, max: 1, title: 'Fall-Off Up',
        description: 'Share of a body\'s loss of weight that its parent loses too. 0: none; 1: all.'
    },
    fallOffDown: {
        type: 'number', default: 0.8, min: 0, max: 1, title: 'Fall-Off Down',
        description: 'Share of a body\'s loss of weight that its children lose too. 0: none; 1: all.'
    },
    holdTime: {
        type: 'number', default: 0.1, min: 0, title: 'Hold Time',
        description: 'Seconds after a hit until the weights begin to come back.'
    },
    recoverHalfLife: {
        type: 'number', default: 0.2, min: 0.01, title: 'Recover Half-Life',
        description: 'Seconds in which half of the loss comes back after a light hit.'
    },
    recoverHalfLifeHeavy: {
        type: 'number', default: 0.6, min: 0.01, title: 'Heavy Half-Life',
        description: 'The same in seconds after a hit that changes the whole body\'s velocity by a metre per second.'
    },
    unpinImpulse: {
        type: 'number', default: 4, min: 0.1, title: 'Unpin Impulse',
        description: 'Impulse of a contact or a hit in newton seconds that halves the pins of the body that it meets.'
    },
    contactSoftness: {
        type: 'number', default: 0.3, min: 0, max: 1, title: 'Contact Softness',
        description: 'Smallest share of the weights that contacts leave. 0: contacts can take all; 1: they take nothing.'
    },
    fallTension: {
        type: 'number', default: 3, min: 0, title: 'Fall Tension',
        description: 'How tense a falling body is, in hertz: arms and neck spring, all other joints only damp. 0: limp.'
    },
    fallDamping: {
        type: 'number', default: 1, min: 0, title: 'Fall Damping',
        description: 'Damping ratio of that tension. 0: limbs swing; 1: they do not.'
    },
    settleSpeed: {
        type: 'number', default: 0.3, min: 0.01, title: 'Settle Speed',
        description: 'Speed of pelvis and centre of mass in metres per second below which a body may be at rest.'
    },
    settleTime: {
        type: 'number', default: 0.3, min: 0, title: 'Settle Time',
        description: 'Seconds that the body must stay below Settle Speed to count as lying still.'
    },
    timeOut: {
        type: 'number', default: 10, min: 0, title: 'Time-Out',
        description: 'Seconds after which a fall counts as over even if the body still moves, as soon as it lies on something.'
    }
} as const satisfies Readonly<Record<string, TunedNumber>>;

const numbers = { ...often, ...seldom };

/** The numbers that profiles can change. */
export type TunedName = keyof typeof numbers;

export const TUNED_NAMES = Object.keys(numbers) as TunedName[];

/** Stands in a profile for a number that it leaves as it is. */
export const UNCHANGED = -1;

const profileFields = Object.fromEntries(TUNED_NAMES.map((name): [TunedName, TunedNumber] => (
    [name, { type: 'number', default: UNCHANGED, min: UNCHANGED, title: numbers[name].title, description: `${numbers[name].title} in this profile. -1: unchanged.` }]
))) as Readonly<Record<TunedName, TunedNumber>>;

export const hitReactionsAttributes = {
    ...often,
    capsule: {
        type: 'string', default: 'follow', title: 'Capsule', enum: [{ Follow: 'follow' }, { Leave: 'leave' }, { Disable: 'disable' }],
        description: 'What a fall does with the game\'s own body. Follow: it goes with the hips, moved and not simulated; Leave: it and its entity stay where they are until the character gets up; Disable: it is taken out of the world.'
    },
    balance: {
        type: 'boolean', default: true, title: 'Balance',
        description: 'Predicts falls: the character falls at once if no step can save it, otherwise it staggers.'
    },
    catchSteps: {
        type: 'number', default: 3, min: 0, precision: 0, title: 'Catch Steps',
        description: 'Largest number of steps to recover from a push; the entity moves along as set by Capsule. 0: it sways in place.'
    },
    getUpClips: {
        type: 'json', array: true, title: 'Get-Up Clips',
        description: 'How the character gets up. Empty: clips and states of the character that are named get-up-prone, get-up-supine, get-up-left and get-up-right, with anything after that.',
        schema: {
            side: {
                type: 'string', default: 'auto', title: 'Side', enum: [{ Auto: 'auto' }, { Prone: 'prone' }, { Supine: 'supine' }, { Left: 'left' }, { Right: 'right' }],
                description: 'Side on which the body lies: on its belly, on its back, on its left, on its right. Auto: as the name of the clip says, else as it begins.'
            },
            clip: { type: 'asset', assetType: 'animation', title: 'Clip', description: 'Clip in which the character gets up from there.' },
            state: { type: 'string', default: '', title: 'State', description: 'State of the base layer that gets up, used while Clip is empty.' },
            startTime: { type: 'number', default: 0, min: 0, precision: 3, title: 'Start Time', description: 'Seconds at which the clip begins.' }
        }
    },
    ...seldom,
    profiles: {
        type: 'json', array: true, title: 'Profiles',
        description: 'Sets of these numbers for setProfile().',
        schema: {
            name: { type: 'string', default: '', title: 'Name', description: 'Name for setProfile().' },
            ...profileFields
        }
    },
    drawDebugBalance: {
        type: 'boolean', default: false, title: 'Draw Debug',
        description: 'Draws what the feet stand on, and where the body would come to a stop (its extrapolated centre of mass): green while that is inside, red outside. Bodies have to be in the world.'
    }
} as const satisfies AttributeTable;

/** The properties that the script has because of its table. */
export type HitReactionsAttributes = AttributesOf<typeof hitReactionsAttributes>;

/** A row of `getUpClips`. */
export type GetUpRow = HitReactionsAttributes['getUpClips'][number];

/** A row of `profiles`. */
export type ProfileRow = HitReactionsAttributes['profiles'][number];
