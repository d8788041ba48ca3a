import { expect } from 'chai';

import type { ClipFeatures } from '../../scripts/anim/kinds/clip-features';
import { findKind, GAITS, OTHER, WORDS } from '../../scripts/anim/kinds/clip-kinds';

// Each word and each feature by which a clip is known is needed: without it another kind is found of a clip that is right with it.

const STANDS: ClipFeatures = { steps: false, speed: 0, direction: 0, flight: 0, down: 1, turn: 0, twist: 0.1, gap: 0, rise: 0, lowest: 0.95, bent: 0.1 };
const WALKS: ClipFeatures = { ...STANDS, steps: true, speed: 0.8, down: 0.6, twist: 0.5 };
const FALLS: ClipFeatures = { ...STANDS, flight: 1, down: 0, lowest: 0.8 };
const TURNS: ClipFeatures = { ...STANDS, turn: 1.6 };

/** A clip of each list of words, by the source of its row. */
const NAMED: Record<string, readonly [name: string, features: ClipFeatures]> = {
    'attack': ['2H_Melee_Attack_Spinning', WALKS], 'hit': ['Idle_HitReact1', STANDS], 'punch': ['Punch_Combo', WALKS], 'kick': ['Kick_Left', WALKS],
    'shoot': ['Idle_Gun_Shoot', STANDS], 'slash': ['SwordSlash', WALKS], 'throw': ['Throw', WALKS], 'block': ['Idle_Block', STANDS], 'cast': ['Cast_Idle', STANDS],
    'roll': ['Roll', WALKS], 'dodge': ['Dodge_Right', WALKS], 'dance': ['Dance', WALKS], '(?<!br)eat': ['Idle_Eating', STANDS], 'sit': ['Sit_Idle', STANDS],
    'stand-?up': ['stand-up', STANDS], 'swim': ['Swim', WALKS], 'climb': ['Climb', WALKS], 'door': ['open_door_standing_left', STANDS], 'pose': ['Inactive_Standing_Pose', STANDS],
    'sprint': ['sprint', { ...WALKS, speed: 2.4 }], 'run': ['Jog', { ...WALKS, speed: 1 }], 'walk': ['Stroll', { ...WALKS, speed: 1.5 }],
    'start': ['start_forward', WALKS], 'stop': ['stop', WALKS], 'turnLeft': ['rotate_left', WALKS], 'turnRight': ['rotate_right', WALKS],
    'land': ['Drop', STANDS], 'fall': ['Jump_Loop', FALLS], 'jump': ['Leap', FALLS], 'crouch': ['Sneak', WALKS], 'idle': ['Survey', STANDS]
};

/** A clip that needs each feature, and what the feature is where nothing is to be seen. */
const FELT: { readonly [K in keyof ClipFeatures]: readonly [name: string, features: ClipFeatures, neutral: ClipFeatures[K]] } = {
    steps: ['Action', WALKS, false],
    speed: ['Action', { ...WALKS, speed: 2.4 }, 0.8],
    direction: ['Walk', { ...WALKS, direction: 3 }, 0],
    flight: ['Fall', FALLS, 0],
    down: ['Fall', { ...FALLS, flight: 0.6, down: 0.3 }, 0],
    turn: ['Action', TURNS, 0],
    twist: ['Action', { ...TURNS, twist: 1.6 }, 0.1],
    gap: ['Action', { ...WALKS, gap: 0.2 }, 0],
    rise: ['Action', { ...WALKS, rise: 0.2 }, 0],
    lowest: ['Idle', { ...STANDS, lowest: 0.1 }, 1],
    bent: ['Idle', { ...STANDS, bent: 1.6 }, 0]
};

describe('evidence of kinds', () => {
    it('has a clip for each row', () => {
        const rows = [...OTHER.map(({ source }) => source), ...[...GAITS, ...WORDS].map(([kind]) => kind)];
        expect(Object.keys(NAMED).sort()).to.deep.equal(rows.sort());
    });

    Object.entries(NAMED).forEach(([row, clip]) => {
        it(`${row}: ${clip[0]} is another without it`, () => {
            const right = findKind(...clip);
            for (const list of [OTHER, GAITS, WORDS] as unknown[][]) {
                const index = list.findIndex(word => (word instanceof RegExp ? word.source : (word as typeof GAITS[number])[0]) === row);
                if (index < 0) continue;
                const [word] = list.splice(index, 1);
                const without = findKind(...clip);
                list.splice(index, 0, word);
                if (right.kind === null) expect(without.kind).not.to.equal(null);
                else expect(without).not.to.deep.equal(right);
            }
        });
    });

    Object.entries(FELT).forEach(([feature, [name, features, neutral]]) => {
        it(`${feature}: a clip is another without it`, () => {
            expect(findKind(name, { ...features, [feature]: neutral })).not.to.deep.equal(findKind(name, features));
        });
    });
});
