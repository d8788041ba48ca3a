import { expect } from 'chai';
import { Quat, type AppBase, type Entity } from 'playcanvas';

import { detectRig } from '../../scripts/rig/detect';
import { EVIDENCE } from '../../scripts/rig/evidence-table';
import { findSkeleton } from '../../scripts/rig/skeleton';
import { ANIMALS } from '../support/animals';
import { createApp } from '../support/app';
import { buildSkeleton } from '../support/build-skeleton';
import { CREATURES } from '../support/creatures';
import { randomRotation, seededRandom } from '../support/geometry';
import { WRITTEN_SKELETONS, type WrittenSkeleton } from '../support/skeletons';

// Each row of the table of evidence is needed: without it something else is found on a body that is right with it.

/** A person of bones alone, with straight legs. */
function plain(leg: string, skin: WrittenSkeleton['skin'] = 'none'): WrittenSkeleton {
    const table = `
hips 0 100 0
  spine 0 120 0
    neck 0 145 0
      head 0 155 0
    arm% 18 142 0
      forearm% 45 142 0
        hand% 70 142 0
  thigh% 9 95 0
${leg}`;
    return { convention: 'plain', sides: ['+', '-'], axes: 'as the model', armature: { name: 'Armature', turn: [0, 0, 0], scale: 1 }, skin, table, expected: {} };
}

const SOLES = plain('    shin% 9 50 0\n      foot% 9 8 0 paw', 'skinned');
const KNEES = plain('    shin% 9 50 4\n      foot% 9 8 0');

/** Nothing but the tail says where it is ahead. */
const TAILED = plain('    shin% 9 50 0\n      foot% 9 8 0\n  tail1 0 98 -15\n    tail2 0 92 -35');

const find = (start: string) => [...WRITTEN_SKELETONS, ...ANIMALS, ...CREATURES].find(({ convention }) => convention.startsWith(start))!;

const WRONG_SIDES: WrittenSkeleton = { ...find('Mixamo'), sides: ['Right', 'Left'] };

/** On its back, and somehow in space. */
const LYING = new Quat().setFromEulerAngles(-90, 0, 0);
const TURNED = randomRotation(seededRandom(3));

/** A body that is found otherwise without the row, or with another confidence alone. */
interface Needed { readonly body: WrittenSkeleton; readonly lies?: boolean; readonly isTurned?: boolean; readonly isNameless?: boolean; readonly isSurer?: boolean }

const NEEDED: Record<string, Needed> = {
    scene: { body: find('Character Creator'), isTurned: true, isNameless: true },
    upright: { body: find('Character Creator'), isTurned: true },
    level: { body: find('Character Creator'), isTurned: true, isNameless: true },
    found: { body: find('Character Creator'), isTurned: true, isNameless: true },
    plane: { body: find('Unreal') },
    lowest: { body: find('CesiumMan'), isTurned: true, isNameless: true },
    height: { body: find('Character Creator'), lies: true, isNameless: true },
    down: { body: find('Unreal'), lies: true },
    support: { body: find('Mixamo without namespace'), isTurned: true },
    others: { body: find('insect'), isNameless: true },
    alike: { body: find('a dog\'s fore'), isTurned: true, isNameless: true },
    mirror: { body: find('CesiumMan'), isTurned: true, isNameless: true },
    far: { body: find('Mixamo without namespace'), isTurned: true, isNameless: true, isSurer: true },
    skin: { body: find('snake'), isNameless: true },
    own: { body: find('CesiumMan'), isTurned: true, isNameless: true },
    face: { body: find('bitmoji'), isNameless: true },
    beyond: { body: find('Mixamo'), isTurned: true, isNameless: true },
    high: { body: find('a dog\'s fore'), isTurned: true, isNameless: true },
    ahead: { body: find('cat with legs'), isNameless: true },
    tail: { body: TAILED },
    toes: { body: WRONG_SIDES },
    soles: { body: SOLES, isNameless: true },
    jaw: { body: find('snake'), lies: true },
    sides: { body: find('goblin') },
    bends: { body: KNEES, isNameless: true },
    names: { body: find('Ready Player Me'), isTurned: true }
};

describe('evidence', () => {
    let app: AppBase;

    before(() => { app = createApp(); });
    after(() => app.destroy());

    /** What is found, as far as a row of evidence may change it. */
    function describeRig(root: Entity, isSurer: boolean): string {
        const { bones, skeleton, up, forward, problems, legs, evidence } = detectRig(findSkeleton(root)!);
        const round = (axis: Float64Array) => [...axis].map(value => (value + 0).toFixed(1)).join(' ');
        return [legs, round(up), round(forward), ...[...bones].map(([role, node]) => `${role} ${skeleton.nodes[node].name}`), ...problems, ...isSurer ? evidence.map(({ confidence }) => confidence.toFixed(2)) : []].join('\n');
    }

    it('has a body for each row', () => {
        expect(Object.keys(NEEDED).sort()).to.deep.equal(Object.keys(EVIDENCE).sort());
    });

    Object.entries(NEEDED).forEach(([key, { body, lies, isTurned, isNameless, isSurer = false }]) => {
        it(`${key}: ${[body.convention, ...lies ? ['lying'] : [], ...isTurned ? ['turned'] : [], ...isNameless ? ['without names'] : []].join(', ')} is found otherwise without it`, () => {
            const { root } = buildSkeleton(app, body, lies ? { turn: LYING } : isTurned ? { turn: TURNED } : {});
            if (isNameless) root.find(() => true).forEach((node, i) => { node.name = `node_${i}`; });
            const right = describeRig(root, isSurer);
            const row = EVIDENCE[key];
            EVIDENCE[key] = { ...row, measure: () => 0 };
            try {
                expect(describeRig(root, isSurer)).not.to.equal(right);
            } finally {
                EVIDENCE[key] = row;
                root.destroy();
            }
        });
    });
});
