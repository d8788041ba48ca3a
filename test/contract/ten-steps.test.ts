import { readFileSync } from 'node:fs';
import { compileFunction } from 'node:vm';

import { expect } from 'chai';
import * as pc from 'playcanvas';
import { Asset, Entity, Vec3, type AppBase, type GraphNode } from 'playcanvas';

import type { MecFootPlacer, PerfectLookAt } from '../../scripts/index';
import { loadGlb, type LoadedCharacter } from '../support/app';
import { runBuiltFile } from '../support/built-file';
import { MANNEQUIN } from '../support/characters';
import { createPhysicsApp } from '../support/physics-app';
import { describeFull } from '../support/skip';
import { boxesOf, placeOf } from '../support/steps-text';

// The ten steps of the documentation, done with component data as the Editor writes it: boxes, places and the script come from its text.

const steps = readFileSync('docs/ten-steps.md', 'utf8');

const boxes = boxesOf(steps);

/** A state graph with one state, as the Editor stores it. */
const GRAPH = {
    parameters: {},
    layers: [{
        name: 'Base', blendType: 'OVERWRITE', weight: 1,
        states: [{ name: 'START', speed: 1 }, { name: 'Walk', speed: 1, loop: true }, { name: 'END' }],
        transitions: [{ from: 'START', to: 'Walk', time: 0, conditions: [] }]
    }]
};

describeFull('the ten steps', () => {
    let app: AppBase;
    let character: LoadedCharacter;

    before(async () => {
        app = await createPhysicsApp('ammojs-typed');
        character = await loadGlb(app, MANNEQUIN);
    });

    after(() => app.destroy());

    it('lead to a character that looks at the ball and walks up the stairs', async () => {
        const [, walker] = /```js\n([\s\S]*?)```/.exec(steps)!;
        await runBuiltFile(pc);
        compileFunction(walker, ['pc'])(pc);

        for (const { name, position, scale } of boxes) {
            const box = new Entity(name, app);
            box.setPosition(new Vec3(position));
            box.setLocalScale(new Vec3(scale));
            box.addComponent('collision', { type: 'box', halfExtents: scale.map(size => size / 2) });
            box.addComponent('rigidbody', { type: 'static' });
            app.root.addChild(box);
        }
        expect(boxes.map(({ name }) => name)).to.deep.equal(['Floor', 'Stair 1', 'Stair 2', 'Stair 3', 'Landing']);

        const hero = new Entity('Hero', app);
        hero.setPosition(new Vec3(placeOf(steps, 'Hero')));
        const model = character.instantiate();
        hero.addChild(model);
        const graph = new Asset('graph', 'animstategraph', undefined, GRAPH);
        app.assets.add(graph);
        app.assets.load(graph);
        const clip = new Asset('walk', 'animation');
        clip.resource = character.clips.get('walk')!;
        clip.loaded = true;
        app.assets.add(clip);
        model.addComponent('anim', { activate: true, speed: 1, stateGraphAsset: graph.id, animationAssets: { 'Base:Walk': { asset: clip.id } } });
        const ball = new Entity('Ball', app);
        ball.setPosition(new Vec3(placeOf(steps, 'Ball')));
        app.root.addChild(ball);
        app.root.addChild(hero);
        const named = [...steps.matchAll(/^8\. .*\n.*$/gm)][0][0].match(/`\w+`/g)!.map(name => name.slice(1, -1)).filter(name => name !== 'Hero');
        const scripts = Object.fromEntries(named.map(name => [name, { enabled: true, attributes: name === 'perfectLookAt' ? { targetObject: ball } : {} }]));
        hero.addComponent('script', { enabled: true, order: named, scripts });

        const look = hero.script!.get('perfectLookAt') as unknown as PerfectLookAt;
        const feet = hero.script!.get('mecFootPlacer') as unknown as MecFootPlacer;
        // the height of the balls of the feet over what is below them, at their lowest
        const lowest = new Map<string, number>();
        const balls = ['Left', 'Right'].map(side => model.findByName(`mixamorig:${side}ToeBase`)!);
        for (let frame = 0; frame < 5 * 60; frame++) {
            app.update(1 / 60);
            for (const ball of balls) {
                const { where, height } = heightOf(ball);
                lowest.set(where, Math.min(lowest.get(where) ?? Infinity, height));
            }
        }
        expect([...look.problems(), ...feet.problems()]).to.deep.equal([]);
        expect(look.residual, 'degrees from the ball').to.be.below(1);
        expect(hero.getPosition().y, 'the hero has come up').to.be.closeTo(0.6, 0.02);
        const flat = lowest.get('Floor')!;
        for (const [where, height] of lowest) expect(height, `a foot in ${where}`).to.be.above(flat - 0.005);
        const stoodOn = [...lowest].filter(([, height]) => height < flat + 0.005).map(([where]) => where);
        expect(stoodOn).to.include.members(['Floor', 'Landing']);
        expect(stoodOn.filter(where => where.startsWith('Stair')), 'stairs that carried a foot').to.have.length.at.least(2);
    });

    /** Height of a foot's ball over the box below it. */
    function heightOf(toe: GraphNode) {
        const at = toe.getPosition();
        const below = boxes.filter(({ position, scale }) => Math.abs(at.x - position[0]) < scale[0] / 2 && Math.abs(at.z - position[2]) < scale[2] / 2).pop()!;
        return { where: below.name, height: at.y - below.position[1] - below.scale[1] / 2 };
    }
});
