import { PRESETS } from './presets';
import type { AttributesOf, AttributeTable } from '../shell/attributes';

// The attributes of idleRandomizer: names, types, defaults, ranges and texts.

const { game } = PRESETS;

const TRANSITION = 'Seconds of a move, shortest and longest.';
const HOLD = 'Seconds of the rest after it: the middle is the mean, half of the width the deviation, log-normal; in the preset seed uniform from the one to the other.';
const PARAMETER = 'Float parameter of the anim component that receives the value; the bones are then left to its clips. Empty: bones are moved.';

export const idleRandomizerAttributes = {
    preset: {
        type: 'string', default: 'game', title: 'Preset',
        enum: [{ 'Game': 'game' }, { 'Original': 'seed' }, { 'Realistic': 'realistic' }, { 'Still': 'still' }, { 'Custom': 'custom' }],
        description: 'Fills ranges and times: the pace of a game, of the original, of people who stand for long, or hardly a motion. Custom: they stay as they are set.'
    },
    weightShift: {
        type: 'json', title: 'Weight Shift', description: 'How the weight moves between the legs: -1 left, 1 right.',
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
        type: 'json', title: 'Facial', description: 'How much of a face is made: 0 none, 1 the whole. Without clips it smiles and opens the mouth a little, with the jaw or morph targets.',
        schema: {
            range: { type: 'vec2', default: game.facial.range, title: 'Range', description: 'Smallest and largest, 0..1.' },
            transitionTime: { type: 'vec2', default: game.facial.transitionTime, title: 'Transition Time', description: TRANSITION },
            holdTime: { type: 'vec2', default: game.facial.holdTime, title: 'Hold Time', description: HOLD },
            parameter: { type: 'string', default: '', title: 'Parameter', description: PARAMETER },
            states: {
                type: 'string', array: true, title: 'States',
                description: 'States of one layer of the anim component, such as two faces: as one comes to its end, the next is drawn at random. Empty: none.'
            }
        }
    },
    breathing: { type: 'number', default: 14, min: 0, max: 60, title: 'Breathing', description: 'Breaths a minute. 0: none, for clips that breathe themselves.' },
    breathingVariation: {
        type: 'number', default: 0.16, min: 0, max: 1, precision: 2, title: 'Breathing Variation',
        description: 'Standard deviation of the length of a breath, as a share of the mean.'
    },
    breathingAmount: { type: 'number', default: 1, min: 0, max: 5, title: 'Breathing Amount', description: 'How far the chest moves. 0: not at all, 1: a calm breath.' },
    sway: { type: 'number', default: 1, min: 0, max: 5, title: 'Sway', description: 'How far the body sways over its feet. 0: not at all, 1: a standard deviation of 3 mm for a height of 1.75 m, which scales.' },
    blink: { type: 'boolean', default: true, title: 'Blink', description: 'Blinks, with eyelids or morph targets where the model has them.' },
    gaze: {
        type: 'boolean', default: true, title: 'Gaze',
        description: 'The eyes jump, and the head follows what is beyond 15 degrees; through perfectLookAt where it is on the entity without a target of its own.'
    },
    conversation: {
        type: 'string', default: 'alone', title: 'Conversation', enum: [{ 'Alone': 'alone' }, { 'Listening': 'listening' }, { 'Talking': 'talking' }],
        description: 'How often the gaze is straight ahead, where a partner is, and how often there is a blink: listening 75 % and 26 a minute, talking 41 % and 26; alone 17 a minute.'
    },
    fidgets: {
        type: 'json', array: true, title: 'Fidgets',
        description: 'Animations that are played now and then. Left empty, the weight moves to one side and back in their place.',
        schema: {
            state: { type: 'string', default: '', title: 'State', description: 'State of the anim component, in any layer; or name of the clip that a state plays.' },
            share: { type: 'number', default: 1, min: 0, max: 100, title: 'Share', description: 'Share of all fidgets, against those of the others; never twice in a row. 0: never.' },
            coolDown: { type: 'number', default: 20, min: 0, max: 600, title: 'Cool-down', description: 'Seconds after which it may come again.' },
            tag: { type: 'string', default: '', title: 'Tag', description: 'It comes only while Fidget Tag is this. Empty: always.' }
        }
    },
    fidgetTime: {
        type: 'vec2', default: game.fidgetTime, title: 'Fidget Time',
        description: 'Seconds from one fidget to the next: the middle is the mean, half of the width the deviation. Filled by the preset. 0: none.'
    },
    fidgetTag: { type: 'string', default: '', title: 'Fidget Tag', description: 'Which fidgets with a tag may come, such as cold.' },
    idleState: {
        type: 'string', default: '', title: 'Idle State',
        description: 'State of the base layer in which the script acts; in others it fades out within Fade Time. Empty: always.'
    },
    seed: { type: 'number', default: 0, min: 0, max: 1000000, precision: 0, title: 'Seed', description: 'Seed of the random numbers: the same one makes the same motion. 0: another one for each entity.' },
    weight: { type: 'number', default: 1, min: 0, max: 1, precision: 2, title: 'Weight', description: 'Share of all that the script does. 0: nothing, and time stands still.' },
    fadeTime: { type: 'number', default: 0.1, min: 0, max: 5, precision: 2, title: 'Fade Time', description: 'Seconds within which all is gone when the player acts, or the script is switched off.' }
} as const satisfies AttributeTable;

export interface IdleRandomizerAttributes extends AttributesOf<typeof idleRandomizerAttributes> {}
