import { expect } from 'chai';
import type { AppBase, Entity, Quat } from 'playcanvas';

import type { SpringChain } from '../../scripts/index';
import { DOG } from '../support/animals';
import { buildSkeleton } from '../support/build-skeleton';
import { turnBetween } from '../support/geometry';
import { createSpringApp } from '../support/spring-stage';
import { catchWarnings } from '../support/warnings';

// What the default rows find beside tails and ears, on a dog that wears and carries what no file of ours has.

/** Nodes on a bone of the dog: what they are, and the chains that are made of them. */
const WORN: readonly { what: string, bone: string, nodes: string, chains: string[] }[] = [
    { what: 'a mane of long hair', bone: 'Neck 0 64 26', nodes: 'HairRoot 0 68 22; Hair1 0 60 14; Hair2 0 50 12; Hair3 0 40 11', chains: ['HairRoot'] },
    { what: 'a lock of hair on a bone that does not swing', bone: 'Neck 0 64 26', nodes: 'Crest 0 68 22; LockLeft 2 60 16; LockLeftEnd 2 50 15', chains: ['LockLeft'] },
    { what: 'antennae', bone: 'Head 0 84 42', nodes: '%Antenna 3 94 44; %AntennaMid 5 102 48; %AntennaTip 8 110 50', chains: ['LAntenna', 'RAntenna'] },
    { what: 'a strap', bone: 'Spine1 0 59 0', nodes: 'Strap1 0 50 0; Strap2 0 44 0; Strap3 0 38 0', chains: ['Strap1'] },
    { what: 'a belly', bone: 'Spine1 0 59 0', nodes: 'Belly 0 48 0', chains: ['Belly'] },
    { what: 'an udder', bone: 'Hips 0 56 -30', nodes: 'Udder 0 44 -22', chains: ['Udder'] },
    { what: 'wings: it moves itself with them', bone: 'Spine2 0 58 14', nodes: '%Wing 5 66 14; %Wing1 20 70 12; %Wing2 40 72 8', chains: [] },
    { what: 'a weapon: it is held', bone: 'Spine1 0 59 0', nodes: 'Sword 0 66 0; SwordTip 0 70 -30', chains: [] }
];

/** The dog with nodes below a bone, each below the one before. */
function wearing(bone: string, nodes: string): typeof DOG {
    const lines = DOG.table.split('\n');
    const at = lines.findIndex(line => line.trim() === bone);
    const depth = (lines[at].length - lines[at].trimStart().length) / 2 + 1;
    lines.splice(at + 1, 0, ...nodes.split('; ').map((node, i) => `${'  '.repeat(depth + i)}${node}`));
    return { ...DOG, sides: ['L', 'R'], table: lines.join('\n') };
}

/** Metres a second, seconds of the run and of all, degrees of a step and of rest. */
const SPEED = 4;
const RUN = 2;
const END = 5;
const WHIP = 8;
const STILL = 0.5;

describe('what springChain finds by itself', () => {
    catchWarnings();
    let app: AppBase;

    beforeEach(() => { app = createSpringApp(); });
    afterEach(() => app.destroy());

    WORN.forEach(({ what, bone, nodes, chains }) => it(`${chains.length > 0 ? 'swings' : 'leaves'} ${what}`, () => {
        const { root, nodes: built } = buildSkeleton(app, wearing(bone, nodes));
        root.addComponent('script');
        const script = root.script!.create('springChain') as SpringChain;
        const own = script.chains.filter(({ boneName }) => !/tail|ear/i.test(boneName));
        expect(own.map(({ boneName }) => boneName)).deep.equal(chains);
        // it runs ahead, stops in a frame, and stands
        const places: Quat[][] = [];
        const moving = chains.map(name => built.get(name)!);
        for (let frame = 0; frame < 60 * END; frame++) {
            if (frame < 60 * RUN) root.translate(0, 0, SPEED / 60);
            app.update(1 / 60);
            places.push(moving.map((node: Entity) => node.getRotation().clone()));
        }
        const first = moving.map((_, i) => places[0][i]);
        for (const [i, name] of chains.entries()) {
            const turns = places.map(frame => turnBetween(frame[i], first[i]));
            const steps = places.slice(1).map((frame, k) => turnBetween(frame[i], places[k][i]));
            expect(Math.max(...turns), `${name}: degrees that it swings`).above(2).and.below(own[i].maxBend + 1);
            expect(Math.max(...steps), `${name}: degrees in a frame`).below(WHIP);
            expect(steps.at(-1), `${name}: degrees in the last frame`).below(STILL);
        }
    }));
});
