import type { AttributesOf, AttributeTable } from '../shell/attributes';

// The attributes of animationMirror: names, types, defaults, ranges and texts.

const AXES = [{ 'Auto': 'auto' }, { 'None': 'none' }, { 'X': 'x' }, { 'Y': 'y' }, { 'Z': 'z' }] as const;

export const animationMirrorAttributes = {
    mirror: { type: 'boolean', default: false, title: 'Mirror', description: 'Shows the animation with left and right exchanged.' },
    weight: { type: 'number', default: 1, min: 0, max: 1, title: 'Weight', description: 'How much of the mirror image is shown. 0: the animation; 1: its mirror image; 0.5: the pose half way between.' },
    blendTime: {
        type: 'number', default: 0.2, min: 0, title: 'Blend Time',
        description: 'Seconds in which a switch of Mirror blends over, without a jump in place or velocity. 0: at once.'
    },
    mirrorAxisRot: {
        type: 'string', default: 'auto', enum: AXES, title: 'Mirror Axis Rot',
        description: 'Axis, in the bone\'s own space in the bind pose, along which bones without a twin (spine, head) are mirrored. Auto: from the plane of symmetry; none: not mirrored.'
    },
    rightAxis: {
        type: 'string', default: 'auto', enum: AXES, title: 'Right Axis',
        description: 'Axis, in the parent\'s space, along which moves of bones without a twin change sides. Auto: from the plane of symmetry; none: not mirrored.'
    },
    pelvisMirrorAxisRot: { type: 'string', default: 'auto', enum: AXES, title: 'Pelvis Mirror Rot', description: 'Mirror Axis Rot for the pelvis.' },
    pelvisRightAxis: { type: 'string', default: 'auto', enum: AXES, title: 'Pelvis Right Axis', description: 'Right Axis for the pelvis.' },
    translation: {
        type: 'string', default: 'bindDelta', title: 'Translation',
        enum: [{ 'Bind Delta': 'bindDelta' }, { 'Exact': 'exact' }, { 'Rotation Only': 'rotationOnly' }],
        description: 'What happens to the places of bones. Bind Delta: each takes its twin\'s offset from the bind pose, so lengths stay; Exact: its twin\'s place; Rotation Only: none. The root always moves.'
    },
    planeNormal: {
        type: 'vec3', default: [1, 0, 0], title: 'Plane Normal',
        description: 'Direction from one side of the body to the other, in the space of the entity with the anim component. It is measured on the bone pairs; yours counts if it is within 10 degrees of that.'
    },
    bonePairs: {
        type: 'json', array: true, title: 'Bone Pairs',
        description: 'Pairs of bones that you set by hand. All other bones are paired by role, name and place.',
        schema: {
            bone: { type: 'entity', nameIn: 'boneName', title: 'Bone', description: 'Bone of one side.' },
            boneName: { type: 'string', default: '', title: 'Bone Name', description: 'Its role (leftHand, ...) or name, used when Bone is empty.' },
            mirrorBone: { type: 'entity', nameIn: 'mirrorBoneName', title: 'Mirror Bone', description: 'Bone of the other side.' },
            mirrorBoneName: { type: 'string', default: '', title: 'Mirror Name', description: 'Its role or name, used when Mirror Bone is empty.' }
        }
    },
    mirrorMap: {
        type: 'asset', assetType: 'json', title: 'Mirror Map',
        description: 'A json asset from toJson(), with pairs and settings that several characters share. It overrides the attributes it holds, except rows of Bone Pairs.'
    },
    pelvisBone: {
        type: 'entity', nameIn: 'pelvisBoneName', title: 'Pelvis Bone',
        description: 'The pelvis; nodes above it carry the root motion. Empty: the hips of the character.'
    },
    pelvisBoneName: { type: 'string', default: '', title: 'Pelvis Bone Name', description: 'Its role or name, used when Pelvis Bone is empty.' },
    mirrorRootMotion: { type: 'boolean', default: true, title: 'Root Motion', description: 'Mirrors the root motion too: the nodes above the pelvis, which carry the path of the character.' }
} as const satisfies AttributeTable;

export interface AnimationMirrorAttributes extends AttributesOf<typeof animationMirrorAttributes> {}

export type PairRow = AnimationMirrorAttributes['bonePairs'][number];
