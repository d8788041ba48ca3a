import type { AttributesOf, AttributeTable } from '../shell/attributes';

// The attributes of limberSetup: names, types, defaults, ranges and texts.

export const limberSetupAttributes = {
    animate: {
        type: 'boolean', default: false, title: 'Animate',
        description: 'Adds clips for standing, walking, running and getting up where the character has none: adds animationRetarget with the pack\'s own motions.'
    },
    lookAt: { type: 'boolean', default: false, title: 'Look At', description: 'Looks at Target Object: adds perfectLookAt.' },
    targetObject: {
        type: 'entity', title: 'Target Object',
        description: 'Entity that the character looks at. Empty: where the idle looks, else straight ahead.'
    },
    feet: { type: 'boolean', default: false, title: 'Feet', description: 'Puts the feet on the ground: adds mecFootPlacer.' },
    hands: { type: 'boolean', default: false, title: 'Hands', description: 'Lets hands reach for targets that are set in its rows or by reach(): adds handPlacer.' },
    ragdoll: {
        type: 'boolean', default: false, title: 'Ragdoll',
        description: 'Gives each bone a body that gives way softly to what touches it: adds activeRagdoll. It needs Ammo.'
    },
    hitReactions: {
        type: 'boolean', default: false, title: 'Hit Reactions',
        description: 'Reacts to hits, falls and gets up: adds activeRagdoll and hitReactions. It needs Ammo.'
    },
    mirror: { type: 'boolean', default: false, title: 'Mirror', description: 'Shows the animation with left and right exchanged: adds animationMirror.' },
    idle: {
        type: 'boolean', default: false, title: 'Idle',
        description: 'Breathes, shifts the weight and looks around while the character stands: adds idleRandomizer.'
    },
    setup: {
        type: 'asset', assetType: 'json', title: 'Setup',
        description: 'Scripts and settings shared by several characters, saved with toJson(). They are added before the ticked ones; bones are found by name or role.'
    },
    springs: { type: 'boolean', default: false, title: 'Springs', description: 'Lets tail, ears, hair and cloth swing: adds springChain.' },
    roles: {
        type: 'asset', assetType: 'json', title: 'Roles',
        description: 'Which bone is what, set by hand on the page Drop a character, for a model that is taken for something else. All its copies have it. The asset has to be preloaded.'
    },
    baked: {
        type: 'asset', assetType: 'json', title: 'Baked',
        description: 'What npm run bake has found out about this model, so that all scripts begin at once. The asset has to be preloaded.'
    }
} as const satisfies AttributeTable;

/** The properties that the script has because of its table. */
export type LimberSetupAttributes = AttributesOf<typeof limberSetupAttributes>;
