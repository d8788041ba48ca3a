import type { AttributesOf, AttributeTable } from '../shell/attributes';

// The attributes of animationRetarget: names, types, defaults, ranges and texts.

export const animationRetargetAttributes = {
    source: {
        type: 'asset', assetType: 'container', title: 'Source',
        description: 'Model (GLB) that the clips were made for, with its clips. Empty: the pack\'s own motions, from the assets motions-people.glb and motions-animals.glb.'
    },
    clips: {
        type: 'json', array: true, title: 'Clips',
        description: 'Which clip goes to which state. Empty: each state without a clip takes the one that fits its name. A character without an anim component gets one that stands, walks, runs and gets up.',
        schema: {
            name: { type: 'string', default: '', title: 'Name', description: 'Name of the clip in the source.' },
            state: { type: 'string', default: '', title: 'State', description: 'State that gets the clip, or a node of its blend tree (State.Node). Empty: the state with the clip\'s name. A state that does not exist is added to the base layer.' }
        }
    },
    live: {
        type: 'entity', title: 'Live',
        description: 'Character whose pose this one shows in each frame, in place of clips: a dancer that a crowd follows, or a body that motion capture turns. It stays where its entity is.'
    },
    rootMotion: {
        type: 'string', default: 'keep', title: 'Root Motion', enum: [{ 'Keep': 'keep' }, { 'In Place': 'inPlace' }],
        description: 'Keep: clips travel as on the source, scaled by the length of the legs. In place: they stay on the spot.'
    },
    keepFeet: { type: 'boolean', default: true, title: 'Keep Feet', description: 'Feet that stand in the clip stand here too: they neither slide nor sink into the floor.' },
    keepHands: { type: 'boolean', default: true, title: 'Keep Hands', description: 'Hands that touch the body, a leg or each other in the clip do so here too, and arms do not go through the body.' },
    referencePose: {
        type: 'json', array: true, title: 'Reference Pose',
        description: 'Corrections of the pose that matches the source in T-pose (on four legs: standing), such as arms held further from a broad body.',
        schema: {
            bone: { type: 'entity', nameIn: 'boneName', title: 'Bone', description: 'Bone that is turned, with all bones below it.' },
            boneName: { type: 'string', default: '', title: 'Bone Name', description: 'Its role (leftUpperArm, ...) or name, used when Bone is empty.' },
            angles: { type: 'vec3', default: [0, 0, 0], title: 'Angles', description: 'Turn in degrees about the character\'s axes: x to its left, y up, z ahead.' }
        }
    }
} as const satisfies AttributeTable;

export interface AnimationRetargetAttributes extends AttributesOf<typeof animationRetargetAttributes> {}
