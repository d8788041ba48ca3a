import { expect } from 'chai';
import { Entity, Quat, Vec3, type AppBase, type GraphNode } from 'playcanvas';

import { detectRig, forwardAxis, roleOf, type Rig } from '../../scripts/rig/detect';
import type { LimbName } from '../../scripts/rig/rig';
import type { Role } from '../../scripts/rig/roles';
import { findSkeleton } from '../../scripts/rig/skeleton';
import { ANIMALS, DOG, RAPTOR } from '../support/animals';
import { createApp, loadNewGlb } from '../support/app';
import { buildSkeleton, type BuiltSkeleton } from '../support/build-skeleton';
import { FULL, HOUND, MANNEQUIN } from '../support/characters';
import { angleOf, randomRotation, seededRandom } from '../support/geometry';
import { LOOSE_FEET, NOBODIES, WRITTEN_SKELETONS, type WrittenSkeleton } from '../support/skeletons';
import { requireRig } from '../support/skip';

// Which bone is which: by names, by shape, turned, scaled, shuffled, and on what is nobody.

/** Largest error of forward and up where the skin or the symmetry tells them, and where only joints do; degrees. */
const EXACT = 0.01;
const BY_JOINTS = 3;

/** Names shuffled so often for each skeleton. */
const SHUFFLES = FULL ? 24 : 4;

/** What must be found by shape alone. */
const BY_SHAPE = /^hips$|^spine$|^head$|UpperArm$|Forearm$|Hand$|Thigh$|Shin$|Foot$/;

/** What must be found by shape alone on four legs, and nothing else. */
const IN_SHAPE_ON_FOUR = /^(?!jaw|.*(?:Eye|lid)$)/;

function detect(root: GraphNode): Rig {
    const skeleton = findSkeleton(root);
    expect(skeleton, 'skeleton').to.not.equal(null);
    return detectRig(skeleton!);
}

/** Roles with the names of their bones. */
function namesOf(rig: Rig): Record<string, string> {
    return Object.fromEntries([...rig.bones].map(([role, node]) => [role, rig.skeleton.nodes[node].name]));
}

/** A direction of the rig in world space. */
function inWorld(rig: Rig, direction: Float64Array): Vec3 {
    const parent = rig.skeleton.nodes[0].parent!;
    return parent.getRotation().transformVector(new Vec3(direction[0], direction[1], direction[2]), new Vec3());
}

function expectDirections(rig: Rig, forward: Vec3, up: Vec3, tolerance: number) {
    expect(angleOf(inWorld(rig, rig.forward), forward), 'forward, degrees off').to.be.below(tolerance);
    expect(angleOf(inWorld(rig, rig.up), up), 'up, degrees off').to.be.below(tolerance);
    const { forward: f, up: u } = rig;
    expect(Math.hypot(...f), 'length of forward').to.be.closeTo(1, 1e-9);
    expect(Math.hypot(...u), 'length of up').to.be.closeTo(1, 1e-9);
    expect(f[0] * u[0] + f[1] * u[1] + f[2] * u[2], 'forward along up').to.be.closeTo(0, 1e-9);
}

function expectRoles(rig: Rig, built: BuiltSkeleton, roles = [...built.expected.keys()]) {
    const found = roles.map(role => [role, rig.skeleton.nodes[rig.bones.get(role) ?? -1]]);
    for (const [role, node] of found) {
        const meant = built.expected.get(role as Role)!;
        expect(node === meant, `${role} should be ${pathOf(meant)}, is ${node ? pathOf(node as GraphNode) : 'not found'}`).to.equal(true);
    }
}

function pathOf(node: GraphNode): string {
    return `${node.name} at (${node.getPosition().toString()})`;
}

/** Hangs a node elsewhere, where it stands. */
function hang(node: Entity, parent: Entity) {
    const place = node.getPosition().clone();
    node.reparent(parent);
    node.setPosition(place);
}

/** Takes away what the names of nodes say. */
function numberNames(root: Entity) {
    root.find(() => true).forEach((node, i) => { node.name = `node_${i}`; });
}

/** Gives the nodes' names to one another. */
function shuffleNames(root: Entity, random: () => number) {
    const nodes = root.find(() => true);
    const names = nodes.map(node => node.name);
    for (let i = names.length - 1; i > 0; i--) {
        const j = Math.floor(random() * (i + 1));
        [names[i], names[j]] = [names[j], names[i]];
    }
    nodes.forEach((node, i) => { node.name = names[i]; });
}

/** In a full run all of a list; otherwise one, another for each index. */
function sampleOf<T>(list: readonly T[], index: number): readonly T[] {
    return FULL ? list : [list[index % list.length]];
}

describe('detectRig', () => {
    let app: AppBase;
    const built: BuiltSkeleton[] = [];

    before(() => { app = createApp(); });
    afterEach(() => built.splice(0).forEach(({ root }) => root.destroy()));
    after(() => app.destroy());

    function build(...args: [WrittenSkeleton, { turn?: Quat; size?: number }?]): BuiltSkeleton {
        const character = buildSkeleton(app, ...args);
        built.push(character);
        return character;
    }

    for (const written of WRITTEN_SKELETONS) {
        describe(`on a written skeleton: ${written.convention}`, () => {
            const directionError = written.skin === 'none' ? BY_JOINTS : EXACT;

            it('finds every bone that the convention names, and no other', () => {
                const character = build(written);
                const rig = detect(character.root);
                expectRoles(rig, character);
                expect([...rig.bones.keys()].sort()).to.deep.equal([...character.expected.keys()].sort());
                expect(rig.problems).to.deep.equal([]);
                expect(rig.legs).to.equal(2);
                expectDirections(rig, Vec3.BACK, Vec3.UP, directionError);
            });

            it('finds the same on the model turned and scaled', () => {
                const turns = [
                    { turn: new Quat().setFromEulerAngles(-90, 0, 0) }, { turn: new Quat().setFromEulerAngles(0, 180, 0) },
                    { turn: new Quat().setFromEulerAngles(0, 90, 0) }, { turn: randomRotation(seededRandom(5)) },
                    { size: 0.01 }, { size: 100 }
                ];
                for (const placing of sampleOf(turns, WRITTEN_SKELETONS.indexOf(written))) {
                    const character = build(written, placing);
                    const rig = detect(character.root);
                    expectRoles(rig, character);
                    const turn = placing.turn ?? Quat.IDENTITY;
                    const up = turn.transformVector(Vec3.UP);
                    expectDirections(rig, turn.transformVector(Vec3.BACK), up, directionError + 0.1);
                    // who lies is told so
                    expect(rig.problems.filter(words => !(up.y < 0.5 && / in its rest pose, \d+ degrees from upright/.test(words)))).to.deep.equal([]);
                    expect(rig.problems).to.have.length(up.y < 0.5 ? 1 : 0);
                }
            });

            it('finds the body by shape when the names are shuffled, and says so', () => {
                const random = seededRandom(11);
                const roles = [...build(written).expected.keys()].filter(role => BY_SHAPE.test(role));
                const wrong: string[] = [];
                for (let i = 0; i < SHUFFLES; i++) {
                    const character = build(written);
                    shuffleNames(character.root, random);
                    const rig = detect(character.root);
                    const missed = roles.filter(role => rig.skeleton.nodes[rig.bones.get(role) ?? -1] !== character.expected.get(role));
                    if (missed.length > 0) wrong.push(missed.join());
                    else expectDirections(rig, Vec3.BACK, Vec3.UP, BY_JOINTS);
                    expect(rig.problems.filter(problem => problem.includes('found by shape'))).to.have.length(1);
                    character.root.destroy();
                }
                // both legs may be called skirts
                expect(wrong.length, wrong.join('; ')).to.be.at.most(0.03 * SHUFFLES);
            });

            it('finds the body by shape when the names mean nothing', () => {
                const character = build(written);
                numberNames(character.root);
                const rig = detect(character.root);
                expectRoles(rig, character, [...character.expected.keys()].filter(role => BY_SHAPE.test(role)));
                expect(rig.problems).to.deep.equal([]);
            });
        });
    }

    describe('on characters from files', () => {
        const MIXAMO = Object.fromEntries(Object.entries({
            hips: 'Hips', spine: 'Spine', spine1: 'Spine1', spine2: 'Spine2', neck: 'Neck', head: 'Head',
            ...bothSides({
                Eye: 'Eye', Clavicle: 'Shoulder', UpperArm: 'Arm', Forearm: 'ForeArm', Hand: 'Hand', Thigh: 'UpLeg', Shin: 'Leg', Foot: 'Foot', Toes: 'ToeBase'
            }, (side, name) => `${side === 'left' ? 'Left' : 'Right'}${name}`)
        }).map(([role, name]) => [role, `mixamorig:${name}`]));
        const BITMOJI = {
            hips: 'C_spine0001', spine: 'C_spine0002', spine1: 'C_spine0006', neck: 'C_neck0001', neck1: 'C_neck0002', head: 'C_head0001',
            ...bothSides({
                Eye: 'eyeCmMale', Clavicle: 'clavicle', UpperArm: 'armUpper0001', Forearm: 'armLower0001', Hand: 'hand0001',
                Thigh: 'legUpper0001', Shin: 'legLower0001', Foot: 'foot0001', Toes: 'foot0002'
            }, (side, name) => `${side === 'left' ? 'L' : 'R'}_${name}`)
        };

        function bothSides(parts: Record<string, string>, nameOf: (side: string, name: string) => string): Record<string, string> {
            return Object.fromEntries(['left', 'right'].flatMap(side => Object.entries(parts).map(([part, name]) => [`${side}${part}`, nameOf(side, name)])));
        }

        async function load(path: string): Promise<Entity> {
            const root = (await loadNewGlb(app, path)).instantiate();
            app.root.addChild(root);
            return root;
        }

        it('finds the mannequin\'s bones', async () => {
            const rig = detect(await load(MANNEQUIN));
            const face = bothSides({ UpperEyelid: 'UpperEyelid', LowerEyelid: 'LowerEyelid' }, (side, name) => `mixamorig:${side === 'left' ? 'Left' : 'Right'}${name}`);
            expect(namesOf(rig)).to.deep.equal({ ...MIXAMO, ...face, jaw: 'mixamorig:Jaw' });
            expect(rig.problems).to.deep.equal([]);
            expect(rig.missing).to.deep.equal([]);
            expect(rig.legs).to.equal(2);
            expectDirections(rig, Vec3.BACK, Vec3.UP, 1);
            expect(rig.height).to.be.closeTo(1.75, 0.02);
        });

        it('finds Xbot\'s bones', async function () {
            const path = requireRig('Xbot.glb', this);
            const rig = detect(await load(path));
            expect(namesOf(rig)).to.deep.equal(MIXAMO);
            expect(rig.problems).to.deep.equal([]);
            expect(rig.missing).to.deep.equal(['jaw', 'leftUpperEyelid', 'rightUpperEyelid', 'leftLowerEyelid', 'rightLowerEyelid']);
            expectDirections(rig, Vec3.BACK, Vec3.UP, 1);
            // centimetres below its armature
            expect(rig.height).to.be.closeTo(180.9, 0.5);
            expect(rig.legLengths.left).to.be.closeTo(88.9, 0.1);
            expect(rig.legLengths.right).to.be.closeTo(88.9, 0.1);
            const [x, y, z] = rig.eyePoint.position;
            expect([x, y, z].map(value => Math.round(value * 10) / 10)).to.deep.equal([0, 166.1, 8.3]);
            expect(rig.skeleton.nodes[rig.eyePoint.node].name).to.equal('mixamorig:Head');
        });

        it('finds bitmoji\'s bones, and the eyeballs among its kinds of eyes, brows and sockets', async function () {
            const path = requireRig('bitmoji.glb', this);
            const rig = detect(await load(path));
            const expected = Object.fromEntries(Object.entries(BITMOJI).map(([role, name]) => [role, `${name}_bind_JNT`]));
            expect(namesOf(rig)).to.deep.equal({ ...expected, jaw: 'C_jaw_base_JNT' });
            expect(rig.problems).to.deep.equal([]);
            expectDirections(rig, Vec3.BACK, Vec3.UP, 1);
        });

        const HOUND_BONES = {
            hips: 'pelvis', spine: 'spine1', spine1: 'spine2', spine2: 'spine3', spine3: 'chest', neck: 'neck1', neck1: 'neck2', neck2: 'neck3', head: 'head',
            ...Object.fromEntries(['', 1, 2, 3, 4, 5, 6].map((count, i) => [`tail${count}`, `tail${i + 1}`])),
            ...bothSides({
                Ear: 'ear1', Ear1: 'ear2', Clavicle: 'shoulder_blade', UpperArm: 'upper_arm', Forearm: 'forearm', Metacarpus: 'metacarpus', Hand: 'fore_paw',
                Thigh: 'thigh', Shin: 'shin', Metatarsus: 'metatarsus', Foot: 'hind_paw'
            }, (side, name) => `${name}.${side === 'left' ? 'L' : 'R'}`)
        };
        const HOUND_FACE = {
            jaw: 'jaw',
            ...bothSides({ Eye: 'eye', UpperEyelid: 'upper_lid', LowerEyelid: 'lower_lid' }, (side, name) => `${name}.${side === 'left' ? 'L' : 'R'}`)
        };

        it('finds the hound\'s bones', async () => {
            const rig = detect(await load(HOUND));
            expect(namesOf(rig)).to.deep.equal({ ...HOUND_BONES, ...HOUND_FACE });
            expect(rig.problems).to.deep.equal([]);
            expect(rig.missing).to.deep.equal([]);
            expect(rig.legs).to.equal(4);
            expectDirections(rig, Vec3.BACK, Vec3.UP, 1);
            const limb = (name: LimbName) => rig.limbs[name]!.bones.map(bone => rig.skeleton.nodes[bone].name);
            expect(limb('leftFoot')).to.deep.equal(['thigh.L', 'shin.L', 'metatarsus.L', 'hind_paw.L']);
            expect(limb('rightHand')).to.deep.equal(['shoulder_blade.R', 'upper_arm.R', 'forearm.R', 'metacarpus.R', 'fore_paw.R']);
        });

        it('finds the body of the hound by shape', async () => {
            const root = await load(HOUND);
            const nodes = root.find(() => true);
            const names = new Map(nodes.map(node => [node, node.name]));
            const found = (rig: Rig) => Object.fromEntries([...rig.bones].map(([role, node]) => [role, names.get(rig.skeleton.nodes[node])]));
            nodes.forEach((node, i) => { node.name = `node_${i}`; });
            expect(found(detect(root))).to.deep.equal(HOUND_BONES);
            const random = seededRandom(3);
            for (let i = 0; i < 8; i++) {
                nodes.forEach((node) => { node.name = names.get(node)!; });
                shuffleNames(root, random);
                const rig = detect(root);
                expect(found(rig)).to.deep.equal(HOUND_BONES);
                expectDirections(rig, Vec3.BACK, Vec3.UP, 1);
            }
        });

        for (const file of [MANNEQUIN, 'Xbot.glb', 'bitmoji.glb']) {
            it(`finds the body of ${file} by shape`, async function () {
                const path = file === MANNEQUIN ? file : requireRig(file, this);
                const root = await load(path);
                const byName = detect(root);
                shuffleNames(root, seededRandom(3));
                const byShape = detect(root);
                for (const [role, node] of byName.bones) {
                    if (BY_SHAPE.test(role)) expect(byShape.bones.get(role), role).to.equal(node);
                }
                expectDirections(byShape, Vec3.BACK, Vec3.UP, 1);
            });

            it(`puts the eye point of ${file} near its eyes when it has no eye bones`, async function () {
                const path = file === MANNEQUIN ? file : requireRig(file, this);
                const root = await load(path);
                const withEyes = detect(root);
                root.find(() => true).forEach((node) => { node.name = node.name.replace(/eye/i, 'x'); });
                const without = detect(root);
                expect(without.missing).to.include('leftEye');
                const off = Math.hypot(...without.eyePoint.position.map((value, axis) => value - withEyes.eyePoint.position[axis]));
                // one centimetre on a person; a head like a ball with a bun on it leaves more room
                expect(off / without.height * 175).to.be.below(file === 'bitmoji.glb' ? 6 : 1);
            });
        }
    });

    for (const written of ANIMALS) {
        describe(`on four legs: ${written.convention}`, () => {
            const directionError = written.skin === 'none' ? BY_JOINTS : EXACT;

            function expectAnimal(rig: Rig, character: BuiltSkeleton, roles: Role[]) {
                expectRoles(rig, character, roles);
                expect([...rig.bones.keys()].sort()).to.deep.equal([...roles].sort());
                expect(rig.legs).to.equal(4);
                for (const [name, limb] of Object.entries(rig.limbs)) {
                    const side = name.startsWith('left') ? 'left' : 'right';
                    const parts = (name.endsWith('Foot') ? ['Thigh', 'Foot'] : [character.expected.has(`${side}Clavicle`) ? 'Clavicle' : 'UpperArm', 'Hand']);
                    const [first, last] = parts.map(part => character.expected.get(`${side}${part}` as Role)!);
                    const nodes: GraphNode[] = [last];
                    while (nodes[0] !== first) nodes.unshift(nodes[0].parent!);
                    expect(limb!.bones.map(bone => rig.skeleton.nodes[bone].name), name).to.deep.equal(nodes.map(node => node.name));
                    const scale = rig.skeleton.nodes[0].parent!.getWorldTransform().getScale().x;
                    const length = nodes.slice(1).reduce((sum, node, i) => sum + node.getPosition().distance(nodes[i].getPosition()), 0);
                    expect(limb!.length * scale, name).to.be.closeTo(length, 1e-4 * length);
                }
            }

            it('finds every bone that the convention names, and no other', () => {
                const character = build(written);
                const rig = detect(character.root);
                expectAnimal(rig, character, [...character.expected.keys()]);
                expect(rig.problems).to.deep.equal([]);
                expectDirections(rig, Vec3.BACK, Vec3.UP, directionError);
            });

            it('finds the same on the model turned and scaled', () => {
                const turns = [{ turn: randomRotation(seededRandom(5)) }, { turn: new Quat().setFromEulerAngles(0, 180, 0) }, { size: 0.01 }, { size: 100 }];
                for (const placing of sampleOf(turns, ANIMALS.indexOf(written))) {
                    const character = build(written, placing);
                    const rig = detect(character.root);
                    expectAnimal(rig, character, [...character.expected.keys()]);
                    const turn = placing.turn ?? Quat.IDENTITY;
                    expectDirections(rig, turn.transformVector(Vec3.BACK), turn.transformVector(Vec3.UP), directionError + 0.1);
                }
            });

            const byShape = (character: BuiltSkeleton) => [...character.expected.keys()].filter(role => IN_SHAPE_ON_FOUR.test(role));

            it('finds the body by shape when the names mean nothing', () => {
                const character = build(written);
                numberNames(character.root);
                const rig = detect(character.root);
                expectAnimal(rig, character, byShape(character));
                expect(rig.problems).to.deep.equal([]);
                expectDirections(rig, Vec3.BACK, Vec3.UP, directionError);
            });

            it('finds the body by shape when the names are shuffled', () => {
                const random = seededRandom(11);
                for (let i = 0; i < SHUFFLES; i++) {
                    const character = build(written);
                    shuffleNames(character.root, random);
                    const rig = detect(character.root);
                    expectRoles(rig, character, byShape(character));
                    expect(rig.legs).to.equal(4);
                    character.root.destroy();
                }
            });

            it('misses only what it has not', () => {
                const character = build(written);
                const rig = detect(character.root);
                expect(rig.missing.filter(role => character.expected.has(role))).to.deep.equal([]);
                expect(rig.missing.filter(role => /Thigh|Shin|Foot|Arm|arm|Hand|Clavicle|Toes|Meta/.test(role))).to.deep.equal([]);
            });
        });
    }

    it('tells the neck of an animal from its spine where neither is named and the head is the last joint', () => {
        const character = build(DOG);
        for (const name of ['LeftEar', 'RightEar', 'Jaw']) character.nodes.get(name)!.destroy();
        hang(character.nodes.get('Head')!, character.nodes.get('Neck')!);
        character.nodes.get('Neck1')!.destroy();
        const roles = [...character.expected.keys()].filter(role => !/Ear|jaw|neck1/.test(role));
        const expectTrunk = () => {
            const rig = detect(character.root);
            expectRoles(rig, character, roles);
            expect(rig.neck.map(node => rig.skeleton.nodes[node])).to.deep.equal([character.nodes.get('Neck')]);
            expect(rig.spine).to.have.length(3);
        };
        expectTrunk();
        character.nodes.get('Neck')!.name = 'Spine3';
        for (const [name, node] of character.nodes) {
            if (/Fore|Arm|Scapula/.test(name)) node.name = 'bone';
        }
        expectTrunk();
        numberNames(character.root);
        expectTrunk();
    });

    it('takes bones of an animal\'s leg that twist or continue the one above for no metatarsus', () => {
        const character = build(ANIMALS.find(({ convention }) => convention === 'Rigify')!);
        for (const [upper, lower, name] of [['DEF-shin.L', 'DEF-foot.L', 'DEF-shin.L.001'], ['DEF-forearm.R', 'DEF-front_foot.R', 'DEF-forearm_twist.R']]) {
            const [above, below] = [character.nodes.get(upper)!, character.nodes.get(lower)!];
            const between = new Entity(name);
            above.addChild(between);
            between.setPosition(new Vec3().lerp(above.getPosition(), below.getPosition(), 0.5));
            hang(below, between);
        }
        const rig = detect(character.root);
        expectRoles(rig, character);
        expect(rig.limbs.leftFoot!.bones).to.have.length(5);
        expect(rig.limbs.rightHand!.bones).to.have.length(6);
    });

    it('sorts the sides of fore and hind legs each for itself, and by the names that there are', () => {
        const robot = ANIMALS.find(({ convention }) => convention.startsWith('numbered'))!;
        for (const [written, leg, chest] of [[DOG, 'LeftScapula', 'Spine2'], [robot, 'FrontLeg_L_1', 'Chest']] as const) {
            const crossed = build(written);
            crossed.nodes.get(leg)!.reparent(crossed.nodes.get(chest)!);
            numberNames(crossed.root);
            const rig = detect(crossed.root);
            expectRoles(rig, crossed, [...crossed.expected.keys()].filter(role => role !== 'jaw'));
            expectDirections(rig, Vec3.BACK, Vec3.UP, BY_JOINTS);
        }

        const swapped = build(DOG);
        for (const [name, node] of swapped.nodes) {
            node.name = /Fore|Arm|Scapula/.test(name) ? 'bone' : name.replace(/Left|Right/, side => (side === 'Left' ? 'Right' : 'Left'));
        }
        const byNames = detect(swapped.root);
        expect(byNames.skeleton.nodes[byNames.bones.get('leftThigh')!].name).to.equal('LeftHindThigh');
        expectRoles(byNames, swapped, ['leftUpperArm', 'rightHand']);
        expect(byNames.problems).to.have.length(1);
        expect(byNames.problems[0]).to.match(/^left and right are swapped: "LeftHindThigh" is to the right of "RightHindThigh"/);
    });

    it('takes the chain that reaches back furthest for the tail', () => {
        const character = build(DOG);
        const place = (name: string, parent: string, y: number, z: number) => {
            const node = new Entity(name);
            (character.nodes.get(parent) ?? character.root.findByName(parent)!).addChild(node);
            node.setPosition(0, y, z);
        };
        place('Tuft', 'Hips', 0.5, -0.38);
        place('TuftTip', 'Tuft', 0.44, -0.42);
        numberNames(character.root);
        expectRoles(detect(character.root), character, ['tail', 'tail1', 'tail2']);
    });

    it('has no limb of two bones', () => {
        const character = build(WRITTEN_SKELETONS[1]);
        hang(character.nodes.get('LeftFoot')!, character.nodes.get('LeftUpLeg')!);
        character.nodes.get('LeftLeg')!.destroy();
        const { limbs, legs } = detect(character.root);
        expect(limbs.leftFoot).to.equal(null);
        expect(limbs.rightFoot!.bones).to.have.length(3);
        expect(legs).to.equal(0);
    });

    it('finds a tail and ears on two legs by their names, and takes hanging arms for arms', () => {
        const character = build(RAPTOR);
        const rig = detect(character.root);
        expectRoles(rig, character);
        expect([...rig.bones.keys()].sort()).to.deep.equal([...character.expected.keys()].sort());
        expect(rig.legs).to.equal(2);
        expect(rig.problems).to.deep.equal([]);
    });

    it('finds the legs of animals whose left and right are swapped, and says so', () => {
        const character = build(DOG);
        for (const node of character.root.find(() => true)) node.name = node.name.replace(/Left|Right/, side => (side === 'Left' ? 'Right' : 'Left'));
        const rig = detect(character.root);
        expectDirections(rig, Vec3.BACK, Vec3.UP, BY_JOINTS);
        expect(rig.problems).to.have.length(1);
        expect(rig.problems[0]).to.match(/^left and right are swapped: /);
    });

    describe('when names contradict the shape', () => {
        it('reports feet that do not hang from the legs, and guesses none', () => {
            const character = build(LOOSE_FEET);
            const rig = detect(character.root);
            expectRoles(rig, character);
            for (const role of ['leftFoot', 'rightFoot', 'leftToes', 'rightToes'] as const) {
                expect(rig.bones.has(role), role).to.equal(false);
                expect(rig.missing).to.include(role);
            }
            expect(rig.legs).to.equal(0);
            expect(rig.limbs.leftFoot).to.equal(null);
            expect(rig.problems).to.deep.equal(['L', 'R'].map(side => `feet are not below the legs: "Foot.${side}" does not hang from "LowerLeg.${side}". ` +
                'Set Foot Bone by hand, or attach the foot to the leg in the model.'));
        });

        it('reports feet that stand above the legs', () => {
            const character = build(WRITTEN_SKELETONS[1]);
            const place = character.nodes.get('LeftUpLeg')!.getPosition();
            character.nodes.get('LeftFoot')!.setPosition(place.x, place.y + 0.2, place.z);
            const rig = detect(character.root);
            expect(rig.bones.has('leftFoot')).to.equal(false);
            expect(rig.problems).to.include('feet are not below the legs: "LeftFoot" stands above "LeftUpLeg". Set Foot Bone by hand.');
        });

        it('reports sides that are swapped, and faces the way the feet point', () => {
            const character = build(WRITTEN_SKELETONS[0]);
            for (const node of character.root.find(() => true)) {
                node.name = node.name.replace(/Left|Right/, side => (side === 'Left' ? 'Right' : 'Left'));
            }
            const rig = detect(character.root);
            expectDirections(rig, Vec3.BACK, Vec3.UP, EXACT);
            expect(rig.problems).to.have.length(1);
            expect(rig.problems[0]).to.match(/^left and right are swapped: .*"mixamorig:Left\w+" is to the right of "mixamorig:Right\w+"\. Rename/);
        });

        it('reports one pair that is swapped by its names', () => {
            const character = build(WRITTEN_SKELETONS[0]);
            const [left, right] = ['mixamorig:LeftEye', 'mixamorig:RightEye'].map(name => character.nodes.get(name)!);
            [left.name, right.name] = [right.name, left.name];
            expect(detect(character.root).problems).to.deep.equal([
                'left and right are swapped: "mixamorig:LeftEye" is to the right of "mixamorig:RightEye". Rename the bones in the model, or set them by hand.'
            ]);
        });

        it('reports a bone that hangs in a wrong place, and finds the others', () => {
            const character = build(WRITTEN_SKELETONS[0]);
            character.nodes.get('mixamorig:LeftHand')!.reparent(character.nodes.get('mixamorig:Hips')!);
            const rig = detect(character.root);
            expect(rig.bones.has('leftHand')).to.equal(false);
            expectRoles(rig, character, [...character.expected.keys()].filter(role => role !== 'leftHand'));
            expect(rig.problems[0]).to.equal('"mixamorig:LeftHand" does not hang from "mixamorig:LeftForeArm", so it is not taken as left hand. ' +
                'Set this bone by hand, or attach it there in the model.');
        });
    });

    it('finds by shape what some names leave open', () => {
        const character = build(WRITTEN_SKELETONS[0]);
        for (const name of ['LeftForeArm', 'RightLeg', 'Head', 'RightHand', 'LeftUpLeg']) character.nodes.get(`mixamorig:${name}`)!.name = 'thing';
        const rig = detect(character.root);
        expectRoles(rig, character);
        expect(rig.problems).to.deep.equal([]);
    });

    it('finds a person whose arms hang straight down', () => {
        const character = build(WRITTEN_SKELETONS[1]);
        for (const side of ['Left', 'Right']) {
            const arm = character.nodes.get(`${side}Arm`)!.getPosition().clone();
            character.nodes.get(`${side}ForeArm`)!.setPosition(arm.x, arm.y - 0.27, arm.z);
            character.nodes.get(`${side}Hand`)!.setPosition(arm.x, arm.y - 0.52, arm.z + 0.02);
        }
        numberNames(character.root);
        const rig = detect(character.root);
        expect(rig.legs).to.equal(2);
        expectRoles(rig, character);
    });

    it('faces the way that left and right say where there are no toes', () => {
        const character = build(WRITTEN_SKELETONS[1], { turn: new Quat().setFromEulerAngles(0, 180, 0) });
        for (const side of ['Left', 'Right']) character.nodes.get(`${side}ToeBase`)!.destroy();
        expectDirections(detect(character.root), Vec3.FORWARD, Vec3.UP, BY_JOINTS);
    });

    it('faces the way that knees and elbows bend where nothing else tells', () => {
        const character = build(WRITTEN_SKELETONS[1], { turn: new Quat().setFromEulerAngles(0, 180, 0) });
        for (const side of ['Left', 'Right']) character.nodes.get(`${side}ToeBase`)!.destroy();
        for (const side of ['Left', 'Right']) character.nodes.get(`${side}Leg`)!.translate(0, 0, -0.03);
        numberNames(character.root);
        const rig = detect(character.root);
        expect(angleOf(inWorld(rig, rig.forward), Vec3.FORWARD)).to.be.below(BY_JOINTS);
        expectRoles(rig, character, ['leftThigh', 'rightHand']);
    });

    describe('on what is nobody', () => {
        for (const written of NOBODIES) {
            it(`says that it found no body: ${written.convention}`, () => {
                const rig = detect(build(written).root);
                expect(rig.legs).to.equal(0);
                expect(rig.problems).to.have.length(1);
                const nothing = /^"[^"]+" has no two bones in different places, so there is nothing to move\. Export the skin/;
                expect(rig.problems[0]).to.match(/one point|a single bone/.test(written.convention) ? nothing : /^found no hips, no head, no complete legs, no complete arms in ".+", neither by name nor by shape\. Set the bones by hand/);
                expectDirections(rig, Vec3.BACK, Vec3.UP, 180);
                expect(rig.height).to.be.above(0);
                expect([...rig.eyePoint.position].every(Number.isFinite)).to.equal(true);
            });
        }
    });

    it('gives each bone\'s own forward axis', () => {
        for (const written of WRITTEN_SKELETONS) {
            const rig = detect(build(written).root);
            const axis = forwardAxis(new Float64Array(3), rig, rig.bones.get('head')!);
            const head = rig.skeleton.nodes[rig.bones.get('head')!];
            const world = head.getRotation().transformVector(new Vec3(axis[0], axis[1], axis[2]), new Vec3());
            expect(angleOf(world, inWorld(rig, rig.forward)), written.convention).to.be.below(0.01);
        }
    });

    it('measures height and legs, with and without skin', () => {
        for (const written of WRITTEN_SKELETONS) {
            const character = build(written);
            const rig = detect(character.root);
            const scale = rig.skeleton.nodes[0].parent!.getWorldTransform().getScale().x;
            const at = (role: Role) => character.expected.get(role)!.getPosition().clone();
            for (const side of ['left', 'right'] as const) {
                const length = at(`${side}Thigh`).distance(at(`${side}Shin`)) + at(`${side}Shin`).distance(at(`${side}Foot`));
                expect(rig.legLengths[side] * scale, written.convention).to.be.closeTo(length, 1e-4);
                for (const [limb, first, last] of [['Foot', 'Thigh', 'Foot'], ['Hand', 'UpperArm', 'Hand']] as const) {
                    const { bones, length: reach } = rig.limbs[`${side}${limb}`]!;
                    const nodes = bones.map(bone => rig.skeleton.nodes[bone]);
                    expect([nodes[0], nodes[nodes.length - 1]], written.convention).to.deep.equal([first, last].map(part => character.expected.get(`${side}${part}`)));
                    nodes.slice(1).forEach((node, i) => expect(node.parent, written.convention).to.equal(nodes[i]));
                    const way = nodes.slice(1).reduce((sum, node, i) => sum + node.getPosition().distance(nodes[i].getPosition()), 0);
                    expect(reach * scale, written.convention).to.be.closeTo(way, 1e-4);
                }
            }
            // the skulls of the written ones end 21 cm above the head's joint, as people's do within a fifth
            const top = at('head').y + 0.21;
            expect(rig.height * scale, written.convention).to.be.closeTo(top, 0.05 * top);
        }
    });

    it('gives the role of a bone', () => {
        const character = build(WRITTEN_SKELETONS[0]);
        const rig = detect(character.root);
        expect(roleOf(rig, rig.skeleton.nodes.indexOf(character.nodes.get('mixamorig:Spine1')!))).to.equal('spine1');
        expect(roleOf(rig, rig.skeleton.nodes.indexOf(character.nodes.get('mixamorig:LeftHandIndex1')!))).to.equal(null);
    });
});
