import { expect } from 'chai';
import { Vec3, type AppBase, type Entity, type GraphNode } from 'playcanvas';

import { Cape } from '../../docs/demo/pages/spring-chain/cape';
import type { SpringChain } from '../../scripts/index';
import { findCharacter } from '../../scripts/rig/character';
import type { Rig } from '../../scripts/rig/rig';
import type { Role } from '../../scripts/rig/roles';
import { loadGlb } from '../support/app';
import { MANNEQUIN, sampled } from '../support/characters';
import { boundOf, type Reached } from '../support/reached';
import { ShownSkin } from '../support/shown-skin';
import { itFull, requireRig } from '../support/skip';
import { createSpringApp } from '../support/spring-stage';

// A cape on characters that walk and run: where the line from a leg's bone to its skin goes through the cloth, the skin is through it.

/** Metres of a person of skin beyond the cloth that are not seen: a thread's thickness. */
const SEEN = 0.001;

/** The mannequin as it runs on the spot: 1.3 mm in a frame. */
const SEEN_REACHED: Reached = { mannequin: 0.0015 };

/** Frames until the clip goes on as ever, and frames that are looked at: a walk's whole cycle. */
const SETTLING = 90;
const FRAMES = 64;

const LEG: readonly (readonly [Role, Role])[] = (['left', 'right'] as const).flatMap(side => [
    [`${side}Thigh`, `${side}Shin`], [`${side}Shin`, `${side}Foot`], [`${side}Foot`, `${side}Toes`]
] as const);

/** A triangle, and a box around it. */
interface Triangle { readonly corners: readonly Vec3[]; readonly low: Vec3; readonly high: Vec3 }

/** Share of the way from a to b at which it goes through a triangle; -1: it does not. */
function crossing(a: Vec3, b: Vec3, { corners, low, high }: Triangle): number {
    if (Math.max(a.x, b.x) < low.x || Math.min(a.x, b.x) > high.x || Math.max(a.y, b.y) < low.y || Math.min(a.y, b.y) > high.y ||
        Math.max(a.z, b.z) < low.z || Math.min(a.z, b.z) > high.z) return -1;
    const way = new Vec3().sub2(b, a), one = new Vec3().sub2(corners[1], corners[0]), two = new Vec3().sub2(corners[2], corners[0]);
    const normal = new Vec3().cross(way, two);
    const volume = one.dot(normal);
    if (Math.abs(volume) < 1e-15) return -1;
    const from = new Vec3().sub2(a, corners[0]);
    const u = from.dot(normal) / volume;
    if (u < 0 || u > 1) return -1;
    const across = new Vec3().cross(from, one);
    const v = way.dot(across) / volume;
    const share = two.dot(across) / volume;
    return v < 0 || u + v > 1 || share < 0 || share > 1 ? -1 : share;
}

/** The skin of the legs. */
class Legs {
    /** For each vertex the line of bones that it is around. */
    private readonly vertices: { vertex: number, axis: readonly [GraphNode, GraphNode] }[] = [];

    private readonly shown: ShownSkin;

    constructor(rig: Rig) {
        const { skeleton, bones } = rig;
        this.shown = new ShownSkin(rig);
        const { holders } = this.shown.skin;
        const every = sampled(1, 4);
        for (let vertex = 0; vertex < holders.length; vertex += every) {
            const part = LEG.find(([first]) => bones.has(first) && bones.get(first) === holders[vertex]);
            if (!part || !bones.has(part[1])) continue;
            const [first, last] = part.map(role => skeleton.nodes[bones.get(role)!]);
            this.vertices.push({ vertex, axis: [first, last] });
        }
    }

    get count(): number {
        return this.vertices.length;
    }

    /** How deep the skin is through a cloth, metres, and how many of the bones go through it. */
    through(triangles: readonly Triangle[]): { depth: number, bones: number } {
        this.shown.update();
        let depth = 0, bones = 0;
        const lines = new Set(this.vertices.map(({ axis }) => axis[0]));
        for (const first of lines) {
            const { axis } = this.vertices.find(vertex => vertex.axis[0] === first)!;
            if (triangles.some(corners => crossing(axis[0].getPosition(), axis[1].getPosition(), corners) >= 0)) bones++;
        }
        for (const { vertex, axis } of this.vertices) {
            const skin = this.shown.place(vertex);
            const start = axis[0].getPosition();
            const way = new Vec3().sub2(axis[1].getPosition(), start);
            const share = Math.min(1, Math.max(0, new Vec3().sub2(skin, start).dot(way) / way.dot(way)));
            const middle = way.mulScalar(share).add(start);
            for (const corners of triangles) {
                const passed = crossing(middle, skin, corners);
                if (passed >= 0) depth = Math.max(depth, (1 - passed) * middle.distance(skin));
            }
        }
        return { depth, bones };
    }
}

for (const name of ['mannequin', 'Soldier', 'Xbot']) {
    describe(`a cape on ${name}`, () => {
        let app: AppBase, path: string;

        before(function () {
            path = name === 'mannequin' ? MANNEQUIN : requireRig(`${name}.glb`, this);
            app = createSpringApp();
        });

        after(() => app?.destroy());

        /** Lets the character move in a clip, and says how far legs were through the cape at worst. */
        async function worst(clip: RegExp, speed: number, settings: object = {}): Promise<{ depth: number, bones: number }> {
            const { instantiate, clips } = await loadGlb(app, path);
            const entity = instantiate() as Entity;
            app.root.addChild(entity);
            const rig = findCharacter(entity)!;
            const chest = rig.skeleton.nodes[rig.spine[rig.spine.length - 1]];
            const neck = rig.skeleton.nodes[rig.neck[0]];
            const forward = rig.skeleton.space!.getRotation().transformVector(new Vec3(...rig.forward), new Vec3());
            const unit = rig.height / 1.75 * rig.skeleton.space!.getWorldTransform().getScale().x;
            const cape = new Cape(chest, neck.getPosition().clone(), forward, unit);
            const legs = new Legs(rig);
            expect(legs.count).above(50);
            entity.addComponent('script');
            const script = entity.script!.create('springChain', { attributes: { crossLinks: true, ...settings } } as never) as SpringChain;
            expect(script.problems()).deep.equal([]);
            expect(script.chains.filter(({ rootBone }) => /cape/.test(rootBone!.name))).length(cape.chains.length);
            entity.addComponent('anim', { activate: true });
            entity.anim!.assignAnimation('Clip', [...clips.values()].find(track => clip.test(track.name))!, undefined, 1, true);
            const joints = cape.chains.flat();
            const found = { depth: 0, bones: 0 };
            for (let frame = 0; frame < SETTLING + FRAMES; frame++) {
                entity.setLocalPosition(forward.clone().mulScalar(speed * unit * frame / 60));
                app.update(1 / 60);
                if (frame < SETTLING) continue;
                const places = joints.map(joint => joint.getPosition().clone());
                const triangles = Array.from({ length: Cape.triangles.length / 3 }, (_, i) => {
                    const corners = Cape.triangles.slice(3 * i, 3 * i + 3).map(corner => places[corner]);
                    return { corners, low: corners[0].clone().min(corners[1]).min(corners[2]), high: corners[0].clone().max(corners[1]).max(corners[2]) };
                });
                const { depth, bones } = legs.through(triangles);
                found.depth = Math.max(found.depth, depth / unit);
                found.bones = Math.max(found.bones, bones);
            }
            entity.destroy();
            return found;
        }

        ([['walk', 0], ['walk', 1.4], ['run', 0], ['run', 3.5]] as const).forEach(([clip, speed]) => {
            itFull(`has no leg through it: ${clip} at ${speed} m/s`, async function () {
                const { depth, bones } = await worst(new RegExp(clip, 'i'), speed);
                this.test!.title += ` (${(1000 * depth).toFixed(1)} mm)`;
                expect(bones).equal(0);
                expect(depth).below(boundOf({ name }, SEEN, SEEN_REACHED));
            });
        });

        it('has legs through it without colliders', async () => {
            const far = [{ boneName: 'head', radius: 0.01 }];
            expect((await worst(/run/i, 0, { colliders: far })).depth).above(0.05);
        });
    });
}
