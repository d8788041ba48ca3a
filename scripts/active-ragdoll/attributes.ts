import type { AttributesOf, AttributeTable } from '../shell/attributes';

// The attributes of activeRagdoll: names, types, defaults, ranges and texts.

export const activeRagdollAttributes = {
    active: {
        type: 'boolean', default: false, title: 'Active',
        description: 'Simulation on or off. Off leaves no body in the world and the animation alone.'
    },
    rotationWeight: {
        type: 'number', default: 1, min: 0, max: 1, title: 'Rotation Weight',
        description: 'How closely the bodies follow the animation\'s rotations. 1: exactly; 0: a passive ragdoll.'
    },
    translationWeight: {
        type: 'number', default: 0, min: 0, max: 1, title: 'Position Weight',
        description: 'How closely the bodies follow the animation\'s positions. 1: pinned to it; 0: they fall. Gravity is reduced by the same share.'
    },
    mappingWeight: {
        type: 'number', default: 1, min: 0, max: 1, title: 'Mapping Weight',
        description: 'How much of the physical pose is shown. 0: the animation alone.'
    },
    drive: {
        type: 'string', default: 'velocity', title: 'Drive',
        enum: [{ Velocity: 'velocity' }, { Spring: 'spring' }, { 'Scaled Spring': 'springInertiaScaled' }],
        description: 'Velocity: sets velocities by the weights; Spring: Stiffness and Damping on each joint; Scaled Spring: Frequency and Damping Ratio, with gains from the inertia that each joint carries.'
    },
    stiffness: {
        type: 'number', default: 60, min: 0, title: 'Stiffness', visibleif: 'drive == "spring"',
        description: 'Spring of each joint in newton metres per radian (0: none) for a body of 70 kilograms, scaled by mass. For the drive Spring.'
    },
    damping: {
        type: 'number', default: 4, min: 0, title: 'Damping', visibleif: 'drive == "spring"',
        description: 'Damper of each joint in newton metre seconds per radian (0: none) for a body of 70 kilograms, scaled by mass. For the drive Spring.'
    },
    frequency: {
        type: 'number', default: 8, min: 0, title: 'Frequency', visibleif: 'drive == "springInertiaScaled"',
        description: 'How fast a joint comes back, in hertz. For the drive Scaled Spring.'
    },
    dampingRatio: {
        type: 'number', default: 1, min: 0, title: 'Damping Ratio', visibleif: 'drive == "springInertiaScaled"',
        description: '1: a joint comes back without overshoot; lower values swing, higher ones are sluggish. For the drive Scaled Spring.'
    },
    totalMass: {
        type: 'number', default: 70, min: 0, title: 'Total Mass',
        description: 'Mass of the whole body in kilograms.'
    },
    massPreset: {
        type: 'string', default: 'stable', title: 'Mass Preset',
        enum: [{ Stable: 'stable' }, { Anatomical: 'anatomical' }],
        description: 'Stable: neighbouring bodies have nearly equal masses, so that joints hold; Anatomical: the masses that people have.'
    },
    friction: {
        type: 'number', default: 0.6, min: 0, max: 1, title: 'Friction',
        description: 'Friction of the bodies. 0: they slide; 1: they stick.'
    },
    restitution: {
        type: 'number', default: 0, min: 0, max: 1, title: 'Restitution',
        description: 'Share of its speed that a body keeps when it bounces. 0: none.'
    },
    selfCollision: {
        type: 'boolean', default: false, title: 'Self Collision',
        description: 'Lets bodies of this character collide with each other, except neighbours and those that overlap in the reference pose.'
    },
    bones: {
        type: 'json', array: true, title: 'Bones',
        description: 'Bones that have a body; the first is the root. Empty: built from the character. Fields at 0 are measured.',
        schema: {
            bone: { type: 'entity', nameIn: 'boneName', title: 'Bone', description: 'Bone that the body moves.' },
            boneName: {
                type: 'string', default: '', title: 'Bone Name',
                description: 'Role such as hips or leftThigh, or a node\'s name. Used while Bone is empty or belongs to another model.'
            },
            parentBone: { type: 'entity', nameIn: 'parentBoneName', title: 'Parent Bone', description: 'Bone of the body that this one hangs on. Empty: the next bone above that has a body.' },
            parentBoneName: {
                type: 'string', default: '', title: 'Parent Name',
                description: 'Role or name of that bone. Used while Parent Bone is empty or belongs to another model.'
            },
            shape: {
                type: 'string', default: 'capsule', enum: [{ Capsule: 'capsule' }, { Box: 'box' }, { Sphere: 'sphere' }], title: 'Shape',
                description: 'Shape of the body. It is fitted to the skin that the bone holds.'
            },
            radius: { type: 'number', default: 0, min: 0, precision: 3, title: 'Radius', description: 'Radius in metres; of a box half its thickness. 0: measured.' },
            length: { type: 'number', default: 0, min: 0, precision: 3, title: 'Length', description: 'Length from end to end in metres. 0: measured.' },
            offset: { type: 'vec3', default: [0, 0, 0], title: 'Offset', description: 'Centre of the shape in the bone\'s own frame, in metres. Zero: measured.' },
            mass: { type: 'number', default: 0, min: 0, precision: 3, title: 'Mass', description: 'Mass in kilograms. 0: from the preset.' },
            swingLimitY: { type: 'number', default: 0, min: 0, max: 180, title: 'Swing Limit Y', description: 'Largest swing about the joint\'s y axis to either side, degrees. 0: by the part of the body and the clips.' },
            swingLimitZ: { type: 'number', default: 0, min: 0, max: 180, title: 'Swing Limit Z', description: 'Largest swing about the joint\'s z axis to either side, degrees. 0: by the part of the body and the clips.' },
            twistLimit: { type: 'number', default: 0, min: 0, max: 180, title: 'Twist Limit', description: 'Largest twist along the bone to either side, degrees. 0: by the part of the body and the clips.' },
            rotationWeight: { type: 'number', default: 1, min: 0, max: 1, title: 'Rotation Weight', description: 'Factor on the whole body\'s rotation weight. 0: the bone hangs free.' },
            translationWeight: { type: 'number', default: 1, min: 0, max: 1, title: 'Position Weight', description: 'Factor on the whole body\'s translation weight. 0: the bone is not pinned.' },
            stiffness: { type: 'number', default: 0, min: 0, title: 'Stiffness', description: 'Stiffness of this joint. 0: the Stiffness of the script.' },
            damping: { type: 'number', default: 0, min: 0, title: 'Damping', description: 'Damping of this joint. 0: the Damping of the script.' }
        }
    },
    maxForce: {
        type: 'number', default: 0, min: 0, title: 'Max Force',
        description: 'Largest force on each pinned body in newtons, in addition to holding its weight. 0: no limit.'
    },
    maxTorque: {
        type: 'number', default: 0, min: 0, title: 'Max Torque',
        description: 'Largest torque in newton metres on the joint that carries most; the others get less, by the inertia that each carries. 0: no limit.'
    },
    linearDamping: {
        type: 'number', default: 0.05, min: 0, max: 1, title: 'Linear Damping',
        description: 'Share of its speed that a body loses per second.'
    },
    angularDamping: {
        type: 'number', default: 0.3, min: 0, max: 1, title: 'Angular Damping',
        description: 'Share of its spin that a body loses per second.'
    },
    collisionGroup: {
        type: 'number', default: 0, min: 0, step: 1, precision: 0, title: 'Collision Group',
        description: 'The engine\'s collision group of the bodies. 0: the group of dynamic bodies.'
    },
    collisionMask: {
        type: 'number', default: 0, min: 0, step: 1, precision: 0, title: 'Collision Mask',
        description: 'The engine\'s groups that the bodies collide with. 0: all.'
    },
    ownColliders: {
        type: 'entity', array: true, title: 'Own Colliders',
        description: 'Entities whose colliders, and those below them, the bodies pass through, besides the colliders on, above, below and beside the character.'
    },
    seenByTriggers: {
        type: 'boolean', default: false, title: 'Seen By Triggers',
        description: 'Lets triggers report the bodies. What they report is a bone: an entity without a rigid body component.'
    },
    initialRelativeRotation: {
        type: 'vec3', default: [0, 0, 0], title: 'Frame Rotation',
        description: 'Turn of the animation\'s frame against the entity, Euler angles in degrees.'
    },
    initialRelativeTranslation: {
        type: 'vec3', default: [0, 0, 0], title: 'Frame Offset',
        description: 'Offset of the animation\'s frame from the entity in metres.'
    },
    drawDebugRagdoll: {
        type: 'boolean', default: false, title: 'Draw Debug',
        description: 'Draws the bodies: white where the animation has them, green where they are.'
    }
} as const satisfies AttributeTable;

/** The properties that the script has because of its table. */
export type ActiveRagdollAttributes = AttributesOf<typeof activeRagdollAttributes>;

/** A row of `bones`. */
export type RagdollBoneRow = ActiveRagdollAttributes['bones'][number];
