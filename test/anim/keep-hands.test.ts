import { basename } from 'node:path';

import { expect } from 'chai';
import type { AppBase } from 'playcanvas';

import { createApp } from '../support/app';
import { FULL, furtherRig, GNOME } from '../support/characters';
import { HandTouch, type TouchedPart } from '../support/hand-touch';
import { boundOf, type Reached } from '../support/reached';
import { loadPlayer, retarget } from '../support/retarget-stage';
import { skipBecause } from '../support/skip';

// Hands that touch on the source touch the same place on the target, and arms do not go through bodies: on skinned vertices, by rays.

const PEOPLE = 'templates/motions-people.glb';

/** Millimetres of a person: distance of skins that touch on the source, of what touches from its place, and of arms in the body. */
const TOUCHES = 12;
const PLACE = 20;
const DEPTH = 10;

/** In a short run the first. */
const CLIPS = ['hands-on-hips', 'hand-on-knee', 'clap', 'sit'] as const;
type Figure = `${typeof CLIPS[number]} ${'place' | 'depth'}`;

/** What is reached elsewhere. */
const REACHED: Partial<Record<Figure, Reached>> = {
    // hands of another size reach further around than the source's; arms of the knight and the lumberjack are too short to meet before their bodies
    'hands-on-hips place': { 'gnome.glb': 28, 'Soldier.glb': 75, 'Knight.glb': 160 },
    'hands-on-hips depth': { 'gnome.glb': 46, 'avatar.vrm': 30, 'rpm.glb': 29, 'Xbot.glb': 35, 'Knight.glb': 85, 'Witch.glb': 23, 'Lumberjack.glb': 25 },
    'hand-on-knee place': { 'rpm.glb': 33, 'Soldier.glb': 43, 'Knight.glb': 215, 'Witch.glb': 50, 'Lumberjack.glb': 57 },
    'hand-on-knee depth': { 'Knight.glb': 65, 'Witch.glb': 14, 'Lumberjack.glb': 250 },
    'clap place': { 'gnome.glb': 27, 'Knight.glb': 425, 'Lumberjack.glb': 140 },
    'clap depth': { 'Soldier.glb': 27, 'Knight.glb': 29, 'Lumberjack.glb': 180 },
    'sit place': { 'gnome.glb': 70, 'avatar.vrm': 48, 'rpm.glb': 45, 'Xbot.glb': 90, 'Soldier.glb': 95, 'Knight.glb': 215, 'Witch.glb': 24, 'Lumberjack.glb': 107 },
    'sit depth': { 'gnome.glb': 37, 'avatar.vrm': 13, 'rpm.glb': 20, 'Xbot.glb': 25, 'Soldier.glb': 36, 'Knight.glb': 88, 'Witch.glb': 50 }
};

const PARTS: readonly TouchedPart[] = ['trunk', 'head', 'leftThigh', 'rightThigh'];
const TARGETS = [GNOME, ...FULL ? ['avatar.vrm', 'rpm.glb', 'Xbot.glb', 'Soldier.glb', 'Knight.glb', 'more/Witch.glb', 'more/Lumberjack.glb'] : []];

describe('keepHands', () => {
    const app: AppBase = createApp();
    let source: Awaited<ReturnType<typeof loadPlayer>>;
    let theirs: HandTouch;
    before(async () => {
        source = await loadPlayer(app, PEOPLE);
        theirs = new HandTouch(source.player);
    });
    after(() => app.destroy());

    /** How far hands are from where they touch on the source, and how much deeper arms are in the body; millimetres of a person. */
    function measure(ours: HandTouch, clip: string, keepHands: boolean) {
        const track = source.clips.get(clip)!;
        ours.player.play(retarget(track, source.player, ours.player, { keepHands }));
        source.player.play(track);
        const touches: { from: number, to: number }[] = [];
        let depth = 0;
        for (const share of FULL ? [0.1, 0.5, 0.9] : [0.45]) {
            for (const { player } of [theirs, ours]) player.seek(share * track.duration);
            app.update(0);
            theirs.read();
            ours.read();
            for (const side of ['left', 'right'] as const) {
                const touch = theirs.nearest(side);
                const on = touch && ours.distanceTo(side, touch);
                // where a ray finds no skin the character has no such place
                if (on !== null) touches.push({ from: touch!.distance, to: on });
                for (const part of PARTS) {
                    const deep = 1000 * ours.depth(side, part);
                    if (deep > DEPTH) depth = Math.max(depth, deep - 1000 * theirs.depth(side, part));
                }
            }
            touches.push({ from: theirs.handsApart(), to: ours.handsApart() });
        }
        const kept = touches.filter(({ from }) => 1000 * from < TOUCHES);
        return { place: Math.max(0, ...kept.map(({ to }) => 1000 * to)), depth, touching: kept.length };
    }

    for (const path of TARGETS) {
        const name = basename(path);
        it(`${name}: hands touch what they touch on the source, arms are not in the body`, async function () {
            const file = path === GNOME ? path : furtherRig(path);
            if (!file) skipBecause(this, 'needs the folder that LIMBER_RIGS names');
            const { player } = await loadPlayer(app, file);
            const ours = new HandTouch(player);
            const misses: string[] = [];
            for (const clip of CLIPS.slice(0, FULL ? CLIPS.length : 1)) {
                const figures = measure(ours, clip, true);
                for (const [key, goal] of [['place', PLACE], ['depth', DEPTH]] as const) {
                    if (!(figures[key] < boundOf({ name }, goal, REACHED[`${clip} ${key}`]))) misses.push(`${clip} ${key} ${figures[key].toFixed(0)} mm`);
                }
            }
            expect(misses).deep.equal([]);
            player.entity.destroy();
        });
    }

    it('leaves hands where the arms have them when it is off', async () => {
        const { player } = await loadPlayer(app, GNOME);
        const { place, touching } = measure(new HandTouch(player), 'hand-on-knee', false);
        expect(touching).above(0);
        expect(place).above(1.4 * PLACE);
        player.entity.destroy();
    });
});
