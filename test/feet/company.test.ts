import { join } from 'node:path';

import { expect } from 'chai';
import { Vec3, type Entity } from 'playcanvas';

import { HeightGround, type AnimationMirror, type IdleRandomizer, type MecFootPlacer, type StrideWarp } from '../../scripts/index';
import { Character } from '../../tools/check-rig/character';
import { feetOf } from '../../tools/check-rig/feet-of';
import { FULL, MANNEQUIN, RIGS } from '../support/characters';
import { contactsAt } from '../support/contacts';
import { turnBetween } from '../support/geometry';
import { boundOf, type Reached } from '../support/reached';
import { skipBecause } from '../support/skip';
import { Slip } from '../support/slip';
import { measureSole, Sole } from '../support/sole';

// Scripts that go by what feet do, in company: standing, walking, standing again, each pair and all of them against each alone.

const FRAME = 1 / 60;

/** What it does, by the index of its clips, and for how many seconds: it stands, walks, runs, and all of it in other orders and phases. */
const STATES: readonly [clip: number, seconds: number][] = [[0, 1], [1, 1.3], [0, 0.9], [1, 1], [2, 1.1], [1, 0.8], [2, 0.7], [0, 1]];

/** Seconds after a switch in which feet may slide: a pose goes over to another one. */
const SETTLE = 0.4;

type Name = 'animationMirror' | 'poseTransition' | 'idleRandomizer' | 'strideWarp' | 'perfectLookAt' | 'mecFootPlacer';

const NAMES: readonly Name[] = ['animationMirror', 'poseTransition', 'idleRandomizer', 'strideWarp', 'perfectLookAt', 'mecFootPlacer'];

/** What feet have done. Millimetres on a person. */
interface Seen {
    /** Furthest that the lower of all soles was over the floor, deepest that any was in it, and furthest that one has slid on it. */
    high: number;
    deep: number;
    slide: number;
    /** Furthest turn of a foot in a frame, degrees. */
    turn: number;
}

/** What company may add to the worse of the two alone. */
const ADDED: Readonly<Seen> = { high: 15, deep: 15, slide: 10, turn: 15 };

/** What is reached of that, by character and pair. */
const REACHED: Partial<Record<keyof Seen, Reached>> = { turn: { 'Husky, poseTransition and mecFootPlacer': 18 } };

const SETTERS: Readonly<Record<Name, (script: Entity['script'], character: Character) => void>> = {
    animationMirror: (script) => { (script!.create('animationMirror') as AnimationMirror).mirror = true; },
    poseTransition: (script) => { script!.create('poseTransition'); },
    idleRandomizer: (script) => { script!.create('idleRandomizer', { attributes: { idleState: 'idle', seed: 3 } as Partial<IdleRandomizer> }); },
    strideWarp: (script) => { script!.create('strideWarp'); },
    perfectLookAt: (script, character) => {
        const ball = character.addEntity();
        ball.reparent(script!.entity.parent!);
        ball.setLocalPosition(2 * character.height, character.height, 2 * character.height);
        script!.create('perfectLookAt', { attributes: { targetObject: ball } });
    },
    mecFootPlacer: (script) => { (script!.create('mecFootPlacer') as MecFootPlacer).setGround(new HeightGround(() => 0)); }
};

/** How much faster than its clip it goes where strides are warped. */
const FASTER = 1.1;

const NAMED = ['idle', 'walk', 'run'];

/** Which foot of the clip each one shows. */
const PLAIN = [0, 1, 2, 3];
const MIRRORED = [1, 0, 3, 2];

function walk(character: Character, clips: readonly string[], names: readonly Name[]): Seen {
    character.clear();
    const motions = clips.map((clip) => {
        const motion = character.clips.find(({ name }) => name === clip)!;
        return { track: motion.track, contacts: character.kinds.get(motion)!.contacts! };
    });
    const actor = character.add();
    const carrier = character.addEntity();
    const { forward, height } = character;
    const size = height / 1.75;
    carrier.setEulerAngles(0, -Math.atan2(forward.x, forward.z) * 180 / Math.PI, 0);
    actor.model.reparent(carrier);
    const soles = feetOf(character).map((id) => {
        const foot = actor.nodes[character.placeOf(character.rig.limbs[id]!.bones.at(-1)!)] as Entity;
        return { id, foot, sole: new Sole(measureSole(actor.model, foot, Vec3.UP, forward, height), node => node), slip: new Slip(), last: foot.getRotation().clone() };
    });
    actor.model.addComponent('anim', { activate: true });
    motions.forEach(({ track }, i) => actor.model.anim!.assignAnimation(NAMED[i], track));
    const layer = actor.model.anim!.baseLayer!;
    layer.play(NAMED[0]);
    actor.model.addComponent('script');
    const speeds = motions.map(({ contacts: { groundVelocity: [x, y, z] } }, i) => {
        return i === 0 ? 0 : actor.model.getWorldTransform().transformVector(new Vec3(-x, -y, -z)).z * (names.includes('strideWarp') ? FASTER : 1);
    });
    for (const name of names) SETTERS[name](actor.model.script, character);
    const warp = actor.model.script!.get('strideWarp') as StrideWarp | null;
    const sides = names.includes('animationMirror') ? MIRRORED : PLAIN;
    const seen: Seen = { high: 0, deep: 0, slide: 0, turn: 0 };
    const note = (figure: keyof Seen, value: number) => { seen[figure] = Math.max(seen[figure], value); };
    STATES.forEach(([state, seconds], i) => {
        if (i > 0) layer.transition(NAMED[state], 0);
        if (warp && state > 0) warp.speed = speeds[state];
        for (let frame = 0; frame * FRAME < seconds; frame++) {
            carrier.translate(0, 0, speeds[state] * FRAME);
            character.step();
            let lowest = Infinity;
            const time = layer.activeStateCurrentTime;
            soles.forEach((one, foot) => {
                const points = one.sole.read();
                let low = Infinity;
                for (let v = 1; v < points.length; v += 3) low = Math.min(low, points[v]);
                lowest = Math.min(lowest, low);
                const turn = turnBetween(one.last, one.foot.getRotation());
                one.last.copy(one.foot.getRotation());
                const stands = contactsAt(motions[state].contacts.feet[sides[foot]], time).isDown;
                if (!stands || frame * FRAME < SETTLE) one.slip.lift();
                else one.slip.follow(points, (all, v) => all[3 * v + 1], Vec3.UP, size);
                if (i === 0 && frame * FRAME < SETTLE) return;
                note('deep', -1000 * low / size);
                note('slide', 1000 * one.slip.way.length() / size);
                note('turn', turn);
            });
            // who runs is in the air
            if (i > 0 && state !== 2) note('high', 1000 * lowest / size);
        }
    });
    return seen;
}

function describeCompany(name: string, file: string, clips: readonly string[]) {
    describe(`feet in company: ${name}`, () => {
        let character: Character;
        const alone = new Map<Name, Seen>();

        before(async function () {
            if (RIGS === '' && name !== 'mannequin') skipBecause(this, 'needs the folder that LIMBER_RIGS names');
            character = await Character.open(file, [], true);
            for (const one of NAMES) alone.set(one, walk(character, clips, [one]));
        });

        after(() => character?.close());

        const pairs = NAMES.flatMap((first, i) => NAMES.slice(i + 1).map(second => [first, second]));
        // those that know of each other
        const isInSample = (pair: readonly Name[]) => pair.includes('mecFootPlacer') && pair.includes('poseTransition');
        [...pairs.filter(pair => FULL || isInSample(pair)), NAMES].forEach((names) => {
            const what = names === NAMES ? 'all' : names.join(' and ');
            it(`no sole is higher, deeper or slides further than with the worse alone: ${what}`, () => {
                const seen = walk(character, clips, names);
                // without poseTransition a switch is a cut
                const compared = (figure: keyof Seen) => (figure === 'turn' && names.includes('poseTransition') ? ['poseTransition' as const] : names);
                const worst = (figure: keyof Seen) => Math.max(...compared(figure).map(one => alone.get(one)![figure]));
                const figures = Object.keys(ADDED) as (keyof Seen)[];
                console.log(`        ${figures.map(figure => `${figure} ${seen[figure].toFixed(1)} (${worst(figure).toFixed(1)})`).join(', ')}`);
                for (const figure of figures) {
                    expect(seen[figure] - worst(figure), figure).to.be.at.most(boundOf({ name: `${name}, ${what}` }, ADDED[figure], REACHED[figure]));
                }
            });
        });
    });
}

describeCompany('mannequin', MANNEQUIN, ['idle', 'walk', 'run']);
describeCompany('Soldier', join(RIGS, 'Soldier.glb'), ['Idle', 'Walk', 'Run']);
describeCompany('Husky', join(RIGS, 'Husky.glb'), ['Idle', 'Walk', 'Gallop']);
