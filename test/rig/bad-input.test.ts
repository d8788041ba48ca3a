import { expect } from 'chai';
import { Entity, Quat, type AppBase } from 'playcanvas';

import { findCharacter } from '../../scripts/rig/character';
import type { Role } from '../../scripts/rig/roles';
import { DOG } from '../support/animals';
import { createApp } from '../support/app';
import { buildSkeleton, type BuiltSkeleton, type Placing } from '../support/build-skeleton';
import { WRITTEN_SKELETONS, type WrittenSkeleton } from '../support/skeletons';

// What is no single character in a good pose: what can be right is, the rest is said in a sentence, and nothing throws. And the same character, exported
// in another way, has the same roles.

const MIXAMO = WRITTEN_SKELETONS[0];

const ROLES: readonly Role[] = ['hips', 'head', 'leftUpperArm', 'rightForearm', 'leftHand', 'leftThigh', 'rightShin', 'leftFoot', 'rightFoot'];

const bare = (table: string): WrittenSkeleton => ({ ...MIXAMO, table, expected: {} });

/** A table with lines behind the first one that begins with some words. */
const behind = (words: string, lines: string) => MIXAMO.table.replace(new RegExp(`^( *${words}.*)$`, 'm'), `$1\n${lines}`);

describe('bad input', () => {
    let app: AppBase;
    let scene: Entity;

    before(() => { app = createApp(); });
    beforeEach(() => {
        scene = new Entity('Scene');
        app.root.addChild(scene);
    });
    afterEach(() => scene.destroy());
    after(() => app.destroy());

    function build(written: WrittenSkeleton, placing?: Placing): BuiltSkeleton {
        const built = buildSkeleton(app, written, placing);
        scene.addChild(built.root);
        return built;
    }

    function expectRoles({ expected }: BuiltSkeleton, root: Entity = scene) {
        const rig = findCharacter(root)!;
        for (const role of ROLES) expect(rig.skeleton.nodes[rig.bones.get(role) ?? -1] === expected.get(role), `${role} is ${rig.skeleton.nodes[rig.bones.get(role) ?? -1]?.name}`).to.equal(true);
        return rig;
    }

    /** Everything is a number, and a sentence says what was not found. */
    function expectSentence(words: RegExp) {
        const rig = findCharacter(scene)!;
        for (const value of [...rig.up, ...rig.forward, rig.height, ...rig.eyePoint.position]) expect(Number.isFinite(value)).to.equal(true);
        expect(rig.problems.join(' ')).to.match(words);
    }

    it('two characters in one file: one of them, as a whole', () => {
        const person = build(MIXAMO);
        build(DOG);
        expectRoles(person);
    });

    it('a rider on a horse: the one with more bones, or a sentence', () => {
        const horse = build(DOG);
        const rider = build(MIXAMO);
        rider.root.reparent(horse.nodes.get('Spine')!);
        const rig = findCharacter(scene)!;
        expect(rig.problems.length > 0 || [rider, horse].some(({ expected }) => rig.skeleton.nodes[rig.bones.get('head')!] === expected.get('head'))).to.equal(true);
    });

    for (const [what, table] of [
        ['a sword', behind('mixamorig:%HandThumb4', '                SwordGrip_% 78 140 4 r2').replace('SwordGrip_%', 'SwordGrip')],
        ['a shield', behind('mixamorig:%ForeArm', '                Shield_% 58 132 10 r24').replace('Shield_%', 'Shield')],
        ['a backpack', behind('mixamorig:Spine2', '        Backpack 0 130 -20 r12')],
        ['a skirt of its own bones', behind('mixamorig:Hips', '  Skirt_% 14 90 0 r3\n    Skirt2_% 18 60 0 r3')]
    ] as const) {
        it(`a person with ${what}`, () => {
            expectRoles(build({ ...MIXAMO, table }));
        });
    }

    it('a body without skin', () => {
        expectRoles(build({ ...MIXAMO, skin: 'none' }));
    });

    it('a skin with one joint', () => {
        build(bare('\nBone 0 0 0'));
        expectSentence(/found no hips/);
    });

    it('only arms', () => {
        build(bare('\nArms 0 140 0 -\n  Arm.% 17 146 0\n    ForeArm.% 45 146 0\n      Hand.% 72 146 0'));
        expectSentence(/do not fit|found no .*legs/);
    });

    it('a face alone', () => {
        build(bare('\nHead 0 0 0 head\n  Jaw 0 1 6\n  Eye.% 3 8 8'));
        expectSentence(/found no .*legs/);
    });

    it('all nodes at the origin', () => {
        build(bare(MIXAMO.table.replace(/^( *\S+) -?\d+(?:\.\d+)? -?\d+(?:\.\d+)? -?\d+(?:\.\d+)?/gm, '$1 0 0 0')));
        expectSentence(/./);
    });

    it('a model of scale 0: nothing is spoilt for the next instance', () => {
        const { root } = build(MIXAMO);
        root.setLocalScale(0, 0, 0);
        const rig = findCharacter(scene)!;
        for (const value of [...rig.up, ...rig.forward, rig.height]) expect(Number.isFinite(value)).to.equal(true);
    });

    for (const [pose, turn] of [['lies', new Quat().setFromEulerAngles(-90, 0, 0)], ['is upside down', new Quat().setFromEulerAngles(180, 0, 0)]] as const) {
        it(`a bind pose that ${pose}`, () => {
            expectRoles(build(MIXAMO, { turn }));
        });
    }

    it('a bind pose that sits', () => {
        const table = MIXAMO.table.replace('%Leg 9 53 0', '%Leg 9 92 44').replace('%Foot 9 9 -3 foot', '%Foot 9 48 41 foot').replace('%ToeBase 9 2 10', '%ToeBase 9 41 54')
        .replace('%Toe_End 9 2 19', '%Toe_End 9 41 63');
        expectRoles(build({ ...MIXAMO, table }));
    });

    it('the same character without the node above its hips, and with its skin cut into meshes: the same roles', () => {
        const cut = build(MIXAMO, { cut: 5 });
        expectRoles(cut);
        const hips = cut.expected.get('hips')!;
        const [place, turn, scale] = [hips.getPosition().clone(), hips.getRotation().clone(), hips.getWorldTransform().getScale()];
        hips.reparent(scene);
        hips.setPosition(place);
        hips.setRotation(turn);
        hips.setLocalScale(scale);
        expectRoles(cut);
    });

    it('the same character with an extra root, the nodes renamed, the feet on the root: the same roles', () => {
        const { root, nodes, expected } = build(MIXAMO);
        const extra = new Entity('Scene Root');
        scene.addChild(extra);
        root.reparent(extra);
        expectRoles({ root, nodes, expected }, extra);
        for (const side of ['left', 'right'] as const) {
            const foot = expected.get(`${side}Foot`)!;
            const [place, turn] = [foot.getPosition().clone(), foot.getRotation().clone()];
            foot.reparent(root.children[0]);
            foot.setPosition(place);
            foot.setRotation(turn);
        }
        expectRoles({ root, nodes, expected }, extra);
        root.find(() => true).forEach((node, i) => { node.name = `node_${i}`; });
        expectRoles({ root, nodes, expected }, extra);
    });
});
