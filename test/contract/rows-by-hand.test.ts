import { expect } from 'chai';
import { AnimTrack, Entity, Vec3, type AnimComponent, type GraphNode, type ScriptType } from 'playcanvas';

import type { ReactionSequence } from '../../scripts/hit-reactions/reaction-sequence';
import type { ActiveRagdoll, HitReactions, MecFootPlacer, PerfectLookAt, SpringChain } from '../../scripts/index';
import { findCharacter } from '../../scripts/rig/character';
import { readSkin } from '../../scripts/skin/skin';
import { furtherRig, GNOME, HOUND, MANNEQUIN } from '../support/characters';
import { SetupStage } from '../support/setup-stage';
import { describeFull, skipBecause } from '../support/skip';
import { catchWarnings } from '../support/warnings';

// A row by hand that names a bone and nothing else does what the row does that a script fills in by itself.

type Rows = Record<string, unknown>[];

/** The lists that scripts fill in by themselves, and what of a row says what it is for. */
const LISTS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
    perfectLookAt: { lookAtBones: ['boneName'], legStabilizers: ['boneName'] },
    mecFootPlacer: { feet: ['footId', 'boneName'] },
    springChain: { chains: ['boneName'] }
};

const SETTINGS: Readonly<Record<string, (target: Entity) => object>> = {
    perfectLookAt: target => ({ targetObject: target }),
    mecFootPlacer: () => ({}),
    springChain: () => ({})
};

/** Largest difference of two twins: of a number of a rotation, and of a place in metres. */
const SAME = 1e-6;

for (const file of [MANNEQUIN, HOUND, GNOME, 'Xbot.glb', 'Knight.glb', 'Husky.glb', 'Zebra.glb', 'more/Guy.glb']) {
    const path = file.startsWith('templates') ? file : furtherRig(file);

    (file === HOUND ? describeFull : describe)(`rows by hand: ${file}`, () => {
        catchWarnings();
        let stage: SetupStage;

        before(async function () {
            if (!path) skipBecause(this, `needs ${file} in the folder that LIMBER_RIGS names`);
            stage = await SetupStage.open();
        });

        afterEach(() => stage.clear());

        after(() => stage?.close());

        /** A character that stands with its root 15 cm over the floor, as on a ramp that ends, and turns. */
        async function add(script: string, attributes: object) {
            const hero = await stage.addHero(path!, 'Hero', new Vec3(0, 0.15, 0));
            const target = stage.addEntity('target', new Vec3(-2, 0.6, 1));
            const added = hero.script!.create(script, { attributes: { ...SETTINGS[script](target), ...attributes } as never });
            return { hero, script: added as ScriptType & { problems(): string[] } };
        }

        async function poseOf(script: string, attributes: object) {
            const actor = await add(script, attributes);
            for (let i = 0; i < 60; i++) {
                actor.hero.setEulerAngles(0, i < 30 ? 0 : 3 * (i - 30), 0);
                stage.step();
            }
            const pose = actor.hero.find(() => true).map((node: GraphNode) => {
                const { x, y, z, w } = node.getLocalRotation();
                const place = node.getLocalPosition();
                return { name: node.name, numbers: [x, y, z, w, place.x, place.y, place.z] };
            });
            const problems = actor.script.problems();
            const rows = Object.fromEntries(Object.keys(LISTS[script]).map(list => [list, (actor.script as unknown as Record<string, Rows>)[list]]));
            stage.clear();
            return { pose, problems, rows };
        }

        for (const [script, lists] of Object.entries(LISTS)) {
            it(`do what those do that ${script} fills in: ${Object.keys(lists).join(', ')}`, async function () {
                const filled = await poseOf(script, {});
                if (Object.values(filled.rows).every(rows => rows.length === 0)) skipBecause(this, `${script} finds nothing on it`);
                const byHand = Object.fromEntries(Object.entries(lists).map(([list, names]) => [
                    list, filled.rows[list].map(row => Object.fromEntries(names.map(name => [name, row[name]])))
                ]));
                const hand = await poseOf(script, byHand);
                expect(hand.problems).to.deep.equal(filled.problems);
                hand.pose.forEach(({ name, numbers }, i) => numbers.forEach((number, k) => {
                    expect(number, name).to.be.closeTo(filled.pose[i].numbers[k], SAME);
                }));
            });
        }

        it('do what those do that activeRagdoll makes of the character', async () => {
            const create = async (bones: Rows) => {
                const hero = await stage.addHero(path!);
                return hero.script!.create('activeRagdoll', { attributes: { active: true, bones } as never }) as unknown as ActiveRagdoll;
            };
            const filled = await create([]);
            const nodes = filled.entity.find(() => true);
            const hand = await create([]);
            const own = hand.entity.find(() => true);
            hand.bones = filled.control.bones.map(bone => ({ bone: own[nodes.indexOf(bone)] })) as never;
            const settings = ({ control }: ActiveRagdoll) => control.built!.build.settings;
            expect(settings(hand)).to.deep.equal(settings(filled));
        });
    });
}

describe('rows by hand', () => {
    catchWarnings();
    let stage: SetupStage;

    before(async () => { stage = await SetupStage.open(); });

    afterEach(() => stage.clear());

    after(() => stage.close());

    async function addLook(lookAtBones: object[]): Promise<PerfectLookAt> {
        const hero = await stage.addHero(MANNEQUIN);
        return hero.script!.create('perfectLookAt', { attributes: { lookAtBones } as never }) as unknown as PerfectLookAt;
    }

    it('keep what they say, also what is the default, and what is set in them later', async () => {
        const look = await addLook([{ boneName: 'head', rotationLimit: 90 }, { boneName: 'neck' }]);
        expect(look.lookAtBones.map(({ rotationLimit }) => rotationLimit)).to.deep.equal([90, 25]);
        look.lookAtBones[1].rotationLimit = 90;
        look.refresh();
        expect(look.lookAtBones[1].rotationLimit).to.equal(90);
        look.refresh();
        expect(look.lookAtBones[1].rotationLimit).to.equal(90);
    });

    it('that say what one eye is linked to leave the others free', async () => {
        const look = await addLook([{ boneName: 'rightEye' }, { boneName: 'head', linkedBoneNames: ['leftEye'] }]);
        expect(look.problems()).to.deep.equal([]);
        expect(look.lookAtBones[0].linkedBones).to.deep.equal([]);
    });

    it('that are put into the list are completed too, as are those of a clone', async () => {
        const look = await addLook([{ boneName: 'head' }]);
        look.lookAtBones.push({ boneName: 'neck' } as never);
        look.refresh();
        expect(look.lookAtBones.map(({ rotationLimit }) => rotationLimit)).to.deep.equal([45, 25]);
        const clone = look.entity.clone() as Entity;
        stage.app.root.addChild(clone);
        const copied = clone.script!.get('perfectLookAt') as unknown as PerfectLookAt;
        expect(copied.lookAtBones.map(({ rotationLimit }) => rotationLimit)).to.deep.equal([45, 25]);
        clone.destroy();
    });

    it('of a foot follow ground that is 15 cm lower, unless they have a distance of their own', async () => {
        const lowest = async (row: object) => {
            const hero = await stage.addHero(MANNEQUIN, 'Hero', new Vec3(0, 0.15, 0));
            const placer = hero.script!.create('mecFootPlacer', { attributes: { adjustPelvisVertically: true, feet: [{ footId: 'leftFoot', boneName: 'leftFoot', ...row }, { footId: 'rightFoot', boneName: 'rightFoot', ...row }] } as never }) as unknown as MecFootPlacer;
            stage.step(60);
            const y = hero.findByName('mixamorig:LeftToeBase')!.getPosition().y;
            expect(placer.problems()).to.deep.equal([]);
            stage.clear();
            return y;
        };
        const measured = await lowest({});
        expect(measured).to.be.below(0.05);
        expect(await lowest({ extraRayDistanceCheck: 0.05 })).to.be.above(measured + 0.08);
    });

    it('that name what the character has not are said, and nothing is made up', async () => {
        const hero = await stage.addHero(MANNEQUIN);
        const chain = hero.script!.create('springChain', { attributes: { chains: [{ boneName: 'tail' }] } as never }) as unknown as SpringChain;
        expect(chain.problems().join()).to.include('tail');
    });

    it('of a foot without an id go by the role of its bone', async () => {
        const hero = await stage.addHero(MANNEQUIN);
        const feet = [{ boneName: 'mixamorig:LeftFoot' }, { boneName: 'rightFoot' }];
        const placer = hero.script!.create('mecFootPlacer', { attributes: { feet } as never }) as unknown as MecFootPlacer;
        expect(placer.problems()).to.deep.equal([]);
        expect(['leftFoot', 'rightFoot'].map(id => placer.isActive(id))).to.deep.equal([true, true]);
    });

    it('of a way to get up know the side from how the clip begins', async () => {
        for (const [file, clipFile] of [[MANNEQUIN, 'templates/mannequin-get-up.glb'], [HOUND, 'templates/hound-get-up.glb']]) {
            const hero = await stage.addHero(file);
            const { clips } = await stage.load(clipFile);
            const anim = (hero.findComponent('anim') as AnimComponent);
            const sides = new Map<string, string>();
            [...clips].forEach(([name, { duration, inputs, outputs, curves }], i) => {
                sides.set(`rise ${i}`, /prone|supine|left|right/.exec(name)![0]);
                anim.assignAnimation(`rise ${i}`, new AnimTrack(`rise ${i}`, duration, inputs, outputs, curves), undefined, 1, false);
            });
            hero.script!.create('activeRagdoll');
            const getUpClips = [...sides.keys()].map(state => ({ state }));
            const reactions = hero.script!.create('hitReactions', { attributes: { getUpClips } as never }) as unknown as HitReactions;
            stage.step(2);
            reactions.fall();
            const { clips: found } = (reactions as unknown as { sequence: ReactionSequence }).sequence.parts.getUp;
            expect(found.map(({ state, side }) => [state, side]), file).to.deep.equal([...sides]);
            stage.clear();
        }
    });

    it('of a collider are as large as the body there', async () => {
        for (const boneName of ['head', 'leftThigh', 'spine1', 'leftUpperArm']) {
            const hero = await stage.addHero(MANNEQUIN);
            const springs = hero.script!.create('springChain', { attributes: { chains: [{ boneName: 'leftHand' }], colliders: [{ boneName }] } as never }) as unknown as SpringChain;
            expect(springs.problems()).to.deep.equal([]);
            const [{ shape, offset, tail, radius }] = springs.colliders;
            const rig = findCharacter(hero)!;
            const bone = rig.bones.get(boneName as 'head')!;
            const { points, holders } = readSkin(rig.skeleton);
            const toBone = rig.skeleton.nodes[bone].getWorldTransform().clone().invert();
            const model = hero.getWorldTransform();
            const depths: number[] = [];
            holders.forEach((holder, i) => {
                if (holder !== bone) return;
                const at = toBone.transformPoint(model.transformPoint(new Vec3(points[3 * i], points[3 * i + 1], points[3 * i + 2])));
                const way = tail.clone().sub(offset);
                const share = shape === 'capsule' ? Math.min(1, Math.max(0, at.clone().sub(offset).dot(way) / way.lengthSq())) : 0;
                depths.push(radius - at.distance(offset.clone().add(way.mulScalar(share))));
            });
            const inside = depths.filter(depth => depth >= 0).length / depths.length;
            expect(inside, boneName).to.be.within(0.25, 1);
            // no skin is further away than the collider is thick
            expect(Math.min(...depths), boneName).to.be.above(-1.5 * radius);
            expect(radius, boneName).to.be.within(0.03, 0.2);
            stage.clear();
        }
    });
});
