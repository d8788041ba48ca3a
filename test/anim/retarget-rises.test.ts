import { basename } from 'node:path';

import { expect } from 'chai';
import type { AnimTrack } from 'playcanvas';

import { FULL, furtherRig, HOUND } from '../support/characters';
import { loadPlayer, retarget, useSource, type Player } from '../support/retarget-stage';
import { ShownSkin } from '../support/shown-skin';
import { skipBecause } from '../support/skip';

// An animal that lies has its trunk on the floor, and rises from it on its legs: it does not hop. Looked at is the skin of the trunk, without legs and tail;
// a fat thigh lies under it. While it lies or sits, its thighs and hocks are on the floor, and not deep in it.

/** Shares of the height of the hips' joints over the soles as it stands: heights of the source's trunk up to which the body lies, and by how much higher the other's may be. */
const LIES = 0.13;
const HIGHER = 0.2;

/** Depth of hind legs in the floor, in the same shares: where thigh and shank are one bone it is half as thick as that. */
const DEEP = 0.23;

/** Vertices of the trunk that are looked at. */
const VERTICES = 400;

const ANIMALS = [HOUND, 'Husky.glb', 'Cow.glb', 'Zebra.glb', 'Pug.glb', 'more/Donkey.glb', 'more/Fox.glb'];
const CLIPS = ['get-up-left', 'get-up-right', 'get-up-prone', 'lie-down'];
const LOW = ['get-up-prone', 'get-up-hind-first', 'lie-down', 'sit-down'];

describe('retargetTrack: animals that lie', () => {
    const stage = useSource('templates/motions-animals.glb');

    /** Vertices that hang on bones which are a part of a leg, the tail or an ear. */
    function verticesOf({ rig: { bones, skeleton: { nodes, parents } } }: Player, { skin: { nodes: held, weights, points } }: ShownSkin, roles: RegExp, isPart: boolean): number[] {
        const parts = new Set([...bones].flatMap(([role, bone]) => (roles.test(role) ? [bone] : [])));
        const isOf = (bone: number): boolean => bone >= 0 && (parts.has(bone) || isOf(parents[bone]));
        const isWanted = nodes.map((_, bone) => isOf(bone) === isPart);
        const found: number[] = [];
        for (let vertex = 0; vertex < points.length / 3; vertex++) {
            let share = 0;
            for (let slot = 4 * vertex; slot < 4 * vertex + 4; slot++) if (held[slot] >= 0 && isWanted[held[slot]]) share += weights[slot];
            if (share > 0.9) found.push(vertex);
        }
        const step = Math.max(1, Math.floor(found.length / VERTICES));
        return found.filter((_, i) => i % step === 0);
    }

    /** Height of the lowest vertex of the trunk, or of the hind legs, over the floor in each second frame, in heights of the hips as it stands. */
    function heightsIn(player: Player, track: AnimTrack, standing: AnimTrack, ofLegs = false): number[] {
        const skin = new ShownSkin(player.rig);
        const vertices = ofLegs ? verticesOf(player, skin, /Thigh/, true) : verticesOf(player, skin, /Thigh|UpperArm|^tail|Ear/, false);
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

        it(`${name}: with hind legs on the floor, and not in it`, async function () {
            const file = path === HOUND ? path : furtherRig(path);
            if (!file) skipBecause(this, 'needs the folder that LIMBER_RIGS names');
            const { player } = await loadPlayer(stage.app, file);
            const ownIdle = retarget(stage.source.clips.get('idle')!, stage.source.player, player);
            for (const clip of LOW) {
                const own = heightsIn(player, retarget(stage.source.clips.get(clip)!, stage.source.player, player), ownIdle, true);
                expect(-Math.min(...own), clip).below(DEEP);
            }
            player.entity.destroy();
        });
    });
});
