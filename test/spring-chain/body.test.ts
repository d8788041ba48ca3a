import { expect } from 'chai';
import { Vec3, type AppBase, type Entity, type GraphNode } from 'playcanvas';

import { Lap } from '../../docs/demo/pages/spring-chain/lap';
import { Scarf } from '../../docs/demo/pages/spring-chain/scarf';
import type { SpringChain } from '../../scripts/index';
import { findCharacter } from '../../scripts/rig/character';
import type { Rig } from '../../scripts/rig/rig';
import { loadGlb } from '../support/app';
import { MANNEQUIN, sampled } from '../support/characters';
import { ShownSkin } from '../support/shown-skin';
import { itFull, requireRig } from '../support/skip';
import { createSpringApp } from '../support/spring-stage';

// Scarves of characters that run to and fro: in the turn they fly around upper arms and chest. How deep a joint is inside of the skin is
// measured on the line from the bone through the joint to the skin.

/** Metres of a person from that line within which a vertex says where the skin is there, and how many of them do. */
const NEAR = 0.03;
const NEAREST = 3;

/** What hangs, and millimetres of a person by which joints may be inside: a vest with bags and plate armour are no capsules. */
const CHARACTERS: [string, 'its own' | 'the gallery\'s', number][] = [
    ['mannequin', 'its own', 5], ['Xbot', 'the gallery\'s', 5], ['Soldier', 'the gallery\'s', 10], ['Knight', 'the gallery\'s', 38]
];

/** A piece of the body: the bone that carries it, where it ends, and the vertices that hang on it. */
interface Piece { readonly first: GraphNode; readonly last: GraphNode; readonly vertices: readonly number[] }

function piecesOf({ skeleton, bones, spine, neck }: Rig, { holders }: ShownSkin['skin']): Piece[] {
    const trunk = [bones.get('hips')!, ...spine, ...neck, bones.get('head')!];
    const arms = (['left', 'right'] as const).map(side => [bones.get(`${side}UpperArm`)!, bones.get(`${side}Forearm`)!]);
    const every = sampled(1, 2);
    return [...trunk.slice(1).map((last, i) => [trunk[i], last]), ...arms].map(([first, last]) => ({
        first: skeleton.nodes[first], last: skeleton.nodes[last],
        vertices: [...holders.keys()].filter(vertex => holders[vertex] === first && vertex % every === 0)
    }));
}

/** How deep joints are inside of a piece, at most; below 0: outside. */
function depthIn({ first, last, vertices }: Piece, joints: readonly Entity[], shown: ShownSkin, size: number): number {
    const start = first.getPosition().clone();
    const way = new Vec3().sub2(last.getPosition(), start);
    const rays = joints.flatMap((joint) => {
        const share = new Vec3().sub2(joint.getPosition(), start).dot(way) / way.dot(way);
        const foot = way.clone().mulScalar(share).add(start);
        const out = new Vec3().sub2(joint.getPosition(), foot);
        return share > 0 && share < 1 ? [{ foot, distance: out.length(), out: out.normalize() }] : [];
    });
    if (rays.length === 0) return -Infinity;
    const places = vertices.map(vertex => shown.place(vertex));
    return Math.max(...rays.map(({ foot, out, distance }) => {
        const seen = places.map((place) => {
            const from = new Vec3().sub2(place, foot);
            const along = from.dot(out);
            return { along, aside: Math.sqrt(Math.max(0, from.dot(from) - along * along)) };
        }).filter(({ along, aside }) => along > 0 && aside < NEAR * size);
        const nearest = seen.sort((a, b) => a.aside - b.aside).slice(0, NEAREST);
        return nearest.length > 0 ? nearest.reduce((sum, { along }) => sum + along, 0) / nearest.length - distance : -Infinity;
    }));
}

for (const [name, whose, bound] of CHARACTERS) {
    describe(`the scarf of ${name}, ${whose}`, () => {
        let app: AppBase, path: string;

        before(function () {
            path = name === 'mannequin' ? MANNEQUIN : requireRig(`${name}.glb`, this);
            app = createSpringApp();
        });

        after(() => app?.destroy());

        itFull('stays out of arms and trunk in a run with turns', async function () {
            const { instantiate, clips } = await loadGlb(app, path);
            const entity = instantiate();
            app.root.addChild(entity);
            const rig = findCharacter(entity)!;
            const { nodes, space } = rig.skeleton;
            const size = rig.height / 1.75 * space!.getWorldTransform().getScale().x;
            const forward = space!.getRotation().transformVector(new Vec3(...rig.forward), new Vec3());
            const lap = new Lap({ app, unit: size, follow() {} } as never, entity, forward.clone());
            const scarf = whose === 'its own' ? null : new Scarf(nodes[rig.neck[0] ?? rig.bones.get('head')!], forward, size);
            entity.addComponent('script');
            const script = entity.script!.create('springChain') as SpringChain;
            scarf?.wear(script);
            expect(script.problems()).deep.equal([]);
            entity.addComponent('anim', { activate: true });
            const run = [...clips.values()].find(track => /run/i.test(track.name));
            if (run) entity.anim!.assignAnimation('Run', run, undefined, 1, true);
            const shown = new ShownSkin(rig);
            const pieces = piecesOf(rig, shown.skin);
            // first joints are sewn on
            const joints = script.chains.flatMap(({ rootBone, exclude }) => rootBone!.find(node => node !== rootBone && !exclude.includes(node.name)) as Entity[]);
            expect(joints.length).above(8);
            let deepest = -Infinity;
            for (let frame = 0; frame < 1.5 * 60 * Lap.seconds; frame++) {
                lap.update(1 / 60);
                app.update(1 / 60);
                if (frame < 30 * Lap.seconds || frame % sampled(1, 2) > 0) continue;
                shown.update();
                deepest = Math.max(deepest, ...pieces.map(piece => depthIn(piece, joints, shown, size)));
            }
            const millimetres = 1000 * deepest / size;
            this.test!.title += ` (${millimetres.toFixed(1)} mm inside)`;
            expect(millimetres).below(bound);
        });
    });
}
