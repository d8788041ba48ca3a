import { expect } from 'chai';
import { Quat, Vec3, type AppBase } from 'playcanvas';

import { detectRig } from '../../scripts/rig/detect';
import { lineOf } from '../../scripts/rig/evidence';
import type { Rig } from '../../scripts/rig/rig';
import { findSkeleton } from '../../scripts/rig/skeleton';
import { createApp } from '../support/app';
import { buildSkeleton, type Placing } from '../support/build-skeleton';
import { CREATURES } from '../support/creatures';
import { angleOf } from '../support/geometry';
import { WRITTEN_SKELETONS, type WrittenSkeleton } from '../support/skeletons';

// Bodies that mislead: what can be right is, and what cannot is said in one sentence.

const MIXAMO = WRITTEN_SKELETONS.find(({ convention }) => convention === 'Mixamo')!;
const LIZARD = CREATURES.find(({ convention }) => convention.startsWith('lizard'))!;

/** Largest error of up and forward, in degrees. */
const DIRECTIONS = 10;

describe('bodies that mislead', () => {
    let app: AppBase;

    before(() => { app = createApp(); });
    after(() => app.destroy());

    function find(written: WrittenSkeleton, placing?: Placing) {
        const built = buildSkeleton(app, written, placing);
        const rig = detectRig(findSkeleton(built.root)!);
        const turn = rig.skeleton.space?.getRotation().clone() ?? new Quat();
        built.root.destroy();
        const inWorld = ([x, y, z]: Float64Array) => turn.transformVector(new Vec3(x, y, z), new Vec3());
        return { rig, expected: built.expected, up: inWorld(rig.up), forward: inWorld(rig.forward) };
    }

    function expectRoles(rig: Rig, written: WrittenSkeleton, expected: ReturnType<typeof buildSkeleton>['expected']) {
        for (const [role, node] of expected) expect(rig.skeleton.nodes[rig.bones.get(role) ?? -1] === node, `${written.convention}: ${role}`).to.equal(true);
    }

    function expectUpright(up: Vec3, forward: Vec3) {
        expect(angleOf(up, Vec3.UP), 'up').to.be.below(DIRECTIONS);
        expect(angleOf(forward, Vec3.BACK), 'forward').to.be.below(DIRECTIONS);
    }

    it('two roots: legs on one, trunk on the other', () => {
        const at = MIXAMO.table.indexOf('  mixamorig:%UpLeg');
        const legs = MIXAMO.table.slice(at).replace(/^ {2}/gm, '');
        const written = { ...MIXAMO, table: `${MIXAMO.table.slice(0, at)}${legs}` };
        const { rig, up, forward } = find(written);
        expectUpright(up, forward);
        expect(rig.bones.has('head'), 'head').to.equal(true);
        expect(rig.legs === 2 || rig.problems.length === 1, rig.problems.join(' ')).to.equal(true);
    });

    it('a cape that hangs below the soles', () => {
        const written = { ...MIXAMO, table: `${MIXAMO.table}\n  Cape1 0 95 -14\n    Cape2 0 50 -18\n      Cape3 0 2 -24\n        Cape4 0 -8 -34` };
        const { rig, expected, up, forward } = find(written);
        expectRoles(rig, written, expected);
        expectUpright(up, forward);
        expect(rig.problems).to.deep.equal([]);
    });

    it('a tail that hangs below the soles', () => {
        const written = { ...LIZARD, table: LIZARD.table.replace('Tail5 0 1 -170', 'Tail5 0 -14 -170') };
        const { rig, expected, up, forward } = find(written);
        expectRoles(rig, written, expected);
        expectUpright(up, forward);
        expect(rig.problems).to.deep.equal([]);
    });

    for (const [pose, turn] of [['on its back', new Quat().setFromEulerAngles(-90, 0, 0)], ['on its side', new Quat().setFromEulerAngles(0, 0, 90)]] as const) {
        it(`a character that lies ${pose} in its bind pose: directions are those of its body, and the report says what is against them`, () => {
            const { rig, expected, up, forward } = find(MIXAMO, { turn });
            expectRoles(rig, MIXAMO, expected);
            expect(angleOf(up, turn.transformVector(Vec3.UP, new Vec3())), 'up').to.be.below(DIRECTIONS);
            expect(angleOf(forward, turn.transformVector(Vec3.BACK, new Vec3())), 'forward').to.be.below(DIRECTIONS);
            expect(rig.evidence.map(lineOf).join('; ')).to.match(/up: .*against the scene, (?:8|9)\d degrees off \(confidence 0\.\d/);
        });
    }

    it('names on the wrong side', () => {
        const { rig, up, forward } = find({ ...MIXAMO, sides: ['Right', 'Left'] });
        expectUpright(up, forward);
        expect(rig.problems).to.have.length(1);
        expect(rig.problems[0]).to.contain('left and right are swapped');
    });
});
