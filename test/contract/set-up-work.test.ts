import { copyFile } from 'node:fs/promises';
import { basename } from 'node:path';

import { expect } from 'chai';
import { Vec3, type Entity, type RenderComponent } from 'playcanvas';

import { FULL, furtherRig, HOUND, MANNEQUIN } from '../support/characters';
import { writeDense } from '../support/dense-glb';
import { SetupStage } from '../support/setup-stage';
import { temporaryFile } from '../support/temporary';
import { catchWarnings } from '../support/warnings';
import { countWork, type Work } from '../support/work-counter';

// Nothing freezes when scripts come onto a character: what look-at, feet and ragdoll do then is counted, not timed. A million numbers take some 3 ms.

/** Most numbers that a set-up works out, and that of a copy, whose clips are played but whose model is known. */
const MOST = 15e6;
const MOST_FOR_A_COPY = 0.1e6;

/** How often a skin is read, each time its places, bones and weights. */
const MOST_READINGS = 3 * 4;

/** Work on a character of ten times the vertices and four times the bones, over that on the same with few. */
const DENSE = 1.5;

const SCRIPTS = ['perfectLookAt', 'mecFootPlacer', 'activeRagdoll'];

/** Those with most work of all at hand. */
const HARD = ['Cow.glb', 'Knight.glb', 'more/Bird.glb', 'more/Mech.glb', 'more/Guy.glb'].map(furtherRig).filter(file => file !== null);

/** A copy of a file: what is found on one that was loaded before is known to all tests of the process. */
async function unseen(path: string): Promise<string> {
    const copy = temporaryFile(basename(path));
    await copyFile(path, copy);
    return copy;
}

describe('the work of a set-up', () => {
    let stage: SetupStage;
    catchWarnings();

    before(async () => { stage = await SetupStage.open(); });
    afterEach(() => stage.clear());
    after(() => stage.close());

    /** The work on a character and on its copy, and how many vertices it has. */
    async function workOn(path: string): Promise<{ first: Work; second: Work; drawn: number }> {
        const targetObject = stage.addEntity('Ball', new Vec3(0.5, 1.5, 3));
        const heroes = [await stage.addHero(path), await stage.addHero(path)];
        stage.step();
        const [first, second] = heroes.map(hero => countWork(() => {
            for (const name of SCRIPTS) hero.script!.create(name, { attributes: { targetObject } as never });
        }));
        const meshes = (heroes[0] as Entity).findComponents('render').flatMap(render => (render as RenderComponent).meshInstances);
        return { first, second, drawn: meshes.reduce((sum, { mesh }) => sum + mesh!.vertexBuffer.numVertices, 0) };
    }

    for (const file of FULL ? [HOUND, ...HARD] : []) {
        it(`${basename(file)}: within bounds, and little for its copy`, async () => {
            const { first, second, drawn } = await workOn(await unseen(file));
            expect(first.numbers, 'numbers').to.be.below(MOST);
            expect(first.vertices, 'vertices read').to.be.at.most(MOST_READINGS * drawn);
            expect(second.numbers, 'numbers for a copy').to.be.below(MOST_FOR_A_COPY);
            expect(second.vertices, 'vertices read for a copy').to.equal(0);
        });
    }

    it('is no more for 200 000 vertices and 300 bones', async () => {
        const { first: { numbers } } = await workOn(await unseen(MANNEQUIN));
        const { first, drawn } = await workOn(await writeDense(MANNEQUIN, 200_000, 300));
        expect(drawn).to.be.above(200_000);
        expect(first.numbers, 'numbers').to.be.below(DENSE * numbers);
        expect(first.vertices, 'vertices read').to.be.at.most(MOST_READINGS * drawn);
    });
});
