import { expect } from 'chai';
import { GraphNode, Mesh, Vec3, VertexBuffer } from 'playcanvas';

import { limberScripts } from '../../scripts/index';
import { furtherRig, HOUND, MANNEQUIN } from '../support/characters';
import { addBusy } from '../support/every-script';
import { SetupStage } from '../support/setup-stage';
import { describeFull, skipBecause } from '../support/skip';
import { catchWarnings } from '../support/warnings';

// What refresh() costs where nothing has changed, counted: nothing of the skin or the model is read again, the pose is read at most as often as two
// frames of the script do and some times more for memories that are made anew, and little is allocated.

/** Numbers in arrays that a refresh makes, by script; in the frames of one that is at work there are none. */
const NUMBERS: Readonly<Record<string, number>> = { limberSetup: 60000, animationMirror: 30000, springChain: 12000 };
const USUAL = 20000;

/** Who reads the skin again: clips move the nodes above RobotExpressive's skeleton, on which the plane of the mirror depends. */
const READS_AGAIN = ['more/RobotExpressive.glb: animationMirror', 'more/RobotExpressive.glb: limberSetup'];

/** Reads of each node by memories that are made anew. */
const REREADS = 8;

/** Work that is counted. */
const METHODS: readonly (readonly [object, readonly string[]])[] = [
    [GraphNode.prototype, ['getWorldTransform', 'getLocalRotation', 'getLocalPosition']], [Mesh.prototype, ['getVertexStream']], [VertexBuffer.prototype, ['lock']]
];

type Tally = Record<string, number>;

/** How often methods of the engine are called during some work, and how many numbers there are in the arrays that it makes. */
function countCalls(work: () => void): Tally {
    const tally: Tally = { numbers: 0 };
    const undo: (() => void)[] = [];
    for (const [prototype, names] of METHODS) {
        for (const name of names) {
            const methods = prototype as Record<string, (...values: unknown[]) => unknown>;
            const original = methods[name];
            tally[name] = 0;
            methods[name] = function (...values) {
                tally[name]++;
                return original.apply(this, values);
            };
            undo.push(() => { methods[name] = original; });
        }
    }
    const Plain = globalThis.Float64Array;
    class Counted extends Plain {
        constructor(...values: unknown[]) {
            super(...values as [number]);
            tally.numbers += this.length;
        }
    }
    globalThis.Float64Array = Counted as typeof Plain;
    undo.push(() => { globalThis.Float64Array = Plain; });
    try {
        work();
    } finally {
        for (const one of undo) one();
    }
    return tally;
}

const readsOf = ({ getWorldTransform, getLocalRotation, getLocalPosition }: Tally) => getWorldTransform + getLocalRotation + getLocalPosition;

for (const file of [MANNEQUIN, HOUND, 'Xbot.glb', 'more/RobotExpressive.glb']) {
    const path = file.startsWith('templates') ? file : furtherRig(file);

    (file === MANNEQUIN ? describe : describeFull)(`refresh() where nothing has changed: ${file}`, () => {
        let stage: SetupStage;

        catchWarnings();

        before(async () => { stage = await SetupStage.open(); });
        afterEach(() => stage.clear());
        after(() => stage.close());

        limberScripts.forEach(({ name }) => {
            it(`of ${name} reads no skin, and little else`, async function () {
                if (!path) skipBecause(this, `needs ${file} in the folder that LIMBER_RIGS names`);
                const { clips } = await stage.load(path);
                const target = stage.addEntity('Target', new Vec3(1, 1.5, 2));
                const hero = await stage.addHero(path);
                const script = addBusy(hero, name, { app: stage.app, target, clips });
                const { app } = stage;
                stage.step(30);
                // what a first refresh finds is kept
                script.refresh();
                stage.step(5);
                const refresh = countCalls(() => script.refresh());
                const frames = countCalls(() => {
                    app.update(1 / 60);
                    app.update(1 / 60);
                });
                if (!READS_AGAIN.includes(`${file}: ${name}`)) {
                    expect(refresh.getVertexStream + refresh.lock, 'reads of vertices').to.equal(0);
                    expect(refresh.numbers, 'numbers in new arrays').to.be.below(NUMBERS[name] ?? USUAL);
                }
                const nodes = hero.find(() => true).length;
                expect(readsOf(refresh), `reads of the pose; two frames: ${readsOf(frames)}`).to.be.at.most(readsOf(frames) + REREADS * nodes);
            });
        });
    });
}
