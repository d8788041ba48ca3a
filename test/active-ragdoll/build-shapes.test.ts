import { expect } from 'chai';
import { Vec3, type GraphNode } from 'playcanvas';

import { activeRagdollAttributes, type RagdollBoneRow } from '../../scripts/active-ragdoll/attributes';
import { defaultBones } from '../../scripts/active-ragdoll/plan/default-rows';
import { makeRow } from '../../scripts/shell/attributes';
import { seededRandom } from '../support/geometry';
import { inEachWorkshop, knobsTouch, outOf, overlap, reachOf, vecOf } from '../support/ragdoll-build';

/** Fewest vertices by which a share can be told. */
const ENOUGH = 12;

inEachWorkshop('built bodies', (shop) => {
    it('hold 90 % of their vertices within 1.15 radii, with what rides on their bone and without', () => {
        const { bodies } = shop.build().settings;
        const bodyOf = new Map(bodies.map((body, i) => [shop.node(body), i]));
        const eyes = [...shop.rig.bones].filter(([role]) => /Eye/.test(role)).map(([, bone]) => shop.rig.skeleton.nodes[bone]);
        // what the mannequin wears swings, and no body has to hold it
        const owner = (node: GraphNode | null): number => (node && !/Scarf|Strap/.test(node.name) ? bodyOf.get(node) ?? owner(node.parent) : -1);
        const outs = bodies.map(() => ({ own: [] as number[], all: [] as number[] }));
        const placed = bodies.map(body => shop.place(body));
        for (const { node, point } of shop.vertices()) {
            const body = owner(node);
            if (body < 0) continue;
            const out = outOf(placed[body], point);
            if (node === shop.node(bodies[body])) outs[body].own.push(out);
            if (!eyes.includes(node)) outs[body].all.push(out);
        }
        bodies.forEach(({ name }, i) => {
            for (const list of [outs[i].own, outs[i].all]) {
                if (list.length < ENOUGH) continue;
                const held = list.filter(out => out <= 1.15).length / list.length;
                expect(held, `${name}, ${list.length} vertices`).to.be.at.least(0.9);
            }
        });
    });

    it('overlap only their neighbours from wrists and knees on, so that these can collide with all others: forearms of a hound begin in its chest', () => {
        const { bodies } = shop.build().settings;
        const placed = bodies.map(body => shop.place(body));
        for (let a = 0; a < bodies.length; a++) {
            for (let b = a + 1; b < bodies.length; b++) {
                if (bodies[b].parent === a || ![a, b].some(i => /Hand|Shin|Foot/.test(bodies[i].name))) continue;
                expect(overlap(placed[a], placed[b]), `${bodies[a].name} and ${bodies[b].name}`).to.equal(false);
            }
        }
    });

    it('ignore each other where they are neighbours or overlap, and nowhere else', () => {
        const { bodies, ignoredPairs } = shop.build().settings;
        const placed = bodies.map(body => shop.place(body));
        const ignored = new Set(ignoredPairs.map(pair => pair.join(' ')));
        for (let a = 0; a < bodies.length; a++) {
            for (let b = a + 1; b < bodies.length; b++) {
                const expected = bodies[b].parent === a || overlap(placed[a], placed[b]) || knobsTouch(placed[a], placed[b]) || knobsTouch(placed[b], placed[a]);
                expect(ignored.has(`${a} ${b}`), `${bodies[a].name} and ${bodies[b].name}`).to.equal(expected);
            }
        }
    });

    it('have balls where the skin sticks out, so that what lies on any side rests on it, and none that touches a body without a joint', () => {
        const build = shop.build();
        const { bodies } = build.settings;
        const placed = bodies.map(body => shop.place(body));
        const bodyOf = new Map(bodies.map((body, i) => [shop.node(body), i]));
        const eyes = [...shop.rig.bones].filter(([role]) => /Eye/.test(role)).map(([, bone]) => shop.rig.skeleton.nodes[bone]);
        const owner = (node: GraphNode | null): number => (node && !/Scarf|Strap/.test(node.name) && !eyes.includes(node) ? bodyOf.get(node) ?? owner(node.parent) : -1);
        const carried: Vec3[][] = bodies.map(() => []);
        for (const { node, point } of shop.vertices()) if (owner(node) >= 0) carried[owner(node)].push(point);
        const random = seededRandom(3);
        let worst = 0;
        for (let side = 0; side < 60; side++) {
            const down = new Vec3(random() - 0.5, random() - 0.5, random() - 0.5).normalize();
            // the whole lies on its lowest body
            const rest = Math.max(...placed.map(body => reachOf(body, down)));
            for (const points of carried) for (const point of points) worst = Math.max(worst, point.dot(down) - rest);
        }
        expect(worst / build.height, 'heights, 25 mm of a person').to.be.below(0.0143);
        for (let a = 0; a < bodies.length; a++) {
            for (let b = 0; b < bodies.length; b++) {
                if (a === b || bodies[a].parent === b || bodies[b].parent === a || overlap(placed[a], placed[b])) continue;
                expect(knobsTouch(placed[a], placed[b]), `${bodies[a].name} and ${bodies[b].name}`).to.equal(false);
            }
        }
    });

    it('are alike on both sides of a character that is', () => {
        const { bodies } = shop.build().settings;
        const volume = (name: string) => {
            const body = bodies.find(other => other.name === name)!;
            const [x, y, z] = body.halfExtents;
            return body.shape === 'box' ? 8 * x * y * z : Math.PI * body.radius ** 2 * (body.length - 2 / 3 * body.radius);
        };
        // where two bones hold a vertex alike, the files give it to either: the shoulders of Xbot are 3.4 percent apart
        const sided = bodies.filter(({ name }) => name.startsWith('left'));
        expect(sided).to.have.length.at.least(6);
        for (const { name } of sided) expect(volume(name) / volume(name.replace('left', 'right')), name).to.be.within(0.95, 1.05);
    });

    it('stand on every bone from the hips to the head and the hands and feet, parents first', () => {
        const { bodies } = shop.build().settings;
        const { bones, spine, neck, legs, limbs } = shop.rig;
        const expected = [bones.get('hips')!, bones.get('head')!, ...spine, ...neck];
        for (const limb of Object.values(limbs)) if (legs === 4) expected.push(...limb!.bones); else expected.push(limb!.bones[0], limb!.bones.at(-1)!);
        for (const bone of expected) expect(bodies.map(body => body.bone), shop.rig.skeleton.nodes[bone].name).to.include(bone);
        expect(bodies[0].bone).to.equal(bones.get('hips'));
        bodies.forEach((body, i) => {
            expect(body.parent, body.name).to.be.below(i);
            expect(body.parent < 0).to.equal(i === 0);
            if (i > 0) expect((shop.node(body) as GraphNode).isDescendantOf(shop.node(bodies[body.parent]))).to.equal(true);
        });
    });

    it('have the sizes, the place, the mass, the weights and the springs that rows give; what is 0 is measured', () => {
        const measured = shop.build().settings.bodies;
        const rows = defaultBones(shop.rig).map(values => makeRow(activeRagdollAttributes.bones, values));
        const head = rows.find(row => row.boneName === 'head')!;
        const change: Partial<RagdollBoneRow> = {
            shape: 'capsule', radius: 0.06, length: 0.31, offset: new Vec3(0.01, 0.02, 0.03), mass: 9, swingLimitY: 11, swingLimitZ: 22, twistLimit: 33,
            rotationWeight: 0.5, translationWeight: 0.25, stiffness: 7, damping: 3
        };
        Object.assign(head, change);
        const { bodies } = shop.build({ rows }).settings;
        const body = bodies.find(({ name }) => name === 'head')!;
        expect(body.radius).to.be.closeTo(0.06, 1e-9);
        expect(body.length).to.be.closeTo(0.31, 1e-9);
        expect([body.mass, body.rotationWeight, body.translationWeight, body.stiffness, body.damping]).to.deep.equal([9, 0.5, 0.25, 7, 3]);
        expect([body.joint!.swingLimitY, body.joint!.swingLimitZ, body.joint!.twistLimit]).to.deep.equal([11, 22, 33]);
        expect(vecOf(body.offset).distance(new Vec3(0.01, 0.02, 0.03))).to.be.below(1e-6);
        const hand = (list: typeof bodies) => list.find(({ name }) => name === 'leftHand')!;
        expect(hand(bodies).length).to.be.closeTo(hand(measured).length, 1e-9);
        expect([...hand(bodies).halfExtents, hand(bodies).radius].some(size => size > 0)).to.equal(true);
    });

    it('are only those of the rows where there are rows, on the parents that these name', () => {
        const rows = [
            { boneName: 'hips' }, { boneName: 'head', parentBoneName: 'hips' }, { boneName: 'leftHand' }, { boneName: 'leftUpperArm' }
        ].map(values => makeRow(activeRagdollAttributes.bones, { ...values, offset: new Vec3() }));
        const { bodies } = shop.build({ rows }).settings;
        const parentOf = (name: string) => bodies[bodies.find(body => body.name === name)!.parent]?.name;
        expect(bodies.map(({ name }) => name).sort()).to.deep.equal(['head', 'hips', 'leftHand', 'leftUpperArm']);
        expect(['hips', 'head', 'leftHand', 'leftUpperArm'].map(parentOf)).to.deep.equal([undefined, 'hips', 'leftUpperArm', 'hips']);
    });
});
