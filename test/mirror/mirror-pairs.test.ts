import { expect } from 'chai';

import { otherSide, SidedName } from '../../scripts/mirror/mirror-names';
import { findPairs, type MirrorBones } from '../../scripts/mirror/mirror-pairs';

// The conventions of names that are found on characters, each on the same body, and that body without names.

/** A limb's bones from the trunk outwards, with their distances from the one before. */
const ARM = ['clavicle', 'upperArm', 'foreArm', 'hand', 'index', 'thumb'];
const LEG = ['thigh', 'shin', 'foot', 'toe'];
const MIDDLE = ['hips', 'spine', 'chest', 'neck', 'head'];

type Side = 'left' | 'right';

/** A name by its part and side; null stands in the middle. */
type Naming = (part: string, side: Side | null, index: number) => string;

const capital = (text: string) => text[0].toUpperCase() + text.slice(1);
const letter = (side: Side) => side[0];
const Letter = (side: Side) => side[0].toUpperCase();

/** Words that sound like sides and are none. */
const FALSE_FRIENDS = ['Lefty', 'Collar', 'Roll', 'Ball', 'Lower', 'Blend', 'Light', 'Brightness'];

const CONVENTIONS: Readonly<Record<string, Naming>> = {
    'Mixamo': (part, side) => `mixamorig:${side ? capital(side) : ''}${capital(part)}`,
    'Mixamo, numbered': (part, side) => `mixamorig1:${side ? capital(side) : ''}${capital(part)}`,
    'Unreal': (part, side) => (side ? `${part.toLowerCase()}_${letter(side)}` : part),
    'Unreal, twisted': (part, side) => (side ? `${part.toLowerCase()}_twist_01_${letter(side)}` : part),
    'capital suffix': (part, side) => (side ? `${part}_${Letter(side)}` : part),
    'Blender': (part, side) => (side ? `${part}.${Letter(side)}` : part),
    'Blender, numbered': (part, side) => (side ? `${part}.${Letter(side)}.001` : part),
    'Rigify': (part, side) => (side ? `DEF-${part}.${Letter(side)}` : `DEF-${part}`),
    'hyphen': (part, side) => (side ? `${part}-${letter(side)}` : part),
    'Biped': (part, side) => (side ? `Bip01 ${Letter(side)} ${capital(part)}` : `Bip01 ${capital(part)}`),
    'Source': (part, side) => (side ? `ValveBiped.Bip01_${Letter(side)}_${capital(part)}` : `ValveBiped.Bip01_${capital(part)}`),
    'VRM': (part, side) => (side ? `${side}${capital(part)}` : part),
    'VRoid': (part, side) => `J_Bip_${side ? Letter(side) : 'C'}_${capital(part)}`,
    'Character Creator': (part, side) => (side ? `CC_Base_${Letter(side)}_${capital(part)}` : `CC_Base_${capital(part)}`),
    'Daz': (part, side) => (side ? `${letter(side)}${capital(part)}Bend` : part),
    'prefix': (part, side) => (side ? `${Letter(side)}_${part}` : part),
    '3ds Max CAT': (part, side) => (side ? `${Letter(side)}${capital(part)}` : part),
    'CMU': (part, side) => (side ? `${letter(side)}${part.toLowerCase()}` : part.toLowerCase()),
    'word behind': (part, side) => (side ? `${part}_${side}` : part),
    'word glued behind': (part, side) => (side ? `${part}${capital(side)}` : part),
    'capitals': (part, side) => (side ? `${part} ${side.toUpperCase()}` : part),
    'letter behind': (part, side) => (side ? `${capital(part)}${Letter(side)}` : part),
    'Sketchfab numbers': (part, side, index) => (side ? `${part}_${Letter(side)}_0${index}` : `${part}_0${index}`),
    'Chinese': (part, side) => (side ? `${side === 'left' ? '左' : '右'}${part}` : part)
};

/** A person of five bones in the middle, with the limbs given and false friends on the spine. */
function writeBody(naming: Naming, random: () => number) {
    const names: string[] = [], parents: number[] = [], places: number[][] = [], twins: number[] = [];
    const add = (name: string, parent: number, place: number[]) => {
        names.push(name);
        parents.push(parent);
        places.push(place);
        twins.push(-1);
        return names.length - 1;
    };
    const middle = MIDDLE.map((part, i) => add(naming(part, null, i), i - 1, [0, 1 + 0.15 * i, 0.01 * i]));
    const limb = (parts: string[], trunk: number, start: number[], step: number[]) => {
        const sides = (['left', 'right'] as const).map((side) => {
            let parent = trunk;
            let hand = -1;
            return parts.map((part, i) => {
                const isBranch = part === 'thumb';
                const place = start.map((value, axis) => (value + i * step[axis] + (isBranch ? [0, 0, 0.03][axis] : 0)) * (axis === 0 && side === 'right' ? -1 : 1));
                parent = add(naming(part, side, names.length), isBranch ? hand : parent, place);
                if (part === 'hand') hand = parent;
                return parent;
            });
        });
        sides[0].forEach((bone, i) => {
            twins[bone] = sides[1][i];
            twins[sides[1][i]] = bone;
        });
    };
    limb(ARM, middle[2], [0.05, 1.4, 0], [0.11 + 0.02 * random(), -0.03, 0.01]);
    limb(LEG, middle[0], [0.09, 0.95, 0], [0.005, -0.28, 0.02]);
    FALSE_FRIENDS.forEach((name, i) => add(name, middle[1], [0, 1.1 + 0.01 * i, 0.1 + 0.02 * i]));
    return { names, parents, places, twins };
}

function bonesOf({ names, parents, places }: ReturnType<typeof writeBody>): MirrorBones {
    const none = new Int32Array(names.length).fill(-1);
    return { names, parents, positions: Float64Array.from(places.flat()), height: 1.8, roles: none, byHand: none };
}

const PLANE = { normal: Float64Array.of(1, 0, 0), offset: 0 };

function generator(seed: number): () => number {
    let state = seed;
    return () => {
        state = (state * 1664525 + 1013904223) % 4294967296;
        return state / 4294967296;
    };
}

describe('findPairs', () => {
    for (const [convention, naming] of Object.entries(CONVENTIONS)) {
        it(`finds every pair and no other by the names of ${convention}`, () => {
            const body = writeBody(naming, generator(7));
            const { twins, pairs } = findPairs(bonesOf(body), PLANE);
            body.twins.forEach((twin, bone) => expect(twins[bone], body.names[bone]).equal(twin < 0 ? bone : twin));
            expect(pairs.filter(({ source }) => source === 'place'), 'paired by place alone').deep.equal([]);
            expect(pairs.every(({ confidence }) => confidence > 0.9)).equal(true);
        });

        it(`finds them by the names of ${convention} when an arm is bound 40 degrees higher than the other`, () => {
            if (convention === 'CMU') return;
            const body = writeBody(naming, generator(7));
            const [cos, sin] = [Math.cos(0.7), Math.sin(0.7)];
            const arm = ARM.map(part => body.names.findIndex((name, i) => name === naming(part, 'left', i)));
            const [x0, y0] = body.places[arm[0]];
            for (const bone of arm) {
                const [x, y, z] = body.places[bone];
                body.places[bone] = [x0 + cos * (x - x0) - sin * (y - y0), y0 + sin * (x - x0) + cos * (y - y0), z];
            }
            const { twins } = findPairs(bonesOf(body), PLANE);
            body.twins.forEach((twin, bone) => expect(twins[bone], body.names[bone]).equal(twin < 0 ? bone : twin));
        });
    }

    it('finds at least 95 % of the pairs of nameless bodies, in any order of bones', () => {
        let found = 0, all = 0, wrong = 0;
        for (let seed = 1; seed <= 40; seed++) {
            const random = generator(seed);
            const body = writeBody((_, __, index) => `bone${(index * 7919) % 1000}`, random);
            body.names.fill('node');
            // children in another order: parents stay before them
            const order = body.names.map((_, i) => i).sort((a, b) => depthOf(body.parents, a) - depthOf(body.parents, b) || random() - 0.5);
            const at = new Map(order.map((bone, i) => [bone, i]));
            const shuffled = {
                names: order.map(bone => body.names[bone]), parents: order.map(bone => at.get(body.parents[bone]) ?? -1),
                places: order.map(bone => body.places[bone].map(value => value + 0.004 * (random() - 0.5))),
                twins: order.map(bone => at.get(body.twins[bone]) ?? -1)
            };
            const { twins } = findPairs(bonesOf(shuffled), PLANE);
            all += shuffled.twins.filter(twin => twin >= 0).length;
            found += shuffled.twins.filter((twin, bone) => twin >= 0 && twins[bone] === twin).length;
            wrong += shuffled.twins.filter((twin, bone) => twin < 0 && twins[bone] !== bone).length;
        }
        expect(found / all).at.least(0.95);
        expect(wrong).equal(0);
    });

    it('takes pairs by hand before names, and leaves what has no counterpart', () => {
        const body = writeBody(CONVENTIONS.Blender, generator(7));
        const bones = bonesOf(body);
        const [index, thumb] = ['index.L', 'thumb.R'].map(name => body.names.indexOf(name));
        const byHand = Int32Array.from(bones.byHand);
        [byHand[index], byHand[thumb]] = [thumb, index];
        const { twins } = findPairs({ ...bones, byHand }, PLANE);
        expect(twins[index]).equal(thumb);
        expect(twins[body.names.indexOf('index.R')]).equal(-1);
    });
});

describe('a crowd of bones on one', () => {
    it('is not compared name by name with itself: a file with thousands of them would take minutes', () => {
        const { prototype } = SidedName;
        const { match } = prototype;
        let calls = 0;
        prototype.match = function (other) {
            calls++;
            return match.call(this, other);
        };
        try {
            const body = writeBody(CONVENTIONS.Blender, generator(7));
            const hips = body.names.indexOf('hips');
            const few = calls;
            for (let i = 0; i < 300; i++) {
                body.names.push(`sequin ${i}`);
                body.parents.push(hips);
                body.places.push(body.places[hips]);
                body.twins.push(-1);
            }
            findPairs(bonesOf(body), PLANE);
            expect(calls - few).to.be.below(10 * body.names.length);
        } finally {
            prototype.match = match;
        }
    });
});

describe('otherSide', () => {
    it('leaves words that only sound like a side', () => {
        for (const name of [...FALSE_FRIENDS, 'land', 'rifle', 'lowerlip', 'Copyright', 'Cleft']) expect(otherSide(name), name).equal(name);
    });
});

function depthOf(parents: number[], bone: number): number {
    return bone < 0 ? 0 : 1 + depthOf(parents, parents[bone]);
}
