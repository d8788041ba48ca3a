import { expect } from 'chai';

import { CharacterFile } from './character-file';
import { OWN_MOTIONS } from '../../scripts/anim/kinds/own-motions';

// The gaits of the pack's animals against those of dogs: the order in which paws come down, and how long they stay.
//
// Walk: each paw a quarter of the cycle after the one before, fore after hind on the same side (a symmetrical gait in lateral sequence: Hildebrand, Symmetrical gaits
// of dogs in relation to body build, Journal of Morphology 124, 1968). Trot: paws of a diagonal together. Gallop: that of dogs at speed is rotary, the fore paws
// come down in the opposite order to the hind ones, and all are in the air in between (Maes, Herbin, Hackert, Bels and Abourachid, Steady locomotion in dogs, Journal of
// Experimental Biology 211, 2008). More than half of the cycle down is a walk, less is a run.

const FILE = 'templates/motions-animals.glb';
const PAWS = { leftHind: 'hind_paw.L', leftFore: 'fore_paw.L', rightHind: 'hind_paw.R', rightFore: 'fore_paw.R' } as const;
type Paw = keyof typeof PAWS;

/** Looks in a cycle. */
const COUNT = 120;

/** A paw is down while it goes back as the floor does, near its lowest place: shares of the speed, metres. */
const SPEEDS = [0.6, 1.4] as const;
const LOW = 0.03;

/** Share of the cycle by which a moment may be off. */
const NEAR = 0.05;

const file = new CharacterFile(FILE);

/** When each paw is down. */
function readDown(clip: 'walk' | 'trot' | 'gallop'): Record<Paw, boolean[]> {
    const duration = file.duration(clip);
    const speed = OWN_MOTIONS.animals[clip].velocity![2];
    const bones = Object.entries(PAWS);
    const poses = Array.from({ length: COUNT }, (_, i) => {
        file.pose(clip, duration * i / COUNT);
        return bones.map(([, bone]) => file.place(bone).clone());
    });
    return Object.fromEntries(bones.map(([paw], k) => {
        const lowest = Math.min(...poses.map(places => places[k].y));
        return [paw, poses.map((places, i) => {
            const back = (places[k].z - poses[(i + 1) % COUNT][k].z) / (duration / COUNT) / speed;
            return back > SPEEDS[0] && back < SPEEDS[1] && places[k].y < lowest + LOW;
        })];
    })) as Record<Paw, boolean[]>;
}

/** Phase at which a paw comes down, after that of another one. */
function strikeAfter(down: Record<Paw, boolean[]>, paw: Paw, other: Paw): number {
    const strikeOf = (bits: boolean[]) => bits.findIndex((isDown, i) => isDown && !bits[(i + COUNT - 1) % COUNT]) / COUNT;
    const phase = strikeOf(down[paw]) - strikeOf(down[other]);
    return phase - Math.floor(phase);
}

const duty = (bits: boolean[]) => bits.filter(Boolean).length / COUNT;

describe('gaits of animals', () => {
    before(() => file.load());

    it('walk: left hind, left fore, right hind, right fore, a quarter of the cycle apart, each down for more than half of it', () => {
        const down = readDown('walk');
        expect(strikeAfter(down, 'leftFore', 'leftHind')).closeTo(0.25, NEAR);
        expect(strikeAfter(down, 'rightHind', 'leftHind')).closeTo(0.5, NEAR);
        expect(strikeAfter(down, 'rightFore', 'leftHind')).closeTo(0.75, NEAR);
        for (const bits of Object.values(down)) expect(duty(bits)).within(0.55, 0.75);
    });

    it('trot: the paws of a diagonal come down together, half a cycle after those of the other one, each down for less than half of it', () => {
        const down = readDown('trot');
        expect(strikeAfter(down, 'rightHind', 'leftHind')).closeTo(0.5, NEAR);
        expect(strikeAfter(down, 'leftFore', 'rightHind') - Math.round(strikeAfter(down, 'leftFore', 'rightHind'))).closeTo(0, NEAR);
        expect(strikeAfter(down, 'rightFore', 'leftHind') - Math.round(strikeAfter(down, 'rightFore', 'leftHind'))).closeTo(0, NEAR);
        for (const bits of Object.values(down)) expect(duty(bits)).within(0.35, 0.5);
    });

    it('gallop: hind paws one after the other, then the fore ones in the opposite order, with a flight', () => {
        const down = readDown('gallop');
        // which hind paw leads is its own choice
        const [first, second] = strikeAfter(down, 'rightHind', 'leftHind') < 0.5 ? ['left', 'right'] as const : ['right', 'left'] as const;
        expect(strikeAfter(down, `${second}Hind`, `${first}Hind`)).within(0.03, 0.25);
        expect(strikeAfter(down, `${second}Fore`, `${first}Hind`)).within(0.35, 0.65);
        expect(strikeAfter(down, `${first}Fore`, `${second}Fore`)).within(0.03, 0.25);
        for (const bits of Object.values(down)) expect(duty(bits)).below(0.4);
        const flight = down.leftHind.filter((_, i) => Object.values(down).every(bits => !bits[i])).length / COUNT;
        expect(flight).above(0.05);
    });
});
