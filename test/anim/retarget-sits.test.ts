import { basename } from 'node:path';

import { expect } from 'chai';
import type { AnimTrack } from 'playcanvas';

import { FULL, furtherRig, HOUND } from '../support/characters';
import { loadPlayer, retarget, useSource, type Player } from '../support/retarget-stage';
import { skipBecause } from '../support/skip';

// An animal that sits has its rump near the ground, the joints of its hind legs over its paws against those as it stands, and its forepaws on the ground.

/** Share of the standing height: a dog's are at a fifth. */
const SITS = 0.35;

/** Height of the ends of forelegs over that in which the animal stands, as a share of its height. */
const ON_GROUND = 0.03;

const ANIMALS = [HOUND, 'more/Fox.glb', 'Zebra.glb', 'Husky.glb', 'Cow.glb', 'more/Donkey.glb'];

describe('retargetTrack: animals that sit', () => {
    const stage = useSource('templates/motions-animals.glb');

    /** Height of the hind legs' joints over the lower paw in the middle of a clip, and of the higher forepaw over the origin. */
    function heightsIn(player: Player, track: AnimTrack): { rump: number, forepaws: number } {
        player.play(track);
        player.seek(track.duration / 2);
        stage.app.update(0);
        const heights = (['leftThigh', 'rightThigh'] as const).map(role => player.own(player.bone(role)!.getPosition()).y);
        const paws = player.feet.map(foot => player.own(foot.getPosition()).y);
        return { rump: (heights[0] + heights[1]) / 2 - Math.min(paws[0], paws[1]), forepaws: Math.max(paws[2], paws[3]) };
    }

    (FULL ? ANIMALS : ANIMALS.slice(0, 2)).forEach((path) => {
        const name = basename(path);
        it(`${name}: the rump comes down, the forepaws stay on the ground`, async function () {
            const file = path === HOUND ? path : furtherRig(path);
            if (!file) skipBecause(this, 'needs the folder that LIMBER_RIGS names');
            const { player } = await loadPlayer(stage.app, file);
            const [sits, stands] = ['sit', 'idle'].map(clip => heightsIn(player, retarget(stage.source.clips.get(clip)!, stage.source.player, player)));
            expect(sits.rump / stands.rump, 'share of the standing height').below(SITS);
            expect((sits.forepaws - stands.forepaws) / player.size, 'height of the forepaws').below(ON_GROUND);
            player.entity.destroy();
        });
    });
});
