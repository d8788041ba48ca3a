import { basename } from 'node:path';

import { expect } from 'chai';
import type { AppBase } from 'playcanvas';

import { retargetTrack } from '../../scripts/index';
import { createApp } from '../support/app';
import { FULL, furtherRig, GNOME } from '../support/characters';
import { HandTouch, type TouchedPart } from '../support/hand-touch';
import { loadPlayer } from '../support/retarget-stage';
import { skipBecause } from '../support/skip';
import { isUnsupported, SHORT_ARMS, type Unsupported } from '../support/unsupported';

// Hands that touch on the source touch the same place on the target, and arms do not go through bodies: on skinned vertices, by rays.

const PEOPLE = 'templates/motions-people.glb';

/** Millimetres of a person: distance of skins that touch on the source, how much further a hand is from what it covers there, and of arms in the body. */
const TOUCHES = 12;
const PLACE = 25;
const DEPTH = 15;

/** In a short run the first. */
const CLIPS = ['hands-on-hips', 'hand-on-knee', 'clap', 'sit'] as const;

/** Arms that are too short for their legs or their bodies, by clip. */
const SHORT: Record<typeof CLIPS[number], Unsupported> = {
    'hands-on-hips': ['Soldier.glb', 'Knight.glb', 'Lumberjack.glb'], 'hand-on-knee': ['Soldier.glb', 'Knight.glb', 'Witch.glb', 'Lumberjack.glb'],
    'clap': ['Soldier.glb', 'Knight.glb', 'Lumberjack.glb'], 'sit': ['Soldier.glb', 'Knight.glb', 'Witch.glb', 'Lumberjack.glb']
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

    /** How much further hands are from what they cover on the source, and how much deeper arms are in the body; millimetres of a person. */
    function measure(ours: HandTouch, clip: string, keepHands: boolean) {
        const track = source.clips.get(clip)!;
        const { track: made, problem } = retargetTrack(track, source.player.entity, ours.player.entity, { keepHands });
        ours.player.play(made!);
        source.player.play(track);
        const touches: { from: number, further: number }[] = [];
        let depth = 0;
        for (const share of FULL ? [0.1, 0.5, 0.9] : [0.45]) {
            for (const { player } of [theirs, ours]) player.seek(share * track.duration);
            app.update(0);
            theirs.read();
            ours.read();
            for (const side of ['left', 'right'] as const) {
                const touch = theirs.nearest(side);
                const [own, on] = [theirs, ours].map(one => touch && one.distanceTo(side, touch));
                // where a ray finds no skin the character has no such place
                if (touch && own !== null && on !== null) touches.push({ from: touch.distance, further: on - own });
                for (const part of PARTS) {
                    const deep = 1000 * ours.depth(side, part);
                    if (deep > DEPTH) depth = Math.max(depth, deep - 1000 * theirs.depth(side, part));
                }
            }
            const apart = theirs.handsApart();
            touches.push({ from: apart, further: ours.handsApart() - apart });
        }
        const kept = touches.filter(({ from }) => 1000 * from < TOUCHES);
        return { place: Math.max(0, ...kept.map(({ further }) => 1000 * further)), depth, touching: kept.length, problem };
    }

    for (const path of TARGETS) {
        const name = basename(path);
        it(`${name}: hands touch what they touch on the source, arms are not in the body`, async function () {
            const file = path === GNOME ? path : furtherRig(path);
            if (!file) skipBecause(this, 'needs the folder that LIMBER_RIGS names');
            const { player } = await loadPlayer(app, file);
            const ours = new HandTouch(player);
            for (const clip of CLIPS.slice(0, FULL ? CLIPS.length : 1)) {
                const { place, depth, problem } = measure(ours, clip, true);
                if (isUnsupported({ name }, SHORT[clip], SHORT_ARMS, [problem])) continue;
                expect(place, `${clip}, place`).below(PLACE);
                expect(depth, `${clip}, depth`).below(DEPTH);
            }
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
