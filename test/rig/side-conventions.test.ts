import { expect } from 'chai';

import { readNames } from '../../scripts/rig/names';

// However a file says left and right, the bones are read as the same ones.

const PARTS: Readonly<Record<string, string>> = {
    'upper arm': 'UpperArm', 'forearm': 'Forearm', 'hand': 'Hand', 'thigh': 'Thigh', 'shin': 'Shin', 'foot': 'Foot', 'toes': 'Toes', 'eye': 'Eye', 'ear': 'Ear', 'clavicle': 'Clavicle'
};

const capital = (word: string) => word[0].toUpperCase() + word.slice(1);
const camel = (part: string) => part.split(' ').map(capital).join('');
const snake = (part: string) => part.replace(' ', '_');
const glued = (part: string) => part.replace(' ', '');

/** Names of a part on a side, which is `left` or `right`. */
const CONVENTIONS: Readonly<Record<string, (part: string, side: string) => string>> = {
    'foot.l': (part, side) => `${snake(part)}.${side[0]}`,
    'Foot.L.001': (part, side) => `${camel(part)}.${side[0].toUpperCase()}.001`,
    'Foot_L': (part, side) => `${camel(part)}_${side[0].toUpperCase()}`,
    'FootL': (part, side) => `${camel(part)}${side[0].toUpperCase()}`,
    'foot-left': (part, side) => `${snake(part)}-${side}`,
    'Foot (Left)': (part, side) => `${camel(part)} (${capital(side)})`,
    'FootLeft': (part, side) => `${camel(part)}${capital(side)}`,
    'footleft': (part, side) => `${glued(part)}${side}`,
    'FOOT_LEFT': (part, side) => `${snake(part)}_${side}`.toUpperCase(),
    'foot_left_01': (part, side) => `${snake(part)}_${side}_01`,
    'leftFoot': (part, side) => `${side}${camel(part)}`,
    'leftfoot': (part, side) => `${side}${glued(part)}`,
    'Left Foot': (part, side) => `${capital(side)} ${camel(part)}`,
    'lFoot': (part, side) => `${side[0]}${camel(part)}`,
    'LFoot': (part, side) => `${side[0].toUpperCase()}${camel(part)}`,
    'L.Foot': (part, side) => `${side[0].toUpperCase()}.${camel(part)}`,
    'l_foot': (part, side) => `${side[0]}_${snake(part)}`,
    'Hero:Left_Foot': (part, side) => `Hero:${capital(side)}_${camel(part)}`,
    'Armature|rig.foot.L': (part, side) => `Armature|rig.${snake(part)}.${side[0].toUpperCase()}`,
    'Hero_foot_L_jnt': (part, side) => `Hero_${snake(part)}_${side[0].toUpperCase()}_jnt`
};

describe('sides in names', () => {
    for (const [convention, nameOf] of Object.entries(CONVENTIONS)) {
        it(`as in ${convention}`, () => {
            const wanted = Object.entries(PARTS).flatMap(([part, meaning]) => ['left', 'right'].map(side => ({ name: nameOf(part, side), meaning: `${side} ${meaning}` })));
            const found = readNames(wanted.map(({ name }) => name)).map(({ name }, i) => ({ name: wanted[i].name, meaning: name ? `${name.side} ${name.part}` : 'nothing' }));
            expect(found).to.deep.equal(wanted);
        });
    }
});
