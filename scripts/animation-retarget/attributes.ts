import type { AttributesOf, AttributeTable } from '../shell/attributes';

// The attributes of animationRetarget: names, types, defaults, ranges and texts.

export const animationRetargetAttributes = {
    source: {
        type: 'asset', assetType: 'container', title: 'Source',
        description: 'The model (GLB) that the clips were made for, with its clips. Empty: the pack\'s own motions, which stand in the assets motions-people.glb and motions-animals.glb.'
    },
    clips: {
        type: 'json', array: true, title: 'Clips',
        description: 'Which clip goes where. Empty: every state that has no clip takes the one that fits by its name; without an anim component the character gets one that stands, walks, runs and gets up.',
        schema: {
            name: { type: 'string', default: '', title: 'Name', description: 'Name of the clip in the source.' },
            state: { type: 'string', default: '', title: 'State', description: 'State of the state graph that gets it, or a node of its blend tree (State.Node). Empty: the one of the clip\'s name. One that is not there is added to the base layer.' }
        }
    },
    rootMotion: {
        type: 'string', default: 'keep', title: 'Root Motion', enum: [{ 'Keep': 'keep' }, { 'In Place': 'inPlace' }],
        description: 'Keep: clips travel as they do on the source, as far as the legs are longer or shorter. In place: they stay where they are.'
    },
    keepFeet: { type: 'boolean', default: true, title: 'Keep Feet', description: 'Whether feet that stand in the clip stand on this character: they do not slide, nor sink into the floor.' },
    keepHands: { type: 'boolean', default: true, title: 'Keep Hands', description: 'Whether hands that touch the body, a leg or each other in the clip do so on this character, and no arm goes through its body.' },
    referencePose: {
        type: 'json', array: true, title: 'Reference Pose',
        description: 'Bones that stand otherwise than it was found where the source stands in T-pose (on four legs: stands), such as arms further from a broad body.',
        schema: {
            bone: { type: 'entity', nameIn: 'boneName', title: 'Bone', description: 'Bone that is turned, with all that hangs on it.' },
            boneName: { type: 'string', default: '', title: 'Bone Name', description: 'Its role (leftUpperArm, ...) or name, used when Bone is empty.' },
            angles: { type: 'vec3', default: [0, 0, 0], title: 'Angles', description: 'Degrees about the character\'s axes: x to its left, y up, z ahead.' }
        }
    }
} as const satisfies AttributeTable;

export interface AnimationRetargetAttributes extends AttributesOf<typeof animationRetargetAttributes> {}
