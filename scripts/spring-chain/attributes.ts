import type { AttributesOf, AttributeTable } from '../shell/attributes';

// The attributes of springChain: names, types, defaults, ranges and texts.

/** A curve that leaves everything as it is. */
const EVEN = { type: 1, keys: [0, 1, 1, 1] } as const;

const ALONG = 'Multiplies it along the chain, from the root at 0 to the tip at 1.';

export const springChainAttributes = {
    chains: {
        type: 'json', array: true, title: 'Chains',
        description: 'Chains of bones that swing; branches belong to them. Left empty, it is filled with tail, ears, hair and cloth of the character.',
        schema: {
            rootBone: { type: 'entity', nameIn: 'boneName', title: 'Root Bone', description: 'First bone that swings; all below swing with it.' },
            boneName: { type: 'string', default: '', title: 'Bone Name', description: 'Role (tail, leftEar, ...) or name of the root bone, used when Root Bone is empty.' },
            model: {
                type: 'string', default: 'auto', enum: [{ 'Automatic': 'auto' }, { 'Rod': 'rod' }, { 'VRM': 'vrm' }], title: 'Model',
                description: 'Rod: the chain swings as one, by Frequency and Damping Ratio. VRM: each joint by itself, by Stiffness and Drag. Automatic: VRM where Stiffness or Drag are set and Frequency is not, else a rod.'
            },
            frequency: {
                type: 'number', default: 0, min: 0, max: 20, title: 'Frequency',
                description: 'Swings of the whole chain in a second (hertz), whatever its length and number of bones. 0: by its length and what it is.'
            },
            dampingRatio: {
                type: 'number', default: 0.4, min: 0, max: 2, title: 'Damping Ratio',
                description: '0: swings for ever, 0.4: swings over twice or three times, 1: comes back without swinging over.'
            },
            maxBend: {
                type: 'number', default: 90, min: 0, max: 360, title: 'Max Bend',
                description: 'Degrees that a rod bends over its length at most, against the animated pose; each part by its share, so that no chain folds into a loop.'
            },
            airDrag: {
                type: 'number', default: 0, min: 0, max: 1, title: 'Air Drag',
                description: 'Share of a rod\'s damping that is done by the air. 0: carried along without trailing, as a tail; 1: streams behind a run, as light cloth.'
            },
            stiffness: {
                type: 'number', default: 1, min: 0, max: 10, title: 'Stiffness',
                description: 'Pull back to the animated pose: 1 is 60 metres per second squared.'
            },
            drag: {
                type: 'number', default: 0.4, min: 0, max: 1, title: 'Drag',
                description: 'Share of the velocity that is lost in a sixtieth of a second. 0: swings for ever, 1: hardly moves by itself.'
            },
            gravity: { type: 'number', default: 0, min: 0, max: 10, title: 'Gravity', description: 'Strength of gravity against Stiffness; 1 is 60 metres per second squared.' },
            gravityDirection: { type: 'vec3', default: [0, -1, 0], title: 'Gravity Direction', description: 'Direction of gravity in world space.' },
            radius: {
                type: 'number', default: 0.02, min: 0, max: 1, precision: 3, title: 'Radius',
                description: 'Radius in metres of the ball at each joint\'s tail that colliders hold off. The default is for a height of 1.75 m and scales.'
            },
            stiffnessCurve: { type: 'curve', default: EVEN, title: 'Stiffness Curve', description: ALONG },
            dragCurve: { type: 'curve', default: EVEN, title: 'Drag Curve', description: ALONG },
            gravityCurve: { type: 'curve', default: EVEN, title: 'Gravity Curve', description: ALONG },
            radiusCurve: { type: 'curve', default: EVEN, title: 'Radius Curve', description: ALONG },
            inertia: {
                type: 'number', default: 1, min: 0, max: 1, title: 'Inertia',
                description: 'Share of the motion of the script\'s entity that is felt. 0: the chain is carried along, and only the animation moves it.'
            },
            bodyInertia: {
                type: 'number', default: 0.5, min: 0, max: 1, title: 'Body Inertia',
                description: 'Share of what a rod hangs on moves within that entity that is felt: of the gait, of a nod. What the clips do to the chain itself is never felt.'
            },
            limit: {
                type: 'string', default: 'none', enum: [{ 'None': 'none' }, { 'Cone': 'cone' }, { 'Hinge': 'hinge' }], title: 'Limit',
                description: 'None; a cone about the animated direction; or a hinge, about one axis only.'
            },
            limitAngle: { type: 'number', default: 90, min: 0, max: 180, title: 'Limit Angle', description: 'Largest angle to the animated direction, in degrees; on a hinge to both sides.' },
            limitAxis: {
                type: 'vec3', default: [0, 0, 0], title: 'Limit Axis',
                description: 'Axis of the hinge in the space of the bone\'s parent. 0: the character\'s line from right to left.'
            },
            endLength: {
                type: 'number', default: 0.07, min: 0, max: 2, precision: 3, title: 'End Length',
                description: 'Length in metres of a last bone, which has no child to show it. 0: last bones do not swing. The default is for a height of 1.75 m and scales.'
            },
            exclude: { type: 'string', array: true, title: 'Exclude', description: 'Names of bones of the chain that keep their animation, with all below them.' },
            center: { type: 'entity', nameIn: 'centerName', title: 'Center', description: 'The chain feels its motion against this entity only. Empty: the script\'s Center.' },
            centerName: { type: 'string', default: '', title: 'Center Name', description: 'Name of that entity, used when Center is empty.' },
            colliderGroups: { type: 'string', array: true, title: 'Collider Groups', description: 'Groups of colliders that hold the chain off; an empty name is those without group. Empty: all.' }
        }
    },
    colliders: {
        type: 'json', array: true, title: 'Colliders',
        description: 'Shapes on bones that hold the chains off. Left empty together with Chains, it is filled with capsules of the body where hair or cloth is found.',
        schema: {
            bone: { type: 'entity', nameIn: 'boneName', title: 'Bone', description: 'Bone or entity that carries the shape.' },
            boneName: { type: 'string', default: '', title: 'Bone Name', description: 'Role or name of the bone, used when Bone is empty.' },
            group: { type: 'string', default: '', title: 'Group', description: 'Name of its group, for Collider Groups.' },
            shape: {
                type: 'string', default: 'sphere', title: 'Shape',
                enum: [{ 'Sphere': 'sphere' }, { 'Capsule': 'capsule' }, { 'Plane': 'plane' }, { 'Inside a sphere': 'insideSphere' }, { 'Inside a capsule': 'insideCapsule' }],
                description: 'A solid sphere, capsule or half space; or one that chains stay inside of.'
            },
            offset: { type: 'vec3', default: [0, 0, 0], title: 'Offset', description: 'Centre, first end, or point of the plane, in the bone\'s own space.' },
            tail: { type: 'vec3', default: [0, 0, 0], title: 'Tail', description: 'Second end of a capsule in the bone\'s own space; a plane\'s normal is Tail - Offset.' },
            radius: { type: 'number', default: 0.1, min: 0, max: 10, precision: 3, title: 'Radius', description: 'Radius in metres, in the scene\'s units.' }
        }
    },
    crossLinks: {
        type: 'boolean', default: false, title: 'Cross Links',
        description: 'Chains on one bone that follow each other in the list hold their distance, as in a skirt or a cape.'
    },
    center: {
        type: 'entity', nameIn: 'centerName', title: 'Center',
        description: 'Motion is felt against this entity only, such as a vehicle. Empty: against the world.'
    },
    centerName: { type: 'string', default: '', title: 'Center Name', description: 'Name of that entity, used when Center is empty.' },
    wind: { type: 'vec3', default: [0, 0, 0], title: 'Wind', description: 'Acceleration by wind in world space, metres per second squared; scales with the character\'s height.' },
    windTurbulence: { type: 'number', default: 0, min: 0, max: 2, title: 'Wind Turbulence', description: 'Share of the wind by which it wavers.' },
    groundCollision: { type: 'boolean', default: false, title: 'Ground Collision', description: 'Chains stay above the ground: of the physics below the script\'s entity, else at that entity\'s height.' },
    teleportDistance: {
        type: 'number', default: 1, min: 0, max: 100, title: 'Teleport Distance',
        description: 'Distance that the script\'s entity moves in one frame, in metres, beyond which chains are carried along. The default is for a height of 1.75 m and scales.'
    },
    teleportAngle: { type: 'number', default: 60, min: 0, max: 180, title: 'Teleport Angle', description: 'Turn of the script\'s entity in one frame, in degrees, beyond which chains are carried along.' },
    weight: { type: 'number', default: 1, min: 0, max: 1, title: 'Weight', description: '0: the animation, 1: the whole swing.' },
    sleepSpeed: {
        type: 'number', default: 0.001, min: 0, max: 1, precision: 4, title: 'Sleep Speed',
        description: 'Speed of all joints in metres per second below which nothing is computed until something moves. 0: never.'
    },
    drawDebugSprings: { type: 'boolean', default: false, title: 'Draw Debug Springs', description: 'Draws animated bones white, swinging ones green and colliders blue.' }
} as const satisfies AttributeTable;

export interface SpringChainAttributes extends AttributesOf<typeof springChainAttributes> {}

export type ChainRow = SpringChainAttributes['chains'][number];
export type ColliderRow = SpringChainAttributes['colliders'][number];
