import { basename } from 'node:path';

import { expect } from 'chai';
import { Quat, type AnimTrack, type AppBase, type GraphNode } from 'playcanvas';

import { retargetTrack } from '../../scripts/index';
import type { Role } from '../../scripts/rig/roles';
import { createApp } from '../support/app';
import { charactersAtHand, FULL } from '../support/characters';
import { turnBetween } from '../support/geometry';
import { loadPlayer, type Player } from '../support/retarget-stage';
import { HASTY_LIMBS, isUnsupported, UNEVEN, UNEVEN_SCALE } from '../support/unsupported';

// Joints of a clip on another character turn hardly faster than the source's: no knee that pops at full stretch, no leg that flips where it folds. Of bodies that are
// built too differently for a clip that is told.

const SOURCES = { 2: 'templates/motions-people.glb', 4: 'templates/motions-animals.glb' } as const;
const CLIPS = {
    2: ['walk', 'run', 'walk-stop', 'get-up-supine', 'get-up-prone', 'sit-down', 'hang'],
    4: ['walk', 'trot', 'get-up-prone', 'get-up-left', 'sit-down', 'lie-down']
} as const;

/** Times the source's fastest joint; a source whose joints are slower than the least, in degrees a second, says nothing. */
const GOAL = 1.3;
const LEAST = 60;

/** Least times at which a clip may be told as too fast: the pack looks at other frames. */
const TOLD = 1.08;

/** The same of a clip that does not move. */
const STANDS = 0.02;

/** Bodies on which no clip is: told as too fast on them, the sentence would say nothing. */
const OFTEN = /^(?:gnome|hound|Soldier|Xbot|avatar|rpm|bitmoji|Goblin|Orc)\./;

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

    charactersAtHand().filter(file => FULL || SAMPLE.test(basename(file))).forEach((path) => {
        const name = basename(path);
        it(`${name}: hardly faster than the source's`, async () => {
            const { player } = await loadPlayer(app, path);
            const { legs } = player.rig;
            if (legs !== 2 && legs !== 4) return;
            const source = sources.get(legs)!;
            const roles = [...source.player.rig.bones.keys()].filter(role => JOINT.test(role) && player.rig.bones.has(role));
            const over: string[] = [], told: string[] = [];
            for (const clip of CLIPS[legs]) {
                const track = source.clips.get(clip)!;
                const { track: made, problem } = retargetTrack(track, source.player.entity, player.entity);
                if (isUnsupported({ name }, UNEVEN, UNEVEN_SCALE, [problem])) continue;
                const times = fastest(player, made!, roles) / Math.max(LEAST, fastest(source.player, track, roles));
                if (!(times > STANDS && (times < GOAL || HASTY_LIMBS.test(problem)))) over.push(`${clip}: ${times.toFixed(2)} times`);
                if (HASTY_LIMBS.test(problem) && (OFTEN.test(name) || times < TOLD)) told.push(`${clip}: ${times.toFixed(2)} times`);
            }
            expect(over).deep.equal([]);
            expect(told, 'told without need').deep.equal([]);
            player.entity.destroy();
        });
    });
});
