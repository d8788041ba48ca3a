import { basename } from 'node:path';

import { expect } from 'chai';
import type { AnimTrack } from 'playcanvas';

import { FULL, furtherRig, HOUND } from '../support/characters';
import { loadPlayer, retarget, useSource, type Player } from '../support/retarget-stage';
import { ShownSkin } from '../support/shown-skin';
import { skipBecause } from '../support/skip';

// An animal that lies has its trunk on the floor, and rises from it on its legs: it does not hop. Looked at is the skin of the trunk, without legs and tail;
// a fat thigh lies under it.

/** Shares of the height of the hips' joints over the soles as it stands: heights of the source's trunk up to which the body lies, and by how much higher the other's may be. */
const LIES = 0.13;
const HIGHER = 0.2;

/** Vertices of the trunk that are looked at. */
const VERTICES = 400;

const ANIMALS = [HOUND, 'Husky.glb', 'Cow.glb', 'Zebra.glb', 'Pug.glb', 'more/Donkey.glb', 'more/Fox.glb'];
const CLIPS = ['get-up-left', 'get-up-right', 'get-up-prone', 'lie-down'];

describe('retargetTrack: animals that lie', () => {
    const stage = useSource('templates/motions-animals.glb');

    /** Vertices that hang on bones which are not a part of a leg, the tail or an ear. */
    function trunkOf({ rig: { bones, skeleton: { nodes, parents } } }: Player, { skin: { nodes: held, weights, points } }: ShownSkin): number[] {
        const others = new Set([...bones].flatMap(([role, bone]) => (/Thigh|UpperArm|^tail|Ear/.test(role) ? [bone] : [])));
        const isOther = (bone: number): boolean => bone >= 0 && (others.has(bone) || isOther(parents[bone]));
        const isTrunk = nodes.map((_, bone) => !isOther(bone));
        const found: number[] = [];
        for (let vertex = 0; vertex < points.length / 3; vertex++) {
            let share = 0;
            for (let slot = 4 * vertex; slot < 4 * vertex + 4; slot++) if (held[slot] >= 0 && isTrunk[held[slot]]) share += weights[slot];
            if (share > 0.9) found.push(vertex);
        }
        const step = Math.max(1, Math.floor(found.length / VERTICES));
        return found.filter((_, i) => i % step === 0);
    }

    /** Height of the trunk's lowest vertex over the floor in each second frame, in heights of the hips as it stands. */
    function heightsIn(player: Player, track: AnimTrack, standing: AnimTrack): number[] {
        const skin = new ShownSkin(player.rig);
        const vertices = trunkOf(player, skin);
        const show = (clip: AnimTrack, time: number) => {
            player.seek(Math.min(time, clip.duration - 1e-4));
            stage.app.update(0);
        };
        player.play(standing);
        show(standing, 0);
        const hips = (['leftThigh', 'rightThigh'] as const).map(role => player.own(player.bone(role)!.getPosition()).y);
        player.play(track);
        return Array.from({ length: Math.floor(30 * track.duration) + 1 }, (_, frame) => {
            show(track, frame / 30);
            skin.update();
            return Math.min(...vertices.map(vertex => player.own(skin.place(vertex)).y)) / Math.min(...hips);
        });
    }

    (FULL ? ANIMALS : ANIMALS.slice(0, 3)).forEach((path) => {
        const name = basename(path);
        it(`${name}: with the trunk on the floor, and does not hop`, async function () {
            const file = path === HOUND ? path : furtherRig(path);
            if (!file) skipBecause(this, 'needs the folder that LIMBER_RIGS names');
            const { player } = await loadPlayer(stage.app, file);
            const idle = stage.source.clips.get('idle')!;
            const ownIdle = retarget(idle, stage.source.player, player);
            for (const clip of CLIPS) {
                const track = stage.source.clips.get(clip)!;
                const theirs = heightsIn(stage.source.player, track, idle);
                const own = heightsIn(player, retarget(track, stage.source.player, player), ownIdle);
                const lying = theirs.flatMap((height, frame) => (height < LIES ? [own[frame] - height] : []));
                expect(lying.length, `${clip}: frames in which the source lies`).above(5);
                expect(Math.max(...lying), `${clip}: height over the source's`).below(HIGHER);
            }
            player.entity.destroy();
        });
    });
});
