import { PRESETS } from './presets';
import type { AttributesOf, AttributeTable } from '../shell/attributes';

// The attributes of idleRandomizer: names, types, defaults, ranges and texts.

const { game } = PRESETS;

const TRANSITION = 'Seconds of a move, shortest and longest.';
const HOLD = 'Seconds that it rests afterwards: about two of three rests lie between these, longer ones are rarer (log-normal). With the preset Original none lies outside.';
const PARAMETER = 'Float parameter of the anim component that gets the value, so that your clips make the motion. Empty: the script moves the bones.';

export const idleRandomizerAttributes = {
    preset: {
        type: 'string', default: 'game', title: 'Preset',
        enum: [{ 'Game': 'game' }, { 'Original': 'original' }, { 'Realistic': 'realistic' }, { 'Still': 'still' }, { 'Custom': 'custom' }],
        formerly: { seed: 'original' },
        description: 'Fills ranges and times. Game: lively; Original: those of the article; Realistic: people who stand for long; Still: hardly a motion; Custom: what you set.'
    },
    breathing: { type: 'number', default: 14, min: 0, title: 'Breathing', description: 'Breaths a minute. 0: none, for clips that breathe themselves.' },
    breathingVariation: {
        type: 'number', default: 0.16, min: 0, max: 1, precision: 2, title: 'Breath Variation',
        description: 'How much breaths differ in length: the standard deviation as a share of the mean.'
    },
    breathingAmount: { type: 'number', default: 1, min: 0, title: 'Breathing Amount', description: 'How deep the breaths are. 0: none; 1: calm.' },
    sway: { type: 'number', default: 1, min: 0, title: 'Sway', description: 'How far the body sways over its feet. 0: not at all; 1: about 3 mm to each side at a height of 1.75 m, which scales.' },
    blink: { type: 'boolean', default: true, title: 'Blink', description: 'Blinks, with eyelids or morph targets where the model has them.' },
    gaze: {
        type: 'boolean', default: true, title: 'Gaze',
        description: 'The eyes look around, and the head follows beyond 15 degrees. Uses perfectLookAt if that is on the entity and has no target.'
    },
    conversation: {
        type: 'string', default: 'alone', title: 'Conversation', enum: [{ 'Alone': 'alone' }, { 'Listening': 'listening' }, { 'Talking': 'talking' }],
        description: 'How much of the time the character looks at a partner straight ahead, and blinks a minute. Listening: 75 % and 26; talking: 41 % and 26; alone: no partner, 17.'
    },
    fidgetTime: {
        type: 'vec2', default: game.fidgetTime, title: 'Fidget Time',
        description: 'Seconds from one fidget to the next: about two of three lie between these. Filled by the preset. 0: none.'
    },
    fidgets: {
        type: 'json', array: true, title: 'Fidgets',
        description: 'Animations that play now and then, such as a stretch. Empty: a quick shift of the weight instead.',
        schema: {
            state: { type: 'string', default: '', title: 'State', description: 'State of the anim component in any layer, or the clip that a state plays.' },
            share: { type: 'number', default: 1, min: 0, title: 'Share', description: 'How often it comes, against the others. The same never comes twice in a row. 0: never.' },
            coolDown: { type: 'number', default: 20, min: 0, title: 'Cool-Down', description: 'Seconds until it may come again.' },
            tag: { type: 'string', default: '', title: 'Tag', description: 'Plays only while Fidget Tag is the same. Empty: always.' }
        }
    },
    fidgetTag: { type: 'string', default: '', title: 'Fidget Tag', description: 'Tag of the fidgets that may play now, such as cold. Fidgets without a tag always may.' },
    idleState: {
        type: 'string', default: '', title: 'Idle State',
        description: 'State of the base layer in which the character stands. In all other states the idle fades out within Blend Time. Empty: it acts always.'
    },
    weightShift: {
        type: 'json', title: 'Weight Shift', description: 'Shifts of the weight between the legs: -1 is left, 1 right.',
        schema: {
            range: { type: 'vec2', default: game.weightShift.range, title: 'Range', description: 'Farthest left and right, -1..1.' },
            transitionTime: { type: 'vec2', default: game.weightShift.transitionTime, title: 'Transition Time', description: TRANSITION },
            holdTime: { type: 'vec2', default: game.weightShift.holdTime, title: 'Hold Time', description: HOLD },
            parameter: { type: 'string', default: '', title: 'Parameter', description: PARAMETER }
        }
    },
    look: {
        type: 'json', title: 'Look', description: 'Where the head looks: 1 is 36 degrees to the right, or 24 up.',
        schema: {
            rangeX: { type: 'vec2', default: game.look.rangeX, title: 'Range X', description: 'Farthest left and right, -1..1.' },
            rangeY: { type: 'vec2', default: game.look.rangeY, title: 'Range Y', description: 'Farthest down and up, -1..1.' },
            transitionTime: { type: 'vec2', default: game.look.transitionTime, title: 'Transition Time', description: `${TRANSITION} Longer where the head would turn faster than 45 degrees a second.` },
            holdTime: { type: 'vec2', default: game.look.holdTime, title: 'Hold Time', description: HOLD },
            parameterX: { type: 'string', default: '', title: 'Parameter X', description: PARAMETER },
            parameterY: { type: 'string', default: '', title: 'Parameter Y', description: PARAMETER }
        }
    },
    facial: {
        type: 'json', title: 'Facial', description: 'Facial expression: 0 is none, 1 the whole. Without clips the character smiles and opens its mouth a little, with the jaw or morph targets.',
        schema: {
            range: { type: 'vec2', default: game.facial.range, title: 'Range', description: 'Smallest and largest, 0..1.' },
            transitionTime: { type: 'vec2', default: game.facial.transitionTime, title: 'Transition Time', description: TRANSITION },
            holdTime: { type: 'vec2', default: game.facial.holdTime, title: 'Hold Time', description: HOLD },
            parameter: { type: 'string', default: '', title: 'Parameter', description: PARAMETER },
            states: {
                type: 'string', array: true, title: 'States',
                description: 'States of one layer of the anim component, such as two faces. When one ends, the next is picked at random. Empty: none.'
            }
        }
    },
    weight: { type: 'number', default: 1, min: 0, max: 1, precision: 2, title: 'Weight', description: 'How much of the idle is shown. 0: nothing, and its clocks stop.' },
    blendTime: { type: 'number', default: 0.1, min: 0, precision: 2, title: 'Blend Time', renamedFrom: 'fadeTime', description: 'Seconds in which the idle fades out when the character leaves Idle State or the script is switched off.' },
    seed: { type: 'number', default: 0, min: 0, precision: 0, title: 'Seed', description: 'Seed of the random numbers: the same seed makes the same motion. 0: each entity gets its own.' }
} as const satisfies AttributeTable;

export interface IdleRandomizerAttributes extends AttributesOf<typeof idleRandomizerAttributes> {}
