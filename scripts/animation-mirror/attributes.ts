import type { AttributesOf, AttributeTable } from '../shell/attributes';

// The attributes of animationMirror: names, types, defaults, ranges and texts.

const AXES = [{ 'Auto': 'auto' }, { 'None': 'none' }, { 'X': 'x' }, { 'Y': 'y' }, { 'Z': 'z' }] as const;

export const animationMirrorAttributes = {
    mirror: { type: 'boolean', default: false, title: 'Mirror', description: 'Whether the animation is shown with left and right exchanged.' },
    weight: { type: 'number', default: 1, min: 0, max: 1, title: 'Weight', description: '0: the animation, 1: its mirror image, 0.5: the symmetric pose between both.' },
    blendTime: {
        type: 'number', default: 0.2, min: 0, max: 2, title: 'Blend Time',
        description: 'Seconds in which a switch dies out: what was shown goes on in place and velocity. 0: at once.'
    },
    mirrorAxisRot: {
        type: 'string', default: 'auto', enum: AXES, title: 'Mirror Axis Rot',
        description: 'Axis of the bind pose, in the bone\'s own space, across which bones without a twin turn. Auto: across the plane; none: as the animation has them.'
    },
    rightAxis: {
        type: 'string', default: 'auto', enum: AXES, title: 'Right Axis',
        description: 'Axis of the parent\'s space along which bones without a twin move to the other side. Auto: across the plane; none: as the animation has them.'
    },
    pelvisMirrorAxisRot: { type: 'string', default: 'auto', enum: AXES, title: 'Pelvis Mirror Axis Rot', description: 'The same as Mirror Axis Rot for the pelvis.' },
    pelvisRightAxis: { type: 'string', default: 'auto', enum: AXES, title: 'Pelvis Right Axis', description: 'The same as Right Axis for the pelvis.' },
    translation: {
        type: 'string', default: 'bindDelta', title: 'Translation',
        enum: [{ 'Bind Delta': 'bindDelta' }, { 'Exact': 'exact' }, { 'Rotation Only': 'rotationOnly' }],
        description: 'How bones move: as their twin does from its bind pose, so that lengths stay; as their twin; or as the animation has them. The root always moves.'
    },
    planeNormal: {
        type: 'vec3', default: [1, 0, 0], title: 'Plane Normal',
        description: 'Normal of the plane of symmetry in the space of the animation component\'s entity. The default, or one more than 10 degrees off: that of the paired bones.'
    },
    bonePairs: {
        type: 'json', array: true, title: 'Bone Pairs',
        description: 'Bones that are twins. All others are paired by role, name and place; left empty, all are.',
        schema: {
            bone: { type: 'entity', nameIn: 'boneName', title: 'Bone', description: 'Bone of one side.' },
            boneName: { type: 'string', default: '', title: 'Bone Name', description: 'Its role (leftHand, ...) or name, used when Bone is empty.' },
            mirrorBone: { type: 'entity', nameIn: 'mirrorBoneName', title: 'Mirror Bone', description: 'Bone of the other side.' },
            mirrorBoneName: { type: 'string', default: '', title: 'Mirror Bone Name', description: 'Its role or name, used when Mirror Bone is empty.' }
        }
    },
    mirrorMap: {
        type: 'asset', assetType: 'json', title: 'Mirror Map',
        description: 'Pairs and settings that several characters share, as toJson() gives them. What it says counts in place of the attributes of the same names; rows of Bone Pairs come first.'
    },
    pelvisBone: {
        type: 'entity', nameIn: 'pelvisBoneName', title: 'Pelvis Bone',
        description: 'The pelvis; nodes above it carry the root\'s motion. Empty: the hips that are found.'
    },
    pelvisBoneName: { type: 'string', default: '', title: 'Pelvis Bone Name', description: 'Its role or name, used when Pelvis Bone is empty.' },
    mirrorRootMotion: { type: 'boolean', default: true, title: 'Mirror Root Motion', description: 'Whether nodes above the pelvis, which carry the path of the character, are mirrored too.' }
} as const satisfies AttributeTable;

export interface AnimationMirrorAttributes extends AttributesOf<typeof animationMirrorAttributes> {}

export type PairRow = AnimationMirrorAttributes['bonePairs'][number];
