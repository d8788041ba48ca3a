import { basename } from 'node:path';

import { expect } from 'chai';
import { Quat, type AnimTrack, type AppBase, type GraphNode } from 'playcanvas';

import type { Role } from '../../scripts/rig/roles';
import { createApp } from '../support/app';
import { charactersAtHand, FULL } from '../support/characters';
import { turnBetween } from '../support/geometry';
import { boundOf, type Reached } from '../support/reached';
import { loadPlayer, retarget, type Player } from '../support/retarget-stage';
import { isUnsupported, NO_FEET, type Unsupported } from '../support/unsupported';

// Joints of a clip on another character turn hardly faster than the source's: no knee that pops at full stretch, no leg that flips where it folds.

const SOURCES = { 2: 'templates/motions-people.glb', 4: 'templates/motions-animals.glb' } as const;
const CLIPS = {
    2: ['walk', 'run', 'walk-stop', 'get-up-supine', 'get-up-prone', 'sit-down', 'hang'],
    4: ['walk', 'trot', 'get-up-prone', 'get-up-left', 'sit-down', 'lie-down']
} as const;

/** Times the source's fastest joint; a source whose joints are slower than the least, in degrees a second, says nothing. */
const GOAL = 1.3;
const LEAST = 60;

/** The same of a clip that does not move. */
const STANDS = 0.02;

/**
 * What is reached: hands and feet that stay turned as they are while long limbs move, legs of a few centimetres below a body that drops on them. Animals whose trunk is higher
 * over their legs than the hound's, or whose thigh and shank are one bone, have further to the floor, on which they lie as long: Husky, Cow, Pug, Zebra, Donkey, Cat, Frog.
 */
const REACHED: Reached = {
    'Cat.glb': 2.3, 'Husky.glb': 2.3, 'Cow.glb': 1.8, 'Pug.glb': 1.6, 'Zebra.glb': 1.7, 'Knight.glb': 1.6, 'SkeletonMinion.glb': 1.9, 'Soldier.glb': 1.4,
    'Bird.glb': 2.7, 'Donkey.glb': 1.8, 'Dragon.glb': 9, 'EnemyLarge.glb': 4.2, 'Fox.glb': 1.4, 'Frog.glb': 10.5, 'KnightQ.glb': 1.4, 'Lumberjack.glb': 2.1, 'Mech.glb': 3.9,
    'RobotExpressive.glb': 1.8, 'Walker.glb': 3.4
};

/** Legs without feet: they are not kept on the floor as the source's. */
const WITHOUT_FEET: Unsupported = ['Boxman.glb', 'Deer.glb', 'HorseBones.glb', 'Kenney.glb', 'LuantiCharacter.glb'];

/** Bodies that are not like a person's or an animal's. */
const OTHERWISE = /^(?:Apatosaurus|BrainStem|Delegate|Guy|MechGeorge|Triceratops)\./;

/** In a short run these. */
const SAMPLE = /^(?:gnome|hound|Soldier|Cow)\./;

const JOINT = /^(?:(?:left|right)(?:Clavicle|UpperArm|Forearm|Hand|Thigh|Shin|Metatarsus|Metacarpus|Foot|Toes)|hips|spine\d*|neck\d*|head)$/;

/** Degrees a second of the fastest joint against the one above it in the list. */
function fastest(player: Player, track: AnimTrack, roles: readonly Role[]): number {
    const nodes: GraphNode[] = roles.map(role => player.bone(role)!);
    const above = nodes.map((node) => {
        let parent = node.parent;
        while (parent && !nodes.includes(parent)) parent = parent.parent;
        return parent ? nodes.indexOf(parent) : -1;
    });
    player.play(track);
    let before: Quat[] = [], most = 0;
    for (let frame = 0; frame < Math.floor(60 * track.duration); frame++) {
        player.seek(frame / 60);
        player.app.update(0);
        const turns = nodes.map(node => node.getRotation().clone());
        const now = turns.map((turn, i) => (above[i] < 0 ? turn : turns[above[i]].clone().invert().mul(turn)));
        most = Math.max(most, ...before.map((turn, i) => 60 * turnBetween(turn, now[i])));
        before = now;
    }
    return most;
}

describe('retargetTrack: speeds of joints', () => {
    let app: AppBase;
    const sources = new Map<number, Awaited<ReturnType<typeof loadPlayer>>>();

    before(async () => {
        app = createApp();
        for (const legs of [2, 4] as const) sources.set(legs, await loadPlayer(app, SOURCES[legs]));
    });
    after(() => app.destroy());

    charactersAtHand().filter(file => !OTHERWISE.test(basename(file)) && (FULL || SAMPLE.test(basename(file)))).forEach((path) => {
        const name = basename(path);
        it(`${name}: hardly faster than the source's`, async () => {
            const { player } = await loadPlayer(app, path);
            const { legs } = player.rig;
            if (legs !== 2 && legs !== 4) return;
            const isLikeSource = !isUnsupported({ name }, WITHOUT_FEET, NO_FEET, player.rig.problems);
            const source = sources.get(legs)!;
            const roles = [...source.player.rig.bones.keys()].filter(role => JOINT.test(role) && player.rig.bones.has(role));
            const bound = boundOf({ name }, GOAL, REACHED);
            const over: string[] = [];
            for (const clip of CLIPS[legs]) {
                const track = source.clips.get(clip)!;
                const times = fastest(player, retarget(track, source.player, player), roles) / Math.max(LEAST, fastest(source.player, track, roles));
                if (!(times > STANDS && (times < bound || !isLikeSource))) over.push(`${clip}: ${times.toFixed(2)} times`);
            }
            expect(over).deep.equal([]);
            player.entity.destroy();
        });
    });
});
