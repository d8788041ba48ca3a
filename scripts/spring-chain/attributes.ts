import type { AttributesOf, AttributeTable } from '../shell/attributes';

// The attributes of springChain: names, types, defaults, ranges and texts.

/** A curve that leaves everything as it is. */
const EVEN = { type: 1, keys: [0, 1, 1, 1] } as const;

const ALONG = 'Factor on the value above along the chain: time 0 is the root, 1 the tip.';

export const springChainAttributes = {
    chains: {
        type: 'json', array: true, title: 'Chains',
        description: 'Chains of bones that swing, with their branches. Empty: filled with tail, ears, hair and cloth of the character.',
        schema: {
            rootBone: { type: 'entity', nameIn: 'boneName', title: 'Root Bone', description: 'First bone that swings; all bones below it swing too.' },
            boneName: { type: 'string', default: '', title: 'Bone Name', description: 'Role (tail, leftEar, ...) or name of the root bone, used when Root Bone is empty.' },
            model: {
                type: 'string', default: 'auto', enum: [{ 'Auto': 'auto' }, { 'Rod': 'rod' }, { 'VRM': 'vrm' }], title: 'Model',
                description: 'Rod: the chain swings as one, tuned by Frequency and Damping Ratio. VRM: each joint by itself, tuned by Stiffness and Drag. Auto: VRM if you set Stiffness or Drag but no Frequency, else Rod.'
            },
            frequency: {
                type: 'number', default: 0, min: 0, title: 'Frequency',
                description: 'Swings per second (hertz) of the whole chain, whatever its length and number of bones. 0: chosen by its length and by what it is.'
            },
            dampingRatio: {
                type: 'number', default: 0.4, min: 0, title: 'Damping Ratio',
                description: 'How fast swinging dies out. 0: never; 0.4: after two or three swings; 1: it comes back without overshoot.'
            },
            maxBend: {
                type: 'number', default: 90, min: 0, max: 360, title: 'Max Bend',
                description: 'Most degrees that a rod bends away from the animated pose over its whole length. Keeps chains from folding.'
            },
            airDrag: {
                type: 'number', default: 0, min: 0, max: 1, title: 'Air Drag',
                description: 'How much of a rod\'s damping comes from the air. 0: none, as for a tail; 1: all, so that it streams behind a run, as light cloth.'
            },
            stiffness: {
                type: 'number', default: 1, min: 0, title: 'Stiffness',
                description: 'How hard it is pulled back to the animated pose. 1: 60 metres per second squared.'
            },
            drag: {
                type: 'number', default: 0.4, min: 0, max: 1, title: 'Drag',
                description: 'Share of its velocity that a joint loses each sixtieth of a second. 0: swings for ever; 1: hardly swings.'
            },
            gravity: { type: 'number', default: 0, min: 0, title: 'Gravity', description: 'Strength of gravity. 1: 60 metres per second squared, as strong as a Stiffness of 1.' },
            gravityDirection: { type: 'vec3', default: [0, -1, 0], title: 'Gravity Direction', description: 'Direction of gravity in world space.' },
            radius: {
                type: 'number', default: 0.02, min: 0, precision: 3, title: 'Radius',
                description: 'Thickness of the chain for colliders: the radius in metres of a ball at the end of each bone. The default is for a height of 1.75 m and scales.'
            },
            stiffnessCurve: { type: 'curve', default: EVEN, title: 'Stiffness Curve', description: ALONG },
            dragCurve: { type: 'curve', default: EVEN, title: 'Drag Curve', description: ALONG },
            gravityCurve: { type: 'curve', default: EVEN, title: 'Gravity Curve', description: ALONG },
            radiusCurve: { type: 'curve', default: EVEN, title: 'Radius Curve', description: ALONG },
            inertia: {
                type: 'number', default: 1, min: 0, max: 1, title: 'Inertia',
                description: 'How much of the entity\'s own motion the chain feels. 1: all; 0: none, only the animation makes it swing.'
            },
            bodyInertia: {
                type: 'number', default: 0.5, min: 0, max: 1, title: 'Body Inertia',
                description: 'Share of the body\'s motion inside the entity, such as steps and nods, that a rod feels. It never feels what clips do to the chain itself.'
            },
            limit: {
                type: 'string', default: 'none', enum: [{ 'None': 'none' }, { 'Cone': 'cone' }, { 'Hinge': 'hinge' }], title: 'Limit',
                description: 'How bones are limited. Cone: about the animated direction; hinge: about one axis only.'
            },
            limitAngle: { type: 'number', default: 90, min: 0, max: 180, title: 'Limit Angle', description: 'Largest angle in degrees away from the animated direction; on a hinge to each side.' },
            limitAxis: {
                type: 'vec3', default: [0, 0, 0], title: 'Limit Axis',
                description: 'Axis of the hinge in the space of the bone\'s parent. Zero: from the character\'s right to its left.'
            },
            endLength: {
                type: 'number', default: 0.07, min: 0, precision: 3, title: 'End Length',
                description: 'Length in metres of the last bone, which has no child to tell it. 0: the last bone does not swing. The default is for a height of 1.75 m and scales.'
            },
            exclude: { type: 'string', array: true, title: 'Exclude', description: 'Names of bones that do not swing, with all bones below them.' },
            center: { type: 'entity', nameIn: 'centerName', title: 'Center', description: 'The chain feels motion relative to this entity, such as a vehicle. Empty: the script\'s Center.' },
            centerName: { type: 'string', default: '', title: 'Center Name', description: 'Name of that entity, used when Center is empty.' },
            colliderGroups: { type: 'string', array: true, title: 'Collider Groups', description: 'Groups of colliders that this chain collides with; an empty name stands for colliders without a group. Empty: all.' }
        }
    },
    colliders: {
        type: 'json', array: true, title: 'Colliders',
        description: 'Shapes on bones that chains collide with. If Chains is empty too, it is filled with capsules of the body where hair or cloth is found.',
        schema: {
            bone: { type: 'entity', nameIn: 'boneName', title: 'Bone', description: 'Bone or entity that carries the shape.' },
            boneName: { type: 'string', default: '', title: 'Bone Name', description: 'Role or name of the bone, used when Bone is empty.' },
            group: { type: 'string', default: '', title: 'Group', description: 'Name of its group, for Collider Groups.' },
            shape: {
                type: 'string', default: 'sphere', title: 'Shape',
                enum: [{ 'Sphere': 'sphere' }, { 'Capsule': 'capsule' }, { 'Plane': 'plane' }, { 'Inside Sphere': 'insideSphere' }, { 'Inside Capsule': 'insideCapsule' }],
                description: 'Shape of the collider: chains stay outside of it, with the Inside shapes inside.'
            },
            offset: { type: 'vec3', default: [0, 0, 0], title: 'Offset', description: 'Centre, first end, or point of the plane, in the bone\'s own space.' },
            tail: { type: 'vec3', default: [0, 0, 0], title: 'Tail', description: 'Second end of a capsule in the bone\'s own space; a plane\'s normal is Tail - Offset.' },
            radius: { type: 'number', default: 0.1, min: 0, precision: 3, title: 'Radius', description: 'Radius in metres, in the scene\'s units.' }
        }
    },
    crossLinks: {
        type: 'boolean', default: false, title: 'Cross Links',
        description: 'Neighbouring chains in the list that hang on the same bone keep their distance, as the strips of a skirt or a cape.'
    },
    center: {
        type: 'entity', nameIn: 'centerName', title: 'Center',
        description: 'Chains feel motion relative to this entity, such as a vehicle. Empty: relative to the world.'
    },
    centerName: { type: 'string', default: '', title: 'Center Name', description: 'Name of that entity, used when Center is empty.' },
    wind: { type: 'vec3', default: [0, 0, 0], title: 'Wind', description: 'Wind: an acceleration in metres per second squared, in world space. Scales with the character\'s height.' },
    windTurbulence: { type: 'number', default: 0, min: 0, title: 'Wind Turbulence', description: 'How much the wind wavers, as a share of its strength.' },
    groundCollision: { type: 'boolean', default: false, title: 'Ground Collision', description: 'Chains stay above the ground: of the physics below the script\'s entity, else at that entity\'s height.' },
    teleportDistance: {
        type: 'number', default: 1, min: 0, title: 'Teleport Distance',
        description: 'A move of the entity in one frame by more than this, in metres, is a teleport: chains come along without swinging. At the default it is further than the character could run: 0.4 of its height, plus 9 heights per second.'
    },
    teleportAngle: { type: 'number', default: 60, min: 0, max: 180, title: 'Teleport Angle', description: 'A turn of the entity in one frame by more than this, in degrees, is a teleport: chains come along without swinging.' },
    weight: { type: 'number', default: 1, min: 0, max: 1, title: 'Weight', description: 'How much of the swing is shown. 0: the animation; 1: all of it.' },
    sleepSpeed: {
        type: 'number', default: 0.001, min: 0, precision: 4, title: 'Sleep Speed',
        description: 'Chains sleep, and cost nothing, once all joints are slower than this in metres per second. 0: they never sleep.'
    },
    drawDebugSprings: { type: 'boolean', default: false, title: 'Draw Debug', description: 'Draws animated bones white, swinging ones green and colliders blue.' }
} as const satisfies AttributeTable;

export interface SpringChainAttributes extends AttributesOf<typeof springChainAttributes> {}

export type ChainRow = SpringChainAttributes['chains'][number];
export type ColliderRow = SpringChainAttributes['colliders'][number];
