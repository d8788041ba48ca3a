import { basename } from 'node:path';

import { expect } from 'chai';
import { Vec3, type AnimTrack } from 'playcanvas';

import type { Role } from '../../scripts/rig/roles';
import { charactersAtHand, FULL } from '../support/characters';
import { loadPlayer, retarget, useSource, type Player } from '../support/retarget-stage';
import { skipBecause } from '../support/skip';

// An animal's trunk rocks in the hound's gallop as far as its legs are long: the line from its hip joints to its shoulder joints. Horses rock by 5 to 10 degrees.

/** Degrees against the trunk as it stands. */
const ROCKS = 12;
const MOMENTS = 40;

/** Bodies that are not like a mammal's. */
const OTHERWISE = /^(?:Apatosaurus|Frog|Triceratops)\./;

/** In a short run these: with backs of four bones, of two and of one. */
const SAMPLE = /^(?:hound|Cow|Zebra|Cat)\./;

describe('retargetTrack: animals that gallop', () => {
    const stage = useSource('templates/motions-animals.glb');

    /** Pitch of the trunk in degrees. */
    function pitchOf(player: Player): number {
        const middle = (...roles: Role[]) => roles.reduce((sum, role) => sum.add(player.bone(role)!.getPosition()), new Vec3()).mulScalar(0.5);
        const trunk = player.own(middle('leftUpperArm', 'rightUpperArm').sub(middle('leftThigh', 'rightThigh')));
        return Math.atan2(trunk.y, trunk.z) * 180 / Math.PI;
    }

    function rangeIn(player: Player, track: AnimTrack): [number, number] {
        player.play(track);
        const pitches = Array.from({ length: MOMENTS }, (_, i) => {
            player.seek(track.duration * i / MOMENTS);
            stage.app.update(0);
            return pitchOf(player);
        });
        return [Math.min(...pitches), Math.max(...pitches)];
    }

    charactersAtHand().filter(path => !OTHERWISE.test(basename(path)) && (FULL || SAMPLE.test(basename(path)))).forEach((path) => {
        it(`${basename(path)}: the trunk rocks as far as the legs are long`, async function () {
            const { player } = await loadPlayer(stage.app, path);
            if (player.rig.legs !== 4) skipBecause(this, `${player.rig.legs} legs were found in it`);
            stage.app.update(0);
            const stands = pitchOf(player);
            const [low, high] = rangeIn(player, retarget(stage.source.clips.get('gallop')!, stage.source.player, player));
            expect(low - stands, 'down').above(-ROCKS);
            expect(high - stands, 'up').below(ROCKS);
            player.entity.destroy();
        });
    });
});
