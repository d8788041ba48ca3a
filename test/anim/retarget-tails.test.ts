import { basename } from 'node:path';

import { expect } from 'chai';
import { Quat, Vec3, type GraphNode, type RenderComponent } from 'playcanvas';

import type { Role } from '../../scripts/rig/roles';
import { charactersAtHand, FULL } from '../support/characters';
import { loadPlayer, retarget, useSource, type Player } from '../support/retarget-stage';
import { skipBecause } from '../support/skip';

// Tails and ears keep the shape of their own body, whatever the source's is: directions of their bones as the engine shows them.

/** Degrees, mean over a clip, by which a part is away from its own bind shape more than the source's from its mean. */
const APART = 20;

/** Millimetres of a person that a tail's joints come into the floor: in the keys not at all, but between two of them a tail that drops on it turns far. */
const DEPTH = 20;

/** The first of them stand or go. */
const CLIPS = ['idle', 'walk', 'gallop', 'sit-down', 'lie-down', 'get-up-left'];
const STANDING = 3;

/** Of each clip are looked at. */
const MOMENTS = 20;

/** In a short run these. */
const SAMPLE = /^(?:hound|Cow|Fox|Zebra)\./;

const PARTS: readonly (readonly [RegExp, Role])[] = [[/^tail/, 'hips'], [/Ear/, 'head']];

const files = charactersAtHand().filter(path => FULL || SAMPLE.test(basename(path)));

describe('retargetTrack: tails and ears', () => {
    const stage = useSource('templates/motions-animals.glb');

    /** A bone of a tail or an ear, the next joint, and the bone that the whole hangs on. */
    interface Piece { readonly from: GraphNode; readonly to: GraphNode; readonly base: GraphNode; readonly isTail: boolean }

    function piecesOf({ rig }: Player): Piece[] {
        const node = (role: Role) => rig.skeleton.nodes[rig.bones.get(role)!];
        return PARTS.flatMap(([part, base]) => [...rig.bones.keys()].filter(role => part.test(role)).flatMap((role) => {
            const to = node(role).children.find((child): child is GraphNode => rig.skeleton.nodes.includes(child as GraphNode));
            return to && rig.bones.has(base) ? [{ from: node(role), to, base: node(base), isTail: role.startsWith('tail') }] : [];
        }));
    }

    /** Direction of a piece as seen from its base. */
    function shownWay({ from, to, base }: Piece): Vec3 {
        const way = new Vec3().sub2(to.getPosition(), from.getPosition()).normalize();
        return base.getRotation().clone().invert().transformVector(way, new Vec3());
    }

    /** The same as the skin was bound; null where it does not hold all three. */
    function boundWay({ entity }: Player, { from, to, base }: Piece): Vec3 | null {
        const skins = (entity.findComponents('render') as RenderComponent[]).flatMap(({ meshInstances }) => meshInstances.flatMap(({ skinInstance }) => skinInstance ?? []));
        const holder = skins.find(({ bones }) => [from, to, base].every(node => bones.includes(node)));
        if (!holder) return null;
        const [a, b, c] = [from, to, base].map(node => holder.skin.inverseBindPose[holder.bones.indexOf(node)].clone().invert());
        const way = new Vec3().sub2(b.getTranslation(), a.getTranslation()).normalize();
        return new Quat().setFromMat4(c).invert().transformVector(way, new Vec3());
    }

    files.forEach((path) => {
        const name = basename(path);
        it(`${name}: keep their own shape, and are not in the floor`, async function () {
            const { player } = await loadPlayer(stage.app, path);
            if (player.rig.legs !== 4 || !player.bone('tail')) skipBecause(this, 'is no animal with a tail on four legs');
            const [pieces, others] = [player, stage.source.player].map(piecesOf);
            const own = pieces.map(piece => boundWay(player, piece));
            expect(own.filter(way => way).length, 'pieces').above(0);
            const misses: string[] = [];
            for (const [index, clip] of CLIPS.entries()) {
                const track = stage.source.clips.get(clip)!;
                player.play(retarget(track, stage.source.player, player));
                stage.source.player.play(track);
                const shown: Vec3[][] = [], theirs: Vec3[][] = [];
                let lowest = Infinity;
                for (let i = 0; i < MOMENTS; i++) {
                    for (const one of [player, stage.source.player]) one.seek((i + 0.5) / MOMENTS * track.duration);
                    stage.app.update(0);
                    shown.push(pieces.map(shownWay));
                    theirs.push(others.map(shownWay));
                    lowest = Math.min(lowest, ...pieces.flatMap(({ from, to, isTail }) => (isTail ? [from, to].map(node => 1000 * player.onPerson(node.getPosition().y)) : [])));
                }
                if (!(lowest > -DEPTH)) misses.push(`${clip}: ${lowest.toFixed(0)} mm`);
                if (index >= STANDING) continue;
                const away = (ways: Vec3[][], k: number, way: Vec3) => ways.reduce((sum, now) => sum + Math.acos(Math.min(1, Math.max(-1, now[k].dot(way)))), 0) * 180 / Math.PI / MOMENTS;
                const moves = Math.max(0, ...others.map((_, k) => away(theirs, k, theirs.reduce((sum, ways) => sum.add(ways[k]), new Vec3()).normalize())));
                const most = Math.max(0, ...own.map((way, k) => (way ? away(shown, k, way) : 0)));
                if (!(most < moves + APART)) misses.push(`${clip}: ${most.toFixed(0)} degrees, the source ${moves.toFixed(0)}`);
            }
            expect(misses).deep.equal([]);
            player.entity.destroy();
        });
    });
});
