import { expect } from 'chai';
import type { AppBase, Entity, GraphNode } from 'playcanvas';

import { ClipSampler } from '../../scripts/anim/clips/clip-sampler';
import { BoneSet, ReadStatus } from '../../scripts/pose/bone-set';
import { findCharacter } from '../../scripts/rig/character';
import { detectRig } from '../../scripts/rig/detect';
import { recordOf } from '../../scripts/rig/record-of';
import type { Role } from '../../scripts/rig/roles';
import { findSkeleton } from '../../scripts/rig/skeleton';
import { ANIMALS } from '../support/animals';
import { createApp, loadNewGlb, type LoadedCharacter } from '../support/app';
import { buildSkeleton } from '../support/build-skeleton';
import { writeDetached } from '../support/detach';
import { randomRotation, seededRandom, turnBetween } from '../support/geometry';
import { WRITTEN_SKELETONS, type WrittenSkeleton } from '../support/skeletons';

// Feet and hands that hang on the root in the file are feet and hands of their limbs to all who read and write the pose: everything is
// compared with the same character whose feet hang on its legs.

/** Largest differences to the attached twin: metres and degrees. The engine keeps 32 bits. */
const SAME_PLACE = 1e-5;
const SAME_TURN = 0.02;

/** What baked keys leave between them, metres. */
const BETWEEN_KEYS = 5e-4;

const CASES = [
    { name: 'mannequin, feet', file: 'templates/mannequin.glb', ends: ['mixamorig:LeftFoot', 'mixamorig:RightFoot'], clip: 'walk' },
    { name: 'hound, paws', file: 'templates/hound.glb', ends: ['hind_paw.L', 'hind_paw.R', 'fore_paw.L', 'fore_paw.R'], clip: 'walk' }
];

for (const { name, file, ends, clip } of CASES) {
    describe(`detached limbs: ${name}`, () => {
        let app: AppBase;
        let models: LoadedCharacter[];
        let twins: Entity[];

        before(async () => {
            app = createApp();
            models = [await loadNewGlb(app, file), await loadNewGlb(app, writeDetached(file, ends))];
        });

        beforeEach(() => {
            twins = models.map((model) => {
                const entity = model.instantiate();
                app.root.addChild(entity);
                return entity;
            });
        });

        afterEach(() => twins.forEach(twin => twin.destroy()));
        after(() => app.destroy());

        const named = (entity: Entity, bone: string) => entity.findByName(bone)!;

        function play() {
            twins.forEach((twin, i) => {
                twin.addComponent('anim', { activate: true });
                twin.anim!.assignAnimation('clip', models[i].clips.get(clip)!);
            });
            for (let i = 0; i < 17; i++) app.update(1 / 60);
        }

        function expectSamePlaces(message: string) {
            const [attached, detached] = twins;
            attached.forEach((node) => {
                const twin = named(detached, node.name);
                expect(twin.getPosition().distance(node.getPosition()), `${message}: place of ${node.name}`).to.be.below(SAME_PLACE);
                expect(turnBetween(twin.getRotation(), node.getRotation()), `${message}: turn of ${node.name}`).to.be.below(SAME_TURN);
            });
        }

        it('are found, with the roles, directions and lengths of attached ones', () => {
            const [attached, detached] = twins.map(twin => findCharacter(twin)!);
            expect(detached.skeleton.detached.map(({ node }) => detached.skeleton.nodes[node].name)).to.have.members(ends);
            const namesOf = ({ skeleton, bones }: typeof attached) => Object.fromEntries([...bones].map(([role, node]) => [role, skeleton.nodes[node].name]));
            expect(namesOf(detached)).to.deep.equal(namesOf(attached));
            expect(detached.problems).to.deep.equal([]);
            for (const axis of ['forward', 'up'] as const) detached[axis].forEach((value, i) => expect(value).to.be.closeTo(attached[axis][i], 1e-5));
            for (const [limb, { length }] of Object.entries(attached.limbs).map(([key, value]) => [key, value!] as const)) {
                expect(detached.limbs[limb as keyof typeof detached.limbs]!.length, limb).to.be.closeTo(length, 1e-5);
            }
        });

        it('have the pose of the clip in the sampler, against the end of their limb', () => {
            const samplers = twins.map((twin, i) => new ClipSampler(models[i].clips.get(clip)!, twin, findCharacter(twin)!.skeleton));
            const skeletons = twins.map(twin => findCharacter(twin)!.skeleton);
            for (const time of [0, 0.13, 0.4, 0.77]) {
                const poses = samplers.map(sampler => sampler.sample(time));
                skeletons[0].nodes.forEach((node, i) => {
                    const twin = samplers[1].first + skeletons[1].nodes.findIndex(other => other.name === node.name);
                    const own = samplers[0].first + i;
                    for (let axis = 0; axis < 3; axis++) {
                        expect(poses[1].positions[3 * twin + axis], `${node.name} at ${time}`).to.be.closeTo(poses[0].positions[3 * own + axis], BETWEEN_KEYS);
                        expect(poses[1].localPositions[3 * twin + axis], `${node.name} at ${time}`).to.be.closeTo(poses[0].localPositions[3 * own + axis], BETWEEN_KEYS);
                    }
                });
            }
        });

        it('move with every bone of the trunk and of the limb that is written, and when they are written themselves', () => {
            play();
            expectSamePlaces('animated');
            const random = seededRandom(9);
            const rigs = twins.map(twin => findCharacter(twin)!);
            const roles = [...rigs[0].bones.keys()].filter(role => /hips|spine|Thigh|Shin|Meta|Foot|Clavicle|Arm|arm|Hand/.test(role));
            const sets = rigs.map((rig) => {
                const { skeleton, bones } = rig;
                const record = recordOf(rig);
                record.retain();
                return { record, set: new BoneSet(roles.map(role => skeleton.nodes[bones.get(role)!]), record), nodeOf: (role: Role) => skeleton.nodes[bones.get(role)!] };
            });
            for (let frame = 1; frame <= 6; frame++) {
                app.update(1 / 60);
                const writes = roles.filter(() => random() < 0.4).map(role => ({ role, turn: randomRotation(random), shift: random() }));
                for (const { record, set, nodeOf } of sets) {
                    record.begin(frame);
                    expect(set.read()).to.equal(ReadStatus.ok);
                    for (const { role, turn, shift } of writes) {
                        const bone = set.indexOf(nodeOf(role));
                        set.pose.localRotations.set([turn.x, turn.y, turn.z, turn.w], 4 * bone);
                        set.writeRotation(bone);
                        if (role !== 'hips') continue;
                        set.pose.localPositions[3 * bone + 1] += shift;
                        set.writePosition(bone);
                    }
                }
                expectSamePlaces(`frame ${frame}, ${writes.map(({ role }) => role).join(' ')}`);
            }
            for (const { record } of sets) record.release();
            app.update(1 / 60);
            expectSamePlaces('released');
        });

        it('move with a limb of which a script knows only the upper bones, and come back where nothing animates them', () => {
            const rigs = twins.map(twin => findCharacter(twin)!);
            const before = twins.map(twin => ends.map(end => named(twin, end).getPosition().clone()));
            rigs.forEach((rig) => {
                const { skeleton, bones } = rig;
                const record = recordOf(rig);
                record.retain();
                for (let frame = 1; frame <= 5; frame++) {
                    record.begin(frame);
                    const thigh = skeleton.nodes[bones.get('leftThigh')!];
                    const set = new BoneSet([thigh], record);
                    set.read();
                    const { x, y, z, w } = thigh.getLocalRotation().clone().mul(randomRotation(seededRandom(3)));
                    record.write(record.stateOf(thigh), Float64Array.of(x, y, z, w), 0);
                }
            });
            expectSamePlaces('posed');
            rigs.forEach(rig => recordOf(rig).release());
            twins.forEach((twin, i) => ends.forEach((end, j) => {
                expect(named(twin, end).getPosition().distance(before[i][j]), end).to.be.below(SAME_PLACE);
            }));
        });

        it('are limbs of copies too, hidden and shown, and of whatever finds the skeleton first', () => {
            const [, detached] = twins;
            detectRig(findSkeleton(detached)!);
            const copy = detached.clone();
            app.root.addChild(copy);
            copy.enabled = false;
            const rig = findCharacter(copy)!;
            expect(rig.skeleton.detached).to.have.length(ends.length);
            const foot = rig.skeleton.nodes[rig.bones.get('leftFoot')!] as GraphNode;
            expect(foot.isDescendantOf(copy)).to.equal(true);
            expect(recordOf(rig).parentOf(foot)).to.equal(rig.skeleton.nodes[rig.skeleton.parents[rig.bones.get('leftFoot')!]]);
            copy.enabled = true;
            expect(findCharacter(copy)).to.equal(rig);
            copy.destroy();
        });
    });
}

/** What must be found by shape alone. */
const BY_SHAPE = /^hips$|^head$|UpperArm$|Forearm$|Hand$|Thigh$|Shin$|Foot$/;

describe('detached limbs of written skeletons', () => {
    let app: AppBase;

    before(() => { app = createApp(); });
    after(() => app.destroy());

    const shuffleNames = (root: Entity, random: () => number) => {
        const nodes = root.find(() => true);
        const names = nodes.map(node => node.name);
        nodes.forEach((node) => { node.name = names.splice(Math.floor(random() * names.length), 1)[0]; });
    };

    function expectFound(written: WrittenSkeleton, parts: readonly string[], isShuffled: boolean) {
        const { root, expected } = buildSkeleton(app, written);
        const ends = parts.flatMap(part => (['left', 'right'] as const).map(side => expected.get(`${side}${part}` as Role) as Entity));
        for (const end of ends) {
            const place = end.getPosition().clone();
            const turn = end.getRotation().clone();
            end.reparent(root.children[0]);
            end.setPosition(place);
            end.setRotation(turn);
        }
        if (isShuffled) shuffleNames(root, seededRandom(5));
        const rig = detectRig(findSkeleton(root)!);
        expect(rig.skeleton.detached.map(({ node }) => rig.skeleton.nodes[node])).to.have.members(ends);
        for (const [role, node] of expected) {
            if (BY_SHAPE.test(role)) expect(rig.skeleton.nodes[rig.bones.get(role) ?? -1] === node, role).to.equal(true);
        }
        root.destroy();
    }

    for (const written of [...WRITTEN_SKELETONS, ...ANIMALS].filter(({ skin }) => skin === 'skinned')) {
        for (const parts of [['Foot'], ['Hand'], ['Foot', 'Hand']]) {
            for (const isShuffled of [false, true]) {
                it(`are found: ${written.convention}, ${parts.join(' and ')}${isShuffled ? ', names shuffled' : ''}`, () => expectFound(written, parts, isShuffled));
            }
        }
    }
});
