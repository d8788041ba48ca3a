import { expect } from 'chai';
import { Vec3, type Entity } from 'playcanvas';

import { activeRagdollAttributes, type RagdollBoneRow } from '../../scripts/active-ragdoll/attributes';
import { checkRagdoll } from '../../scripts/active-ragdoll/plan/report';
import { makeRagdoll } from '../../scripts/active-ragdoll/plan/setup';
import { detectRig } from '../../scripts/rig/detect';
import { findSkeleton } from '../../scripts/rig/skeleton';
import { makeRow } from '../../scripts/shell/attributes';
import { createApp } from '../support/app';
import { buildSkeleton } from '../support/build-skeleton';
import { inEachWorkshop } from '../support/ragdoll-build';
import { STICK, WRITTEN_SKELETONS } from '../support/skeletons';
import { itFull } from '../support/skip';

/** The sentences say how to mend it with one of these. */
const REMEDY = /\b(Set|Choose|Remove|Add|Give)\b.*, then call refresh\(\)\.$/;

const row = (values: Partial<RagdollBoneRow>) => makeRow(activeRagdollAttributes.bones, { offset: new Vec3(), ...values });

inEachWorkshop('bad input of the build step', (shop) => {
    const bone = (role: 'hips' | 'head') => shop.rig.skeleton.nodes[shop.rig.bones.get(role)!] as Entity;

    const cases: [string, () => RagdollBoneRow[], RegExp[]][] = [
        ['a row without bone', () => [row({ boneName: 'hips' }), row({})], [/^bone 2 is missing/]],
        ['a name that no bone has', () => [row({ boneName: 'heed' })], [/^bone 1: no bone named "heed"/, /Did you mean ".*head"/i]],
        ['a bone of somebody else', () => [row({ bone: shop.model })], [/^bone 1/, /no bone of this character/]],
        ['two bodies on one bone', () => [row({ boneName: 'hips' }), row({ bone: bone('hips') })], [/^bone 2/, /two bodies/]],
        ['a bone that is no descendant of its parent bone', () => [row({ boneName: 'hips' }), row({ boneName: 'head' }), row({ boneName: 'leftHand', parentBoneName: 'head' })],
            [/^bone 3/, /no descendant of its parent bone/]],
        ['a bone that is no descendant of the root', () => [row({ boneName: 'leftHand' }), row({ boneName: 'rightHand' })], [/no descendant of the root/]],
        ['a parent without body', () => [row({ boneName: 'hips' }), row({ boneName: 'leftHand', parentBoneName: 'leftForearm' })], [/parent bone of bone 2/, /has no body/]],
        ['a parent bone that is not there', () => [row({ boneName: 'hips' }), row({ boneName: 'head', parentBoneName: 'hipz' })], [/parent bone of bone 2/, /"hipz"/]],
        ['a negative radius', () => [row({ boneName: 'hips', radius: -0.1 })], [/radius of bone 1/, /-0\.1/]],
        ['a length that is not a number', () => [row({ boneName: 'hips', length: NaN })], [/length of bone 1/, /NaN/]],
        ['a negative mass', () => [row({ boneName: 'hips', mass: -1 })], [/mass of bone 1/, /-1/]],
        ['an endless stiffness', () => [row({ boneName: 'hips', stiffness: Infinity })], [/stiffness of bone 1/]],
        ['a negative damping', () => [row({ boneName: 'hips', damping: -3 })], [/damping of bone 1/]],
        ['an offset that is not a number', () => [row({ boneName: 'hips', offset: new Vec3(0, NaN, 0) })], [/offset of bone 1/]],
        ['a weight above 1', () => [row({ boneName: 'hips', rotationWeight: 1.5 })], [/rotation weight of bone 1/, /0 to 1/]],
        ['a weight that is not a number', () => [row({ boneName: 'hips', translationWeight: NaN })], [/translation weight of bone 1/]],
        ['a limit beyond half a turn', () => [row({ boneName: 'hips' }), row({ boneName: 'head', swingLimitY: 181 })], [/swing limit Y of bone 2/, /0 to 180/]],
        ['a limit below 0', () => [row({ boneName: 'hips' }), row({ boneName: 'head', twistLimit: -1 })], [/twist limit of bone 2/]]
    ];
    for (const [what, rows, words] of cases) {
        it(`${what}: one sentence`, () => {
            const sentences: string[] = [];
            expect(shop.tryBuild({ rows: rows() }, sentences)).to.equal(null);
            expect(sentences).to.have.length(1);
            expect(sentences[0]).to.match(REMEDY);
            for (const word of words) expect(sentences[0]).to.match(word);
        });
    }

    for (const totalMass of [0, -70, NaN, Infinity]) {
        it(`a total mass of ${totalMass}: one sentence`, () => {
            const sentences: string[] = [];
            expect(shop.tryBuild({ totalMass }, sentences)).to.equal(null);
            expect(sentences).to.have.length(1);
            expect(sentences[0]).to.match(/total mass/).and.to.match(REMEDY);
        });
    }

    it('a rig without hips: one sentence; with rows it works', () => {
        const { rig } = shop;
        shop.rig = { ...rig, bones: new Map([...rig.bones].filter(([role]) => role !== 'hips')) };
        const sentences: string[] = [];
        expect(shop.tryBuild({}, sentences)).to.equal(null);
        expect(sentences).to.have.length(1);
        expect(sentences[0]).to.match(/no hips/).and.to.match(REMEDY);
        expect(shop.tryBuild({ rows: [row({ bone: bone('head') })] }, sentences)).to.not.equal(null);
        shop.rig = rig;
    });

    it('the report names every rule that is broken, with bone and figure', () => {
        const findings = (rows: RagdollBoneRow[]) => checkRagdoll(shop.build({ rows, massPreset: 'anatomical' }));
        const rows = [
            row({ boneName: 'hips' }), row({ boneName: 'head', radius: 0.01, length: 0.05, mass: 1, swingLimitY: 3, swingLimitZ: 3, twistLimit: 3 }),
            row({ boneName: 'leftUpperArm', radius: 0.5, length: 1.2 }), row({ boneName: 'rightUpperArm', radius: 0.5, length: 1.2 })
        ];
        const found = findings(rows);
        const of = (rule: string, name: string) => found.filter(finding => finding.rule === rule && finding.bone === name);
        expect(of('hold', 'head')[0].value).to.be.below(0.9);
        expect(of('mass', 'head')[0].value).to.be.above(3);
        expect(of('limit', 'head').map(({ value }) => value).every(value => value > 1)).to.equal(true);
        expect(of('limit', 'head')).to.not.have.length(0);
        for (const { sentence, bone: name } of found) expect(sentence).to.include(name).and.to.match(/\b(Set|Give|Look)\b/);
        expect(findings([]).filter(({ rule }) => rule === 'hold' || rule === 'limit')).to.deep.equal([]);
    });
});

describe('a character without skin', () => {
    itFull('gets a guessed shape on every bone, and the report says so', () => {
        const app = createApp();
        const { root } = buildSkeleton(app, { ...WRITTEN_SKELETONS[0], ...STICK });
        const rig = detectRig(findSkeleton(root)!);
        const build = makeRagdoll(rig, { scale: 1, totalMass: 70, massPreset: 'stable', rows: [], clips: [], animRoot: null }, () => {})!;
        const guessed = checkRagdoll(build).filter(({ rule }) => rule === 'guess').map(({ bone }) => bone);
        expect(guessed).to.deep.equal(build.settings.bodies.map(({ name }) => name));
        for (const { name, shape, radius, length, halfExtents } of build.settings.bodies) {
            const size = shape === 'box' ? Math.max(...halfExtents) : length / 2;
            expect(size / rig.height, name).to.be.within(0.005, 0.25);
            if (shape !== 'box') expect(length, name).to.be.at.least(2 * radius - 1e-9);
        }
        app.destroy();
    });
});
