import { basename } from 'node:path';

import { expect } from 'chai';
import { Quat, Vec3, type AnimTrack, type AppBase } from 'playcanvas';

import { retargetTrack } from '../../scripts/index';
import { createApp } from '../support/app';
import { buildSkeleton } from '../support/build-skeleton';
import { charactersAtHand, FULL, GNOME, sampled } from '../support/characters';
import { randomRotation, seededRandom } from '../support/geometry';
import { RANDOM_KINDS, writeRandom } from '../support/random-skeletons';
import { boundOf, type Reached } from '../support/reached';
import { compare, loadPlayer, Player, quantile, retarget, type RetargetFigures } from '../support/retarget-stage';
import type { BoneAxes } from '../support/skeletons';
import { skipBecause } from '../support/skip';
import { ASTRAY_LEGS, isUnsupported, NO_FEET, UNEVEN, UNEVEN_SCALE, type Unsupported } from '../support/unsupported';

// The pack's motions on every character with two or four legs that is at hand, and on bodies at random.
// Hands go where their arms point: what contacts ask of arms is measured in keep-hands.test.ts.

const PEOPLE = 'templates/motions-people.glb';
const ANIMALS = 'templates/motions-animals.glb';

/** Millimetres of a person and degrees. */
const GOALS = { drift: 5.5, height: 6, depth: 10, pitch: 3.6 };
const TYPICAL = 1;
const SELDOM = 5;

/** What is reached where bodies are built otherwise than people and dogs. */
const REACHED: Record<keyof typeof GOALS, Reached> = {
    drift: {},
    // half of the skin of its feet hangs on the shins
    height: { 'Guy.glb': 10, 'Apatosaurus.glb': 6.5 },
    depth: {},
    // animals' paws go from their rest poses and not from level
    pitch: { 'Apatosaurus.glb': 6, 'Donkey.glb': 6.6, 'Triceratops.glb': 6 }
};

/** Feet under which no sole is found, and bellies that hang on the floor: their legs are told to be led elsewhere. */
const WITHOUT_SOLES: Unsupported = ['Bird.glb', 'Frog.glb'];

/** Legs without feet, of which nothing stands level. */
const WITHOUT_FEET: Unsupported = ['Boxman.glb', 'Deer.glb', 'Delegate.glb', 'HorseBones.glb', 'Kenney.glb', 'LuantiCharacter.glb'];

/** Arms with another number of joints go by the line from shoulder to hand. */
const OTHER_ARMS = /^(?:Orc|RobotExpressive|KnightQ|Dragon|Bird)\./;

/** Legs with another number of joints: their feet go as far as the source's. */
const OTHER_LEGS = /^(?:Bird|Delegate|EnemyLarge|Mech|MechGeorge|Walker)\./;

/** Degrees, median: where the spine has other bones, the highest begins further down or up and turns less or more. */
const OTHER_SPINES: Reached = { 'Orc.glb': 1.7, 'rpm.glb': 1.3, 'Bird.glb': 2.1, 'Walker.glb': 2.1 };

/** In a short run these. */
const SAMPLE = /^(?:gnome|hound|Soldier|Knight|avatar|Cow|Fox|Witch)\./;

const files = charactersAtHand().filter(path => FULL || SAMPLE.test(basename(path)));

/** The values of a part on both sides. */
function bothSides({ directions }: RetargetFigures, part: string): number[] {
    return Object.entries(directions).flatMap(([name, angles]) => (new RegExp(`^(?:left|right)${part}-`).test(name) ? angles : []));
}

describe('retargetTrack on strangers', () => {
    let app: AppBase;
    let people: Awaited<ReturnType<typeof loadPlayer>>;
    let animals: Awaited<ReturnType<typeof loadPlayer>>;

    before(async () => {
        app = createApp();
        people = await loadPlayer(app, PEOPLE);
        animals = await loadPlayer(app, ANIMALS);
    });
    after(() => app.destroy());

    const ARMS = ['UpperArm', 'Forearm'];
    const LEGS = ['Thigh', 'Shin'];
    const TRUNK = ['chest', 'head'];
    const expectDirections = (figures: RetargetFigures, name: string, parts: readonly string[], file = '') => {
        for (const part of parts) {
            const angles = figures.directions[part] ?? bothSides(figures, part);
            expect(quantile(angles, 0.5), `${name}, ${part}, median`).below(boundOf({ name: file }, TYPICAL, TRUNK.includes(part) ? OTHER_SPINES : {}));
            expect(quantile(angles, 0.99), `${name}, ${part}, 99 %`).below(SELDOM);
        }
    };

    files.forEach((path) => {
        const name = basename(path);
        it(`${name}: goes with the pack's motions, arms point as the source's, soles stand`, async function () {
            const { player } = await loadPlayer(app, path);
            const { legs } = player.rig;
            if (legs !== 2 && legs !== 4) skipBecause(this, `${legs} legs were found in it`);
            const source = legs === 4 ? animals : people;
            const standsLevel = !isUnsupported({ name }, WITHOUT_FEET, NO_FEET, player.rig.problems) && !WITHOUT_SOLES.includes(name);
            let isAstray = false;
            for (const clip of legs === 4 ? ['idle', 'walk', 'trot'] : ['idle', 'walk', 'run']) {
                const track = source.clips.get(clip)!;
                const { track: made, problem } = retargetTrack(track, source.player.entity, player.entity, { keepHands: false });
                if (isUnsupported({ name }, UNEVEN, UNEVEN_SCALE, [problem])) continue;
                const figures = compare(source.player, player, track, made!);
                isAstray ||= ASTRAY_LEGS.test(problem);
                expect(figures.planted, `${clip}, frames in which soles stand`).above(clip === 'run' ? 3 : 20);
                // parts of some stand on bones without skin
                const sees = (key: keyof typeof GOALS) => (standsLevel && Number.isFinite(figures.height) ? figures[key] : 0);
                for (const key of ['drift', 'height', 'depth', 'pitch'] as const) expect(sees(key), `${clip}, ${key}`).below(boundOf({ name }, GOALS[key], REACHED[key]));
                if (legs === 2) expectDirections(figures, clip, OTHER_ARMS.test(name) ? TRUNK : [...ARMS, ...TRUNK], name);
            }
            if (WITHOUT_SOLES.includes(name)) expect(isAstray, 'tells that its legs are led elsewhere').equal(true);
            player.entity.destroy();
        });

        it(`${name}: without contacts to keep, legs point as the source's too`, async function () {
            const { player } = await loadPlayer(app, path);
            if (player.rig.legs !== 2 || OTHER_LEGS.test(name)) skipBecause(this, 'its legs are those of an animal or have other joints');
            const track = people.clips.get('walk')!;
            const { track: made, problem } = retargetTrack(track, people.player.entity, player.entity, { keepFeet: false, keepHands: false });
            if (!isUnsupported({ name }, UNEVEN, UNEVEN_SCALE, [problem])) expectDirections(compare(people.player, player, track, made!), 'walk', LEGS);
            player.entity.destroy();
        });
    });

    Array.from({ length: sampled(50, 6) }, (_, i) => i).forEach((i) => {
        it(`random body ${i + 1}: arms point as the source's, soles stand`, () => {
            const random = seededRandom(100 + i);
            const { root, expected } = buildSkeleton(app, writeRandom(RANDOM_KINDS[i % RANDOM_KINDS.length], random), { size: 0.5 + 2 * random() });
            const player = new Player(app, root);
            const source = player.rig.legs === 4 ? animals : people;
            const track = source.clips.get('walk')!;
            const figures = compare(source.player, player, track, retarget(track, source.player, player, { keepHands: false }));
            for (const key of ['drift', 'height', 'depth'] as const) expect(figures[key], key).below(boundOf({ name: `random body ${i + 1}` }, GOALS[key], REACHED[key]));
            // of some the mark at the end of the arm is taken for the hand
            const isKnown = [...expected].every(([role, node]) => player.bone(role) === node);
            if (player.rig.legs === 2 && isKnown) expectDirections(figures, 'walk', [...ARMS, ...TRUNK]);
            root.destroy();
        });
    });

    it('makes the same motion whatever the axes of the bones, the scale above them and the turn of the file', () => {
        const track = people.clips.get('walk')!;
        const written = writeRandom('people', seededRandom(7));
        const turn = randomRotation(seededRandom(8));
        const variants: { axes: BoneAxes, scale: number, armature: [number, number, number], turn: Quat }[] = [
            { axes: 'as the model', scale: 1, armature: [0, 0, 0], turn: Quat.IDENTITY }, { axes: 'y along', scale: 0.01, armature: [0, 0, 0], turn: Quat.IDENTITY },
            { axes: 'x along, mirrored', scale: 1, armature: [-90, 0, 0], turn: Quat.IDENTITY }, { axes: 'x along', scale: 100, armature: [0, 90, 0], turn }
        ];
        const shown = variants.map(({ axes, scale, armature, turn }) => {
            const { root, nodes } = buildSkeleton(app, { ...written, axes, armature: { name: 'Armature', turn: armature, scale } });
            const made = retarget(track, people.player, new Player(app, root));
            root.setRotation(turn);
            const player = new Player(app, root);
            player.play(made);
            return Array.from({ length: 10 }, (_, i) => {
                player.seek(track.duration * i / 10);
                app.update(0);
                return [...nodes.values()].map(node => turn.clone().invert().transformVector(node.getPosition(), new Vec3()));
            });
        });
        for (const other of shown.slice(1)) {
            for (const [i, places] of other.entries()) for (const [k, place] of places.entries()) expect(place.distance(shown[0][i][k])).below(1e-4);
        }
    });

    it('leads back to the clip that it came from', async () => {
        const [there, back] = [await loadPlayer(app, GNOME), await loadPlayer(app, PEOPLE)];
        for (const clip of ['walk', 'wave']) {
            const track = people.clips.get(clip)!;
            // an arm that is led around a larger head does not come back
            const made = retarget(track, people.player, there.player, { keepHands: false });
            const returned: AnimTrack = retarget(made, there.player, back.player, { keepHands: false });
            const figures = compare(people.player, back.player, track, returned);
            for (const part of ['UpperArm', 'Forearm']) expect(quantile(bothSides(figures, part), 1), `${clip}, ${part}`).below(1);
        }
    });
});
