import { expect } from 'chai';
import { Entity, Quat, type AppBase } from 'playcanvas';

import { findCharacter } from '../../scripts/rig/character';
import type { Rig } from '../../scripts/rig/rig';
import type { Role } from '../../scripts/rig/roles';
import { DOG } from '../support/animals';
import { createApp } from '../support/app';
import { buildSkeleton, type BuiltSkeleton, type Placing } from '../support/build-skeleton';
import { WRITTEN_SKELETONS, type WrittenSkeleton } from '../support/skeletons';

// What is no single character in a good pose: what can be right is, the rest is said in a sentence, and nothing throws. And the same character, exported
// in another way, has the same roles.

const MIXAMO = WRITTEN_SKELETONS[0];

/** What carries a rider. */
const HORSE: WrittenSkeleton = { ...DOG, skin: 'skinned' };

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

    /** Everything is a number, and these sentences and no others tell what it is, where, and what to do. */
    function expectSentences(...sentences: string[]) {
        const rig = findCharacter(scene)!;
        for (const value of [...rig.up, ...rig.forward, rig.height, ...rig.eyePoint.position]) expect(Number.isFinite(value)).to.equal(true);
        expect(rig.problems).to.deep.equal(sentences);
        return rig;
    }

    const rolesOf = ({ bones }: Rig) => [...bones.keys()].sort().join(' ');

    const second = (name: string) => `there is a second model, "${name}", beside "mixamorig:Hips": the scripts work on the latter, whose skin has most bones. Give each model an entity and scripts of its own.`;

    it('two characters in one file: the one with more bones, as a whole', () => {
        const person = build(MIXAMO);
        build(HORSE).root.name = 'Horse';
        expectRoles(person);
        expectSentences(second('Horse'));
    });

    it('a second character that comes and goes: the sentence too, and not with a copy elsewhere', () => {
        const person = build(MIXAMO);
        expectSentences();
        const other = build(HORSE);
        other.root.name = 'Horse';
        expectSentences(second('Horse'));
        expect(findCharacter(person.root)!.problems).to.deep.equal([]);
        other.root.destroy();
        expectSentences();
    });

    it('a rider with more bones than the horse that carries it: the rider, and a sentence', () => {
        const horse = build(HORSE);
        horse.root.name = 'Horse';
        const rider = build(MIXAMO);
        rider.root.reparent(horse.nodes.get('Spine')!);
        rider.root.setRotation(Quat.IDENTITY);
        expectRoles(rider);
        expectSentences(second('Surface'));
    });

    it('a rider with fewer bones than its horse: the horse, which carries it as a load', () => {
        const horse = build(HORSE);
        const table = MIXAMO.table.split('\n').filter(line => !/Thumb|Index|Ring|Eye|HeadTop|Toe_End/.test(line)).join('\n');
        build({ ...MIXAMO, table }).root.reparent(horse.nodes.get('Spine')!);
        const rig = expectSentences();
        expect(rig.legs).to.equal(4);
        for (const [role, node] of horse.expected) expect(rig.skeleton.nodes[rig.bones.get(role) ?? -1] === node, role).to.equal(true);
    });

    for (const [what, table] of [
        ['a sword', behind('mixamorig:%HandThumb4', '                SwordGrip_% 78 140 4 r2').replace('SwordGrip_%', 'SwordGrip')],
        ['a shield', behind('mixamorig:%ForeArm', '                Shield_% 58 132 10 r24').replace('Shield_%', 'Shield')],
        ['a backpack', behind('mixamorig:Spine2', '        Backpack 0 130 -20 r12')],
        ['a skirt of its own bones', behind('mixamorig:Hips', '  Skirt_% 14 90 0 r3\n    Skirt2_% 18 60 0 r3')]
    ] as const) {
        it(`a person with ${what}`, () => {
            expectRoles(build({ ...MIXAMO, table }));
            expectSentences();
        });
    }

    it('a body without skin', () => {
        expectRoles(build({ ...MIXAMO, skin: 'none' }));
        expectSentences();
    });

    it('a skin with one joint: no head, and nothing else', () => {
        build(bare('\nBone 0 0 0'));
        expect(rolesOf(expectSentences('"Bone" has no two bones in different places, so there is nothing to move. Export the skin together with its armature and its rest pose.'))).to.equal('');
    });

    for (const [what, table, root] of [
        ['on a node', '\nArms 0 140 0 -\n  Arm.% 17 146 0\n    ForeArm.% 45 146 0\n      Hand.% 72 146 0', 'Arms'],
        ['on a piece of the chest, with a finger', `
Chest 0 140 0
  Shoulder.% 6 146 0
    Arm.% 17 146 0
      ForeArm.% 45 146 0
        Hand.% 72 146 0
          Index1.% 80 146 2
            Index2.% 84 146 2`, 'Chest']
    ] as const) {
        it(`only arms, ${what}: arms, no ears and no legs`, () => {
            build(bare(table));
            const rig = expectSentences(`only arms are found in "${root}", as for a first-person view: there is no head to turn, and there are no feet to place. Put such scripts on a model of the whole body.`);
            expect(rolesOf(rig)).to.match(/^(?:leftClavicle )?leftForearm leftHand leftUpperArm (?:rightClavicle )?rightForearm rightHand rightUpperArm$/);
            expect(rig.limbs.leftHand && rig.limbs.rightHand).to.be.an('object');
        });
    }

    it('only arms without names: nobody, and a sentence', () => {
        build(bare('\nb0 0 140 0 -\n  b1% 17 146 0\n    b2% 45 146 0\n      b3% 72 146 0'));
        const rig = expectSentences('found no hips, no head, no complete legs, no complete arms in "b0", neither by name nor by shape. Set the bones by hand that a script needs.');
        expect(rolesOf(rig)).to.equal('');
    });

    it('a face alone: the head, which can look', () => {
        build(bare('\nHead 0 0 0 head\n  Jaw 0 1 6\n  Eye.% 3 8 8'));
        const rig = expectSentences('only a head is found in "Head", without a body: it can look, but not stand or fall. Attach it to a body in the model for more.');
        expect(rolesOf(rig)).to.equal('head jaw leftEye rightEye');
    });

    it('all nodes at the origin: nobody', () => {
        build(bare(MIXAMO.table.replace(/^( *\S+) -?\d+(?:\.\d+)? -?\d+(?:\.\d+)? -?\d+(?:\.\d+)?/gm, '$1 0 0 0')));
        const rig = expectSentences('"mixamorig:Hips" has no two bones in different places, so there is nothing to move. Export the skin together with its armature and its rest pose.');
        expect(rolesOf(rig)).to.equal('');
    });

    it('a model of scale 0, as it grows from nothing: all is found', () => {
        const built = build(MIXAMO);
        built.root.setLocalScale(0, 0, 0);
        expectRoles(built);
        expectSentences();
    });

    for (const [pose, turn, words] of [
        ['lies', new Quat().setFromEulerAngles(-90, 0, 0), 'lies in its rest pose, 90'], ['is upside down', new Quat().setFromEulerAngles(180, 0, 0), 'stands on its head in its rest pose, 180']
    ] as const) {
        it(`a bind pose that ${pose}: all is found, and a sentence`, () => {
            expectRoles(build(MIXAMO, { turn }));
            expectSentences(`"mixamorig:Hips" ${words} degrees from upright. If it does so in the scene too, turn its armature upright in the model and export it again.`);
        });
    }

    it('a bind pose that sits', () => {
        const table = MIXAMO.table.replace('%Leg 9 53 0', '%Leg 9 92 44').replace('%Foot 9 9 -3 foot', '%Foot 9 48 41 foot').replace('%ToeBase 9 2 10', '%ToeBase 9 41 54')
        .replace('%Toe_End 9 2 19', '%Toe_End 9 41 63');
        expectRoles(build({ ...MIXAMO, table }));
        expectSentences();
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
